//! How a world plays an attacker's stories: which story receives what, and what is sent to whom.

use std::{collections::BTreeSet, rc::Rc};

use engine::Seat;
use proto::{Body, Contribution, Message, codec};
use table::{Output, StartError};

use super::{
    Equivocator, Parting,
    story::{Story, before, own_words, remasked, retold, words},
};
use crate::{
    charter::identity,
    world::{World, picked},
};

impl World {
    /// The step in which the attacker's stories have parted.
    pub fn parted(&self) -> Option<u64> {
        self.equivocator.as_ref()?.parted
    }

    /// Whether a seat tells different stories by now.
    pub(crate) fn tells_stories(&self, seat: Seat) -> bool {
        self.equivocator.as_ref().is_some_and(|e| e.seat() == seat && e.parted.is_some())
    }

    /// The position among a node's outputs of the contribution in which the attacker's stories differ, if
    /// they part there.
    pub(crate) fn parts_at(&mut self, seat: Seat, outputs: &[Output]) -> Option<usize> {
        let undecided = |e: &&mut Equivocator| e.seat() == seat && e.parted.is_none();
        let equivocator = self.equivocator.as_mut().filter(undecided)?;
        let Parting::Round(round, _) = equivocator.attack.parting else { return None };
        let (place, said) = own_words(seat, outputs, |said| fits(round, &said.body))?;
        let transcript = self.peers[seat.index()].node.as_ref()?.transcript();
        let then = before(&transcript, said.step, &self.charter, self.config.game)?;
        let here = then.play().round_name() == round && equivocator.takes(said.step);
        here.then(|| {
            equivocator.differs = Some((said, then));
            place
        })
    }

    /// Whether the stories part in the choice that the attacker's node is asked for, or in its present
    /// step.
    pub(crate) fn parts_in_choice(&mut self, seat: Seat) -> bool {
        let Some(equivocator) = &mut self.equivocator else { return false };
        let Some(node) = &self.peers[seat.index()].node else { return false };
        if equivocator.seat() != seat || equivocator.parted.is_some() || node.is_over() {
            return false;
        }
        let step = node.play().step();
        match equivocator.attack.parting {
            Parting::Step(first) => step >= first,
            _ => equivocator.may_part_in_choice(node) && equivocator.takes(step),
        }
    }

    /// Splits the attacker's single node into one for each group of victims.
    pub(crate) fn part(&mut self) {
        let Some(mut equivocator) = self.equivocator.take() else { return };
        let seat = equivocator.seat();
        let node = self.peers[seat.index()].node.take();
        equivocator.parted = node.map(|node| node.play().step());
        if let Some((said, _)) = &equivocator.differs {
            equivocator.parted = Some(said.step);
        }
        for group in 0..equivocator.attack.groups.len() {
            match self.story(&mut equivocator, group) {
                Ok(story) => equivocator.stories.push(story),
                Err(e) => self.monitor.wrongs.push(format!("a story cannot begin: {e}")),
            }
        }
        let groups = equivocator.attack.groups.clone();
        if let Some(cut) = equivocator.attack.cut {
            let until = self.now.saturating_add(cut);
            for (i, one) in groups.iter().enumerate() {
                for other in groups.iter().skip(i + 1).flat_map(|group| group.iter()) {
                    one.iter().for_each(|victim| self.links.cut(victim, other, until));
                }
            }
        }
        self.equivocator = Some(equivocator);
        (0..groups.len()).for_each(|story| self.story_goes_on(story, None));
    }

    /// The beginning of a story: the attacker's match so far, and the contribution that differs.
    fn story(&self, equivocator: &mut Equivocator, group: usize) -> Result<Story, StartError> {
        let (seat, seed) = (equivocator.seat(), self.config.seed);
        let mut journal = self.peers[seat.index()].disk.bytes.clone();
        let mut known = BTreeSet::new();
        if let Some((said, then)) = &equivocator.differs
            && let Some(told) = retold(then.play(), seat, &said.body, group, &mut equivocator.rng)
        {
            let said = Contribution { body: told.body, ..said.clone() };
            known.insert(said.step);
            equivocator.made.extend(told.made);
            journal.extend(words(said, &identity(seed, seat)));
        }
        let node =
            Story::resume(&journal, self.config.game, identity(seed, seat), self.clock(seat))?;
        Ok(Story {
            node: self.set_up(seat, node),
            journal,
            listeners: equivocator.attack.groups.get(group).copied().unwrap_or_default(),
            bot: self.config.game.bot(self.config.bots, seat, seed ^ group as u64),
            known,
            given: BTreeSet::new(),
        })
    }

    /// Delivers a victim's message to the attacker: its own story receives all of it, the others what fits
    /// them.
    pub(crate) fn stories_hear(&mut self, from: Seat, bytes: &[u8]) {
        let Some(equivocator) = &mut self.equivocator else { return };
        let seat = equivocator.seat();
        if let Ok(Message::Contribution(signed)) = codec::decode(bytes)
            && usize::from(signed.statement.seat) != seat.index()
        {
            let said = signed.statement;
            equivocator.heard.insert((said.step, said.head, bytes.to_vec()));
        }
        let now = self.peers[seat.index()].clock(self.now);
        for story in 0..equivocator.stories.len() {
            let Some(Equivocator { stories, .. }) = &mut self.equivocator else { return };
            if stories[story].listeners.contains(from) {
                let _ = stories[story].node.handle(Some(from), bytes, now);
                self.story_goes_on(story, Some(from));
            }
            self.pass_on(story);
        }
    }

    /// Passes the time to the nodes of all stories.
    pub(crate) fn stories_tick(&mut self) {
        let Some(equivocator) = &mut self.equivocator else { return };
        let now = self.peers[equivocator.seat().index()].clock(self.now);
        for story in 0..equivocator.stories.len() {
            let Some(Equivocator { stories, .. }) = &mut self.equivocator else { return };
            stories[story].node.tick(now);
            self.story_goes_on(story, None);
            self.pass_on(story);
        }
    }

    /// Gives a story the contributions of seats that are not its listeners, if they were signed over its
    /// own head: its node then passes them on to those who ask.
    fn pass_on(&mut self, story: usize) {
        loop {
            let Some(equivocator) = &mut self.equivocator else { return };
            let now = self.peers[equivocator.seat().index()].clock(self.now);
            let told = &mut equivocator.stories[story];
            let (step, head) = (told.node.play().step(), told.node.play().head());
            let fits = |(s, h, bytes): &&(u64, _, Vec<u8>)| {
                (*s, *h) == (step, head) && !told.given.contains(bytes)
            };
            let Some((_, _, bytes)) = equivocator.heard.iter().find(fits) else { return };
            if !equivocator.attack.relay {
                return;
            }
            told.given.insert(bytes.clone());
            let _ = told.node.handle(None, bytes, now);
            self.story_goes_on(story, None);
        }
    }

    /// Carries out the outputs of a story's node, and lets it choose.
    fn story_goes_on(&mut self, story: usize, from: Option<Seat>) {
        loop {
            let Some(equivocator) = &mut self.equivocator else { return };
            let seat = equivocator.seat();
            let told = &mut equivocator.stories[story];
            let mut outputs = told.node.take_outputs();
            let adds = |said: &Contribution| {
                let layers = matches!(said.body, Body::Shuffle(_) | Body::Remask(_));
                layers && !told.known.contains(&said.step)
            };
            if let Some((place, said)) = own_words(seat, &outputs, adds) {
                outputs.truncate(place);
                self.story_says(story, from, outputs);
                self.tell_again(story, said);
                continue;
            }
            self.story_says(story, from, outputs);
            if !self.story_chooses(story) {
                return;
            }
        }
    }

    /// Restarts a story before a contribution of its node and replaces the contribution by an equally valid
    /// one in which the attacker knows the masking layers.
    fn tell_again(&mut self, story: usize, said: Contribution) {
        let Some(equivocator) = &mut self.equivocator else { return };
        let (seat, seed, game) = (equivocator.seat(), self.config.seed, self.config.game);
        let Equivocator { stories, rng, made, .. } = equivocator;
        let told = &mut stories[story];
        told.known.insert(said.step);
        let then = before(&told.node.transcript(), said.step, &self.charter, game);
        let Some(then) = then else { return };
        let body = match remasked(then.play(), seat, &said.body) {
            Some(new) => {
                made.extend(new);
                said.body.clone()
            }
            None => match retold(then.play(), seat, &said.body, story, rng) {
                Some(new) => {
                    made.extend(new.made);
                    new.body
                }
                None => said.body.clone(),
            },
        };
        told.journal.extend(words(Contribution { body, ..said }, &identity(seed, seat)));
        let now = self.peers[seat.index()].clock(self.now);
        match Story::resume(&told.journal, game, identity(seed, seat), now) {
            Ok(node) => {
                let node = self.set_up(seat, node);
                if let Some(equivocator) = &mut self.equivocator {
                    equivocator.stories[story].node = node;
                }
            }
            Err(e) => self.monitor.wrongs.push(format!("a story cannot go on: {e}")),
        }
    }

    fn story_says(&mut self, story: usize, from: Option<Seat>, outputs: Vec<Output>) {
        for output in outputs {
            let Some(equivocator) = &mut self.equivocator else { return };
            let (seat, told) = (equivocator.seat(), &mut equivocator.stories[story]);
            let listeners = told.listeners;
            let (bytes, to) = match output {
                Output::Keep(bytes, _) => {
                    told.journal.extend(bytes);
                    continue;
                }
                Output::Broadcast(bytes) => (bytes, listeners),
                Output::Reply(bytes) => {
                    let asked = |seat: &Seat| listeners.contains(*seat);
                    (bytes, from.into_iter().filter(asked).collect())
                }
                Output::Effect(_) | Output::Accused(..) => continue,
                Output::OldCopy | Output::FalseJournal => continue,
            };
            // An honest node would show everybody the evidence of its own seat's equivocation.
            if matches!(codec::decode(&bytes), Ok(Message::Evidence(_))) {
                continue;
            }
            let bytes: Rc<[u8]> = bytes.into();
            to.iter().for_each(|to| self.send(seat, to, bytes.clone()));
        }
    }

    /// Lets a story's player choose. False if there is nothing to choose.
    fn story_chooses(&mut self, story: usize) -> bool {
        let Some(equivocator) = &mut self.equivocator else { return false };
        let (seat, parted) = (equivocator.seat(), equivocator.parted);
        let now = self.peers[seat.index()].clock(self.now);
        let parting = parted == Some(equivocator.stories[story].node.play().step());
        let says_otherwise = !matches!(equivocator.attack.parting, Parting::Step(_));
        let special = if parting && says_otherwise && equivocator.differs.is_none() {
            equivocator.picks(story, &equivocator.stories[story].node)
        } else {
            None
        };
        let told = &mut equivocator.stories[story];
        let entry = special.or_else(|| picked(&told.node, seat, told.bot.as_mut()));
        entry.is_some_and(|entry| told.node.choose(entry, now).is_ok())
    }
}

/// Whether a contribution may belong to a step of this kind.
fn fits(round: &str, body: &Body) -> bool {
    match round {
        "shuffle" | "remix" => matches!(body, Body::Shuffle(_)),
        "remask" => matches!(body, Body::Remask(_)),
        "beacon" => matches!(body, Body::Beacon(_)),
        _ => false,
    }
}
