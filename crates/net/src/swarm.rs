//! The libp2p side: transports, protocols, and where to listen.

use std::{
    collections::BTreeSet,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    time::Duration,
};

use libp2p::{
    Multiaddr, PeerId, Swarm, SwarmBuilder, connection_limits,
    core::transport::ListenerId,
    identity::Keypair,
    mdns, noise,
    swarm::{FromSwarm, NetworkBehaviour, NewListenAddr, behaviour::toggle::Toggle},
    tcp, yamux,
};

use crate::{
    NetError, code,
    door::ConnectionLimiter,
    limits,
    net::Reach,
    storage::reason,
    wire::{self, Bundles, Frames},
};

/// The interval of mDNS queries. With the default of five minutes, one lost packet hides a peer for long.
const QUERY: Duration = Duration::from_millis(500);
/// How many times to look for a free port.
const PORTS: usize = 16;

#[derive(NetworkBehaviour)]
pub(crate) struct Behaviour {
    pub door: ConnectionLimiter,
    pub limits: connection_limits::Behaviour,
    pub mdns: Toggle<mdns::tokio::Behaviour>,
    /// mDNS speaks either IPv4 or IPv6; this one is for networks that have only the latter.
    pub mdns6: Toggle<mdns::tokio::Behaviour>,
    pub lobby: Frames,
    pub game: Bundles,
    pub history: Frames,
    pub knock: Frames,
}

/// Builds the swarm. Needs a tokio runtime around it.
pub(crate) fn build(keypair: Keypair, reach: Reach) -> Result<Swarm<Behaviour>, NetError> {
    let peer = keypair.public().to_peer_id();
    let connections = connection_limits::ConnectionLimits::default()
        .with_max_pending_incoming(Some(limits::PENDING_INCOMING))
        .with_max_established(Some(4 * limits::STRANGERS as u32))
        .with_max_established_per_peer(Some(limits::CONNECTIONS_PER_PEER));
    let behaviour = Behaviour {
        door: ConnectionLimiter::default(),
        limits: connection_limits::Behaviour::new(connections),
        mdns: discovery(peer, reach, false),
        mdns6: discovery(peer, reach, true),
        lobby: wire::frames(wire::LOBBY, limits::LOBBY_FRAME),
        game: wire::bundles(),
        history: wire::frames(wire::HISTORY, limits::MATCH_FRAME),
        knock: wire::frames(wire::KNOCK, limits::KNOCK_FRAME),
    };
    let muxer = || {
        let mut config = yamux::Config::default();
        config.set_max_num_streams(4 * limits::STREAMS);
        config
    };
    let builder = SwarmBuilder::with_existing_identity(keypair)
        .with_tokio()
        .with_tcp(tcp::Config::default().nodelay(true), noise::Config::new, muxer)
        .map_err(|error| NetError::Start(reason(&error)))?
        .with_quic_config(|mut config| {
            config.keep_alive_interval = Duration::from_secs(1);
            config.max_idle_timeout = 3000;
            config.max_concurrent_stream_limit = 4 * limits::STREAMS as u32;
            config.max_stream_data = 256 * 1024;
            config.max_connection_data = 2 * 1024 * 1024;
            config
        });
    let Ok(builder) = builder.with_behaviour(|_| behaviour);
    let config = |config: libp2p::swarm::Config| {
        config
            .with_idle_connection_timeout(Duration::from_secs(10))
            .with_max_negotiating_inbound_streams(2 * limits::STREAMS)
    };
    Ok(builder.with_swarm_config(config).build())
}

/// Discovery by mDNS, where it is wanted and the system allows it.
fn discovery(peer: PeerId, reach: Reach, ipv6: bool) -> Toggle<mdns::tokio::Behaviour> {
    let wanted = reach == Reach::Lan && (!ipv6 || !has_ipv4());
    let config = mdns::Config { query_interval: QUERY, enable_ipv6: ipv6, ..Default::default() };
    let made = wanted.then(|| mdns::tokio::Behaviour::new(config, peer));
    Toggle::from(made.and_then(|made| {
        made.inspect_err(|error| tracing::warn!(%error, "no discovery by mDNS")).ok()
    }))
}

/// Forgets everything mDNS has found, and switches it off.
pub(crate) fn deafen(behaviour: &mut Behaviour) {
    (behaviour.mdns, behaviour.mdns6) = (None.into(), None.into());
}

/// Switches mDNS on again, announcing these addresses.
pub(crate) fn undeafen(
    behaviour: &mut Behaviour,
    peer: PeerId,
    reach: Reach,
    addresses: &BTreeSet<Multiaddr>,
) {
    for (at, ipv6) in [(&mut behaviour.mdns, false), (&mut behaviour.mdns6, true)] {
        *at = discovery(peer, reach, ipv6);
        for addr in addresses {
            // The new behaviour has to be told the addresses that the swarm told the old one.
            let listener_id = ListenerId::next();
            at.on_swarm_event(FromSwarm::NewListenAddr(NewListenAddr { listener_id, addr }));
        }
    }
}

/// Listens by TCP and QUIC on one port, and returns it. IPv6 is optional.
pub(crate) fn listen(
    swarm: &mut Swarm<Behaviour>,
    reach: Reach,
    port: Option<u16>,
) -> Result<u16, NetError> {
    let ip = match reach {
        Reach::Lan => Ipv4Addr::UNSPECIFIED,
        Reach::Loopback => Ipv4Addr::LOCALHOST,
    };
    let port = free_port(ip, port)?;
    for address in code::both((ip, port).into()) {
        swarm.listen_on(address).map_err(|e| NetError::Start(reason(&e)))?;
    }
    if reach == Reach::Lan {
        for address in code::both((std::net::Ipv6Addr::UNSPECIFIED, port).into()) {
            if let Err(error) = swarm.listen_on(address) {
                tracing::info!(%error, "not listening by IPv6");
            }
        }
    }
    Ok(port)
}

/// A port that is free for TCP and UDP.
fn free_port(ip: Ipv4Addr, port: Option<u16>) -> Result<u16, NetError> {
    let free = |port: u16| -> io::Result<u16> {
        let tcp = TcpListener::bind((ip, port))?;
        let port = tcp.local_addr()?.port();
        UdpSocket::bind((ip, port))?;
        Ok(port)
    };
    if let Some(port) = port {
        return free(port).map_err(|e| match e.kind() {
            io::ErrorKind::AddrInUse => NetError::PortTaken(port),
            _ => NetError::Start(reason(&e)),
        });
    }
    let found = (0..PORTS).find_map(|_| free(0).ok());
    found.ok_or_else(|| NetError::Start("no free port".into()))
}

/// Whether this machine has an IPv4 address that others could reach.
fn has_ipv4() -> bool {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.iter().any(|i| i.ip().is_ipv4() && !i.is_loopback())
}

/// Whether this machine has an address that others could reach.
pub(crate) fn has_network() -> bool {
    let reachable = |ip| match ip {
        IpAddr::V4(ip) => !ip.is_loopback(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.iter().any(|interface| reachable(interface.ip()))
}

/// Whether an address can only be reached from its own machine.
pub(crate) fn is_loopback(address: &Multiaddr) -> bool {
    code::socket(address).is_some_and(|socket: SocketAddr| socket.ip().is_loopback())
}
