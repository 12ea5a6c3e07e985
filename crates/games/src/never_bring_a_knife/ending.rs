//! The end of a round, and of the game.

use engine::{Outcome, Part, Table, parts, text};

use super::{FALL, Role, State};

/// NBAK-46, NBAK-47: players fall only now. N-A1: with three wounds or more.
pub(super) async fn ending(t: &mut Table<State>) -> Option<Outcome> {
    let fallen = t.fighters.seats_where(|f| f.wounds >= FALL);
    if fallen.is_empty() {
        // NBAK-52: hands and stacks are empty; only banks and wounds remain.
        t.say("NBAK-51", "Nobody has fallen: the fight goes on");
        return None;
    }
    t.phase = "End";
    for &seat in &fallen {
        t.say("NBAK-46", parts![seat, " has fallen"]);
    }
    // N-A19. N-A9: the roles count as they are now.
    let cards: Vec<_> = t.fighters.values().filter_map(|f| f.role).chain(t.boss).collect();
    let faces = t.reveal(&cards).await;
    let mut roles = faces.into_iter().filter_map(Role::of);
    let teams = t.by_seat(|_| roles.next().unwrap_or(Role::Cop));
    let boss = roles.next().unwrap_or(Role::Cop);
    for (seat, team) in teams.iter() {
        t.say("N-A19", parts![seat, " was ", article(*team), team.face()]);
    }
    t.say("N-A19", parts!["The boss was ", article(boss), boss.face()]);

    let lost = |role: Role| fallen.iter().filter(|&&seat| teams[seat] == role).count();
    let (cops, criminals) = (lost(Role::Cop), lost(Role::Criminal));
    let winner = winner(cops, criminals, boss);
    let mut summary = text!["The ", winner.team(), " win: "];
    summary.extend(number(cops, Role::Cop));
    summary = summary.with(" and ");
    summary.extend(number(criminals, Role::Criminal));
    summary = summary.with(" fell");
    if cops == criminals {
        // NBAK-50: what decided it.
        summary.extend([", and the boss was ".into(), article(boss).into(), boss.face().into()]);
    }
    t.say("NBAK-48", summary.clone());
    Some(Outcome {
        // NBAK-49: the fallen of the winning team win with it.
        winners: teams.seats_where(|&team| team == winner),
        scores: teams.map(|_, &team| i64::from(team == winner)),
        summary,
    })
}

/// The team that wins when this many of each have fallen.
fn winner(cops: usize, criminals: usize, boss: Role) -> Role {
    match cops.cmp(&criminals) {
        // NBAK-48, NBAK-49
        std::cmp::Ordering::Less => Role::Cop,
        std::cmp::Ordering::Greater => Role::Criminal,
        // NBAK-50
        std::cmp::Ordering::Equal => boss,
    }
}

/// Such as "1 Cop" or "2 Criminals".
fn number(count: usize, role: Role) -> [Part; 2] {
    let word = match (role, count) {
        (Role::Cop, 1) => " Cop",
        (Role::Cop, _) => " Cops",
        (Role::Criminal, 1) => " Criminal",
        (Role::Criminal, _) => " Criminals",
    };
    [count.into(), word.into()]
}

fn article(role: Role) -> &'static str {
    match role {
        Role::Cop => "an ",
        Role::Criminal => "a ",
    }
}
