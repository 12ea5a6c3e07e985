//! Finds out why two machines cannot see each other: measures ([`probe`]), then says what the measurements
//! mean and what to do ([`judge`]).

use std::{
    collections::BTreeSet,
    io,
    io::{Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket},
    time::{Duration, Instant},
};

use socket2::{Domain, Protocol, Socket, Type};

use libp2p::Multiaddr;

use crate::{Config, Event, Knock, Net, NetError, Reach, code, identity::random, limits};

/// The multicast group and port of mDNS.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const PORT: u16 = 5353;
/// How long a packet may take to come back to the machine that sent it.
const ECHO: Duration = Duration::from_millis(500);

/// What kind of network an interface belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A cable, Wi-Fi, or anything else that several machines share.
    Network,
    /// A tunnel to somewhere else.
    Tunnel,
    /// Containers or virtual machines on this machine.
    Container,
}

/// What was measured on one interface with an IPv4 address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Its name.
    pub name: String,
    /// Its address.
    pub ip: Ipv4Addr,
    /// What kind of network it belongs to.
    pub kind: Kind,
    /// Whether a packet sent to a multicast group comes back.
    pub multicast: bool,
    /// Whether a packet sent to the group comes back on the mDNS port.
    pub mdns: bool,
    /// Other machines that were heard on it.
    pub neighbours: BTreeSet<IpAddr>,
    /// Whether a listener on it receives over TCP and over UDP.
    pub inbound: (bool, bool),
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// The interfaces with an IPv4 address, without loopback.
    pub interfaces: Vec<Interface>,
    /// Whether there is an IPv6 address beyond link-local on a network that others may share.
    pub ipv6: bool,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// As it should be.
    Fine,
    /// It may matter.
    Note,
    /// It keeps people from seeing each other.
    Problem,
}

/// A finding, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub grade: Grade,
    /// What was found.
    pub what: String,
    /// What to do; empty if nothing needs to be done.
    pub advice: &'static str,
}

/// Takes the measurements, listening for others no longer than `patience` on each interface.
///
/// # Errors
/// If the interfaces cannot be listed.
pub fn probe(patience: Duration) -> io::Result<Probe> {
    let all = if_addrs::get_if_addrs()?;
    let own: BTreeSet<IpAddr> = all.iter().map(if_addrs::Interface::ip).collect();
    let global = |ip: IpAddr| matches!(ip, IpAddr::V6(ip) if !ip.is_unicast_link_local());
    let shared = |i: &if_addrs::Interface| !i.is_loopback() && kind(&i.name) == Kind::Network;
    let ipv6 = all.iter().any(|i| shared(i) && global(i.ip()));
    let mut interfaces = Vec::new();
    for interface in all.iter().filter(|i| !i.is_loopback()) {
        let IpAddr::V4(ip) = interface.ip() else { continue };
        interfaces.push(Interface {
            name: interface.name.clone(),
            ip,
            kind: kind(&interface.name),
            multicast: echo(ip, 0).unwrap_or(false),
            mdns: echo(ip, PORT).unwrap_or(false),
            neighbours: neighbours(ip, &own, patience).unwrap_or_default(),
            inbound: (tcp(ip).unwrap_or(false), udp(ip).unwrap_or(false)),
        });
    }
    Ok(Probe { interfaces, ipv6 })
}

/// The kind of an interface, judged by the usual names.
fn kind(name: &str) -> Kind {
    const TUNNELS: [&str; 8] = ["tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt"];
    const CONTAINERS: [&str; 9] =
        ["docker", "br-", "veth", "virbr", "podman", "cni", "lxc", "vmnet", "vboxnet"];
    let begins = |names: &[&str]| names.iter().any(|n| name.starts_with(n));
    if begins(&TUNNELS) {
        Kind::Tunnel
    } else if begins(&CONTAINERS) {
        Kind::Container
    } else {
        Kind::Network
    }
}

/// A socket that has joined the mDNS group on one interface.
fn member(ip: Ipv4Addr, port: u16) -> io::Result<UdpSocket> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)).into())?;
    socket.join_multicast_v4(&GROUP, &ip)?;
    socket.set_multicast_if_v4(&ip)?;
    socket.set_multicast_loop_v4(true)?;
    Ok(socket.into())
}

/// An mDNS query for all services, with a random id by which its echo is recognised.
fn question() -> io::Result<Vec<u8>> {
    let id: [u8; 2] = random()?;
    let mut packet = vec![id[0], id[1], 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in ["_services", "_dns-sd", "_udp", "local"] {
        packet.push(label.len() as u8);
        packet.extend(label.as_bytes());
    }
    packet.extend([0, 0, 12, 0, 1]);
    Ok(packet)
}

/// Receives packets until `done` returns true; false if time runs out first.
fn hear(
    socket: &UdpSocket,
    patience: Duration,
    mut done: impl FnMut(&[u8], SocketAddr) -> bool,
) -> io::Result<bool> {
    let until = Instant::now() + patience;
    let mut buffer = [0; 9000];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        socket.set_read_timeout(Some(left))?;
        if let Ok((length, from)) = socket.recv_from(&mut buffer)
            && done(&buffer[..length], from)
        {
            return Ok(true);
        }
    }
}

/// Whether a packet sent to the group comes back, on this port or, for port 0, on any.
fn echo(ip: Ipv4Addr, port: u16) -> io::Result<bool> {
    let socket = member(ip, port)?;
    let packet = question()?;
    socket.send_to(&packet, (GROUP, socket.local_addr()?.port()))?;
    hear(&socket, ECHO, |heard, _| heard == packet)
}

/// Other machines that send anything to the group.
fn neighbours(
    ip: Ipv4Addr,
    own: &BTreeSet<IpAddr>,
    patience: Duration,
) -> io::Result<BTreeSet<IpAddr>> {
    let socket = member(ip, PORT)?;
    socket.send_to(&question()?, (GROUP, PORT))?;
    let mut found = BTreeSet::new();
    hear(&socket, patience, |_, from| {
        if !own.contains(&from.ip()) {
            found.insert(from.ip());
        }
        false
    })?;
    Ok(found)
}

/// Whether this machine accepts TCP connections at its own address.
fn tcp(ip: Ipv4Addr) -> io::Result<bool> {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    let at = SocketAddr::from((ip, listener.local_addr()?.port()));
    let mut one = TcpStream::connect_timeout(&at, ECHO)?;
    let (mut other, _) = listener.accept()?;
    one.write_all(b"?")?;
    other.set_read_timeout(Some(ECHO))?;
    let mut byte = [0];
    other.read_exact(&mut byte)?;
    Ok(byte == *b"?")
}

/// Whether this machine receives UDP packets at its own address.
fn udp(ip: Ipv4Addr) -> io::Result<bool> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    let at = SocketAddr::from((ip, socket.local_addr()?.port()));
    let packet: [u8; 8] = random()?;
    UdpSocket::bind((ip, 0))?.send_to(&packet, at)?;
    hear(&socket, ECHO, |heard, _| heard == packet)
}

/// Whom to ask to knock, i.e. to try to connect to this machine.
pub enum KnockTarget {
    /// The node at these addresses.
    At(Vec<Multiaddr>),
    /// The host of any table that can be seen.
    Any,
}

/// The result of a knock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knocked {
    /// There was nobody to ask.
    Nobody,
    /// Somebody was asked; what arrived here afterwards.
    Asked {
        /// Whether a TCP connection arrived.
        tcp: bool,
        /// Whether a UDP packet arrived.
        udp: bool,
    },
}

/// Asks another node to knock at this machine and listens for it, looking for such a node no longer than
/// `patience`.
///
/// # Errors
/// If the network cannot be used.
pub fn knock(at: &KnockTarget, patience: Duration) -> Result<Knocked, NetError> {
    let here = |at: &Multiaddr| code::socket(at).is_some_and(|socket| socket.ip().is_loopback());
    let reach = match at {
        KnockTarget::At(at) if at.iter().all(here) => Reach::Loopback,
        _ => Reach::Lan,
    };
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    let knock = Knock {
        tcp: listener.local_addr()?.port(),
        udp: socket.local_addr()?.port(),
        word: random()?,
    };
    let key = ed25519_dalek::SigningKey::from_bytes(&random()?);
    let (net, events) = Net::start(Config { key, reach, port: None })?;
    if let KnockTarget::At(addresses) = at {
        net.dial(addresses.clone())?;
    }
    let until = Instant::now() + patience;
    let asked = loop {
        let left = until.saturating_duration_since(Instant::now());
        match (events.recv_timeout(left), at) {
            (Ok(Event::Reached(who, _)), KnockTarget::At(_)) => break who,
            (Ok(Event::TableSeen(who, _)), KnockTarget::Any) => break who,
            (Ok(_), _) => {}
            (Err(_), _) => return Ok(Knocked::Nobody),
        }
    };
    net.knock(asked, knock);
    listener.set_nonblocking(true)?;
    let mut tcp = false;
    let udp = hear(&socket, 2 * limits::KNOCK, |heard, _| {
        tcp |= knocked(&listener, &knock.word);
        heard == knock.word
    })?;
    Ok(Knocked::Asked { tcp: tcp || knocked(&listener, &knock.word), udp })
}

/// Whether a connection has arrived that sent the token.
fn knocked(listener: &TcpListener, word: &[u8; 16]) -> bool {
    while let Ok((mut stream, _)) = listener.accept() {
        let mut said = [0; 16];
        let heard = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_read_timeout(Some(ECHO)))
            .and_then(|()| stream.read_exact(&mut said));
        if heard.is_ok() && said == *word {
            return true;
        }
    }
    false
}

/// What the result of a knock means.
pub fn judge_knock(knocked: Knocked) -> Finding {
    let find = |grade, what: &str, advice| Finding { grade, what: what.into(), advice };
    let blocked = "Allow incoming connections for nodealer in the firewall of this machine. Until then you can join \
                   others, but not host.";
    match knocked {
        Knocked::Nobody => find(
            Grade::Problem,
            "No nodealer answers there.",
            "Check the address that `host` prints, and that both are on one network.",
        ),
        Knocked::Asked { tcp: true, udp: true } => {
            find(Grade::Fine, "The nodealer there reaches this machine, by TCP and by UDP.", "")
        }
        Knocked::Asked { tcp: true, udp: false } => find(
            Grade::Note,
            "The nodealer there reaches this machine by TCP, but not by UDP.",
            "Matches are played over TCP then; allow incoming UDP for nodealer to have both.",
        ),
        Knocked::Asked { tcp: false, udp: true } => find(
            Grade::Note,
            "The nodealer there reaches this machine by UDP, but not by TCP.",
            "Matches are played over QUIC then; allow incoming TCP for nodealer to have both.",
        ),
        Knocked::Asked { tcp: false, udp: false } => find(
            Grade::Problem,
            "The nodealer there was reached, but does not reach this machine.",
            blocked,
        ),
    }
}

/// What the measurements mean.
pub fn judge(probe: &Probe) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut find = |grade, what: String, advice| findings.push(Finding { grade, what, advice });
    // A bridge on which other machines answer is as good as a network.
    let shared = |i: &&Interface| {
        i.kind == Kind::Network || i.kind == Kind::Container && !i.neighbours.is_empty()
    };
    let networks: Vec<_> = probe.interfaces.iter().filter(shared).collect();
    if networks.is_empty() && probe.ipv6 {
        find(
            Grade::Note,
            "This machine has IPv6 and no IPv4 on any network that others share.".into(),
            "Others need IPv6 too. If they do not see you, join by the address that `host` prints.",
        );
    } else if networks.is_empty() {
        find(
            Grade::Problem,
            "This machine is on no network that others share.".into(),
            "Join the Wi-Fi the others are in, or plug in a cable. Without one, `play` and `demo` still work.",
        );
    }
    for interface in &networks {
        judge_network(interface, &mut find);
    }
    for Interface { name, ip, kind, .. } in probe.interfaces.iter().filter(|i| !shared(i)) {
        match kind {
            Kind::Tunnel => find(
                Grade::Note,
                format!(
                    "{name} ({ip}) is a VPN or another tunnel; it may swallow what is meant for the room."
                ),
                "If others do not see you, switch the VPN off, or allow local network access in it.",
            ),
            Kind::Container => find(
                Grade::Note,
                format!(
                    "{name} ({ip}) leads to containers or virtual machines on this machine only."
                ),
                "Inside a container, use the host's network, or join by the address that `host` prints.",
            ),
            Kind::Network => {}
        }
    }
    if probe.ipv6 {
        find(Grade::Fine, "IPv6 is there.".into(), "");
    } else {
        find(Grade::Note, "There is no IPv6 address beyond link-local; IPv4 is used.".into(), "");
    }
    findings
}

fn judge_network(interface: &Interface, find: &mut impl FnMut(Grade, String, &'static str)) {
    let Interface { name, ip, multicast, mdns, neighbours, inbound, .. } = interface;
    let at = format!("{name} ({ip})");
    match (multicast, mdns) {
        (true, true) => find(Grade::Fine, format!("{at}: multicast works on this machine."), ""),
        (true, false) => find(
            Grade::Problem,
            format!("{at}: UDP port 5353 is closed, so tables are not discovered."),
            "Allow incoming UDP 5353 (mDNS) in the firewall; until then join by the address that `host` prints.",
        ),
        (false, true) => find(
            Grade::Fine,
            format!("{at}: mDNS works on this machine, though other multicast does not."),
            "",
        ),
        (false, false) => find(
            Grade::Problem,
            format!("{at}: multicast is blocked on this machine."),
            "Allow multicast for this program in the firewall; until then join by the address that `host` prints.",
        ),
    }
    if !inbound.0 || !inbound.1 {
        let what = match inbound {
            (false, false) => "neither TCP nor UDP reaches",
            (false, true) => "TCP does not reach",
            _ => "UDP does not reach",
        };
        find(
            Grade::Problem,
            format!("{at}: {what} a listener on this machine."),
            "Allow incoming connections for nodealer in the firewall.",
        );
    }
    if !neighbours.is_empty() {
        let count = neighbours.len();
        find(Grade::Fine, format!("{at}: heard {count} other machine(s) by multicast."), "");
    } else if *mdns {
        find(
            Grade::Note,
            format!("{at}: heard nobody else by multicast."),
            "If others are there, this network keeps its guests apart (guest Wi-Fi, AP isolation) or drops \
             multicast. Try to join by address; if that fails too, only another network helps: a phone's \
             hotspot, a cable, or the main Wi-Fi.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Interface {
        Interface {
            name: "wlan0".into(),
            ip: Ipv4Addr::new(192, 168, 1, 5),
            kind: Kind::Network,
            multicast: true,
            mdns: true,
            neighbours: BTreeSet::from([IpAddr::from([192, 168, 1, 9])]),
            inbound: (true, true),
        }
    }

    fn worst(interface: Interface) -> (Grade, String) {
        let probe = Probe { interfaces: vec![interface], ipv6: true };
        let worst = judge(&probe).into_iter().max_by_key(|finding| finding.grade).unwrap();
        assert_eq!(worst.grade == Grade::Fine, worst.advice.is_empty());
        (worst.grade, worst.what)
    }

    #[test]
    fn a_good_network_has_no_findings_to_act_on() {
        assert_eq!(worst(network()).0, Grade::Fine);
    }

    #[test]
    fn a_bridge_with_neighbours_counts_as_a_network_and_one_without_does_not() {
        let bridge = Interface { name: "br-lan".into(), kind: Kind::Container, ..network() };
        assert_eq!(worst(bridge.clone()).0, Grade::Fine);
        let probe = |interface| Probe { interfaces: vec![interface], ipv6: false };
        let lonely = judge(&probe(Interface { neighbours: BTreeSet::new(), ..bridge }));
        assert!(lonely.iter().any(|finding| finding.what.contains("on no network")));
    }

    #[test]
    fn a_machine_with_ipv6_alone_is_on_a_network() {
        let found = judge(&Probe { interfaces: Vec::new(), ipv6: true });
        assert!(found.iter().all(|finding| finding.grade < Grade::Problem));
    }

    #[test]
    fn each_fault_is_named() {
        let blocked = Interface { multicast: false, mdns: false, ..network() };
        assert!(worst(blocked).1.contains("multicast is blocked"));
        assert_eq!(worst(Interface { multicast: false, ..network() }).0, Grade::Fine);
        assert!(worst(Interface { mdns: false, ..network() }).1.contains("5353"));
        assert!(
            worst(Interface { inbound: (false, true), ..network() }).1.contains("TCP does not")
        );
        let alone = Interface { neighbours: BTreeSet::new(), ..network() };
        assert!(worst(alone).1.contains("heard nobody"));
        let tunnel = Interface { kind: Kind::Tunnel, ..network() };
        let only = judge(&Probe { interfaces: vec![tunnel], ipv6: false });
        assert!(only[0].grade == Grade::Problem && only[0].what.contains("no network"));
    }

    #[test]
    fn interfaces_are_known_by_their_names() {
        for (name, expected) in [
            ("wlan0", Kind::Network),
            ("enp3s0", Kind::Network),
            ("tun0", Kind::Tunnel),
            ("wg-home", Kind::Tunnel),
            ("docker0", Kind::Container),
            ("br-1f2e", Kind::Container),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
    }

    #[test]
    fn no_network_at_all_is_a_problem() {
        let findings = judge(&Probe::default());
        assert_eq!(findings[0].grade, Grade::Problem);
    }

    #[test]
    fn a_probe_of_this_machine_ends_in_time() {
        let began = Instant::now();
        let probe = probe(Duration::from_millis(100)).unwrap();
        assert!(began.elapsed() < Duration::from_secs(5) * (1 + probe.interfaces.len() as u32));
    }
}
