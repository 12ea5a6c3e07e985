//! The chapter on Characters: who they are, what they can do, and when.

use engine::{Handle, Seat, Table, Tint, parts, text};

use super::{
    cards::{Kind, Skill, Skills, kinds, skills_in_words},
    end::Flow,
    harm,
    moves::Aim,
    objectives, schemes,
    state::{State, Thief},
    windows::{Response, Trigger},
};

kinds! {
    /// The thirty Characters. NHAT-04
    Character from 0:
    Enforcer "Enforcer", Shyster "Shyster", SecondStoryMan "Second-Story Man",
    Locksmith "Locksmith", Cutpurse "Cutpurse", Veteran "Veteran", Ghost "Ghost",
    GraveRobber "Grave Robber", CrookedWatchman "Crooked Watchman", Courtier "Courtier",
    Alchemist "Alchemist", Magus "Magus", CrookedMagistrate "Crooked Magistrate",
    DashingStranger "Dashing Stranger", JackOfAllTrades "Jack-of-All-Trades",
    Traitor "Traitor", Mastermind "Mastermind", Lookout "Lookout", Engineer "Engineer",
    StickUpCrew "Stick-Up Crew", Fence "Fence", Forger "Forger", Acrobat "Acrobat",
    Poisoner "Poisoner", StreetUrchin "Street Urchin", Bodyguard "Bodyguard",
    Smuggler "Smuggler", Playactor "Playactor", Quartermaster "Quartermaster",
    Spymaster "Spymaster",
}

/// What is printed on a Character.
pub struct Card {
    pub(super) copies: usize,
    /// What recruiting it costs.
    pub cost: i64,
    /// Its printed skills.
    pub skills: Skills,
    /// When its ability works.
    pub ability: Ability,
    /// Whether the ability is dead until honor is broken. NHAT-109
    pub broken: bool,
    pub(super) short: &'static str,
    pub(super) help: &'static str,
}

/// When an ability works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// There is none.
    None,
    /// On one's own turn or in one's Complications slot. NHAT-105
    Active,
    /// In answer to something. NHAT-108
    Reaction,
    /// Always. NHAT-107
    Passive,
}

impl Card {
    pub(super) const fn tint(&self) -> Tint {
        match self.ability {
            Plain => Tint::Plain,
            Active => Tint::Green,
            Reaction => Tint::Cyan,
            Passive => Tint::Blue,
        }
    }
}

const fn row(
    copies: usize,
    cost: i64,
    skills: Skills,
    ability: Ability,
    short: &'static str,
    help: &'static str,
) -> Card {
    Card { copies, cost, skills, ability, broken: false, short, help }
}

const fn broken(card: Card) -> Card {
    Card { broken: true, ..card }
}

impl Character {
    /// What is printed on it.
    pub const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    /// Its printed skills in brackets, to stand behind a price.
    pub fn brings(self) -> String {
        match skills_in_words(&self.card().skills) {
            none if none.is_empty() => " (no skill)".into(),
            skills => format!(" ({skills})"),
        }
    }
}

use Ability::{Active, None as Plain, Passive, Reaction};

/// Copies, cost, skills (Lies, Stealth, Muscle, Tinker), ability.
pub(super) static CARDS: [Card; 30] = [
    row(3, 2, [0, 0, 2, 0], Plain, "@Enfor", "Cost 2. 2 Muscle. No ability."),
    row(2, 3, [2, 0, 0, 0], Plain, "@Shyst", "Cost 3. 2 Lies. No ability."),
    row(
        2,
        2,
        [0, 1, 0, 0],
        Passive,
        "@2ndSt",
        "Cost 2. 1 Stealth. Passive: no failure table can exhaust him; arrests and deaths still count.",
    ),
    row(2, 2, [0, 0, 0, 2], Plain, "@Locks", "Cost 2. 2 Tinker. No ability."),
    row(
        1,
        2,
        [0, 1, 0, 0],
        Active,
        "@Cutpu",
        "Cost 2. 1 Stealth. Active: take 1 Coin from a rival who is richer than you.",
    ),
    broken(row(
        1,
        4,
        [0, 0, 2, 0],
        Active,
        "@Veter",
        "Cost 4. 2 Muscle. Active, once the code is broken: kill an exhausted Character of a rival.",
    )),
    row(
        1,
        4,
        [0, 2, 0, 0],
        Reaction,
        "@Ghost",
        "Cost 4. 2 Stealth. Reaction: cancel a Scheme that a rival plays, unless it is aimed at the Ghost or is a Moment of Truth card.",
    ),
    broken(row(
        1,
        2,
        [0, 1, 0, 0],
        Passive,
        "@Grave",
        "Cost 2. 1 Stealth. Passive, once the code is broken: 1 Coin from the bank for every Character killed.",
    )),
    row(
        1,
        2,
        [0, 0, 1, 0],
        Passive,
        "@Watch",
        "Cost 2. 1 Muscle. Passive: also 2 Lies while sent against a Watch Defense.",
    ),
    row(
        1,
        3,
        [1, 0, 0, 0],
        Passive,
        "@Court",
        "Cost 3. 1 Lies. Passive: 1 more Lies on heists of stage 2 and 3.",
    ),
    row(
        1,
        3,
        [0, 0, 0, 1],
        Active,
        "@Alche",
        "Cost 3. 1 Tinker. Active: unexhaust another Character of any crew.",
    ),
    row(
        1,
        5,
        [1, 0, 0, 1],
        Active,
        "@Magus",
        "Cost 5. 1 Lies, 1 Tinker. Active, in Complications only: one number of a targeted challenge falls by 1.",
    ),
    row(
        1,
        4,
        [2, 0, 0, 0],
        Reaction,
        "@Magis",
        "Cost 4. 2 Lies. Reaction: when another Character is arrested, pay 2 Coins and it stays in its crew, exhausted.",
    ),
    row(
        1,
        4,
        [1, 0, 1, 0],
        Active,
        "@Dash",
        "Cost 4. 1 Lies, 1 Muscle. Active: exhaust an unexhausted Character of a rival.",
    ),
    row(1, 4, [1, 1, 1, 1], Plain, "@Jack", "Cost 4. 1 of every skill. No ability."),
    broken(row(
        1,
        2,
        [1, 1, 0, 0],
        Passive,
        "@Trait",
        "Cost 2. 1 Lies, 1 Stealth. Passive, once the code is broken: your betrayal cards count 2 more.",
    )),
    row(
        1,
        3,
        [0, 0, 0, 0],
        Passive,
        "@Maste",
        "Cost 3. No skill. Passive: your crew may hold one more Character.",
    ),
    row(
        1,
        2,
        [0, 1, 0, 0],
        Reaction,
        "@Looko",
        "Cost 2. 1 Stealth. Reaction: a failure die for a Defense where you have somebody is rolled again.",
    ),
    row(
        1,
        4,
        [0, 0, 1, 2],
        Active,
        "@Engin",
        "Cost 4. 1 Muscle, 2 Tinker. Active, outside heists: replace one Defense on the table by a new one.",
    ),
    row(
        1,
        3,
        [0, 0, 3, 0],
        Passive,
        "@Stick",
        "Cost 3. 3 Muscle. Passive: nobody else may be sent against the same Defense.",
    ),
    row(
        1,
        2,
        [1, 0, 0, 0],
        Active,
        "@Fence",
        "Cost 2. 1 Lies. Active: discard a Scheme and take 2 Coins from the bank.",
    ),
    row(
        1,
        3,
        [1, 0, 0, 1],
        Active,
        "@Forge",
        "Cost 3. 1 Lies, 1 Tinker. Active: take the top discarded Scheme into your hand.",
    ),
    row(
        1,
        4,
        [0, 2, 0, 0],
        Passive,
        "@Acrob",
        "Cost 4. 2 Stealth. Passive: does not count toward the two Characters of a Defense.",
    ),
    broken(row(
        1,
        3,
        [0, 1, 0, 0],
        Reaction,
        "@Poiso",
        "Cost 3. 1 Stealth. Reaction, once the code is broken: when a rival's Character becomes exhausted, by its own ability too, pay 2 Coins and it dies.",
    )),
    row(1, 1, [0, 1, 0, 0], Active, "@Urchi", "Cost 1. 1 Stealth. Active: draw a Scheme."),
    row(
        1,
        3,
        [0, 0, 2, 0],
        Reaction,
        "@Bodyg",
        "Cost 3. 2 Muscle. Reaction: takes the arrest or death of another Character of your crew upon himself.",
    ),
    row(
        1,
        3,
        [0, 1, 0, 1],
        Passive,
        "@Smugg",
        "Cost 3. 1 Stealth, 1 Tinker. Passive: 1 Coin more for every bypassed Defense you are paid for after a failure.",
    ),
    row(
        1,
        3,
        [1, 0, 0, 0],
        Active,
        "@Playa",
        "Cost 3. 1 Lies. Active, in Complications only: one of your Characters on the heist gains 1 Lies.",
    ),
    row(
        1,
        3,
        [0, 0, 1, 1],
        Passive,
        "@Quart",
        "Cost 3. 1 Muscle, 1 Tinker. Passive: your Rest may draw three Schemes.",
    ),
    row(
        1,
        4,
        [1, 1, 0, 0],
        Active,
        "@Spyma",
        "Cost 4. 1 Lies, 1 Stealth. Active: look at a rival's Scheme hand.",
    ),
];

// Passive abilities: facts that the rules look up where they matter.

/// Mastermind: how much the crew limit rises.
pub fn crew_room(who: Character) -> usize {
    usize::from(who == Character::Mastermind)
}

/// Crooked Watchman and Courtier: skills they have only in some places.
pub fn conditional(who: Character, watch: bool, stage: u8) -> Skills {
    match who {
        Character::CrookedWatchman if watch => [2, 0, 0, 0],
        Character::Courtier if stage >= 2 => [1, 0, 0, 0],
        _ => [0; 4],
    }
}

/// Stick-Up Crew: whether nobody else may stand beside them.
pub fn works_alone(who: Character) -> bool {
    who == Character::StickUpCrew
}

/// Acrobat: whether the Character counts toward the limit of a Defense.
pub fn counts(who: Character) -> bool {
    who != Character::Acrobat
}

/// Second-Story Man: whether failure tables cannot exhaust the Character.
pub fn shrugs_off(who: Character) -> bool {
    who == Character::SecondStoryMan
}

/// Traitor: how much more a betrayal card of this player counts.
pub fn betrayal_bonus(state: &State, seat: Seat) -> i64 {
    if state.broken && state.has(seat, Character::Traitor) { 2 } else { 0 }
}

/// Smuggler: how much more a bypassed Defense pays after a failure.
pub fn failure_bonus(state: &State, seat: Seat) -> i64 {
    i64::from(state.has(seat, Character::Smuggler))
}

/// Quartermaster: how many Schemes a Rest may draw.
pub fn rest_draw(state: &State, seat: Seat) -> usize {
    2 + usize::from(state.has(seat, Character::Quartermaster))
}

/// Grave Robber: who earns a Coin when somebody is killed.
pub fn grave_robbers(state: &State) -> Vec<Seat> {
    let robber = |(_, thief): &(Seat, &Thief)| thief.who == Character::GraveRobber;
    if !state.broken {
        return Vec::new();
    }
    state.thieves().filter(robber).map(|(seat, _)| seat).collect()
}

// Active abilities.

/// Why a Character's active ability cannot be used now; `Ok` with all it could be aimed at.
pub fn usable(state: &State, seat: Seat, thief: &Thief) -> Result<Vec<Aim>, &'static str> {
    let card = thief.who.card();
    if thief.exhausted {
        return Err("it is exhausted until you rest"); // NHAT-101
    }
    if thief.used {
        return Err("it has been used this turn already"); // NHAT-106
    }
    if card.broken && !state.broken {
        return Err("it works only once the code of honor is broken"); // NHAT-109
    }
    let aims = aims(state, seat, thief);
    if aims.is_empty() { Err(aimless(state, seat, thief.who)) } else { Ok(aims) }
}

/// Why an active ability has nothing to aim at.
fn aimless(state: &State, seat: Seat, who: Character) -> &'static str {
    let here = |anywhere, on_heist| schemes::here(state, anywhere, on_heist);
    match who {
        Character::Cutpurse => {
            here("no rival is richer than you", "no rival on this heist is richer than you")
        }
        Character::Veteran => {
            here("no rival has an exhausted Character", "no rival's Character here is exhausted")
        }
        Character::DashingStranger => {
            here("no rival has a Character to exhaust", "no rival has one to exhaust here")
        }
        Character::Alchemist => {
            here("nobody else is exhausted", "nobody else on this heist is exhausted")
        }
        Character::Magus | Character::Playactor if state.heist.is_none() => {
            "it waits for the Complications of a heist"
        }
        Character::Magus => "no effect: no number here can fall any further",
        Character::StreetUrchin => "no effect: no Scheme is left to draw",
        Character::Playactor if !state.on_heist(seat) => "you have nobody on this heist",
        Character::Playactor => "no effect: nobody of yours here tries Lies",
        Character::Engineer => {
            here("no Defense on the table can be replaced", "not during a heist")
        }
        Character::Fence => "you hold no Scheme to discard",
        Character::Forger => "no Scheme lies among the discards",
        Character::Spymaster => {
            here("no rival holds a Scheme", "no rival on this heist holds a Scheme")
        }
        _ => "there is nothing to aim it at",
    }
}

/// All that an active ability could be aimed at. C1
fn aims(state: &State, seat: Seat, user: &Thief) -> Vec<Aim> {
    let rivals = || schemes::reachable_rivals(state, seat);
    let victims = |fit: fn(&Thief) -> bool| {
        let all = schemes::reachable_thieves(state);
        all.filter(move |(s, t)| *s != seat && fit(t)).map(|(_, t)| Aim::Thief(t.card)).collect()
    };
    let always = |possible: bool| if possible { vec![Aim::Nothing] } else { Vec::new() };
    match user.who {
        Character::Cutpurse => {
            let mine = state.players[seat].coins;
            rivals().filter(|&r| state.players[r].coins > mine).map(Aim::Seat).collect()
        }
        Character::Veteran => victims(|t| t.exhausted),
        Character::DashingStranger => victims(|t| !t.exhausted),
        Character::Alchemist => schemes::reachable_thieves(state)
            .filter(|(_, t)| t.exhausted && t.card != user.card)
            .map(|(_, t)| Aim::Thief(t.card))
            .collect(),
        Character::Magus => schemes::lowerable(state),
        Character::Playactor => {
            let mine = |card| state.thief(card).is_some_and(|(owner, _)| owner == seat);
            schemes::gains(state, |card, skill| skill == Skill::Lies && mine(card))
        }
        Character::Engineer if state.heist.is_none() => {
            objectives::replaceable(state).map(|(mat, slot)| Aim::Slot(mat, slot)).collect()
        }
        Character::Fence => always(!state.players[seat].hand.is_empty()),
        Character::Forger => always(!state.scheme_discard.is_empty()),
        Character::StreetUrchin => always(schemes::can_draw(state)),
        Character::Spymaster => {
            rivals().filter(|&r| !state.players[r].hand.is_empty()).map(Aim::Seat).collect()
        }
        _ => Vec::new(),
    }
}

/// Uses an active ability: its user is exhausted, then it takes effect. NHAT-105 Returns whether it was
/// used.
pub async fn use_ability(
    t: &mut Table<State>,
    seat: Seat,
    card: Handle,
    aims: Vec<Aim>,
) -> Flow<bool> {
    let Some((_, thief)) = t.thief(card) else { return Ok(false) };
    let who = thief.who;
    let Some(aim) = schemes::may_take_aim(t, seat, who.face(), aims).await else {
        return Ok(false);
    };
    t.say("NHAT-105", schemes::aimed(t, text![seat, " uses ", who.face()], aim));
    if let Some(thief) = t.thief_mut(card) {
        thief.used = true;
    }
    harm::tire(t, seat, card).await?;
    act(t, seat, who, aim).await?;
    Ok(true)
}

/// What active abilities do.
async fn act(t: &mut Table<State>, seat: Seat, who: Character, aim: Aim) -> Flow<()> {
    match (who, aim) {
        (Character::Cutpurse, Aim::Seat(rival)) => {
            t.hand_over(rival, seat, 1);
        }
        (Character::Veteran, Aim::Thief(card)) => harm::kill(t, seat, card).await?,
        (Character::DashingStranger, Aim::Thief(card)) => harm::exhaust(t, seat, card).await?,
        (Character::Alchemist, Aim::Thief(card)) => harm::rouse(t, card),
        (Character::Magus, Aim::Need(post, skill)) => schemes::change_need(t, post, skill, -1),
        (Character::Playactor, Aim::Gain(card, skill)) => schemes::gain(t, card, skill, 1),
        (Character::Engineer, Aim::Slot(mat, slot)) => objectives::replace(t, mat, &[slot]).await,
        (Character::Fence, _) => {
            // Reactions to the price may have taken the last Scheme.
            let title = "Which Scheme goes to the Fence?";
            if schemes::discard_one(t, seat, title, "NHAT-105").await {
                t.earn(seat, 2);
            }
        }
        (Character::Forger, _) => schemes::take_from_discard(t, seat).await,
        (Character::StreetUrchin, _) => schemes::draw(t, seat, 1).await,
        (Character::Spymaster, Aim::Seat(rival)) => schemes::spy(t, seat, rival).await,
        _ => {}
    }
    Ok(())
}

// Reaction abilities.

/// What a Character could answer to a trigger, if anything. NHAT-108
pub fn response(state: &State, seat: Seat, thief: &Thief, trigger: &Trigger) -> Option<Response> {
    if thief.exhausted || thief.who.card().broken && !state.broken {
        return None;
    }
    let same_crew = |card| state.thief(card).is_some_and(|(owner, _)| owner == seat);
    let affords = state.players[seat].coins >= cost(thief.who);
    match (thief.who, trigger) {
        (Character::Ghost, Trigger::Played { by, aim, .. }) => {
            (*by != seat && aim.thief() != Some(thief.card)).then_some(Response::Cancel)
        }
        (Character::CrookedMagistrate, Trigger::Arrested(card)) => {
            (*card != thief.card && affords).then_some(Response::Stay)
        }
        (Character::Bodyguard, Trigger::Arrested(card) | Trigger::Killed(card)) => {
            (*card != thief.card && same_crew(*card)).then_some(Response::Instead(thief.card))
        }
        (Character::Poisoner, Trigger::Exhausted(card)) => {
            (!same_crew(*card) && affords).then_some(Response::Kill)
        }
        (Character::Lookout, Trigger::FailureDie(post)) => {
            let here = |sent: &[(Seat, Handle)]| sent.iter().any(|(owner, _)| *owner == seat);
            let posts = state.heist.as_ref().map(|h| &h.posts)?;
            here(&posts.get(*post)?.sent).then_some(Response::Again)
        }
        _ => None,
    }
}

/// Coins that a reaction ability costs.
fn cost(who: Character) -> i64 {
    match who {
        Character::CrookedMagistrate | Character::Poisoner => 2,
        _ => 0,
    }
}

/// Pays for a reaction ability: Coins and exhaustion. The Bodyguard is not exhausted, since it takes the
/// blow itself.
pub async fn pay_for_reaction(t: &mut Table<State>, seat: Seat, card: Handle) -> Flow<()> {
    let Some((_, thief)) = t.thief(card) else { return Ok(()) };
    let who = thief.who;
    t.say("NHAT-108", parts![seat, " reacts with ", who.face()]);
    t.pay(seat, cost(who));
    if who == Character::Bodyguard { Ok(()) } else { harm::tire(t, seat, card).await }
}
