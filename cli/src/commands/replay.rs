use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use clap::Args;

use super::{Common, here::Here, web::InBrowserHere};
use crate::{
    Failure,
    tui::{self, First},
};

/// Step through a finished match, as the public saw it
#[derive(Args)]
pub struct Replay {
    /// A transcript that `play`, `demo`, `host` or `join` left, or a piece of evidence
    file: PathBuf,
    /// A line for everything that happened; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    browser: InBrowserHere,
}

impl Replay {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page() {
            return page.audit(common, &self.file);
        }
        let replay = tui::Replay::load(&self.file)?;
        let verdict = match replay.audit().fault {
            Some(_) if replay.audit().damaged => Err(super::verify::damaged()),
            Some(_) => Err(super::verify::violation()),
            None => Ok(()),
        };
        if !self.plain && tui::is_possible() {
            let mut here = Here::new(common);
            super::leave(tui::run(First::Replay(Box::new(replay)), &mut here)?)?;
            return verdict;
        }
        let mut out = BufWriter::new(io::stdout());
        for (step, said) in replay.told() {
            let rule = if said.rule.is_empty() { "" } else { &format!(" [{}]", said.rule) };
            writeln!(out, "{step:>5}  {}{rule}", said.text)?;
        }
        let audit = replay.audit();
        writeln!(out, "{}", audit.verdict)?;
        if let Some(fingerprint) = &audit.fingerprint {
            writeln!(out, "Fingerprint: {fingerprint}")?;
        }
        out.flush()?;
        verdict
    }
}
