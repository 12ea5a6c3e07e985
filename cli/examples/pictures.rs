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

use ratatui::crossterm::event::KeyCode;
use support::{Seeded, picture, press, screens, settle, shown, text, type_keys};

const SIZE: (u16, u16) = (112, 32);

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs".into()));
    let folder = std::path::absolute(folder).unwrap();
    fs::create_dir_all(&folder).unwrap();
    if std::env::args().nth(2).as_deref() == Some("tables") {
        return tables(&folder, std::env::args().nth(3).as_deref() == Some("text"));
    }
    let mut house = Seeded::in_folder(std::env::temp_dir().join("nodealer-pictures"));
    let mut screens = screens(&mut house);
    press(&mut screens, KeyCode::Enter);
    settle(&mut screens);
    let save = |name: &str, screens: &support::Screens<'_>| {
        let path = folder.join(name);
        fs::write(&path, nodealer::tui::svg(&picture(&screens.app, SIZE))).unwrap();
        println!("{}", path.display());
    };
    let mut answered = 0;
    while !shown(&screens).contains(": the end ") {
        press(&mut screens, KeyCode::Enter);
        if shown(&screens).contains(" Once more ") {
            press(&mut screens, KeyCode::Char('y'));
        }
        settle(&mut screens);
        answered += 1;
        if answered == 4 {
            save("table.svg", &screens);
        }
    }
    type_keys(&mut screens, "2");
    press(&mut screens, KeyCode::Enter);
    press(&mut screens, KeyCode::End);
    type_keys(&mut screens, "t");
    save("audit.svg", &screens);
}

/// Every game's table at three sizes: early, in the middle and late in a match.
fn tables(folder: &Path, as_text: bool) {
    for game in games::GAMES {
        let all = moments::moments(*game, game.info().usual_seats, 3);
        for (name, part) in [("early", 1), ("middle", 4), ("late", 7)] {
            let app = all[all.len() * part / 8].app();
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
