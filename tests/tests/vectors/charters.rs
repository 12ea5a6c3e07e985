//! Charters that everybody has signed and that are none for their game.

use engine::Seat;
use proto::{Charter, Record, SeatEntry, SignedCharter};

use crate::{corners, played, verdicts::transcript};

/// Each with the match whose charter was changed, and signed again by all.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    let set = |value: &str| {
        let value = value.to_owned();
        move |charter: &mut Charter| {
            let target = charter.options.iter_mut().find(|(key, _)| key == "target");
            target.unwrap().1 = value.clone();
        }
    };
    vec![
        changed("a charter signed anew", "match", |_| {}),
        changed("a charter of a game with other cards", "match", |c| c.description[0] ^= 1),
        changed("a charter of other rules", "match", |c| c.rules += 1),
        changed("a charter of another game", "match", |c| c.game = "chess".into()),
        changed("a charter of another protocol", "match", |c| c.protocol += 1),
        changed("a charter that survives too many leavers", "match", |c| c.survive = 1),
        changed("a charter with a name of 41 bytes", "match", |c| c.seats[0].name = "n".repeat(41)),
        changed("a charter with a name of no bytes", "match", |c| c.seats[0].name.clear()),
        changed("a charter with a name that rings", "match", |c| c.seats[0].name.push('\u{7}')),
        changed("a charter with one player twice", "match", |c| {
            c.seats[1].identity = c.seats[0].identity;
        }),
        changed("a charter with one commitment twice", "match", |c| {
            c.seats[1].key = c.seats[0].key;
        }),
        signed_once_more("a charter with a signature more", "match"),
        (
            "a match without its charter".into(),
            "match",
            transcript(&played::records("match")[1..2]),
        ),
        changed("a charter with an option that the game does not have", "match", |c| {
            c.options.push(("speed".into(), "9".into()));
        }),
        changed("a charter without an option of the game", "tricks", |c| c.options.truncate(1)),
        changed("a charter with an option at its least", "tricks", set("10")),
        changed("a charter with an option below its least", "tricks", set("9")),
        changed("a charter with a number that is written otherwise", "tricks", set("015")),
        changed("a charter with a word that an option does not take", "tricks", |c| {
            let rules = c.options.iter_mut().find(|(key, _)| key == "rules");
            rules.unwrap().1 = "none".into();
        }),
        changed("a charter for fewer seats than the game takes", "tricks", |c| {
            c.seats.pop();
        }),
        changed("a charter with its options in another order", "tricks", |c| c.options.reverse()),
        changed("a charter with a value of 41 bytes", corners::OF, |c| {
            c.options[0].1 = corners::LONG_WORD.into();
        }),
        changed("a charter with nine seats", corners::OF, |c| {
            let more = |seat: u8| SeatEntry {
                identity: played::identity(Seat::new(seat)).verifying_key().to_bytes(),
                key: [seat; 32],
                ..c.seats[0].clone()
            };
            let more: Vec<SeatEntry> = (2..9).map(more).collect();
            c.seats.extend(more);
        }),
    ]
}

fn changed(
    name: &str,
    of: &'static str,
    change: impl FnOnce(&mut Charter),
) -> (String, &'static str, Vec<u8>) {
    let Some(Record::Charter(SignedCharter { mut charter, .. })) =
        played::records(of).into_iter().next()
    else {
        panic!("{of} has no charter")
    };
    change(&mut charter);
    let key = |identity: &[u8; 32]| {
        let mut keys = Seat::all(9).map(played::identity);
        keys.find(|key| key.verifying_key().as_bytes() == identity).unwrap()
    };
    let signatures = charter.seats.iter().map(|place| charter.sign(&key(&place.identity)));
    let signatures = signatures.collect();
    let record = Record::Charter(SignedCharter { charter, signatures });
    (name.to_owned(), of, transcript(&[record]))
}

fn signed_once_more(name: &str, of: &'static str) -> (String, &'static str, Vec<u8>) {
    let Some(Record::Charter(mut signed)) = played::records(of).into_iter().next() else {
        panic!("{of} has no charter")
    };
    signed.signatures.extend(signed.signatures.first().copied());
    (name.to_owned(), of, transcript(&[Record::Charter(signed)]))
}
