use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use clap::Args;
use seat::{Config, Intent, Reel, hand::Hand, person::Person};

use super::{
    Common,
    seated::{Seated, Shown},
    web::InBrowserHere,
};
use crate::{Failure, plain::Until, tui::For};

/// Step through a finished match, as you saw it if you played, or as the public did
#[derive(Args)]
pub(super) struct Replay {
    /// A transcript that `play`, `demo`, `host` or `join` left, or a piece of evidence
    file: PathBuf,
    /// A side file of `reveal`: the match through the eyes of whoever has published it; may be repeated
    #[arg(long, value_name = "FILE")]
    open: Vec<PathBuf>,
    /// A line for everything that happened; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    browser: InBrowserHere,
}

impl Replay {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page() {
            return page.audit(common, &self.file, &self.open);
        }
        let folder = super::reach::folder(common).ok();
        let hands: Result<Vec<Hand>, _> = self.open.iter().map(|path| Hand::read(path)).collect();
        let mut reel = Reel::load(&self.file, folder.as_deref(), &hands?)?;
        let own = reel.view().seat;
        reel.seek(u64::MAX);
        let shown = reel.view();
        let verdict = match reel.audit.verdict.as_str() {
            "damaged" => Err(super::verify::damaged()),
            "violation" | "two-histories" => Err(super::verify::violation()),
            _ => Ok(()),
        };
        if Shown::on_screens(self.plain) {
            let config = Config { folder, ..Config::default() };
            let seated = Seated::open(Person::stranger(&common.name())?, config)?;
            let hands = self.open.iter().map(|path| path.display().to_string()).collect();
            seated.want(Intent::Open { file: self.file.display().to_string(), hands })?;
            seated.show(common, Shown { plain: false, until: Until::Left, what: For::This })?;
            return verdict;
        }
        let mut out = BufWriter::new(io::stdout());
        for (step, text, rule) in &shown.log {
            let rule = if rule.is_empty() { "" } else { &format!(" [{rule}]") };
            writeln!(out, "{step:>5}  {}{rule}", text.to(own))?;
        }
        let name =
            |seat: usize| shown.shown.players.get(seat).map_or("", |player| player.name.as_str());
        let seats: Vec<&str> = shown.open_seats.iter().map(|seat| name(*seat)).collect();
        if !seats.is_empty() {
            writeln!(out, "Open hands: {}.", seats.join(", "))?;
        }
        writeln!(out, "{}", reel.audit.text)?;
        if let Some(fingerprint) = &shown.fingerprint {
            writeln!(out, "Fingerprint: {fingerprint}")?;
        }
        out.flush()?;
        verdict
    }
}
