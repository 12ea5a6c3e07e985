use std::io::{self, Write};

use clap::Args;
use seat::{
    history::{self, Figures, Played},
    words,
};
use serde_json::json;

use super::{Common, reach};
use crate::{Failure, games, plain::printable};

/// The matches played here, with whom, and how they ended
#[derive(Args)]
pub(super) struct History {
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
    /// Comma-separated values, a line for each match
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

impl History {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let all = history::read(&reach::folder(common)?, &common.name())?;
        let (games, players) = (history::by_game(&all), history::by_player(&all));
        let mut out = io::stdout();
        if self.json {
            let document = json!({ "matches": all, "games": games, "players": players });
            return Ok(writeln!(out, "{document}")?);
        }
        if self.csv {
            return Ok(write!(out, "{}", history::csv(&all))?);
        }
        if all.is_empty() {
            return Ok(writeln!(out, "No match was played to its end here yet.")?);
        }
        for played in &all {
            writeln!(out, "{}", printable(&in_a_line(played)))?;
        }
        for (heading, figures) in [("By game:", games), ("Against:", players)] {
            if !figures.is_empty() {
                writeln!(out, "{heading}")?;
            }
            for (name, figures) in figures {
                writeln!(out, "  {}", printable(&format!("{name}: {}", figures_line(figures))))?;
            }
        }
        Ok(())
    }
}

fn in_a_line(played: &Played) -> String {
    let game = games::find(&played.game).map_or(played.game.as_str(), |game| game.info().name);
    let result = played.result.as_deref().unwrap_or("no result");
    format!(
        "{}  {game}: {}. {result} ({})",
        played.id,
        words::list(&played.players),
        played.verdict
    )
}

fn figures_line(Figures { played, won, lost_to }: Figures) -> String {
    let matches = if played == 1 { "match" } else { "matches" };
    let lost = if lost_to > 0 {
        format!(", lost to them {}", words::count(lost_to, "time"))
    } else {
        String::new()
    };
    format!("{played} {matches}, won {won}{lost}")
}
