use std::path::PathBuf;

use clap::Args;

use super::{
    Common,
    reach::{self, NetworkArgs, Seeking},
    seated::Shown,
    web::InBrowser,
};
use crate::Failure;

/// Sit down at a table: by its name or code, by an address, or from a list
#[derive(Args)]
pub(super) struct Join {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: NetworkArgs,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    browser: InBrowser,
}

impl Join {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page(self.reaching.page_port()) {
            let config = seat::Config { out: self.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        let config = seat::Config {
            out: self.out.clone(),
            paced: Shown::on_screens(self.plain),
            ..self.reaching.config(false)
        };
        self.seeking.visit(reach::person(common)?, config, common, (self.plain, false))
    }
}
