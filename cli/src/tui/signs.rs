//! The signs on a table, and what they mean.

use seat::shown::{BoardShown, CardShown, PlaceShown, TokenShown};

use super::paint::{Text, Theme, atom, words};

/// A sign: the letter it is known by, how it is written, and its meaning.
struct Sign(char, String, String);

/// What every table has.
const USUAL: [(char, &str, &str); 6] = [
    ('▶', "▶", "whose turn it is"),
    ('▒', "▒", "a card face down"),
    ('◉', "◉", "face down, but you have seen it"),
    ('○', "●○", "so many of so many"),
    ('✗', "✗", "cannot be chosen now"),
    ('←', "←", "who was sent there"),
];

/// All signs of a table.
fn all(board: &BoardShown) -> Vec<Sign> {
    let usual = USUAL.map(|(by, sign, means)| Sign(by, sign.into(), means.into()));
    let mut signs: Vec<Sign> = usual.into();
    for token in tokens(board) {
        let glyph = engine::symbols::glyph(&token.symbol).and_then(|glyph| glyph.chars().next());
        // Few of a limited number are dots.
        let Some(glyph) = glyph.filter(|_| token.limit.is_none()) else { continue };
        if !signs.iter().any(|sign| sign.0 == glyph) {
            signs.push(Sign(glyph, glyph.into(), token.plural.clone()));
        }
    }
    signs
}

fn tokens(board: &BoardShown) -> impl Iterator<Item = &TokenShown> {
    let seats = board.seats.iter();
    let places: Vec<&PlaceShown> = seats.chain(board.mats.iter().map(|mat| &mat.place)).collect();
    let piles = places.clone().into_iter().flat_map(|place| &place.piles).chain(&board.piles);
    let on_cards = piles.flat_map(|pile| &pile.cards).flat_map(|card: &CardShown| &card.tokens);
    places.into_iter().flat_map(|place| &place.tokens).chain(on_cards)
}

/// What each sign of a table means, a text for each.
pub(super) fn explained(board: &BoardShown, theme: Theme) -> Vec<Text> {
    let line = |Sign(_, sign, means): Sign| {
        let sign = atom(format!("{sign:<16}"), theme.strong()).hanging();
        [vec![sign], words(&means, theme.quiet())].concat()
    };
    all(board).into_iter().map(line).collect()
}

/// What the signs that are to be `seen` mean, in one text.
pub(super) fn legend(board: &BoardShown, theme: Theme, seen: impl Fn(char) -> bool) -> Text {
    let told = all(board).into_iter().filter(|sign| seen(sign.0));
    let told: Vec<String> = told.map(|Sign(_, sign, means)| format!("{sign} {means}")).collect();
    match told.is_empty() {
        true => Vec::new(),
        false => words(&format!("Signs: {}", told.join(" · ")), theme.quiet()),
    }
}
