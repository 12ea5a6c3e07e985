use std::path::PathBuf;

use clap::Args;
use seat::person::Person;

use super::{
    Common,
    reach::{NetworkArgs, Seeking},
    seated::Shown,
    web::InBrowser,
};
use crate::Failure;

/// Follow and verify a match as a spectator; public knowledge only
#[derive(Args)]
pub(super) struct Watch {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: NetworkArgs,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append-only lines; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    browser: InBrowser,
}

impl Watch {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page(self.reaching.page_port()) {
            let config = seat::Config { out: self.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        let config = seat::Config {
            out: self.out.clone(),
            folder: Some(super::reach::folder(common)?),
            paced: Shown::on_screens(self.plain),
            ..self.reaching.config(false)
        };
        // Nobody needs to know who watches.
        self.seeking.visit(Person::stranger("spectator")?, config, common, (self.plain, true))
    }
}
