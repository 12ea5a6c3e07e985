//! The table that rules are written against: its verbs, and the public state beside them.

use core::{
    any::Any,
    cell::RefCell,
    future::poll_fn,
    ops::{Deref, DerefMut},
    task::Poll,
};
use std::sync::Arc;

use crate::{
    Audience, BySeat, Change, Choice, Deck, Face, FaceSet, Handle, Line, Menu, Opening, Part,
    Sayable, Seat, View,
    request::{Answer, Request},
};

/// What rules see: the verbs, and their own public state `S` behind `Deref`.
///
/// There is no way from here to a hidden face, a clock, or a source of randomness.
pub struct Table<S> {
    core: Box<Core>,
    /// `None` only while the driver has it, and the rules wait.
    state: Option<Box<S>>,
}

thread_local! {
    /// Where a driver and its rules hand [`Core`] to each other. Rules run on the thread that polls them, and only
    /// within the driver's call, so nothing is locked. Whoever does not have it has an empty one.
    static HANDOVER: RefCell<Box<Core>> = RefCell::default();
}

/// Leaves a core for the other side, or takes the one that it left.
pub(crate) fn hand_over(core: &mut Box<Core>) {
    HANDOVER.with_borrow_mut(|left| core::mem::swap(left, core));
}

/// Something that happened, for people to read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Event {
    /// The rule at work; empty if there is none.
    pub rule: &'static str,
    /// What happened.
    pub text: Line,
}

impl Event {
    /// This event with its cards replaced by the faces that a viewer saw before or after it.
    #[must_use]
    pub fn with_faces(&self, before: &View, after: &View) -> Self {
        let told = |part: &Part| match part {
            Part::Card(card) => {
                let face = after.faces.get(card).or_else(|| before.faces.get(card));
                face.map_or(part.clone(), |face| Part::Face(*face))
            }
            other => other.clone(),
        };
        Self { rule: self.rule, text: self.text.parts().iter().map(told).collect() }
    }
}

/// The cards in play and which of them everybody has seen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Faces {
    cards: Vec<Option<(Deck, Option<Face>)>>,
}

/// What the rules work with while they run, and the driver while they wait.
#[derive(Default)]
pub(crate) struct Core {
    pub seats: usize,
    pub faces: Faces,
    pub request: Option<Request>,
    pub answer: Option<Answer>,
    /// The first seat that did not pass, in the answer to choices that are opened until one does not.
    pub acted: Option<(Seat, Choice)>,
    /// The game's public state, while the driver has this.
    pub state: Option<Box<dyn Any + Send + Sync>>,
    pub said: Said,
    /// Whether events are not recorded.
    pub silent: bool,
    pub retired: Vec<Handle>,
    pub milestone: Option<Milestone>,
}

/// State and cards at a moment from which they alone determine the rest of the game.
#[derive(Clone)]
pub(crate) struct Milestone {
    pub state: Arc<dyn Any + Send + Sync>,
    pub faces: Faces,
}

/// Recorded events, in memory that grows as a whole: most of them are never read.
#[derive(Default)]
pub(crate) struct Said {
    /// The rule of each event, and where its text ends among the parts.
    rules: Vec<(&'static str, usize)>,
    parts: Vec<Part>,
}

impl Said {
    fn push(&mut self, rule: &'static str, text: impl Sayable) {
        text.say_to(&mut self.parts);
        self.rules.push((rule, self.parts.len()));
    }

    /// The events, which are forgotten here.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        let mut parts = self.parts.drain(..);
        let mut begin = 0;
        let event = |(rule, end): (&'static str, usize)| {
            let text = parts.by_ref().take(end - begin).collect();
            begin = end;
            Event { rule, text }
        };
        self.rules.drain(..).map(event).collect()
    }
}

impl Faces {
    /// The face of a card that everybody has seen.
    pub fn face(&self, card: Handle) -> Option<Face> {
        self.cards.get(card.0 as usize).copied().flatten().and_then(|(_, face)| face)
    }

    /// The deck of a card in play.
    pub fn deck(&self, card: Handle) -> Option<Deck> {
        self.cards.get(card.0 as usize).copied().flatten().map(|(deck, _)| deck)
    }

    /// The cards in play.
    pub fn live(&self) -> impl Iterator<Item = Handle> {
        (0..).zip(&self.cards).filter(|(_, card)| card.is_some()).map(|(i, _)| Handle(i))
    }

    fn add(&mut self, deck: Deck, face: Option<Face>) -> Handle {
        self.cards.push(Some((deck, face)));
        Handle(self.cards.len() as u32 - 1)
    }

    pub(crate) fn turn_up(&mut self, card: Handle, face: Face) {
        if let Some(Some((_, known))) = self.cards.get_mut(card.0 as usize) {
            *known = Some(face);
        }
    }
}

impl Core {
    fn retire(&mut self, cards: &[Handle]) {
        for card in cards {
            self.faces.cards[card.0 as usize] = None;
        }
        self.retired.extend(cards);
    }

    /// Creates new cards in place of these, which leave the game once the request is answered.
    fn change(&mut self, from: Vec<Handle>) -> Change {
        let deck = |core: &Self, card| core.faces.deck(card).unwrap_or(Deck(u8::MAX));
        let into = from.iter().map(|&card| self.faces.add(deck(self, card), None)).collect();
        Change { from, into }
    }
}

impl<S: Clone + Send + Sync + 'static> Table<S> {
    pub(crate) fn new(seats: usize, faces: Faces, state: S) -> Self {
        let core = Box::new(Core { seats, faces, ..Core::default() });
        Self { core, state: Some(Box::new(state)) }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.core.seats
    }

    /// Makes one value for each seat.
    pub fn by_seat<T>(&self, make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat::new(self.seats(), make)
    }

    /// Brings new cards into play, face up.
    pub fn create(&mut self, deck: Deck, faces: impl IntoIterator<Item = Face>) -> Vec<Handle> {
        let known = &mut self.core.faces;
        faces.into_iter().map(|face| known.add(deck, Some(face))).collect()
    }

    /// Takes cards out of the game for good; hidden ones stay hidden.
    pub fn retire(&mut self, cards: &[Handle]) {
        self.core.retire(cards);
    }

    /// The face of a card that everybody has seen.
    pub fn face(&self, card: Handle) -> Option<Face> {
        self.core.faces.face(card)
    }

    /// Records an event and the rule behind it.
    pub fn say(&mut self, rule: &'static str, text: impl Sayable) {
        if !self.core.silent {
            self.core.said.push(rule, text);
        }
    }

    /// Marks a moment from which state and cards alone determine the rest of the game: rules started with
    /// them would go on from here. A bot that looks ahead need not replay what was before.
    pub fn milestone(&mut self) {
        let state = Arc::new(S::clone(self));
        self.core.milestone = Some(Milestone { state, faces: self.core.faces.clone() });
    }

    /// Everyone in turn masks and permutes the cards; the new ones lie in an order unknown to all.
    pub async fn shuffle(&mut self, cards: Vec<Handle>) -> Vec<Handle> {
        self.shuffle_all(vec![cards]).await.pop().unwrap_or_default()
    }

    /// Shuffles several piles, each within itself, as one request.
    pub async fn shuffle_all(&mut self, piles: Vec<Vec<Handle>>) -> Vec<Vec<Handle>> {
        let changes = self.changes(piles);
        self.ask(Request::Shuffle(
            changes.iter().filter(|c| !c.from.is_empty()).cloned().collect(),
        ))
        .await;
        self.finish(changes)
    }

    /// Each seat learns its cards.
    pub async fn deal(&mut self, cards: impl IntoIterator<Item = (Seat, Handle)>) {
        self.show(cards.into_iter().map(|(seat, card)| (card, Audience::Seat(seat))).collect())
            .await;
    }

    /// Everybody learns the cards.
    pub async fn reveal(&mut self, cards: &[Handle]) -> Vec<Face> {
        self.show(cards.iter().map(|&card| (card, Audience::All)).collect()).await;
        cards.iter().filter_map(|&card| self.face(card)).collect()
    }

    /// Shows each card to its audience, all in one request.
    pub async fn show(&mut self, mut cards: Vec<(Handle, Audience)>) {
        cards.retain(|&(card, _)| self.face(card).is_none());
        self.ask(Request::Show(cards)).await;
    }

    /// Each seat permutes its hand; it learns the new cards, nobody else can follow the old ones.
    ///
    /// This is also how a card changes hands face down: put it in the new hand, then remix that.
    pub async fn remix(&mut self, hands: Vec<(Seat, Vec<Handle>)>) -> Vec<Vec<Handle>> {
        let (seats, hands): (Vec<_>, Vec<_>) = hands.into_iter().unzip();
        let changes = self.changes(hands);
        let request = seats.into_iter().zip(changes.iter().cloned());
        self.ask(Request::Remix(request.filter(|(_, c)| !c.from.is_empty()).collect())).await;
        self.finish(changes)
    }

    /// Each seat learns a card that others may already know.
    pub async fn peek(&mut self, mut looks: Vec<(Seat, Handle)>) {
        looks.retain(|&(_, card)| self.face(card).is_none());
        self.ask(Request::Peek(looks)).await;
    }

    /// One seat picks an entry.
    pub async fn choose(&mut self, seat: Seat, menu: Menu) -> Choice {
        match self.ask(Request::Choose(seat, menu)).await {
            Answer::Choice(choice) => choice,
            _ => unreachable_answer(),
        }
    }

    /// All pick sealed, then all choices are opened; in the order of `menus`.
    pub async fn ask_all(&mut self, menus: Vec<(Seat, Menu)>) -> Vec<Choice> {
        match self.ask(Request::Ask(Opening::All, menus)).await {
            Answer::Choices(choices) => choices,
            _ => unreachable_answer(),
        }
    }

    /// All pick sealed, then choices are opened in order until one is not a pass.
    pub async fn ask_until(&mut self, menus: Vec<(Seat, Menu)>) -> Option<(Seat, Choice)> {
        self.ask(Request::Ask(Opening::UntilOne, menus)).await;
        self.core.acted.take()
    }

    /// Each hand shows one card with such a face or proves that it holds none.
    pub async fn demand(
        &mut self,
        faces: FaceSet,
        hands: Vec<(Seat, Vec<Handle>)>,
    ) -> Vec<Option<Handle>> {
        match self.ask(Request::Demand(faces, hands)).await {
            Answer::Shown(shown) => shown.into_iter().map(|s| s.map(|(card, _)| card)).collect(),
            _ => unreachable_answer(),
        }
    }

    /// A joint random number below `sides`.
    pub async fn roll(&mut self, sides: u32) -> u32 {
        self.roll_all(&[sides]).await[0]
    }

    /// Joint random numbers below each of `sides`.
    pub async fn roll_all(&mut self, sides: &[u32]) -> Vec<u32> {
        match self.ask(Request::Roll(sides.to_vec())).await {
            Answer::Rolled(numbers) => numbers,
            _ => unreachable_answer(),
        }
    }

    /// A random seat, for a first dealer.
    pub async fn random_seat(&mut self) -> Seat {
        let seats = self.seats() as u32;
        Seat::new(self.roll(seats).await as u8)
    }

    /// Hands cards and state to the driver.
    pub(crate) fn publish(&mut self) {
        self.core.state = self.state.take().map(|state| state as _);
        hand_over(&mut self.core);
    }

    /// Takes cards and state back.
    fn resume(&mut self) {
        hand_over(&mut self.core);
        let state = self.core.state.take();
        self.state = state.and_then(|state| (state as Box<dyn Any>).downcast().ok());
    }

    fn changes(&mut self, piles: Vec<Vec<Handle>>) -> Vec<Change> {
        piles.into_iter().map(|pile| self.core.change(pile)).collect()
    }

    fn finish(&mut self, changes: Vec<Change>) -> Vec<Vec<Handle>> {
        changes.iter().for_each(|change| self.core.retire(&change.from));
        changes.into_iter().map(|change| change.into).collect()
    }

    /// Parks the rules until the request is answered. An empty request is answered at once.
    async fn ask(&mut self, request: Request) -> Answer {
        if let Some(answer) = request.trivial() {
            return answer;
        }
        self.core.request = Some(request);
        self.publish();
        let mut asked = false;
        poll_fn(|_| {
            if !core::mem::replace(&mut asked, true) {
                return Poll::Pending;
            }
            self.resume();
            self.core.answer.take().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

/// The driver checks every answer against its request before the rules see it.
#[expect(
    clippy::panic,
    reason = "cannot happen: `Driver::answer` admits no answer of another kind"
)]
fn unreachable_answer() -> ! {
    panic!("an answer of the wrong kind passed the driver")
}

impl<S> Deref for Table<S> {
    type Target = S;
    #[expect(clippy::expect_used, reason = "cannot happen: rules have their state while they run")]
    fn deref(&self) -> &S {
        self.state.as_deref().expect("rules have their state while they run")
    }
}

impl<S> DerefMut for Table<S> {
    #[expect(clippy::expect_used, reason = "cannot happen: rules have their state while they run")]
    fn deref_mut(&mut self) -> &mut S {
        self.state.as_deref_mut().expect("rules have their state while they run")
    }
}
