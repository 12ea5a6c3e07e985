use super::*;
use crate::strength::{Kind, Strength};

fn of(text: &str) -> Strength {
    Strength::of(&cards(text))
}

#[test]
fn he_14_kinds_of_hands_are_told_apart_and_ordered() {
    let hands = [
        ("2c 5d 7h 9s Kc", Kind::HighCard),
        ("2c 2d 7h 9s Kc", Kind::Pair),
        ("2c 2d 7h 7s Kc", Kind::TwoPairs),
        ("2c 2d 2h 7s Kc", Kind::Three),
        ("5c 6d 7h 8s 9c", Kind::Straight),
        ("2c 5c 7c 9c Kc", Kind::Flush),
        ("2c 2d 2h 7s 7c", Kind::FullHouse),
        ("2c 2d 2h 2s Kc", Kind::Four),
        ("5c 6c 7c 8c 9c", Kind::StraightFlush),
    ];
    for (hand, kind) in hands {
        assert_eq!(of(hand).kind, kind, "{hand}");
    }
    assert!(hands.is_sorted_by_key(|(hand, _)| of(hand)));
}

#[test]
fn he_14_the_ace_is_lowest_in_a_straight_to_the_five() {
    assert_eq!(of("Ac 2d 3h 4s 5c").kind, Kind::Straight);
    assert!(of("Ac 2d 3h 4s 5c") < of("2d 3h 4s 5c 6d"));
    assert!(of("Qc Kd Ah 2s 3c").kind == Kind::HighCard);
}

#[test]
fn he_14_the_best_five_of_seven_count() {
    assert_eq!(of("2c 2d 7h 7s Kc Kd 3h").to_string(), "two pairs, Kings and Sevens");
    assert_eq!(of("2c 3c 7c 9c Kc Kd Kh").kind, Kind::Flush);
}

#[test]
fn he_14_ranks_decide_among_equals_and_suits_never() {
    assert!(of("Kc Kd 7h 5s 3c") > of("Kh Ks 7c 5d 2c"));
    assert_eq!(of("Kc Kd 7h 5s 3c"), of("Kh Ks 7c 5d 3d"));
    assert!(of("Ac Ad 2h 2s 3c") > of("Kc Kd Qh Qs Jc"));
}
