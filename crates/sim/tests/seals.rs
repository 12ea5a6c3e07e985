//! Choices that are sealed first and opened later, and seats that leave or cheat in between.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/laid.rs"]
mod laid;
mod support;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Cursor,
};

use engine::{
    Answer, Ask, BotKind, Choice, Eyes, Game,
    Opening::{self, All, UntilOne},
    Options, Request, Seat,
};
use laid::LAID;
use mental::{Context, SealError};
use proto::{Body, Record, codec, file::Reader};
use sim::{Cheat, Config, Kind, World, run::DEADLINE, world::Scenario};
use support::{config, seat};
use table::{
    Ending, MatchState, Misdeed, Proof,
    audit::{Auditor, Verdict, audit},
    journal::{self, Entry},
};

/// A seat that was asked for a sealed choice, and left or cheated before the choice was open.
struct Asked {
    who: Seat,
    /// Its place in the order of the request.
    place: usize,
    /// How many requests were answered before.
    number: usize,
    step: u64,
    /// What its player has picked last, and the face of the card that this entry shows.
    picked: Choice,
    /// What the autopilot would choose in its place.
    autopilot: usize,
}

impl Asked {
    /// A seat that is asked by the request that `play` waits for, after so many others.
    fn new(world: &World, play: &MatchState, number: usize, who: Seat) -> Option<Self> {
        let Request::Ask(_, menus) = play.driver().request()? else { return None };
        let place = menus.iter().position(|(asked, _)| *asked == who)?;
        let (menu, step) = (&menus[place].1, play.step());
        let knowledge = world.node(who)?.knowledge();
        let eyes = Eyes::new(play.driver().faces(), &knowledge);
        let mut bot = play.game().bot(BotKind::Autopilot, who, 0);
        let autopilot = bot
            .pick(&Ask { seat: who, menu, eyes, log: play.driver().log() }, play.driver().state());
        let entry = last_pick(&world.peers[who.index()].disk.bytes);
        let shown = menu.entries.get(entry).filter(|entry| entry.shows.is_some());
        let face = shown.and_then(|entry| eyes.face(entry.card?));
        let picked = Choice { entry, face };
        Some(Self { who, place, number, step, picked, autopilot })
    }

    /// Lets things happen until the request is answered, and gives the choice that counts for the seat,
    /// if its turn came.
    fn choice(&self, world: &mut World) -> Option<Choice> {
        let witness = witness(world).index();
        while world.peers[witness].answers.len() <= self.number {
            assert!(world.now < DEADLINE && world.step().is_some(), "the table is stuck");
        }
        let answer = &world.peers[witness].answers[self.number];
        let Answer::Choices(choices) = answer else { panic!("no sealed choices: {answer:?}") };
        choices.get(self.place).copied()
    }

    /// Whether another seat had opened its seal, or was about to, when this one left.
    fn others_opened(&self, world: &World) -> bool {
        let opens = |step: u64, by: Seat| {
            let said = world.monitor.said(step, by);
            said.is_some_and(|said| matches!(said.body, Body::Open { .. }))
        };
        let mut others = self.who.others(world.peers.len());
        others.any(|by| opens(self.step, by) || opens(self.step - 1, by))
    }
}

/// The first seat that is there. (Crooks sit in the last one.)
fn witness(world: &World) -> Seat {
    Seat::all(world.peers.len()).find(|seat| !world.peers[seat.index()].away).unwrap()
}

/// Whether everything in the match was right, as far as it has come.
fn is_right(world: &World) -> bool {
    let transcript = world.node(witness(world)).unwrap().transcript();
    let verdict = audit(Cursor::new(transcript), find, |_, _| {}).unwrap().verdict;
    matches!(verdict, Verdict::Unfinished | Verdict::Fair)
}

fn find(id: &str) -> Option<&'static dyn Game> {
    if id == LAID.info().id { Some(LAID) } else { games::find(id) }
}

/// What a player has picked last, by its journal.
fn last_pick(disk: &[u8]) -> usize {
    let (entries, _) = journal::read(disk).unwrap();
    let picked = |entry: &Entry| match entry {
        Entry::Picked(_, entry) => Some(usize::from(*entry)),
        _ => None,
    };
    entries.iter().rev().find_map(picked).unwrap_or_default()
}

/// Lets things happen until, for the nth time, somebody who is asked for a sealed choice owes something
/// to a step of a kind to which its node has not come; then that seat goes silent.
fn leave_before(world: &mut World, order: Opening, round: &str, nth: u64) -> Option<Asked> {
    let (mut seen, mut last) = (0, 0);
    while !world.is_over() && world.now < DEADLINE {
        let mut seats = Seat::all(world.peers.len());
        let late = seats.find_map(|ahead| late_for(world, order, round, ahead));
        if let Some(asked) = late.filter(|asked| asked.step > last) {
            (seen, last) = (seen + 1, asked.step);
            if seen > nth {
                world.peers[asked.who.index()].away = true;
                return Some(asked);
            }
        }
        world.step()?;
    }
    None
}

/// The last asked of the seats that have not come as far as another one.
fn late_for(world: &World, order: Opening, round: &str, ahead: Seat) -> Option<Asked> {
    let play = world.node(ahead)?.play();
    let Request::Ask(asked_in, menus) = play.driver().request()? else { return None };
    if *asked_in != order || play.round_name() != round || world.peers[ahead.index()].away {
        return None;
    }
    let number = world.peers[ahead.index()].answers.len();
    let is_late = |who: &Seat| {
        let behind = world.node(*who).is_some_and(|node| node.play().step() < play.step());
        behind && play.owed().contains(*who) && !world.peers[who.index()].away
    };
    let late = menus.iter().rev().map(|(asked, _)| *asked).find(is_late)?;
    Asked::new(world, play, number, late)
}

/// Plays seeds until the turn of a leaver has come in so many matches; in as many the autopilot would
/// have chosen otherwise.
fn counts(order: Opening, round: &str, times: u32, table: impl Fn(u64) -> Config) {
    let (mut counted, mut decisive) = (0, 0);
    for seed in 0..60 {
        let mut world = World::new(table(seed)).unwrap();
        let Some(left) = leave_before(&mut world, order, round, seed % 3) else { continue };
        let Some(choice) = left.choice(&mut world) else { continue };
        assert_eq!(choice, left.picked, "seed {seed}");
        assert!(world.node(witness(&world)).unwrap().play().gone().contains(left.who));
        assert!(is_right(&world), "seed {seed}");
        counted += u32::from(round != "open" || left.others_opened(&world));
        decisive += u32::from(left.picked.entry != left.autopilot);
        if counted >= times && decisive >= times {
            return;
        }
    }
    panic!("{counted} matches, {decisive} in which the autopilot would have chosen otherwise");
}

fn suspicion(seed: u64) -> Config {
    config("suspicion", 3 + (seed % 2) as usize, seed)
}

fn thieves(seed: u64) -> Config {
    config("no-honor", 3 + (seed % 2) as usize, seed)
}

#[test]
fn in_suspicion_a_sealed_choice_counts_though_its_seat_left_after_others_had_opened() {
    counts(UntilOne, "open", 3, suspicion);
}

#[test]
fn among_thieves_a_sealed_choice_counts_though_its_seat_left_after_others_had_opened() {
    counts(All, "open", 3, thieves);
    counts(UntilOne, "open", 2, thieves);
}

#[test]
fn a_sealed_choice_counts_though_its_seat_left_before_anybody_had_opened() {
    counts(UntilOne, "common-head", 2, suspicion);
    counts(All, "common-head", 2, thieves);
}

#[test]
fn the_autopilot_chooses_for_a_seat_that_left_before_it_sealed() {
    let mut counted = 0;
    for seed in 0..40 {
        let mut world = World::new(suspicion(seed)).unwrap();
        let Some(left) = leave_before(&mut world, UntilOne, "seal", seed % 3) else { continue };
        let Some(choice) = left.choice(&mut world) else { continue };
        assert_eq!(choice.entry, left.autopilot, "seed {seed}");
        counted += 1;
        if counted == 3 {
            return;
        }
    }
    panic!("nobody left before it sealed");
}

#[test]
fn a_seat_that_leaves_while_the_seal_of_another_is_opened_changes_no_choice() {
    for seed in 0..20 {
        let mut world = World::new(Config { survive: 2, ..config("no-honor", 5, seed) }).unwrap();
        let Some(first) = leave_before(&mut world, All, "open", seed % 3) else { continue };
        let Some(second) = leave_before(&mut world, All, "unseal", 0) else { continue };
        assert_eq!(first.number, second.number);
        for left in [first, second] {
            assert_eq!(left.choice(&mut world), Some(left.picked), "seed {seed}");
            assert!(world.node(witness(&world)).unwrap().play().gone().contains(left.who));
        }
        assert!(is_right(&world), "seed {seed}");
        return;
    }
    panic!("nobody left then");
}

/// A request for sealed choices, as a transcript shows it.
struct Sealed {
    step: u64,
    asked: Vec<Seat>,
    seals: BTreeMap<Seat, mental::Card>,
    /// Those who opened their seals, and those of whose seals shares were given.
    opened: BTreeSet<Seat>,
}

/// All sealed choices of a transcript, and the kinds of its steps.
fn sealed_choices(transcript: &[u8]) -> (Vec<Sealed>, Vec<&'static str>) {
    let mut reader = Reader::new(transcript).unwrap();
    let Some(Record::Charter(charter)) = reader.entry().unwrap() else { panic!("no charter") };
    let mut auditor = Auditor::new(&charter, find(&charter.charter.game).unwrap()).unwrap();
    let (mut all, mut rounds): (Vec<Sealed>, _) = (Vec::new(), Vec::new());
    while let Some(record) = reader.entry::<Record>().unwrap() {
        let play = auditor.play();
        if rounds.len() as u64 + 1 == play.step() {
            rounds.push(play.round_name());
        }
        if let Record::Contribution(signed) = &record {
            let (step, by) = (signed.statement.step, seat(signed.statement.seat));
            match &signed.statement.body {
                Body::Seal(seal) => {
                    if all.last().is_none_or(|last| last.step != step) {
                        let Some(Request::Ask(_, menus)) = play.driver().request() else {
                            panic!()
                        };
                        let asked = menus.iter().map(|(seat, _)| *seat).collect();
                        let (seals, opened) = (BTreeMap::new(), BTreeSet::new());
                        all.push(Sealed { step, asked, seals, opened });
                    }
                    let context = Context::new(play.id(), step, by.index() as u16);
                    let seal = seal.verify(&context, play.joint_key().unwrap()).unwrap();
                    all.last_mut().unwrap().seals.insert(by, *seal.card());
                }
                Body::Open { .. } => drop(all.last_mut().unwrap().opened.insert(by)),
                Body::Shares { .. } => {
                    let shared = play.inputs(by).concat();
                    for Sealed { seals, opened, .. } in &mut all {
                        let given = seals.iter().filter(|(_, card)| shared.contains(card));
                        opened.extend(given.map(|(seat, _)| *seat));
                    }
                }
                _ => {}
            }
        }
        assert!(auditor.follow(&record));
    }
    (all, rounds)
}

/// Checks that the seals of those whose turn came were opened and no others; gives how many stayed sealed.
fn stayed_sealed(world: &World) -> usize {
    let witness = witness(world);
    let (all, _) = sealed_choices(&world.node(witness).unwrap().transcript());
    let choices = world.peers[witness.index()].answers.iter().filter_map(|answer| match answer {
        Answer::Choices(choices) => Some(choices.len()),
        _ => None,
    });
    assert!(all.len() >= choices.clone().count());
    let stayed = all.iter().zip(choices).map(|(Sealed { asked, seals, opened, .. }, many)| {
        let turn = asked.iter().take(many).copied();
        let expected: BTreeSet<Seat> = turn.filter(|seat| seals.contains_key(seat)).collect();
        assert_eq!(*opened, expected);
        seals.len() - opened.len()
    });
    stayed.sum()
}

#[test]
fn until_one_acts_seals_are_opened_in_order_and_the_others_stay_sealed() {
    for (table, many) in [(suspicion as fn(u64) -> Config, 3), (thieves, 10)] {
        let mut stayed = 0;
        for seed in 0..10 {
            let mut world = World::new(table(seed)).unwrap();
            world.run(DEADLINE);
            stayed += stayed_sealed(&world);
            if stayed >= many {
                break;
            }
        }
        assert!(stayed >= many, "{stayed}");
    }
}

#[test]
fn what_a_leaver_has_sealed_stays_sealed_if_its_turn_never_comes() {
    let mut counted = 0;
    for seed in 0..200 {
        let mut world = World::new(thieves(seed)).unwrap();
        let left = leave_before(&mut world, UntilOne, "common-head", seed % 8);
        let Some(left) = left else { continue };
        if left.choice(&mut world).is_some() {
            continue;
        }
        assert!(world.node(witness(&world)).unwrap().play().gone().contains(left.who));
        assert!(stayed_sealed(&world) > 0, "seed {seed}");
        counted += 1;
        if counted == 2 {
            return;
        }
    }
    panic!("{counted} matches");
}

/// The first of those who are asked to open in order that has not picked a pass, unless it is the last
/// one, if all have sealed by now and nobody has opened; then also the one after it.
fn acts_and_next(world: &World) -> Option<[Asked; 2]> {
    let seats = || Seat::all(world.peers.len());
    let ahead = seats().max_by_key(|seat| world.node(*seat).map(|node| node.play().step()))?;
    let play = world.node(ahead)?.play();
    let Request::Ask(UntilOne, menus) = play.driver().request()? else { return None };
    let number = world.peers[ahead.index()].answers.len();
    let asked = |place: usize| Asked::new(world, play, number, menus.get(place)?.0);
    let acts = |(seat, menu): &(Seat, engine::Menu)| {
        let picked = last_pick(&world.peers[seat.index()].disk.bytes);
        menu.entries.get(picked).is_some_and(|entry| !entry.pass)
    };
    let place = menus.iter().position(acts).filter(|_| play.round_name() == "common-head")?;
    Some([asked(place)?, asked(place + 1)?])
}

#[test]
fn of_two_leavers_only_the_first_to_act_has_its_seal_opened() {
    for seed in 0..40 {
        let mut world = World::new(Config { survive: 2, ..config("no-honor", 5, seed) }).unwrap();
        let leavers = loop {
            match acts_and_next(&world) {
                None if !world.is_over() => drop(world.step()),
                leavers => break leavers,
            }
        };
        let Some([first, second]) = leavers else { continue };
        [&first, &second].iter().for_each(|left| world.peers[left.who.index()].away = true);
        assert_eq!(first.choice(&mut world), Some(first.picked), "seed {seed}");
        assert_eq!(second.choice(&mut world), None, "seed {seed}");
        assert!(stayed_sealed(&world) > 0, "seed {seed}");
        return;
    }
    panic!("nobody acted before somebody else's turn");
}

/// A match in which the last seat cheats, as far as that.
fn cheated(kind: Kind, skip: u64, config: Config) -> Option<(World, Asked)> {
    let crook = seat(config.seats as u8 - 1);
    let cheat = Some(Cheat { kind, seat: crook, skip: skip as u32 });
    let mut world = World::troubled(config, Scenario { cheat, ..Scenario::default() }).unwrap();
    while world.cheated().is_none() {
        if world.is_over() {
            return None;
        }
        world.step()?;
    }
    let number = world.peers[crook.index()].answers.len();
    let asked = Asked::new(&world, world.node(crook)?.play(), number, crook)?;
    Some((world, asked))
}

/// Plays seeds until the turn has come of so many crooks who sealed what they may not choose and left.
fn autopilot_chooses(kind: Kind, times: u32, table: impl Fn(u64) -> Config) {
    let mut counted = 0;
    for seed in 0..40 {
        let Some((mut world, crook)) = cheated(kind, seed % 3, table(seed)) else { continue };
        let Some(choice) = crook.choice(&mut world) else { continue };
        assert_eq!(choice.entry, crook.autopilot, "seed {seed}");
        assert!(world.honest().all(|(_, peer)| peer.accusations.is_empty()), "seed {seed}");
        let (all, rounds) = sealed_choices(&world.node(seat(0)).unwrap().transcript());
        assert!(all.last().unwrap().opened.contains(&crook.who) && rounds.contains(&"unseal"));
        counted += 1;
        if counted == times {
            return;
        }
    }
    panic!("{kind:?}: {counted} matches");
}

#[test]
fn the_autopilot_chooses_for_a_leaver_whose_seal_holds_no_entry_of_its_menu() {
    autopilot_chooses(Kind::SealedGarbage, 2, suspicion);
    autopilot_chooses(Kind::SealedGarbage, 2, thieves);
}

#[test]
fn the_autopilot_chooses_for_a_leaver_whose_seal_holds_what_is_not_allowed() {
    autopilot_chooses(Kind::SealedIllegal, 2, suspicion);
}

/// The match in which a cheat happens first, to its end, and everybody's accusations.
fn accused(kind: Kind, table: impl Fn(u64) -> Config) -> (World, Asked, Vec<Misdeed>) {
    let (mut world, crook) = (0..40).find_map(|seed| cheated(kind, 0, table(seed))).unwrap();
    world.run(DEADLINE);
    let mut misdeeds = Vec::new();
    for (_, peer) in world.honest() {
        assert!(!peer.accusations.is_empty());
        let ending = peer.node.as_ref().unwrap().play().ending();
        assert_eq!(ending, Some(&Ending::Finished));
        for (blame, _) in &peer.accusations {
            assert_eq!(blame.seat, crook.who);
            misdeeds.push(blame.misdeed.clone());
        }
    }
    (world, crook, misdeeds)
}

#[test]
fn a_seat_that_opens_another_entry_is_named_and_keeps_the_choice_that_it_sealed() {
    let (mut world, crook, misdeeds) = accused(Kind::SealedChanged, suspicion);
    assert!(misdeeds.iter().all(|misdeed| *misdeed == Misdeed::SealMismatch), "{misdeeds:?}");
    assert_eq!(crook.choice(&mut world), Some(crook.picked));
}

#[test]
fn a_seat_that_copies_the_seal_of_another_is_named() {
    let (.., misdeeds) = accused(Kind::CopiedSeal, suspicion);
    let copied = Misdeed::BadProof(Proof::Seal(SealError::Proof));
    assert!(misdeeds.iter().all(|misdeed| *misdeed == copied), "{misdeeds:?}");
}

/// A table of three that lay cards before each other.
fn lays(seed: u64) -> Config {
    let options = Options::parse(LAID.info().options, []).unwrap();
    Config { game: LAID, options, bots: BotKind::NORMAL, ..config("suspicion", 3, seed) }
}

fn steps(world: &World, round: &str) -> usize {
    let (_, rounds) = sealed_choices(&world.node(witness(world)).unwrap().transcript());
    rounds.iter().filter(|name| **name == round).count()
}

#[test]
fn the_card_that_a_leaver_has_chosen_to_show_is_opened_though_it_lies_before_somebody_else() {
    let mut world = World::new(lays(1)).unwrap();
    let left = leave_before(&mut world, All, "open", 0).unwrap();
    assert!(left.picked.face.is_some());
    assert_eq!(left.choice(&mut world), Some(left.picked));
    // First the seal, then the card.
    assert_eq!(steps(&world, "unseal"), 2);
    assert!(is_right(&world));
}

#[test]
fn a_card_that_a_leaver_could_not_have_shown_stays_hidden() {
    let (mut world, crook) = cheated(Kind::SealedIllegal, 0, lays(1)).unwrap();
    let choice = crook.choice(&mut world).unwrap();
    assert_eq!((choice.entry, choice.face), (crook.autopilot, None));
    assert_eq!(steps(&world, "unseal"), 1);
    assert!(is_right(&world));
}

/// The places in a journal at which its entries begin.
fn places(entries: &[Entry]) -> Vec<usize> {
    let lengths = entries.iter().map(|entry| journal::frame(entry).len());
    let begins = |at: &mut usize, length| {
        let here = *at;
        *at += length;
        Some(here)
    };
    lengths.scan(journal::HEADER.len(), begins).collect()
}

/// A match in which the machine of seat 0 stops after so many actions and its journal is put back to
/// before it sealed its last choice; also the step in which it did, and what it had picked. `None` if it
/// has said something else since.
fn sets_back_journal(actions: usize, config: Config) -> Option<(World, u64, u16)> {
    let crash = Some((seat(0), actions));
    let mut world = World::troubled(config, Scenario { crash, ..Scenario::default() }).unwrap();
    while world.peers[0].node.is_some() {
        if world.is_over() {
            return None;
        }
        world.step()?;
    }
    let disk = &mut world.peers[0].disk;
    let (entries, _) = journal::read(&disk.bytes).ok()?;
    let mut own = entries.iter().filter_map(|entry| match entry {
        Entry::Contribution(said) if said.seat() == 0 => Some(said.decode().ok()?.statement),
        _ => None,
    });
    let last = own.rfind(|said| said.body != Body::CommonHead)?;
    let Body::Seal(_) = last.body else { return None };
    let step = last.step;
    let picked = |(entry, place)| match entry {
        &Entry::Picked(picked_in, entry) if picked_in == step => Some((entry, place)),
        _ => None,
    };
    let (picked, place) = entries.iter().zip(places(&entries)).find_map(picked)?;
    disk.bytes.truncate(place);
    disk.synced = place;
    world.monitor.said(step, seat(0))?;
    Some((world, step, picked))
}

/// The entry that a seat has opened of what it sealed in a step.
fn opened_after(world: &World, step: u64, by: Seat) -> Option<u16> {
    let said = (step + 1..step + 8).filter_map(|step| world.monitor.said(step, by));
    let mut until_next = said.take_while(|said| !matches!(said.body, Body::Seal(_)));
    let opened = until_next.find_map(|said| match &said.body {
        Body::Open { opened, .. } => Some(codec::encode(opened)),
        _ => None,
    });
    Some(u16::from_le_bytes(*opened?.first_chunk()?))
}

/// What a seat's player has picked in a step, by its journal.
fn picked_in(world: &World, step: u64, who: Seat) -> Option<u16> {
    let (entries, _) = journal::read(&world.peers[who.index()].disk.bytes).unwrap();
    entries.iter().find_map(|entry| match entry {
        &Entry::Picked(picked_in, entry) if picked_in == step => Some(entry),
        _ => None,
    })
}

#[test]
fn a_seal_that_an_old_copy_of_a_journal_knows_nothing_of_is_opened_all_the_same() {
    let mut counted = 0;
    for (seed, actions) in (0..5).flat_map(|seed| (20..150).map(move |actions| (seed, actions))) {
        let set_back = sets_back_journal(actions, Config { bots: BotKind::Random, ..lays(seed) });
        let Some((mut world, step, picked)) = set_back else { continue };
        world.run(DEADLINE);
        assert_eq!(world.monitor.wrongs, Vec::<String>::new(), "after {actions} actions");
        assert_eq!(opened_after(&world, step, seat(0)), Some(picked), "after {actions} actions");
        assert!(is_right(&world), "after {actions} actions");
        // Its player may have picked once more, before the others told what it had sealed.
        counted += u32::from(picked_in(&world, step, seat(0)) != Some(picked));
        if counted == 3 {
            return;
        }
    }
    panic!("{counted} journals were set back to before another choice");
}
