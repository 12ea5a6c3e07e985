//! The page of a seat in a real browser.

use std::sync::Arc;

use nodealer_tests::browser::Browser;
use seat::{Intent, MatchView, SeatState, Setup};
use web::{Options, Screen as _, Server};

use super::clear::ClearSeat;

/// A seat, its server, and a browser that shows it.
pub(crate) struct Page {
    pub browser: Browser,
    pub seat: Arc<ClearSeat>,
    pub server: Server,
}

impl Page {
    /// Opens the page of a new seat; `None`, said loudly, where there is no browser.
    pub(crate) fn open(test: &str) -> Option<Self> {
        let browser = Browser::open(test)?;
        browser.resize(1280, 800);
        let seat = ClearSeat::new();
        let server = Server::start(seat.clone(), Options::default()).unwrap();
        browser.go(&server.address().unwrap());
        browser.wait_for_element(".home");
        Some(Self { browser, seat, server })
    }

    /// The same in a match of this game, after so many of its choices.
    pub(crate) fn playing(test: &str, game: &str, choices: usize) -> Option<Self> {
        let page = Self::open(test)?;
        page.seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        page.seat.play_on(choices);
        page.browser.wait_for_element(".menu.asked");
        page.settled();
        Some(page)
    }

    /// Gives the page this size, and waits until it has measured its room.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        self.browser.resize(width, height);
        self.browser.wait_for("the measured room",
            "const root = document.documentElement;
             const room = root.clientWidth / (parseFloat(getComputedStyle(root).fontSize) / 16);
             const fits = (name, there) => root.classList.contains(name) === there;
             return fits('narrow', room <= 900) && fits('wide', room >= 1100) && fits('vast', room >= 1700)",
        );
    }

    /// Waits until the page has drawn what the seat shows now: what is seen before that may be of an earlier moment,
    /// though it looks alike.
    pub(crate) fn drawn(&self) {
        let now = self.seat.snapshot().at.0;
        let script = format!(
            "return import('/state.js').then(({{ state }}) => state.snapshot !== null && state.snapshot.at >= {now})"
        );
        self.browser.wait_for("what the seat shows now", &script);
    }

    /// Waits until the page shows what the seat does, and its question.
    pub(crate) fn settled(&self) {
        self.drawn();
        let step = match &self.seat.snapshot().state {
            SeatState::Match(view) => view.menu.as_ref().map(|menu| menu.step),
            _ => None,
        };
        if let Some(step) = step {
            let script =
                format!("return document.querySelector('.menu')?.dataset.step === '{step}'");
            self.browser.wait_for("the present menu", &script);
        }
    }

    /// The match as the seat shows it.
    pub(crate) fn view(&self) -> MatchView {
        match &self.seat.snapshot().state {
            SeatState::Match(view) => (**view).clone(),
            other => panic!("no match: {other:?}"),
        }
    }

    /// Shows a match that differs from the present one, and waits until it is drawn.
    pub(crate) fn show(&self, change: impl FnOnce(&mut MatchView)) {
        let mut view = self.view();
        change(&mut view);
        self.seat.show(SeatState::Match(Box::new(view)));
        self.drawn();
    }

    /// How many elements fit a selector.
    pub(crate) fn count(&self, css: &str) -> usize {
        let css = serde_json::json!(css);
        let count = self.browser.run(&format!("return document.querySelectorAll({css}).length"));
        count.as_u64().unwrap() as usize
    }

    /// Reads an attribute of the first element that fits.
    pub(crate) fn attribute(&self, css: &str, name: &str) -> String {
        let (css, name) = (serde_json::json!(css), serde_json::json!(name));
        let script = format!("return document.querySelector({css})?.getAttribute({name}) ?? ''");
        self.browser.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// All that is written in the first element that fits, shown or not.
    pub(crate) fn written(&self, css: &str) -> String {
        let css = serde_json::json!(css);
        let script = format!("return document.querySelector({css})?.textContent ?? ''");
        self.browser.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// The intents that were sent, without the setting up of the match.
    pub(crate) fn wanted(&self) -> Vec<Intent> {
        let sent = self.seat.sent().into_iter();
        sent.filter(|intent| !matches!(intent, Intent::PlayHere(_))).collect()
    }

    /// Waits until the page has sent something that fits.
    pub(crate) fn wait_wanted(&self, what: &str, fits: impl Fn(&Intent) -> bool) {
        let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !self.wanted().iter().any(&fits) {
            assert!(std::time::Instant::now() < until, "{what} was not sent: {:?}", self.wanted());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}
