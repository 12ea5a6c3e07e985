//! A round of betting.

use engine::{Entry, Line, Menu, Seat, Table, text};

use crate::{Move, Phase, Round, State};

/// HE-08: how many bets a round has at most with fixed limits.
const MOST_BETS: u32 = 4;

/// HE-05 to HE-10: a round of betting; `first` speaks first unless it cannot.
pub(crate) async fn round(t: &mut Table<State>, first: Seat, street: usize) {
    if street > 0 {
        t.round = Round { high: 0, raise: t.big_blind(), bets: 0, turn: None };
        t.gamblers.iter_mut().for_each(|(_, gambler)| gambler.bet = 0);
    }
    if t.house.fixed {
        t.round.raise = if street < 2 { t.big_blind() } else { 2 * t.big_blind() };
    }
    t.gamblers.iter_mut().for_each(|(_, gambler)| gambler.spoken = false);
    let mut seat = first;
    while Seat::all(t.seats()).any(|seat| t.must_speak(seat)) {
        if t.must_speak(seat) {
            speak(t, seat).await;
        }
        seat = seat.left(t.seats());
    }
    t.round.turn = None;
}

impl State {
    /// HE-10: whether a seat still has to act in this round.
    fn must_speak(&self, seat: Seat) -> bool {
        let gambler = &self.gamblers[seat];
        let open = gambler.bet < self.round.high || (!gambler.spoken && self.has_rival(seat));
        gambler.can_bet() && open && self.in_hand().len() > 1
    }

    /// Whether somebody else can still bet.
    fn has_rival(&self, seat: Seat) -> bool {
        self.gamblers.iter().any(|(other, gambler)| other != seat && gambler.can_bet())
    }

    /// Why a seat may not raise; `None` if it may.
    fn no_raise(&self, seat: Seat) -> Option<&'static str> {
        let gambler = &self.gamblers[seat];
        if gambler.bet + gambler.chips <= self.round.high {
            return Some("you have nothing beyond the call");
        }
        if !self.has_rival(seat) {
            return Some("nobody is left who could bet against you");
        }
        if gambler.spoken {
            return Some("nobody has raised in full since you spoke");
        }
        let most = self.house.fixed && self.round.bets >= MOST_BETS;
        most.then_some("four bets a round are the limit")
    }

    /// HE-07, HE-08: the bets that a seat may raise to, lowest first; the last may be all it has.
    fn raises(&self, seat: Seat) -> Vec<u32> {
        let gambler = &self.gamblers[seat];
        let all = gambler.bet + gambler.chips;
        let least = self.round.high + self.round.raise;
        if self.house.fixed {
            return vec![least.min(all)];
        }
        let pot = self.pot() + self.to_call(seat);
        let wanted =
            [least, self.round.high + pot / 2, self.round.high + pot, self.round.high + 2 * pot];
        let mut to: Vec<u32> = wanted.into_iter().filter(|&to| to >= least && to < all).collect();
        to.push(all);
        to.sort_unstable();
        to.dedup();
        to
    }
}

/// HE-06: asks one seat, and carries out its move.
async fn speak(t: &mut Table<State>, seat: Seat) {
    t.phase = Phase::Betting;
    t.round.turn = Some(seat);
    let mut said = ask(t, seat).await;
    if said == Move::Raise {
        said = match t.raises(seat)[..] {
            [only] => Move::To(only),
            _ => amount(t, seat).await,
        };
    }
    act(t, seat, said);
}

/// Fold, stay or raise.
async fn ask(t: &mut Table<State>, seat: Seat) -> Move {
    let call = t.to_call(seat);
    let no_raise = t.no_raise(seat);
    let raise = match t.raises(seat)[..] {
        [only] => to(t, seat, only),
        _ => Entry::new(if t.round.high == 0 { "Bet …" } else { "Raise …" }),
    };
    let menu = Menu::new("Your bet?", "HE-06")
        .with(Entry::new("Fold").refuse_if(call == 0, "there is nothing to call: check instead"))
        .with(stay(t, seat))
        .with(raise.refuse_if(no_raise.is_some(), no_raise.unwrap_or_default()).rule("HE-07"));
    t.moves = vec![Move::Fold, Move::Stay, Move::Raise];
    let choice = t.choose(seat, menu).await;
    take(t, choice.entry)
}

/// By how much to raise.
async fn amount(t: &mut Table<State>, seat: Seat) -> Move {
    let raises = t.raises(seat);
    let menu = Menu::new("How much?", "HE-07")
        .with_all(raises.iter().map(|&amount| to(t, seat, amount)))
        .with(stay(t, seat));
    t.moves = raises.into_iter().map(Move::To).chain([Move::Stay]).collect();
    let choice = t.choose(seat, menu).await;
    take(t, choice.entry)
}

/// The move behind the chosen entry.
fn take(t: &mut Table<State>, entry: usize) -> Move {
    let moves = std::mem::take(&mut t.moves);
    moves.get(entry).copied().unwrap_or(Move::Stay)
}

fn stay(t: &State, seat: Seat) -> Entry {
    match t.to_call(seat) {
        0 => Entry::new("Check"),
        call if call == t.gamblers[seat].chips => {
            Entry::new(text!["Call ", call, ", all in"]).weighty()
        }
        call => Entry::new(text!["Call ", call]),
    }
}

fn to(t: &State, seat: Seat, bet: u32) -> Entry {
    let gambler = &t.gamblers[seat];
    let verb = if t.round.high == 0 { "Bet " } else { "Raise to " };
    match bet == gambler.bet + gambler.chips {
        true => Entry::new(text!["All in: ", bet]).weighty(),
        false => Entry::new(text![verb, bet]),
    }
}

fn act(t: &mut Table<State>, seat: Seat, said: Move) {
    let mut told: Line = text![seat];
    match said {
        Move::Fold => {
            t.gamblers[seat].folded = true;
            let cards = std::mem::take(&mut t.gamblers[seat].hand);
            t.folded.extend(cards);
            told = told.with(" folds");
        }
        Move::Stay | Move::Raise => {
            let call = t.to_call(seat);
            t.gamblers[seat].pay(call);
            told = if call == 0 { told.with(" checks") } else { told.with(" calls ").with(call) };
        }
        Move::To(bet) => {
            let verb = if t.round.high == 0 { " bets " } else { " raises to " };
            raise(t, seat, bet);
            told = told.with(verb).with(bet);
        }
    }
    t.gamblers[seat].spoken = true;
    if t.gamblers[seat].is_in() && t.gamblers[seat].chips == 0 {
        told = told.with(" and is all in");
    }
    t.say("HE-06", told);
}

/// HE-07 to HE-09: only a full raise lets the others raise again.
fn raise(t: &mut Table<State>, seat: Seat, bet: u32) {
    let more = bet.saturating_sub(t.gamblers[seat].bet);
    t.gamblers[seat].pay(more);
    let by = bet.saturating_sub(t.round.high);
    if by >= t.round.raise {
        t.round.bets += 1;
        t.gamblers.iter_mut().for_each(|(_, gambler)| gambler.spoken = false);
        if !t.house.fixed {
            t.round.raise = by;
        }
    }
    t.round.high = t.round.high.max(bet);
}
