//! Draws the pictures of the README from a real match:
//! `cargo run --release -p nodealer --example pictures -- docs`
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

use std::{fs, path::PathBuf};

use ratatui::crossterm::event::KeyCode;
use support::{Seeded, picture, press, screens, settle, shown, type_keys};

const SIZE: (u16, u16) = (112, 32);

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs".into()));
    let folder = std::path::absolute(folder).unwrap();
    fs::create_dir_all(&folder).unwrap();
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
