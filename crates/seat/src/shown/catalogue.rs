//! The fixed properties of a game: its faces, rules and options.

use std::collections::BTreeMap;

use engine::{Game, Values};
use serde::{Deserialize, Serialize};

/// What a screen needs to know about a game, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Catalogue {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// One sentence about it.
    pub blurb: String,
    /// The version of its rules.
    pub version: u16,
    /// The fewest seats, the most, and how many it usually has.
    pub seats: (usize, usize, usize),
    /// What can be agreed before a game.
    pub options: Vec<OptionShown>,
    /// The rules, as Markdown.
    pub rules: String,
    /// Every face that occurs in it.
    pub faces: BTreeMap<u8, FaceShown>,
}

/// An option of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionShown {
    /// Its key.
    pub key: String,
    /// What it changes.
    pub help: String,
    /// Its default.
    pub default: String,
    /// The words it takes; empty if it takes a number.
    pub words: Vec<String>,
    /// The least and the greatest number it takes.
    pub range: Option<(u32, u32)>,
}

/// How a face is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaceShown {
    /// Its name.
    pub name: String,
    /// At most six columns: a glyph and letters.
    pub short: String,
    /// A colour: "plain", "red", "green", "yellow", "blue", "magenta" or "cyan".
    pub tint: String,
    /// What the card does.
    pub help: String,
    /// What is drawn on it.
    pub art: ArtShown,
}

/// What is drawn on a card; see [`engine::Art`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArtShown {
    /// The text in the corner.
    pub index: String,
    /// The symbol below it.
    pub symbol: String,
    /// The picture in the middle.
    pub picture: String,
    /// Rows of small symbols, each with how many times it is repeated.
    pub rows: Vec<Vec<(String, u8)>>,
}

impl Catalogue {
    /// The catalogue of a game.
    pub fn of(game: &dyn Game) -> Self {
        let info = game.info();
        let dealt = || info.decks.iter().flat_map(|(_, faces)| faces.iter().copied());
        // Some faces are printed on the table and in no deck; their numbers lie between those of the
        // others.
        let (first, last) = (dealt().min(), dealt().max());
        let between = first.zip(last).map(|(first, last)| first.0..=last.0);
        let printed = between.into_iter().flatten().map(engine::Face);
        let printed = printed.filter(|face| !matches!(game.face(*face).name, "" | "?"));
        let faces = dealt().chain(printed);
        let (least, most) = info.seats;
        Self {
            id: info.id.into(),
            name: info.name.into(),
            blurb: info.blurb.into(),
            version: info.version,
            seats: (least, most, info.usual_seats),
            options: info.options.iter().map(OptionShown::of).collect(),
            rules: info.rules.into(),
            faces: faces.map(|face| (face.0, FaceShown::of(game, face))).collect(),
        }
    }
}

impl OptionShown {
    fn of(spec: &engine::OptionSpec) -> Self {
        let (words, range) = match spec.values {
            Values::Words(words) => (words.iter().map(|word| (*word).to_owned()).collect(), None),
            Values::Number(least, most) => (Vec::new(), Some((least, most))),
        };
        Self {
            key: spec.key.into(),
            help: spec.help.into(),
            default: spec.default.into(),
            words,
            range,
        }
    }
}

impl FaceShown {
    fn of(game: &dyn Game, face: engine::Face) -> Self {
        let info = game.face(face);
        let row = |row: &engine::ArtRow| row.symbols().map(|(s, n)| (s.to_owned(), n)).collect();
        Self {
            name: info.name.into(),
            short: info.short.into(),
            tint: info.tint.name().into(),
            help: info.help.into(),
            art: ArtShown {
                index: info.art.index.into(),
                symbol: info.art.symbol.into(),
                picture: info.art.picture.into(),
                rows: info.art.rows.iter().map(row).collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_has_the_faces_that_are_only_printed_on_the_table_too() {
        let catalogue = Catalogue::of(games::find("no-honor").unwrap());
        assert!(catalogue.faces.values().any(|face| face.name == "Jailor"));
    }

    #[test]
    fn every_face_of_every_deck_is_in_its_catalogue() {
        for game in games::GAMES {
            let catalogue = Catalogue::of(*game);
            for face in game.info().decks.iter().flat_map(|(_, faces)| faces.iter()) {
                assert_eq!(catalogue.faces[&face.0].name, game.face(*face).name);
            }
        }
    }
}
