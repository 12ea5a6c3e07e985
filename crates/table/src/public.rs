//! The public state, which every node, spectator and auditor computes alike. It holds no secret.

use std::sync::Arc;

use ed25519_dalek::VerifyingKey;
use engine::{
    Ask, Board, BotKind, Choice, Driver, Entry, Eyes, Face, Game, Handle, Menu, OptionError,
    Options, Outcome, Seat,
};
use mental::{Context, Escrow, JointKey, PublicKey};
use proto::{Charter, CharterError, Digest, digest, next_head};

use crate::{
    Bug, Description, cards::Cards, checking::Checking, recent::Recent, rounds::shown_by,
    seats::Seats,
};

/// The public state of a match.
pub struct Public {
    pub(crate) charter: Charter,
    pub(crate) id: Digest,
    pub(crate) game: &'static dyn Game,
    pub(crate) driver: Driver,
    pub(crate) keys: Vec<PublicKey>,
    pub(crate) joint: Option<Arc<JointKey>>,
    pub(crate) escrows: Vec<Escrow>,
    pub(crate) cards: Cards,
    pub(crate) gone: Seats,
    pub(crate) step: u64,
    pub(crate) head: Digest,
    /// The keys that sign, by seat.
    pub(crate) identities: Vec<VerifyingKey>,
    pub(crate) recent: Recent,
    /// Whether nothing but openings and opens has closed since everybody signed the head.
    pub(crate) common: bool,
    pub(crate) checking: Checking,
}

/// Why the match of a charter cannot be played with the rules of this program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The rules are of another game, or of another version.
    #[error("the match is of {game} rules version {rules}, this is {here} version {version}")]
    Rules {
        /// The charter's game.
        game: String,
        /// The charter's version of its rules.
        rules: u16,
        /// The game that is here.
        here: &'static str,
        /// The version of its rules.
        version: u16,
    },
    /// The rules are of the same version, but their cards or options are not the same.
    #[error(
        "the match is of {0} rules version {1}, as here, but its cards or options are others: one of the two programs was changed"
    )]
    Description(&'static str, u16),
    /// The charter's options or seats are not the game's.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The charter is not in order.
    #[error(transparent)]
    Charter(#[from] CharterError),
    /// The charter does not set every option.
    #[error("the charter leaves options open")]
    OptionsOpen,
}

impl Public {
    /// The beginning of a match under a charter that has been verified.
    pub(crate) fn new(charter: Charter, game: &'static dyn Game) -> Result<Self, GameError> {
        let info = game.info();
        if charter.game != info.id || charter.rules != info.version {
            let Charter { game, rules, .. } = charter;
            return Err(GameError::Rules { game, rules, here: info.id, version: info.version });
        }
        if charter.description != Description::of(game).digest() {
            return Err(GameError::Description(info.id, info.version));
        }
        let given = charter.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = Options::parse(info.options, given)?;
        if options.iter().count() != charter.options.len() {
            return Err(GameError::OptionsOpen);
        }
        let driver = game.start(charter.seats.len(), &options)?;
        let identities = charter.check()?;
        let id = charter.id();
        Ok(Self {
            id,
            game,
            driver,
            keys: Vec::new(),
            joint: None,
            escrows: Vec::new(),
            cards: Cards::new(info),
            gone: Seats::NONE,
            step: 1,
            head: id,
            identities,
            recent: Recent::default(),
            common: false,
            checking: Checking::Now,
            charter,
        })
    }

    /// The match id.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// The charter.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The driver that runs the rules, at the current request.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// The table as everybody sees it.
    pub fn board(&self) -> Board {
        self.driver.board()
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.charter.seats.len()
    }

    /// The first step that is not closed.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The digest of everything before that step.
    pub fn head(&self) -> Digest {
        self.head
    }

    /// The seats that the table went on without.
    pub fn gone(&self) -> Seats {
        self.gone
    }

    /// The seats that are still there.
    pub fn present(&self) -> Seats {
        Seats::all(self.seats()).without(self.gone)
    }

    /// How many of the present seats decide how to close a step: more than half of them, and no fewer
    /// than remain when as many have left as the table still survives.
    pub fn quorum(&self) -> usize {
        let present = self.present().len();
        let leavers = usize::from(self.charter.survive).saturating_sub(self.gone.len());
        present.saturating_sub(leavers).max(present / 2 + 1)
    }

    /// The result, once the rules have come to an end.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.driver.outcome()
    }

    /// The digest of the result, which everybody signs at the end.
    pub fn result_digest(&self) -> Option<Digest> {
        let outcome = self.driver.outcome()?;
        let mut winners: Vec<u8> = outcome.winners.iter().map(|seat| seat.index() as u8).collect();
        winners.sort_unstable();
        let scores: Vec<u8> =
            outcome.scores.values().flat_map(|score| score.to_le_bytes()).collect();
        Some(digest("result", &[&winners, &scores]))
    }

    /// Closes the current step: by contributions or by consents, with these digests.
    pub(crate) fn close_step(&mut self, how: &str, closed_by: &[Digest]) {
        self.head = next_head(&self.head, self.step, how, closed_by);
        self.step += 1;
    }

    /// What binds a seat's proofs to the current step.
    pub(crate) fn context(&self, seat: Seat) -> Context {
        self.context_in(self.step, seat)
    }

    /// What binds a seat's proofs to a step.
    pub(crate) fn context_in(&self, step: u64, seat: Seat) -> Context {
        Context::new(self.id, step, seat.index() as u16)
    }

    /// How many seats it takes to recover the shares of a leaver.
    pub(crate) fn threshold(&self) -> usize {
        self.seats() - usize::from(self.charter.survive)
    }

    pub(crate) fn joint(&self) -> Result<&JointKey, Bug> {
        self.joint.as_deref().ok_or(Bug::NoJointKey)
    }

    /// The joint key, shared so that another thread can use it.
    pub(crate) fn shared_joint(&self) -> Result<Arc<JointKey>, Bug> {
        self.joint.clone().ok_or(Bug::NoJointKey)
    }

    pub(crate) fn key(&self, seat: Seat) -> Result<&PublicKey, Bug> {
        self.keys.get(seat.index()).ok_or(Bug::NoKey(seat))
    }

    pub(crate) fn escrow(&self, seat: Seat) -> Result<&Escrow, Bug> {
        self.escrows.get(seat.index()).ok_or(Bug::NoEscrow(seat))
    }

    /// The face of a card that everybody at the table knows.
    pub(crate) fn known(&self, card: Handle) -> Option<Face> {
        self.cards.known(&self.driver, card)
    }

    /// Cards in their masked form, to be shuffled or masked again.
    pub(crate) fn masked(&self, cards: &[Handle]) -> Result<Vec<mental::Card>, Bug> {
        let masked = |&card: &Handle| {
            let current = self.cards.current(&self.driver, card);
            current.map(|card| card.masked).ok_or(Bug::NoCard(card))
        };
        cards.iter().map(masked).collect()
    }

    /// What the autopilot chooses in the place of a seat that is gone, from its opened hand.
    pub(crate) fn autopilot(&self, seat: Seat, menu: &Menu) -> Choice {
        let ask = Ask { seat, menu, eyes: self.eyes_of_leavers(), log: self.driver.log() };
        let entry = self.game.bot(BotKind::Autopilot, seat, 0).pick(&ask, self.driver.state());
        self.choice_of_leaver(menu, entry)
    }

    /// Whether a seat that is gone may choose an entry, by the cards that everybody knows.
    pub(crate) fn allows_leaver(&self, entry: &Entry) -> bool {
        entry.allowed(self.eyes_of_leavers()).is_ok()
    }

    /// The choice of an entry for a seat that is gone.
    pub(crate) fn choice_of_leaver(&self, menu: &Menu, entry: usize) -> Choice {
        let shown = menu.entries.get(entry).and_then(shown_by);
        Choice { entry, face: shown.and_then(|card| self.known(card)) }
    }

    fn eyes_of_leavers(&self) -> Eyes<'_> {
        Eyes::new(self.driver.faces(), self.cards.opened())
    }
}
