//! The chapter on Objectives and the Defenses that guard them.

use engine::{Handle, Table, Tint, parts};

use super::{
    cards::{Kind, Skills, kinds, skills_in_words},
    state::{Mat, Slot, State},
};

kinds! {
    /// The twenty Defenses, and the three that are printed on mats. NHAT-08
    Defense from 61:
    CeremonialGuards "Ceremonial Guards", AlertGuards "Alert Guards", ThiefTaker "Thief-Taker",
    WatchPatrol "Watch Patrol", WatchSergeant "Watch Sergeant", GateCheckpoint "Gate Checkpoint",
    WatchCaptain "Watch Captain", GuardDogs "Guard Dogs", BarredDoor "Barred Door",
    PadlockedGrate "Padlocked Grate", Strongroom "Strongroom", Tripwires "Tripwires",
    ClockworkSentry "Clockwork Sentry", Portcullis "Portcullis", HighWall "High Wall",
    NosyServants "Nosy Servants", HiredBlades "Hired Blades",
    HouseholdChampion "Household Champion", ArcaneWard "Arcane Ward", PitTrap "Pit Trap",
    Jailor "Jailor", PalaceGuard "Palace Guard", TheDuel "The Duel",
}

kinds! {
    /// The fourteen Objectives. NHAT-07
    Objective from 84:
    WealthyMerchant "Wealthy Merchant", MasterGoldsmith "Master Goldsmith",
    DocksideWarehouse "Dockside Warehouse", TaxWagon "Tax Wagon",
    ApothecarysShop "Apothecary's Shop", Countinghouse "Countinghouse",
    LordsManor "Lord's Manor", RiverYacht "River Yacht", DuelistsGuild "Duelist's Guild",
    OperaHouse "Opera House", KingsPalace "King's Palace", WizardsTower "Wizard's Tower",
    AncientTemple "Ancient Temple", HiddenVault "Hidden Vault",
}

/// What is printed on a Defense.
pub struct Card {
    pub(super) copies: usize,
    /// The challenges, each an alternative; a challenge needs all its numbers. NHAT-09
    pub challenges: &'static [Skills],
    /// Coins it adds to the haul. NHAT-10
    pub coins: i64,
    /// Whether it bears the shield of the Watch. NHAT-76
    pub watch: bool,
    pub(super) short: &'static str,
    pub(super) help: &'static str,
}

impl Card {
    pub(super) const fn tint(&self) -> Tint {
        if self.watch { Tint::Blue } else { Tint::Plain }
    }
}

impl Defense {
    /// What is printed on it.
    pub const fn card(self) -> &'static Card {
        &DEFENSES[self as usize]
    }

    /// Its challenges in words, any one of which will do. NHAT-09
    pub fn needs(self) -> String {
        let challenges: Vec<_> = self.card().challenges.iter().map(skills_in_words).collect();
        challenges.join(" or ")
    }
}

const fn row(
    copies: usize,
    challenges: &'static [Skills],
    coins: i64,
    short: &'static str,
    help: &'static str,
) -> Card {
    Card { copies, challenges, coins, watch: false, short, help }
}

const fn watch(card: Card) -> Card {
    Card { watch: true, ..card }
}

/// Copies, challenges (Lies, Stealth, Muscle, Tinker), Coins. Muscle is on nearly every card, Lies and
/// Tinker are rare, Lies on one card fewer. H-A22
pub(super) static DEFENSES: [Card; 23] = [
    row(
        3,
        &[[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0]],
        0,
        "#Cerem",
        "2 Lies, or 2 Stealth, or 2 Muscle.",
    ),
    row(
        2,
        &[[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0]],
        0,
        "#Alert",
        "2 Lies, or 3 Stealth, or 4 Muscle.",
    ),
    watch(row(2, &[[1, 1, 1, 0]], 2, "#Taker", "1 Lies + 1 Stealth + 1 Muscle. Watch. 2 Coins.")),
    watch(row(3, &[[0, 1, 0, 0], [0, 0, 3, 0]], 0, "#Patro", "1 Stealth, or 3 Muscle. Watch.")),
    watch(row(
        2,
        &[[2, 0, 0, 0], [0, 0, 4, 0]],
        1,
        "#Serge",
        "2 Lies, or 4 Muscle. Watch. 1 Coin.",
    )),
    watch(row(1, &[[1, 0, 0, 0], [0, 0, 2, 0]], 0, "#Gate", "1 Lies, or 2 Muscle. Watch.")),
    watch(row(
        1,
        &[[2, 0, 1, 0], [0, 4, 0, 0]],
        3,
        "#Capta",
        "2 Lies + 1 Muscle, or 4 Stealth. Watch. 3 Coins.",
    )),
    row(1, &[[0, 2, 0, 0], [0, 0, 2, 0]], 0, "#Dogs", "2 Stealth, or 2 Muscle."),
    row(3, &[[0, 0, 0, 1], [0, 0, 2, 0]], 0, "#Door", "1 Tinker, or 2 Muscle."),
    row(2, &[[0, 0, 0, 1], [0, 1, 1, 0]], 0, "#Grate", "1 Tinker, or 1 Stealth + 1 Muscle."),
    row(2, &[[0, 0, 0, 2], [0, 0, 5, 0]], 2, "#Stron", "2 Tinker, or 5 Muscle. 2 Coins."),
    row(2, &[[0, 0, 0, 1], [0, 2, 0, 0]], 0, "#Wires", "1 Tinker, or 2 Stealth."),
    row(1, &[[0, 0, 0, 2], [0, 0, 4, 0]], 1, "#Clock", "2 Tinker, or 4 Muscle. 1 Coin."),
    row(1, &[[0, 0, 0, 2], [0, 0, 3, 0]], 0, "#Portc", "2 Tinker, or 3 Muscle."),
    row(2, &[[0, 1, 0, 0], [0, 0, 3, 0]], 0, "#Wall", "1 Stealth, or 3 Muscle."),
    row(1, &[[1, 0, 0, 0], [0, 1, 0, 0]], 0, "#Serva", "1 Lies, or 1 Stealth."),
    row(
        1,
        &[[0, 0, 4, 0], [0, 2, 1, 0]],
        1,
        "#Blade",
        "4 Muscle, or 2 Stealth + 1 Muscle. 1 Coin.",
    ),
    row(1, &[[0, 0, 4, 0]], 2, "#Champ", "4 Muscle. 2 Coins."),
    row(1, &[[0, 0, 0, 2], [0, 3, 0, 0]], 3, "#Ward", "2 Tinker, or 3 Stealth. 3 Coins."),
    row(
        1,
        &[[0, 0, 0, 1], [0, 2, 0, 0], [0, 0, 4, 0]],
        0,
        "#Pit",
        "1 Tinker, or 2 Stealth, or 4 Muscle.",
    ),
    row(
        0,
        &[[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 0, 2], [0, 0, 4, 0]],
        0,
        "#Jailr",
        "2 Lies, or 3 Stealth, or 2 Tinker, or 4 Muscle. Guards the Jail, always. A failure: X: all arrested; blank or 1: one arrested; 2: all exhausted; 3: one exhausted.",
    ),
    row(
        0,
        &[[3, 0, 0, 0], [0, 4, 0, 0], [0, 0, 5, 0]],
        0,
        "#Palac",
        "3 Lies, or 4 Stealth, or 5 Muscle. Guards the King's Palace, always.",
    ),
    row(
        0,
        &[[0, 0, 3, 0], [1, 0, 1, 0]],
        0,
        "#Duel",
        "3 Muscle, or 1 Lies + 1 Muscle. One Character only. Guards the Duelist's Guild, always.",
    ),
];

/// What a failure table says. NHAT-75
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// Nothing.
    Nothing,
    /// One Character is exhausted.
    ExhaustOne,
    /// All Characters on that Defense are exhausted.
    ExhaustAll,
    /// One is arrested.
    ArrestOne,
    /// All are arrested.
    ArrestAll,
    /// One is killed.
    KillOne,
    /// All are killed.
    KillAll,
    /// Each player there pays the bank up to this many Coins.
    Pay(i64),
}

impl Consequence {
    /// What it does, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::ExhaustOne => "one exhausted",
            Self::ExhaustAll => "all exhausted",
            Self::ArrestOne => "one arrested",
            Self::ArrestAll => "all arrested",
            Self::KillOne => "one killed",
            Self::KillAll => "all killed",
            Self::Pay(2) => "each player pays 2",
            Self::Pay(4) => "each player pays 4",
            Self::Pay(_) => "each player pays",
        }
    }
}

/// A failure table: for X, blank, one, two and three daggers.
pub type Table5 = [Consequence; 5];

/// A failure table in words, such as "X: one killed; blank: one arrested; 1, 2 or 3: nothing".
pub fn table_in_words(table: &Table5) -> String {
    let rows: Vec<_> = ["X", "blank", "1", "2", "3"].into_iter().zip(table).collect();
    let alike = rows.chunk_by(|(_, one), (_, other)| one == other).map(|alike| {
        let sides: Vec<_> = alike.iter().map(|(side, _)| *side).collect();
        let sides = match sides.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => sides.concat(),
        };
        format!("{sides}: {}", alike[0].1.words())
    });
    alike.collect::<Vec<_>>().join("; ")
}

/// What is printed on an Objective.
pub struct Mark {
    pub(super) copies: usize,
    /// Its stage, 1 to 3.
    pub stage: u8,
    /// How many Defense slots it has, printed ones included.
    pub slots: usize,
    /// Its Coins.
    pub coins: i64,
    /// Its Treasure icons. NHAT-11
    pub treasures: usize,
    /// Its failure table.
    pub failure: Table5,
    pub(super) short: &'static str,
    pub(super) help: &'static str,
}

impl Mark {
    pub(super) const fn tint(&self) -> Tint {
        match self.stage {
            1 => Tint::Green,
            2 => Tint::Yellow,
            _ => Tint::Magenta,
        }
    }
}

use Consequence::{
    ArrestAll as AA, ArrestOne as A1, ExhaustAll as EA, ExhaustOne as E1, KillAll as KA,
    KillOne as K1, Nothing as NO, Pay,
};

const fn mark(
    stage: u8,
    slots: usize,
    coins: i64,
    treasures: usize,
    failure: Table5,
    short: &'static str,
    help: &'static str,
) -> Mark {
    Mark { copies: 1, stage, slots, coins, treasures, failure, short, help }
}

pub(super) static OBJECTIVES: [Mark; 14] = [
    mark(
        1,
        2,
        6,
        0,
        [K1, A1, E1, E1, NO],
        "⌂Merch",
        "Stage 1. 2 Defenses, 6 Coins. A failure: X: one killed; blank: one arrested; 1 or 2: one exhausted; 3: nothing.",
    ),
    mark(
        1,
        2,
        5,
        1,
        [A1, A1, E1, Pay(2), NO],
        "⌂Golds",
        "Stage 1. 2 Defenses, 5 Coins, a Treasure. A failure: X or blank: one arrested; 1: one exhausted; 2: each player pays 2; 3: nothing.",
    ),
    mark(
        1,
        2,
        7,
        0,
        [K1, EA, E1, E1, NO],
        "⌂Dock",
        "Stage 1. 2 Defenses, 7 Coins. A failure: X: one killed; blank: all exhausted; 1 or 2: one exhausted; 3: nothing.",
    ),
    mark(
        1,
        2,
        8,
        0,
        [AA, A1, A1, E1, Pay(2)],
        "⌂Wagon",
        "Stage 1. 2 Defenses, 8 Coins. A failure: X: all arrested; blank or 1: one arrested; 2: one exhausted; 3: each player pays 2.",
    ),
    mark(
        1,
        2,
        5,
        1,
        [K1, EA, E1, NO, NO],
        "⌂Apoth",
        "Stage 1. 2 Defenses, 5 Coins, a Treasure. A failure: X: one killed; blank: all exhausted; 1: one exhausted; 2 or 3: nothing.",
    ),
    mark(
        2,
        3,
        13,
        0,
        [AA, A1, A1, E1, Pay(2)],
        "⌂Count",
        "Stage 2. 3 Defenses, 13 Coins. A failure: X: all arrested; blank or 1: one arrested; 2: one exhausted; 3: each player pays 2.",
    ),
    mark(
        2,
        3,
        10,
        1,
        [K1, A1, EA, E1, NO],
        "⌂Manor",
        "Stage 2. 3 Defenses, 10 Coins, a Treasure. A failure: X: one killed; blank: one arrested; 1: all exhausted; 2: one exhausted; 3: nothing.",
    ),
    mark(
        2,
        3,
        12,
        1,
        [EA, E1, A1, Pay(2), NO],
        "⌂Yacht",
        "Stage 2. 3 Defenses, 12 Coins, a Treasure. Whoever is exhausted while on this heist is killed. A failure: X: all exhausted; blank: one exhausted; 1: one arrested; 2: each player pays 2; 3: nothing.",
    ),
    mark(
        2,
        3,
        11,
        1,
        [K1, K1, E1, E1, NO],
        "⌂Guild",
        "Stage 2. 3 Defenses, one of them the Duel; 11 Coins, a Treasure. A failure: X or blank: one killed; 1 or 2: one exhausted; 3: nothing.",
    ),
    mark(
        2,
        3,
        12,
        0,
        [AA, A1, EA, E1, Pay(2)],
        "⌂Opera",
        "Stage 2. 3 Defenses, 12 Coins. A failure: X: all arrested; blank: one arrested; 1: all exhausted; 2: one exhausted; 3: each player pays 2.",
    ),
    mark(
        3,
        4,
        22,
        1,
        [KA, AA, A1, EA, E1],
        "⌂Palac",
        "Stage 3. 4 Defenses, one of them the Palace Guard; 22 Coins, a Treasure. A failure: X: all killed; blank: all arrested; 1: one arrested; 2: all exhausted; 3: one exhausted.",
    ),
    mark(
        3,
        3,
        18,
        2,
        [KA, K1, K1, EA, E1],
        "⌂Tower",
        "Stage 3. 3 Defenses, laid out only when a heist is declared, which must then be tried; 18 Coins, two Treasures. A failure: X: all killed; blank or 1: one killed; 2: all exhausted; 3: one exhausted.",
    ),
    mark(
        3,
        4,
        20,
        2,
        [KA, K1, EA, EA, E1],
        "⌂Templ",
        "Stage 3. 4 Defenses, 20 Coins, two Treasures. A success exhausts everybody who was there. A failure: X: all killed; blank: one killed; 1 or 2: all exhausted; 3: one exhausted.",
    ),
    mark(
        3,
        4,
        25,
        0,
        [AA, K1, A1, EA, Pay(4)],
        "⌂Vault",
        "Stage 3. 4 Defenses, 25 Coins. A failure: X: all arrested; blank: one killed; 1: one arrested; 2: all exhausted; 3: each player pays 4.",
    ),
];

/// The Jail's own table, which every Watch Defense uses too. NHAT-76
pub const JAIL_TABLE: Table5 = [AA, A1, A1, EA, E1];

impl Objective {
    /// What is printed on it.
    pub const fn card(self) -> &'static Mark {
        &OBJECTIVES[self as usize]
    }

    /// What happens to those who fail here, in words. NHAT-75
    pub fn failure(self) -> String {
        table_in_words(&self.card().failure)
    }

    /// Palace and Guild: the Defense that always fills one slot. NHAT-89, NHAT-90
    pub const fn fixed(self) -> Option<Defense> {
        match self {
            Self::KingsPalace => Some(Defense::PalaceGuard),
            Self::DuelistsGuild => Some(Defense::TheDuel),
            _ => None,
        }
    }

    /// River Yacht: whether exhaustion kills here. NHAT-86
    pub fn drowns(self) -> bool {
        self == Self::RiverYacht
    }

    /// Ancient Temple: whether a success exhausts everybody who was there. NHAT-87
    pub fn wears_out(self) -> bool {
        self == Self::AncientTemple
    }

    /// Wizard's Tower: whether Defenses lie here only during a heist. NHAT-88
    pub fn hides_defenses(self) -> bool {
        self == Self::WizardsTower
    }
}

/// Lays out Objectives from the top of the stack, with Defenses and Coins. NHAT-17, NHAT-18, NHAT-82
pub async fn lay_out(t: &mut Table<State>, count: usize) {
    let cards = t.objectives[..count.min(t.objectives.len())].to_vec();
    let faces = t.reveal(&cards).await;
    t.objectives.drain(..cards.len());
    let mut fresh = Vec::new();
    for (card, objective) in cards.into_iter().zip(faces.into_iter().filter_map(Objective::of)) {
        let mark = objective.card();
        t.say(
            "NHAT-17",
            parts!["On the table: ", objective.face(), ", worth ", mark.coins, " Coins"],
        );
        t.bank -= mark.coins;
        let slots = objective.fixed().map(|defense| Slot { defense, card: None });
        t.mats.push(Mat { card, objective, coins: mark.coins, slots: slots.into_iter().collect() });
        if !objective.hides_defenses() {
            fresh.push(t.mats.len() - 1);
        }
    }
    fill(t, &fresh).await;
}

/// Fills the empty slots of some mats, all in one request. NHAT-18
pub async fn fill(t: &mut Table<State>, mats: &[usize]) {
    let empty =
        |t: &State, mat: usize| t.mats[mat].objective.card().slots - t.mats[mat].slots.len();
    let total = mats.iter().map(|&mat| empty(t, mat)).sum();
    let mut drawn = draw(t, total).await.into_iter();
    for &mat in mats {
        for (card, defense) in drawn.by_ref().take(empty(t, mat)).collect::<Vec<_>>() {
            t.say(
                "NHAT-08",
                parts![
                    "On guard at the ",
                    t.mats[mat].objective.face(),
                    ": ",
                    defense.face(),
                    " (",
                    defense.needs(),
                    ")"
                ],
            );
            // The Coins of a Defense lie on the mat with the rest of the haul. NHAT-10
            t.bank -= defense.card().coins;
            t.mats[mat].coins += defense.card().coins;
            t.mats[mat].slots.push(Slot { defense, card: Some(card) });
        }
    }
}

/// Discards some Defenses of a mat and draws new ones; Coins on the mat stay. NHAT-74
pub async fn replace(t: &mut Table<State>, mat: usize, slots: &[usize]) {
    discard(t, mat, slots);
    fill(t, &[mat]).await;
}

/// Discards some Defenses of a mat; printed ones stay. H-A17
pub fn discard(t: &mut Table<State>, mat: usize, slots: &[usize]) {
    let mut index = 0;
    let mut gone = Vec::new();
    t.mats[mat].slots.retain(|slot| {
        let goes = slots.contains(&index) && !slot.fixed();
        gone.extend(slot.card.filter(|_| goes));
        index += 1;
        !goes
    });
    t.defense_discard.extend(gone);
}

/// The Defenses that the Engineer could replace: mat and slot.
pub fn replaceable(state: &State) -> impl Iterator<Item = (usize, usize)> {
    state.mats.iter().enumerate().flat_map(|(m, mat)| {
        let slots = mat.slots.iter().enumerate().filter(|(_, slot)| !slot.fixed());
        slots.map(move |(s, _)| (m, s))
    })
}

/// Turns up Defenses from the deck, shuffling its discards in when it runs out. H-A25, C11
async fn draw(t: &mut Table<State>, count: usize) -> Vec<(Handle, Defense)> {
    if t.defenses.len() < count {
        let discard = std::mem::take(&mut t.defense_discard);
        let shuffled = t.shuffle(discard).await;
        t.defenses.extend(shuffled);
    }
    let cards = t.defenses[..count.min(t.defenses.len())].to_vec();
    let faces = t.reveal(&cards).await;
    t.defenses.drain(..cards.len());
    cards.into_iter().zip(faces.into_iter().filter_map(Defense::of)).collect()
}
