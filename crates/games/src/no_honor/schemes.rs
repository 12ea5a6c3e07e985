//! The chapter on Schemes: when each may be played, at what, and what it does.

use engine::{
    Duty, Entry, Face, FaceSet, Handle, Line, Reasons, Seat, Table, Tint, parts, sets, text,
};

use super::{
    cards::{Kind, Seen, Skill, kinds},
    dice,
    end::{Flow, Walk},
    harm,
    moves::{Aim, Ballot, Move, choose, settle},
    state::{GEAR_LIMIT, Post, State, Thief},
    terms::{FIDDLES, TOO_MANY_CHANGES},
    windows::{self, Response, Trigger},
};

kinds! {
    /// The thirty-one Schemes.
    Scheme from 30:
    Betrayal "Betrayal!", TraitorCard "Traitor!", SideJob "Side Job",
    InsurancePolicy "Insurance Policy", HiddenBlade "Hidden Blade", MarkedCoin "Marked Coin",
    HousebreakerKit "Housebreaker Kit", WeaponsCache "Weapons Cache",
    CourtFinery "Court Finery", SoftBoots "Soft Boots", FakedDeath "Faked Death",
    BribedWarden "Bribed Warden", WordOnTheStreet "Word on the Street",
    AnonymousTip "Anonymous Tip", CalledInFavors "Called-In Favors", OnAlert "On Alert",
    ChangedLocks "Changed Locks", Reinforcements "Reinforcements", SecondWind "Second Wind",
    ThinkFast "Think Fast", Distraction "Distraction", TripUp "Trip Up",
    RaiseTheAlarm "Raise the Alarm", ImprovisedPlan "Improvised Plan",
    Pickpocket "Pickpocket", SmellingSalts "Smelling Salts", LooseLips "Loose Lips",
    TakingItPersonally "Taking It Personally", PlayDead "Play Dead",
    CoverStory "Cover Story", NotSoFast "Not So Fast",
}

/// What is printed on a Scheme.
pub struct Card {
    pub(super) copies: usize,
    /// When it may be played.
    pub kind: Type,
    pub(super) short: &'static str,
    pub(super) help: &'static str,
}

/// When a Scheme may be played. NHAT-06
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// In the Moment of Truth only. NHAT-96
    MomentOfTruth,
    /// In a Logistics action only. NHAT-92
    Logistics,
    /// In Complications only. NHAT-93
    Complication,
    /// On one's own turn or in one's Complications slot. NHAT-94
    Active,
    /// At once after its trigger. NHAT-95
    Reaction,
}

impl Card {
    pub(super) const fn tint(&self) -> Tint {
        match self.kind {
            MomentOfTruth => Tint::Red,
            Logistics => Tint::Blue,
            Complication => Tint::Yellow,
            Active => Tint::Green,
            Reaction => Tint::Cyan,
        }
    }
}

use Type::{Active, Complication, Logistics, MomentOfTruth, Reaction};

const fn row(copies: usize, kind: Type, short: &'static str, help: &'static str) -> Card {
    Card { copies, kind, short, help }
}

impl Scheme {
    /// What is printed on it.
    pub const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    /// The value of a betrayal card.
    pub const fn betrayal(self) -> Option<i64> {
        match self {
            Self::Betrayal => Some(6),
            Self::TraitorCard => Some(8),
            _ => None,
        }
    }

    /// The skill that an attachment adds.
    pub const fn lends(self) -> Option<Skill> {
        match self {
            Self::HousebreakerKit => Some(Skill::Tinker),
            Self::WeaponsCache => Some(Skill::Muscle),
            Self::CourtFinery => Some(Skill::Lies),
            Self::SoftBoots => Some(Skill::Stealth),
            _ => None,
        }
    }

    /// Coins that playing it costs. NHAT-100
    const fn cost(self) -> i64 {
        if matches!(self, Self::FakedDeath | Self::BribedWarden) { 2 } else { 0 }
    }
}

static CARDS: [Card; 31] = [
    row(7, MomentOfTruth, "§Betry", "Moment of Truth: a betrayal of value 6."),
    row(4, MomentOfTruth, "§Trait", "Moment of Truth: a betrayal of value 8."),
    row(
        4,
        MomentOfTruth,
        "§SideJ",
        "Moment of Truth: 2 Coins from the bank if no rival on the heist betrays.",
    ),
    row(
        3,
        MomentOfTruth,
        "§Insur",
        "Moment of Truth: 4 Coins from the bank if a rival on the heist betrays.",
    ),
    row(
        3,
        MomentOfTruth,
        "§HBlad",
        "Moment of Truth: exhaust a Character of a rival who betrays now; or kill it, once the code is broken.",
    ),
    row(2, MomentOfTruth, "§MCoin", "Moment of Truth: betrayals by rivals count 3 less now."),
    row(3, Logistics, "§Kit", "Logistics: slot behind one of your Characters: 1 more Tinker."),
    row(3, Logistics, "§Cache", "Logistics: slot behind one of your Characters: 1 more Muscle."),
    row(3, Logistics, "§Finer", "Logistics: slot behind one of your Characters: 1 more Lies."),
    row(3, Logistics, "§Boots", "Logistics: slot behind one of your Characters: 1 more Stealth."),
    row(
        3,
        Logistics,
        "§Faked",
        "Logistics: pay 2 Coins and take a Character from the Graveyard into your crew.",
    ),
    row(
        3,
        Logistics,
        "§Bribe",
        "Logistics: pay 2 Coins and take a Character from the Jail into your crew.",
    ),
    row(2, Logistics, "§Word", "Logistics: draw three Schemes."),
    row(
        2,
        Logistics,
        "§Tip",
        "Logistics: arrest an exhausted Character of a rival; or kill it, once the code is broken.",
    ),
    row(2, Logistics, "§Favor", "Logistics: every rival who is richer than you gives you 1 Coin."),
    row(
        4,
        Complication,
        "§Alert",
        "Complication: pick a Defense and Muscle or Stealth; it needs a dice icon more of it.",
    ),
    row(
        3,
        Complication,
        "§Locks",
        "Complication: pick a Defense and Lies or Tinker; it needs a dice icon more of it.",
    ),
    row(
        3,
        Complication,
        "§Reinf",
        "Complication: a targeted challenge needs 1 more of everything it lists.",
    ),
    row(
        3,
        Complication,
        "§Wind",
        "Complication: a committed Character gains a dice icon of a skill it has.",
    ),
    row(4, Complication, "§Think", "Complication: a committed Character gains 1 of any skill."),
    row(
        3,
        Complication,
        "§Distr",
        "Complication: one number of a targeted challenge falls by a dice icon.",
    ),
    row(
        3,
        Complication,
        "§TripU",
        "Complication: exhaust an unexhausted committed Character; or kill an exhausted one, once the code is broken.",
    ),
    row(2, Complication, "§Alarm", "Complication: arrest an exhausted committed Character."),
    row(
        3,
        Active,
        "§Impro",
        "Active: discard any number of Schemes, then draw that many and one more.",
    ),
    row(3, Active, "§Pickp", "Active: take up to 2 Coins from a rival."),
    row(3, Active, "§Salts", "Active: unexhaust a Character of any crew."),
    row(2, Active, "§Lips", "Active: look at a rival's hand; the Scheme you pick is discarded."),
    row(
        3,
        Reaction,
        "§Perso",
        "Reaction: when a rival has betrayed you and the haul is shared out, kill a Character of that rival.",
    ),
    row(
        4,
        Reaction,
        "§PlayD",
        "Reaction: when a Character of your crew is killed, it stays, exhausted, instead.",
    ),
    row(
        3,
        Reaction,
        "§Cover",
        "Reaction: when a Character of your crew is arrested, it stays, exhausted, instead.",
    ),
    row(
        3,
        Reaction,
        "§NSF",
        "Reaction: cancel a Scheme that a rival plays, unless it is a Moment of Truth card.",
    ),
];

// What a Scheme can be aimed at.

/// Everything that a Scheme could be aimed at now and would change; if there is nothing, it cannot be
/// played. C1, NHAT-100
pub fn aims(state: &State, seat: Seat, scheme: Scheme) -> Vec<Aim> {
    let player = &state.players[seat];
    if player.coins < scheme.cost() {
        return Vec::new();
    }
    let thieves = |fit: &dyn Fn(Seat, &Thief) -> bool| -> Vec<Handle> {
        reachable_thieves(state).filter(|(s, t)| fit(*s, t)).map(|(_, t)| t.card).collect()
    };
    let sent_who = |fit: &dyn Fn(&Thief) -> bool| -> Vec<Handle> {
        sent(state).filter(|(_, t)| fit(t)).map(|(_, t)| t.card).collect()
    };
    let cards = |cards: Vec<Handle>| cards.into_iter().map(Aim::Thief).collect::<Vec<_>>();
    let joining = |from: &[Seen<super::characters::Character>]| {
        let fit = from.iter().filter(|who| state.has_room(seat, who.kind));
        fit.map(|who| Aim::Thief(who.card)).collect::<Vec<_>>()
    };
    // A Broken Code effect is an alternative, open only once the code is broken. NHAT-97
    let or_kill = |mut aims: Vec<Aim>, victims: Vec<Handle>| {
        aims.extend(victims.into_iter().filter(|_| state.broken).map(Aim::Broken));
        aims
    };
    let nothing_if = |possible: bool| if possible { vec![Aim::Nothing] } else { Vec::new() };
    match scheme {
        Scheme::HousebreakerKit
        | Scheme::WeaponsCache
        | Scheme::CourtFinery
        | Scheme::SoftBoots => cards(thieves(&|s, t| s == seat && t.gear.len() < GEAR_LIMIT)),
        Scheme::FakedDeath => joining(&state.graveyard),
        Scheme::BribedWarden => joining(&state.jail),
        Scheme::AnonymousTip => {
            let victims = thieves(&|s, t| s != seat && t.exhausted);
            or_kill(cards(victims.clone()), victims)
        }
        Scheme::CalledInFavors => {
            nothing_if(state.rivals(seat).any(|r| state.players[r].coins > player.coins))
        }
        // Only the challenge that is tried counts, and it is fixed. H-A9
        Scheme::OnAlert => needs(state, &[Skill::Muscle, Skill::Stealth]),
        Scheme::ChangedLocks => needs(state, &[Skill::Lies, Skill::Tinker]),
        Scheme::Reinforcements => posts(state).map(Aim::Post).collect(),
        Scheme::SecondWind => gains(state, |card, skill| state.power(card, skill) > 0),
        Scheme::ThinkFast => gains(state, |_, _| true),
        Scheme::Distraction => lowerable(state),
        Scheme::TripUp => or_kill(cards(sent_who(&|t| !t.exhausted)), sent_who(&|t| t.exhausted)),
        Scheme::RaiseTheAlarm => cards(sent_who(&|t| t.exhausted)),
        Scheme::Pickpocket => {
            let rich = reachable_rivals(state, seat).filter(|&r| state.players[r].coins > 0);
            rich.map(Aim::Seat).collect()
        }
        Scheme::SmellingSalts => cards(thieves(&|_, t| t.exhausted)),
        Scheme::LooseLips => {
            let armed =
                reachable_rivals(state, seat).filter(|&r| !state.players[r].hand.is_empty());
            armed.map(Aim::Seat).collect()
        }
        Scheme::HiddenBlade => {
            let victims = betrayers_crews(state, seat);
            or_kill(cards(victims.clone()), victims)
        }
        Scheme::TakingItPersonally => cards(betrayers_crews(state, seat)),
        Scheme::WordOnTheStreet => nothing_if(can_draw(state)),
        Scheme::ImprovisedPlan
        | Scheme::PlayDead
        | Scheme::CoverStory
        | Scheme::NotSoFast
        | Scheme::Betrayal
        | Scheme::TraitorCard
        | Scheme::SideJob
        | Scheme::InsurancePolicy
        | Scheme::MarkedCoin => vec![Aim::Nothing],
    }
}

/// Characters of rivals who betrayed this player in the present heist.
fn betrayers_crews(state: &State, seat: Seat) -> Vec<Handle> {
    let betrayers = state.heist.as_ref().map_or(&[][..], |h| &h.betrayers);
    let rivals = betrayers.iter().filter(|&&rival| rival != seat);
    rivals.flat_map(|&rival| state.players[rival].crew.iter().map(|t| t.card)).collect()
}

/// Rivals that can be aimed at: in Complications only those on the heist. NHAT-54, C1
pub fn reachable_rivals(state: &State, seat: Seat) -> impl Iterator<Item = Seat> {
    state.rivals(seat).filter(|&rival| state.heist.is_none() || state.on_heist(rival))
}

/// Characters that can be aimed at: in Complications only committed ones. NHAT-54, C1
pub fn reachable_thieves(state: &State) -> impl Iterator<Item = (Seat, &Thief)> {
    state.thieves().filter(|(_, thief)| state.heist.is_none() || state.committed(thief.card))
}

/// The committed Characters.
pub fn sent(state: &State) -> impl Iterator<Item = (Seat, &Thief)> {
    state.thieves().filter(|(_, thief)| state.committed(thief.card))
}

fn posts(state: &State) -> std::ops::Range<usize> {
    0..state.heist.as_ref().map_or(0, |h| h.posts.len())
}

/// Defenses of the heist with one of these skills in the challenge that is tried.
fn needs(state: &State, skills: &[Skill]) -> Vec<Aim> {
    let posts = state.heist.iter().flat_map(|h| &h.posts).enumerate();
    let aims = posts.flat_map(|(i, post)| {
        skills.iter().filter(|&&s| lists(post, s)).map(move |&s| Aim::Need(i, s))
    });
    aims.collect()
}

/// Requirements of challenges that are tried and can still be lowered. C2
pub fn lowerable(state: &State) -> Vec<Aim> {
    let falls = |aim: &Aim| match *aim {
        Aim::Need(at, skill) => {
            let post = state.heist.as_ref().and_then(|h| h.posts.get(at));
            post.is_some_and(|post| post.needs[skill.index()] > 0)
        }
        _ => false,
    };
    needs(state, &Skill::ALL).into_iter().filter(falls).collect()
}

/// Whether the challenge that is tried at a post lists a skill.
fn lists(post: &Post, skill: Skill) -> bool {
    let tried = post.challenge.and_then(|c| post.defense.card().challenges.get(c));
    tried.is_some_and(|challenge| challenge[skill.index()] > 0)
}

/// Committed Characters with skills that are asked for where they stand.
pub fn gains(state: &State, fit: impl Fn(Handle, Skill) -> bool) -> Vec<Aim> {
    let asked = |card, skill| state.post_of(card).is_some_and(|post| lists(post, skill));
    let pairs = sent(state).flat_map(|(_, t)| Skill::ALL.map(|skill| (t.card, skill)));
    let pairs = pairs.filter(|&(card, skill)| asked(card, skill) && fit(card, skill));
    pairs.map(|(card, skill)| Aim::Gain(card, skill)).collect()
}

/// Whether a Scheme is left to be drawn. C11
pub fn can_draw(state: &State) -> bool {
    !state.schemes.is_empty() || !state.scheme_discard.is_empty()
}

/// The Schemes of these types that have something to aim at.
fn playable(state: &State, seat: Seat, types: &[Type]) -> FaceSet {
    let open = Scheme::ALL.iter().filter(|s| types.contains(&s.card().kind));
    open.filter(|&&s| !aims(state, seat, s).is_empty()).map(|s| s.face()).collect()
}

/// Whether a hand could have a Scheme of these types that can be played now, by what everybody knows.
pub fn may_play(state: &State, seat: Seat, types: &[Type]) -> bool {
    let faces = playable(state, seat, types);
    let held = |scheme: &Scheme| faces.contains(scheme.face()) && state.may_be_held(*scheme);
    !state.players[seat].hand.is_empty() && Scheme::ALL.iter().any(held)
}

/// One entry for each hand card, to be played if it is of one of these types and has something to aim
/// at.
pub fn entries(state: &State, seat: Seat, types: &[Type]) -> Vec<(Move, Entry)> {
    let faces = playable(state, seat, types);
    let closed = Scheme::ALL.iter().filter(|scheme| !faces.contains(scheme.face()));
    let reasons: Reasons = closed
        .map(|&scheme| {
            let timely = types.contains(&scheme.card().kind);
            let why = if timely { aimless(state, seat, scheme) } else { untimely(scheme).into() };
            (FaceSet::only(scheme.face()), why)
        })
        .collect();
    let duty = Duty::Only(faces, reasons);
    let entry = |&card: &Handle| (Move::Play(card), Entry::show("Play", card, duty.clone()));
    state.players[seat].hand.iter().map(entry).collect()
}

/// What a Scheme of a type that cannot be played now waits for. NHAT-91
pub fn untimely(scheme: Scheme) -> &'static str {
    match scheme.card().kind {
        MomentOfTruth => "it waits for a Moment of Truth",
        Logistics => "it takes a Logistics action",
        Complication => "it waits for the Complications of a heist",
        Active => "it is Active: play it outside Logistics",
        Reaction => match scheme {
            Scheme::NotSoFast => "it answers a Scheme that a rival plays",
            Scheme::PlayDead => "it answers a killing in your crew",
            Scheme::CoverStory => "it answers an arrest in your crew",
            _ => "it answers a betrayal of you",
        },
    }
}

/// Why a Scheme that could be played now cannot be paid for or aimed at anything. C1, NHAT-100
fn aimless(state: &State, seat: Seat, scheme: Scheme) -> Line {
    let player = &state.players[seat];
    if player.coins < scheme.cost() {
        return text!["it costs ", scheme.cost(), " Coins and you have ", player.coins];
    }
    let reason = match scheme {
        _ if scheme.lends().is_some() && player.crew.is_empty() => "you have nobody to carry it",
        _ if scheme.lends().is_some() => "your Characters carry two attachments each",
        Scheme::FakedDeath if state.graveyard.is_empty() => "the Graveyard is empty",
        Scheme::BribedWarden if state.jail.is_empty() => "the Jail is empty",
        Scheme::FakedDeath | Scheme::BribedWarden => "your crew is full: fire somebody first",
        Scheme::AnonymousTip => "no rival has an exhausted Character",
        Scheme::CalledInFavors => "no rival is richer than you",
        Scheme::OnAlert => "no effect: nothing tried here asks for Muscle or Stealth",
        Scheme::ChangedLocks => "no effect: nothing tried here asks for Lies or Tinker",
        Scheme::Distraction => "no effect: no number here can fall any further",
        Scheme::WordOnTheStreet => "no effect: no Scheme is left to draw",
        Scheme::SecondWind | Scheme::ThinkFast | Scheme::TripUp | Scheme::RaiseTheAlarm
            if sent(state).next().is_none() =>
        {
            "nobody is left on this heist"
        }
        Scheme::SecondWind => "no effect: nobody here has a skill that is asked for",
        Scheme::TripUp => "everybody on this heist is exhausted already",
        Scheme::RaiseTheAlarm => "nobody on this heist is exhausted",
        Scheme::Pickpocket => {
            here(state, "no rival has a Coin", "no rival on this heist has a Coin")
        }
        Scheme::SmellingSalts => {
            here(state, "nobody is exhausted", "nobody on this heist is exhausted")
        }
        Scheme::LooseLips => {
            here(state, "no rival holds a Scheme", "no rival on this heist holds a Scheme")
        }
        _ => "there is nothing to aim it at",
    };
    reason.into()
}

/// The reason to give: `on_heist` if only what is on the heist can be aimed at, else `anywhere`. NHAT-54
pub fn here(state: &State, anywhere: &'static str, on_heist: &'static str) -> &'static str {
    if state.heist.is_some() { on_heist } else { anywhere }
}

// Playing.

/// Plays a Scheme that was just shown from hand: aim, cost, reactions, effect, discard. Returns whether
/// it took effect. NHAT-91, C7
pub fn play(t: &mut Table<State>, seat: Seat, card: Handle, scheme: Scheme) -> Walk<'_, bool> {
    Box::pin(async move {
        t.players[seat].hand.retain(|&held| held != card);
        t.in_play.push(Seen { card, kind: scheme });
        let aims = aims(t, seat, scheme);
        let aim = take_aim(t, seat, scheme.face(), aims).await;
        let rule = rule_of(scheme.card().kind);
        t.say(rule, aimed(t, text![seat, " plays ", scheme.face()], aim));
        t.pay(seat, scheme.cost());
        t.aims.push(aim);
        let cancelled = windows::open(t, seat, Trigger::Played { by: seat, aim }).await?.is_some();
        t.aims.pop();
        if cancelled {
            t.say("C7", parts![scheme.face(), " is cancelled"]);
        } else {
            effect(t, seat, scheme, aim).await?;
        }
        if let Some(spent) = t.in_play.iter().position(|c| c.card == card) {
            let spent = t.in_play.remove(spent);
            t.scheme_discard.push(spent);
        }
        Ok(!cancelled)
    })
}

const fn rule_of(kind: Type) -> &'static str {
    match kind {
        MomentOfTruth => "NHAT-96",
        Logistics => "NHAT-92",
        Complication => "NHAT-93",
        Active => "NHAT-94",
        Reaction => "NHAT-95",
    }
}

/// What Schemes do, except those of the Moment of Truth and the replacing reactions.
async fn effect(t: &mut Table<State>, seat: Seat, scheme: Scheme, aim: Aim) -> Flow<()> {
    match (scheme, aim) {
        (
            Scheme::HousebreakerKit
            | Scheme::WeaponsCache
            | Scheme::CourtFinery
            | Scheme::SoftBoots,
            Aim::Thief(card),
        ) => attach(t, scheme, card),
        (Scheme::FakedDeath | Scheme::BribedWarden, Aim::Thief(card)) => {
            harm::bring_back(t, seat, card);
        }
        (Scheme::WordOnTheStreet, _) => draw(t, seat, 3).await,
        (Scheme::AnonymousTip | Scheme::RaiseTheAlarm, Aim::Thief(card)) => {
            harm::arrest(t, seat, card).await?;
        }
        (Scheme::AnonymousTip | Scheme::TripUp, Aim::Broken(card))
        | (Scheme::TakingItPersonally, Aim::Thief(card)) => harm::kill(t, seat, card).await?,
        (Scheme::TripUp, Aim::Thief(card)) => harm::exhaust(t, seat, card).await?,
        (Scheme::CalledInFavors, _) => {
            let mine = t.players[seat].coins;
            let richer = |&rival: &Seat| t.players[rival].coins > mine;
            for rival in t.rivals(seat).filter(richer).collect::<Vec<_>>() {
                t.hand_over(rival, seat, 1);
            }
        }
        (Scheme::OnAlert | Scheme::ChangedLocks, Aim::Need(post, skill)) => {
            let more = dice::icon(t, seat).await;
            change_need(t, post, skill, more);
        }
        (Scheme::Distraction, Aim::Need(post, skill)) => {
            let less = dice::icon(t, seat).await;
            change_need(t, post, skill, -less);
        }
        (Scheme::Reinforcements, Aim::Post(post)) => {
            let listed = needs(t, &Skill::ALL).into_iter();
            for skill in listed.filter_map(|aim| match aim {
                Aim::Need(at, skill) if at == post => Some(skill),
                _ => None,
            }) {
                change_need(t, post, skill, 1);
            }
        }
        (Scheme::SecondWind, Aim::Gain(card, skill)) => {
            let more = dice::icon(t, seat).await;
            gain(t, card, skill, more);
        }
        (Scheme::ThinkFast, Aim::Gain(card, skill)) => gain(t, card, skill, 1),
        (Scheme::ImprovisedPlan, _) => {
            let discarded = discard_any(t, seat, "NHAT-94").await;
            draw(t, seat, discarded + 1).await;
        }
        (Scheme::Pickpocket, Aim::Seat(rival)) => {
            let taken = t.hand_over(rival, seat, 2);
            t.say("C8", parts![seat, " takes ", taken, " from ", rival]);
        }
        (Scheme::SmellingSalts, Aim::Thief(card)) => harm::rouse(t, card),
        (Scheme::LooseLips, Aim::Seat(rival)) => pry(t, seat, rival).await,
        _ => {}
    }
    Ok(())
}

/// What a reaction Scheme in this player's hand could do about a trigger. NHAT-95
pub fn response(state: &State, seat: Seat, scheme: Scheme, trigger: &Trigger) -> Option<Response> {
    let mine = |card| state.thief(card).is_some_and(|(owner, _)| owner == seat);
    let (fits, response) = match (scheme, trigger) {
        (Scheme::NotSoFast, Trigger::Played { by, .. }) => (*by != seat, Response::Cancel),
        (Scheme::PlayDead, Trigger::Killed(card)) => (mine(*card), Response::Stay),
        (Scheme::CoverStory, Trigger::Arrested(card)) => (mine(*card), Response::Stay),
        (Scheme::TakingItPersonally, Trigger::Shared) => {
            (state.on_heist(seat) && !betrayers_crews(state, seat).is_empty(), Response::Done)
        }
        _ => return None,
    };
    fits.then_some(response)
}

/// The player picks what to aim at; a single possibility needs no asking.
pub async fn take_aim(t: &mut Table<State>, seat: Seat, face: Face, aims: Vec<Aim>) -> Aim {
    let ballot = aiming(t, face, aims);
    match settle(t, seat, ballot).await {
        Move::Aim(aim) => aim,
        _ => Aim::Nothing,
    }
}

/// As [`take_aim`], with a way back as long as nothing is shown or paid yet.
pub async fn may_take_aim(
    t: &mut Table<State>,
    seat: Seat,
    face: Face,
    aims: Vec<Aim>,
) -> Option<Aim> {
    if let [only] = aims[..] {
        return Some(only);
    }
    let back = Entry::pass("Back").refuse_if(t.changes_of_mind >= FIDDLES, TOO_MANY_CHANGES);
    let ballot = aiming(t, face, aims).with(Move::Back, back);
    match choose(t, seat, ballot).await.0 {
        Move::Aim(aim) => Some(aim),
        _ => {
            t.changes_of_mind += 1;
            None
        }
    }
}

fn aiming(t: &Table<State>, face: Face, aims: Vec<Aim>) -> Ballot {
    let options = aims.into_iter().map(|aim| (Move::Aim(aim), Entry::new(aim_in_words(t, aim))));
    Ballot::new(text!["What is ", face, " aimed at?"], "C1").with_all(options)
}

/// What was aimed, and at what.
pub fn aimed(t: &Table<State>, what: Line, aim: Aim) -> Line {
    if aim == Aim::Nothing { what } else { join(what.with(" on "), aim_in_words(t, aim)) }
}

/// An aim in words.
fn aim_in_words(t: &Table<State>, aim: Aim) -> Line {
    let owner = |card| t.thief(card).map(|(seat, _)| seat);
    let of = |card| match owner(card) {
        Some(seat) => text![card, " of ", seat],
        None => text![card],
    };
    let defense = |post: usize| {
        t.heist.as_ref().and_then(|h| h.posts.get(post)).map_or(Face(0), |p| p.defense.face())
    };
    match aim {
        Aim::Nothing => text!["nothing"],
        Aim::Seat(seat) => text![seat],
        Aim::Thief(card) => of(card),
        Aim::Broken(card) => join(of(card), text![", to kill"]),
        Aim::Gain(card, skill) => join(of(card), text![" for ", skill.name()]),
        Aim::Post(post) => text![defense(post)],
        Aim::Need(post, skill) => text![skill.name(), " at the ", defense(post)],
        Aim::Slot(mat, slot) => {
            let mat = &t.mats[mat];
            text![mat.slots[slot].defense.face(), " at the ", mat.objective.face()]
        }
    }
}

/// Two lines as one.
pub fn join(first: Line, second: Line) -> Line {
    first.then(second)
}

// What Schemes and abilities do to heists and hands.

/// A requirement of a targeted challenge changes until the heist ends, never below 0. C2
pub fn change_need(t: &mut Table<State>, post: usize, skill: Skill, by: i64) {
    let Some(post) = t.heist.as_mut().and_then(|h| h.posts.get_mut(post)) else { return };
    let defense = post.defense.face();
    let need = &mut post.needs[skill.index()];
    *need = (*need + by).max(0);
    let need = *need;
    t.say("C2", parts![defense, " now needs ", need, " ", skill.name()]);
}

/// A committed Character gains a skill until the heist ends. C2
pub fn gain(t: &mut Table<State>, card: Handle, skill: Skill, by: i64) {
    if let Some(heist) = &mut t.heist {
        heist.gains.push((card, skill, by));
    }
    t.say("C2", parts![card, " gains ", by, " ", skill.name()]);
}

/// The Scheme is slotted behind a Character and stays in play. NHAT-06
fn attach(t: &mut Table<State>, scheme: Scheme, card: Handle) {
    let Some(at) = t.in_play.iter().rposition(|c| c.kind == scheme) else { return };
    let gear = t.in_play[at];
    if let Some(thief) = t.thief_mut(card) {
        thief.gear.push(gear);
        t.in_play.remove(at);
    }
}

/// Draws Schemes, shuffling the discards in when the deck runs out. H-A25, C11
pub async fn draw(t: &mut Table<State>, seat: Seat, count: usize) {
    if t.schemes.len() < count && !t.scheme_discard.is_empty() {
        let discard = std::mem::take(&mut t.scheme_discard);
        let shuffled = t.shuffle(discard.into_iter().map(|c| c.card).collect()).await;
        t.say("C11", "The Scheme discards are shuffled into a new deck");
        t.schemes.extend(shuffled);
    }
    let count = count.min(t.schemes.len());
    let drawn: Vec<_> = t.schemes.drain(..count).collect();
    t.players[seat].hand.extend(&drawn);
    if count > 0 {
        t.say("", parts![seat, " draws ", count, if count == 1 { " Scheme" } else { " Schemes" }]);
    }
    t.deal(drawn.into_iter().map(|card| (seat, card))).await;
}

/// A player discards one Scheme of their choice; returns whether there was one.
pub async fn discard_one(
    t: &mut Table<State>,
    seat: Seat,
    title: &'static str,
    rule: &'static str,
) -> bool {
    let ballot = Ballot::new(title, rule).with_all(discards(t, seat));
    let (Move::Discard(card), face) = choose(t, seat, ballot).await else { return false };
    discard(t, seat, card, face);
    true
}

/// A player discards down to `limit` Schemes, several at once. NHAT-29
pub async fn discard_down_to(t: &mut Table<State>, seat: Seat, limit: usize) {
    loop {
        let hand = t.players[seat].hand.clone();
        let over = hand.len().saturating_sub(limit);
        let short = |&size: &usize| sets(&hand, size..=size).len() <= SETS;
        let Some(size) = (1..=over).rev().find(short) else { break };
        let title = text!["You hold ", over, " Schemes too many: discard ", size];
        let choices = sets(&hand, size..=size).collect();
        if discard_set(t, seat, Ballot::new(title, "NHAT-29"), choices).await == 0 {
            break;
        }
    }
}

/// A player discards any number of Schemes, several at once; returns how many. NHAT-34
pub async fn discard_any(t: &mut Table<State>, seat: Seat, rule: &'static str) -> usize {
    let mut count = 0;
    loop {
        let hand = t.players[seat].hand.clone();
        // Sets up to the largest size that keeps the list short enough, and the whole hand.
        let short = |&most: &usize| sets(&hand, 1..=most).len() <= SETS;
        let Some(most) = (1..=hand.len()).rev().find(short) else { break };
        let whole = (most < hand.len()).then(|| hand.clone());
        let choices = sets(&hand, 1..=most).chain(whole).collect();
        let ballot = Ballot::new("Discard which Schemes before you draw?", rule)
            .with(Move::Pass, Entry::pass("Draw now"));
        let discarded = discard_set(t, seat, ballot, choices).await;
        count += discarded;
        // A player who discarded as many as one menu allows may want to discard more.
        if discarded < most || t.players[seat].hand.is_empty() {
            break;
        }
    }
    count
}

/// The most sets of cards in one menu.
const SETS: usize = 64;

/// A player discards one of these sets, if any; returns how many cards that were.
async fn discard_set(
    t: &mut Table<State>,
    seat: Seat,
    ballot: Ballot,
    choices: Vec<Vec<Handle>>,
) -> usize {
    let entry = |set: Vec<Handle>| (Move::DiscardAll(set.clone()), Entry::cards("Discard", set));
    let ballot = ballot.with_all(choices.into_iter().map(entry));
    let (Move::DiscardAll(set), _) = choose(t, seat, ballot).await else { return 0 };
    let faces = t.reveal(&set).await;
    for (&card, face) in set.iter().zip(faces) {
        discard(t, seat, card, Some(face));
    }
    set.len()
}

fn discards(state: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let entry = |&card: &Handle| (Move::Discard(card), Entry::show("Discard", card, Duty::Any));
    state.players[seat].hand.iter().map(entry).collect()
}

/// A Scheme that was shown leaves the hand for the discard pile, face up. NHAT-91
pub fn discard(t: &mut Table<State>, seat: Seat, card: Handle, face: Option<Face>) {
    t.players[seat].hand.retain(|&held| held != card);
    if let Some(kind) = face.and_then(Scheme::of) {
        t.say("NHAT-91", parts![seat, " discards ", kind.face()]);
        t.scheme_discard.push(Seen { card, kind });
    }
}

/// Forger: the top discard goes to the hand, where nobody can tell it from the others.
pub async fn take_from_discard(t: &mut Table<State>, seat: Seat) {
    if let Some(top) = t.scheme_discard.pop() {
        t.say("NHAT-105", parts![seat, " takes ", top.kind.face(), " back"]);
        t.players[seat].hand.push(top.card);
        remix(t, &[seat]).await;
    }
}

/// Spymaster: one player looks at a rival's whole hand, which its owner then mixes.
pub async fn spy(t: &mut Table<State>, seat: Seat, rival: Seat) {
    let hand = look(t, seat, rival).await;
    let ballot = Ballot::new(held(rival, &hand), "NHAT-105")
        .with(Move::Pass, Entry::pass("I have seen them"));
    choose(t, seat, ballot).await;
    remix(t, &[rival]).await;
}

/// Loose Lips: as [`spy`], and one of the cards is discarded.
async fn pry(t: &mut Table<State>, seat: Seat, rival: Seat) {
    let hand = look(t, seat, rival).await;
    if hand.is_empty() {
        return;
    }
    let picks = hand.iter().map(|&card| (Move::Pick(card), Entry::card("Discard", card)));
    let ballot = Ballot::new(held(rival, &hand), "NHAT-94").with_all(picks);
    if let Move::Pick(card) = settle(t, seat, ballot).await {
        let face = t.reveal(&[card]).await.first().copied();
        discard(t, rival, card, face);
    }
    remix(t, &[rival]).await;
}

async fn look(t: &mut Table<State>, seat: Seat, rival: Seat) -> Vec<Handle> {
    t.say("NHAT-27", parts![seat, " looks at the Schemes of ", rival]);
    let hand = t.players[rival].hand.clone();
    t.peek(hand.iter().map(|&card| (seat, card)).collect()).await;
    // Only the viewer can read the faces in it.
    t.say("NHAT-27", held(rival, &hand));
    hand
}

fn held(rival: Seat, hand: &[Handle]) -> Line {
    hand.iter().enumerate().fold(text![rival, " holds "], |line, (i, &card)| {
        if i == 0 { line.with(card) } else { line.with(", ").with(card) }
    })
}

/// Some players mix their hands, so that no card in them can be followed by its place.
pub async fn remix(t: &mut Table<State>, seats: &[Seat]) {
    let hands = seats.iter().map(|&seat| (seat, t.players[seat].hand.clone())).collect();
    let mixed = t.remix(hands).await;
    for (&seat, hand) in seats.iter().zip(mixed) {
        t.players[seat].hand = hand;
    }
}
