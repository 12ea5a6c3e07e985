//! Which misdeed a kind of cheating is.

use table::Fault;

use crate::cheats::Kind;

const SHUFFLE: &str = "the proof of the shuffle does not hold";
const SHARES: &str = "the proof that the shares are right does not hold";
const NONE_OF: &str = "the proof that none of the cards has such a face does not hold";
const VOTES: [&str; 3] = [
    "it voted twice in one ballot",
    "it voted on a step that it had closed",
    "it closed one step in two ways",
];

/// Whether what a seat is accused of is what this kind of cheating does. What is said again in another
/// step fails by whatever it proved in its own.
pub fn is_right(kind: Kind, fault: &Fault) -> bool {
    let reason = fault.reason.as_str();
    let any = |names: &[&str]| names.iter().any(|name| reason.contains(name));
    match kind {
        Kind::WrongPermutation | Kind::DuplicatedCard | Kind::ShuffleFromAnotherStep => {
            any(&[SHUFFLE])
        }
        Kind::ReplacedCard => {
            any(&[SHUFFLE, "the proof that the cards are the same does not hold"])
        }
        Kind::WrongShare
        | Kind::ShareForAnotherCard
        | Kind::CardOfSomebodyElse
        | Kind::CardAlreadyPlayed
        | Kind::BadRecoveredShare => any(&[SHARES]),
        Kind::ForgedCannotFollow => reason.starts_with("it did not follow") && any(&[NONE_OF]),
        Kind::ForgedNotHeld => any(&[NONE_OF]),
        Kind::IllegalMove => any(&["it chose an entry that is not on the menu", "not allowed: "]),
        Kind::OutOfTurn => any(&["it spoke out of turn"]),
        Kind::ReplayedMessage => any(&["does not hold", "were sent for", "came back for", "piles"]),
        Kind::WrongHead => any(&["it signed a history that is not this one"]),
        Kind::Equivocation => any(&["it said two different things in one step"]),
        Kind::BadDealing => any(&["its escrow dealing to "]),
        Kind::RogueKey => any(&["is not the one it committed to", "of possession of the key"]),
        Kind::BiasedBeacon => any(&["of knowledge of the beacon's part does not hold"]),
        Kind::SealedChanged => any(&["it opened another choice than it had sealed"]),
        // Whichever two of its statements about one step somebody hears first contradict each other.
        Kind::TwoVotes | Kind::TwoFaced | Kind::TwoEnds => any(&VOTES),
        Kind::ForgedSignature
        | Kind::Silence
        | Kind::GarbageBytes
        | Kind::OversizedBytes
        | Kind::VoteThenSilence => false,
    }
}
