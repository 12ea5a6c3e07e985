//! Moments of whole matches, played in the clear by bots: hundreds a second, so that a screen can be
//! looked at wherever a match may stand.

use std::{collections::VecDeque, path::Path, sync::Arc, time::Duration};

use engine::{
    BotKind, BySeat, Event, Game, Knowledge, Menu, Opening, Options, Request, Seat, View, Words,
    clear::{ClearGame, bots},
};
use nodealer::tui::App;
use ratatui::layout::Rect;
use seat::{
    Config, Cursor, ManualSeat, MatchView, Refused, SeatEvent, SeatEventKind, SeatState, Snapshot,
    person::Person,
    session::{Match, Record, Session, Update, eyes, with_faces},
    shown::Text,
};
use table::{Proven, Seats};

/// A moment at which somebody is asked something, or only watches.
#[derive(Clone)]
pub(crate) struct Moment {
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
pub(crate) fn moments(game: &'static dyn Game, seats: usize, seed: u64) -> Vec<Moment> {
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
    pub(crate) fn watched(self) -> Self {
        Self { view: self.public.clone(), menu: None, ..self }
    }

    /// The seat at this moment, and all that has happened before.
    pub(crate) fn seat(&self) -> (Arc<Snapshot>, Vec<SeatEvent>) {
        let proven = Update::Trust(Seat::new(1), 7, Proven::Shares(4));
        let ask = self.menu.iter().map(|_| Update::Ask);
        let (now, mut events) = self.after([proven].into_iter().chain(ask).collect());
        // What was said is told before the question.
        let words = Words { game: self.game, names: &self.names, eyes: eyes(&self.view) };
        let said = self.said.iter().map(|event| SeatEvent {
            at: Cursor(0),
            kind: SeatEventKind::Said {
                text: Text::of(&words, &event.text),
                rule: event.rule.into(),
                step: 0,
            },
        });
        let asked = |event: &SeatEvent| matches!(event.kind, SeatEventKind::Asked { .. });
        let at = events.iter().position(asked).unwrap_or(events.len());
        events.splice(at..at, said);
        (now, events)
    }

    /// The seat after these things have happened.
    pub(crate) fn after(&self, happens: VecDeque<Update>) -> (Arc<Snapshot>, Vec<SeatEvent>) {
        seat::games::offer(games::GAMES);
        let config = Config { folder: Some(Path::new("nowhere").into()), ..Config::default() };
        let (client, mut seat) = ManualSeat::open(Person::stranger("Ann").unwrap(), config);
        seat.sit_down(Box::new(Told { moment: self.clone(), happens }));
        while seat.go_on() {}
        (client.snapshot(), client.since(Cursor(0)).unwrap())
    }

    /// What a screen sees of it.
    pub(crate) fn shown(&self) -> MatchView {
        match &self.seat().0.state {
            SeatState::Match(view) => (**view).clone(),
            _ => unreachable!("a match was sat down at"),
        }
    }

    /// The application at this moment.
    pub(crate) fn app(&self) -> App {
        app(&self.seat())
    }
}

/// The application that shows a seat.
pub(crate) fn app((now, events): &(Arc<Snapshot>, Vec<SeatEvent>)) -> App {
    let mut app = App::new(now.clone(), true, false, Rect::new(0, 0, 80, 24));
    app.take_in(now, events, Duration::ZERO);
    app
}

/// A moment before which things happen.
struct Told {
    moment: Moment,
    happens: VecDeque<Update>,
}

impl Session for Told {
    fn game(&self) -> &'static dyn Game {
        self.moment.game
    }

    fn names(&self) -> &BySeat<String> {
        &self.moment.names
    }

    fn seat(&self) -> Option<Seat> {
        self.moment.view.seat
    }

    fn view(&self) -> View {
        self.moment.view.clone()
    }

    fn menu(&self) -> Option<&Menu> {
        self.moment.menu.as_ref()
    }

    fn is_window(&self) -> bool {
        self.moment.window
    }

    fn choose(&mut self, _: usize) -> Result<(), Refused> {
        Err(Refused::not_allowed("time stands still"))
    }

    fn next(&mut self, _: Duration) -> Update {
        self.happens.pop_front().unwrap_or(Update::Idle)
    }

    fn may_go_on_without(&self) -> Seats {
        self.moment.waiting
    }
}

impl Match for Told {
    fn record(&self) -> Option<Record> {
        None
    }
}
