//! The cards of a match as everybody sees them: masked, with the shares given so far.

use std::collections::BTreeMap;

use engine::{Deck, Driver, Face, FaceSet, GameInfo, Handle, Knowledge, Seat};
use mental::{FaceTable, JointKey, Point, Share, StrippedCard, open};

use crate::Bug;

/// A masked card, the shares of it that have been given, and the seat it was dealt to.
#[derive(Clone, Debug)]
pub struct Card {
    pub masked: mental::Card,
    pub shares: Vec<Share>,
    pub holder: Option<Seat>,
}

/// The statement of a proof that a hand has none of some faces: the hidden cards of the hand, and the
/// faces.
pub(crate) type Statement = (Vec<StrippedCard>, Vec<Point>);

/// The masked cards of a match, and the faces of leavers' cards, which everybody knows but the rules do
/// not.
pub(crate) struct Cards {
    tables: BTreeMap<Deck, FaceTable>,
    cards: BTreeMap<Handle, Card>,
    /// Cards of seats that are gone: open to all, though not to the rules.
    opened: Knowledge,
}

impl Card {
    pub fn new(masked: mental::Card) -> Self {
        Self { masked, shares: Vec::new(), holder: None }
    }

    /// Whether the seat's share is still missing.
    pub fn lacks(&self, joint: &JointKey, seat: Seat) -> bool {
        let key = joint.keys().get(seat.index()).map(mental::PublicKey::point);
        !self.shares.iter().any(|share| Some(share.key()) == key)
    }
}

impl Cards {
    pub(crate) fn new(info: &GameInfo) -> Self {
        let table = |(deck, faces): &(Deck, &'static [Face])| {
            (*deck, FaceTable::new(info.id, deck.0, faces.iter().map(|face| face.0)))
        };
        Self {
            tables: info.decks.iter().map(table).collect(),
            cards: BTreeMap::new(),
            opened: Knowledge::new(),
        }
    }

    /// The face of a card that everybody at the table knows.
    pub(crate) fn known(&self, driver: &Driver, card: Handle) -> Option<Face> {
        driver.faces().face(card).or_else(|| self.opened.get(&card).copied())
    }

    /// The cards of seats that are gone, which have been opened to all.
    pub(crate) fn opened(&self) -> &Knowledge {
        &self.opened
    }

    pub(crate) fn get(&self, card: Handle) -> Option<&Card> {
        self.cards.get(&card)
    }

    /// The card as it enters a shuffle or an opening. A card that everybody knows is its bare face.
    pub(crate) fn current(&self, driver: &Driver, handle: Handle) -> Option<Card> {
        if let Some(face) = self.known(driver, handle) {
            let table = self.tables.get(&driver.faces().deck(handle)?)?;
            return Some(Card::new(mental::Card::open(*table.point(face.0)?)));
        }
        self.cards.get(&handle).cloned()
    }

    pub(crate) fn insert(&mut self, handle: Handle, card: Card) {
        self.cards.insert(handle, card);
    }

    pub(crate) fn open_to_all(&mut self, handle: Handle, face: Face) {
        self.cards.remove(&handle);
        self.opened.insert(handle, face);
    }

    /// Forgets cards that have left the game, and those that the rules have turned up.
    pub(crate) fn forget(&mut self, driver: &Driver, retired: &[Handle]) {
        for card in retired {
            self.cards.remove(card);
            self.opened.remove(card);
        }
        let hidden = |card: &Handle| driver.faces().face(*card).is_none();
        self.cards.retain(|card, _| hidden(card));
        self.opened.retain(hidden);
    }

    /// The hidden cards dealt to a seat.
    pub(crate) fn held_by(&self, seat: Seat) -> Vec<Handle> {
        self.cards.iter().filter(|(_, card)| card.holder == Some(seat)).map(|(h, _)| *h).collect()
    }

    /// The face of an opened point in a deck.
    pub(crate) fn face_of(&self, deck: Deck, point: &Point) -> Option<Face> {
        self.tables.get(&deck)?.face_of(point).map(Face)
    }

    /// Opens a card with all its shares; `None` if it opens to no face of its deck.
    pub(crate) fn open(
        &self,
        driver: &Driver,
        handle: Handle,
        card: &Card,
        joint: &JointKey,
    ) -> Result<Option<Face>, Bug> {
        let point = open(&card.masked, joint, &card.shares)?;
        let deck = driver.faces().deck(handle).ok_or(Bug::NoCard(handle))?;
        Ok(self.face_of(deck, &point))
    }

    /// The hidden cards of a hand, stripped of all layers but their owner's, and the points of those
    /// faces of the set that occur in their decks: the statement of a proof that there is none.
    /// `None` if a card of the hand that everybody knows has such a face.
    pub(crate) fn none_of(
        &self,
        driver: &Driver,
        joint: &JointKey,
        owner: Seat,
        hand: &[Handle],
        faces: FaceSet,
    ) -> Result<Option<Statement>, Bug> {
        let mut hidden = Vec::new();
        let (mut points, mut decks) = (Vec::new(), Vec::new());
        for &handle in hand {
            match self.known(driver, handle) {
                Some(face) if faces.contains(face) => return Ok(None),
                Some(_) => {}
                None => {
                    let card = self.cards.get(&handle).ok_or(Bug::NoCard(handle))?;
                    let owner = owner.index();
                    hidden.push(StrippedCard::new(&card.masked, joint, &card.shares, owner)?);
                    let deck = driver.faces().deck(handle).ok_or(Bug::NoCard(handle))?;
                    if !decks.contains(&deck) {
                        let table = self.tables.get(&deck).ok_or(Bug::NoCard(handle))?;
                        points.extend(faces.iter().filter_map(|face| table.point(face.0).copied()));
                        decks.push(deck);
                    }
                }
            }
        }
        Ok(Some((hidden, points)))
    }
}
