//! Matches that once ended badly, as the command lines that showed it: `nodealer sim` and what follows.
//! Each must end well for ever: nobody honest named, one history, nobody stuck while a quorum can reach
//! each other, a fair audit.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::BotKind;
use proto::OnCheat;
use sim::{Config, Faults, Kind, run};
use support::config;

/// A command line of `nodealer sim`.
struct CommandLine {
    config: Config,
    matches: u32,
    faults: Faults,
    cheats: Vec<Kind>,
}

impl CommandLine {
    fn parse(line: &str) -> Self {
        let mut words = line.split_whitespace();
        let mut line = Self {
            config: Config {
                bots: BotKind::NORMAL,
                on_cheat: OnCheat::End,
                ..config(words.next().unwrap(), 0, 1)
            },
            matches: 1,
            faults: Faults::NONE,
            cheats: Vec::new(),
        };
        while let (Some(option), Some(value)) = (words.next(), words.next()) {
            line.set(option, value);
        }
        line
    }

    fn set(&mut self, option: &str, value: &str) {
        match option {
            "--seats" => self.config.seats = value.parse().unwrap(),
            "--survive" => self.config.survive = value.parse().unwrap(),
            "--seed" => self.config.seed = value.parse().unwrap(),
            "--matches" => self.matches = value.parse().unwrap(),
            "--faults" => self.faults = Faults::parse(value).unwrap(),
            "--cheat" => self.cheats.push(Kind::find(value).unwrap()),
            "--on-cheat" if value == "go-on" => self.config.on_cheat = OnCheat::GoOn,
            _ => panic!("{option} {value}"),
        }
    }
}

fn ends_well(line: &str) {
    let CommandLine { config, matches, faults, cheats } = CommandLine::parse(line);
    let report = run(&config, matches, faults, &cheats, |_, _| {});
    assert_eq!(report.problems, [""; 0]);
    assert_eq!(report.finished, report.matches);
}

macro_rules! lines {
    ($($name:ident: $($part:literal)+;)+) => {
        $(#[test]
        fn $name() {
            ends_well(concat!($($part, " "),+));
        })+
    };
}

lines! {
    outages_at_a_table_of_four_that_survives_two:
        "suspicion --seats 4 --survive 2 --faults partition,crash,loss,reorder,outage"
        "--seed 120053 --matches 4";
    outages_at_a_table_of_three:
        "suspicion --seats 3 --survive 1 --faults partition,crash,loss,reorder,outage"
        "--seed 110028 --matches 20";
    later_outages_at_a_table_of_three:
        "suspicion --seats 3 --survive 1 --faults partition,crash,loss,reorder,outage"
        "--seed 110048 --matches 20";
    outages_without_lost_messages:
        "suspicion --seats 3 --survive 1 --faults partition,crash,outage --seed 500033";
    equivocations_while_messages_get_lost:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 805000 --matches 15";
    equivocation_701002:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 701002";
    equivocation_701005:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 701005";
    equivocation_701013:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 701013";
    equivocation_805002:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 805002";
    equivocation_805003:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 805003";
    equivocation_805007:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat equivocation"
        "--on-cheat go-on --seed 805007";
    wrong_head_701004:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat wrong-head"
        "--on-cheat go-on --seed 701004";
    wrong_head_701007:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat wrong-head"
        "--on-cheat go-on --seed 701007";
    wrong_head_805003:
        "suspicion --seats 4 --survive 1 --faults loss,reorder,delay --cheat wrong-head"
        "--on-cheat go-on --seed 805003";
    every_fault_among_three_thieves_32000:
        "no-honor --seats 3 --survive 1"
        "--faults loss,dup,reorder,delay,partition,crash,slow,outage,leave --seed 32000";
    every_fault_among_three_thieves_41001:
        "no-honor --seats 3 --survive 1"
        "--faults loss,dup,reorder,delay,partition,crash,slow,outage,leave --seed 41001";
    every_fault_among_three_thieves_42001:
        "no-honor --seats 3 --survive 1"
        "--faults loss,dup,reorder,delay,partition,crash,slow,outage,leave --seed 42001";
    outages_and_a_leaver_among_four_with_knives:
        "never-bring-a-knife --seats 4 --survive 1"
        "--faults partition,crash,loss,reorder,outage,leave --seed 43200";
}
