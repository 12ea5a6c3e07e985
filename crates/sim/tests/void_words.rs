//! What seats have said to a step that the table then closed without somebody counts for nothing; but whoever contradicts
//! itself in it is named by everybody all the same.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Consent, Contribution, Evidence, Header, Message, Signed, Statement, Word, codec};
use sim::{Leaver, Moment, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat, words};
use table::{Millis, Node, Seats};

const STATUS: Millis = 500;
/// The seat that leaves, and the one in whose name the test speaks.
const LEAVER: u8 = 2;
const LIAR: u8 = 3;

/// A match of four that has gone on without one of them.
struct WentOn {
    world: World,
    /// What the liar has said to the step that was closed so.
    void: Contribution,
}

impl WentOn {
    /// The leaver goes when the liar owes something too.
    fn new(seed: u64) -> Self {
        let moments = (12..40).map(Moment::Step);
        moments.into_iter().find_map(|moment| Self::at(seed, moment)).unwrap()
    }

    fn at(seed: u64, moment: Moment) -> Option<Self> {
        let leavers = vec![Leaver::new(seat(LEAVER), moment)];
        let trouble = Scenario { dishonest: Some(seat(LIAR)), leavers, ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, seed), trouble).unwrap();
        let stays = |world: &World, by: u8| world.node(seat(by)).unwrap().play().gone().is_empty();
        assert!(world.run_while(DEADLINE, |world| [0, 1, LIAR].iter().any(|by| stays(world, *by))));
        let consented = words(&world, 0).into_iter().find_map(|word| match word {
            Word::Consent(signed) => Some(signed.statement.at.step),
            _ => None,
        });
        let void = world.monitor.said(consented.unwrap(), seat(LIAR)).cloned()?;
        Some(Self { world, void })
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, &identity(self.world.config().seed, seat(LIAR)))
    }

    fn tell(&mut self, to: u8, message: &Message) {
        self.world.inject(seat(LIAR), seat(to), &codec::encode(message));
    }

    /// A consent of the liar in the step before, which it has closed by contributions like everybody.
    fn broken_consent(&self) -> Signed<Consent> {
        let step = self.void.step - 1;
        let before = (0..4).find_map(|by| self.world.monitor.said(step, seat(by)));
        let Contribution { match_id, head, .. } = *before.unwrap();
        let at = Header { match_id, step, seat: LIAR, head };
        self.sign(Consent { at, without: 1 << LEAVER })
    }

    fn everybody_names_the_liar_alone(&mut self) {
        self.world.run_until(self.world.now + 20 * STATUS);
        let liar: Seats = [seat(LIAR)].into_iter().collect();
        for (by, peer) in self.world.honest() {
            let named = peer.node.as_ref().map(Node::blames).unwrap();
            let named: Seats = named.into_iter().map(|blame| blame.seat).collect();
            assert_eq!(named, liar, "{by}");
        }
        assert_eq!(self.world.monitor.named, [""; 0]);
    }
}

#[test]
fn a_second_contribution_to_a_step_that_was_closed_without_somebody_names_its_seat() {
    for seed in 0..3 {
        let mut table = WentOn::new(seed);
        let other = table.sign(Contribution { head: [7; 32], ..table.void.clone() });
        table.tell(0, &Message::Contribution(other));
        table.everybody_names_the_liar_alone();
    }
}

/// Somebody else's signature under a consent proves nothing, and keeps nobody from hearing of the true one.
#[test]
fn evidence_with_a_false_consent_hides_no_true_one() {
    for seed in 0..3 {
        let mut table = WentOn::new(seed);
        let said = Box::new(table.sign(table.void.clone()));
        let broken = table.broken_consent();
        let forged = Signed { signature: said.signature, ..broken };
        table.tell(0, &Message::Evidence(Evidence::BrokenConsent(forged, said.clone())));
        table.tell(1, &Message::Evidence(Evidence::BrokenConsent(broken, said)));
        table.everybody_names_the_liar_alone();
    }
}

/// The liar shows a consent that it has kept, beside what it has said later.
#[test]
fn evidence_with_a_consent_that_was_kept_hides_none_that_was_broken() {
    for seed in 0..3 {
        let mut table = WentOn::new(seed);
        let said = Box::new(table.sign(table.void.clone()));
        let broken = table.broken_consent();
        let Contribution { match_id, step, head, .. } = table.void;
        let at = Header { match_id, step, seat: LIAR, head };
        let kept = table.sign(Consent { at, without: 1 << LEAVER });
        table.tell(0, &Message::Evidence(Evidence::BrokenConsent(kept, said.clone())));
        table.tell(1, &Message::Evidence(Evidence::BrokenConsent(broken, said)));
        table.everybody_names_the_liar_alone();
    }
}
