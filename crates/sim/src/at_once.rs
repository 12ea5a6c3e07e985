//! Matches among nodes that hear each other at once: the shortest way to a long history.

use std::collections::VecDeque;

use engine::{Ask, Seat};
use table::{Node, Output, StartError};

use crate::{
    charter::{charter, secrets},
    world::Config,
};

/// Plays until the first seat has closed so many steps, or the match is over: the node of each seat, and its journal.
///
/// # Errors
/// If a match cannot be begun so.
pub fn played(config: &Config, steps: u64) -> Result<Vec<(Node, Vec<u8>)>, StartError> {
    let charter = charter(config);
    let (mut played, mut bots) = (Vec::new(), Vec::new());
    for seat in Seat::all(config.seats) {
        let me = Some((seat, secrets(config.seed, seat)));
        played.push((Node::new(charter.clone(), config.game, me, 0)?, Vec::new()));
        bots.push(config.game.bot(config.bots, seat, config.seed));
    }
    let mut post = VecDeque::new();
    while played.first().is_some_and(|(node, _)| node.play().step() <= steps && !node.is_over()) {
        for ((seat, (node, journal)), bot) in
            Seat::all(config.seats).zip(&mut played).zip(&mut bots)
        {
            if let Some(menu) = node.menu() {
                let (driver, knowledge) = (node.play().driver(), node.knowledge());
                let entry = bot.pick(&Ask::new(driver, seat, menu, &knowledge), driver.state());
                if node.choose(entry, 0).is_err() {
                    return Ok(played);
                }
            }
            for output in node.take_outputs() {
                match output {
                    Output::Keep(bytes, _) => journal.extend(bytes),
                    Output::Broadcast(bytes) => post.push_back((seat, bytes)),
                    _ => {}
                }
            }
        }
        if let Some((from, bytes)) = post.pop_front() {
            for to in from.others(config.seats) {
                let _ = played[to.index()].0.handle(Some(from), &bytes, 0);
            }
        }
    }
    Ok(played)
}
