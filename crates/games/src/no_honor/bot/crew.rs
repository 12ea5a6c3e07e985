//! What Characters are worth to the bot, and when it uses their abilities.

use engine::Seat;

use super::super::{
    cards::Skill,
    characters::Character,
    dice::Side,
    state::{State, Thief},
};

/// What a Character would add to a crew: skills it lacks count most.
pub(super) fn worth(s: &State, seat: Seat, who: Character) -> i64 {
    let crew = &s.players[seat].crew;
    let mut worth = talent(who);
    for skill in Skill::ALL {
        let has: u8 = crew.iter().map(|thief| thief.skills()[skill.index()]).sum();
        let more = i64::from(who.card().skills[skill.index()]);
        worth += more
            * if has == 0 {
                18
            } else if has < 3 {
                14
            } else {
                8
            };
    }
    worth
}

/// What a Character is worth where it is.
pub(super) fn worth_of(thief: &Thief) -> i64 {
    let icons: u8 = thief.skills().iter().sum();
    10 * i64::from(icons) + talent(thief.who)
}

/// What an ability is worth by itself.
fn talent(who: Character) -> i64 {
    match who {
        Character::Mastermind => 12,
        Character::Fence | Character::StreetUrchin | Character::Cutpurse => 8,
        Character::Courtier | Character::CrookedWatchman | Character::Acrobat => 6,
        Character::Lookout | Character::Smuggler | Character::Ghost => 5,
        Character::SecondStoryMan | Character::Forger | Character::Engineer => 4,
        Character::StickUpCrew => -4,
        _ => 2,
    }
}

/// How well an attachment goes with a Character: best where the skill is already.
pub(super) fn fit(thief: &Thief, skill: Skill) -> i64 {
    3 * i64::from(thief.skills()[skill.index()]) + worth_of(thief) / 10
}

/// Whether to use an active ability: after the heist, or in Complications when it helps.
pub(super) fn active(s: &State, me: Seat, thief: &Thief) -> i64 {
    if s.heist.is_some() {
        return match thief.who {
            Character::Magus | Character::Playactor
                if s.on_heist(me) && super::heists::losing(s) =>
            {
                8
            }
            Character::StreetUrchin if !s.committed(thief.card) => 1,
            _ => -1,
        };
    }
    if !s.heisted_this_turn && s.actions > 1 {
        return -1; // they may be needed on a heist
    }
    match thief.who {
        Character::StreetUrchin => 12,
        Character::Cutpurse => 14,
        Character::Fence if s.players[me].hand.len() >= 4 => 15,
        Character::Forger => 8,
        Character::Veteran | Character::DashingStranger => 10,
        Character::Alchemist if s.players[me].crew.iter().any(|t| t.exhausted) => 8,
        _ => -1,
    }
}

/// Whether to use a reaction ability; `cancel` says what stopping a Scheme is worth.
pub(super) fn reaction(s: &State, me: Seat, thief: &Thief, cancel: i64) -> i64 {
    let coins = s.players[me].coins;
    match thief.who {
        Character::Ghost => cancel,
        Character::Lookout => match s.die {
            Some((Side::Cross | Side::Blank, _)) => 5,
            _ => -1,
        },
        Character::CrookedMagistrate | Character::Poisoner if coins >= 4 => 1,
        _ => -1,
    }
}
