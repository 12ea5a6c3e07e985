//! What can be chosen, as values: rules and bots share them, menus put them into words.

use engine::{Entry, Face, Handle, Line, Menu, Seat, Table};

use super::{
    cards::Skill,
    state::{State, Target, When},
};

/// An answer to a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Do nothing, or do no more of it.
    Pass,
    /// Give up this Agenda of the three.
    DropAgenda(Handle),
    /// Take this Character into the crew: in the draft, for pay, or out of Jail.
    Take(Handle),
    /// Begin a heist.
    Heist(Target),
    /// Discard and draw.
    Legwork,
    /// Play Logistics.
    Logistics,
    /// Rest and draw this many Schemes.
    Rest(usize),
    /// Renew the hiring pool.
    Headhunt,
    /// Trade; or propose another trade.
    Exchange,
    /// Show this Scheme and play it.
    Play(Handle),
    /// Use this Character's ability.
    Use(Handle),
    /// Fire somebody; then whom.
    Fire,
    /// Fire this Character, or let it take a blow.
    Pick(Handle),
    /// Give Coins away; then to whom. Or give somebody this.
    Give(Option<(Seat, Good)>),
    /// Ask for Coins; then whom.
    Ask,
    /// Give or ask for Coins, as an aside.
    Coins,
    /// This player.
    Seat(Seat),
    /// Take this player along on a heist.
    Partner(Seat),
    /// Go back to what was asked before.
    Back,
    /// So many.
    Amount(i64),
    /// Discard this Scheme, or hand it over.
    Discard(Handle),
    /// Discard these Schemes together.
    DiscardAll(Vec<Handle>),
    /// Equal shares; the Treasures to this player.
    Even(Seat),
    /// Word other terms.
    Other,
    /// Another sum of the haul for this player.
    SumOf(Seat),
    /// The rest of the haul to this player.
    TheRest(Seat),
    /// Another owner for this Treasure.
    OwnerOf(usize),
    /// Coins from somebody's stash.
    Stash,
    /// The first pays the second.
    Pays(Seat, Seat),
    /// When something changes hands.
    When(When),
    /// Cards for a partner.
    Cards,
    /// Take this promise out again.
    TakeOut(usize),
    /// Agree.
    Accept,
    /// Refuse.
    Decline,
    /// Ask for this many Coins instead.
    Demand(i64),
    /// Ask for the Treasures as well.
    DemandTreasures,
    /// Send a Character to a post, against a challenge if it is the first there.
    Send {
        /// Whom.
        card: Handle,
        /// To which post.
        post: usize,
        /// Against which challenge.
        challenge: usize,
    },
    /// Take a Character back from the plan.
    TakeBack(Handle),
    /// Stay out of the heist after all.
    StayOut,
    /// Call the heist off.
    CallOff,
    /// How many Characters this player sends at least.
    SendsOf(Seat),
    /// What a card or ability aims at.
    Aim(Aim),
    /// Use a die that shows this many daggers.
    Daggers(i64),
    /// Roll both dice again.
    RollAgain,
    /// Put this into a trade: something of one's own, or something asked for.
    Offer(Good),
    /// Ask for this in a trade.
    Want(Good),
}

/// Something that can be traded. NHAT-38
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Good {
    /// A Character.
    Thief(Handle),
    /// A Treasure.
    Treasure(Handle),
    /// A Scheme, face down; which one, only its owner says.
    Scheme(Option<Handle>),
    /// Coins.
    Coins(i64),
}

/// What a Scheme or ability is aimed at. C1
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Nothing in particular.
    Nothing,
    /// A player.
    Seat(Seat),
    /// A Character.
    Thief(Handle),
    /// A Character, under the Broken Code alternative. NHAT-97
    Broken(Handle),
    /// A Character and a skill.
    Gain(Handle, Skill),
    /// A Defense of the heist.
    Post(usize),
    /// A Defense of the heist and a skill.
    Need(usize, Skill),
    /// A Defense on the table: mat and slot.
    Slot(usize, usize),
}

impl Aim {
    /// The Character it is aimed at.
    pub fn thief(self) -> Option<Handle> {
        match self {
            Self::Thief(card) | Self::Broken(card) | Self::Gain(card, _) => Some(card),
            _ => None,
        }
    }
}

/// A menu with the move behind each entry.
pub struct Ballot {
    menu: Menu,
    moves: Vec<Move>,
}

/// What was chosen: the move, and the face it showed.
pub type Chosen = (Move, Option<Face>);

impl Ballot {
    /// A question and the rule that asks it.
    pub fn new(title: impl Into<Line>, rule: &'static str) -> Self {
        Self { menu: Menu::new(title, rule), moves: Vec::new() }
    }

    /// Adds an answer.
    #[must_use]
    pub fn with(mut self, answer: Move, entry: Entry) -> Self {
        self.push(answer, entry);
        self
    }

    /// Adds answers.
    #[must_use]
    pub fn with_all(mut self, answers: impl IntoIterator<Item = (Move, Entry)>) -> Self {
        answers.into_iter().for_each(|(answer, entry)| self.push(answer, entry));
        self
    }

    fn push(&mut self, answer: Move, entry: Entry) {
        self.moves.push(answer);
        self.menu.entries.push(entry);
    }
}

/// Asks one seat. With nothing to choose from nobody is asked, since it could never be answered.
pub async fn choose(t: &mut Table<State>, seat: Seat, ballot: Ballot) -> Chosen {
    if ballot.moves.is_empty() {
        return (Move::Pass, None);
    }
    let moves = lay_out(t, [(seat, &ballot)]);
    let choice = t.choose(seat, ballot.menu).await;
    (moves[0].1[choice.entry].clone(), choice.face)
}

/// Asks one seat, unless there is a single possible answer.
pub async fn settle(t: &mut Table<State>, seat: Seat, ballot: Ballot) -> Move {
    match (ballot.moves.as_slice(), ballot.menu.entries.as_slice()) {
        ([only], [Entry { shows: None, refused: None, .. }]) => only.clone(),
        _ => choose(t, seat, ballot).await.0,
    }
}

/// All answer sealed; every answer is opened.
pub async fn all(t: &mut Table<State>, ballots: Vec<(Seat, Ballot)>) -> Vec<(Seat, Chosen)> {
    let moves = lay_out(t, ballots.iter().map(|(seat, ballot)| (*seat, ballot)));
    let menus = ballots.into_iter().map(|(seat, ballot)| (seat, ballot.menu)).collect();
    let choices = t.ask_all(menus).await;
    let chosen = moves.into_iter().zip(choices);
    chosen.map(|((seat, moves), c)| (seat, (moves[c.entry].clone(), c.face))).collect()
}

/// All answer sealed; answers are opened in order until one is not a pass.
pub async fn until(t: &mut Table<State>, ballots: Vec<(Seat, Ballot)>) -> Option<(Seat, Chosen)> {
    let moves = lay_out(t, ballots.iter().map(|(seat, ballot)| (*seat, ballot)));
    let menus = ballots.into_iter().map(|(seat, ballot)| (seat, ballot.menu)).collect();
    let (seat, choice) = t.ask_until(menus).await?;
    let (_, moves) = moves.into_iter().find(|(asked, _)| *asked == seat)?;
    Some((seat, (moves[choice.entry].clone(), choice.face)))
}

/// Publishes the moves behind the entries, for bots to read beside the menus.
fn lay_out<'a>(
    t: &mut Table<State>,
    ballots: impl IntoIterator<Item = (Seat, &'a Ballot)>,
) -> Vec<(Seat, Vec<Move>)> {
    let asked: Vec<_> = ballots.into_iter().map(|(seat, b)| (seat, b.moves.clone())).collect();
    t.asked.clone_from(&asked);
    asked
}
