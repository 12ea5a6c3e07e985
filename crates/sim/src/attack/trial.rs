//! A match under attack, from the first step until everybody has had time to notice.

use table::{Millis, StartError};

use super::{
    Attack,
    oracle::{Found, OracleError},
};
use crate::world::{Config, Scenario, World};

/// The time within which an attack has to begin.
const ATTACKED_BY: Millis = 600_000;

/// A match that was attacked.
pub struct Tried {
    /// The world, some time after the victims could communicate again.
    pub world: World,
    /// What the attacker knew before that.
    pub apart: Found,
    /// What it knew in the end.
    pub found: Found,
}

/// Why a match under attack has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// The match cannot begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It cannot be computed what the attacker knows.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// Lets an attacker act for the time `apart`, then restores all links and waits for the time `together`.
/// `None` if the attacker found no opportunity.
///
/// # Errors
/// If the match cannot begin, or it cannot be computed what the attacker knows.
pub fn trial(
    config: Config,
    attack: Attack,
    (apart, together): (Millis, Millis),
) -> Result<Option<Tried>, TrialError> {
    let trouble = Scenario { attack: Some(attack), ..Scenario::default() };
    let mut world = World::troubled(config, trouble)?;
    let waits = |world: &World| world.parted().is_none() && !world.is_over();
    world.run_while(ATTACKED_BY, waits);
    if world.parted().is_none() {
        return Ok(None);
    }
    world.run_until(world.now + apart);
    let apart = world.found()?;
    world.links.mend();
    world.run_until(world.now + together);
    let found = world.found()?;
    Ok(Some(Tried { world, apart, found }))
}
