//! Every bound on what peers can make a node do, with its reason.

use core::time::Duration;

use crate::wire;

/// The largest lobby frame: a full room with addresses takes 8 KB.
pub const LOBBY_FRAME: usize = 16 * 1024;
/// The largest match frame.
pub const MATCH_FRAME: usize = proto::limits::MESSAGE;
/// The largest frame that asks to knock: two ports and a number.
pub const KNOCK_FRAME: usize = 64;
/// How long a knock may take.
pub const KNOCK: Duration = Duration::from_secs(2);
/// Between two knocks of this node, whoever asks: nobody needs more, and nobody can be bothered by it.
pub const KNOCK_PAUSE: Duration = Duration::from_secs(1);
/// The largest transcript that is given or taken: a long match takes a few megabytes.
pub const TRANSCRIPT: u64 = 64 * 1024 * 1024;
/// The largest part of it in one frame.
pub const PIECE: u64 = 96 * 1024;
/// How long fetching one may take before another player is asked.
pub const FETCH: Duration = Duration::from_secs(60);
/// The longest chat text, in bytes.
pub const CHAT: usize = 400;
/// The longest name of a table, in bytes.
pub const TABLE_NAME: usize = 60;
/// The most addresses a person may give, and the longest one, in bytes.
pub const ADDRESSES: (usize, usize) = (8, 64);

/// Streams that may be open at once, per connection and protocol, both ways together.
pub const STREAMS: usize = 24;
/// Connections with one stranger: both may have dialled at once.
pub const CONNECTIONS_PER_PEER: u32 = 2;
/// Connections that are being made to this node.
pub const PENDING_INCOMING: u32 = 64;
/// Addresses whose connections are counted.
pub const CALLERS: usize = 256;
/// Peers connected that are at no table with us: beyond that the oldest has to go.
pub const STRANGERS: usize = 16;
/// Peers remembered.
pub const PEERS: usize = 256;

/// Records of mDNS kept: anybody can write any number, to be kept for years. Beyond that, all are
/// forgotten.
pub const DISCOVERED: usize = 512;
/// How long mDNS is not listened to then.
pub const DEAF: Duration = Duration::from_secs(2);

/// Bundles of match messages under way to one peer at a time.
pub const WINDOW: usize = 8;
/// Match messages in one bundle: what somebody catches up with comes by as many at a time.
pub const BUNDLE: usize = 1 + proto::limits::CATCH_UP;
/// Their bytes: one of the largest, or many small ones.
pub const BUNDLE_BYTES: usize = wire::FRAME + MATCH_FRAME;
/// Match messages waiting for one peer; a peer that lets more pile up is disconnected, and gets what it
/// missed by telling its status when it is back.
pub const QUEUE: usize = 512;
/// Their bytes.
pub const QUEUE_BYTES: usize = 16 * 1024 * 1024;
/// Match messages kept for a peer that is not here.
pub const KEPT: usize = 16;
/// Lobby messages waiting for one peer.
pub const LOBBY_QUEUE: usize = 64;
/// Events waiting for the application.
pub const EVENTS: usize = 1024;
/// Match messages waiting for the runner.
pub const INBOX: usize = 1024;

/// How long a request may take.
pub const REQUEST: Duration = Duration::from_secs(5);
/// Between two looks at a connected peer: heartbeat and table list in one.
pub const HEARTBEAT: Duration = Duration::from_millis(1000);
/// A peer not heard of for so long is disconnected, so that it can be dialled anew.
pub const SILENCE: Duration = Duration::from_secs(5);
/// How long a lobby message that was not heard waits to be sent again.
pub const AGAIN: Duration = Duration::from_millis(300);
/// How much longer the higher peer id waits before it dials too.
pub const STAGGER: Duration = Duration::from_millis(1000);
/// How long a peer that does not speak our protocols, or abuses them, is left alone.
pub const SHUN: Duration = Duration::from_secs(60);
/// How long a guest may be away before its seat in the lobby is given up.
pub const LOBBY_GRACE: Duration = Duration::from_secs(10);

/// How long a node that stops has to say goodbye.
pub const GOODBYE: Duration = Duration::from_millis(300);

/// Tries of a table's code in a minute: by one peer, and by all before nobody may try a second time.
pub const TRIES: (usize, usize) = (5, 30);
/// Tries remembered: new keys come no faster than new connections may.
pub const TRIES_KEPT: usize = 512;

/// What one peer may send: a burst, and so much a second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The burst.
    pub burst: f64,
    /// Per second.
    pub per_second: f64,
}

/// New connections from one address: a burst of these, each of which may take ten seconds to come to
/// nothing, leaves room for others.
pub const KNOCK_RATE: Rate = Rate { burst: 24.0, per_second: 2.0 };
/// Lobby frames from anybody.
pub const LOBBY_RATE: Rate = Rate { burst: 60.0, per_second: 20.0 };
/// Match messages from a seat at our table: a long match comes within seconds. To look at so many that are genuine and worth
/// nothing takes a third of a processor; what is not genuine ends the connection.
pub const MATCH_RATE: Rate = Rate { burst: 2000.0, per_second: 8000.0 };
/// Match bytes from a seat at our table.
pub const MATCH_BYTES: Rate = Rate { burst: 32e6, per_second: 16e6 };
/// Match messages from strangers: a spectator tells its status twice a second, and again for each part of the history
/// that it has taken in. How much it is sent for them is bounded by the match (`proto::limits::REPLY_TO_SPECTATORS`).
pub const WATCH_RATE: Rate = Rate { burst: 200.0, per_second: 100.0 };
/// Pieces of transcripts that are asked for: a whole one at once, and then a megabyte a second.
pub const FETCH_RATE: Rate = Rate { burst: 64.0, per_second: 10.0 };
/// Spectators that are answered at a time: each may ask for the whole history.
pub const SPECTATORS: usize = 4;
/// Until one who watches no more makes room for another.
pub const SPECTATOR_GONE: Duration = Duration::from_secs(10);
