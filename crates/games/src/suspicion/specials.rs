//! Special cards aimed at a rival: Burn, Tamper and Block.

use engine::{Entry, Menu, Seat, Table, parts, text};

use super::{
    Open, Stage, State,
    cards::{Card, Colour},
    counter::{self, Stake},
    evidence,
};

/// A special card and its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Burn, Tamper or Block.
    pub card: Card,
    /// The rival it is aimed at.
    pub victim: Seat,
    /// The colour of the card that Tamper takes.
    pub colour: Option<Colour>,
}

/// Everything that a special card could be aimed at now; nothing for other cards.
pub fn targets(s: &State, card: Card) -> Vec<Attack> {
    let attack = |victim, colour| Attack { card, victim, colour };
    // S-A8: never oneself, and never somebody on whom it would have no effect.
    let rivals = s.turn.others(s.desks.len());
    match card {
        Card::Burn => {
            rivals.filter(|&r| s.desks[r].covered() > 0).map(|r| attack(r, None)).collect()
        }
        // S-A9: Tamper names the card with the victim.
        Card::Tamper => rivals
            .flat_map(|r| s.desks[r].evidence().map(move |(colour, _)| attack(r, Some(colour))))
            .collect(),
        // SUS-23, S-A7: no second Block on a blocked rival.
        Card::Block => {
            rivals.filter(|&r| s.desks[r].block.is_none()).map(|r| attack(r, None)).collect()
        }
        Card::Plain(_) | Card::Counter(_) | Card::Wild => Vec::new(),
    }
}

/// Aims the special card, lets the target answer, and applies its effect if it stands.
pub async fn play(t: &mut Table<State>, open: Open) {
    t.played.push(open);
    let Some(attack) = aim(t, open.card).await else { return };
    announce(t, attack);
    if counter::stands(t, Stake::Attack(attack)).await {
        strike(t, attack);
    }
}

/// Picks the target, with a question only if there are several.
async fn aim(t: &mut Table<State>, card: Card) -> Option<Attack> {
    let targets = targets(t, card);
    if targets.len() < 2 {
        return targets.first().copied();
    }
    let seat = t.turn;
    t.stage = Stage::Aim(card);
    let rule = if card == Card::Tamper { "S-A9" } else { "S-A8" };
    let entry = |attack: &Attack| match attack.colour {
        Some(colour) => Entry::new(text![attack.victim, ": ", colour.name()]),
        None => Entry::new(text![attack.victim]),
    };
    let menu = Menu::new(text!["Aim ", card.face(), " at whom?"], rule)
        .with_all(targets.iter().map(entry));
    let choice = t.choose(seat, menu).await;
    targets.get(choice.entry).copied()
}

fn announce(t: &mut Table<State>, attack: Attack) {
    let (seat, Attack { card, victim, colour }) = (t.turn, attack);
    let rule = match card {
        Card::Burn => "SUS-19",
        Card::Tamper => "SUS-20",
        _ => "SUS-21",
    };
    let line = text![seat, " plays ", card.face(), " on ", victim];
    t.say(
        rule,
        match colour {
            Some(colour) => line.with("'s ").with(colour.name()).with(" evidence"),
            None => line,
        },
    );
}

fn strike(t: &mut Table<State>, attack: Attack) {
    let victim = attack.victim;
    match (attack.card, attack.colour) {
        // SUS-20: the one card that was named.
        (Card::Tamper, Some(colour)) => evidence::remove(t, victim, colour, "SUS-20"),
        (Card::Block, _) => {
            // SUS-21, S-A6: it lies before the victim, not in the hand.
            t.desks[victim].block = Some(t.played.remove(0));
            t.say("SUS-22", parts![victim, " is blocked"]);
        }
        // SUS-19: everything the victim has laid.
        _ => {
            let colours: Vec<Colour> = t.desks[victim].evidence().map(|(c, _)| c).collect();
            colours.into_iter().for_each(|colour| evidence::remove(t, victim, colour, "SUS-19"));
        }
    }
}
