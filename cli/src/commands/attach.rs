use std::io::{self, BufWriter, Write};

use clap::Args;

use super::{Common, reach};
use crate::{
    Failure,
    plain::{Input, screen},
};

/// One more terminal on the seat that runs here
#[derive(Args)]
pub struct Attach {}

impl Attach {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = reach::folder(common)?;
        let client = seat::attach::connect(&folder).map_err(|e| Failure::Network(e.to_string()))?;
        let mut out = BufWriter::new(io::stdout());
        let options = screen::Options { verbose: common.verbose, ..screen::Options::default() };
        screen::run(&client, &mut Input::stdin(), &mut out, options)?;
        Ok(out.flush()?)
    }
}
