//! Peers that send what they like.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use futures::StreamExt;
use libp2p::{
    StreamProtocol, Swarm, SwarmBuilder, identity::Keypair, noise, request_response,
    swarm::SwarmEvent, tcp, yamux,
};
use net::{
    Multiaddr,
    wire::{self, Frames},
};

/// A peer that sends what it likes.
pub(crate) fn stranger(key: Keypair, protocol: StreamProtocol) -> Swarm<Frames> {
    SwarmBuilder::with_existing_identity(key)
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
        .unwrap()
        .with_behaviour(|_| wire::frames(protocol, 64 << 20))
        .unwrap()
        .build()
}

/// Sends frames to a node, `at_once` at a time, until told to stop; comes back under a new key when it
/// is thrown out. Returns how many frames were answered, and how often it was thrown out.
pub(crate) fn attack(
    target: Multiaddr,
    protocol: StreamProtocol,
    at_once: usize,
    (stop, out): (Arc<AtomicBool>, Arc<AtomicUsize>),
    mut frame: impl FnMut(usize) -> Vec<u8> + Send + 'static,
) -> thread::JoinHandle<(usize, usize)> {
    let run = async move {
        let (mut answered, mut thrown_out, mut count) = (0, 0, 0);
        while !stop.load(Ordering::Relaxed) {
            let mut swarm = stranger(Keypair::generate_ed25519(), protocol.clone());
            swarm.dial(target.clone()).unwrap();
            let until = Instant::now() + Duration::from_secs(30);
            let mut peer = None;
            while Instant::now() < until && !stop.load(Ordering::Relaxed) {
                let event = tokio::time::timeout(Duration::from_millis(50), swarm.next()).await;
                match event {
                    Ok(Some(SwarmEvent::ConnectionEstablished { peer_id, .. })) => {
                        peer = Some(peer_id);
                    }
                    Ok(Some(SwarmEvent::ConnectionClosed { .. })) => {
                        thrown_out += 1;
                        out.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                    Ok(Some(SwarmEvent::Behaviour(request_response::Event::Message {
                        ..
                    }))) => {
                        answered += 1;
                    }
                    Ok(Some(SwarmEvent::OutgoingConnectionError { .. })) => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        break;
                    }
                    _ => {}
                }
                if let Some(peer) = peer {
                    for _ in 0..at_once {
                        count += 1;
                        swarm.behaviour_mut().send_request(&peer, frame(count));
                    }
                }
            }
        }
        (answered, thrown_out)
    };
    thread::spawn(move || {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(run)
    })
}

/// The request for a table's public line.
pub(crate) const LOOK: [u8; 13] = [0; 13];

/// Bytes that look like nothing.
pub(crate) fn garbage(count: usize, length: usize) -> Vec<u8> {
    let seed = proto::digest("noise", &[&count.to_le_bytes()]);
    seed.iter().copied().cycle().take(length).collect()
}
