//! Runs rules: polls them until they wait, checks every answer, and stores nothing but the answers.

use core::{
    any::Any,
    future::Future,
    pin::Pin,
    task::{Context, Poll, Waker},
};
use std::sync::Arc;

use crate::{
    Answer, Audience, Board, Choice, Deck, Event, Eyes, Face, FaceSet, Handle, Knowledge, Line,
    Menu, Opening, Outcome, Request, Seat, View,
    game::Rules,
    menu::Duty,
    table::{Core, Faces, Milestone, Table, hand_over},
    text,
};

/// A game being played: rules parked at a request, or finished.
///
/// Two drivers of the same game given the same answers are in the same state, always.
pub struct Driver {
    /// Cards, state and events, while the rules wait.
    core: Box<Core>,
    rules: Pin<Box<dyn Future<Output = Outcome> + Send>>,
    board: fn(&dyn Any) -> Board,
    decks: Decks,
    status: Status,
    log: Log,
}

/// How a game began and every answer since, which is all that replaying it needs. All of it is public.
#[derive(Clone)]
pub struct Log {
    seats: usize,
    start: Milestone,
    begin: fn(usize, &Milestone) -> Option<Driver>,
    answers: Vec<Answer>,
    /// The last milestone, and how many answers came before it.
    milestone: Option<(usize, Milestone)>,
}

/// The faces that occur in each deck.
type Decks = &'static [(Deck, &'static [Face])];

enum Status {
    Waiting(Request),
    Finished(Outcome),
}

/// Why an answer was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The answer does not fit what is asked now.
    #[error("that does not answer what is asked now")]
    Stale,
    /// There is no such entry.
    #[error("there is no such entry")]
    NoSuchEntry,
    /// The rules do not allow it, for this reason.
    #[error("not allowed: {}", .0.render(&crate::Part::plain))]
    NotAllowed(Line),
}

impl Driver {
    /// Starts a game and runs it to its first request.
    pub(crate) fn start<R: Rules>(seats: usize, state: R::State) -> Self {
        let start = Milestone { state: Arc::new(state.clone()), faces: Faces::default() };
        Self::start_from::<R>(seats, state, start)
    }

    fn start_from<R: Rules>(seats: usize, state: R::State, start: Milestone) -> Self {
        let begin = |seats, from: &Milestone| {
            let state: &R::State = from.state.downcast_ref()?;
            Some(Self::start_from::<R>(seats, state.clone(), from.clone()))
        };
        let mut table = Table::new(seats, start.faces.clone(), state);
        let rules = Box::pin(async move {
            let outcome = R::play(&mut table).await;
            table.publish();
            outcome
        });
        let mut driver = Self {
            core: Box::default(),
            rules,
            board: |state| state.downcast_ref().map(R::board).unwrap_or_default(),
            decks: R::INFO.decks,
            status: Status::Finished(Outcome::default()),
            log: Log { seats, start, begin, answers: Vec::new(), milestone: None },
        };
        driver.run();
        driver
    }

    /// What the rules wait for; `None` once the game is over.
    pub fn request(&self) -> Option<&Request> {
        match &self.status {
            Status::Waiting(request) => Some(request),
            Status::Finished(_) => None,
        }
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.status {
            Status::Waiting(_) => None,
            Status::Finished(outcome) => Some(outcome),
        }
    }

    /// Answers the request and runs the rules to the next one. A refused answer changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        let Status::Waiting(request) = &self.status else { return Err(Refusal::Over) };
        check(request, &answer, &self.known())?;
        request.each_shown(&answer, |card, face| self.core.faces.turn_up(card, face));
        self.core.acted = request.acted(&answer);
        self.log.answers.push(answer.clone());
        self.core.answer = Some(answer);
        hand_over(&mut self.core);
        self.run();
        Ok(())
    }

    /// How the game began and every answer since.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Whether the rules admit this choice, as far as the public can tell.
    pub fn admits(&self, menu: &Menu, choice: &Choice) -> Result<(), Refusal> {
        check_choice(menu, choice, &self.known())
    }

    /// Which cards are in play, and the faces that everybody has seen.
    pub fn faces(&self) -> &Faces {
        &self.core.faces
    }

    /// The game's public state, for code that knows the game.
    pub fn state(&self) -> &(dyn Any + Send + Sync) {
        self.core.state.as_deref().unwrap_or(&())
    }

    /// The table as everybody sees it.
    pub fn board(&self) -> Board {
        (self.board)(self.state())
    }

    /// The table as a seat with this knowledge sees it.
    pub fn view(&self, seat: Option<Seat>, knowledge: &Knowledge) -> View {
        View::new(seat, self.board(), Eyes::new(self.faces(), knowledge))
    }

    /// The events since this was last called.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.core.said.take()
    }

    /// Stops recording events, for callers that do not read them.
    pub fn silence(&mut self) {
        self.core.silent = true;
    }

    /// The cards that left the game since this was last called.
    pub fn take_retired(&mut self) -> Vec<Handle> {
        core::mem::take(&mut self.core.retired)
    }

    fn known(&self) -> Known<'_> {
        Known { faces: &self.core.faces, decks: self.decks }
    }

    /// Polls the rules once, and takes what they hand over when they wait or end.
    fn run(&mut self) {
        let poll = self.rules.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        hand_over(&mut self.core);
        if let Some(milestone) = self.core.milestone.take() {
            self.log.milestone = Some((self.log.answers.len(), milestone));
        }
        self.status = match (poll, self.core.request.take()) {
            (Poll::Ready(outcome), _) => Status::Finished(outcome),
            (Poll::Pending, Some(request)) => Status::Waiting(request),
            (Poll::Pending, None) => Status::Finished(Outcome {
                summary: "the rules waited for nothing".into(),
                ..Outcome::default()
            }),
        };
    }
}

impl Log {
    /// Every answer so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The same game before the first answer.
    pub(crate) fn begin(&self) -> Option<Driver> {
        (self.begin)(self.seats, &self.start)
    }

    /// Another driver in the same state, replayed from the last milestone. It records no events.
    pub(crate) fn replay(&self) -> Option<Driver> {
        let start = (0, &self.start);
        let (before, from) = self.milestone.as_ref().map_or(start, |(at, from)| (*at, from));
        let mut driver = (self.begin)(self.seats, from)?;
        driver.silence();
        let answers = self.answers.get(before..)?;
        answers.iter().try_for_each(|answer| driver.answer(answer.clone())).ok()?;
        Some(driver)
    }
}

/// What everybody knows about cards.
struct Known<'a> {
    faces: &'a Faces,
    decks: Decks,
}

impl Known<'_> {
    /// Whether a card could have this face: one of its deck, and none other than it is known to have.
    fn could_be(&self, card: Handle, face: Face) -> bool {
        let deck = self.faces.deck(card);
        self.decks.iter().any(|(d, faces)| Some(*d) == deck && faces.contains(&face))
            && self.faces.face(card).is_none_or(|known| known == face)
    }
}

/// Whether an answer fits its request, as far as the public can tell.
fn check(request: &Request, answer: &Answer, known: &Known<'_>) -> Result<(), Refusal> {
    let fits = match (request, answer) {
        (Request::Shuffle(_) | Request::Remix(_) | Request::Peek(_), Answer::Done) => true,
        (Request::Show(cards), Answer::Faces(shown)) => {
            let public = || cards.iter().filter(|(_, to)| *to == Audience::All);
            public().count() == shown.len()
                && public().zip(shown).all(|((card, _), face)| known.could_be(*card, *face))
        }
        (Request::Roll(sides), Answer::Rolled(numbers)) => {
            sides.len() == numbers.len() && sides.iter().zip(numbers).all(|(sides, n)| n < sides)
        }
        (Request::Demand(wanted, hands), Answer::Shown(shown)) => {
            hands.len() == shown.len()
                && hands
                    .iter()
                    .zip(shown)
                    .all(|((_, hand), shown)| check_shown(*wanted, hand, *shown, known))
        }
        (Request::Choose(_, menu), Answer::Choice(choice)) => {
            return check_choice(menu, choice, known);
        }
        (Request::Ask(opening, menus), Answer::Choices(choices)) => {
            menus
                .iter()
                .zip(choices)
                .try_for_each(|((_, menu), choice)| check_choice(menu, choice, known))?;
            let opened = match opening {
                Opening::All => menus.len(),
                Opening::UntilOne => {
                    let passed = |((_, menu), choice): &(&(Seat, Menu), &Choice)| {
                        menu.entries[choice.entry].pass
                    };
                    let passes = menus.iter().zip(choices).take_while(passed).count();
                    (passes + 1).min(menus.len())
                }
            };
            choices.len() == opened
        }
        _ => false,
    };
    if fits { Ok(()) } else { Err(Refusal::Stale) }
}

fn check_shown(
    wanted: FaceSet,
    hand: &[Handle],
    shown: Option<(Handle, Face)>,
    known: &Known<'_>,
) -> bool {
    match shown {
        Some((card, face)) => {
            hand.contains(&card) && wanted.contains(face) && known.could_be(card, face)
        }
        None => {
            let open = |card: &Handle| known.faces.face(*card);
            !hand.iter().filter_map(open).any(|face| wanted.contains(face))
        }
    }
}

fn check_choice(menu: &Menu, choice: &Choice, known: &Known<'_>) -> Result<(), Refusal> {
    let entry = menu.entries.get(choice.entry).ok_or(Refusal::NoSuchEntry)?;
    if let Some(reason) = &entry.refused {
        return Err(Refusal::NotAllowed(reason.clone()));
    }
    match (&entry.shows, entry.card, choice.face) {
        (None, _, None) => Ok(()),
        (Some(duty), Some(card), Some(face)) => {
            if !known.could_be(card, face) {
                return Err(Refusal::Stale);
            }
            match duty {
                Duty::Only(allowed, reasons) if !allowed.contains(face) => {
                    Err(Refusal::NotAllowed(reasons.about(face)))
                }
                // Whether the rest of the hand could follow is hidden: that takes a proof.
                Duty::Any | Duty::Only(..) | Duty::Follow(..) => Ok(()),
            }
        }
        _ => Err(Refusal::NotAllowed(text!["a card that is chosen to be shown must be shown"])),
    }
}
