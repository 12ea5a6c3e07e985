use clap::Args;

use super::{
    Common,
    reach::{self, NetworkArgs, ScreenArgs, Seeking},
    seated::Shown,
};
use crate::Failure;

/// Sit down at a table: by its name or code, by an address, or from a list
#[derive(Args)]
pub(super) struct Join {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: NetworkArgs,
    #[command(flatten)]
    screen: ScreenArgs,
}

impl Join {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.screen.browser.page(self.reaching.page_port()) {
            let config =
                seat::Config { out: self.screen.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        let config = seat::Config {
            out: self.screen.out.clone(),
            paced: Shown::on_screens(self.screen.plain),
            ..self.reaching.config(false)
        };
        self.seeking.visit(reach::person(common)?, config, common, (self.screen.plain, false))
    }
}
