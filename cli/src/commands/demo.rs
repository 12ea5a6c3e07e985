use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use engine::Game;
use seat::{Config, Cursor, Intent, SeatClient, SeatEventKind, SeatState, data, person::Person};

use super::{
    Common, Setup,
    play::{self, Carried, Transport},
    seated::Seated,
    verify,
};
use crate::Failure;

/// How long to wait for each next event.
const WAIT: Duration = Duration::from_millis(100);

/// A whole match among bots, told as it goes, then audited
#[derive(Args)]
pub(super) struct Demo {
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
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let game = play::game_or_first(self.game)?;
        let wanted = self.setup.wanted(game)?;
        let seats = wanted.seats.map_or(game.info().usual_seats, usize::from);
        let loopback = self.transport.carried(self.seed)? == Carried::Loopback;
        play::warn_of_seed(self.seed);
        let config = Config {
            folder: Some(data::folder(common.data_dir.as_deref())?),
            out: self.out.clone(),
            program: self.setup.bots.config().program,
            audits: false,
            ..Config::default()
        };
        let began = Instant::now();
        let seated = Seated::open(Person::stranger("spectator")?, config)?;
        let setup = seat::Setup { seed: self.seed, watch: true, loopback, ..wanted };
        seated.want(Intent::PlayHere(setup))?;
        let mut out = BufWriter::new(io::stdout());
        let path = self.tell(seated.client(), common, &mut out)?;
        let played = began.elapsed();
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

    /// Reports what happens, to the end; returns where the transcript is.
    fn tell(
        &self,
        client: &SeatClient,
        common: &Common,
        out: &mut dyn Write,
    ) -> Result<PathBuf, Failure> {
        let mut at = Cursor::default();
        loop {
            client.wait(at, WAIT);
            for event in client.since(at).unwrap_or_default() {
                at = Cursor(event.at.0 + 1);
                match event.kind {
                    SeatEventKind::Said { text, rule, .. } if !self.json => {
                        let rule =
                            if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
                        writeln!(out, "{}{rule}", text.plain())?;
                    }
                    SeatEventKind::Proven { step, text, .. } if common.verbose => {
                        let _ = writeln!(io::stderr(), "Step {step}: {text}; the proof holds");
                    }
                    _ => {}
                }
            }
            let now = client.snapshot();
            let end = match &now.state {
                SeatState::End(end) => end,
                SeatState::Home(home) => match &home.failed {
                    Some(failed) => return Err(failed.clone().into()),
                    None => continue,
                },
                _ => continue,
            };
            match (end.failed(), &end.transcript) {
                (Some(failure), _) => return Err(failure),
                (None, None) => {
                    let what = "The match ended without a transcript of the whole of it.";
                    return Err(Failure::Network(what.into()));
                }
                (None, Some(path)) => {
                    if !self.json {
                        end.summary.lines().try_for_each(|line| writeln!(out, "{line}"))?;
                    }
                    return Ok(path.into());
                }
            }
        }
    }
}
