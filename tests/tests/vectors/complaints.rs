//! Dealings that are bad, and complaints about them that are true or not.

use engine::Seat;
use proto::{Body, Contribution, Evidence, Message, Record, Signed, SignedCharter, codec};
use table::{Node, Output, audit::Auditor};

use crate::{
    played::{identity, records, secrets},
    turns::find,
    verdicts::{beside, transcript},
};

/// The match whose setup they are in: three seats, of whom one may leave.
const OF: &str = "turns";

/// Name, match, file: of transcripts, and of evidence.
pub(crate) fn files() -> [Vec<(String, &'static str, Vec<u8>)>; 2] {
    let (before, victim) = (dealt_badly(), Seat::new(1));
    let complaint = complaint_of(victim, &before);
    let file = |name: &str, complaints: &[(u8, mental::Complaint)]| {
        let receipts = [(Seat::new(0), &[][..]), (victim, complaints)];
        let mut all = before.clone();
        for (seat, complaints) in receipts {
            all.push(said_next(&all, seat, Body::Receipt(complaints.to_vec())));
        }
        (name.to_owned(), OF, transcript(&all))
    };
    let convicts = |name: &str, complaints: &[(u8, mental::Complaint)]| {
        let receipt = said_next(&before, victim, Body::Receipt(complaints.to_vec()));
        let Record::Contribution(receipt) = receipt else { panic!("no receipt") };
        let file = beside(&Evidence::Invalid(Box::new(receipt)), &before);
        (name.to_owned(), OF, file)
    };
    let dealer = complaint.0;
    let false_one = (dealer, bent(&complaint.1));
    let evidence = vec![
        convicts("a receipt with a true complaint", std::slice::from_ref(&complaint)),
        convicts("a receipt with a false complaint", std::slice::from_ref(&false_one)),
    ];
    let transcripts = vec![
        file("a true complaint about a dealing", std::slice::from_ref(&complaint)),
        file(
            "a complaint about a bad dealing whose proof is false",
            std::slice::from_ref(&false_one),
        ),
        file("a true complaint behind a false one", &[false_one.clone(), complaint.clone()]),
        file("a false complaint behind a true one", &[complaint, false_one]),
    ];
    [transcripts, evidence]
}

/// The match up to its dealings, of which the first one gives each seat what is another's.
fn dealt_badly() -> Vec<Record> {
    let is_setup = |record: &&Record| match record {
        Record::Contribution(said) => said.statement.step <= 2,
        record => matches!(record, Record::Charter(_)),
    };
    let mut setup: Vec<Record> = records(OF).iter().filter(is_setup).cloned().collect();
    for record in &mut setup {
        if let Record::Contribution(said) = record
            && let Body::Dealing(dealing) = &said.statement.body
            && said.statement.seat == 0
        {
            let mut dealing = dealing.clone();
            dealing.sealed.rotate_left(1);
            let statement = Contribution { body: Body::Dealing(dealing), ..said.statement.clone() };
            *said = Signed::new(statement, &identity(Seat::new(0)));
        }
    }
    setup
}

fn charter_of(records: &[Record]) -> &SignedCharter {
    match records.first() {
        Some(Record::Charter(charter)) => charter,
        _ => panic!("{OF} has no charter"),
    }
}

/// What a seat's node complains about when it has heard all that.
fn complaint_of(seat: Seat, heard: &[Record]) -> (u8, mental::Complaint) {
    let charter = charter_of(heard).clone();
    let game = find(&charter.charter.game).unwrap();
    let mut node = Node::new(charter, game, Some((seat, secrets(OF, seat))), 0).unwrap();
    for record in heard {
        if let Record::Contribution(said) = record {
            node.handle(None, &codec::encode(&Message::Contribution(said.clone())), 0).unwrap();
        }
    }
    let complaint = |output: Output| {
        // It has found a cheat with its first complaint, and shows that.
        let Output::Broadcast(bytes) = output else { return None };
        let Ok(Message::Evidence(Evidence::Invalid(said))) = Message::decode(&bytes) else {
            return None;
        };
        let Body::Receipt(complaints) = said.statement.body else { return None };
        complaints.into_iter().next()
    };
    node.take_outputs().into_iter().find_map(complaint).unwrap()
}

/// A contribution to the step that these records lead to.
fn said_next(before: &[Record], seat: Seat, body: Body) -> Record {
    let charter = charter_of(before);
    let mut auditor = Auditor::new(charter, find(&charter.charter.game).unwrap()).unwrap();
    before.iter().skip(1).for_each(|record| assert!(auditor.follow(record), "{OF}"));
    let (match_id, step, head) =
        (auditor.play().id(), auditor.play().step(), auditor.play().head());
    let (seat, key) = (seat.index() as u8, identity(seat));
    let statement = Contribution { match_id, step, seat, head, decided: Vec::new(), body };
    Record::Contribution(Signed::new(statement, &key))
}

/// The same complaint with another last scalar in its proof.
fn bent(complaint: &mental::Complaint) -> mental::Complaint {
    let mut bytes = codec::encode(complaint);
    let at = bytes.len() - 32;
    bytes[at] ^= 1;
    codec::decode(&bytes).unwrap()
}
