//! What is drawn on the cards: costs and Coins in the corner, skills as rows of symbols.

use engine::{Art, ArtRow, symbols};

use super::{
    agendas::Agenda,
    cards::{Skill, Skills},
    characters::Character,
    objectives::{Defense, Objective},
    schemes::{Scheme, Type},
    treasures::{self, Treasure},
};

impl Character {
    /// The price in the corner, the skills below.
    pub(super) fn art(self) -> Art {
        let price = number(self.card().cost);
        Art::new(price, symbols::COIN, symbols::THIEF).rows(&SKILLS[self as usize])
    }
}

impl Scheme {
    /// When it may be played, and the skill that it lends.
    pub(super) fn art(self) -> Art {
        let symbol = match self.card().kind {
            Type::MomentOfTruth => symbols::BETRAYAL,
            Type::Logistics => symbols::CRATE,
            Type::Complication => symbols::ALARM,
            Type::Active => symbols::BOLT,
            Type::Reaction => symbols::REPLY,
        };
        let index = self.betrayal().map_or("", number);
        Art::new(index, symbol, "").rows(lent(self.lends()))
    }
}

impl Defense {
    /// Its Coins in the corner, a row for each challenge.
    pub(super) fn art(self) -> Art {
        let card = self.card();
        let symbol = if card.watch { symbols::SHIELD } else { symbols::LOCK };
        let rows = &CHALLENGES[self as usize];
        let index = if card.coins > 0 { number(card.coins) } else { "" };
        Art::new(index, symbol, "").rows(&rows[..card.challenges.len().min(rows.len())])
    }
}

impl Objective {
    /// Its Coins in the corner, and what it holds: Treasures and Defenses.
    pub(super) fn art(self) -> Art {
        let picture = match self.card().stage {
            1 => symbols::HOUSE,
            2 => symbols::MANOR,
            _ => symbols::PALACE,
        };
        Art::new(number(self.card().coins), symbols::COIN, picture).rows(&HOLDS[self as usize])
    }
}

impl Treasure {
    /// A Treasure, and the skill that it lends.
    pub(super) fn art(self) -> Art {
        Art::new("", symbols::TREASURE, "").rows(lent(treasures::lends(self)))
    }
}

impl Agenda {
    /// What it is worth at a table of three or four.
    pub(super) fn art(self) -> Art {
        Art::new(number(self.card().coins), symbols::COIN, symbols::SEAL)
    }
}

/// Skills as symbols.
const fn row(skills: Skills) -> ArtRow {
    let [lies, stealth, muscle, tinker] = skills;
    ArtRow::new([
        (symbols::LIES, lies),
        (symbols::STEALTH, stealth),
        (symbols::MUSCLE, muscle),
        (symbols::TINKER, tinker),
    ])
}

/// A skill that a card lends.
fn lent(skill: Option<Skill>) -> &'static [ArtRow] {
    static LENT: [[ArtRow; 1]; 4] =
        [[row([1, 0, 0, 0])], [row([0, 1, 0, 0])], [row([0, 0, 1, 0])], [row([0, 0, 0, 1])]];
    skill.map_or(&[], |skill| &LENT[skill.index()])
}

/// The skills of each Character.
static SKILLS: [[ArtRow; 1]; 30] = {
    let mut rows = [[ArtRow::EMPTY]; 30];
    let mut i = 0;
    while i < rows.len() {
        rows[i] = [row(super::characters::CARDS[i].skills)];
        i += 1;
    }
    rows
};

/// The challenges of each Defense.
static CHALLENGES: [[ArtRow; 4]; 23] = {
    let mut rows = [[ArtRow::EMPTY; 4]; 23];
    let mut i = 0;
    while i < rows.len() {
        let challenges = super::objectives::DEFENSES[i].challenges;
        let mut j = 0;
        while j < challenges.len() {
            rows[i][j] = row(challenges[j]);
            j += 1;
        }
        i += 1;
    }
    rows
};

/// The Treasures and the Defenses of each Objective.
static HOLDS: [[ArtRow; 1]; 14] = {
    let mut rows = [[ArtRow::EMPTY]; 14];
    let mut i = 0;
    while i < rows.len() {
        let mark = &super::objectives::OBJECTIVES[i];
        let holds = [
            (symbols::TREASURE, mark.treasures as u8),
            (symbols::LOCK, mark.slots as u8),
            ("", 0),
            ("", 0),
        ];
        rows[i] = [ArtRow::new(holds)];
        i += 1;
    }
    rows
};

/// A small number in digits.
fn number(n: i64) -> &'static str {
    const DIGITS: [&str; 26] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
        "17", "18", "19", "20", "21", "22", "23", "24", "25",
    ];
    usize::try_from(n).ok().and_then(|n| DIGITS.get(n)).copied().unwrap_or("")
}
