//! Draws pictures of the screens: those of the README from a real match, and with `tables` every game's
//! table at three sizes, wherever a match stands.
//! `cargo run --release -p nodealer --example pictures -- docs`
//! `cargo run -p nodealer --example pictures -- FOLDER tables [text]`
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/moments/mod.rs"]
#[allow(dead_code)]
mod moments;
#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

use std::{
    fs,
    path::{Path, PathBuf},
};

use moments::Moment;
use ratatui::crossterm::event::KeyCode;
use seat::{Intent, shown::LayoutShown};
use support::{Screens, emptied, picture, screens, seeded, text};

const SIZE: (u16, u16) = (112, 32);
/// So many pictures move in the README: the first hand.
const FRAMES: usize = 12;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs".into()));
    let folder = std::path::absolute(folder).unwrap();
    fs::create_dir_all(&folder).unwrap();
    if std::env::args().nth(2).as_deref() == Some("tables") {
        return tables(&folder, std::env::args().nth(3).as_deref() == Some("text"));
    }
    let mut screens = screens(&emptied(&std::env::temp_dir().join("nodealer-pictures")));
    screens.want(Intent::PlayHere(seeded("knives")));
    screens.settle();
    let write = |name: &str, drawn: String| {
        let path = folder.join(name);
        fs::write(&path, drawn).unwrap();
        println!("{}", path.display());
    };
    let drawn = |screens: &Screens| picture(&screens.runner.app, SIZE);
    let mut frames = Vec::new();
    while !screens.shown().contains(": the end ") {
        screens.press(KeyCode::Enter);
        if screens.shown().contains(" Please confirm ") {
            screens.press(KeyCode::Char('y'));
        }
        screens.settle();
        if frames.len() < FRAMES {
            frames.push(drawn(&screens));
        }
    }
    write("table.svg", nodealer::tui::moving_svg(&frames));
    screens.type_keys("2");
    screens.press(KeyCode::Enter);
    screens.settle();
    screens.press(KeyCode::End);
    screens.type_keys("t");
    write("audit.svg", nodealer::tui::svg(&drawn(&screens)));
}

/// The first of these moments at which the reader has the turn, and answers to what others have laid where
/// cards are laid one after the other; the first of all if there is none.
fn own_turn(moments: &[Moment]) -> &Moment {
    let fits = |moment: &&Moment| {
        let board = moment.shown().board;
        let mut tricks = board.piles.iter().filter(|pile| pile.layout == LayoutShown::BySeat);
        let laid = tricks.all(|pile| pile.cards.iter().any(|card| card.face.is_some()));
        !moment.window && board.turn == Some(0) && laid
    };
    moments.iter().find(fits).unwrap_or(&moments[0])
}

/// Every game's table at three sizes: early, in the middle and late in a match, at the reader's own turn.
fn tables(folder: &Path, as_text: bool) {
    for game in games::GAMES {
        let all = moments::moments(*game, game.info().usual_seats, 3);
        for (name, part) in [("early", 1), ("middle", 4), ("late", 7)] {
            let app = own_turn(&all[all.len() * part / 8..]).app();
            for (width, height) in [(120, 40), (80, 24), (40, 20)] {
                let drawn = picture(&app, (width, height));
                if as_text {
                    println!("{} {name} {width}×{height}\n{}", game.info().id, text(&drawn));
                }
                let path = format!("{}-{name}-{width}x{height}.svg", game.info().id);
                fs::write(folder.join(path), nodealer::tui::svg(&drawn)).unwrap();
            }
        }
    }
}
