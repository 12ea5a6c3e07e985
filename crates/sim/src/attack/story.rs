//! One story: an honest node of the attacker's seat, and what it is made to say.
//!
//! A node repeats its own contributions from its journal. So a node that is resumed from a journal to which
//! another contribution was added sends that one and believes it: nothing in the node has to be altered.

use core::convert::Infallible;
use std::collections::{BTreeSet, VecDeque};

use ed25519_dalek::SigningKey;
use engine::{Bot, Game, Seat};
use mental::{BeaconPart, Card, Context, PreparedShuffle, Remask};
use proto::{Body, Contribution, Encoded, Record, Signed, SignedCharter, file::Reader};
use rand_chacha::ChaCha20Rng;
use rand_core::{TryCryptoRng, TryRng};
use table::{
    MatchState, Millis, Node, Output, Seats, StartError,
    audit::Auditor,
    journal::{self, Entry},
};

/// One story.
pub(crate) struct Story {
    pub node: Node,
    pub journal: Vec<u8>,
    /// The seats that are told it.
    pub listeners: Seats,
    pub bot: Box<dyn Bot>,
    /// The steps in which the masking layers that this node has added are known.
    pub known: BTreeSet<u64>,
    /// The contributions of other seats than its listeners that it was given.
    pub given: BTreeSet<Vec<u8>>,
}

impl Story {
    /// Resumes a node from this journal. An honest node would ask its victims first what they hold of its seat, and
    /// keep silent while they do not answer.
    pub(crate) fn resume(
        journal: &[u8],
        game: &'static dyn Game,
        identity: SigningKey,
        now: Millis,
    ) -> Result<Node, StartError> {
        let (entries, _) = journal::read(journal).map_err(|_| StartError::NoStart)?;
        Node::resume_without_asking(entries, game, identity, now)
    }
}

/// A seat's own contribution among its node's outputs: its position, and the contribution.
pub(crate) fn own_words(
    seat: Seat,
    outputs: &[Output],
    wanted: impl Fn(&Contribution) -> bool,
) -> Option<(usize, Contribution)> {
    outputs.iter().enumerate().find_map(|(i, output)| {
        let Output::Keep(bytes, _) = output else { return None };
        let said = kept(bytes).filter(|said| usize::from(said.seat) == seat.index())?;
        wanted(&said).then_some((i, said))
    })
}

/// The contribution in a journal entry, if it is one.
fn kept(bytes: &[u8]) -> Option<Contribution> {
    let framed = if bytes.starts_with(&journal::HEADER) {
        bytes.to_vec()
    } else {
        [&journal::HEADER[..], bytes].concat()
    };
    match journal::read(&framed).ok()?.0.first()? {
        Entry::Contribution(said) => said.decode().ok().map(|signed| signed.statement),
        _ => None,
    }
}

/// The journal entry that makes a node send this contribution.
pub(crate) fn words(said: Contribution, identity: &SigningKey) -> Vec<u8> {
    journal::frame(&Entry::Contribution(Encoded::new(&Signed::new(said, identity))))
}

/// Follows a transcript to the beginning of a step.
pub(crate) fn before(
    transcript: &[u8],
    step: u64,
    charter: &SignedCharter,
    game: &'static dyn Game,
) -> Option<Auditor> {
    let mut reader = Reader::new(transcript).ok()?;
    let mut auditor = Auditor::new(charter, game).ok()?;
    reader.entry::<Record>().ok()?;
    while auditor.play().step() < step {
        auditor.follow(&reader.entry().ok()??);
    }
    Some(auditor)
}

/// Pairs of masked cards of which the second was made from the first.
pub(crate) type Made = Vec<(Card, Card)>;

/// Another contribution that is equally valid in the current step, and the cards it makes.
pub(crate) fn retold(
    play: &MatchState,
    seat: Seat,
    said: &Body,
    story: usize,
    rng: &mut ChaCha20Rng,
) -> Option<Told> {
    let context = Context::new(play.id(), play.step(), seat.index() as u16);
    let joint = play.joint_key()?;
    match said {
        Body::Shuffle(_) => shuffled(play, seat, &context, story, rng),
        Body::Remask(_) => {
            let body = Body::Remask(Remask::new(&context, joint, &play.inputs(seat).concat(), rng));
            let made = remasked(play, seat, &body)?;
            Some(Told { body, made })
        }
        Body::Beacon(_) => {
            let body = Body::Beacon(BeaconPart::new(&context, joint, rng));
            Some(Told { body, made: Made::new() })
        }
        _ => None,
    }
}

/// A contribution, and the cards it makes.
pub(crate) struct Told {
    pub body: Body,
    pub made: Made,
}

/// The cards that a re-masking of the attacker makes.
pub(crate) fn remasked(play: &MatchState, seat: Seat, said: &Body) -> Option<Made> {
    let Body::Remask(remask) = said else { return None };
    let context = Context::new(play.id(), play.step(), seat.index() as u16);
    let cards = play.inputs(seat).concat();
    let remasked = remask.verify(&context, play.joint_key()?, &cards).ok()?;
    Some(cards.into_iter().zip(remasked.cards().iter().copied()).collect())
}

/// A shuffle in an order that the attacker chooses: story number `story` has every card `story` places
/// before where the first story has it, so that one victim gives shares of a card that another keeps to
/// itself.
fn shuffled(
    play: &MatchState,
    seat: Seat,
    context: &Context,
    story: usize,
    rng: &mut ChaCha20Rng,
) -> Option<Told> {
    let (joint, piles) = (play.joint_key()?, play.inputs(seat));
    let sizes: Vec<usize> = piles.iter().map(Vec::len).collect();
    let places: Vec<Vec<usize>> = sizes
        .iter()
        .map(|size| (0..*size).map(|card| (card + size - story % size.max(&1)) % size).collect())
        .collect();
    let first = places.iter().flatten().map(|place| *place as u64).collect();
    let mut rng = Ordered { first, then: rng };
    let shuffle = PreparedShuffle::prepare(joint, &sizes, &mut rng).ok()?;
    let shuffle = shuffle.shuffle(context, &piles).ok()?;
    let verified = shuffle.verify(context, joint, &piles).ok()?.into_piles();
    let mut made = Made::new();
    for ((from, into), places) in piles.iter().zip(&verified).zip(&places) {
        made.extend(
            from.iter().zip(places).filter_map(|(card, at)| Some((*card, *into.get(*at)?))),
        );
    }
    Some(Told { body: Body::Shuffle(shuffle), made })
}

/// A generator whose first numbers are chosen: a shuffle sorts the cards by the first numbers it draws.
struct Ordered<'a> {
    first: VecDeque<u64>,
    then: &'a mut ChaCha20Rng,
}

impl TryRng for Ordered<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.then.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        match self.first.pop_front() {
            Some(number) => Ok(number),
            None => self.then.try_next_u64(),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.then.try_fill_bytes(bytes)
    }
}

impl TryCryptoRng for Ordered<'_> {}
