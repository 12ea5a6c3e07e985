//! Runs of many matches, and their results.

use engine::{Seat, chance::Chance};
use proto::{Consent, OnCheat, Record, Signed, file::Reader};
use serde::Serialize;
use table::{
    Blame, Millis, Node, StartError,
    audit::{Verdict, audit},
};

use crate::{
    cheats::{Cheat, Kind},
    faults::{Counts, Faults},
    leavers::{self, Leaver},
    machine::Peer,
    misdeeds,
    moments::{Moment, restores_by_chance},
    verdict::{Failure, Problem},
    world::{Config, Scenario, World},
};

/// A match that takes longer than this, in simulated time, is stuck.
pub const DEADLINE: Millis = 3_600_000;

/// The results of many matches.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// The number of seats.
    pub seats: usize,
    /// How many matches were begun.
    pub matches: u32,
    /// How many ended as they should.
    pub finished: u32,
    /// How many steps they had in total.
    pub steps: u64,
    /// How often each fault happened.
    pub faults: Counts,
    /// The results for each kind of cheating.
    pub cheats: Vec<CheatReport>,
    /// The seed of the first match; the others have the seeds after it.
    pub seed: u64,
    /// What went wrong, each with its seed.
    pub problems: Vec<String>,
}

/// The results for one kind of cheating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheatReport {
    /// Its name.
    pub kind: &'static str,
    /// In how many matches it happened.
    pub tried: u32,
    /// In how many every honest node noticed.
    pub detected: u32,
    /// In how many every honest node named the right seat, or rightly nobody, with evidence that an audit
    /// confirms.
    pub named_right: u32,
    /// In how many every accusation was of what was actually done.
    pub misdeed_right: u32,
}

/// Plays matches with faults and, for each of these kinds in turn, with a cheat. `progress` is called after
/// each match with the numbers of finished matches and of all.
pub fn run(
    config: &Config,
    matches: u32,
    faults: Faults,
    cheats: &[Kind],
    mut progress: impl FnMut(u32, u32),
) -> Report {
    let mut report = Report {
        game: config.game.info().id,
        seats: config.seats,
        matches: 0,
        finished: 0,
        steps: 0,
        faults: Counts::default(),
        cheats: Vec::new(),
        seed: config.seed,
        problems: Vec::new(),
    };
    let all = matches * cheats.len().max(1) as u32;
    if cheats.is_empty() {
        for i in 0..matches {
            let config = Config { seed: config.seed + u64::from(i), ..config.clone() };
            report.count(play(&config, by_chance(faults, &config), wrong));
            progress(report.matches, all);
        }
    }
    for &kind in cheats {
        let mut tally = CheatReport::new(kind);
        for i in 0..matches {
            let config = Config { seed: config.seed + u64::from(i), ..config.clone() };
            let trouble = Scenario { faults, ..trouble(kind, &config) };
            report.count(play(&config, trouble, |world| {
                let found = match judge(world, kind, &config) {
                    Ok(found) => found,
                    Err(problem) => return Some(problem.what),
                };
                tally.add(&found);
                found.problem
            }));
            progress(report.matches, all);
        }
        report.cheats.push(tally);
    }
    report
}

impl Report {
    fn count(&mut self, played: Result<Played, StartError>) {
        self.matches += 1;
        match played {
            Ok(played) => {
                self.steps += played.steps;
                self.faults.add(&played.faults);
                match played.problem {
                    None => self.finished += 1,
                    Some(problem) => self.problems.push(problem),
                }
            }
            Err(e) => self.problems.push(e.to_string()),
        }
    }
}

impl CheatReport {
    fn new(kind: Kind) -> Self {
        Self { kind: kind.name(), tried: 0, detected: 0, named_right: 0, misdeed_right: 0 }
    }

    fn add(&mut self, found: &Found) {
        self.tried += u32::from(found.tried);
        self.detected += u32::from(found.detected);
        self.named_right += u32::from(found.named_right);
        self.misdeed_right += u32::from(found.misdeed_right);
    }
}

/// The faults of a match, with the leavers and old disks that the seed determines.
pub fn by_chance(faults: Faults, config: &Config) -> Scenario {
    let leavers = leavers::by_chance(faults, config);
    let restores = restores_by_chance(faults, config);
    Scenario { faults, leavers, restores, ..Scenario::default() }
}

struct Played {
    steps: u64,
    faults: Counts,
    problem: Option<String>,
}

fn play(
    config: &Config,
    trouble: Scenario,
    wrong: impl FnOnce(&World) -> Option<String>,
) -> Result<Played, StartError> {
    let mut world = World::troubled(config.clone(), trouble)?;
    world.run(DEADLINE);
    let steps = world.honest().filter_map(|(_, peer)| Some(peer.node.as_ref()?.play().step()));
    Ok(Played {
        steps: steps.max().unwrap_or_default(),
        faults: world.counts(),
        problem: wrong(&world),
    })
}

/// What went wrong in a match without a cheat.
fn wrong(world: &World) -> Option<String> {
    world.verdict().err().map(|problem| problem.what)
}

/// A match in which one seat cheats, at an opportunity that the seed determines: the last seat, or the
/// first one if the cheat has to be a proposer.
pub fn trouble(kind: Kind, config: &Config) -> Scenario {
    let mut chance = Chance::new(config.seed ^ 0xc4ea7);
    let (first, last) = (Seat::new(0), Seat::new(config.seats as u8 - 1));
    let (seat, other) = if kind == Kind::TwoProposals { (first, last) } else { (last, first) };
    let skip = match kind {
        Kind::RogueKey | Kind::BadDealing => 0,
        // Nobody can be missed before the match has begun.
        Kind::Silence
        | Kind::ConsentThenSilence
        | Kind::BrokenConsent
        | Kind::ForgedCertificate
        | Kind::FalseDecision
        | Kind::GarbageBytes
        | Kind::OversizedBytes
        | Kind::WrongHead
        | Kind::ForgedSignature => 3 + chance.below(8),
        // Few steps need a decision.
        _ if kind.needs_decision() => 0,
        _ => chance.below(3),
    };
    let leaver = Leaver::new(other, Moment::Round("choose", chance.below(3)));
    // Where the others decide, half of the leavers come back just then.
    let is_back = kind.needs_decision() && chance.below(2) == 0;
    let leaver = if is_back { leaver.back_after(config.timing.grace + 400) } else { leaver };
    Scenario {
        cheat: Some(Cheat { kind, seat, skip }),
        leavers: kind.needs_leaver().then_some(leaver).into_iter().collect(),
        ..Scenario::default()
    }
}

/// How a match with a cheat went.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Whether the cheat found an opportunity.
    pub tried: bool,
    /// Whether every honest node noticed in time.
    pub detected: bool,
    /// Whether the right seat was named, with evidence, or rightly nobody.
    pub named_right: bool,
    /// Whether it was accused of what it did, or rightly nobody of anything.
    pub misdeed_right: bool,
    /// What else went wrong.
    pub problem: Option<String>,
}

/// Judges a match with a cheat.
///
/// # Errors
/// If an honest node did something wrong.
pub fn judge(world: &World, kind: Kind, config: &Config) -> Result<Found, Problem> {
    let at = |what: String| {
        let (id, seats, seed) = (config.game.info().id, config.seats, config.seed);
        format!("{id} with {seats} seats, seed {seed}, {}: {what}", kind.name())
    };
    let mut accusations = world.honest().flat_map(|(_, peer)| &peer.accusations);
    let accused = accusations.find(|(blame, _)| Some(blame.seat) == world.dishonest());
    let cheated = world.cheated().or(accused.map(|(blame, _)| blame.step));
    let (Some(step), Some(crook)) = (cheated, world.dishonest()) else {
        return Ok(Found { problem: wrong(world), ..Found::default() });
    };
    let fails = |failure, what: String| Err(Problem { failure, what: at(what) });
    if let Some(named) = world.monitor.named.first() {
        return fails(Failure::HonestNamed, named.clone());
    }
    if let Some(wrong) = world.monitor.wrongs.first() {
        return fails(Failure::Broken, wrong.clone());
    }
    let mut found = Found::of_a_cheat();
    for (seat, peer) in world.honest() {
        let Some(node) = &peer.node else {
            return fails(Failure::Broken, format!("{seat} is down"));
        };
        // A node that was left behind, or had closed the step without the cheat, has received nothing.
        if node.is_excluded() || is_void(node, crook, step) {
            continue;
        }
        found.add((kind, crook, step), peer, config);
        if !found.detected && found.problem.is_none() {
            found.problem = Some(at(format!("{seat} did not notice step {step}: {}", state(peer))));
        }
    }
    found.problem = found.problem.or_else(|| must_end(world, kind, config, step).map(at));
    if !found.named_right && found.problem.is_none() {
        found.problem = Some(at("the evidence does not convince".into()));
    }
    if !found.misdeed_right && found.problem.is_none() {
        let names = world.honest().flat_map(|(_, peer)| &peer.accusations);
        let names: Vec<_> = names.map(|(fault, _)| fault.misdeed.name()).collect();
        found.problem = Some(at(format!("it is accused of something else: {}", names.join(", "))));
    }
    Ok(found)
}

/// What is wrong with the end of a match in which a seat cheated in this step.
fn must_end(world: &World, kind: Kind, config: &Config, step: u64) -> Option<String> {
    let goes_on = !kind.leaves_proof() || config.on_cheat == OnCheat::GoOn && kind.can_go_on();
    // Before the keys and their escrow are complete, a table cannot go on without anybody.
    let setup = if config.survive > 0 { 3 } else { 1 };
    let survives = step > setup && can_lose(kind, config);
    let over = |peer: &Peer| peer.node.as_ref().is_some_and(|n| n.is_over() || n.is_excluded());
    let hanging = kind.leaves_proof() && !world.honest().all(|(_, peer)| over(peer));
    if kind.is_idle() || goes_on && survives || hanging { wrong(world) } else { None }
}

/// Whether a table can go on without the cheat, and without whoever else has left.
fn can_lose(kind: Kind, config: &Config) -> bool {
    config.survive > u8::from(kind.needs_leaver())
}

/// Whether a seat's contribution to a step does not count at a node: that step or an earlier one was closed
/// by consents without the seat.
fn is_void(node: &Node, crook: Seat, step: u64) -> bool {
    let transcript = node.steps();
    let Ok(mut reader) = Reader::new(transcript.as_slice()) else { return false };
    while let Ok(Some(record)) = reader.entry::<Record>() {
        let Record::Consent(Signed { statement: Consent { at, without }, .. }) = record else {
            continue;
        };
        if at.step == step || at.step < step && without >> crook.index() & 1 == 1 {
            return true;
        }
    }
    false
}

fn state(peer: &Peer) -> String {
    let Some(node) = &peer.node else { return "it is down".into() };
    let (play, faults) = (node.play(), peer.accusations.iter().map(|(fault, _)| fault.to_string()));
    let faults: Vec<_> = faults.collect();
    format!("it is at step {} ({}), {faults:?}", play.step(), play.round_name())
}

impl Found {
    /// A cheat that happened, before anything speaks against the honest nodes.
    fn of_a_cheat() -> Self {
        Self { tried: true, detected: true, named_right: true, misdeed_right: true, problem: None }
    }

    /// Adds how an honest seat has reacted to a cheat in a step.
    fn add(&mut self, (kind, crook, step): (Kind, Seat, u64), peer: &Peer, config: &Config) {
        let accusations = &peer.accusations;
        if !kind.leaves_proof() {
            let rid = peer.node.as_ref().is_some_and(|node| match can_lose(kind, config) {
                true => node.play().gone().contains(crook),
                // A table that cannot go on without the cheat waits for it alone, and says so.
                false => node.missing() == [crook].into_iter().collect(),
            });
            self.detected &= rid || kind.is_idle();
            self.named_right &= accusations.is_empty();
            self.misdeed_right &= accusations.is_empty();
            return;
        }
        let when = step..=step + kind.shows_after();
        let noticed = accusations.iter().any(|(fault, _)| when.contains(&fault.step));
        let named =
            |(fault, file): &(Blame, Vec<u8>)| fault.seat == crook && convicts(file, crook, config);
        self.detected &= noticed;
        self.named_right &= noticed && accusations.iter().all(named);
        let is_right = |(fault, _): &(Blame, _)| misdeeds::is_right(kind, fault);
        self.misdeed_right &= noticed && accusations.iter().all(is_right);
    }
}

/// Whether an evidence file convinces somebody who was not there. A different head proves a second history,
/// signed by the cheat; that nobody told the cheat that history is known only to those who were there.
fn convicts(file: &[u8], crook: Seat, config: &Config) -> bool {
    let audited = audit(std::io::Cursor::new(file), config.finder(), |_, _| {});
    audited.is_ok_and(|audited| match audited.verdict {
        Verdict::Cheated(fault) => fault.seat == crook,
        Verdict::TwoHistories { seat, .. } => seat == crook,
        _ => false,
    })
}
