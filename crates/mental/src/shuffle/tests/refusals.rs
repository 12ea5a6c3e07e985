//! A statement, a context or a message changed in one place.

use rand_core::SeedableRng;

use super::*;
use crate::testing::other_contexts;

/// The message's bytes, and where in them its elements are.
fn encode(shuffle: &Shuffle) -> (Vec<u8>, Vec<usize>) {
    let config = bincode::config::standard().with_fixed_int_encoding();
    let bytes = bincode::serde::encode_to_vec(shuffle, config).unwrap();
    let mut places = Vec::new();
    let mut at = 8;
    // Elements of 32 bytes; a length of eight before every sequence.
    let mut run = |length: usize, elements: usize| {
        at += length;
        places.extend((0..elements).map(|i| at + 32 * i));
        at += 32 * elements;
    };
    shuffle.piles.iter().for_each(|pile| run(8, 2 * pile.len()));
    run(0, 7);
    run(8, shuffle.proof.g.len());
    run(8, shuffle.proof.h.len());
    run(0, 3);
    assert_eq!(at, bytes.len());
    (bytes, places)
}

fn decode(bytes: &[u8]) -> Option<Shuffle> {
    let config = bincode::config::standard().with_fixed_int_encoding();
    bincode::serde::decode_from_slice(bytes, config).ok().map(|(shuffle, _)| shuffle)
}

#[test]
fn a_message_survives_its_bytes() {
    let (table, input, shuffle) = shuffled(&[3, 1, 4]);
    let again = decode(&encode(&shuffle).0).unwrap();
    assert_eq!(again, shuffle);
    assert_eq!(verify(&table, &input, &again), Ok(()));
}

#[test]
fn no_element_of_the_message_can_be_another() {
    let (table, input, shuffle) = shuffled(&[3, 1, 2]);
    let (bytes, places) = encode(&shuffle);
    // 12 points of cards, 7 of the proof; g, h and three more scalars.
    assert_eq!(places.len(), 12 + 7 + 6 + 3 + 3);
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    let fresh_point = RistrettoPoint::random(&mut rng).compress().0;
    let fresh_scalar = Scalar::random(&mut rng).to_bytes();
    let (zero, one) = ([0; 32], Scalar::ONE.to_bytes());
    let neighbour = |at: usize| -> [u8; 32] {
        let other = places.iter().find(|p| **p != at && bytes[**p..][..32] != bytes[at..][..32]);
        bytes[*other.unwrap()..][..32].try_into().unwrap()
    };
    let mut tried = 0;
    for &at in &places {
        for value in [fresh_point, fresh_scalar, zero, one, neighbour(at)] {
            let mut bytes = bytes.clone();
            bytes[at..at + 32].copy_from_slice(&value);
            // What is no point, or no scalar, does not even decode.
            if let Some(other) = decode(&bytes) {
                assert_ne!(other, shuffle);
                assert!(verify(&table, &input, &other).is_err(), "{at} {value:?}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 3 * places.len());
}

#[test]
fn no_bit_of_the_message_can_flip() {
    let (table, input, shuffle) = shuffled(&[2]);
    let (bytes, _) = encode(&shuffle);
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1 << (at % 8);
        assert!(decode(&bytes).is_none_or(|other| verify(&table, &input, &other).is_err()), "{at}");
    }
}

#[test]
fn lengths_of_the_proof_are_those_of_the_statement() {
    let (table, input, shuffle) = shuffled(&[3, 2]);
    let changes: [fn(&mut ShuffleProof); 6] = [
        |p| p.g.clear(),
        |p| p.h.clear(),
        |p| p.g.truncate(4),
        |p| p.h.truncate(2),
        |p| p.g.push(Scalar::ZERO),
        |p| p.h.push(Scalar::ZERO),
    ];
    for change in changes {
        let mut other = shuffle.clone();
        change(&mut other.proof);
        assert_eq!(verify(&table, &input, &other), Err(ShuffleError::Length));
    }
}

#[test]
fn output_piles_have_the_sizes_of_the_input_piles() {
    let (table, input, shuffle) = shuffled(&[3, 2]);
    let changes: [fn(&mut Piles); 6] = [
        |piles| piles[0].truncate(2),
        |piles| {
            let card = piles[1][0];
            piles[0].push(card);
        },
        |piles| piles.truncate(1),
        |piles| piles.push(vec![]),
        |piles| piles.clear(),
        |piles| {
            let card = piles[0].pop();
            piles[1].extend(card);
        },
    ];
    for change in changes {
        let mut other = shuffle.clone();
        change(&mut other.piles);
        assert_eq!(verify(&table, &input, &other), Err(ShuffleError::Sizes));
    }
}

#[test]
fn an_output_card_is_neither_replaced_nor_doubled_nor_exchanged() {
    let (table, input, shuffle) = shuffled(&[3, 2]);
    let changes: [fn(&mut Piles); 5] = [
        |piles| piles[0][0] = piles[0][1],
        |piles| piles[0].swap(0, 1),
        |piles| piles.reverse(),
        |piles| piles[0][0].a = piles[1][0].a,
        |piles| piles[1][1] = MaskedCard { a: piles[1][1].b, b: piles[1][1].a },
    ];
    for change in changes {
        let mut other = shuffle.clone();
        change(&mut other.piles);
        assert!(verify(&table, &input, &other).is_err());
    }
    let mut other = shuffle.clone();
    other.piles[1][0] = MaskedCard { a: face(1), b: face(2) };
    assert_eq!(verify(&table, &input, &other), Err(ShuffleError::Proof));
}

#[test]
fn a_proof_is_about_its_input_only() {
    let (mut table, input, shuffle) = shuffled(&[3, 2]);
    let changes: [fn(&mut Piles); 4] = [
        |piles| piles[0].swap(0, 1),
        |piles| piles[0][0] = piles[0][1],
        |piles| piles[0][0].b = piles[1][0].b,
        |piles| piles[1][1].a = Point::identity(),
    ];
    for change in changes {
        let mut other = input.clone();
        change(&mut other);
        assert_eq!(verify(&table, &other, &shuffle), Err(ShuffleError::Proof));
    }
    let fresh = deck(&mut table, &[3, 2]);
    assert_eq!(verify(&table, &fresh, &shuffle), Err(ShuffleError::Proof));
}

#[test]
fn where_an_empty_pile_lies_is_part_of_the_statement() {
    let (table, input, shuffle) = shuffled(&[3, 0]);
    let moved = |piles: &Piles| vec![piles[1].clone(), piles[0].clone()];
    let other = Shuffle { piles: moved(&shuffle.piles), ..shuffle.clone() };
    assert_eq!(verify(&table, &moved(&input), &other), Err(ShuffleError::Proof));
    let one = Shuffle { piles: vec![shuffle.piles[0].clone()], ..shuffle };
    assert_eq!(verify(&table, &[input[0].clone()], &one), Err(ShuffleError::Proof));
}

#[test]
fn a_shuffle_holds_in_its_own_context_only() {
    let (table, input, shuffle) = shuffled(&[3]);
    for other in other_contexts(1, 0) {
        let refused = shuffle.verify(&other, &table.joint, &cards(&input));
        assert_eq!(refused, Err(ShuffleError::Proof));
    }
}

#[test]
fn a_shuffle_holds_under_its_own_joint_key_only() {
    let (_, input, shuffle) = shuffled(&[3]);
    assert_eq!(verify(&Table::new(2, 2), &input, &shuffle), Err(ShuffleError::Proof));
}

#[test]
fn unmasked_output_is_refused() {
    let (table, input, shuffle) = shuffled(&[3]);
    let changes: [fn(&mut MaskedCard); 2] =
        [|card| card.a = Point::identity(), |card| card.b = Point::identity()];
    for change in changes {
        let mut other = shuffle.clone();
        change(&mut other.piles[0][1]);
        assert_eq!(verify(&table, &input, &other), Err(ShuffleError::Unmasked));
    }
}

#[test]
fn a_chain_needs_its_links_in_order_and_joined() {
    let mut table = Table::new(3, 1);
    let input = deck(&mut table, &[3, 2]);
    let chain = chain(&mut table, &input);
    assert!(verify_chain(&table, &input, &chain).is_ok());
    assert_eq!(verify_chain(&table, &input, &[]), Ok(vec![]));
    let refused = |chain: &[Shuffle]| verify_chain(&table, &input, chain).unwrap_err();
    let error = ShuffleError::Proof;
    let [one, two, three] = &chain[..] else { panic!() };
    assert_eq!(refused(&[two.clone(), one.clone()]), ChainError { link: 0, error });
    assert_eq!(refused(&[one.clone(), three.clone()]), ChainError { link: 1, error });
    assert_eq!(refused(&[one.clone(), one.clone()]), ChainError { link: 1, error });
    let mut short = two.clone();
    short.piles[0].pop();
    let error = ShuffleError::Sizes;
    assert_eq!(refused(&[one.clone(), short, three.clone()]), ChainError { link: 1, error });
}

#[test]
fn errors_that_cancel_without_weights_are_refused() {
    let mut table = Table::new(2, 1);
    let input = deck(&mut table, &[4]);
    let chain = chain(&mut table, &input);
    // Across links: both errors are multiples of the base point.
    let mut other = chain.clone();
    other[0].proof.z += Scalar::ONE;
    other[1].proof.z -= Scalar::ONE;
    let error = ShuffleError::Proof;
    assert_eq!(verify_chain(&table, &input, &other), Err(ChainError { link: 0, error }));
    // Across equations of one link.
    let mut other = chain[0].clone();
    other.proof.z += Scalar::ONE;
    other.proof.y -= Scalar::ONE;
    assert_eq!(verify(&table, &input, &other), Err(ShuffleError::Proof));
}
