//! The chapter on Hidden Agendas: what each asks for, and what it is worth.

use engine::{Seat, Tint};

use super::{
    cards::{Skill, kinds},
    end::wealth,
    state::{State, Thief},
};

kinds! {
    /// The eighteen Agendas.
    Agenda from 110:
    Ace "The Ace", Brute "The Brute", Charmer "The Charmer", Shadow "The Shadow",
    Artificer "The Artificer", Polymath "The Polymath", Captain "The Captain",
    Planner "The Planner", Collector "The Collector", HonestThief "The Honest Thief",
    Viper "The Viper", Peacemaker "The Peacemaker", Undertaker "The Undertaker",
    Turnkey "The Turnkey", LoneWolf "The Lone Wolf", Partner "The Partner",
    PersonalReasons "Personal Reasons", Underdog "The Underdog",
}

/// What is printed on an Agenda.
pub struct Card {
    pub(super) copies: usize,
    /// Its Coins with three or four players.
    pub coins: i64,
    /// Its Coins with five or six. NHAT-13
    pub coins_five: i64,
    pub(super) short: &'static str,
    pub(super) help: &'static str,
}

impl Card {
    pub(super) const fn tint(&self) -> Tint {
        Tint::Magenta
    }
}

const fn row(coins: i64, coins_five: i64, short: &'static str, help: &'static str) -> Card {
    Card { copies: 1, coins, coins_five, short, help }
}

impl Agenda {
    /// What is printed on it.
    pub const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    /// What it is worth at a table of this size. NHAT-13
    pub const fn coins(self, seats: usize) -> i64 {
        let card = self.card();
        if seats >= 5 { card.coins_five } else { card.coins }
    }
}

static CARDS: [Card; 18] = [
    row(
        6,
        8,
        "?Ace",
        "6 Coins (8 with five or more players) if no Character of another crew shows more skills than your best one.",
    ),
    row(6, 6, "?Brute", "6 Coins if your crew shows at least 6 Muscle."),
    row(6, 6, "?Charm", "6 Coins if your crew shows at least 5 Lies."),
    row(6, 6, "?Shadw", "6 Coins if your crew shows at least 5 Stealth."),
    row(6, 6, "?Artif", "6 Coins if your crew shows at least 4 Tinker."),
    row(7, 7, "?Polym", "7 Coins if your crew shows at least 2 of every skill."),
    row(5, 5, "?Captn", "5 Coins if you have four or more Characters and none is exhausted."),
    row(4, 4, "?Plan", "4 Coins if you hold seven or more Schemes."),
    row(
        6,
        8,
        "?Colle",
        "6 Coins (8 with five or more players) if you control at least two Treasures.",
    ),
    row(5, 5, "?Hones", "5 Coins if you never played a betrayal card."),
    row(6, 6, "?Viper", "6 Coins if you played at least two betrayal cards."),
    row(8, 8, "?Peace", "8 Coins if the code of honor is unbroken."),
    row(6, 6, "?Under", "6 Coins if at least six Characters are in the Graveyard."),
    row(5, 5, "?Turnk", "5 Coins if at least six Characters are in the Jail."),
    row(7, 7, "?Wolf", "7 Coins if you won at least two heists on Objectives with no partner."),
    row(6, 6, "?Partn", "6 Coins if you were on at least three successful shared heists."),
    row(
        4,
        5,
        "?Perso",
        "4 Coins (5 with five or more players) if you are richer than the player on your left, before Agendas.",
    ),
    row(
        7,
        9,
        "?UDog",
        "7 Coins (9 with five or more players) if nobody is poorer than you, before Agendas.",
    ),
];

/// Whether an Agenda is fulfilled. It looks at public things only. NHAT-110
pub fn fulfilled(state: &State, seat: Seat, agenda: Agenda) -> bool {
    let player = &state.players[seat];
    let shows = |skill| shown(&player.crew, skill);
    match agenda {
        // Ties succeed. H-A23
        Agenda::Ace => {
            let others = state.rivals(seat).flat_map(|r| &state.players[r].crew);
            let best = others.map(icons).max().unwrap_or(0);
            player.crew.iter().map(icons).max().is_some_and(|mine| mine >= best)
        }
        Agenda::Brute => shows(Skill::Muscle) >= 6,
        Agenda::Charmer => shows(Skill::Lies) >= 5,
        Agenda::Shadow => shows(Skill::Stealth) >= 5,
        Agenda::Artificer => shows(Skill::Tinker) >= 4,
        Agenda::Polymath => Skill::ALL.into_iter().all(|skill| shows(skill) >= 2),
        Agenda::Captain => player.crew.len() >= 4 && player.crew.iter().all(|t| !t.exhausted),
        Agenda::Planner => player.hand.len() >= 7,
        Agenda::Collector => player.treasures.len() >= 2,
        Agenda::HonestThief => player.betrayals == 0,
        Agenda::Viper => player.betrayals >= 2,
        Agenda::Peacemaker => !state.broken,
        Agenda::Undertaker => state.graveyard.len() >= 6,
        Agenda::Turnkey => state.jail.len() >= 6,
        Agenda::LoneWolf => player.solo_wins >= 2,
        Agenda::Partner => player.shared_wins >= 3,
        Agenda::PersonalReasons => wealth(state, seat) > wealth(state, seat.left(state.seats())),
        Agenda::Underdog => {
            state.rivals(seat).all(|rival| wealth(state, rival) >= wealth(state, seat))
        }
    }
}

/// How much of a skill a crew shows: printed and attached. NHAT-111, C13
pub fn shown(crew: &[Thief], skill: Skill) -> usize {
    crew.iter().map(|thief| usize::from(thief.skills()[skill.index()])).sum()
}

/// How many skill icons a Character shows.
fn icons(thief: &Thief) -> usize {
    thief.skills().iter().map(|&n| usize::from(n)).sum()
}
