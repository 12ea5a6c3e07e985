use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use engine::Game;

use super::{
    Common, Setup,
    play::{self, Carried, Transport},
    verify,
};
use crate::{
    Failure, autoplay, lobby,
    local::{Agreement, LocalMatch},
    session::{self, Update},
    tui::Match,
};

/// How long to wait for what happens elsewhere.
const WAIT: Duration = Duration::from_millis(20);

/// A whole match among bots, told as it goes, then audited
#[derive(Args)]
pub struct Demo {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: Option<&'static dyn Game>,
    #[command(flatten)]
    setup: Setup,
    /// Make everything reproducible from this number; such a match keeps no secrets
    #[arg(long, value_name = "S", value_parser = super::number::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    transport: Transport,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The audit as one JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Demo {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let game = play::game_or_first(self.game)?;
        let (seats, options) = self.setup.agree(game)?;
        let survive = self.setup.survive(seats)?;
        let names = play::names(seats, None);
        play::warn_of_seed(self.seed);
        let agreed = Agreement { game, names, options: &options, survive, seed: self.seed };
        let began = Instant::now();
        let mut local: Box<dyn Match> = match self.transport.carried(self.seed)? {
            Carried::Memory => {
                Box::new(LocalMatch::with_bots(&agreed, None, &self.setup.bots.config())?)
            }
            Carried::Loopback => {
                let terms = lobby::terms(game, seats, &options, survive);
                Box::new(autoplay::loopback(terms, None, &self.setup.bots.config())?)
            }
        };
        let mut out = BufWriter::new(io::stdout());
        loop {
            match local.next(WAIT) {
                Update::Said(event) if !self.json => {
                    let view = local.view();
                    writeln!(out, "{}", session::words(&*local, &view).event(&event))?;
                }
                Update::Trust(seat, step, proven) if common.verbose => {
                    let what = session::proof(local.names(), seat, step, proven);
                    let _ = writeln!(io::stderr(), "{what}");
                }
                Update::Over(outcome) => {
                    if !self.json {
                        session::outcome(&*local, &outcome)
                            .iter()
                            .try_for_each(|line| writeln!(out, "{line}"))?;
                    }
                    break;
                }
                Update::Failed(failure) => return Err(failure),
                _ => {}
            }
        }
        let played = began.elapsed();
        let record = local.record().ok_or_else(|| {
            Failure::Network("The match ended without a transcript of the whole of it.".into())
        })?;
        let path = play::keep(&record.name, &record.transcript, self.out.as_deref(), common)?;
        let began = Instant::now();
        let report = verify::report(&path)?;
        if self.json {
            verify::write_json(&report, &mut out)?;
        } else {
            writeln!(out)?;
            verify::write_list(&report, &mut out)?;
            writeln!(out, "Transcript: {}", path.display())?;
        }
        out.flush()?;
        let _ = writeln!(
            io::stderr(),
            "Played by {seats} nodes in {played:.1?}, audited in {:.1?}.",
            began.elapsed()
        );
        verify::status(&report)
    }
}
