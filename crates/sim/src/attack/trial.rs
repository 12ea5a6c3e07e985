//! A match under attack, from the first step until everybody has had the time to notice.

use table::{Millis, StartError};

use super::{
    Attack,
    oracle::{Found, OracleError},
};
use crate::world::{Config, Trouble, World};

/// A match is attacked within this time, or not at all.
const ATTACKED_BY: Millis = 600_000;

/// A match that was attacked.
pub struct Tried {
    /// The world, some time after the victims could talk with each other again.
    pub world: World,
    /// What the attacker knew before they could.
    pub apart: Found,
    /// What it knew in the end.
    pub found: Found,
}

/// Why a match under attack tells nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// It cannot begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It cannot be found out what the attacker knows.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// Lets an attacker have its way for so long, then mends all links, and waits so long once more. `None` if
/// the attacker found no opportunity.
///
/// # Errors
/// Says why the match cannot begin, or what the attacker knows cannot be found out.
pub fn trial(
    config: Config,
    attack: Attack,
    (apart, together): (Millis, Millis),
) -> Result<Option<Tried>, TrialError> {
    let trouble = Trouble { attack: Some(attack), ..Trouble::default() };
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
