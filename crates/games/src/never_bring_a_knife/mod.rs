//! Never Bring a Knife: a gunfight between undercover cops and hardened criminals, in which nobody
//! knows who is who.
//!
//! Everybody has a secret role, and one more role, the boss, lies in the middle. In each round everybody
//! is dealt four cards and plays all of them in front of players: Guns on enemies, Armor on friends,
//! Money wherever it helps. After that each stack of four is mixed, opened and resolved. When somebody
//! has three wounds and nobody pays to heal them, their team has lost.
//!
//! One file per chapter of the rules: [`setup`](self), `deal`, `play`, `reveal`, `money_talks` and
//! `ending`; `cards` has what is printed on the cards. The state is public. Roles, hands and face-down
//! cards are handles in it; what each seat knows of them is kept outside the rules.
//!
//! People may say what they like, lies included (NBAK-54): the rules carry no talk. They also give nobody
//! a way to show a role to somebody else before the end (NBAK-55).

use engine::{
    Ask, Board, BySeat, Entry, Face, FaceInfo, GameInfo, Handle, Menu, OptionSpec, Options,
    Outcome, Playable, Player, Rules, Seat, Table, Values,
};

mod board;
mod bot;
mod cards;
mod deal;
mod ending;
mod lessons;
mod money_talks;
mod play;
mod reveal;
mod setup;
#[cfg(test)]
mod tests;

pub use cards::{Card, Role};

/// The game.
pub static GAME: Playable<NeverBringAKnife> = Playable::new();

/// The rules of Never Bring a Knife.
pub struct NeverBringAKnife;

/// How many cards everybody gets, plays and receives in a round.
pub const STACK: usize = 4;
/// How many wounds make somebody fall.
pub const FALL: usize = 3;

/// All that is public.
#[derive(Clone, Debug)]
pub struct State {
    /// NBAK-56: both Intel cards are in the deck.
    pub easy: bool,
    /// NBAK-57: a neighbour's role is learnt when they are first wounded.
    pub hard: bool,
    /// Where in the round the game is; a heading of the rules text.
    pub phase: &'static str,
    /// The number of the round, from 1.
    pub round: usize,
    /// Who deals.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What each entry of the menu that is being asked means.
    pub moves: Vec<Move>,
    /// The cards to be dealt, the next one first.
    pub deck: Vec<Handle>,
    /// The discard pile, which is reshuffled when the deck runs out.
    pub discards: Vec<Handle>,
    /// The roles before they are dealt.
    pub roles: Vec<Handle>,
    /// The role in the middle.
    pub boss: Option<Handle>,
    /// Who has seen which role. That somebody looked is public; what they saw is not.
    pub looks: Vec<(Seat, Handle)>,
    /// How often the player in turn has gone back in this turn.
    pub backs: usize,
    /// What everybody has.
    pub fighters: BySeat<Fighter>,
    /// The stacks that were opened in the last Reveal, in that order.
    pub opened: Vec<Opened>,
}

/// A stack that was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Whose it was.
    pub seat: Seat,
    /// What lay in it.
    pub faces: Vec<Face>,
    /// How many wounds its Guns have made.
    pub wounds: usize,
}

/// What one player has.
#[derive(Clone, Debug, Default)]
pub struct Fighter {
    /// The role card. A seat that has seen it knows this handle, wherever a Mole moves it.
    pub role: Option<Handle>,
    /// The cards not played yet.
    pub hand: Vec<Handle>,
    /// The cards that were played on this player in this round.
    pub stack: Vec<Handle>,
    /// Which of them were played face up.
    pub shown: Vec<Face>,
    /// Banked Money; NBAK-53: what is banked lies open.
    pub money: Vec<Handle>,
    /// The banked Hit.
    pub hit: Option<Handle>,
    /// Wounds; N-A2: they are counted without limit.
    pub wounds: usize,
    /// Whether there ever was a wound, healed or not.
    pub was_wounded: bool,
}

/// What choosing an entry means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Do nothing, or nothing more.
    Skip,
    /// Take this card to play.
    Pick(Handle),
    /// Take another one.
    Back,
    /// Play the card on somebody.
    Place {
        /// The card.
        card: Handle,
        /// The target.
        on: Seat,
        /// Whether everybody sees it.
        up: bool,
    },
    /// Look at somebody's role, or at the boss.
    Look(Option<Seat>),
    /// Pay for a wound to be healed.
    Heal(Seat),
    /// Pay for the Hit.
    Hit(Seat),
}

impl Rules for NeverBringAKnife {
    type State = State;

    const INFO: GameInfo = GameInfo {
        id: "never-bring-a-knife",
        name: "Never Bring a Knife",
        version: 2,
        // NBAK-01
        seats: (4, 8),
        usual_seats: 6,
        blurb: "Cops and criminals in a gunfight, and nobody knows who is who.",
        rules: include_str!("rules.md"),
        options: &[OptionSpec {
            key: "mode",
            help: "easy: both Intel cards are always in the deck; hard: you see your left \
                   neighbour's role only once they are wounded; easy-hard: both.",
            values: Values::Words(&["normal", "easy", "hard", "easy-hard"]),
            default: "normal",
        }],
        decks: &[(cards::CARDS, &cards::CARD_FACES), (cards::ROLES, &cards::ROLE_FACES)],
    };

    const LESSONS: &'static [engine::Lesson] = lessons::LESSONS;

    fn start(seats: usize, options: &Options) -> State {
        // N-A14: two switches under one option. NBAK-58: they change nothing but what they name.
        let (easy, hard) = match options.word("mode") {
            "easy" => (true, false),
            "hard" => (false, true),
            "easy-hard" => (true, true),
            _ => (false, false),
        };
        State {
            easy,
            hard,
            phase: "Setup",
            round: 0,
            dealer: Seat::new(0),
            turn: None,
            moves: Vec::new(),
            deck: Vec::new(),
            discards: Vec::new(),
            roles: Vec::new(),
            boss: None,
            looks: Vec::new(),
            backs: 0,
            fighters: BySeat::new(seats, |_| Fighter::default()),
            opened: Vec::new(),
        }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        if t.round == 0 {
            setup::setup(t).await;
        }
        loop {
            // NBAK-12
            t.round += 1;
            deal::deal(t).await;
            play::play(t).await;
            reveal::reveal(t).await;
            money_talks::money_talks(t).await;
            if let Some(outcome) = ending::ending(t).await {
                return outcome;
            }
            // NBAK-51; N-A18: this is the only time the dealer changes.
            t.dealer = t.left_of_dealer();
            t.milestone();
        }
    }

    fn board(state: &State) -> Board {
        board::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        cards::face_info(face)
    }

    fn bot(_: Seat, seed: u64) -> impl Player<State> + Clone {
        bot::Normal::new(seed)
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        bot::pick(ask, state)
    }

    const PLAYOUTS: usize = 192;

    const CAUTION: i64 = 9;

    /// Where to play a card is chosen by everybody's acts alone: that tells more about sides than a few
    /// playouts with players who remember nothing. In the first round a considered choice would even tell
    /// the bot's side.
    fn worth_thinking(state: &State) -> bool {
        state.phase != "Play"
    }

    fn estimate(
        from: &State,
        now: &State,
        seat: Seat,
        face: &dyn Fn(Handle) -> Option<Face>,
    ) -> Option<i64> {
        bot::estimate(from, now, seat, face)
    }
}

impl State {
    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.fighters.len()
    }

    /// The seat that plays, opens and spends first.
    pub fn left_of_dealer(&self) -> Seat {
        self.dealer.left(self.seats())
    }

    /// Everybody clockwise from the dealer's left; the dealer comes last.
    pub fn lap(&self) -> impl Iterator<Item = Seat> + use<> {
        self.left_of_dealer().lap(self.seats())
    }

    /// Whether a seat has seen a role, wherever it lies now.
    pub fn has_seen(&self, seat: Seat, role: Option<Handle>) -> bool {
        role.is_some_and(|role| self.looks.contains(&(seat, role)))
    }

    /// The role card of a player, or the boss.
    pub fn role(&self, whose: Option<Seat>) -> Option<Handle> {
        match whose {
            Some(seat) => self.fighters[seat].role,
            None => self.boss,
        }
    }
}

/// Asks a seat to choose among moves. What each entry means is public, so it is in the state.
async fn choose(
    t: &mut Table<State>,
    seat: Seat,
    menu: Menu,
    moves: Vec<(Move, Entry)>,
) -> Option<Move> {
    let (moves, entries): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
    t.moves = moves;
    let choice = t.choose(seat, menu.with_all(entries)).await;
    std::mem::take(&mut t.moves).get(choice.entry).copied()
}
