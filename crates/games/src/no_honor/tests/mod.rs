//! Scenes: a test lays the table as it wants it, plays from there by words, and looks at what came.

mod agendas;
mod bots;
mod cards;
mod characters;
mod coins;
mod complications;
mod end;
mod every_card;
mod harm;
mod heist;
mod hidden;
mod negotiation;
mod objectives;
mod printed;
mod resolution;
mod schemes;
mod setup;
mod treasures;
mod truth;
mod turn;
mod weights;
mod windows;

use std::cell::RefCell;

use engine::{
    Ask, Board, Deck, Face, FaceInfo, GameInfo, Handle, Options, Outcome, Playable, Player, Rules,
    Seat, Table,
    rig::{Rig, Rigged},
};

use super::{
    INFO, NoHonor, State,
    agendas::Agenda,
    cards::{Kind, Seen, deck},
    characters::Character,
    end::finish,
    objectives::{Defense, Objective},
    schemes::Scheme,
    setup as decks,
    state::{Mat, Slot, Thief},
    treasures::Treasure,
    turn::turn,
};

pub(super) const A: Seat = Seat::new(0);
pub(super) const B: Seat = Seat::new(1);
pub(super) const C: Seat = Seat::new(2);

/// The options of a table.
fn options(agendas: &str) -> Options {
    Options::parse(INFO.options, [("agendas", agendas)]).unwrap()
}

/// A table in the middle of a game. A is to move; B and C follow.
#[derive(Clone)]
pub(super) struct Scene {
    seats: usize,
    turns: usize,
    before: usize,
    crews: Vec<Vec<(Character, bool, Vec<Scheme>)>>,
    hands: Vec<Vec<Scheme>>,
    coins: Vec<i64>,
    treasures: Vec<Vec<Treasure>>,
    agendas: Vec<Vec<Agenda>>,
    mats: Vec<(Objective, Vec<Defense>)>,
    pool: Vec<Character>,
    jail: Vec<Character>,
    graveyard: Vec<Character>,
    discard: Vec<Scheme>,
    tops: [Vec<Face>; 5],
    rolls: Vec<u32>,
    broken: bool,
    short_deck: Option<usize>,
}

pub(super) fn scene(seats: usize) -> Scene {
    Scene {
        seats,
        turns: 1,
        before: 0,
        crews: vec![Vec::new(); seats],
        hands: vec![Vec::new(); seats],
        coins: vec![5; seats],
        treasures: vec![Vec::new(); seats],
        agendas: vec![Vec::new(); seats],
        mats: vec![
            (Objective::WealthyMerchant, vec![Defense::CeremonialGuards, Defense::HighWall]),
            (Objective::DocksideWarehouse, vec![Defense::BarredDoor, Defense::WatchPatrol]),
        ],
        pool: Vec::new(),
        jail: Vec::new(),
        graveyard: Vec::new(),
        discard: Vec::new(),
        tops: Default::default(),
        rolls: Vec::new(),
        broken: false,
        short_deck: None,
    }
}

fn faces<K: Kind>(kinds: &[K]) -> Vec<Face> {
    kinds.iter().map(|kind| kind.face()).collect()
}

impl Scene {
    pub(super) fn turns(mut self, turns: usize) -> Self {
        self.turns = turns;
        self
    }
    /// So many turns have been played before.
    pub(super) fn after(mut self, turns: usize) -> Self {
        self.before = turns;
        self
    }
    pub(super) fn crew(mut self, seat: Seat, crew: &[Character]) -> Self {
        self.crews[seat.index()].extend(crew.iter().map(|&who| (who, false, Vec::new())));
        self
    }
    pub(super) fn tired(mut self, seat: Seat, crew: &[Character]) -> Self {
        self.crews[seat.index()].extend(crew.iter().map(|&who| (who, true, Vec::new())));
        self
    }
    pub(super) fn equipped(mut self, seat: Seat, who: Character, gear: &[Scheme]) -> Self {
        self.crews[seat.index()].push((who, false, gear.to_vec()));
        self
    }
    pub(super) fn hand(mut self, seat: Seat, hand: &[Scheme]) -> Self {
        self.hands[seat.index()] = hand.to_vec();
        self
    }
    pub(super) fn coins(mut self, seat: Seat, coins: i64) -> Self {
        self.coins[seat.index()] = coins;
        self
    }
    pub(super) fn owns(mut self, seat: Seat, treasure: Treasure) -> Self {
        self.treasures[seat.index()].push(treasure);
        self
    }
    pub(super) fn agenda(mut self, seat: Seat, agenda: Agenda) -> Self {
        self.agendas[seat.index()].push(agenda);
        self
    }
    pub(super) fn mat(mut self, mat: usize, objective: Objective, defenses: &[Defense]) -> Self {
        self.mats[mat] = (objective, defenses.to_vec());
        self
    }
    pub(super) fn pool(mut self, pool: &[Character]) -> Self {
        self.pool = pool.to_vec();
        self
    }
    pub(super) fn jail(mut self, jail: &[Character]) -> Self {
        self.jail = jail.to_vec();
        self
    }
    pub(super) fn graveyard(mut self, dead: &[Character]) -> Self {
        self.graveyard = dead.to_vec();
        self
    }
    pub(super) fn discarded(mut self, discard: &[Scheme]) -> Self {
        self.discard = discard.to_vec();
        self
    }
    pub(super) fn next_schemes(mut self, top: &[Scheme]) -> Self {
        self.tops[0] = faces(top);
        self
    }
    pub(super) fn next_characters(mut self, top: &[Character]) -> Self {
        self.tops[1] = faces(top);
        self
    }
    pub(super) fn next_defenses(mut self, top: &[Defense]) -> Self {
        self.tops[2] = faces(top);
        self
    }
    pub(super) fn next_objectives(mut self, top: &[Objective]) -> Self {
        self.tops[3] = faces(top);
        self
    }
    pub(super) fn next_treasures(mut self, top: &[Treasure]) -> Self {
        self.tops[4] = faces(top);
        self
    }
    /// Leaves so many cards in the Scheme deck; the rest is discarded.
    pub(super) fn short_deck(mut self, cards: usize) -> Self {
        self.short_deck = Some(cards);
        self
    }
    /// The next numbers rolled: 0 X, 1 blank, 2 and 3 one dagger, 4 two, 5 three.
    pub(super) fn rolls(mut self, rolls: &[u32]) -> Self {
        self.rolls = rolls.to_vec();
        self
    }
    pub(super) fn broken(mut self) -> Self {
        self.broken = true;
        self
    }

    /// Lays the table and plays to the first menu.
    pub(super) fn play(self) -> Rig {
        let mut fate = Rigged::new(1);
        for hand in self.hands.iter().filter(|hand| !hand.is_empty()) {
            fate = fate.stack(faces(hand));
        }
        for (i, top) in self.tops.iter().enumerate() {
            if i > 0 || self.short_deck != Some(0) {
                fate = fate.stack(top.iter().copied());
            }
        }
        for &number in &self.rolls {
            fate = fate.roll(number);
        }
        let seats = self.seats;
        SCENE.with(|scene| *scene.borrow_mut() = Some(self));
        Rig::new(&BENCH, seats, &[], fate).unwrap()
    }

    async fn lay(self, t: &mut Table<State>) {
        let mut characters = t.create(decks::CHARACTERS, deck::<Character>());
        let mut schemes = t.create(decks::SCHEMES, deck::<Scheme>());
        let mut defenses = t.create(decks::DEFENSES, deck::<Defense>());
        let mut objectives = t.create(decks::OBJECTIVES, deck::<Objective>());
        let mut treasures = t.create(decks::TREASURES, deck::<Treasure>());
        let mut agendas = t.create(decks::AGENDAS, deck::<Agenda>());
        t.broken = self.broken;
        t.pool = self.pool.iter().map(|&who| take(t, &mut characters, who)).collect();
        t.jail = self.jail.iter().map(|&who| take(t, &mut characters, who)).collect();
        t.graveyard = self.graveyard.iter().map(|&who| take(t, &mut characters, who)).collect();
        t.scheme_discard = self.discard.iter().map(|&card| take(t, &mut schemes, card)).collect();
        let mut piles = Vec::new();
        for seat in Seat::all(self.seats) {
            let i = seat.index();
            for (who, exhausted, gear) in &self.crews[i] {
                let card = take(t, &mut characters, *who).card;
                let gear = gear.iter().map(|&kind| take(t, &mut schemes, kind)).collect();
                let thief = Thief { exhausted: *exhausted, gear, ..Thief::new(card, *who) };
                t.players[seat].crew.push(thief);
            }
            t.earn(seat, self.coins[i]);
            let owned = self.treasures[i].iter().map(|&kind| take(t, &mut treasures, kind));
            let owned = owned.collect();
            t.players[seat].treasures = owned;
            let kept = self.agendas[i].iter().map(|&kind| take(t, &mut agendas, kind).card);
            let kept = kept.collect();
            t.players[seat].agendas = kept;
            piles
                .push(self.hands[i].iter().map(|&kind| take(t, &mut schemes, kind).card).collect());
        }
        for (objective, list) in &self.mats {
            let card = take(t, &mut objectives, *objective).card;
            let coins = objective.card().coins + list.iter().map(|d| d.card().coins).sum::<i64>();
            t.bank -= coins;
            let fixed = objective.fixed().map(|defense| Slot { defense, card: None });
            let drawn = list
                .iter()
                .map(|&defense| Slot { defense, card: Some(take(t, &mut defenses, defense).card) });
            let slots = fixed.into_iter().chain(drawn).collect();
            t.mats.push(Mat { card, objective: *objective, coins, slots });
        }
        t.retire(&agendas);
        if let Some(left) = self.short_deck {
            for card in schemes.split_off(left) {
                let kind = t.face(card).and_then(Scheme::of).unwrap();
                t.scheme_discard.push(Seen { card, kind });
            }
        }
        piles.extend([schemes, characters, defenses, objectives, treasures]);
        let mut piles = t.shuffle_all(piles).await;
        let mut decks = piles.split_off(self.seats).into_iter();
        let mut next = || decks.next().unwrap();
        (t.schemes, t.characters, t.defenses, t.objectives, t.treasures) =
            (next(), next(), next(), next(), next());
        let mut dealt = Vec::new();
        for (seat, hand) in Seat::all(self.seats).zip(piles) {
            dealt.extend(hand.iter().map(|&card| (seat, card)));
            t.players[seat].hand = hand;
        }
        t.deal(dealt).await;
    }
}

fn take<K: Kind>(t: &Table<State>, cards: &mut Vec<Handle>, kind: K) -> Seen<K> {
    let at = cards.iter().position(|&card| t.face(card) == Some(kind.face())).unwrap();
    Seen { card: cards.remove(at), kind }
}

thread_local! {
    static SCENE: RefCell<Option<Scene>> = const { RefCell::new(None) };
}

/// The game, from a scene on: so many turns, then the end.
struct Bench;

static BENCH: Playable<Bench> = Playable::new();

impl Rules for Bench {
    type State = State;
    const INFO: GameInfo = INFO;

    fn start(seats: usize, options: &Options) -> State {
        NoHonor::start(seats, options)
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        let scene = SCENE.with(|scene| scene.borrow_mut().take()).unwrap();
        let turns = scene.turns;
        t.turn = scene.before;
        scene.lay(t).await;
        for _ in 0..turns {
            t.turn += 1;
            if let Err(over) = turn(t).await {
                return finish(t, over).await;
            }
            t.active = t.active.left(t.seats());
        }
        Outcome { summary: "the scene is over".into(), ..Outcome::default() }
    }

    fn board(state: &State) -> Board {
        NoHonor::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        NoHonor::face(face)
    }

    fn bot(seat: Seat, seed: u64) -> impl Player<State> + Clone {
        NoHonor::bot(seat, seed)
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        NoHonor::autopilot(ask, state)
    }
}

/// What a test does and looks at.
pub(super) trait Look {
    fn s(&self) -> &State;
    /// Picks one after the other.
    fn go(&mut self, picks: &[(Seat, &str)]);
    /// A heists alone: the target, then who goes where.
    fn solo(&mut self, target: &str, sends: &[&str]);
    /// A heists with B on even terms: the target, A's sends, B's sends.
    fn shared(&mut self, target: &str, mine: &[&str], theirs: &[&str]);
    /// Everybody on the heist sends these in their turns, and then agrees.
    fn send(&mut self, sends: &[(Seat, &str)]);
    /// Everybody who is asked passes.
    fn pass(&mut self);
    /// Some act, the others pass.
    fn act(&mut self, picks: &[(Seat, &str)]);
    fn refused(&self, seat: Seat, words: &str) -> String;
    fn coins(&self, seat: Seat) -> i64;
    fn crew(&self, seat: Seat) -> Vec<Character>;
    fn tired(&self, seat: Seat) -> Vec<Character>;
    fn hand(&self, seat: Seat) -> Vec<Scheme>;
    fn jail(&self) -> Vec<Character>;
    fn dead(&self) -> Vec<Character>;
    fn discards(&self) -> Vec<Scheme>;
    /// Who is asked now.
    fn who(&self) -> Vec<Seat>;
    fn over(&self) -> Option<Outcome>;
}

impl Look for Rig {
    fn s(&self) -> &State {
        self.state().unwrap()
    }
    fn go(&mut self, picks: &[(Seat, &str)]) {
        for (seat, words) in picks {
            self.pick(*seat, words).unwrap();
        }
    }
    fn solo(&mut self, target: &str, sends: &[&str]) {
        self.pick(A, target).unwrap();
        while self.s().phase == "Planning a heist" {
            let alone = self.entries(A)[0].clone(); // declared, if it must be, and then alone
            self.pick(A, &alone).unwrap();
        }
        self.send(&sends.iter().map(|words| (A, *words)).collect::<Vec<_>>());
    }
    fn shared(&mut self, target: &str, mine: &[&str], theirs: &[&str]) {
        self.go(&[(A, target), (A, "With B")]);
        self.pick(A, "Propose:").unwrap();
        self.pick(B, "Accept").unwrap();
        if self.s().phase == "Planning a heist" {
            self.pick(A, "As agreed").unwrap(); // what was pledged
        }
        let mine = mine.iter().map(|words| (A, *words));
        self.send(&mine.chain(theirs.iter().map(|words| (B, *words))).collect::<Vec<_>>());
    }
    fn send(&mut self, sends: &[(Seat, &str)]) {
        let mut left = sends.to_vec();
        while self.s().phase == "Sending in the team" && !self.who().is_empty() {
            let seat = self.who()[0];
            match left.iter().position(|(sender, _)| *sender == seat) {
                Some(at) => self.pick(seat, left.remove(at).1).unwrap(),
                None => self.pass(),
            }
        }
        assert!(left.is_empty(), "nobody was asked for {left:?}");
    }
    fn pass(&mut self) {
        self.pick_all(&[]).unwrap();
    }
    fn act(&mut self, picks: &[(Seat, &str)]) {
        self.pick_all(picks).unwrap();
    }
    fn refused(&self, seat: Seat, words: &str) -> String {
        self.why_not(seat, words).unwrap().unwrap_or_default()
    }
    fn coins(&self, seat: Seat) -> i64 {
        self.s().players[seat].coins
    }
    fn crew(&self, seat: Seat) -> Vec<Character> {
        self.s().players[seat].crew.iter().map(|thief| thief.who).collect()
    }
    fn tired(&self, seat: Seat) -> Vec<Character> {
        let crew = self.s().players[seat].crew.iter();
        crew.filter(|thief| thief.exhausted).map(|thief| thief.who).collect()
    }
    fn hand(&self, seat: Seat) -> Vec<Scheme> {
        let hand = self.faces(&self.s().players[seat].hand);
        hand.into_iter().filter_map(Scheme::of).collect()
    }
    fn jail(&self) -> Vec<Character> {
        self.s().jail.iter().map(|who| who.kind).collect()
    }
    fn dead(&self) -> Vec<Character> {
        self.s().graveyard.iter().map(|who| who.kind).collect()
    }
    fn discards(&self) -> Vec<Scheme> {
        self.s().scheme_discard.iter().map(|card| card.kind).collect()
    }
    fn who(&self) -> Vec<Seat> {
        self.asked().into_iter().map(|(seat, _)| seat).collect()
    }
    fn over(&self) -> Option<Outcome> {
        self.clear.driver.outcome().cloned()
    }
}

/// The cards of a deck that are in play.
pub(super) fn live(rig: &Rig, deck: Deck) -> usize {
    let faces = rig.clear.driver.faces();
    faces.live().filter(|&card| faces.deck(card) == Some(deck)).count()
}
