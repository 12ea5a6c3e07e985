use std::io::{self, BufWriter, Write};

use clap::Args;
use engine::{BotKind, Game};
use proto::OnCheat;
use sim::{Config, Faults, Kind, Report};
use table::Timing;

use super::Setup;
use crate::{Failure, progress};

/// Many multi-node matches on this machine, with faults and cheats, in a time of their own
#[derive(Args)]
#[command(after_help = kinds())]
pub(super) struct Sim {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: &'static dyn Game,
    #[command(flatten)]
    setup: Setup,
    /// How many matches; with cheats, how many of each kind
    #[arg(long, value_name = "M", default_value_t = 10, value_parser = super::number::<u32>)]
    matches: u32,
    /// What goes wrong: any of loss, dup, reorder, delay, partition, crash, slow, jump, outage
    /// (partitions and crashes outlast patience), leave (a seat goes, for good or not), restore (a
    /// machine gets an old copy of its disk); or all
    #[arg(long, value_name = "LIST", value_parser = Faults::parse)]
    faults: Option<Faults>,
    /// One dishonest seat of this kind (see below), or `all` for every kind in turn
    #[arg(long, value_name = "KIND", value_parser = cheats)]
    cheat: Option<Cheats>,
    /// What the charter says of a proven cheat: the match ends, or goes on without it
    #[arg(long, value_name = "end|go-on", default_value = "end", value_parser = super::on_cheat)]
    on_cheat: OnCheat,
    /// The seed of the first match, 1 otherwise; the same seed gives the same matches
    #[arg(long, value_name = "S", value_parser = super::number::<u64>)]
    seed: Option<u64>,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

/// The kinds of cheating to try.
#[derive(Clone)]
struct Cheats(Vec<Kind>);

impl Sim {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self.setup.bots.exec.is_some() {
            let what = "Simulated seats are played by the built-in bots. Try a program with `nodealer demo --exec`.";
            return Err(Failure::Usage(what.into()));
        }
        let (seats, options) = self.setup.agree(self.game)?;
        let config = Config {
            game: self.game,
            seats,
            options,
            survive: self.setup.survive(seats)?,
            on_cheat: self.on_cheat,
            bots: BotKind::Level(self.setup.bots.level),
            seed: self.seed.unwrap_or(1),
            timing: Timing::default(),
        };
        let cheats = self.cheat.as_ref().map_or(&[][..], |cheats| &cheats.0);
        let bar = progress::bar(0, "matches");
        let report = sim::run(
            &config,
            self.matches,
            self.faults.unwrap_or(Faults::NONE),
            cheats,
            |done, all| {
                bar.set_length(all.into());
                bar.set_position(done.into());
            },
        );
        bar.finish_and_clear();
        let mut out = BufWriter::new(io::stdout());
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report).map_err(io::Error::other)?)?;
        } else {
            write(&report, &mut out)?;
        }
        out.flush()?;
        verdict(&report)
    }
}

fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Report { game, seats, matches, finished, steps, seed, .. } = report;
    writeln!(
        out,
        "{game} with {seats} seats, seed {seed}: {finished} of {matches} matches came to a good end, {steps} steps"
    )?;
    if !report.cheats.is_empty() {
        writeln!(out, "{:28} {:>6} {:>9} {:>12}", "cheat", "tried", "detected", "named right")?;
    }
    for c in &report.cheats {
        writeln!(out, "{:28} {:>6} {:>9} {:>12}", c.kind, c.tried, c.detected, c.named_right)?;
    }
    report.problems.iter().try_for_each(|problem| writeln!(out, "✗ {problem}"))
}

fn verdict(report: &Report) -> Result<(), Failure> {
    let missed = report.cheats.iter().any(|c| c.detected < c.tried || c.named_right < c.tried);
    if missed || !report.problems.is_empty() || report.finished < report.matches {
        return Err(Failure::Violation(
            "Something went undetected or did not end well; the seed above shows it again.".into(),
        ));
    }
    Ok(())
}

/// The help text for the values of `--cheat`.
fn kinds() -> String {
    let line = |kind: &Kind| format!("  {:26} {}\n", kind.name(), kind.about());
    let lines: String = Kind::ALL.iter().map(line).collect();
    format!("Kinds of cheating:\n{lines}")
}

fn cheats(name: &str) -> Result<Cheats, String> {
    if name == "all" {
        return Ok(Cheats(Kind::ALL.to_vec()));
    }
    Kind::find(name).map(|kind| Cheats(vec![kind])).ok_or_else(|| {
        let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!("there is no such cheat; there are {}, and all", names.join(", "))
    })
}
