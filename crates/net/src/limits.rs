//! Every bound on what peers can make a node do, with its reason.

use core::time::Duration;

use crate::wire;

/// The largest lobby frame: a full room with addresses takes 8 KB.
pub const LOBBY_FRAME: usize = 16 * 1024;
/// The largest match frame.
pub const MATCH_FRAME: usize = proto::limits::MESSAGE;
/// The largest request of the knock protocol: two ports and a 16-byte token.
pub const KNOCK_FRAME: usize = 64;
/// How long connecting for a knock may take.
pub const KNOCK: Duration = Duration::from_secs(2);
/// The least time between two knocks by this node, whoever asks: enough for everybody, and useless for
/// flooding.
pub const KNOCK_PAUSE: Duration = Duration::from_secs(1);
/// The largest transcript that is served or fetched: a long match takes a few megabytes.
pub const TRANSCRIPT: u64 = 64 * 1024 * 1024;
/// The largest part of a transcript in one frame.
pub const PIECE: u64 = 96 * 1024;
/// How long fetching a transcript may take before another player is asked.
pub const FETCH: Duration = Duration::from_secs(60);
/// The longest chat text, in bytes.
pub const CHAT: usize = 400;
/// The longest name of a table, in bytes.
pub const TABLE_NAME: usize = 60;
/// How many addresses a person may give, and how many bytes each may have.
pub const ADDRESSES: (usize, usize) = (8, 64);

/// Streams that may be open at once, per connection and protocol, both ways together.
pub const STREAMS: usize = 24;
/// Connections with one stranger: two, since both sides may dial at the same time.
pub const CONNECTIONS_PER_PEER: u32 = 2;
/// Incoming connections whose handshake is not finished.
pub const PENDING_INCOMING: u32 = 64;
/// Source addresses whose connection rates are tracked.
pub const CALLERS: usize = 256;
/// Connected peers that are at no table with us; beyond that, the one connected longest is disconnected.
pub const STRANGERS: usize = 16;
/// Peers remembered, connected or not.
pub const PEERS: usize = 256;

/// mDNS records kept. Anybody on the network can announce any number of them with any lifetime; beyond this
/// all of them are forgotten.
pub const DISCOVERED: usize = 512;
/// How long mDNS is switched off after that.
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
/// Bytes of match messages queued for one peer.
pub const QUEUE_BYTES: usize = 16 * 1024 * 1024;
/// Match messages kept for a peer that is not connected.
pub const KEPT: usize = 16;
/// Lobby messages queued for one peer.
pub const LOBBY_QUEUE: usize = 64;
/// Events queued for the application.
pub const EVENTS: usize = 1024;
/// Commands queued for the node's task, and inputs queued for a running match.
pub const INBOX: usize = 1024;

/// How long a request may take.
pub const REQUEST: Duration = Duration::from_secs(5);
/// The interval between two requests for a peer's table line, which also serve as heartbeats.
pub const HEARTBEAT: Duration = Duration::from_millis(1000);
/// A peer silent for this long is disconnected, so that it can be dialled again.
pub const SILENCE: Duration = Duration::from_secs(5);
/// How long after an answer of "later" a lobby message is sent again.
pub const AGAIN: Duration = Duration::from_millis(300);
/// How much longer the node with the higher peer id waits before it dials.
pub const STAGGER: Duration = Duration::from_millis(1000);
/// How long a peer that does not speak our protocols, or abuses them, is neither dialled nor let in.
pub const SHUN: Duration = Duration::from_secs(60);
/// How long a guest may be away before its seat in the lobby is given up.
pub const LOBBY_GRACE: Duration = Duration::from_secs(10);

/// How long a stopping node may take to send its goodbyes.
pub const GOODBYE: Duration = Duration::from_millis(300);

/// Attempts at a table's code in a minute: by one peer, and by all peers before only first attempts are
/// allowed.
pub const TRIES: (usize, usize) = (5, 30);
/// Attempts remembered; new keys cannot arrive faster than new connections.
pub const TRIES_KEPT: usize = 512;

/// A rate limit for what one peer may send.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How much may be sent at once.
    pub burst: f64,
    /// How much more may be sent in each second.
    pub per_second: f64,
}

/// New connections from one source address. Each may take ten seconds to fail, so the burst has to leave
/// room for other addresses.
pub const KNOCK_RATE: Rate = Rate { burst: 24.0, per_second: 2.0 };
/// Lobby frames from any peer.
pub const LOBBY_RATE: Rate = Rate { burst: 60.0, per_second: 20.0 };
/// Match messages from a seat at our table: a long match comes within seconds. To look at so many that are genuine and worth
/// nothing takes a third of a processor; what is not genuine ends the connection.
pub const MATCH_RATE: Rate = Rate { burst: 2000.0, per_second: 8000.0 };
/// Match bytes from a seat at our table.
pub const MATCH_BYTES: Rate = Rate { burst: 32e6, per_second: 16e6 };
/// Match messages from strangers: a spectator tells its status twice a second, and again for each part of the history
/// that it has taken in. How much it is sent for them is bounded by the match (`proto::limits`, `REPLY_TO_SPECTATORS` and
/// `HISTORY_TO_SPECTATORS`).
pub const WATCH_RATE: Rate = Rate { burst: 200.0, per_second: 100.0 };
/// Pieces of transcripts that are asked for: a whole one at once, and then a megabyte a second.
pub const FETCH_RATE: Rate = Rate { burst: 64.0, per_second: 10.0 };
/// Spectators that are answered at the same time: each may ask for the whole history.
pub const SPECTATORS: usize = 4;
/// How long after its last request a spectator is dropped to make room for another.
pub const SPECTATOR_GONE: Duration = Duration::from_secs(10);
