//! One liar at a table of three begins ballots, so that what others say in theirs might come too soon or seem too far ahead.
//! The liar has no power over the network and signs nothing that contradicts anything. The others come to a decision.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{
    Ballot, Contribution, Header, Message, Prepare, Promise, Signed, Statement, Status, Word, codec,
};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat, words};
use table::AutoConsent;

/// Consents as soon as it may; has a player who consents when asked; lies.
const FIRST: u8 = 0;
const OTHER: u8 = 1;
const LIAR: u8 = 2;

struct Table {
    world: World,
    at: Header,
    choice: Contribution,
}

impl Table {
    fn new() -> Self {
        let votes = vec![(seat(OTHER), AutoConsent::Never)];
        let trouble = || Scenario { votes: votes.clone(), ..Scenario::default() };
        let found = (0..40).find_map(|seed| at_a_choice(3, seed, (1, trouble()), 1));
        let (mut world, choices) = found.unwrap();
        world.run_until(world.now + 200);
        let choice = choices[0].clone();
        let Contribution { match_id, step, head, .. } = choice;
        // From here on the test speaks for the liar.
        world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
        Self { world, at: Header { match_id, step, seat: LIAR, head }, choice }
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, &identity(self.world.config().seed, seat(LIAR)))
    }

    fn tell(&mut self, to: u8, message: &Message) {
        self.world.inject(seat(LIAR), seat(to), &codec::encode(message));
    }

    fn chooses(&mut self, to: u8) {
        let said = self.sign(self.choice.clone());
        self.tell(to, &Message::Contribution(said));
    }

    fn begins(&mut self, to: u8, round: u32) {
        let begun = self.sign(Prepare { at: self.at, round });
        self.tell(to, &Message::Word(Word::Prepare(begun)));
    }

    fn promises(&mut self, round: u32, seat: u8) {
        let ballot = Ballot { round, seat };
        let promise = self.sign(Promise { at: self.at, ballot, accepted: None });
        self.tell(FIRST, &Message::Word(Word::Promise(promise, Vec::new())));
    }

    fn is_heard(&mut self) {
        let Header { match_id, step, head, .. } = self.at;
        let status = Status { match_id, step, head, have: 0xff, proven: 0xff, ask: 0 };
        [FIRST, OTHER].into_iter().for_each(|to| self.tell(to, &Message::Status(status)));
    }

    fn words(&self, of: u8) -> Vec<Word> {
        let here = |word: &Word| word.at().is_some_and(|at| at.step == self.at.step);
        words(&self.world, of).into_iter().filter(here).collect()
    }

    fn begun(&self, of: u8) -> Vec<Signed<Prepare>> {
        let begun = self.words(of).into_iter().filter_map(|word| match word {
            Word::Prepare(signed) if signed.statement.at.seat == of => Some(signed),
            _ => None,
        });
        begun.collect()
    }

    fn promised(&self, of: u8) -> Option<Ballot> {
        let ballots = self.words(of).into_iter().filter_map(|word| match word {
            Word::Promise(signed, _) if signed.statement.at.seat == of => {
                Some(signed.statement.ballot)
            }
            _ => None,
        });
        ballots.max()
    }

    fn chain(&self) -> usize {
        let chains = self.words(FIRST).into_iter().filter_map(|word| match word {
            Word::Proposal(chain) => Some(chain.len()),
            _ => None,
        });
        chains.max().unwrap_or_default()
    }

    fn step_of(&self, of: u8) -> u64 {
        self.world.node(seat(of)).unwrap().play().step()
    }

    /// The first consents to go on without the liar; the other has not yet. Then comes a moment between two ticks.
    fn first_consents(&mut self, heard: bool) {
        let end = self.world.now + 400_000;
        while self.words(FIRST).is_empty() {
            assert!(self.world.now < end, "nobody consents");
            if heard {
                self.is_heard();
            }
            self.world.run_until(self.world.now + 100);
        }
        assert!(self.words(OTHER).is_empty());
        self.world.run_until(self.world.now / 500 * 500 + 600);
    }

    /// The liar says nothing more, nothing is lost between the others, who are a quorum, and whose players consent to
    /// whatever they may.
    fn is_silent(&mut self) {
        assert!(self.world.monitor.named.is_empty() && self.world.monitor.wrongs.is_empty());
        let end = self.world.now + 1_200_000;
        while self.world.now < end {
            self.world.run_until(self.world.now + 5_000);
            let now = 1_000_000_000 + self.world.now;
            let node = self.world.peers[usize::from(OTHER)].node.as_mut().unwrap();
            let may = node.may_go_on_without();
            node.consent(may, now);
        }
    }

    fn stops(&mut self, of: u8) {
        let disk = &mut self.world.peers[usize::from(of)].disk;
        disk.synced = disk.bytes.len();
        self.world.kill(seat(of));
    }

    fn all_over(&self) {
        let ends = [FIRST, OTHER].map(|of| self.world.node(seat(of)).unwrap()).map(|node| {
            (node.play().step(), node.is_over(), node.play().gone(), node.blames().len())
        });
        let step = self.at.step;
        assert!(ends.iter().all(|(_, over, ..)| *over), "the table hangs at {step}: {ends:?}");
    }
}

/// What the liar does once the other is bound to a ballot of the liar that the first never hears of: what the other says
/// again comes always too soon after another ballot of the liar.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    /// It is silent.
    Nothing,
    /// It goes on so.
    GoesOn,
    /// It promises in so many ballots of the first, and is silent then.
    Promises(usize),
    /// After so many ballots of the first it shows the earliest of them to the other, again and again.
    Shows(usize),
}

fn unheard(then: Then) {
    let mut table = Table::new();
    table.first_consents(true);
    let step = table.at.step;
    table.begins(FIRST, 1);
    table.begins(OTHER, 60_000);
    assert_eq!(table.promised(OTHER), Some(Ballot { round: 60_000, seat: LIAR }));
    table.chooses(OTHER);
    table.chooses(FIRST);
    let (begin, mut round, mut known) = (table.world.now, 2, 0);
    while then != Then::Nothing && table.world.now < begin + 600_000 {
        let begun = table.begun(FIRST);
        match then {
            _ if table.step_of(FIRST) > step => break,
            Then::Promises(many) if begun.len() > many => break,
            Then::Promises(_) if begun.len() > known => {
                known = begun.len();
                table.promises(begun[known - 1].statement.round, FIRST);
            }
            Then::Shows(many) if begun.len() > many => {
                table.tell(OTHER, &Message::Word(Word::Prepare(begun[0])));
            }
            _ => table.begins(FIRST, round),
        }
        table.world.run_until(table.world.now + 5);
        round = 2 + ((table.world.now - begin) / 1000) as u32;
    }
    let rounds: Vec<_> = table.begun(FIRST).iter().map(|one| one.statement.round).collect();
    let (chain, after) = (table.chain(), table.world.now - begin);
    eprintln!("begun {rounds:?} chain {chain} after {after} ms");
    if matches!(then, Then::GoesOn | Then::Shows(_)) {
        assert!(table.step_of(FIRST) > step, "the liar has kept the table for 10 minutes");
    }
    table.is_silent();
    table.all_over();
}

#[test]
fn a_ballot_that_binds_another_is_heard_however_many_its_seat_begins() {
    unheard(Then::GoesOn);
}

#[test]
fn promises_of_a_liar_make_no_chain_too_long() {
    unheard(Then::Promises(9));
}

#[test]
fn old_ballots_that_are_shown_again_keep_no_new_ones_from_being_heard() {
    unheard(Then::Shows(3));
}

#[test]
fn a_ballot_that_only_one_has_heard_of_hangs_nobody() {
    unheard(Then::Nothing);
}

#[test]
fn promises_of_a_liar_in_six_ballots_hang_nobody() {
    unheard(Then::Promises(6));
}

/// For three seconds two honest seats do not hear each other, while one of them begins ballots that a liar has pushed ahead.
/// Then they hear each other for good, and the liar says nothing more. It has never said anything to the other.
fn pushed(far: bool) {
    let mut table = Table::new();
    let step = table.at.step;
    let end = table.world.now + 400_000;
    let consented = |table: &Table, of: u8| !table.words(of).is_empty();
    while !consented(&table, FIRST) {
        assert!(table.world.now < end, "nobody consents");
        table.world.run_until(table.world.now + 1);
    }
    let now = 1_000_000_000 + table.world.now;
    let liar = [seat(LIAR)].into_iter().collect();
    assert!(table.world.peers[usize::from(OTHER)].node.as_mut().unwrap().consent(liar, now));
    table.world.run_until(table.world.now + 100);
    if far {
        table.begins(FIRST, 32_768);
    }
    while table.begun(FIRST).is_empty() {
        table.world.step().unwrap();
    }
    let begin = table.world.now;
    while table.promised(OTHER).is_none() {
        table.world.step().unwrap();
    }
    // The promise is under way, and what is sent from now on is lost.
    let (first, other) = (seat(FIRST), seat(OTHER));
    table.world.links.cut(first, other, begin + 3_000);
    table.world.run_until(begin + 1_200);
    assert_eq!(table.step_of(FIRST), step);
    let round = table.begun(FIRST).last().unwrap().statement.round;
    if far {
        table.begins(FIRST, round + 32_768);
    } else {
        table.begins(FIRST, round + 1);
    }
    table.world.run_until(begin + 2_900);
    let rounds =
        |of| table.begun(of).iter().map(|signed| signed.statement.round).collect::<Vec<_>>();
    eprintln!("begun {:?} and {:?}", rounds(FIRST), rounds(OTHER));
    table.is_silent();
    let rounds =
        |of| table.begun(of).iter().map(|signed| signed.statement.round).collect::<Vec<_>>();
    eprintln!("begun {:?} and {:?}", rounds(FIRST), rounds(OTHER));
    table.all_over();
}

#[test]
fn ballots_that_a_liar_has_pushed_ahead_are_still_heard() {
    pushed(true);
}

#[test]
fn ballots_whose_promises_are_lost_are_begun_again() {
    pushed(false);
}

/// What a liar does while one honest seat is away and the other begins ballots, each of which it pushes further ahead.
#[derive(Default)]
struct Push {
    /// For how long.
    lasts: u64,
    /// It answers ballots that it has not begun.
    by_promises: bool,
    /// The machine of who has begun ballots crashes before the other is back.
    crash: bool,
    /// It begins many low ballots with who is back.
    crowds: bool,
}

impl Push {
    fn hangs_nobody(self) {
        let mut table = Table::new();
        let step = table.at.step;
        table.first_consents(false);
        table.stops(OTHER);
        table.chooses(FIRST);
        let end = table.world.now + self.lasts;
        while table.world.now < end {
            let last = table.begun(FIRST).last().map_or(0, |begun| begun.statement.round);
            match self.by_promises {
                true => table.promises(last + 32_768, LIAR),
                false => table.begins(FIRST, last + 32_768),
            }
            table.world.run_until(table.world.now + 100);
        }
        let rounds: Vec<_> = table.begun(FIRST).iter().map(|one| one.statement.round).collect();
        eprintln!("begun {rounds:?}");
        assert_eq!(table.step_of(FIRST), step);
        if self.crash {
            table.stops(FIRST);
            table.world.revive(seat(FIRST)).unwrap();
        }
        table.world.revive(seat(OTHER)).unwrap();
        for round in 1..if self.crowds { 20_000 } else { 1 } {
            table.begins(OTHER, round);
            table.world.run_until(table.world.now + 5);
        }
        table.is_silent();
        table.all_over();
    }
}

#[test]
fn ballots_that_a_liar_has_pushed_ahead_of_somebody_away_hang_nobody() {
    Push { lasts: 20_000, ..Push::default() }.hangs_nobody();
}

#[test]
fn ballots_that_a_liar_has_pushed_ahead_by_promises_hang_nobody() {
    Push { lasts: 20_000, by_promises: true, ..Push::default() }.hangs_nobody();
}

#[test]
fn ballots_that_were_pushed_ahead_before_a_crash_hang_nobody() {
    Push { lasts: 20_000, crash: true, ..Push::default() }.hangs_nobody();
}

#[test]
fn answers_to_a_liar_that_were_pushed_ahead_before_a_crash_hang_nobody() {
    Push { lasts: 60_000, crash: true, ..Push::default() }.hangs_nobody();
}

#[test]
fn ballots_that_were_pushed_ahead_are_heard_among_many_others() {
    Push { lasts: 20_000, crowds: true, ..Push::default() }.hangs_nobody();
}

/// The first answers a ballot of a liar while the other is away, and begins one far later, since the liar answers one that
/// nobody has begun. Whenever somebody who is back could hear of the first again, the liar begins a low one with them.
#[test]
fn ballots_at_the_right_moments_keep_nobody_from_hearing_others() {
    let mut table = Table::new();
    let step = table.at.step;
    // It is there, so that it may think for as long as people have patience.
    for _ in 0..59 {
        table.is_heard();
        table.world.run_until(table.world.now + 5_000);
    }
    assert!(table.words(FIRST).is_empty());
    table.stops(OTHER);
    table.begins(FIRST, 65_000);
    assert_eq!(table.promised(FIRST), Some(Ballot { round: 65_000, seat: LIAR }));
    table.promises(65_000 + 32_700, LIAR);
    let end = table.world.now + 60_000;
    while !table.words(FIRST).iter().any(|word| matches!(word, Word::Consent(_))) {
        assert!(table.world.now < end, "nobody consents");
        table.world.run_until(table.world.now + 1);
    }
    table.chooses(FIRST);
    while table.begun(FIRST).is_empty() {
        assert!(table.world.now < end, "nobody begins");
        table.world.run_until(table.world.now + 10);
    }
    // Not when anybody's status is on its way.
    table.world.run_until(table.world.now / 500 * 500 + 780);
    table.world.revive(seat(OTHER)).unwrap();
    let (end, mut pause) = (table.world.now + 600_000, 500);
    for round in 1.. {
        if table.step_of(FIRST) > step {
            break;
        }
        assert!(table.world.now < end, "the liar has kept the table for 10 minutes");
        table.begins(OTHER, round);
        table.world.run_until(table.world.now + pause);
        pause = (2 * pause).min(32_000);
    }
    table.is_silent();
    table.all_over();
}
