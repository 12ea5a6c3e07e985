//! Moments of whole matches, played in the clear by bots: hundreds a second, so that a screen can be
//! looked at wherever a match may stand.

use std::time::Duration;

use engine::{
    BotKind, BySeat, Event, Game, Knowledge, Menu, Opening, Options, Request, Seat, View,
    clear::{ClearGame, bots},
};
use nodealer::{
    session::{Session, Update, with_faces},
    tui::{App, Settings},
};
use ratatui::layout::Rect;
use table::{Proven, Seats};

/// A moment at which somebody is asked something, or only watches.
#[derive(Clone)]
pub struct Moment {
    pub game: &'static dyn Game,
    pub names: BySeat<String>,
    pub view: View,
    pub menu: Option<Menu>,
    pub window: bool,
    /// Whom the others may go on without.
    pub waiting: Seats,
    /// What was said before it.
    pub said: Vec<Event>,
    /// The same moment for somebody who watches.
    pub public: View,
}

/// Every question that the first seat is asked in a match from this seed, in order.
pub fn moments(game: &'static dyn Game, seats: usize, seed: u64) -> Vec<Moment> {
    let options = Options::parse(game.info().options, std::iter::empty::<(&str, &str)>()).unwrap();
    let mut players = bots(game, BotKind::NORMAL, seats, seed);
    let mut clear = ClearGame::new(game, seats, &options, seed).unwrap();
    let names = ["Ann", "Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn", "Greta"];
    let names: BySeat<String> = names.iter().take(seats).map(ToString::to_string).collect();
    let me = Seat::new(0);
    let (mut said, mut moments) = (Vec::new(), Vec::new());
    let mut before = clear.driver.view(Some(me), &Knowledge::new());
    loop {
        let view = clear.driver.view(Some(me), clear.dealer.knowledge(me));
        let events = clear.driver.take_events();
        said.extend(events.iter().map(|event| with_faces(event, &before, &view)));
        let menu = clear.driver.request().and_then(|request| asked(request, me));
        if let Some((window, menu)) = menu {
            let public = clear.driver.view(None, &Knowledge::new());
            let (view, said, names) = (view.clone(), said.clone(), names.clone());
            let waiting = Seats::NONE;
            moments.push(Moment {
                game,
                names,
                view,
                menu: Some(menu),
                window,
                waiting,
                said,
                public,
            });
        }
        before = view;
        if !clear.step(|ask, state| players[ask.seat].pick(&ask, state)) {
            assert!(clear.driver.outcome().is_some(), "bots play to the end");
            return moments;
        }
    }
}

/// What a person is asked, and whether it is a window. What is offered by the way they do not see.
fn asked(request: &Request, me: Seat) -> Option<(bool, Menu)> {
    match request {
        Request::Choose(seat, menu) if *seat == me => Some((false, menu.clone())),
        Request::Ask(opening, menus) => {
            let (_, menu) = menus.iter().find(|(seat, menu)| *seat == me && !menu.is_aside())?;
            Some((*opening == Opening::UntilOne, menu.clone()))
        }
        _ => None,
    }
}

impl Moment {
    /// The same moment, watched.
    pub fn watched(self) -> Self {
        Self { view: self.public.clone(), menu: None, ..self }
    }

    /// The application at this moment.
    pub fn app(&self) -> App {
        let mut app = App::new(Settings::default(), true, None, Rect::new(0, 0, 80, 24));
        app.sit_down(self, None);
        let proven = Update::Trust(Seat::new(1), 7, Proven::Shares(4));
        app.update(&proven, self, Duration::ZERO);
        let ask = self.menu.iter().map(|_| Update::Ask);
        let said = self.said.iter().cloned().map(Update::Said);
        said.chain(ask).for_each(|update| {
            app.update(&update, self, Duration::ZERO);
        });
        app
    }
}

impl Session for Moment {
    fn game(&self) -> &'static dyn Game {
        self.game
    }

    fn names(&self) -> &BySeat<String> {
        &self.names
    }

    fn seat(&self) -> Option<Seat> {
        self.view.seat
    }

    fn view(&self) -> View {
        self.view.clone()
    }

    fn menu(&self) -> Option<&Menu> {
        self.menu.as_ref()
    }

    fn is_window(&self) -> bool {
        self.window
    }

    fn choose(&mut self, _: usize) -> Result<(), String> {
        Err("time stands still".into())
    }

    fn next(&mut self, _: Duration) -> Update {
        Update::Idle
    }

    fn may_go_on_without(&self) -> Seats {
        self.waiting
    }
}
