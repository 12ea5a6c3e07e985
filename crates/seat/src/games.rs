//! The games of this process. The binary hands them in, once, before anything else; nothing here has a list of its own.

use std::sync::OnceLock;

use engine::Game;

static OFFERED: OnceLock<&'static [&'static dyn Game]> = OnceLock::new();

/// Offers these games, in this order. A process does so once: a second list is not taken.
pub fn offer(games: &'static [&'static dyn Game]) {
    let _ = OFFERED.set(games);
}

/// Every game, in the order in which they are offered.
pub fn all() -> &'static [&'static dyn Game] {
    #[cfg(test)]
    offer(::games::GAMES);
    OFFERED.get().copied().unwrap_or_default()
}

/// The game with this id, or the only one whose id begins so.
pub fn find(prefix: &str) -> Option<&'static dyn Game> {
    engine::find(all(), prefix)
}
