use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use seat::{Config, Cursor, Intent, SeatClient, SeatEventKind, SeatState, data, person::Person};

use super::{
    Common,
    play::{self, Here},
    seated::Seated,
    verify,
};
use crate::Failure;

/// How long to wait for each next event.
const WAIT: Duration = Duration::from_millis(100);

/// A whole match among bots, told as it goes, then audited
#[derive(Args)]
pub(super) struct Demo {
    #[command(flatten)]
    here: Here,
    /// The audit as one JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Demo {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let Here { setup, seed, out, .. } = &self.here;
        let wanted = self.here.wanted()?;
        let usual = self.here.game()?.info().usual_seats;
        let seats = wanted.seats.map_or(usual, usize::from);
        play::warn_of_seed(*seed);
        let config = Config {
            folder: Some(data::folder(common.data_dir.as_deref())?),
            out: out.clone(),
            program: setup.bots.config().program,
            audits: false,
            ..Config::default()
        };
        let began = Instant::now();
        let seated = Seated::open(Person::stranger("spectator")?, config)?;
        seated.want(Intent::PlayHere(seat::Setup { watch: true, ..wanted }))?;
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
            for event in client.told_since(at) {
                at = Cursor(event.at.0 + 1);
                match event.kind {
                    SeatEventKind::Said { text, rule, .. } if !self.json => {
                        let rule =
                            if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
                        writeln!(out, "{}{rule}", text.plain())?;
                    }
                    SeatEventKind::Notice { text } if !self.json => writeln!(out, "{text}")?,
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
                    let what = "The match ended, but no complete transcript of it was written.";
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
