//! What guided matches explain.
#![allow(clippy::unwrap_used, clippy::disallowed_types, reason = "tests deal in the clear")]

use std::collections::BTreeSet;

use engine::{BotKind, Moment, Options, Seat, clear};

#[test]
fn every_lesson_is_about_a_rule_or_a_phase_that_the_rules_tell_of() {
    for game in games::GAMES {
        let rules = game.info().rules;
        assert!(game.lessons().len() >= 10, "{}", game.info().id);
        for lesson in game.lessons() {
            match lesson.when {
                Moment::Asked(rule) | Moment::Said(rule) => {
                    assert!(rules.contains(&format!("- {rule}: ")), "{rule}");
                }
                Moment::Phase(phase) => {
                    assert!(rules.contains(&format!("\n## {phase}\n")), "{phase}");
                }
            }
        }
    }
}

/// Whoever plays three guided matches has been told nearly everything: a lesson whose moment never comes is a
/// mistake in its rule or its phase.
#[test]
fn the_moments_of_lessons_come() {
    for game in games::GAMES {
        let info = game.info();
        let mut come = BTreeSet::new();
        // Some moments are rare: a Hit in the stack of whoever has banked three Money.
        for seed in 0..400 {
            if come.len() == game.lessons().len() {
                break;
            }
            let options = Options::parse(info.options, []).unwrap();
            let mut clear = clear::ClearGame::new(*game, info.usual_seats, &options, seed).unwrap();
            let mut bots = clear::bots(*game, BotKind::NORMAL, info.usual_seats, seed);
            let me = Seat::new(0);
            loop {
                let driver = &clear.driver;
                let view = driver.view(Some(me), clear.dealer.knowledge(me));
                let asked =
                    driver.request().and_then(|request| request.menu_of(me)).map(|menu| menu.rule);
                let said: Vec<_> =
                    clear.driver.take_events().iter().map(|event| event.rule).collect();
                for (at, lesson) in game.lessons().iter().enumerate() {
                    let now = match lesson.when {
                        Moment::Phase(phase) => view.board.phase == phase,
                        Moment::Asked(rule) => asked == Some(rule),
                        Moment::Said(rule) => said.contains(&rule),
                    };
                    if now {
                        come.insert(at);
                    }
                }
                if !clear.step(|ask, state| bots[ask.seat].pick(&ask, state)) {
                    break;
                }
            }
        }
        let never = (0..game.lessons().len()).filter(|at| !come.contains(at));
        let never: Vec<_> = never.map(|at| game.lessons()[at].when).collect();
        assert!(never.is_empty(), "{}: {never:?}", info.id);
    }
}
