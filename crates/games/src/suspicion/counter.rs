//! Answers, and answers to answers: one chain for evidence and for special cards.

use engine::{Duty, Entry, FaceSet, Line, Menu, Reasons, Seat, Table, parts, text};

use super::{
    Open, Stage, State,
    cards::{Card, Colour},
    specials::Attack,
};

/// What an answer would undo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// Evidence just placed beside this colour.
    Evidence(Colour),
    /// A special card.
    Attack(Attack),
}

impl Stake {
    /// The only card that answers.
    pub const fn answered_by(self) -> Card {
        match self {
            // SUS-10, SUS-18: the symbol and the colour; so never a Wild (SUS-29).
            Self::Evidence(colour) => Card::Counter(colour),
            // SUS-24: a card of the same name.
            Self::Attack(attack) => attack.card,
        }
    }

    /// Who may answer, the first one first. A blocked seat may not (SUS-22, S-A5).
    fn rivals(self, s: &State) -> Vec<Seat> {
        let free = |seat: &Seat| s.desks[*seat].block.is_none();
        match self {
            // S-A1: everybody else, clockwise.
            Self::Evidence(_) => s.turn.others(s.desks.len()).filter(free).collect(),
            // SUS-24: the victim alone.
            Self::Attack(attack) => Some(attack.victim).filter(free).into_iter().collect(),
        }
    }
}

/// Lets rivals answer what the seat in turn has just done, and the seat answer them. True if it stands.
///
/// Nobody draws before this is over (SUS-16, S-A2), and nobody else's turn begins (SUS-11). All cards
/// used lie among the played ones.
pub async fn stands(t: &mut Table<State>, stake: Stake) -> bool {
    let owner = t.turn;
    t.stage = Stage::Answer(stake);
    let rivals = stake.rivals(t);
    let Some(rival) = answer(t, stake, &rivals).await else { return true };
    // SUS-13: one answer is accepted, the others stay in their hands unseen.
    let card = stake.answered_by().face();
    match stake {
        Stake::Evidence(_) => t.say("SUS-10", parts![rival, " counters with ", card]),
        Stake::Attack(_) => t.say("SUS-24", parts![rival, " answers with ", card]),
    }
    t.stage = Stage::Reply(stake);
    // SUS-15, S-A4: the owner's reply cannot be answered.
    let stands = answer(t, stake, &[owner]).await.is_some();
    match (stake, stands) {
        (Stake::Evidence(_), true) => {
            t.say("SUS-14", parts![owner, " answers with ", card, ": the evidence stays"]);
        }
        (Stake::Attack(_), true) => t.say("SUS-26", parts![owner, " answers with another ", card]),
        (Stake::Attack(_), false) => t.say("SUS-25", "Nothing happens"),
        // The loss is reported where the card is removed.
        (Stake::Evidence(_), false) => {}
    }
    stands
}

/// The first of the seats to answer, if any; its card joins the played ones.
async fn answer(t: &mut Table<State>, stake: Stake, seats: &[Seat]) -> Option<Seat> {
    let with = stake.answered_by();
    if t.in_sight(with) == with.copies() {
        t.say("SUS-18", parts!["Every ", with.face(), " lies face up: nobody can answer"]);
        return None;
    }
    let (seat, choice) = match *seats {
        [] => return None,
        // With one seat there is nobody to hide the choice from.
        [seat] => (seat, t.choose(seat, menu(t, stake, seat)).await),
        _ => {
            // S-A1: sealed, opened clockwise.
            let menus = seats.iter().map(|&seat| (seat, menu(t, stake, seat))).collect();
            t.ask_until(menus).await?
        }
    };
    let open: Open = t.leave_hand(seat, choice.entry.checked_sub(1)?, choice.face)?;
    t.played.push(open);
    Some(seat)
}

/// The same menu for everybody, whatever they hold.
fn menu(s: &State, stake: Stake, seat: Seat) -> Menu {
    let with = stake.answered_by().face();
    let own = seat == s.turn;
    let (title, verb, rule) = match stake {
        Stake::Evidence(_) if own => (text!["Answer the ", with, "?"], "Answer with", "SUS-14"),
        Stake::Attack(_) if own => (text!["Answer the ", with, "?"], "Answer with", "SUS-26"),
        Stake::Evidence(colour) => (
            text!["Counter ", s.turn, "'s ", colour.name(), " evidence?"],
            "Counter with",
            "SUS-18",
        ),
        Stake::Attack(_) => (text!["Answer ", s.turn, "'s ", with, "?"], "Answer with", "SUS-24"),
    };
    let duty = Duty::Only(FaceSet::only(with), reasons(stake));
    let hand = &s.desks[seat].hand;
    Menu::new(title, rule)
        .with(Entry::pass(passing(stake, own)))
        .with_all(hand.iter().map(|&card| Entry::show(verb, card, duty.clone())))
}

/// What passing means, for the seat that has done it or for a rival.
fn passing(stake: Stake, own: bool) -> Line {
    match (stake, own) {
        (Stake::Evidence(_), false) => "Pass: it stays, unless another counters it".into(),
        (Stake::Evidence(_), true) => "Pass: your evidence is discarded".into(),
        (Stake::Attack(attack), false) => text!["Pass: ", attack.card.face(), " works on you"],
        (Stake::Attack(attack), true) => text!["Pass: your ", attack.card.face(), " does nothing"],
    }
}

/// Why each of the other cards does not answer.
fn reasons(stake: Stake) -> Reasons {
    let with = stake.answered_by();
    let others = Card::ALL.into_iter().filter(|&card| card != with);
    others.map(|card| (FaceSet::only(card.face()), no_answer(stake, card))).collect()
}

fn no_answer(stake: Stake, card: Card) -> Line {
    let asked = match stake {
        Stake::Evidence(colour) => colour,
        // SUS-24, SUS-26
        Stake::Attack(Attack { card: with, .. }) => {
            return text!["only ", with.face(), " answers ", with.face()];
        }
    };
    match card {
        // SUS-18
        Card::Plain(colour) if colour == asked => "it bears no counter symbol".into(),
        Card::Plain(colour) | Card::Counter(colour) => {
            text![colour.name(), " does not counter ", asked.name()]
        }
        // SUS-29
        Card::Wild => "a Wild counters nothing".into(),
        Card::Tamper | Card::Block | Card::Burn => "it counters no evidence".into(),
    }
}
