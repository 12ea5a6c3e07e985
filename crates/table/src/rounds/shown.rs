//! Cards that a contribution shows from a hand, and proofs about that hand: shared by all rounds in which
//! somebody chooses or answers.

use engine::{Choice, Duty, Entry, Eyes, Face, FaceSet, Handle, Menu, Refusal, Seat};
use mental::{NoneOf, NoneOfError, Shares};
use proto::Shown;
use rand_chacha::ChaCha20Rng;

use super::{NotYet, Refused};
use crate::{Bug, Misdeed, Public, checking::Proofs, me::Me, misdeed::NotProven};

/// The card that choosing an entry shows, if it shows one.
pub(crate) fn shown_by(entry: &Entry) -> Option<Handle> {
    entry.card.filter(|_| entry.shows.is_some())
}

/// The message part that shows the card of an entry; `None` if the entry shows none.
pub(super) fn show(
    public: &Public,
    me: &Me,
    menu: &Menu,
    entry: u16,
) -> Result<Option<Shown>, NotYet> {
    let index = usize::from(entry);
    let entry = menu.entries.get(index).ok_or(NotYet::Undecided)?;
    let (Some(duty), Some(card)) = (&entry.shows, entry.card) else { return Ok(None) };
    // Bound to the entry too: two entries never share a nonce.
    let mut rng = me.rng(public, &format!("show {index}"));
    let share = last_share(public, me, card, &mut rng)?;
    let face = Eyes::new(public.driver.faces(), &me.knowledge).face(card);
    let face = face.ok_or(NotYet::Undecided)?;
    let none = match duty {
        Duty::Follow(follow) if !follow.faces.contains(face) => {
            prove_none(public, me, &follow.hand, follow.faces, &mut rng)?
        }
        Duty::Follow(..) | Duty::Any | Duty::Only(..) => None,
    };
    Ok(Some(Shown { share, none }))
}

/// Checks a choice: the card it shows, and what its duty asks to be proven.
pub(super) fn check_choice(
    public: &Public,
    by: Seat,
    menu: &Menu,
    entry: u16,
    shown: Option<&Shown>,
    proofs: Proofs<'_>,
) -> Result<Choice, Refused> {
    let entry = usize::from(entry);
    let chosen = menu.entries.get(entry).ok_or(Misdeed::NotOnMenu)?;
    if let Some(reason) = &chosen.refused {
        return Err(Misdeed::Refused(Refusal::NotAllowed(reason.clone())).into());
    }
    let face = match (&chosen.shows, chosen.card, shown) {
        (Some(duty), Some(card), Some(shown)) => {
            let face = check_shown(public, by, card, shown.share.as_ref(), proofs)?;
            check_duty(public, by, duty, face, shown.none.as_ref(), proofs)?;
            Some(face)
        }
        (None, _, None) => None,
        _ => return Err(Misdeed::WrongShown.into()),
    };
    let choice = Choice { entry, face };
    public.driver.admits(menu, &choice).map_err(Misdeed::WrongFace)?;
    Ok(choice)
}

/// A seat's share of a card of its own, which opens it to all; `None` if it is open already.
pub(super) fn last_share(
    public: &Public,
    me: &Me,
    card: Handle,
    rng: &mut ChaCha20Rng,
) -> Result<Option<Shares>, Bug> {
    if public.known(card).is_some() {
        return Ok(None);
    }
    let masked = public.cards.get(card).ok_or(Bug::NoCard(card))?.masked;
    Ok(Some(Shares::new(&public.context(me.seat), me.key(), &[masked], rng)))
}

/// The face of a card that its holder shows.
pub(super) fn check_shown(
    public: &Public,
    by: Seat,
    handle: Handle,
    share: Option<&Shares>,
    proofs: Proofs<'_>,
) -> Result<Face, Refused> {
    match (public.known(handle), share) {
        (Some(face), None) => Ok(face),
        (Some(_), Some(_)) => Err(Misdeed::AlreadyOpen.into()),
        (None, None) => Err(Misdeed::NotOpened.into()),
        (None, Some(share)) => {
            let mut card = public.cards.get(handle).ok_or(Bug::NoCard(handle))?.clone();
            let (context, key, masked) = (public.context(by), *public.key(by)?, [card.masked]);
            let (claimed, share) = (share.claimed(&context, &key, &masked), share.clone());
            let verify = move || share.verify(&context, &key, &masked).map(drop);
            card.shares.extend(proofs.hold(claimed, verify)?);
            let face = match public.cards.open(&public.driver, handle, &card, public.joint()?) {
                // The others have not given their shares of it: it was never dealt to this seat.
                Err(Bug::Open(mental::OpenError::Missing(_))) => None,
                face => face?,
            };
            face.ok_or(Refused::Cheat(Misdeed::NotItsCard))
        }
    }
}

fn check_duty(
    public: &Public,
    by: Seat,
    duty: &Duty,
    face: Face,
    none: Option<&NoneOf>,
    proofs: Proofs<'_>,
) -> Result<(), Refused> {
    match (duty, none) {
        (Duty::Follow(follow), _) if !follow.faces.contains(face) => {
            let none = check_none(public, by, &follow.hand, follow.faces, none, proofs)?;
            Ok(none.map_err(Misdeed::DidNotFollow)?)
        }
        (_, None) => Ok(()),
        (_, Some(_)) => Err(Misdeed::UnaskedProof.into()),
    }
}

/// The proof that a hand has none of some faces; `None` if public cards show that.
pub(super) fn prove_none(
    public: &Public,
    me: &Me,
    hand: &[Handle],
    faces: FaceSet,
    rng: &mut ChaCha20Rng,
) -> Result<Option<NoneOf>, NotYet> {
    let statement = public.cards.none_of(&public.driver, public.joint()?, me.seat, hand, faces)?;
    // If the hand has such a face there is no proof: the player has to choose otherwise.
    let (cards, points) = statement.ok_or(NotYet::Undecided)?;
    if cards.is_empty() || points.is_empty() {
        return Ok(None);
    }
    let proof = NoneOf::new(&public.context(me.seat), me.key(), &cards, &points, rng);
    Ok(Some(proof.ok_or(NotYet::Undecided)?))
}

/// Checks the proof that a hand has none of some faces.
pub(super) fn check_none(
    public: &Public,
    by: Seat,
    hand: &[Handle],
    faces: FaceSet,
    none: Option<&NoneOf>,
    proofs: Proofs<'_>,
) -> Result<Result<(), NotProven>, Bug> {
    let statement = public.cards.none_of(&public.driver, public.joint()?, by, hand, faces)?;
    let Some((cards, points)) = statement else { return Ok(Err(NotProven::Seen)) };
    Ok(match none {
        None if cards.is_empty() || points.is_empty() => Ok(()),
        Some(proof) if !cards.is_empty() && !points.is_empty() => {
            let (context, key, proof) = (public.context(by), *public.key(by)?, proof.clone());
            let verify = move || proof.verify(&context, &key, &cards, &points);
            match proofs.hold(Ok(()), verify) {
                Err(e @ (NoneOfError::Seat | NoneOfError::Owner)) => return Err(Bug::NoneOf(e)),
                held => held.map_err(NotProven::Proof),
            }
        }
        _ => Err(NotProven::Misplaced),
    })
}
