//! One seat attacks: it learns nothing that the rules did not show it, whatever it tells to whom.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::BotKind;
use proto::OnCheat;
use sim::{
    Attack, Config, Parting,
    attack::trial::{Tried, trial},
};
use support::{seat, with_options};

/// Longer than anybody waits for anybody who is away.
const LONG: u64 = 100_000;

/// A game that is soon over, with random players, who do everything that can be done.
fn table(game: &str, seats: usize, seed: u64) -> Config {
    let options: &[_] = if game == "knives" { &[("target", "10")] } else { &[] };
    let on_cheat = if seed % 2 == 0 { OnCheat::End } else { OnCheat::GoOn };
    let survive = if seats > 3 { (seed / 2 % 2) as u8 } else { 0 };
    Config { survive, on_cheat, bots: BotKind::Random, ..with_options(game, seats, seed, options) }
}

fn attacked(config: Config, attack: Attack) -> Option<Tried> {
    trial(config, attack, (10_000, 5_000)).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn zz_matrix() {
    let only = std::env::var("ROW").unwrap_or_default();
    for (game, seats, round) in [
        ("suspicion", 3, "shuffle"),
        ("suspicion", 4, "choose"),
        ("suspicion", 4, "seal"),
        ("suspicion", 3, "remix"),
        ("suspicion", 3, "beacon"),
        ("never-bring-a-knife", 4, "shuffle"),
        ("never-bring-a-knife", 4, "choose"),
        ("never-bring-a-knife", 4, "remask"),
        ("never-bring-a-knife", 4, "beacon"),
        ("no-honor", 3, "shuffle"),
        ("no-honor", 3, "choose"),
        ("no-honor", 3, "seal"),
        ("no-honor", 3, "remix"),
        ("no-honor", 3, "remask"),
        ("no-honor", 3, "beacon"),
        ("knives", 5, "choose"),
        ("knives", 5, "shuffle"),
        ("knives", 5, "seal"),
        ("knives", 5, "remix"),
        ("knives", 5, "remask"),
        ("knives", 5, "beacon"),
    ] {
        if !only.is_empty() && !format!("{game} {round}").contains(&only) {
            continue;
        }
        for seed in 0..4 {
            let start = std::time::Instant::now();
            let attacker = seat(seats as u8 - 1);
            let attack = Attack::each(attacker, seats, Parting::Round(round, (seed % 3) as u32));
            match attacked(table(game, seats, seed), attack) {
                None => {
                    eprintln!("{game} {seats} {round} {seed}: no opportunity {:?}", start.elapsed())
                }
                Some(t) => {
                    let named = t
                        .world
                        .honest()
                        .filter(|(_, p)| p.accusations.iter().any(|(f, _)| f.seat == attacker))
                        .count();
                    let text: Vec<_> =
                        t.found.leaks.iter().take(3).map(ToString::to_string).collect();
                    eprintln!(
                        "{game} {seats} {round} {seed}: parted {:?} known {} leaks {} then {} named by {named} {:?} {:?} wrongs {:?} {:?}",
                        t.world.parted(),
                        t.found.known,
                        t.apart.leaks.len(),
                        t.found.leaks.len(),
                        text,
                        start.elapsed(),
                        t.world.monitor.named,
                        t.world.monitor.wrongs
                    );
                }
            }
        }
    }
}
