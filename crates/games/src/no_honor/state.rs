//! The public state, and questions that it answers.

use engine::{BySeat, Handle, Options, Seat};

use super::{
    cards::{Kind, Seen, Skill, Skills},
    characters::{self, Character},
    dice::Side,
    end::Over,
    moves::{Aim, Good, Move},
    objectives::{Consequence, Defense, Objective},
    schemes::Scheme,
    treasures::{self, Treasure},
};

/// How many Characters a crew holds unless something raises the limit. NHAT-03
pub const CREW_LIMIT: usize = 4;
/// How many Schemes may be kept at the start of a turn. NHAT-05
pub const HAND_LIMIT: usize = 7;
/// How many Characters fit on one Defense. NHAT-47
pub const POST_LIMIT: usize = 2;
/// How many attachments one Character carries. C3
pub const GEAR_LIMIT: usize = 2;
/// With fewer Characters than this outside Jail and Graveyard the Watch wins. NHAT-113
pub const MARTIAL_LAW: usize = 6;
/// The Coins in the box; only differences matter, the bank cannot run out.
pub const COINS: i64 = 500;

/// All that is public.
#[derive(Clone, Debug)]
pub struct State {
    /// Whether Agendas are dealt rather than drafted. NHAT-15
    pub agendas_dealt: bool,
    /// What is going on, as a heading of the rules text.
    pub phase: &'static str,
    /// The Character deck, top first; cards put to the bottom are known to all.
    pub characters: Vec<Handle>,
    /// The hiring pool.
    pub pool: Vec<Seen<Character>>,
    /// Arrested Characters.
    pub jail: Vec<Seen<Character>>,
    /// Killed Characters.
    pub graveyard: Vec<Seen<Character>>,
    /// The Scheme deck, top first.
    pub schemes: Vec<Handle>,
    /// Spent Schemes, the last one on top.
    pub scheme_discard: Vec<Seen<Scheme>>,
    /// Schemes shown but not yet resolved.
    pub in_play: Vec<Seen<Scheme>>,
    /// What each of those is aimed at.
    pub aims: Vec<Aim>,
    /// The failure die that is being resolved, and what its row does.
    pub die: Option<(Side, Consequence)>,
    /// What the failure dice of the last heist showed, and at which Defenses.
    pub rolled: Vec<(Defense, Side, Consequence)>,
    /// The Defense deck, top first.
    pub defenses: Vec<Handle>,
    /// Spent Defenses.
    pub defense_discard: Vec<Handle>,
    /// The Objective stack, top first.
    pub objectives: Vec<Handle>,
    /// The Objectives on the table.
    pub mats: Vec<Mat>,
    /// Objectives that have been heisted.
    pub heisted: Vec<Handle>,
    /// The Treasure deck, top first.
    pub treasures: Vec<Handle>,
    /// Agendas on their way to the players.
    pub agendas: Vec<Handle>,
    /// What each seat has.
    pub players: BySeat<Player>,
    /// Coins in the bank.
    pub bank: i64,
    /// Whether the code of honor is broken; it holds at first. NHAT-19, NHAT-72
    pub broken: bool,
    /// Why the game is over, once it is.
    pub over: Option<Over>,
    /// Whose turn it is.
    pub active: Seat,
    /// The turn, counted from 1; 0 during setup.
    pub turn: usize,
    /// Actions left this turn. NHAT-30
    pub actions: usize,
    /// Whether a heist was tried this turn. NHAT-31
    pub heisted_this_turn: bool,
    /// Proposals the active player may still send this turn.
    pub talks: usize,
    /// How often somebody has gone back or changed something before sending it, this turn.
    pub changes_of_mind: usize,
    /// The heist that is being planned.
    pub plan: Option<Plan>,
    /// Groups of partners with whom a plan failed this turn.
    pub turned_down: Vec<Vec<Seat>>,
    /// The targets of plans that were dropped this turn.
    pub dropped: Vec<Target>,
    /// The trade that some are asked about.
    pub deal: Option<Deal>,
    /// The heist that is going on.
    pub heist: Option<Heist>,
    /// What each asked seat can answer, in the order of its menu.
    pub asked: Vec<(Seat, Vec<Move>)>,
}

/// What one player has.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// Coins, open to all. H-A29
    pub coins: i64,
    /// The Scheme hand.
    pub hand: Vec<Handle>,
    /// The crew.
    pub crew: Vec<Thief>,
    /// Treasures, face up. NHAT-12
    pub treasures: Vec<Seen<Treasure>>,
    /// Hidden Agendas.
    pub agendas: Vec<Handle>,
    /// Betrayal cards played so far.
    pub betrayals: usize,
    /// Objectives heisted with no partner.
    pub solo_wins: usize,
    /// Successful heists with partners.
    pub shared_wins: usize,
    /// Gifts of Coins made during the present heist.
    pub gifts: usize,
    /// How often this player has asked for Coins as an aside during the present turn.
    pub asks: usize,
}

/// A Character in a crew.
#[derive(Clone, Debug)]
pub struct Thief {
    /// Its card.
    pub card: Handle,
    /// Who it is.
    pub who: Character,
    /// Whether it is exhausted.
    pub exhausted: bool,
    /// Whether its active ability was used this turn. NHAT-106
    pub used: bool,
    /// Schemes slotted behind it. NHAT-06
    pub gear: Vec<Seen<Scheme>>,
}

/// An Objective on the table.
#[derive(Clone, Debug)]
pub struct Mat {
    /// Its card.
    pub card: Handle,
    /// What it is.
    pub objective: Objective,
    /// Coins on it.
    pub coins: i64,
    /// Its Defenses; none on a Tower that nobody has declared a heist on. NHAT-88
    pub slots: Vec<Slot>,
}

/// A Defense in its slot. A printed one has no card.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// What it is.
    pub defense: Defense,
    /// Its card.
    pub card: Option<Handle>,
}

/// What a heist goes for. NHAT-43
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The Objective on the mat with this index.
    Mat(usize),
    /// The Jail.
    Jail,
}

/// A heist from its plan to its cleanup.
#[derive(Clone, Debug)]
pub struct Heist {
    /// What it goes for.
    pub target: Target,
    /// Who is on it, the active player first, then clockwise.
    pub seats: Vec<Seat>,
    /// What was agreed.
    pub terms: Terms,
    /// The Defenses and who was sent against them.
    pub posts: Vec<Post>,
    /// Whether it was declared and must be tried. NHAT-88
    pub declared: bool,
    /// The Characters in the order in which they were sent, with their players.
    pub order: Vec<(Seat, Handle)>,
    /// Who has taken a Character back, once for each time.
    pub taken_back: Vec<Seat>,
    /// Skills gained until the heist ends. C2
    pub gains: Vec<(Handle, Skill, i64)>,
    /// Whether Complications are going on.
    pub complications: bool,
    /// Who betrayed whom: the seats that played betrayal cards.
    pub betrayers: Vec<Seat>,
}

/// A Defense during a heist.
#[derive(Clone, Debug)]
pub struct Post {
    /// The Defense.
    pub defense: Defense,
    /// Which of its challenges is targeted. NHAT-48
    pub challenge: Option<usize>,
    /// What the targeted challenge needs now.
    pub needs: [i64; 4],
    /// Who was sent here and is still here.
    pub sent: Vec<(Seat, Handle)>,
}

/// A heist that is being planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What it goes for.
    pub target: Target,
    /// Who is to come along, clockwise from the active player.
    pub partners: Vec<Seat>,
    /// The terms that somebody is asked about.
    pub proposed: Option<Terms>,
    /// The terms in force unless others are agreed on: the pledges for a declared heist.
    pub agreed: Option<Terms>,
    /// Whether it is declared and must be tried. NHAT-88
    pub declared: bool,
}

/// The terms of a heist: fixed sums of the haul in order, the rest to one player, an owner for each
/// Treasure, and what else changes hands. H-A8
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Fixed sums, paid in this order while Coins last.
    pub sums: Vec<(Seat, i64)>,
    /// Who takes what is left.
    pub rest: Seat,
    /// Who draws each Treasure.
    pub treasures: Vec<Seat>,
    /// How many Characters players send at least.
    pub sends: Vec<(Seat, usize)>,
    /// What one player gives another beside the haul. H-A37, H-A38
    pub promises: Vec<Promise>,
}

/// Something that one player gives another by the terms of a heist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// Who gives it.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// What it is.
    pub good: Good,
    /// When it changes hands.
    pub when: When,
}

/// When something promised changes hands. H-A37
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// When the heist begins.
    Launch,
    /// Only if the heist succeeds.
    Success,
}

/// A trade among any number of players: all that changes hands. NHAT-38
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Deal {
    /// What changes hands.
    pub items: Vec<Item>,
    /// Whether its author has taken a Scheme out again, whose place everybody has seen.
    pub withdrawn: bool,
}

/// Something that changes hands in a trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Who gives it.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// What it is.
    pub good: Good,
}

impl State {
    /// The table before setup.
    pub fn new(seats: usize, options: &Options) -> Self {
        Self {
            agendas_dealt: options.is("agendas", "dealt"),
            phase: "Setup",
            characters: Vec::new(),
            pool: Vec::new(),
            jail: Vec::new(),
            graveyard: Vec::new(),
            schemes: Vec::new(),
            scheme_discard: Vec::new(),
            in_play: Vec::new(),
            aims: Vec::new(),
            die: None,
            rolled: Vec::new(),
            defenses: Vec::new(),
            defense_discard: Vec::new(),
            objectives: Vec::new(),
            mats: Vec::new(),
            heisted: Vec::new(),
            treasures: Vec::new(),
            agendas: Vec::new(),
            players: BySeat::new(seats, |_| Player::default()),
            bank: COINS,
            broken: false,
            over: None,
            active: Seat::new(0),
            turn: 0,
            actions: 0,
            heisted_this_turn: false,
            talks: 0,
            changes_of_mind: 0,
            plan: None,
            turned_down: Vec::new(),
            dropped: Vec::new(),
            deal: None,
            heist: None,
            asked: Vec::new(),
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// The round, counted from 1; 0 during setup.
    pub fn round(&self) -> usize {
        self.turn.div_ceil(self.seats().max(1))
    }

    /// Clockwise from a seat, itself first.
    pub fn lap(&self, from: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        from.lap(self.seats())
    }

    /// All other players, clockwise.
    pub fn rivals(&self, of: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        of.others(self.seats())
    }

    /// The Character on a card, if it is in a crew, and whose.
    pub fn thief(&self, card: Handle) -> Option<(Seat, &Thief)> {
        self.thieves().find(|(_, thief)| thief.card == card)
    }

    /// The same, to change it.
    pub fn thief_mut(&mut self, card: Handle) -> Option<&mut Thief> {
        self.players.iter_mut().flat_map(|(_, p)| p.crew.iter_mut()).find(|t| t.card == card)
    }

    /// Every Character in a crew.
    pub fn thieves(&self) -> impl Iterator<Item = (Seat, &Thief)> {
        self.players.iter().flat_map(|(seat, p)| p.crew.iter().map(move |thief| (seat, thief)))
    }

    /// Whether a crew has this Character, exhausted or not: passives always apply. NHAT-107
    pub fn has(&self, seat: Seat, who: Character) -> bool {
        self.players[seat].crew.iter().any(|thief| thief.who == who)
    }

    /// Whether a player controls this Treasure.
    pub fn owns(&self, seat: Seat, treasure: Treasure) -> bool {
        self.players[seat].treasures.iter().any(|t| t.kind == treasure)
    }

    /// How many Characters the crew may hold. NHAT-03, C9
    pub fn crew_limit(&self, seat: Seat) -> usize {
        let crew = self.players[seat].crew.iter().map(|t| t.who);
        let treasures = self.players[seat].treasures.iter().map(|t| t.kind);
        limit_of(crew, treasures)
    }

    /// How many Schemes may be kept. NHAT-05, C9
    pub fn hand_limit(&self, seat: Seat) -> usize {
        HAND_LIMIT
            + self.players[seat]
                .treasures
                .iter()
                .map(|t| treasures::hand_room(t.kind))
                .sum::<usize>()
    }

    /// Whether this Character could join the crew. NHAT-33, NHAT-100
    pub fn has_room(&self, seat: Seat, who: Character) -> bool {
        self.players[seat].crew.len() < self.crew_limit(seat) + characters::crew_room(who)
    }

    /// Characters of a seat that could be committed now. NHAT-51
    pub fn fresh(&self, seat: Seat) -> usize {
        let crew = &self.players[seat].crew;
        crew.iter().filter(|t| !t.exhausted && !self.committed(t.card)).count()
    }

    /// Whether a Character is on the present heist.
    pub fn committed(&self, card: Handle) -> bool {
        self.post_of(card).is_some()
    }

    /// The post that a Character stands at.
    pub fn post_of(&self, card: Handle) -> Option<&Post> {
        let posts = &self.heist.as_ref()?.posts;
        posts.iter().find(|post| post.sent.iter().any(|&(_, sent)| sent == card))
    }

    /// Whether this seat is on the present heist.
    pub fn on_heist(&self, seat: Seat) -> bool {
        self.heist.as_ref().is_some_and(|h| h.seats.contains(&seat))
    }

    /// The Objective of the present heist; `None` for the Jail.
    pub fn objective(&self) -> Option<Objective> {
        match self.heist.as_ref()?.target {
            Target::Mat(mat) => Some(self.mats[mat].objective),
            Target::Jail => None,
        }
    }

    /// The Defenses of a target.
    pub fn slots(&self, target: Target) -> Vec<Slot> {
        match target {
            Target::Mat(mat) => self.mats[mat].slots.clone(),
            Target::Jail => vec![Slot { defense: Defense::Jailor, card: None }],
        }
    }

    /// How many Characters a target asks for at least. NHAT-46, H-A20
    pub fn places(&self, target: Target) -> usize {
        match target {
            Target::Mat(mat) => self.mats[mat].objective.card().slots,
            Target::Jail => 1,
        }
    }

    /// How many Characters a target has places for, the Acrobat aside. NHAT-47, NHAT-90
    pub fn capacity(&self, target: Target) -> usize {
        let slots = self.slots(target);
        let duels = slots.iter().filter(|slot| slot.defense == Defense::TheDuel).count();
        // Of Defenses that are not laid out yet only the number is known.
        POST_LIMIT * self.places(target) - duels
    }

    /// The skill that a Character brings to its post. NHAT-49
    pub fn power(&self, card: Handle, skill: Skill) -> i64 {
        let owner = self.thief(card).map(|(seat, _)| seat);
        let first = self.heist.as_ref().zip(owner).is_some_and(|(h, seat)| h.is_first(seat, card));
        self.power_at(self.post_of(card), card, first, skill)
    }

    /// The skill that a Character would bring to a post, `first` if it were the first that its player
    /// sends: printed, attached, conditional, from Treasures and gained.
    fn power_at(&self, post: Option<&Post>, card: Handle, first: bool, skill: Skill) -> i64 {
        let (Some((seat, thief)), Some(heist)) = (self.thief(card), &self.heist) else { return 0 };
        let stage = self.objective().map_or(0, |o| o.card().stage);
        let watch = post.is_some_and(|p| p.defense.card().watch);
        let mut power = i64::from(thief.skills()[skill.index()]);
        power += i64::from(characters::conditional(thief.who, watch, stage)[skill.index()]);
        if first {
            let owned = self.players[seat].treasures.iter();
            power += owned.filter(|t| treasures::lends(t.kind) == Some(skill)).count() as i64;
        }
        let gained = heist.gains.iter().filter(|(who, what, _)| *who == card && *what == skill);
        power + gained.map(|(_, _, n)| n).sum::<i64>()
    }

    /// What all Characters at a post bring together.
    pub fn strength(&self, post: &Post, skill: Skill) -> i64 {
        post.sent.iter().map(|&(_, card)| self.power(card, skill)).sum()
    }

    /// Whether a Defense is bypassed: somebody is there, and every number is reached. NHAT-49
    pub fn bypassed(&self, post: &Post) -> bool {
        !post.sent.is_empty()
            && Skill::ALL.iter().all(|&s| self.strength(post, s) >= post.needs[s.index()])
    }

    /// Whether a Defense would be bypassed by these numbers with this Character there as well.
    pub fn would_bypass(&self, post: &Post, needs: &Skills, card: Handle) -> bool {
        let owner = self.thief(card).map(|(seat, _)| seat);
        let first = !self.heist.iter().flat_map(|h| &h.order).any(|(seat, _)| Some(*seat) == owner);
        Skill::ALL.iter().all(|&skill| {
            let more = self.power_at(Some(post), card, first, skill);
            self.strength(post, skill) + more >= i64::from(needs[skill.index()])
        })
    }

    /// Whether one more Character fits at a post. NHAT-47, NHAT-90
    pub fn fits(&self, post: &Post, who: Character) -> bool {
        let sent: Vec<_> =
            post.sent.iter().filter_map(|&(_, card)| Some(self.thief(card)?.1.who)).collect();
        let alone = |who| characters::works_alone(who) || post.defense == Defense::TheDuel;
        let counted = sent.iter().filter(|&&who| characters::counts(who)).count();
        sent.is_empty()
            || !alone(who)
                && !sent.iter().any(|&who| alone(who))
                && (counted < POST_LIMIT || !characters::counts(who))
    }

    /// Characters that are neither jailed nor dead. NHAT-113
    pub fn at_large(&self) -> usize {
        self.characters.len() + self.pool.len() + self.thieves().count()
    }

    /// Whether some copy of a Scheme could be in a hand, as far as the public knows.
    pub fn may_be_held(&self, scheme: Scheme) -> bool {
        let gear = self.thieves().flat_map(|(_, thief)| &thief.gear);
        let seen = self.scheme_discard.iter().chain(&self.in_play).chain(gear);
        seen.filter(|card| card.kind == scheme).count() < scheme.copies()
    }

    /// Moves Coins from the bank to a player.
    pub fn earn(&mut self, seat: Seat, coins: i64) {
        self.bank -= coins;
        self.players[seat].coins += coins;
    }

    /// Moves up to this many Coins from a player to the bank, and returns how many. C8
    pub fn pay(&mut self, seat: Seat, coins: i64) -> i64 {
        let paid = coins.min(self.players[seat].coins);
        self.earn(seat, -paid);
        paid
    }

    /// Moves up to this many Coins between players, and returns how many. C8, NHAT-41
    pub fn hand_over(&mut self, from: Seat, to: Seat, coins: i64) -> i64 {
        let paid = coins.min(self.players[from].coins);
        self.players[from].coins -= paid;
        self.players[to].coins += paid;
        paid
    }
}

/// The limit of a crew with these Characters and Treasures.
pub fn limit_of(
    crew: impl Iterator<Item = Character>,
    treasures: impl Iterator<Item = Treasure>,
) -> usize {
    let more: usize = crew.map(characters::crew_room).sum();
    CREW_LIMIT + more + treasures.map(treasures::crew_room).sum::<usize>()
}

impl Thief {
    /// A Character that joins a crew.
    pub fn new(card: Handle, who: Character) -> Self {
        Self { card, who, exhausted: false, used: false, gear: Vec::new() }
    }

    /// Printed skills plus attachments: what Agendas count. NHAT-111, C13
    pub fn skills(&self) -> Skills {
        let mut skills = self.who.card().skills;
        for skill in self.gear.iter().filter_map(|gear| gear.kind.lends()) {
            skills[skill.index()] += 1;
        }
        skills
    }
}

impl Slot {
    /// Whether it is printed on the mat and never discarded. H-A17
    pub fn fixed(&self) -> bool {
        self.card.is_none()
    }
}
