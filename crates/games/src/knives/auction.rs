//! Choosing the banker: declarations go round until somebody takes the bank.

use engine::{Entry, Line, Menu, Seat, Table, parts, text};

use super::{Contract, Declaration, Phase, State, Suit, setup::SEATS};

/// What a seat can say in the auction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bid {
    /// Take the bank (KNV-05); if `broke`, trying to win no coin (KNV-11).
    Take {
        /// Whether the banker goes for broke.
        broke: bool,
    },
    /// Pass and declare something new (KNV-06); in simplified play just pass (KNV-47).
    Pass(Option<Declaration>),
    /// The dealer's second way out (KNV-08).
    Assets,
    /// The dealer's third way out (KNV-08).
    Liabilities,
}

/// Runs the auction until a contract stands.
pub(super) async fn auction(t: &mut Table<State>) {
    t.round.phase = Phase::Auction;
    let dealer = t.round.dealer;
    if t.house.simplified {
        // KNV-47: Spades is strong without being declared.
        t.round.declared = Some(Declaration::Strong(Suit::Spades));
    } else {
        first_declaration(t, dealer).await;
    }
    // KNV-04: the dealer's left begins. The dealer comes last, with the declaration of the player
    // on the right in force (KNV-08, KNV-09).
    for seat in dealer.others(SEATS).chain([dealer]) {
        let bid = bid(t, seat).await;
        if let Bid::Pass(declaration) = bid {
            pass(t, seat, declaration);
            continue;
        }
        // KNV-07: the first taker ends it.
        return settle(t, seat, bid);
    }
}

/// KNV-03, K-A2: the dealer has seen the hand and names a strong suit or "Knives only".
async fn first_declaration(t: &mut Table<State>, dealer: Seat) {
    t.round.turn = Some(dealer);
    // The suit named last is in force for whoever takes the bank.
    let menu = Menu::new("Name a strong suit; it stands until somebody names another", "KNV-03")
        .with_all(Declaration::ALL.map(|d| Entry::new(d.name())));
    let choice = t.choose(dealer, menu).await;
    let declaration = Declaration::ALL[choice.entry];
    t.round.calls[dealer] = Some(declaration);
    t.round.declared = Some(declaration);
    t.say("KNV-03", parts![dealer, " declares ", declaration.name()]);
}

async fn bid(t: &mut Table<State>, seat: Seat) -> Bid {
    let bids = bids(t, seat);
    if let [only] = bids[..] {
        return only;
    }
    t.round.turn = Some(seat);
    let (title, rule) = if seat == t.round.dealer {
        ("Everybody has passed. What do you play?", "KNV-08")
    } else {
        ("Take the bank, or pass?", "KNV-04")
    };
    let menu = Menu::new(title, rule).with_all(bids.iter().map(|&bid| entry(t, bid)));
    let choice = t.choose(seat, menu).await;
    bids[choice.entry]
}

/// All bids of this seat when its turn comes, allowed or not, in the order of its menu.
pub(super) fn bids(s: &State, seat: Seat) -> Vec<Bid> {
    let mut bids = Vec::with_capacity(2 + Declaration::ALL.len());
    bids.push(Bid::Take { broke: false });
    if s.house.broke {
        // K-A11, K-A13: any banker may, the dealer and simplified play included.
        bids.push(Bid::Take { broke: true });
    }
    match (seat == s.round.dealer, s.house.simplified) {
        (false, false) => bids.extend(Declaration::ALL.map(|d| Bid::Pass(Some(d)))),
        (false, true) => bids.push(Bid::Pass(None)),
        (true, false) => bids.extend([Bid::Assets, Bid::Liabilities]),
        // KNV-51: the dealer must be banker.
        (true, true) => {}
    }
    bids
}

fn entry(s: &State, bid: Bid) -> Entry {
    let with = |words: &'static str| -> Line {
        text![words, " (", s.round.declared.map_or("", Declaration::name), ")"]
    };
    match bid {
        Bid::Take { broke: false } => Entry::new(with("Take the bank")).rule("KNV-05"),
        Bid::Take { broke: true } => {
            Entry::new(with("Take the bank and go for broke")).rule("KNV-11").weighty()
        }
        Bid::Pass(None) => Entry::pass("Pass").rule("KNV-47"),
        Bid::Pass(Some(declaration)) => {
            let entry = Entry::new(text!["Pass and declare ", declaration.name()]).rule("KNV-06");
            if s.round.declared != Some(declaration) {
                return entry;
            }
            // K-A8
            entry.refuse(text![declaration.name(), " is in force: declare another"])
        }
        // KNV-45: without the bank there is no partner.
        Bid::Assets => {
            Entry::new("Assets: everyone alone, most coins win").rule("KNV-08").weighty()
        }
        Bid::Liabilities => {
            Entry::new("Liabilities: everyone alone, fewest coins win").rule("KNV-08").weighty()
        }
    }
}

fn pass(t: &mut Table<State>, seat: Seat, declaration: Option<Declaration>) {
    match declaration {
        Some(declaration) => {
            t.round.calls[seat] = Some(declaration);
            t.round.declared = Some(declaration);
            t.say("KNV-06", parts![seat, " passes and declares ", declaration.name()]);
        }
        None => t.say("KNV-47", parts![seat, " passes"]),
    }
}

fn settle(t: &mut Table<State>, seat: Seat, bid: Bid) {
    let contract = match bid {
        Bid::Assets => Contract::Assets,
        Bid::Liabilities => Contract::Liabilities,
        Bid::Take { broke } => Contract::Bank { banker: seat, broke },
        Bid::Pass(_) => return,
    };
    t.round.contract = Some(contract);
    let declared = t.round.declared.map_or("", Declaration::name);
    match contract {
        Contract::Bank { broke: false, .. } => {
            t.say("KNV-07", parts![seat, " takes the bank: ", declared]);
        }
        Contract::Bank { broke: true, .. } => {
            t.say("KNV-11", parts![seat, " takes the bank and goes for broke: ", declared]);
        }
        Contract::Assets => t.say("KNV-44", parts![seat, " plays Assets: ", declared]),
        Contract::Liabilities => t.say("KNV-44", parts![seat, " plays Liabilities: ", declared]),
    }
}
