//! Every face of every game says what is drawn on it, in names that every screen can draw.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use engine::{Face, FaceInfo, Game, symbols};

fn faces() -> impl Iterator<Item = (&'static dyn Game, Face, FaceInfo)> {
    games::GAMES.iter().flat_map(|&game| {
        let faces = game.info().decks.iter().flat_map(|(_, faces)| faces.iter());
        faces.map(move |&face| (game, face, game.face(face)))
    })
}

#[test]
fn every_face_has_a_symbol_and_names_nothing_that_is_not_listed() {
    let listed: BTreeSet<_> = symbols::all().collect();
    for (game, face, info) in faces() {
        let name = (game.info().id, face, info.name);
        assert!(!info.art.symbol.is_empty(), "{name:?} has no symbol");
        let unknown: Vec<_> = info.art.names().filter(|name| !listed.contains(name)).collect();
        assert!(unknown.is_empty(), "{name:?} names {unknown:?}");
    }
}

#[test]
fn cards_of_no_honor_show_the_skills_that_their_help_names() {
    let game = games::find("no-honor").unwrap();
    let skills = ["lies", "stealth", "muscle", "tinker"];
    let drawn = |name: &str| {
        let (_, _, info) = faces()
            .find(|(of, _, info)| of.info().id == game.info().id && info.name == name)
            .unwrap();
        info.art.rows.iter().map(|row| row.symbols().collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert_eq!(drawn("Enforcer"), [vec![(skills[2], 2)]]);
    assert_eq!(drawn("Soft Boots"), [vec![(skills[1], 1)]]);
    assert_eq!(
        drawn("Watch Captain"),
        [vec![(skills[0], 2), (skills[2], 1)], vec![(skills[1], 4)]],
        "two challenges"
    );
    assert_eq!(drawn("Wizard's Tower"), [vec![("treasure", 2), ("lock", 3)]]);
}
