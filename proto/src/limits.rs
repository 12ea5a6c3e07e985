//! Every bound on what comes from outside, with its reason.

/// The most seats at a table: the largest game takes eight.
pub const SEATS: usize = 8;
/// The longest name of a player, in bytes: fits a terminal column, in any script.
pub const NAME: usize = 40;
/// The most options in a charter.
pub const OPTIONS: usize = 16;
/// The longest key or value of an option, or id of a game, in bytes.
pub const WORD: usize = 40;
/// The largest encoded contribution: a shuffle of 256 cards with its proof takes 33 088 bytes.
pub const CONTRIBUTION: usize = 60 * 1024;
/// The largest message that is neither a contribution nor evidence nor a statement on closing a step: a
/// seat's statement that the match ends takes 151 bytes.
pub const STATEMENT: usize = 256;
/// The largest statement on closing a step: [`PROPOSALS`] proposals that rest on each other, each with
/// the promises and consents of eight seats, take 37 kB.
pub const CLOSING: usize = 48 * 1024;
/// The largest encoded message, frame or entry: evidence of equivocation holds two contributions.
pub const MESSAGE: usize = 128 * 1024;
/// How many contributions a node keeps for steps it has not reached, per seat.
pub const AHEAD: u64 = 64;
/// How many messages of closed steps a node sends in answer to one status, but for the last step's; and no more than
/// [`AHEAD`] steps, which are stored in whatever order they come.
pub const CATCH_UP: usize = 256;
/// How many bytes of closed steps a node sends in answer to one status, but for the last step's: whatever
/// is in flight when a connection breaks is asked for again.
pub const CATCH_UP_BYTES: usize = 256 * 1024;
/// How many bytes a node sends back to one player in half the time between two statuses: a shuffle of the largest deck by
/// each seat, and more.
pub const REPLY: usize = 1024 * 1024;
/// How many bytes a node sends back to all spectators together in half the time between two statuses, in the long run.
pub const REPLY_TO_SPECTATORS: usize = 512 * 1024;
/// How many bytes a node sends back to all spectators together at once, if they have asked for little before: a long match
/// takes 7 MB, and who begins to watch it need not wait.
pub const HISTORY_TO_SPECTATORS: usize = 16 * 1024 * 1024;
/// How many proposals may rest on each other: each exists because the one before was accepted by somebody
/// and yet not decided. This many and their promises fit into a message.
pub const PROPOSALS: usize = 16;
/// How many different sets of seats one seat may consent to in one step: all that there are. Of eight seats at most three
/// can be left, so that there are 63 sets. With fewer, somebody could name so many that none is left for the right one.
pub const CONSENTS: usize = 64;
/// How far the round of a ballot may be ahead of the round that at least one honest other has come to, so
/// that no seat can use up the numbers.
pub const ROUNDS_AHEAD: u32 = 1 << 16;
/// How many rounds a node goes on to follow two others that are farther ahead, between two statuses, where more than one may
/// lie: faster than one liar can lead an honest seat ahead, and so slowly that two of them need days to use up the numbers.
pub const ROUNDS_FOLLOWED: u32 = 1 << 12;
/// How many acceptances of one seat in one step a node keeps: the latest.
pub const ACCEPTS: usize = 4;
/// For how many steps that all present seats have left a node still answers seats that are left behind in
/// them.
pub const LATE_STEPS: usize = 64;
/// How many statements that it leaves or is back one seat may make in a match: each is kept.
pub const LEAVES: u32 = 256;
/// How many standings of one seat a node keeps: it signs one for each step in which somebody has lied.
pub const STANDINGS: usize = 64;
/// How many messages one answer to a node that has resumed may name: what a node keeps of one seat, the latest of it
/// if that is more.
pub const TOLD: usize = 3 * 1024;
/// How many decisions to close a step by contributions one contribution may show.
pub const DECIDED: usize = 8;
