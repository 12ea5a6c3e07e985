use std::io::{self, Write};

use clap::Args;
use engine::{Game, Values};
use proto::hex;
use serde::Serialize;
use table::Description;

use crate::Failure;

/// A game's rules in our own words, with the rulings and the options
#[derive(Args)]
pub(super) struct Rules {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: &'static dyn Game,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let info = self.game.info();
        let mut out = io::stdout().lock();
        if self.json {
            let described = About::whole(self.game);
            let text = serde_json::to_string_pretty(&described).map_err(io::Error::other)?;
            return Ok(writeln!(out, "{text}")?);
        }
        writeln!(out, "{}", info.rules.trim_end())?;
        writeln!(out, "\n## At the command line\n")?;
        writeln!(
            out,
            "`nodealer play {}`: {}, usually {} (`--seats N`).",
            info.id,
            super::players(info.seats),
            info.usual_seats
        )?;
        for option in info.options {
            let takes = option.values.describe();
            writeln!(out, "\n`--option {}={}`", option.key, option.default)?;
            writeln!(out, ":   {} It takes {takes}.", option.help)?;
        }
        Ok(())
    }
}

/// A game, for programs.
#[derive(Serialize)]
pub(super) struct About {
    id: &'static str,
    name: &'static str,
    version: u16,
    /// The fewest and the most seats.
    seats: (usize, usize),
    usual_seats: usize,
    about: &'static str,
    options: Vec<Setting>,
    /// Each deck with the faces that occur in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decks: Vec<Deck>,
    /// What the charter of every match commits to: PROTOCOL.md, section 9.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Description>,
    /// Its digest, as in the charter.
    digest: String,
    /// The rules, in Markdown.
    #[serde(skip_serializing_if = "str::is_empty")]
    rules: &'static str,
}

#[derive(Serialize)]
struct Setting {
    key: &'static str,
    help: &'static str,
    default: &'static str,
    values: Takes,
}

/// The values that an option takes: words, or a number from the first to the second.
#[derive(Serialize)]
#[serde(untagged)]
enum Takes {
    Words(&'static [&'static str]),
    Number { from: u32, to: u32 },
}

#[derive(Serialize)]
struct Deck {
    deck: u8,
    faces: Vec<Face>,
}

#[derive(Serialize)]
struct Face {
    face: u8,
    name: &'static str,
    short: &'static str,
    help: &'static str,
}

impl About {
    /// The game without its cards and its rules.
    pub(super) fn short(game: &dyn Game) -> Self {
        let info = game.info();
        let setting = |spec: &engine::OptionSpec| Setting {
            key: spec.key,
            help: spec.help,
            default: spec.default,
            values: match spec.values {
                Values::Words(words) => Takes::Words(words),
                Values::Number(from, to) => Takes::Number { from, to },
            },
        };
        Self {
            id: info.id,
            name: info.name,
            version: info.version,
            seats: info.seats,
            usual_seats: info.usual_seats,
            about: info.blurb,
            options: info.options.iter().map(setting).collect(),
            decks: Vec::new(),
            description: None,
            digest: hex(&Description::of(game).digest()),
            rules: "",
        }
    }

    fn whole(game: &dyn Game) -> Self {
        let info = game.info();
        let face = |face: &engine::Face| {
            let engine::FaceInfo { name, short, help, .. } = game.face(*face);
            Face { face: face.0, name, short, help }
        };
        let deck = |(deck, faces): &(engine::Deck, &[engine::Face])| Deck {
            deck: deck.0,
            faces: faces.iter().map(face).collect(),
        };
        let decks = info.decks.iter().map(deck).collect();
        let description = Some(Description::of(game));
        Self { decks, description, rules: info.rules, ..Self::short(game) }
    }
}
