use clap::Args;
use engine::Game;
use proto::OnCheat;
use seat::{Intent, LobbyView};

use super::{
    Common, Setup,
    reach::{self, NetworkArgs, ScreenArgs},
    seated::{Seated, Shown, Unattended},
};
use crate::{Failure, plain::Until, tui::For};

/// Open a table on the LAN and wait for people
#[derive(Args)]
pub(super) struct Host {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: &'static dyn Game,
    #[command(flatten)]
    setup: Setup,
    /// Let bots play so many of the other seats
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::number::<usize>)]
    bots: usize,
    /// Let a bot play your own seat too: no screen, one match
    #[arg(long)]
    autoplay: bool,
    /// Only for people who know the code
    #[arg(long)]
    invite: bool,
    /// What becomes of a proven cheat: the match ends, or goes on without it
    #[arg(long, value_name = "end|go-on", default_value = "end", value_parser = super::on_cheat)]
    on_cheat: OnCheat,
    /// Let nobody watch
    #[arg(long)]
    private: bool,
    /// What the table is called; "NAME's table" otherwise
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    #[command(flatten)]
    reaching: NetworkArgs,
    #[command(flatten)]
    screen: ScreenArgs,
}

impl Host {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let (seats, _) = self.setup.agree(self.game)?;
        if self.bots >= seats {
            return Err(Failure::Usage(format!(
                "Bots can play at most {} of {seats} seats, since one is yours; --autoplay gives that one to a bot too.",
                seats - 1
            )));
        }
        let host = Intent::Host(seat::Setup {
            name: self.table.clone(),
            bots: u8::try_from(self.bots).unwrap_or(u8::MAX),
            spectators: !self.private,
            invited: self.invite,
            window_s: self.reaching.window_s()?,
            go_on_without_cheats: self.on_cheat == OnCheat::GoOn,
            ..self.setup.wanted(self.game)?
        });
        let program = self.setup.bots.config().program;
        let out = self.screen.out.clone();
        if let Some(page) = self.screen.browser.page(self.reaching.page_port()) {
            let config = seat::Config { out, program, ..self.reaching.config(true) };
            return page.show(common, config, Some(host));
        }
        if self.autoplay {
            let bot = Some(self.setup.bots.config());
            let config =
                seat::Config { out, program, bot, audits: false, ..self.reaching.config(false) };
            let seated = Seated::open(reach::person(common)?, config)?;
            return seated.attend(host, common, Unattended { once: true, greet: &open });
        }
        let paced = Shown::on_screens(self.screen.plain);
        let config = seat::Config { out, program, paced, ..self.reaching.config(false) };
        let person = reach::person_asked(common, self.screen.plain)?;
        let seated = Seated::open(person, config)?;
        seated.want(host)?;
        let shown = Shown { plain: self.screen.plain, until: Until::Home(None), what: For::This };
        seated.show(common, shown)
    }
}

/// The lines about a table that a bot has opened.
fn open(table: &LobbyView) -> Vec<String> {
    let mut lines = vec![format!("{} is open.", table.table)];
    lines.extend(table.terms.lines.iter().cloned());
    lines.push(format!("Code: {}", table.code));
    if !table.addresses.is_empty() {
        lines.push(format!("Address: {}", table.addresses.join(", ")));
    }
    lines
}
