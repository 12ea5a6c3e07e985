//! Limits how often one address may connect. This happens before any cryptography is done for a connection,
//! so a flood gains nothing by making new keys.

use core::{
    convert::Infallible,
    task::{Context, Poll},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    time::Instant,
};

use libp2p::{
    Multiaddr, PeerId,
    core::{Endpoint, transport::PortUse},
    swarm::{
        ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent,
        THandlerOutEvent, ToSwarm, dummy,
    },
};

use crate::{code, limits, wire::Bucket};

/// A token bucket for every source address.
#[derive(Default)]
pub(crate) struct ConnectionLimiter {
    callers: BTreeMap<IpAddr, Bucket>,
    /// The addresses of people at our table: they are always let in.
    pub ours: BTreeSet<IpAddr>,
}

/// Too many connections from one address.
#[derive(Debug, thiserror::Error)]
#[error("too many connections from {0}")]
struct TooMany(IpAddr);

impl ConnectionLimiter {
    fn knock(&mut self, from: IpAddr, now: Instant) -> bool {
        if self.callers.len() >= limits::CALLERS && !self.callers.contains_key(&from) {
            self.callers.retain(|_, bucket| !bucket.is_full(now));
            // When there are too many addresses, the one with the fullest bucket is forgotten: a flood from
            // many addresses must not lock everybody out.
            let fullest =
                self.callers.iter().max_by(|a, b| a.1.left(now).total_cmp(&b.1.left(now)));
            if self.callers.len() >= limits::CALLERS
                && let Some(fullest) = fullest.map(|(ip, _)| *ip)
            {
                self.callers.remove(&fullest);
            }
        }
        let bucket = self.callers.entry(from);
        bucket.or_insert_with(|| Bucket::new(limits::KNOCK_RATE, now)).take(1.0, now)
    }
}

/// The address that a connection is counted under. For IPv6 it is the /64 network, since one machine has
/// many addresses in it; all link-local addresses count as one network.
fn caller(remote: &Multiaddr) -> Option<IpAddr> {
    Some(match code::socket(remote)?.ip() {
        IpAddr::V6(ip) => IpAddr::from((u128::from(ip) >> 64 << 64).to_be_bytes()),
        ip => ip,
    })
}

impl NetworkBehaviour for ConnectionLimiter {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<(), ConnectionDenied> {
        if code::socket(remote).is_some_and(|socket| self.ours.contains(&socket.ip())) {
            return Ok(());
        }
        match caller(remote) {
            Some(from) if !self.knock(from, Instant::now()) => {
                Err(ConnectionDenied::new(TooMany(from)))
            }
            _ => Ok(()),
        }
    }

    fn handle_established_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(dummy::ConnectionHandler)
    }

    fn handle_established_outbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, _: FromSwarm<'_>) {}

    fn on_connection_handler_event(
        &mut self,
        _: PeerId,
        _: ConnectionId,
        event: THandlerOutEvent<Self>,
    ) {
        match event {}
    }

    fn poll(&mut self, _: &mut Context<'_>) -> Poll<ToSwarm<Infallible, THandlerInEvent<Self>>> {
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_may_knock_so_often_and_others_still_may() {
        let (mut door, now) = (ConnectionLimiter::default(), Instant::now());
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let let_in = (0..1000).filter(|_| door.knock(one, now)).count();
        assert_eq!(let_in, limits::KNOCK_RATE.burst as usize);
        assert!(door.knock(other, now));
    }

    #[test]
    fn people_at_our_table_are_let_in_whoever_else_knocks() {
        let (mut door, nowhere) =
            (ConnectionLimiter::default(), "/ip4/10.0.0.9/tcp/1".parse().unwrap());
        let from: Multiaddr = "/ip4/10.0.0.1/tcp/1".parse().unwrap();
        let knock = |door: &mut ConnectionLimiter| {
            let id = ConnectionId::new_unchecked(0);
            door.handle_pending_inbound_connection(id, &nowhere, &from).is_ok()
        };
        while knock(&mut door) {}
        door.ours.insert(IpAddr::from([10, 0, 0, 1]));
        assert!((0..1000).all(|_| knock(&mut door)));
    }

    #[test]
    fn no_more_addresses_are_remembered_than_allowed() {
        let (mut door, now) = (ConnectionLimiter::default(), Instant::now());
        for i in 0..10_000u32 {
            door.knock(IpAddr::from(i.to_be_bytes()), now);
        }
        assert_eq!(door.callers.len(), limits::CALLERS);
        assert!(door.knock(IpAddr::from([250, 0, 0, 1]), now), "a new one may still knock");
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_caller() {
        let of = |text: &str| caller(&text.parse().unwrap());
        assert_eq!(of("/ip6/2001:db8::1/tcp/1"), of("/ip6/2001:db8::2/udp/5/quic-v1"));
        assert_eq!(of("/ip6/fe80::1/tcp/1"), of("/ip6/fe80::2/tcp/1"));
        assert_ne!(of("/ip6/2001:db8::1/tcp/1"), of("/ip6/2001:db8:1::1/tcp/1"));
    }
}
