//! Audits a transcript from standard input: it needs the file, the rules and nothing else.
#![allow(missing_docs)]

use std::{
    error::Error,
    io::{self, Cursor, Read},
};

use table::audit::Report;

fn main() -> Result<(), Box<dyn Error>> {
    let mut file = Vec::new();
    io::stdin().read_to_end(&mut file)?;
    let report = Report::of(Cursor::new(file), games::find, |_, _| {})?;
    report.lines().iter().for_each(|line| println!("{line}"));
    Ok(())
}
