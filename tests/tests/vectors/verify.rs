//! Verifies a proof of `proofs.json` with the real verifiers, from nothing but what stands there.

use mental::{
    BeaconPart, Blame, Card, Complaint, Context, Dealing, Escrow, JointKey, KeyProof, MaskedCard,
    NoneOf, OpenedSeal, Point, PublicKey, RecoveredShares, Remask, Seal, Shares, Shuffle,
    StrippedCard, VerifiedSeal,
};
use proto::codec;
use serde_json::Value;

pub(crate) fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}

pub(crate) fn unhex(value: &Value) -> Option<Vec<u8>> {
    let text = value.as_str()?;
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(text.get(i..i + 2)?, 16).ok()).collect()
}

pub(crate) fn point(value: &Value) -> Option<Point> {
    Point::decode(unhex(value)?.try_into().ok()?)
}

pub(crate) fn points(value: &Value) -> Option<Vec<Point>> {
    value.as_array()?.iter().map(point).collect()
}

/// The cards of a statement: a vector says nothing of where they come from.
pub(crate) fn cards(value: &Value) -> Option<Vec<Card>> {
    let masked = |card: &Value| Some(MaskedCard { a: point(&card[0])?, b: point(&card[1])? });
    let card = |card: &Value| masked(card).map(Card::unverified);
    value.as_array()?.iter().map(card).collect()
}

pub(crate) fn context(value: &Value) -> Option<Context> {
    let match_id = unhex(&value["match_id"])?.try_into().ok()?;
    let seat = value["seat"].as_u64()?.try_into().ok()?;
    Some(Context::new(match_id, value["step"].as_u64()?, seat))
}

/// The keys of a table whose owners have proven possession, and the joint keys made of them.
pub(crate) struct Table {
    pub keys: Vec<PublicKey>,
    joints: Vec<JointKey>,
}

impl Table {
    /// The table of `proofs.json`: `keys` in seat order, each with its context and proof.
    pub(crate) fn new(keys: &Value) -> Option<Self> {
        let verified = |entry: &Value| {
            let proof: KeyProof = codec::decode(&unhex(&entry["proof"])?).ok()?;
            key(&context(&entry["context"])?, &point(&entry["X"])?, &proof)
        };
        let keys: Vec<PublicKey> = keys.as_array()?.iter().map(verified).collect::<Option<_>>()?;
        let joints = (1..=keys.len()).map(|n| JointKey::new(&keys[..n]).ok());
        Some(Self { joints: joints.collect::<Option<_>>()?, keys })
    }

    fn key(&self, value: &Value) -> Option<PublicKey> {
        let wanted = point(value)?;
        self.keys.iter().find(|key| *key.point() == wanted).copied()
    }

    fn joint(&self, value: &Value) -> Option<&JointKey> {
        let wanted = point(value)?;
        self.joints.iter().find(|joint| *joint.point() == wanted)
    }

    fn seal(&self, statement: &Value) -> Option<VerifiedSeal> {
        let seal: Seal = codec::decode(&unhex(&statement["seal"])?).ok()?;
        seal.verify(&context(&statement["seal_context"])?, self.joint(&statement["H"])?).ok()
    }

    fn escrow(&self, statement: &Value) -> Option<Escrow> {
        let dealing: Dealing = codec::decode(&unhex(&statement["dealing"])?).ok()?;
        self.accept(&dealing, &context(&statement["dealing_context"])?, statement)
    }

    pub(crate) fn accept(
        &self,
        dealing: &Dealing,
        ctx: &Context,
        statement: &Value,
    ) -> Option<Escrow> {
        let keys = points(&statement["keys"])?;
        let joint =
            self.joints.iter().find(|joint| joint.keys().iter().map(PublicKey::point).eq(&keys))?;
        dealing.verify_shape(ctx, joint, statement["threshold"].as_u64()? as usize).ok()
    }
}

/// The key that a proof of possession makes of `key`, which counts as committed to: its
/// commitment has a vector of its own.
fn key(ctx: &Context, key: &Point, proof: &KeyProof) -> Option<PublicKey> {
    let blind = [0; 32];
    PublicKey::verify(ctx, &mental::key_commitment(key, &blind), key, &blind, proof).ok()
}

/// The seat that a statement names is the one that speaks.
fn said_by(case: &Value, role: &str) -> Option<()> {
    (case["statement"][role] == case["context"]["seat"]).then_some(())
}

/// Whether a proof holds.
pub(crate) fn verify(table: &Table, case: &Value) -> bool {
    unhex(&case["message"]).is_some_and(|message| holds(table, case, &message).is_some())
}

/// As [`verify`], with the message from elsewhere.
pub(crate) fn holds(table: &Table, case: &Value, message: &[u8]) -> Option<()> {
    let (ctx, s) = (context(&case["context"])?, &case["statement"]);
    match case["kind"].as_str()? {
        "key" => {
            let proof: KeyProof = codec::decode(message).ok()?;
            key(&ctx, &point(&s["X"])?, &proof).map(drop)
        }
        "shares" => {
            let shares: Shares = codec::decode(message).ok()?;
            shares.verify(&ctx, &table.key(&s["X"])?, &cards(&s["cards"])?).ok().map(drop)
        }
        "remask" => {
            let remask: Remask = codec::decode(message).ok()?;
            remask.verify(&ctx, table.joint(&s["H"])?, &cards(&s["cards"])?).ok().map(drop)
        }
        "shuffle" => {
            let shuffle: Shuffle = codec::decode(message).ok()?;
            let piles = s["piles"].as_array()?;
            let piles: Vec<_> = piles.iter().map(cards).collect::<Option<_>>()?;
            shuffle.verify(&ctx, table.joint(&s["H"])?, &piles).ok().map(drop)
        }
        "none-of" => {
            let none: NoneOf = codec::decode(message).ok()?;
            let key = table.key(&s["X"])?;
            let stripped: Vec<_> = (cards(&s["cards"])?.into_iter())
                .map(|card| StrippedCard::unverified(card, &key))
                .collect();
            none.verify(&ctx, &key, &stripped, &points(&s["faces"])?).ok()
        }
        "seal" => {
            let seal: Seal = codec::decode(message).ok()?;
            seal.verify(&ctx, table.joint(&s["H"])?).ok().map(drop)
        }
        "opened-seal" => {
            let opened: OpenedSeal = codec::decode(message).ok()?;
            opened.verify(&table.seal(s)?).ok().map(drop)
        }
        "beacon" => {
            let part: BeaconPart = codec::decode(message).ok()?;
            part.verify(&ctx, table.joint(&s["H"])?).ok().map(drop)
        }
        "dealing" => {
            let dealing: Dealing = codec::decode(message).ok()?;
            said_by(case, "dealer")?;
            table.accept(&dealing, &ctx, s).map(drop)
        }
        "complaint" => {
            let complaint: Complaint = codec::decode(message).ok()?;
            said_by(case, "receiver")?;
            let blame = complaint.verify(&ctx, &table.escrow(s)?);
            (blame == Blame::Dealer).then_some(())
        }
        "recovered" => {
            let part: RecoveredShares = codec::decode(message).ok()?;
            said_by(case, "helper")?;
            part.verify(&ctx, &table.escrow(s)?, &cards(&s["cards"])?).ok().map(drop)
        }
        _ => None,
    }
}
