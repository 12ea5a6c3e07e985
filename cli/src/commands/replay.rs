use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use clap::Args;
use seat::{Config, Intent, Reel, person::Person};

use super::{
    Common,
    seated::{Seated, Shown},
    web::InBrowserHere,
};
use crate::{Failure, plain::Until, tui::For};

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
        let mut reel = Reel::load(&self.file)?;
        reel.seek(u64::MAX);
        let shown = reel.view();
        let verdict = match reel.audit.verdict.as_str() {
            "damaged" => Err(super::verify::damaged()),
            "violation" | "two-histories" => Err(super::verify::violation()),
            _ => Ok(()),
        };
        if Shown::on_screens(self.plain) {
            let folder = super::reach::folder(common).ok();
            let config = Config { folder, ..Config::default() };
            let seated = Seated::open(Person::stranger(&common.name())?, config)?;
            seated.want(Intent::Open { file: self.file.display().to_string() })?;
            seated.show(common, Shown { plain: false, until: Until::Left, what: For::This })?;
            return verdict;
        }
        let mut out = BufWriter::new(io::stdout());
        for (step, text, rule) in &shown.log {
            let rule = if rule.is_empty() { "" } else { &format!(" [{rule}]") };
            writeln!(out, "{step:>5}  {}{rule}", text.plain())?;
        }
        writeln!(out, "{}", reel.audit.text)?;
        if let Some(fingerprint) = &shown.fingerprint {
            writeln!(out, "Fingerprint: {fingerprint}")?;
        }
        out.flush()?;
        verdict
    }
}
