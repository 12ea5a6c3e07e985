#![allow(missing_docs, clippy::unwrap_used)]
use engine::{Options, Seat, BotKind};
use sim::{Config, Faults, World, world::Trouble};
#[test]
fn debug() {
    let var = |k: &str, d: &str| std::env::var(k).unwrap_or(d.into());
    let game = games::find(&var("GAME", "suspicion")).unwrap();
    let options = Options::parse(game.info().options, []).unwrap();
    let config = Config {
        game,
        seats: var("SEATS", "4").parse().unwrap(),
        options,
        survive: var("SURVIVE", "2").parse().unwrap(),
        on_cheat: proto::OnCheat::End,
        bots: BotKind::Random,
        seed: var("SEED", "120053").parse().unwrap(),
        timing: table::Timing { status: 500, grace: 10_000, patience: 60_000 },
    };
    let faults = Faults::parse(&var("FAULTS", "partition,crash,loss,reorder,outage")).unwrap();
    let first: u64 = config.seed;
    let mut bad = 0;
    for seed in first..first + var("COUNT", "1").parse::<u64>().unwrap() {
        let config = Config { seed, ..config.clone() };
        let mut world = World::troubled(config.clone(), Trouble { faults, ..Trouble::default() }).unwrap();
        let over = world.run(var("DEADLINE", "1000000").parse().unwrap());
        let verdict = world.verdict();
        if verdict.is_ok() { continue; }
        bad += 1;
        println!("seed {seed} over {over} now {} {verdict:?}", world.now);
        for seat in Seat::all(config.seats) {
            let Some(node) = world.node(seat) else { println!("{seat} down"); continue };
            println!("{seat}: step {} {} missing {:?} gone {:?} away {:?} may {:?} ending {:?} excluded {} asking {} blames {:?}\n   {}", node.play().step(), node.play().round_name(), node.missing(), node.play().gone(), node.away(), node.may_go_on_without(), node.play().ending(), node.is_excluded(), node.is_asking(), node.blames(), node.debug_closing() + &node.debug_log());
        }
        if bad > 2 { break; }
    }
    println!("done, {bad} bad");
}
