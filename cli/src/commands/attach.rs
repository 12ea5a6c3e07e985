use clap::Args;

use super::{
    Common, reach,
    seated::{self, Shown},
};
use crate::{Failure, plain::Until, tui::For};

/// One more terminal on the seat that runs here
#[derive(Args)]
pub(super) struct Attach {
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
}

impl Attach {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = reach::folder(common)?;
        let client = seat::attach::connect(&folder).map_err(|e| Failure::Network(e.to_string()))?;
        let shown = Shown { plain: self.plain, until: Until::Left, what: For::Home };
        seated::show(&client, common, shown)
    }
}
