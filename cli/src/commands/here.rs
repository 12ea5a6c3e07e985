//! What this machine has for the terminal screens: matches, a place to keep them, and the network.

use std::path::{Path, PathBuf};

use engine::Game;
use net::Started;
use seat::bots::BotConfig;

use super::{
    Common, Setup,
    play::{self, Carried},
    reach::{self, Reaching},
};
use crate::{
    Failure,
    asks::Asks,
    data,
    lan::LanMatch,
    lobby::{self, Lobby},
    tui::{self, House, Match, Network, Record, Settings},
};

/// Matches, transcripts and settings of the person at this machine.
pub struct Here {
    pub common: Common,
    /// How matches on this machine are set up.
    pub setup: Setup,
    /// The seed of the next match on this machine.
    pub seed: Option<u64>,
    /// How messages of matches on this machine travel.
    pub carried: Carried,
    /// Where the next transcript goes.
    pub out: Option<PathBuf>,
    /// How to go onto the network; nothing if that is not wanted.
    pub reaching: Option<Reaching>,
}

impl Here {
    /// Matches as each game usually has them.
    pub fn new(common: &Common) -> Self {
        let (setup, carried) = (Setup::default(), Carried::Memory);
        Self { common: common.clone(), setup, seed: None, carried, out: None, reaching: None }
    }

    /// The same, with a way onto the network.
    pub fn on_network(mut self, reaching: &Reaching, out: Option<&Path>) -> Self {
        self.reaching = Some(reaching.clone());
        self.out = out.map(Path::to_owned);
        self
    }

    fn folder(&self) -> Result<PathBuf, Failure> {
        data::folder(self.common.data_dir.as_deref())
    }

    fn reaching(&self) -> Result<&Reaching, Failure> {
        self.reaching.as_ref().ok_or_else(|| Failure::Network("There is no network here.".into()))
    }

    /// A match on the network as its screen shows it.
    pub fn seated(&self, begun: LanMatch) -> Result<Box<dyn Match>, Failure> {
        let window = self.reaching()?.window();
        Ok(Box::new(Asks::new(begun, window).usually(self.settings().asks)))
    }
}

impl House for Here {
    fn sit_down(
        &mut self,
        game: &'static dyn Game,
        seats: usize,
    ) -> Result<Box<dyn Match>, Failure> {
        let setup = Setup { seats: Some(seats), ..self.setup.clone() };
        let begun = play::begin(game, &setup, self.seed, self.carried, &self.common)?;
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
        Ok(begun)
    }

    fn caution(&self) -> Option<&'static str> {
        self.seed.map(|_| play::SEEDED)
    }

    fn keep(&mut self, record: &Record) -> Result<PathBuf, Failure> {
        let out = self.out.take();
        play::keep(&record.name, &record.transcript, out.as_deref(), &self.common)
    }

    fn transcripts(&self) -> Vec<PathBuf> {
        let folder = self.folder().map(|folder| folder.join("transcripts"));
        folder.map_or_else(|_| Vec::new(), |folder| tui::transcripts(&folder))
    }

    fn settings(&self) -> Settings {
        self.common.settings()
    }

    fn remember(&mut self, settings: Settings) -> Result<(), Failure> {
        settings.write(&self.folder()?)
    }

    fn name(&self) -> Option<String> {
        Some(self.common.name())
    }

    fn rename(&mut self, settings: Settings) -> Result<(), Failure> {
        self.remember(settings)?;
        // What the command line said was before.
        self.common.name = None;
        Ok(())
    }

    fn network(&mut self) -> Option<&mut dyn Network> {
        self.reaching.is_some().then_some(self)
    }
}

impl Network for Here {
    fn enter(&mut self) -> Result<Lobby, Failure> {
        self.reaching()?.enter(reach::person(&self.common)?)
    }

    fn open(&mut self, lobby: &mut Lobby, game: &'static dyn Game) -> Result<(), Failure> {
        let setup = Setup::default();
        let (seats, options) = setup.agree(game)?;
        let terms = lobby::terms(game, seats, &options, setup.survive(seats)?);
        lobby.open(&reach::table_name(lobby), terms, false)
    }

    fn send_bot(&mut self, lobby: &Lobby) -> Result<(), Failure> {
        reach::send_bots(1, BotConfig::default(), lobby, &self.folder()?, self.reaching()?)
    }

    fn begin(&mut self, lobby: Lobby, started: Started) -> Result<Box<dyn Match>, Failure> {
        let hands = self.reaching()?.hands(false);
        self.seated(LanMatch::begin(lobby, started, hands)?)
    }

    fn resume(&mut self, lobby: Lobby, journal: &Path) -> Result<Box<dyn Match>, Failure> {
        // The others look for this node at another port, maybe.
        drop(lobby);
        let reaching = self.reaching()?;
        let lobby = reaching.enter_again(reach::person(&self.common)?, journal)?;
        let begun = seat::resuming::take_up(
            lobby,
            journal,
            &self.folder()?,
            reaching.reach(),
            reaching.hands(false),
        )?;
        self.seated(begun)
    }

    fn unfinished(&self) -> Vec<PathBuf> {
        self.folder().map_or_else(|_| Vec::new(), |folder| lobby::journals(&folder))
    }
}
