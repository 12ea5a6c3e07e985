//! No Honor Among Thieves: what must hold at every step, and who may know what.

use std::collections::BTreeSet;

use engine::{
    Answer, Audience, Face, Handle, Request, Seat,
    check::{self, Fault},
    clear::ClearGame,
};
use games::no_honor::{
    State,
    agendas::Agenda,
    cards::Kind,
    characters::{self, Character},
    end::Over,
    moves::Move,
    objectives::{Defense, Objective},
    schemes::Scheme,
    state::{COINS, GEAR_LIMIT, Mat, POST_LIMIT, Post, Target},
    treasures::Treasure,
};

use super::state;

/// The end that the book does not know: the last round is over.
pub(crate) const CURFEW: &str = "curfew";

/// Every card of all six decks as often as it should be, every Coin somewhere, crews within their
/// limits, Defenses in their slots, and nobody where there is no room.
pub(crate) fn sound(game: &ClearGame) -> Result<(), Fault> {
    let s: &State = state(game)?;
    decks(game, s)?;
    coins(s)?;
    crews(game, s)?;
    mats(game, s)?;
    match s.heist.iter().flat_map(|h| &h.posts).find(|post| !roomy(s, post)) {
        Some(post) => Err(format!("too many at the {}", post.defense.name()).into()),
        None => Ok(()),
    }
}

/// How a game ended.
pub(crate) fn ending(game: &ClearGame) -> Result<&'static str, Fault> {
    match state::<State>(game)?.over {
        Some(Over::LastHeist) => Ok("last heist"),
        Some(Over::MartialLaw) => Ok("Martial Law"),
        Some(Over::Curfew) => Ok(CURFEW),
        None => Err("no end".into()),
    }
}

fn decks(game: &ClearGame, s: &State) -> Result<(), Fault> {
    let census = check::census(game);
    // Before the first request is answered there are no cards yet.
    if census.is_empty() {
        return Ok(());
    }
    let count = |face: Face| census.get(&face).copied().unwrap_or(0);
    let whole = |what: &str, cards: Vec<(Face, usize)>| {
        let wrong = cards.into_iter().find(|&(face, copies)| count(face) != copies);
        wrong.map_or(Ok(()), |(face, _)| {
            Err(Fault::Unsound(format!("{what}: {} of {face:?}", count(face))))
        })
    };
    whole("Characters", copies::<Character>())?;
    whole("Schemes", copies::<Scheme>())?;
    whole("Defenses", copies::<Defense>())?;
    whole("Treasures", copies::<Treasure>())?;
    // Stages 1 and 2 are cut to three Objectives, and of the Agendas only those dealt stay.
    for (stage, kept) in [(1, 3), (2, 3), (3, 4)] {
        let staged = Objective::ALL.iter().filter(|o| o.card().stage == stage);
        let counts: Vec<usize> = staged.map(|o| count(o.face())).collect();
        let all = if cut(s) { kept } else { counts.len() };
        if counts.iter().any(|&n| n > 1) || counts.iter().sum::<usize>() != all {
            return Err(format!("Objectives of stage {stage}: {counts:?}").into());
        }
    }
    let agendas: usize = Agenda::ALL.iter().map(|a| count(a.face())).sum();
    let dealt: usize = s.players.values().map(|p| p.agendas.len()).sum();
    if cut(s) && agendas != s.agendas.len() + dealt || s.turn > 0 && dealt != 2 * s.seats() {
        return Err(format!("{agendas} Agendas, {dealt} of them dealt").into());
    }
    Ok(())
}

/// Whether the Objectives have been cut.
fn cut(s: &State) -> bool {
    !s.objectives.is_empty() || !s.mats.is_empty()
}

fn copies<K: Kind>() -> Vec<(Face, usize)> {
    // The three printed Defenses have no cards.
    K::ALL.iter().map(|kind| (kind.face(), kind.copies())).collect()
}

fn coins(s: &State) -> Result<(), Fault> {
    let mats = s.mats.iter().map(|mat| mat.coins);
    let purses = s.players.values().map(|player| player.coins);
    let all = s.bank + mats.clone().chain(purses.clone()).sum::<i64>();
    if all != COINS {
        return Err(format!("{all} Coins").into());
    }
    if mats.chain(purses).any(|coins| coins < 0) { Err("a debt".into()) } else { Ok(()) }
}

fn crews(game: &ClearGame, s: &State) -> Result<(), Fault> {
    if s.turn > 0 && s.at_large() + s.jail.len() + s.graveyard.len() != 35 {
        return Err("a Character is missing".into());
    }
    if s.thieves().any(|(_, thief)| thief.gear.len() > GEAR_LIMIT) {
        return Err("a Character carries too much".into());
    }
    // Whoever is over the limit is just being asked whom to fire; Martial Law asks nobody any more.
    let firing = |seat: Seat| match game.driver.request() {
        Some(Request::Choose(asked, menu)) => *asked == seat && menu.rule == "NHAT-03",
        _ => game.driver.outcome().is_some_and(|outcome| outcome.winners.is_empty()),
    };
    let mut over = s.players.iter().filter(|(seat, p)| p.crew.len() > s.crew_limit(*seat));
    match over.find(|(seat, _)| !firing(*seat)) {
        Some((seat, p)) => Err(format!("{seat} has a crew of {}", p.crew.len()).into()),
        None => Ok(()),
    }
}

/// Two Objectives on the table, every slot with a Defense, whenever somebody is asked something.
fn mats(game: &ClearGame, s: &State) -> Result<(), Fault> {
    let asked = Seat::all(s.seats())
        .any(|seat| game.driver.request().is_some_and(|request| request.menu_of(seat).is_some()));
    if s.turn == 0 || !asked {
        return Ok(());
    }
    if s.mats.len() != 2 {
        return Err(format!("{} Objectives on the table", s.mats.len()).into());
    }
    let planned = s.plan.as_ref().map(|plan| plan.target);
    let target = planned.or(s.heist.as_ref().map(|h| h.target));
    let filled = |(i, mat): (usize, &Mat)| match mat.slots.len() {
        0 => mat.objective.hides_defenses(),
        n if mat.objective.hides_defenses() => {
            target == Some(Target::Mat(i)) && n == mat.objective.card().slots
        }
        n => n == mat.objective.card().slots,
    };
    if s.mats.iter().enumerate().all(filled) { Ok(()) } else { Err("an empty slot".into()) }
}

fn roomy(s: &State, post: &Post) -> bool {
    let who = |card: Handle| s.thief(card).map(|(_, thief)| thief.who);
    let sent: Vec<Character> = post.sent.iter().filter_map(|&(_, card)| who(card)).collect();
    let alone =
        post.defense == Defense::TheDuel || sent.iter().any(|&w| characters::works_alone(w));
    sent.len() == post.sent.len()
        && sent.iter().filter(|&&who| characters::counts(who)).count() <= POST_LIMIT
        && (!alone || sent.len() <= 1)
}

/// Who may know a card, from what has lain where.
#[derive(Default)]
pub(crate) struct Witness {
    /// Who has had a Scheme or an Agenda in hand.
    held: BTreeSet<(Seat, Handle)>,
    /// Cards that have lain open or been shown: they stay known until they are mixed.
    shown: BTreeSet<Handle>,
    /// What could be answered to the last request.
    asked: Vec<(Seat, Vec<Move>)>,
    /// The cards that it was about to show to all.
    turned_up: Vec<Handle>,
    /// Who had the Spymaster last.
    spy: Option<Seat>,
}

impl Witness {
    /// Looks at one step.
    pub(crate) fn secret(&mut self, game: &ClearGame) -> Result<(), Fault> {
        let s: &State = state(game)?;
        self.note(game, s);
        let leaving = check::leaving(&game.driver);
        check::secret(game, |who, card| match who {
            Some(seat) => self.held.contains(&(seat, card)) || self.looks(game, s, seat, card),
            None => {
                let under = s.characters.contains(&card) || leaving.contains(&card);
                open(s, card)
                    || under && self.shown.contains(&card)
                    || s.turn == 0 && leaving.contains(&card)
                    || s.phase == "End" && s.players.values().any(|p| p.agendas.contains(&card))
            }
        })
    }

    fn note(&mut self, game: &ClearGame, s: &State) {
        for (seat, player) in s.players.iter() {
            let own = player.hand.iter().chain(&player.agendas);
            self.held.extend(own.map(|&card| (seat, card)));
            if s.has(seat, Character::Spymaster) {
                self.spy = Some(seat);
            }
        }
        let cards = game.driver.board().cards().filter(|&card| open(s, card)).collect::<Vec<_>>();
        self.shown.extend(cards);
        let choices = match game.answers().last() {
            Some(Answer::Choice(choice)) => vec![*choice],
            Some(Answer::Choices(choices)) => choices.clone(),
            _ => Vec::new(),
        };
        for ((_, moves), choice) in self.asked.iter().zip(choices) {
            if let Some(Move::Play(card) | Move::Discard(card)) = moves.get(choice.entry) {
                self.shown.extend(choice.face.map(|_| *card));
            }
        }
        self.asked.clone_from(&s.asked);
        self.shown.extend(self.turned_up.drain(..));
        if let Some(Request::Show(cards)) = game.driver.request() {
            let all = cards.iter().filter(|(_, to)| *to == Audience::All);
            self.turned_up.extend(all.map(|(card, _)| *card));
        }
    }

    /// Whether a seat is just looking at the hand that this card is in: with the Spymaster, or with
    /// Loose Lips. Then the hand is mixed.
    fn looks(&self, game: &ClearGame, s: &State, seat: Seat, card: Handle) -> bool {
        let in_a_hand = s.players.iter().any(|(owner, p)| owner != seat && p.hand.contains(&card));
        let lips = s.in_play.last().is_some_and(|played| {
            played.kind == Scheme::LooseLips && self.held.contains(&(seat, played.card))
        });
        let spies = self.spy == Some(seat)
            && s.players[seat].crew.iter().all(|t| t.who != Character::Spymaster || t.used);
        let looking = match game.driver.request() {
            Some(Request::Choose(asked, menu)) => {
                *asked == seat && ["NHAT-94", "NHAT-105"].contains(&menu.rule)
            }
            Some(Request::Show(_) | Request::Remix(_)) => true,
            _ => false,
        };
        in_a_hand && looking && (lips || spies)
    }
}

/// Whether a card lies face up.
fn open(s: &State, card: Handle) -> bool {
    let schemes = s.scheme_discard.iter().chain(&s.in_play);
    let gear = s.thieves().flat_map(|(_, thief)| &thief.gear);
    let treasures = s.players.values().flat_map(|p| &p.treasures);
    let slots = s.mats.iter().flat_map(|mat| &mat.slots).filter_map(|slot| slot.card);
    let people = [&s.pool, &s.jail, &s.graveyard].into_iter().flatten().map(|who| who.card);
    let crews = s.thieves().map(|(_, thief)| thief.card);
    schemes.chain(gear).any(|scheme| scheme.card == card)
        || people.chain(crews).any(|c| c == card)
        || treasures.into_iter().any(|treasure| treasure.card == card)
        || s.mats.iter().map(|mat| mat.card).chain(slots).any(|c| c == card)
        || s.defense_discard.contains(&card)
        || s.heisted.contains(&card)
}
