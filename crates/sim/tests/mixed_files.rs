//! Whatever somebody makes of the true words of honest seats (out of order, from two files, as evidence of what they do not
//! prove), no auditor names one of those seats.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::Cursor;

use engine::{Seat, chance::Chance};
use proto::{
    Accept, Consent, Contradiction, Contribution, Evidence, Promise, Proposal, Record, Signed,
    SignedCharter, Word,
    file::{self, Kind, Reader},
};
use sim::{Config, Faults, World, run::DEADLINE, world::Scenario};
use support::config;
use table::{
    audit::{Verdict, audit, compare},
    journal::{self, Entry},
};

/// Everything that honest seats have signed in a match with faults, and the records of their files.
struct Words {
    charter: SignedCharter,
    records: Vec<Vec<Record>>,
    said: Vec<Signed<Contribution>>,
    consents: Vec<Signed<Consent>>,
    promises: Vec<Signed<Promise>>,
    proposals: Vec<Signed<Proposal>>,
    accepts: Vec<Signed<Accept>>,
}

impl Words {
    fn of(seed: u64) -> Self {
        let table = Config { survive: 2, ..config("suspicion", 4, seed) };
        let faults =
            Faults { partition: true, crash: true, loss: true, outage: true, ..Faults::NONE };
        let trouble = Scenario { faults, ..Scenario::default() };
        let mut world = World::troubled(table, trouble).unwrap();
        world.run(DEADLINE);
        let mut words = Self {
            charter: sim::charter::charter(world.config()),
            records: Vec::new(),
            said: Vec::new(),
            consents: Vec::new(),
            promises: Vec::new(),
            proposals: Vec::new(),
            accepts: Vec::new(),
        };
        for peer in &world.peers {
            let (entries, _) = journal::read(&peer.disk.bytes).unwrap();
            entries.iter().for_each(|entry| words.read(entry));
            if let Some(node) = &peer.node {
                words.records.push(records(&node.transcript()));
            }
        }
        words.consents.sort_by_key(|consent| consent.statement);
        words.consents.dedup();
        words.said.sort_by_key(|said| (said.statement.step, said.statement.seat));
        words.said.dedup();
        words
    }

    fn read(&mut self, entry: &Entry) {
        match entry {
            Entry::Contribution(said) => self.said.push(said.decode().unwrap()),
            Entry::Word(Word::Consent(signed)) => self.consents.push(*signed),
            Entry::Word(Word::Promise(signed, named)) => {
                self.promises.push(*signed);
                self.proposals.extend(named.iter().cloned());
            }
            Entry::Word(Word::Proposal(chain)) => self.proposals.extend(chain.iter().cloned()),
            Entry::Word(Word::Accept(signed)) => self.accepts.push(*signed),
            Entry::Word(Word::Decided(decided)) => {
                self.promises.extend(&decided.proposal.statement.promises);
                self.accepts.extend(decided.accepted());
                self.proposals.push(decided.proposal.clone());
            }
            _ => {}
        }
    }
}

fn records(transcript: &[u8]) -> Vec<Record> {
    let mut reader = Reader::new(transcript).unwrap();
    core::iter::from_fn(|| reader.entry().unwrap()).collect()
}

fn transcript(records: &[Record]) -> Vec<u8> {
    let frames = records.iter().flat_map(file::frame);
    Kind::Transcript.header().into_iter().chain(frames).collect()
}

/// The seat that an audit of the file names.
fn named(file: &[u8]) -> Option<Seat> {
    match audit(Cursor::new(file), games::find, |_, _| {}).ok()?.verdict {
        Verdict::Cheated(blame) => Some(blame.seat),
        _ => None,
    }
}

fn pick<'a, T>(chance: &mut Chance, from: &'a [T]) -> Option<&'a T> {
    from.get(chance.below(from.len().max(1) as u32) as usize)
}

/// Seeds in which the table has gone on without somebody or decided otherwise.
const SEEDS: [u64; 3] = [120_053, 7, 8];

#[test]
fn no_two_words_of_honest_seats_are_a_contradiction() {
    let mut tried = 0;
    for seed in SEEDS {
        let words = Words::of(seed);
        let keys = words.charter.verify().unwrap();
        let id = words.charter.charter.id();
        let mut is_none = |found: Contradiction| {
            tried += 1;
            assert_eq!(found.convicts(&id, &keys), None, "seed {seed}: {found:?}");
        };
        for a in &words.promises {
            words.promises.iter().for_each(|b| is_none(Contradiction::TwoPromises(*a, *b)));
            words.accepts.iter().for_each(|b| is_none(Contradiction::HiddenAccept(*a, *b)));
        }
        for a in &words.accepts {
            words.accepts.iter().for_each(|b| is_none(Contradiction::TwoAccepts(*a, *b)));
        }
        for a in &words.proposals {
            is_none(Contradiction::ForbiddenProposal(Box::new(a.clone())));
            for b in &words.proposals {
                let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
                is_none(Contradiction::TwoProposals(a, b));
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn true_words_shown_as_evidence_of_what_they_do_not_prove_name_nobody() {
    let mut broken = 0;
    for seed in SEEDS {
        let words = Words::of(seed);
        let mut chance = Chance::new(seed);
        let longest = words.records.iter().max_by_key(|records| records.len()).unwrap();
        for _ in 0..5 {
            let Some(consent) = pick(&mut chance, &words.consents) else { break };
            let at = consent.statement.at;
            let later = words
                .said
                .iter()
                .filter(|said| said.statement.seat == at.seat && said.statement.step > at.step);
            let next: Vec<_> = later.take(3).collect();
            for said in next {
                broken += 1;
                let evidence = Evidence::BrokenConsent(*consent, Box::new(said.clone()));
                let file = [&longest[..], &[Record::Evidence(evidence)]].concat();
                assert_eq!(named(&transcript(&file)), None, "seed {seed}: {consent:?}, {said:?}");
            }
        }
        for _ in 0..5 {
            let said = pick(&mut chance, &words.said).unwrap();
            let evidence = Evidence::Invalid(Box::new(said.clone()));
            let mut file = Kind::Evidence.header().to_vec();
            file.extend(file::frame(&evidence));
            file.extend(longest.iter().flat_map(file::frame));
            assert_eq!(named(&file), None, "seed {seed}: {said:?}");
        }
    }
    assert!(broken > 0);
}

#[test]
fn files_mixed_from_true_records_name_nobody() {
    for seed in SEEDS {
        let words = Words::of(seed);
        let mut chance = Chance::new(seed ^ 77);
        for round in 0..12 {
            let one = pick(&mut chance, &words.records).unwrap();
            let other = pick(&mut chance, &words.records).unwrap();
            let mut file = one.clone();
            for _ in 0..=chance.below(2) {
                let len = file.len() as u32;
                let (a, b) = (1 + chance.below(len - 1), 1 + chance.below(len - 1));
                let (a, b) = (a as usize, b as usize);
                match chance.below(5) {
                    0 => file.swap(a, b),
                    1 => file.insert(a, file[b].clone()),
                    2 => drop(file.remove(a)),
                    3 => file.insert(a, pick(&mut chance, other).unwrap().clone()),
                    _ => {
                        file.truncate(a);
                        let from = a.min(other.len() - 1) + chance.below(3) as usize;
                        file.extend(other.iter().skip(from).cloned());
                    }
                }
            }
            let (file, whole) = (transcript(&file), transcript(other));
            assert_eq!(named(&file), None, "seed {seed}, round {round}");
            let games = games::find;
            if let Ok(compared) = compare(Cursor::new(&file), Cursor::new(&whole), games) {
                let convicted = compared.convicted.first();
                assert!(convicted.is_none(), "seed {seed}, round {round}: {convicted:?}");
            }
        }
    }
}
