//! The clear dealer: it knows all cards and answers every request that is not a choice, without
//! cryptography.
//!
//! For rule tests, for bots that look ahead, and as the oracle that real cryptography is compared with.
//! A match between nodes never uses it.

use core::any::Any;

use crate::{
    Answer, Audience, Bot, BySeat, Choice, Driver, Face, FaceSet, Game, Handle, Knowledge, Menu,
    Opening, Options, Outcome, Request, Seat, bot::Ask, chance::Chance, level::BotKind,
    options::OptionError,
};

/// The source of the clear dealer's randomness.
pub trait Fate {
    /// A permutation of cards with these faces: the new card `i` is the old card `order[i]`.
    fn order(&mut self, faces: &[Option<Face>]) -> Vec<usize>;
    /// A number below `sides`.
    fn number(&mut self, sides: u32) -> u32;
}

impl Fate for Chance {
    fn order(&mut self, faces: &[Option<Face>]) -> Vec<usize> {
        self.permutation(faces.len())
    }

    fn number(&mut self, sides: u32) -> u32 {
        self.below(sides)
    }
}

/// Picks an entry when a seat is asked.
type Pick<'a> = &'a mut dyn FnMut(Ask<'_>) -> usize;

/// Knows every card, and what every seat has been shown.
#[derive(Clone, Debug)]
pub struct ClearDealer<F = Chance> {
    fate: F,
    faces: Vec<Option<Face>>,
    knowledge: BySeat<Knowledge>,
}

impl<F: Fate> ClearDealer<F> {
    /// A dealer for this many seats.
    pub fn new(seats: usize, fate: F) -> Self {
        Self { fate, faces: Vec::new(), knowledge: BySeat::new(seats, |_| Knowledge::new()) }
    }

    /// A dealer in the middle of a game: these cards have these faces, and each seat has this knowledge.
    pub(crate) fn resumed(fate: F, faces: Vec<Option<Face>>, knowledge: BySeat<Knowledge>) -> Self {
        Self { fate, faces, knowledge }
    }

    /// What a seat has been shown.
    pub fn knowledge(&self, seat: Seat) -> &Knowledge {
        &self.knowledge[seat]
    }

    /// What each seat has been shown.
    pub fn everybody(&self) -> &BySeat<Knowledge> {
        &self.knowledge
    }

    /// The face of any card.
    pub fn face(&self, driver: &Driver, card: Handle) -> Option<Face> {
        driver.faces().face(card).or_else(|| self.faces.get(card.0 as usize).copied().flatten())
    }

    /// Exchanges the faces of two cards, as if they had been dealt the other way round.
    pub fn swap(&mut self, a: Handle, b: Handle) {
        self.faces.swap(a.0 as usize, b.0 as usize);
    }

    /// The choice of this entry, with the face it shows.
    pub fn choice(&self, driver: &Driver, menu: &Menu, entry: usize) -> Choice {
        let shown = menu.entries.get(entry).filter(|e| e.shows.is_some());
        Choice { entry, face: shown.and_then(|e| self.face(driver, e.card?)) }
    }

    /// The answer to what the driver waits for; `pick` is asked about menus. `None` if the game is over
    /// or the pick is not allowed: knowing all cards, this dealer refuses every illegal pick.
    pub fn answer(
        &mut self,
        driver: &Driver,
        mut pick: impl FnMut(Ask<'_>) -> usize,
    ) -> Option<Answer> {
        self.answer_by(driver, &mut pick)
    }

    /// Not generic over `pick`, so that it is compiled only once.
    fn answer_by(&mut self, driver: &Driver, pick: Pick<'_>) -> Option<Answer> {
        Some(match driver.request()? {
            Request::Shuffle(piles) => {
                piles.iter().for_each(|pile| self.permute(driver, &pile.from, &pile.into));
                Answer::Done
            }
            Request::Remix(hands) => {
                for (seat, hand) in hands {
                    self.permute(driver, &hand.from, &hand.into);
                    hand.into.iter().for_each(|&card| self.show(driver, *seat, card));
                }
                Answer::Done
            }
            Request::Peek(looks) => {
                looks.iter().for_each(|&(seat, card)| self.show(driver, seat, card));
                Answer::Done
            }
            Request::Show(cards) => {
                let mut public = Vec::new();
                for &(card, to) in cards {
                    match to {
                        Audience::Seat(seat) => self.show(driver, seat, card),
                        Audience::All => public.extend(self.face(driver, card)),
                    }
                }
                Answer::Faces(public)
            }
            Request::Choose(seat, menu) => Answer::Choice(self.ask(driver, *seat, menu, pick)?),
            Request::Ask(opening, menus) => {
                let mut choices = Vec::new();
                let mut open = true;
                for (seat, menu) in menus {
                    // Everybody is asked, whether or not the choice will ever be opened.
                    let choice = self.ask(driver, *seat, menu, pick)?;
                    if open {
                        choices.push(choice);
                    }
                    let passed = menu.entries.get(choice.entry).is_some_and(|e| e.pass);
                    open &= *opening == Opening::All || passed;
                }
                Answer::Choices(choices)
            }
            Request::Demand(wanted, hands) => Answer::Shown(
                hands.iter().map(|(_, hand)| self.find(driver, hand, *wanted)).collect(),
            ),
            Request::Roll(sides) => {
                Answer::Rolled(sides.iter().map(|&s| self.fate.number(s)).collect())
            }
        })
    }

    /// Forgets cards that are no longer in play.
    fn forget(&mut self, driver: &Driver) {
        for (_, known) in self.knowledge.iter_mut() {
            known.retain(|card| driver.faces().deck(*card).is_some());
        }
    }

    fn ask(&self, driver: &Driver, seat: Seat, menu: &Menu, pick: Pick<'_>) -> Option<Choice> {
        let ask = Ask::new(driver, seat, menu, &self.knowledge[seat]);
        let entry = pick(ask);
        if !menu.entries.get(entry)?.is_allowed(ask.eyes) {
            return None;
        }
        Some(self.choice(driver, menu, entry))
    }

    fn find(&self, driver: &Driver, hand: &[Handle], wanted: FaceSet) -> Option<(Handle, Face)> {
        let mut faces = hand.iter().filter_map(|&card| Some((card, self.face(driver, card)?)));
        faces.find(|(_, face)| wanted.contains(*face))
    }

    fn show(&mut self, driver: &Driver, seat: Seat, card: Handle) {
        if let Some(face) = self.face(driver, card) {
            self.knowledge[seat].insert(card, face);
        }
    }

    fn permute(&mut self, driver: &Driver, from: &[Handle], into: &[Handle]) {
        let faces: Vec<_> = from.iter().map(|&card| self.face(driver, card)).collect();
        let cards = into.iter().map(|card| card.0 as usize + 1).max().unwrap_or(0);
        self.faces.resize(self.faces.len().max(cards), None);
        for (&card, old) in into.iter().zip(self.fate.order(&faces)) {
            self.faces[card.0 as usize] = faces[old];
        }
    }
}

/// A game in the clear: a driver and its dealer.
pub struct ClearGame<F = Chance> {
    /// The rules.
    pub driver: Driver,
    /// The dealer.
    pub dealer: ClearDealer<F>,
}

impl ClearGame {
    /// A game with a seeded dealer.
    pub fn new(
        game: &dyn Game,
        seats: usize,
        options: &Options,
        seed: u64,
    ) -> Result<Self, OptionError> {
        Self::with_fate(game, seats, options, Chance::new(seed))
    }
}

impl<F: Fate> ClearGame<F> {
    /// A game whose randomness comes from `fate`.
    pub fn with_fate(
        game: &dyn Game,
        seats: usize,
        options: &Options,
        fate: F,
    ) -> Result<Self, OptionError> {
        let driver = game.start(seats, options)?;
        Ok(Self { driver, dealer: ClearDealer::new(seats, fate) })
    }

    /// Every answer so far: all that replaying needs.
    pub fn answers(&self) -> &[Answer] {
        self.driver.log().answers()
    }

    /// Answers one request; `pick` is asked about menus and sees the public state. False once the game is
    /// over, or if the pick is refused.
    pub fn step(&mut self, mut pick: impl FnMut(Ask<'_>, &dyn Any) -> usize) -> bool {
        let state: &dyn Any = self.driver.state();
        let answer = self.dealer.answer(&self.driver, |ask| pick(ask, state));
        answer.is_some_and(|answer| self.take(answer))
    }

    fn take(&mut self, answer: Answer) -> bool {
        let taken = self.driver.answer(answer).is_ok();
        if !self.driver.take_retired().is_empty() {
            self.dealer.forget(&self.driver);
        }
        taken
    }

    /// Plays to the end with bots in the seats; `None` if a bot picked an entry that is not allowed.
    pub fn finish(&mut self, bots: &mut BySeat<Box<dyn Bot>>) -> Option<&Outcome> {
        while self.step(|ask, state| bots[ask.seat].pick(&ask, state)) {}
        self.driver.outcome()
    }
}

/// A bot of one kind for every seat.
pub fn bots(game: &dyn Game, kind: BotKind, seats: usize, seed: u64) -> BySeat<Box<dyn Bot>> {
    let mut chance = Chance::new(seed ^ 0x5eed);
    BySeat::new(seats, |seat| game.bot(kind, seat, chance.bits()))
}

/// Drives a fresh game through recorded answers.
pub fn replay(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    answers: &[Answer],
) -> Option<Driver> {
    let mut driver = game.start(seats, options).ok()?;
    answers.iter().try_for_each(|answer| driver.answer(answer.clone())).ok()?;
    Some(driver)
}
