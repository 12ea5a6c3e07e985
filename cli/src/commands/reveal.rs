use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use seat::{data, hand};

use super::{Common, reach};
use crate::Failure;

/// Publish your own hand of a finished match into a side file, for replays
#[derive(Args)]
pub(super) struct Reveal {
    /// The match, by the beginning of its name
    r#match: String,
    /// Where the side file goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Reveal {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = reach::folder(common)?;
        let Some(own) = hand::kept(&folder, &self.r#match).into_iter().next() else {
            return Err(Failure::Usage(format!(
                "No match {} was played to its end here. `nodealer history` lists those that were.",
                self.r#match
            )));
        };
        let file = format!("{}-{}.hand", proto::words(&own.match_id), own.seat.index() + 1);
        let path = self.out.clone().unwrap_or_else(|| folder.join("revealed").join(file));
        own.publish(&path)?;
        let _ = writeln!(
            io::stderr(),
            "Whoever has this file and the transcript sees every card that {} saw. It cannot be taken back.",
            own.name
        );
        let transcript = data::transcript(&folder, &proto::words(&own.match_id));
        let transcript = transcript.map_or("TRANSCRIPT".into(), |path| path.display().to_string());
        let mut out = io::stdout();
        writeln!(out, "Hand: {}", path.display())?;
        Ok(writeln!(out, "`nodealer replay {transcript} --open {}` shows it.", path.display())?)
    }
}
