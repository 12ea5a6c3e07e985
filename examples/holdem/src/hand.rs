//! One hand, from the shuffle to the last pot.

use engine::{BySeat, Handle, Line, Seat, Table, french, french::Card, parts, text};

use crate::{
    DECK, Phase, Round, State, betting,
    pots::{self, Stake},
    strength::Strength,
};

/// HE-12: how many cards lie in the middle in each round of betting.
const MIDDLE: [usize; 4] = [0, 3, 4, 5];

/// Plays one hand.
pub(crate) async fn play(t: &mut Table<State>) {
    let seats = t.seats();
    t.hand += 1;
    t.phase = Phase::Blinds;
    let button = next(t, t.button.unwrap_or(Seat::new(0)));
    t.button = Some(button);
    gather(t).await;
    let first = deal(t, button).await;
    for (street, size) in MIDDLE.into_iter().enumerate() {
        lay(t, size).await;
        let speaker = if street == 0 { first } else { button.left(seats) };
        betting::round(t, speaker, street).await;
        if t.in_hand().len() == 1 {
            break;
        }
    }
    settle(t, button).await;
}

/// HE-02: the next seat to the left that has chips.
fn next(t: &Table<State>, seat: Seat) -> Seat {
    seat.others(t.seats()).find(|&other| t.gamblers[other].chips > 0).unwrap_or(seat)
}

/// Shuffles all cards, wherever they were.
async fn gather(t: &mut Table<State>) {
    let mut cards: Vec<Handle> = std::mem::take(&mut t.deck);
    cards.append(&mut t.middle);
    cards.append(&mut t.folded);
    for (_, gambler) in t.gamblers.iter_mut() {
        cards.append(&mut gambler.hand);
        (gambler.paid, gambler.bet, gambler.folded, gambler.spoken) = (0, 0, false, false);
    }
    if cards.is_empty() {
        cards = t.create(DECK, french::FACES);
    }
    t.deck = t.shuffle(cards).await;
}

/// HE-03, HE-04: blinds, and two cards each. Returns who acts first.
async fn deal(t: &mut Table<State>, button: Seat) -> Seat {
    let players = t.solvent();
    let small = if players.len() == 2 { button } else { next(t, button) };
    let big = next(t, small);
    let blinds = [(small, "small", t.house.blind), (big, "big", t.big_blind())];
    t.round = Round { high: t.big_blind(), raise: t.big_blind(), bets: 1, turn: None };
    for (seat, name, amount) in blinds {
        t.gamblers[seat].pay(amount);
        let paid = t.gamblers[seat].bet;
        t.say("HE-03", parts![seat, " pays the ", name, " blind, ", paid]);
    }
    let mut dealt = Vec::new();
    for seat in button.lap(t.seats()).filter(|seat| players.contains(seat)) {
        let cards: Vec<Handle> = t.deck.drain(..2).collect();
        dealt.extend(cards.iter().map(|&card| (seat, card)));
        t.gamblers[seat].hand = cards;
    }
    t.deal(dealt).await;
    big.left(t.seats())
}

/// HE-12: fills the middle up to `size` cards.
async fn lay(t: &mut Table<State>, size: usize) {
    let new: Vec<Handle> = {
        let missing = size - t.middle.len();
        t.deck.drain(..missing).collect()
    };
    if new.is_empty() {
        return;
    }
    t.phase = Phase::Middle;
    t.middle.extend(&new);
    let faces = t.reveal(&new).await;
    let name = match size {
        3 => "The flop:",
        4 => "The turn:",
        _ => "The river:",
    };
    let said = faces.iter().fold(Line::from(name), |line, &face| line.with(" ").with(face));
    t.say("HE-12", said);
}

/// HE-11, HE-13 to HE-16: shows hands and shares out the pots.
async fn settle(t: &mut Table<State>, button: Seat) {
    t.phase = Phase::Showdown;
    t.round.turn = None;
    let left = t.in_hand();
    let shown = left.len() > 1;
    if shown {
        let cards: Vec<Handle> =
            left.iter().flat_map(|&seat| t.gamblers[seat].hand.clone()).collect();
        t.reveal(&cards).await;
    }
    let strengths = t.by_seat(|_| None);
    let mut stakes: BySeat<Stake> = strengths
        .map(|seat, _: &Option<Strength>| Stake { paid: t.gamblers[seat].paid, strength: None });
    for &seat in &left {
        let strength = if shown { Strength::of(&seven(t, seat)) } else { Strength::default() };
        if shown {
            let hand: Line = t.gamblers[seat].hand.iter().map(|&card| card.into()).collect();
            t.say(
                "HE-13",
                text![seat, " shows "]
                    .then(spaced(hand))
                    .then(text![": "])
                    .with(strength.to_string()),
            );
        }
        stakes[seat].strength = Some(strength);
    }
    let won = pots::payouts(&stakes, button);
    let mut lately = Line::default();
    for seat in button.lap(t.seats()) {
        let (back, paid) = (won[seat], t.gamblers[seat].paid);
        t.gamblers[seat].chips += back;
        if back > paid || (back > 0 && left.len() == 1) {
            let told = text![seat, " wins "].count(back - paid.min(back), "chip");
            t.say(if shown { "HE-15" } else { "HE-11" }, told.clone());
            lately = if lately.is_empty() { told } else { lately.with("; ").then(told) };
        }
    }
    let best = left.iter().copied().max_by_key(|&seat| stakes[seat].strength);
    let faces =
        best.filter(|_| shown).map(|seat| seven(t, seat).iter().map(|c| c.face()).collect());
    t.lately = Some((lately, faces.unwrap_or_default()));
    for (_, gambler) in t.gamblers.iter_mut() {
        (gambler.paid, gambler.bet) = (0, 0);
    }
}

/// The public cards among a seat's own and those in the middle.
fn seven(t: &Table<State>, seat: Seat) -> Vec<Card> {
    let cards = t.gamblers[seat].hand.iter().chain(&t.middle);
    cards.filter_map(|&card| t.face(card)).map(Card::of).collect()
}

/// Parts with a space between them.
fn spaced(line: Line) -> Line {
    let mut spaced = Line::default();
    for (i, part) in line.parts().iter().enumerate() {
        spaced.extend((i > 0).then(|| " ".into()).into_iter().chain([part.clone()]));
    }
    spaced
}
