use engine::BySeat;

use super::*;
use crate::{
    pots::{Stake, payouts},
    strength::Strength,
};

fn stake(paid: u32, hand: &str) -> Stake {
    let strength = (!hand.is_empty()).then(|| Strength::of(&cards(hand)));
    Stake { paid, strength }
}

fn won(stakes: &[Stake]) -> Vec<u32> {
    let stakes: BySeat<Stake> = stakes.iter().copied().collect();
    payouts(&stakes, Seat::new(0)).values().copied().collect()
}

const ACES: &str = "Ah Ad 2c 7s 9d";
const KINGS: &str = "Kh Kd 2c 7s 9d";
const KINGS_TOO: &str = "Ks Kc 2c 7s 9d";

#[test]
fn he_15_a_short_stake_wins_no_more_than_itself_from_each() {
    assert_eq!(won(&[stake(10, ACES), stake(50, KINGS), stake(50, "2h 3d 4c 7s 9d")]), [30, 80, 0]);
}

#[test]
fn he_15_what_nobody_matched_goes_back() {
    assert_eq!(won(&[stake(10, ACES), stake(50, KINGS)]), [20, 40]);
}

#[test]
fn he_15_who_has_folded_leaves_the_stake() {
    assert_eq!(won(&[stake(20, ""), stake(50, KINGS), stake(50, ACES)]), [0, 0, 120]);
}

#[test]
fn he_16_equal_hands_share_and_the_odd_chip_goes_left_of_the_button() {
    assert_eq!(won(&[stake(5, KINGS), stake(5, KINGS_TOO), stake(5, "")]), [7, 8, 0]);
}
