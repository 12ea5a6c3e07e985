//! The games of this process. The binary provides them once at its start; nothing in this crate lists
//! games.

use std::sync::OnceLock;

use engine::Game;

static OFFERED: OnceLock<&'static [&'static dyn Game]> = OnceLock::new();

/// Provides the games, in the order in which they are offered. A second call is ignored.
pub fn offer(games: &'static [&'static dyn Game]) {
    let _ = OFFERED.set(games);
}

/// Every game, in the order in which they are offered.
pub fn all() -> &'static [&'static dyn Game] {
    #[cfg(test)]
    offer(::games::GAMES);
    OFFERED.get().copied().unwrap_or_default()
}

/// The game with this id, or the only one whose id begins with it.
pub fn find(prefix: &str) -> Option<&'static dyn Game> {
    engine::find(all(), prefix)
}
