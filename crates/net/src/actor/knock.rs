//! Knocking: a peer asks whether it can be reached from outside, and this node tries. It connects only to
//! the address that the request came from, sends a few bytes, and does so seldom, so it cannot be used
//! against others.

use std::{
    collections::HashMap,
    io::Write as _,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, UdpSocket},
    thread,
    time::Instant,
};

use libp2p::{
    PeerId,
    request_response::{Message, ResponseChannel},
    swarm::ConnectionId,
};
use proto::codec;
use serde::{Deserialize, Serialize};

use super::{Actor, frames::Frame};
use crate::{Identity, limits};

/// Lower ports belong to system services; nobody waits for a knock there.
const FIRST_PORT: u16 = 1024;
/// How often the UDP packet is sent, since packets may be lost.
const PACKETS: usize = 3;

/// A request to knock at these ports of the machine that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knock {
    /// The port on which it waits for a TCP connection.
    pub tcp: u16,
    /// The port on which it waits for a UDP packet.
    pub udp: u16,
    /// The token to send to both.
    pub word: [u8; 16],
}

/// What knocking needs to know.
#[derive(Default)]
pub(super) struct Knocking {
    /// The source address of every connection.
    pub(super) callers: HashMap<ConnectionId, IpAddr>,
    /// When this node last knocked for somebody.
    last: Option<Instant>,
}

impl Actor {
    /// Asks a peer to knock.
    pub(super) fn ask_to_knock(&mut self, who: Identity, knock: Knock) {
        if let Some(peer) = who.peer() {
            self.swarm.behaviour_mut().knock.send_request(&peer, codec::encode(&knock));
        }
    }

    pub(super) fn on_knock_frame(&mut self, event: Frame) {
        match event {
            Frame::Message { peer, connection_id, message } => {
                if let Message::Request { request, channel, .. } = message
                    && let Err(error) = self.on_knock((peer, connection_id), &request, channel)
                {
                    self.malformed(peer, connection_id, &error);
                }
            }
            // The asker finds out by hearing no knock.
            Frame::OutboundFailure { .. } | Frame::ResponseSent { .. } => {}
            Frame::InboundFailure { peer, connection_id, error, .. } => {
                self.on_inbound_failure(peer, connection_id, &error);
            }
        }
    }

    fn on_knock(
        &mut self,
        (from, by): (PeerId, ConnectionId),
        bytes: &[u8],
        channel: ResponseChannel<Vec<u8>>,
    ) -> Result<(), codec::DecodeError> {
        let now = Instant::now();
        let Some(rested) = self.may_knock_for(from, now) else { return Ok(()) };
        let knock: Knock = codec::decode(bytes)?;
        let ports = [knock.tcp, knock.udp].iter().all(|port| *port >= FIRST_PORT);
        let at = self.knocking.callers.get(&by).copied().filter(|_| rested && ports);
        if let Some(at) = at {
            self.knocking.last = Some(now);
            // A thread of its own, since nothing here waits for the result.
            thread::spawn(move || go(at, knock));
        }
        let _ =
            self.swarm.behaviour_mut().knock.send_response(channel, vec![u8::from(at.is_some())]);
        Ok(())
    }

    /// Whether this node has rested since it last knocked; none if whoever asks sends too much.
    pub(super) fn may_knock_for(&mut self, from: PeerId, now: Instant) -> Option<bool> {
        self.peer_in_the_lobby(from, now)?;
        Some(self.knocking.last.is_none_or(|at| now - at >= limits::KNOCK_PAUSE))
    }
}

/// Knocks over TCP and UDP. Only the other end can tell whether that succeeded.
fn go(at: IpAddr, Knock { tcp, udp, word }: Knock) {
    if let Ok(mut stream) = TcpStream::connect_timeout(&SocketAddr::new(at, tcp), limits::KNOCK) {
        let _ = stream.write_all(&word);
    }
    let any: IpAddr = match at {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    if let Ok(socket) = UdpSocket::bind((any, 0)) {
        for _ in 0..PACKETS {
            let _ = socket.send_to(&word, SocketAddr::new(at, udp));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Read as _,
        net::TcpListener,
        time::{Duration, Instant},
    };

    use crate::{Config, Event, Net, Reach, limits, testing};

    use super::*;

    fn node(test: &str) -> (Net, std::sync::mpsc::Receiver<Event>) {
        let key = crate::load_or_create(&testing::folder(test).join("key")).unwrap();
        Net::start(Config { key, reach: Reach::Loopback, port: None }).unwrap()
    }

    /// A node asks another one to knock; returns the listener at which the knock would arrive.
    fn asked(test: &str, tcp: impl Fn(u16) -> u16) -> TcpListener {
        let (there, _events) = node(&format!("{test}-there"));
        let (here, events) = node(&format!("{test}-here"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        here.dial(there.addresses()).unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        let port = tcp(listener.local_addr().unwrap().port());
        loop {
            assert!(Instant::now() < until);
            if let Ok(Event::Reached(who, _)) = events.recv_timeout(Duration::from_secs(1)) {
                here.knock(who, Knock { tcp: port, udp: 4000, word: [7; 16] });
                break;
            }
        }
        listener.set_nonblocking(true).unwrap();
        thread::sleep(limits::KNOCK);
        listener
    }

    #[test]
    fn whoever_is_asked_knocks_at_the_address_that_asked() {
        let (mut heard, _) = asked("knock", |port| port).accept().unwrap();
        heard.set_nonblocking(false).unwrap();
        let mut word = [0; 16];
        heard.read_exact(&mut word).unwrap();
        assert_eq!(word, [7; 16]);
    }

    #[test]
    fn nobody_knocks_at_a_service_of_the_system() {
        assert!(asked("system", |_| 80).accept().is_err());
    }
}
