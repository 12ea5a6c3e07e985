use clap::Args;
use seat::person::Person;

use super::{
    Common,
    reach::{NetworkArgs, ScreenArgs, Seeking},
    seated::Shown,
};
use crate::Failure;

/// Follow and verify a match as a spectator; public knowledge only
#[derive(Args)]
pub(super) struct Watch {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: NetworkArgs,
    #[command(flatten)]
    screen: ScreenArgs,
}

impl Watch {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.screen.browser.page(self.reaching.page_port()) {
            let config =
                seat::Config { out: self.screen.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        let config = seat::Config {
            out: self.screen.out.clone(),
            folder: Some(super::reach::folder(common)?),
            paced: Shown::on_screens(self.screen.plain),
            ..self.reaching.config(false)
        };
        // A spectator needs no identity.
        self.seeking.visit(
            Person::stranger("spectator")?,
            config,
            common,
            (self.screen.plain, true),
        )
    }
}
