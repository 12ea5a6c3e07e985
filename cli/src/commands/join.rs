use clap::Args;

use super::{Common, reach::Visit};
use crate::Failure;

/// Sit down at a table: by its name or code, by an address, or from a list
#[derive(Args)]
pub(super) struct Join {
    #[command(flatten)]
    visit: Visit,
}

impl Join {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        self.visit.run(common, false)
    }
}
