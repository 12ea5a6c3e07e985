//! The page: a seat and a server for its owner's browser.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use clap::Args;
use seat::{Config, Intent};
use web::{Options, Server};

use super::{
    Common,
    reach::{self, NetworkArgs},
    seated::Seated,
};
use crate::Failure;

/// The interval at which it is checked whether the seat was closed.
const LOOK: Duration = Duration::from_secs(1);

/// The whole application in your own browser
#[derive(Args)]
pub(super) struct Web {
    #[command(flatten)]
    reaching: NetworkArgs,
    /// Print the address only, and open no browser
    #[arg(long)]
    no_open: bool,
}

impl Web {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let page = Page { port: self.reaching.page_port(), no_open: self.no_open };
        page.show(common, self.reaching.config(true), None)
    }
}

/// Whether a command shows what it does in the browser.
#[derive(Args, Clone, Default)]
pub(super) struct InBrowser {
    /// Show it in your browser; --port is the port of the page then
    #[arg(long)]
    web: bool,
    /// With --web: print the address only, and open no browser
    #[arg(long, requires = "web")]
    no_open: bool,
}

impl InBrowser {
    /// The page, if one is wanted.
    pub(super) fn page(&self, port: Option<u16>) -> Option<Page> {
        self.web.then_some(Page { port, no_open: self.no_open })
    }
}

/// The same for commands that do not go onto the network.
#[derive(Args, Clone, Default)]
pub(super) struct InBrowserHere {
    #[command(flatten)]
    browser: InBrowser,
    /// With --web: the port of the page; any that is free otherwise
    #[arg(long, value_name = "PORT", requires = "web", value_parser = super::number::<u16>)]
    port: Option<u16>,
}

impl InBrowserHere {
    /// The page, if one is wanted.
    pub(super) fn page(&self) -> Option<Page> {
        self.browser.page(self.port)
    }
}

/// How a page is shown.
#[derive(Clone, Copy)]
pub(super) struct Page {
    port: Option<u16>,
    no_open: bool,
}

impl Page {
    /// Shows a transcript, with its audit beside it.
    pub(super) fn audit(
        self,
        common: &Common,
        file: &Path,
        hands: &[PathBuf],
    ) -> Result<(), Failure> {
        let hands = hands.iter().map(|path| path.display().to_string()).collect();
        let open = Intent::Open { file: file.display().to_string(), hands };
        self.show(common, Config::default(), Some(open))
    }

    /// Opens the seat, sends it this intent, and shows it until the process is told to end.
    pub(super) fn show(
        self,
        common: &Common,
        config: Config,
        first: Option<Intent>,
    ) -> Result<(), Failure> {
        // The page asks whoever has never said what their name is.
        let unnamed = !reach::is_named(common);
        let config = Config { paced: true, unnamed, ..config };
        let seated = Seated::open(reach::person(common)?, config)?;
        first.map_or(Ok(()), |intent| seated.want(intent))?;
        let options = Options { port: self.port.unwrap_or(0) };
        let started = Server::start(Arc::new(seated.client().clone()), options);
        let server = started.map_err(|why| Failure::Usage(why.to_string()))?;
        let address = server.address().map_err(|why| Failure::Usage(why.to_string()))?;
        let mut out = io::stdout();
        writeln!(out, "{address}")?;
        writeln!(io::stderr(), "The address is good for one opening. Ctrl-C closes your seat.")?;
        out.flush()?;
        if !self.no_open && !open_browser(&address) {
            writeln!(io::stderr(), "No browser could be started: open the address in yours.")?;
        }
        while !seated.client().is_closed() {
            std::thread::sleep(LOOK);
        }
        Ok(())
    }
}

/// Opens the person's browser; false if there is none.
fn open_browser(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
