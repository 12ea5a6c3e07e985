//! The cards: what is printed on them, how many there are, and how they are shown.

use engine::{Art, Deck, Face, FaceInfo, Tint, symbols};

/// The cards that are dealt and played.
pub(super) const CARDS: Deck = Deck(0);
/// The role cards.
pub(super) const ROLES: Deck = Deck(1);

/// A card that is dealt and played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Card {
    /// Two of them in a stack are a wound.
    Gun,
    /// Cancels a Gun in its stack.
    Armor,
    /// Is banked and pays for things.
    Money,
    /// Costs its receiver one Money.
    Crime,
    /// Lets its receiver look at a role.
    Intel,
    /// With three Money, a wound for anybody.
    Hit,
    /// Swaps its receiver's role with the boss.
    Mole,
}

/// Which team somebody is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Role {
    /// An Undercover Cop.
    Cop = 7,
    /// A Hardened Criminal.
    Criminal,
}

/// The faces of the cards that are dealt and played.
pub(super) const CARD_FACES: [Face; 7] = [
    Card::Gun.face(),
    Card::Armor.face(),
    Card::Money.face(),
    Card::Crime.face(),
    Card::Intel.face(),
    Card::Hit.face(),
    Card::Mole.face(),
];

/// The faces of the role cards.
pub(super) const ROLE_FACES: [Face; 2] = [Role::Cop.face(), Role::Criminal.face()];

impl Card {
    /// Every kind of card, in the order of their faces.
    pub const ALL: [Self; 7] =
        [Self::Gun, Self::Armor, Self::Money, Self::Crime, Self::Intel, Self::Hit, Self::Mole];

    /// What is printed on it.
    pub const fn face(self) -> Face {
        Face(self as u8)
    }

    /// Whether it is too valuable to be played at random.
    pub(super) const fn is_dear(self) -> bool {
        matches!(self, Self::Intel | Self::Hit | Self::Mole)
    }

    /// The card with this face.
    pub fn of(face: Face) -> Option<Self> {
        Self::ALL.get(face.0 as usize).copied()
    }

    /// How many of them a game has; NBAK-08: wounds are markers, not cards of the deck.
    pub const fn copies(self, seats: usize, easy: bool) -> usize {
        match self {
            Self::Gun => 23,
            Self::Armor => 12,
            Self::Money => 17,
            Self::Crime => 6,
            // NBAK-56: easy mode has both, whatever the number of players.
            Self::Intel if easy => 2,
            // NBAK-07
            Self::Intel => match seats {
                ..=5 => 0,
                6 => 1,
                _ => 2,
            },
            Self::Hit | Self::Mole => 1,
        }
    }
}

impl Role {
    /// Both roles.
    pub const ALL: [Self; 2] = [Self::Cop, Self::Criminal];

    /// What is printed on it.
    pub const fn face(self) -> Face {
        Face(self as u8)
    }

    /// The role with this face.
    pub fn of(face: Face) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.face() == face)
    }

    /// The other team.
    pub const fn other(self) -> Self {
        match self {
            Self::Cop => Self::Criminal,
            Self::Criminal => Self::Cop,
        }
    }

    /// NBAK-02: how many role cards of *each* kind a game has.
    pub const fn copies(seats: usize) -> usize {
        match seats {
            ..=5 => 3,
            6 | 7 => 4,
            _ => 5,
        }
    }

    /// The team's name.
    pub const fn team(self) -> &'static str {
        match self {
            Self::Cop => "Cops",
            Self::Criminal => "Criminals",
        }
    }
}

/// How a face is shown.
pub(super) fn face_info(face: Face) -> FaceInfo {
    let (name, short, tint, help) = match (Card::of(face), Role::of(face)) {
        (Some(Card::Gun), _) => (
            "Gun",
            "†Gun",
            Tint::Red,
            "Every two Guns in a stack that no Armor cancels wound its owner once.",
        ),
        (Some(Card::Armor), _) => (
            "Armor",
            "◊Armor",
            Tint::Blue,
            "Cancels one Gun in the same stack. Spare Armor does nothing.",
        ),
        (Some(Card::Money), _) => (
            "Money",
            "$Money",
            Tint::Green,
            "Goes to the bank of the stack's owner and pays for healing, looks and Hits.",
        ),
        (Some(Card::Crime), _) => (
            "Crime",
            "×Crime",
            Tint::Yellow,
            "The stack's owner loses one Money, banked or in the stack, if there is any.",
        ),
        (Some(Card::Intel), _) => (
            "Intel",
            "?Intel",
            Tint::Cyan,
            "The stack's owner may look at one role: any player's or the boss.",
        ),
        (Some(Card::Hit), _) => (
            "Hit",
            "‡Hit",
            Tint::Magenta,
            "The stack's owner may pay three Money to wound any player, at once or, from the \
             bank, in Money Talks.",
        ),
        (Some(Card::Mole), _) => (
            "Mole",
            "±Mole",
            Tint::Magenta,
            "The stack's owner swaps roles with the boss and sees the new one.",
        ),
        (_, Some(Role::Cop)) => (
            "Undercover Cop",
            "*Cop",
            Tint::Blue,
            "The Cops win if more Criminals than Cops fall; the boss breaks a tie.",
        ),
        (_, Some(Role::Criminal)) => (
            "Hardened Criminal",
            "#Crim",
            Tint::Red,
            "The Criminals win if more Cops than Criminals fall; the boss breaks a tie.",
        ),
        (None, None) => ("no card", "-", Tint::Plain, ""),
    };
    FaceInfo { name, short, tint, help, art: art(face) }
}

/// What is drawn on a face.
fn art(face: Face) -> Art {
    let symbol = match (Card::of(face), Role::of(face)) {
        (Some(Card::Gun), _) => symbols::GUN,
        (Some(Card::Armor), _) => symbols::ARMOR,
        (Some(Card::Money), _) => symbols::MONEY,
        (Some(Card::Crime), _) => symbols::CRIME,
        (Some(Card::Intel), _) => symbols::INTEL,
        (Some(Card::Hit), _) => symbols::HIT,
        (Some(Card::Mole), _) => symbols::MOLE,
        (_, Some(Role::Cop)) => symbols::BADGE,
        (_, Some(Role::Criminal)) => symbols::MASK,
        (None, None) => return Art::NONE,
    };
    Art::new("", symbol, "")
}
