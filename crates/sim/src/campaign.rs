//! Matches of every kind, each determined by its seed alone: a game, a table, and everything that can go
//! wrong at once.

use core::fmt;

use engine::{BotKind, Game, OptionError, Options, chance::Chance};
use proto::OnCheat;
use table::Timing;

use crate::{
    cheats::Kind,
    faults::Faults,
    run::{DEADLINE, by_chance, judge, trouble},
    verdict::{End, Failure},
    world::{Config, Scenario, World},
};

/// A match of the campaign. Its text form is the command line that plays it again.
#[derive(Clone)]
pub struct Match {
    /// The table.
    pub config: Config,
    /// What goes wrong.
    pub faults: Faults,
    /// How one seat cheats, if one does.
    pub cheat: Option<Kind>,
}

/// The results of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Matches with a result that an audit finds fair.
    pub fair: u32,
    /// Matches that everybody who stayed has ended without a result.
    pub unfinished: u32,
    /// Matches that wait for a quorum, as every node in them reports.
    pub waits: u32,
    /// Matches in which the cheat found an opportunity; each ended as it should.
    pub cheated: u32,
    /// Violations of what must always hold: the kind, a description, and the command line that shows it
    /// again.
    pub failures: Vec<(&'static str, String, String)>,
}

impl Match {
    /// The match of a seed without cheats, of one of these games.
    ///
    /// # Errors
    /// If an option of a game does not exist.
    pub fn honest(games: &[&'static dyn Game], seed: u64) -> Result<Self, OptionError> {
        let mut chance = Chance::new(seed ^ 0xca_4a16);
        let config = table(games, &mut chance, seed)?;
        Ok(Self { config, faults: Faults::ALL, cheat: None })
    }

    /// The match of a seed, of one of these games, in which one seat cheats. Everybody else stays, since a
    /// seat that is left behind or leaves does not have to name the cheat.
    ///
    /// # Errors
    /// If an option of a game does not exist.
    pub fn cheated(games: &[&'static dyn Game], seed: u64) -> Result<Self, OptionError> {
        let mut chance = Chance::new(seed ^ 0xca_4a17);
        let mut config = table(games, &mut chance, seed)?;
        let kind = Kind::ALL[chance.below(Kind::ALL.len() as u32) as usize];
        if kind.needs_leaver() {
            config.survive = config.survive.max((config.seats as u8 - 2).min(2));
        }
        config.on_cheat = if chance.below(2) == 0 { OnCheat::End } else { OnCheat::GoOn };
        Ok(Self { config, faults: Faults::SHORT, cheat: Some(kind) })
    }

    /// Plays it, and adds its result.
    pub fn play(&self, tally: &mut Tally) {
        let trouble = match self.cheat {
            None => by_chance(self.faults, &self.config),
            Some(kind) => Scenario { faults: self.faults, ..trouble(kind, &self.config) },
        };
        let mut world = match World::troubled(self.config.clone(), trouble) {
            Ok(world) => world,
            Err(e) => return tally.fails("no start", e.to_string(), self),
        };
        world.run(DEADLINE);
        match self.cheat {
            None => tally.add(&world, self),
            Some(kind) => match judge(&world, kind, &self.config) {
                Err(problem) => tally.fails("honest named or broken", problem.what, self),
                Ok(found) => match found.problem {
                    Some(what) => tally.fails("not detected or not ended", what, self),
                    None if found.tried => tally.cheated += 1,
                    None => tally.add(&world, self),
                },
            },
        }
    }
}

/// Chooses seats, leavers and options at random. Long games are played in short matches.
fn table(
    games: &[&'static dyn Game],
    chance: &mut Chance,
    seed: u64,
) -> Result<Config, OptionError> {
    let game = games[chance.below(games.len() as u32) as usize];
    let info = game.info();
    let (least, most) = (info.seats.0.max(3), info.seats.1.min(8));
    let seats = least + chance.below((most - least) as u32 + 1) as usize;
    let survive = chance.below((seats as u32 - 1).min(4)) as u8;
    let short = if info.id == "knives" { vec![("target", "10")] } else { Vec::new() };
    Ok(Config {
        game,
        seats,
        options: Options::parse(info.options, short)?,
        survive,
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed,
        timing: Timing::default(),
    })
}

impl Tally {
    fn add(&mut self, world: &World, played: &Match) {
        match world.outcome() {
            Ok(End::Finished) => self.fair += 1,
            Ok(End::Unfinished) => self.unfinished += 1,
            Ok(End::Waits) => self.waits += 1,
            Err(problem) => self.fails(name(problem.failure), problem.what, played),
        }
    }

    fn fails(&mut self, kind: &'static str, what: String, played: &Match) {
        self.failures.push((kind, what, played.to_string()));
    }

    /// How many matches were played.
    pub fn matches(&self) -> usize {
        let well = self.fair + self.unfinished + self.waits + self.cheated;
        well as usize + self.failures.len()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fair, unfinished, waits, cheated, failures } = self;
        write!(
            f,
            "{} matches: {fair} fair, {unfinished} ended as unfinished, {waits} wait and say for whom, \
             {cheated} with a cheat came out right, {} failed",
            self.matches(),
            failures.len()
        )
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Config { game, seats, survive, on_cheat, seed, .. } = &self.config;
        let id = game.info().id;
        write!(
            f,
            "nodealer sim {id} --seats {seats} --survive {survive} --seed {seed} --matches 1"
        )?;
        if id == "knives" {
            write!(f, " --option target=10")?;
        }
        match self.cheat {
            None => write!(f, " --faults all"),
            Some(kind) => {
                let on_cheat = if *on_cheat == OnCheat::End { "end" } else { "go-on" };
                let faults = Faults::NAMES[..8].join(",");
                write!(f, " --faults {faults} --cheat {} --on-cheat {on_cheat}", kind.name())
            }
        }
    }
}

fn name(failure: Failure) -> &'static str {
    match failure {
        Failure::HonestNamed => "honest named",
        Failure::Broken => "broken",
        Failure::TwoHistories => "two histories",
        Failure::Stuck => "stuck",
        Failure::Unfair => "unfair",
    }
}
