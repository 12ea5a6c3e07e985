use clap::Args;

use super::{Common, reach::Visit};
use crate::Failure;

/// Follow and verify a match as a spectator; public knowledge only
#[derive(Args)]
pub(super) struct Watch {
    #[command(flatten)]
    visit: Visit,
}

impl Watch {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        self.visit.run(common, true)
    }
}
