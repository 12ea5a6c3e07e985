//! Whole matches between nodes, their transcripts, and what a verifier finds in them.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::Cursor,
};

use ed25519_dalek::SigningKey;
use engine::{Ask, Audience, Bot, BotKind, Game, Handle, Opening, Options, Request, Seat};
use proto::{
    Body, Charter, Contribution, Message, OnCheat, Record, SeatEntry, Signed, SignedCharter, Word,
    codec, digest,
    file::{Kind, Reader, frame},
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::Value;
use table::{
    AutoConsent, Description, MatchState, Node, Output, Secrets, Timing,
    audit::{Verdict, audit, record},
};

use crate::{path, pin, pin_json, turns::find, updating};

/// How a match of the vectors came about.
#[derive(Clone, Copy)]
struct Setting {
    name: &'static str,
    game: &'static str,
    seats: usize,
    survive: u8,
    /// The seats that leave, and when each does.
    leavers: &'static [(Seat, Moment)],
    /// Entries that leavers seal in the place of those that they may choose.
    forged: &'static [(Seat, u16)],
    /// Whether whoever owes something alone after the deal sleeps, until the first seat has consented to
    /// go on without them.
    sleepy: bool,
    /// The last step that is kept, if not all are; counted from the one in which somebody left.
    until: Option<u64>,
    /// Chosen for a short match.
    seed: u64,
}

/// A moment in a match, seen from the seat that leaves in it.
type Moment = fn(&Table, Seat) -> bool;

const WHOLE: Setting = Setting {
    name: "match",
    game: "suspicion",
    seats: 2,
    survive: 0,
    leavers: &[],
    forged: &[],
    sleepy: false,
    until: None,
    seed: 3,
};

const SETTINGS: [Setting; 18] = [
    WHOLE,
    // Choices sealed and opened until one does not pass.
    Setting { name: "sealed", seats: 3, seed: 5, ..WHOLE },
    // Escrow, consents, recovered shares, autopilot, looks.
    Setting {
        name: "leaver",
        game: "never-bring-a-knife",
        seats: 4,
        survive: 1,
        leavers: &[(Seat::new(1), Table::asks)],
        seed: 5,
        ..WHOLE
    },
    // A leaver in the middle of showing cards, some of them its own.
    Setting {
        name: "shown",
        game: "never-bring-a-knife",
        seats: 4,
        survive: 1,
        leavers: &[(Seat::new(1), Table::reveals_hand)],
        seed: 4,
        ..WHOLE
    },
    // A leaver in the middle of a chain of shuffles, with cards that it has laid before others.
    Setting {
        name: "given",
        game: "never-bring-a-knife",
        seats: 4,
        survive: 1,
        leavers: &[(Seat::new(2), Table::mixes_again)],
        seed: 1,
        ..WHOLE
    },
    // A leaver after a remix, before the new hands are dealt: while everybody signs the head.
    Setting {
        name: "remixed",
        seats: 3,
        survive: 1,
        leavers: &[(Seat::new(1), Table::is_to_deal_remixed)],
        seed: 1,
        ..WHOLE
    },
    // A leaver after cards that it was shown have left the game.
    Setting {
        name: "crew",
        game: "no-honor",
        seats: 3,
        survive: 1,
        leavers: &[(Seat::new(1), Table::is_to_open_choices)],
        until: Some(10),
        seed: 1,
        ..WHOLE
    },
    // Those who stay open what a leaver has sealed: in its turn, and at once with all others.
    Setting {
        name: "unsealed",
        seats: 3,
        survive: 1,
        leavers: &[(Seat::new(1), Table::is_to_open_in_order)],
        until: Some(5),
        seed: 3,
        ..WHOLE
    },
    Setting {
        name: "unsealed_all",
        game: "no-honor",
        seats: 3,
        survive: 1,
        leavers: &[(Seat::new(1), Table::is_to_open_at_once)],
        until: Some(5),
        seed: 3,
        ..WHOLE
    },
    // One consents to go on without whoever sleeps, who wakes in time: the table decides on the
    // contributions, and the one who had consented shows that; of two steps together, and again when
    // its contribution was void because somebody left.
    Setting {
        name: "returned",
        seats: 3,
        survive: 1,
        leavers: &[(Seat::new(1), Table::is_to_show_two_decisions)],
        sleepy: true,
        until: Some(3),
        seed: 3,
        ..WHOLE
    },
    // Follow suit, a demand; the beginning of a long match.
    Setting { name: "tricks", game: "knives", seats: 5, until: Some(95), seed: 1, ..WHOLE },
    // A majority is more than the seats that must stay.
    Setting {
        name: "four",
        seats: 4,
        survive: 2,
        leavers: &[(Seat::new(3), Table::begins)],
        until: Some(2),
        ..WHOLE
    },
    // More must stay than a majority, and more still once somebody has left.
    Setting {
        name: "five",
        seats: 5,
        survive: 1,
        leavers: &[(Seat::new(4), Table::begins)],
        until: Some(1),
        ..WHOLE
    },
    // Many steps since everybody spoke.
    Setting { name: "turns", game: "turns", seats: 3, survive: 1, ..WHOLE },
    // A menu and a demand such as no game has that people play.
    Setting { name: "corners", game: "corners", ..WHOLE },
    // Leavers together, and one more while their hands are about to be opened.
    Setting {
        name: "parted",
        game: "parted-hands",
        seats: 5,
        survive: 3,
        leavers: &[
            (Seat::new(1), Table::reveals),
            (Seat::new(3), Table::reveals),
            (Seat::new(2), Table::is_to_open_hands),
        ],
        ..WHOLE
    },
    // Leavers in the middle of looks, shown cards and a remix, and after the rules have ended.
    Setting {
        name: "parted_rounds",
        game: "parted-rounds",
        seats: 6,
        survive: 4,
        leavers: &[
            (Seat::new(1), Table::is_to_look),
            (Seat::new(2), Table::reveals),
            (Seat::new(3), Table::remixes),
            (Seat::new(4), Table::attests),
        ],
        ..WHOLE
    },
    // Leavers who have sealed what they may not choose, or what depends on cards that lie before others.
    Setting {
        name: "parted_seals",
        game: "parted-seals",
        seats: 8,
        survive: 6,
        leavers: &[
            (Seat::new(1), Table::is_to_open_at_once),
            (Seat::new(2), Table::is_to_open_at_once),
            (Seat::new(3), Table::is_to_open_at_once),
            (Seat::new(4), Table::is_to_open_after_three),
            (Seat::new(5), Table::is_to_open_after_four),
            (Seat::new(6), Table::is_to_open_after_five),
        ],
        forged: &[(Seat::new(1), 1), (Seat::new(2), 1), (Seat::new(3), 1)],
        ..WHOLE
    },
];

/// Matches of which transcript and record stand in `records.json`.
const RECORDED: [Setting; 3] = [
    // A leaver who has shown a card before the request is complete.
    Setting {
        name: "one shows a card as it passes, and leaves in the next turn",
        game: "parted-turns",
        seats: 5,
        survive: 2,
        leavers: &[
            (Seat::new(1), Table::is_turn_of_third),
            (Seat::new(2), Table::is_turn_of_third),
        ],
        ..WHOLE
    },
    // Leavers whose seals show cards that lie before another; one leaves while such a card is opened.
    Setting {
        name: "cards that leavers have chosen to show are known in later turns",
        game: "parted-later",
        seats: 6,
        survive: 3,
        leavers: &[
            (Seat::new(2), Table::is_to_open_in_order),
            (Seat::new(5), Table::is_to_open_in_order),
            (Seat::new(1), Table::opens_card_of_leaver),
        ],
        forged: &[(Seat::new(2), 1), (Seat::new(5), 1)],
        ..WHOLE
    },
    // Leavers before a chain of shuffles, in the middle of it, after the parts of a number, and in a remix.
    Setting {
        name: "leavers hold cards that are being shuffled or remixed",
        game: "parted-chains",
        seats: 6,
        survive: 4,
        leavers: &[
            (Seat::new(0), Table::begins_second_shuffle),
            (Seat::new(2), Table::goes_on_with_second_shuffle),
            (Seat::new(3), Table::is_to_roll),
            (Seat::new(4), Table::is_to_deal_remixed_hands),
        ],
        ..WHOLE
    },
];

/// The secrets of a seat in a match.
pub(crate) fn secrets(name: &str, seat: Seat) -> Secrets {
    SETTINGS.iter().find(|setting| setting.name == name).unwrap().secrets(seat)
}

pub(crate) fn identity(seat: Seat) -> SigningKey {
    SigningKey::from_bytes(&digest("vector identity", &[&[seat.index() as u8]]))
}

impl Setting {
    fn game(&self) -> &'static dyn Game {
        find(self.game).unwrap()
    }

    fn options(&self) -> Options {
        Options::parse(self.game().info().options, []).unwrap()
    }

    fn secrets(&self, seat: Seat) -> Secrets {
        let place = [seat.index() as u8];
        Secrets::new(identity(seat), digest("vector seed", &[&self.seed.to_le_bytes(), &place]))
    }

    fn charter(&self) -> SignedCharter {
        let place = |seat: Seat| {
            let (nonce, key) = self.secrets(seat).commitment();
            let identity = identity(seat).verifying_key().to_bytes();
            SeatEntry { identity, name: format!("P{}", seat.index() + 1), nonce, key }
        };
        let charter = Charter {
            protocol: proto::VERSION,
            game: self.game.into(),
            rules: self.game().info().version,
            description: Description::of(self.game()).digest(),
            options: self.options().iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            survive: self.survive,
            on_cheat: OnCheat::End,
            seats: Seat::all(self.seats).map(place).collect(),
        };
        let signatures = Seat::all(self.seats).map(|seat| charter.sign(&identity(seat))).collect();
        SignedCharter { charter, signatures }
    }

    /// Plays a match over wires that lose nothing, and returns its transcript.
    fn play(&self) -> Vec<u8> {
        let mut table = Table::new(*self);
        while !table.here().iter().all(|seat| table.nodes[seat.index()].is_over()) {
            table.go_on();
        }
        let transcripts: Vec<_> =
            table.here().iter().map(|seat| table.nodes[seat.index()].transcript()).collect();
        // What follows the last step may differ.
        let steps = |transcript: &Vec<u8>| self.cut(transcript, |_, record| is_of_step(record));
        assert!(transcripts.iter().all(|one| steps(one) == steps(&transcripts[0])));
        let until = self.until.map(|until| table.left.values().min().unwrap_or(&0) + until);
        self.cut(&transcripts[0], |step, record| {
            until.is_none_or(|until| step <= until && is_of_step(record))
        })
    }

    /// The records that are kept, by the step that they are of.
    fn cut(&self, transcript: &[u8], keeps: impl Fn(u64, &Record) -> bool) -> Vec<u8> {
        let mut reader = Reader::new(transcript).unwrap();
        let mut kept = Kind::Transcript.header().to_vec();
        let mut step = 0;
        while let Some(record) = reader.entry::<Record>().unwrap() {
            step = match &record {
                Record::Charter(_) => 0,
                Record::Contribution(signed) => signed.statement.step,
                Record::Consent(signed) => signed.statement.at.step,
                _ => step + 1,
            };
            if keeps(step, &record) {
                kept.extend(frame(&record));
            }
        }
        kept
    }

    fn verdict(&self) -> (&'static str, Verdict) {
        match self.until {
            None => ("fair", Verdict::Fair),
            Some(_) => ("unfinished", Verdict::Unfinished),
        }
    }
}

/// The nodes of a match, and what is on its way between them.
struct Table {
    setting: Setting,
    nodes: Vec<Node>,
    bots: Vec<Box<dyn Bot>>,
    wire: VecDeque<(Seat, Seat, Vec<u8>)>,
    /// What those who sleep have not heard or not sent yet.
    kept: Vec<(Seat, Seat, Vec<u8>)>,
    /// The steps in which somebody has consented to go on without somebody.
    consented: BTreeSet<u64>,
    /// Those who have left, and the step in which each did.
    left: BTreeMap<Seat, u64>,
    now: u64,
}

/// Moments.
impl Table {
    /// The first step after setup.
    fn begins(&self, _: Seat) -> bool {
        self.play().step() == 4
    }

    /// The leaver is asked for the first time.
    fn asks(&self, leaver: Seat) -> bool {
        self.play().round_name() == "choose" && self.play().owed().contains(leaver)
    }

    /// Cards that lie before the leaver are being shown to all.
    fn reveals_hand(&self, leaver: Seat) -> bool {
        let board = self.play().board();
        let lies = |(card, to): &(Handle, Audience)| {
            let mut piles = board.seats[leaver].piles.iter();
            *to == Audience::All && piles.any(|pile| pile.cards().any(|laid| laid == *card))
        };
        let shown = match self.play().driver().request() {
            Some(Request::Show(cards)) => cards.iter().any(lies),
            _ => false,
        };
        self.play().round_name() == "reveal" && shown
    }

    /// It is the leaver's turn in a chain of shuffles that is not the first.
    fn mixes_again(&self, leaver: Seat) -> bool {
        let round = self.play().round_name() == "shuffle" && self.play().owed().contains(leaver);
        round && self.play().step() > 20
    }

    /// The leaver has mixed its new hand, and everybody signs the head before it is dealt.
    fn is_to_deal_remixed(&self, leaver: Seat) -> bool {
        let remixed = match self.play().driver().request() {
            Some(Request::Remix(hands)) => hands.iter().any(|(seat, _)| *seat == leaver),
            _ => false,
        };
        self.play().round_name() == "common-head" && remixed
    }

    /// Choices are sealed for the second time, and everybody signs the head before they are opened.
    fn is_to_open_choices(&self, _: Seat) -> bool {
        let sealed = matches!(self.play().driver().request(), Some(Request::Ask(..)));
        self.play().round_name() == "common-head" && sealed && self.play().step() > 20
    }

    /// The leaver has sealed a choice, and everybody signs the head before choices are opened in order.
    fn is_to_open_in_order(&self, leaver: Seat) -> bool {
        self.has_sealed(leaver, Opening::UntilOne)
    }

    /// The leaver has sealed a choice, and everybody signs the head before all are opened.
    fn is_to_open_at_once(&self, leaver: Seat) -> bool {
        self.has_sealed(leaver, Opening::All)
    }

    /// The same, when so many have left who had sealed one too.
    fn is_to_open_after_three(&self, leaver: Seat) -> bool {
        self.play().gone().len() == 3 && self.is_to_open_at_once(leaver)
    }

    fn is_to_open_after_four(&self, leaver: Seat) -> bool {
        self.play().gone().len() == 4 && self.is_to_open_at_once(leaver)
    }

    fn is_to_open_after_five(&self, leaver: Seat) -> bool {
        self.play().gone().len() == 5 && self.is_to_open_at_once(leaver)
    }

    /// Cards are being shown to all, or everybody signs the head before that.
    fn reveals(&self, _: Seat) -> bool {
        let shows = match self.play().driver().request() {
            Some(Request::Show(cards)) => cards.iter().any(|(_, to)| *to == Audience::All),
            _ => false,
        };
        ["common-head", "reveal"].contains(&self.play().round_name()) && shows
    }

    /// Somebody has gone, and everybody signs the head before hands are opened.
    fn is_to_open_hands(&self, _: Seat) -> bool {
        self.play().round_name() == "common-head" && !self.play().gone().is_empty()
    }

    /// Cards that are looked at are remasked, and everybody signs the head before they are opened.
    fn is_to_look(&self, _: Seat) -> bool {
        let looks = matches!(self.play().driver().request(), Some(Request::Peek(_)));
        self.play().round_name() == "common-head" && looks
    }

    /// Hands are being remixed.
    fn remixes(&self, _: Seat) -> bool {
        self.play().round_name() == "remix"
    }

    /// Choices are opened in order, and it is the turn of the third seat.
    fn is_turn_of_third(&self, _: Seat) -> bool {
        self.play().round_name() == "open" && self.play().owed().contains(Seat::new(2))
    }

    /// The seal of the first leaver is open, and the card that it shows is being opened.
    fn opens_card_of_leaver(&self, _: Seat) -> bool {
        let left = self.left.values().min();
        // A common head, the seal, the card.
        left.is_some_and(|left| self.play().step() == left + 3)
            && self.play().round_name() == "unseal"
    }

    /// It is the turn of the first seat in a chain of shuffles that is not the first.
    fn begins_second_shuffle(&self, first: Seat) -> bool {
        let dealt = self.play().step() > 10;
        self.play().round_name() == "shuffle" && dealt && self.play().owed().contains(first)
    }

    /// It is the leaver's turn in a chain of shuffles in which somebody has gone.
    fn goes_on_with_second_shuffle(&self, leaver: Seat) -> bool {
        let gone = !self.play().gone().is_empty();
        self.play().round_name() == "shuffle" && gone && self.play().owed().contains(leaver)
    }

    /// The parts of a random number are there, and everybody signs the head before they are opened.
    fn is_to_roll(&self, _: Seat) -> bool {
        let rolls = matches!(self.play().driver().request(), Some(Request::Roll(_)));
        self.play().round_name() == "common-head" && rolls
    }

    /// Hands are mixed, and everybody signs the head before they are dealt.
    fn is_to_deal_remixed_hands(&self, _: Seat) -> bool {
        let remixes = matches!(self.play().driver().request(), Some(Request::Remix(_)));
        self.play().round_name() == "common-head" && remixes
    }

    /// Everybody attests the result.
    fn attests(&self, _: Seat) -> bool {
        self.play().round_name() == "attest"
    }

    fn has_sealed(&self, leaver: Seat, order: Opening) -> bool {
        let sealed = match self.play().driver().request() {
            Some(Request::Ask(asked, menus)) => {
                *asked == order && menus.iter().any(|(seat, _)| *seat == leaver)
            }
            _ => false,
        };
        self.play().round_name() == "common-head" && sealed
    }

    /// The first seat has consented to two steps that were closed all the same, and everybody signs the
    /// head.
    fn is_to_show_two_decisions(&self, _: Seat) -> bool {
        let step = self.play().step();
        let consented = |before: u64| self.consented.contains(&(step - before));
        self.play().round_name() == "common-head" && consented(1) && consented(2)
    }
}

impl Table {
    fn new(setting: Setting) -> Self {
        let (charter, game) = (setting.charter(), setting.game());
        let node = |seat: Seat| {
            let me = Some((seat, setting.secrets(seat)));
            // The word of one seat shows that somebody is missed; no more may consent to somebody who
            // only sleeps.
            let quiet = setting.sleepy && seat.index() > 0;
            let auto = if quiet { AutoConsent::Never } else { AutoConsent::Late };
            Node::new(charter.clone(), game, me, 0).unwrap().with_auto_consent(auto)
        };
        // The rules tell how the autopilot of Suspicion plays, so what it plays changes with them alone.
        let kind = if setting.game == "suspicion" { BotKind::Autopilot } else { BotKind::NORMAL };
        let bot = |seat| game.bot(kind, seat, setting.seed);
        Self {
            setting,
            nodes: Seat::all(setting.seats).map(node).collect(),
            bots: Seat::all(setting.seats).map(bot).collect(),
            wire: VecDeque::new(),
            kept: Vec::new(),
            consented: BTreeSet::new(),
            left: BTreeMap::new(),
            now: 0,
        }
    }

    /// The match as the one sees it who has come furthest.
    fn play(&self) -> &MatchState {
        self.nodes.iter().map(Node::play).max_by_key(|play| play.step()).unwrap()
    }

    /// The seats that have not left.
    fn here(&self) -> Vec<Seat> {
        Seat::all(self.setting.seats).filter(|seat| !self.left.contains_key(seat)).collect()
    }

    /// Whether a seat sleeps now.
    fn sleeps(&self, seat: Seat) -> bool {
        let (step, dealt) = (self.play().step(), self.play().step() > 11);
        let alone = self.play().owed() == [seat].into_iter().collect();
        let sleepy = self.setting.sleepy && self.left.is_empty() && seat.index() > 0;
        sleepy && dealt && alone && !self.consented.contains(&step)
    }

    /// The seats that are there and awake.
    fn awake(&self) -> Vec<Seat> {
        self.here().into_iter().filter(|seat| !self.sleeps(*seat)).collect()
    }

    /// Everybody says what there is to say; then one message arrives, or time passes.
    fn go_on(&mut self) {
        for seat in self.awake() {
            let node = &mut self.nodes[seat.index()];
            choose(node, seat, &mut *self.bots[seat.index()], self.now);
            self.send(seat, None);
        }
        let awake = self.awake();
        if Seat::all(self.setting.seats).all(|seat| !self.sleeps(seat)) {
            self.wire.extend(core::mem::take(&mut self.kept));
        }
        match self.wire.pop_front() {
            Some((from, to, bytes)) if awake.contains(&to) => {
                self.nodes[to.index()].handle(Some(from), &bytes, self.now).unwrap();
                self.send(to, Some(from));
            }
            Some(waits) if self.sleeps(waits.1) => self.kept.push(waits),
            Some(_) => {}
            // Nobody has anything to say: somebody is missed.
            None => {
                self.now += Timing::default().status;
                let left = !self.left.is_empty();
                for seat in &awake {
                    let node = &mut self.nodes[seat.index()];
                    node.tick(self.now);
                    // People consent to go on without who has left, though not without who sleeps.
                    if left {
                        node.consent(node.may_go_on_without(), self.now);
                    }
                }
            }
        }
    }

    /// Sends what a node has said, also in answer to another. A leaver still says what it said before the
    /// step in which it leaves.
    fn send(&mut self, seat: Seat, answers: Option<Seat>) {
        let leave = |(leaver, moment): &&(Seat, Moment)| {
            !self.left.contains_key(leaver) && moment(self, *leaver)
        };
        let leave: Vec<_> = self.setting.leavers.iter().filter(leave).collect();
        let step = self.play().step();
        self.left.extend(leave.into_iter().map(|(leaver, _)| (*leaver, step)));
        let left = self.left.get(&seat).copied();
        for output in self.nodes[seat.index()].take_outputs() {
            let to: Vec<Seat> = match &output {
                Output::Broadcast(_) => seat.others(self.setting.seats).collect(),
                Output::Reply(_) => answers.into_iter().collect(),
                _ => continue,
            };
            let (Output::Broadcast(bytes) | Output::Reply(bytes)) = output else { continue };
            let bytes = self.forged(seat, bytes);
            match Message::decode(&bytes).unwrap() {
                Message::Word(Word::Consent(signed)) => {
                    self.consented.insert(signed.statement.at.step);
                }
                Message::Contribution(signed)
                    if left.is_some_and(|left| signed.statement.step < left) => {}
                _ if left.is_some() => continue,
                _ => {}
            }
            let sent = to.into_iter().map(|to| (seat, to, bytes.clone()));
            if self.sleeps(seat) { self.kept.extend(sent) } else { self.wire.extend(sent) }
        }
    }
}

impl Table {
    /// What a node sends, with another choice sealed if its seat does so.
    fn forged(&self, seat: Seat, bytes: Vec<u8>) -> Vec<u8> {
        let entry = self.setting.forged.iter().find(|(forger, _)| *forger == seat);
        let (Some((_, entry)), Ok(Message::Contribution(signed))) =
            (entry, Message::decode(&bytes))
        else {
            return bytes;
        };
        if !matches!(signed.statement.body, Body::Seal(_)) {
            return bytes;
        }
        let Contribution { match_id, step, seat: place, .. } = signed.statement;
        let context = mental::Context::new(match_id, step, place.into());
        let joint = self.nodes[seat.index()].play().joint_key().unwrap();
        let mut rng = ChaCha20Rng::from_seed([place; 32]);
        let (seal, _) = mental::Seal::new(&context, joint, *entry, &mut rng);
        let statement = Contribution { body: Body::Seal(seal), ..signed.statement };
        codec::encode(&Message::Contribution(Signed::new(statement, &identity(seat))))
    }
}

/// Whether a record is of a step, or the charter, rather than behind the last step.
fn is_of_step(record: &Record) -> bool {
    match record {
        Record::Charter(_) | Record::Contribution(_) | Record::Consent(_) | Record::Heads(_) => {
            true
        }
        Record::Decided(_) | Record::Evidence(_) | Record::Leave(_) | Record::Unfinished(_) => {
            false
        }
    }
}

fn choose(node: &mut Node, seat: Seat, bot: &mut dyn Bot, now: u64) {
    while let Some(menu) = node.menu() {
        let knowledge = node.knowledge();
        let driver = node.play().driver();
        let ask = Ask::new(driver, seat, menu, &knowledge);
        let entry = bot.pick(&ask, driver.state());
        node.choose(entry, now).unwrap();
    }
}

/// The records of a match.
pub(crate) fn records(name: &str) -> Vec<Record> {
    let transcript = std::fs::read(path(&format!("{name}.transcript"))).unwrap();
    let mut reader = Reader::new(&transcript[..]).unwrap();
    core::iter::from_fn(|| reader.entry().unwrap()).collect()
}

/// What a verifier finds in a transcript.
fn found(transcript: &[u8], setting: &Setting) -> Value {
    let mut found = record(Cursor::new(transcript), find).unwrap();
    found["verdict"] = setting.verdict().0.into();
    found
}

/// The stored matches, so that better bots do not change them; with `UPDATE_VECTORS`, new ones.
#[test]
fn the_written_matches_are_found_as_written() {
    for setting in &SETTINGS {
        let file = format!("{}.transcript", setting.name);
        if updating() {
            pin(&file, &setting.play());
        }
        let transcript = std::fs::read(path(&file)).unwrap();
        pin_json(&format!("{}.json", setting.name), &found(&transcript, setting));
        let audited = audit(Cursor::new(&transcript), find, |_, _| {}).unwrap();
        assert_eq!(audited.verdict, setting.verdict().1);
        assert_eq!(audited.play.gone().len(), setting.leavers.len());
    }
}

/// As above, of the matches in `records.json`: name, transcript and record.
pub(crate) fn recorded(stored: impl Fn(&str) -> Vec<u8>) -> Vec<(&'static str, Vec<u8>, Value)> {
    let followed = |setting: &Setting| {
        let transcript = if updating() { setting.play() } else { stored(setting.name) };
        let audited = audit(Cursor::new(&transcript), find, |_, _| {}).unwrap();
        assert_eq!(audited.verdict, Verdict::Fair, "{}", setting.name);
        assert_eq!(audited.play.gone().len(), setting.leavers.len(), "{}", setting.name);
        let record = record(Cursor::new(&transcript), find).unwrap();
        (setting.name, transcript, record)
    };
    RECORDED.iter().map(followed).collect()
}

#[test]
fn short_matches_played_now_are_fair() {
    let all = SETTINGS.iter().chain(&RECORDED);
    for setting in all.filter(|setting| setting.until.is_none()) {
        let audited = audit(Cursor::new(setting.play()), find, |_, _| {}).unwrap();
        assert_eq!(audited.verdict, Verdict::Fair);
        assert_eq!(audited.play.gone().len(), setting.leavers.len());
    }
}
