//! How a table is named outside the network: a short code, an address, or both in one line of text.
//!
//! A code is four letters that find the table, derived from its id, and for an invited-only table six
//! more that only invited people know: `K7QD` or `K7QD-3WX9PA`. The letters are those of Crockford's
//! base 32: no I, L, O or U; those that people type anyway are read as the digits or letters they look
//! like.

use core::{fmt, str::FromStr};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};

use libp2p::{Multiaddr, PeerId, multiaddr::Protocol};
use proto::digest;

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const FIND: usize = 4;
const SECRET: usize = 6;
/// The most addresses in an invitation.
const ADDRESSES: usize = 4;

/// A table's code.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Code {
    find: String,
    secret: Option<String>,
}

impl Code {
    /// The code of a table that anybody may join.
    pub fn open(table: &[u8; 16]) -> Self {
        Self { find: letters(&digest("table code", &[table]), FIND), secret: None }
    }

    /// The code of an invited-only table; `entropy` must be fresh and unpredictable.
    pub fn invited(table: &[u8; 16], entropy: [u8; 32]) -> Self {
        Self {
            secret: Some(letters(&digest("table secret", &[&entropy]), SECRET)),
            ..Self::open(table)
        }
    }

    /// Whether this is the code of a table with this id.
    pub fn finds(&self, table: &[u8; 16]) -> bool {
        self.find == Self::open(table).find
    }

    /// The secret part, which only invited people know.
    pub fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }
}

/// The letters for the first bytes of a digest.
fn letters(digest: &[u8; 32], count: usize) -> String {
    digest[..count].iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// The letter or digit that was meant.
fn letter(c: char) -> Option<char> {
    let c = match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        'U' => 'V',
        c => c,
    };
    LETTERS.iter().any(|l| char::from(*l) == c).then_some(c)
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.find)?;
        self.secret.as_ref().map_or(Ok(()), |secret| write!(f, "-{secret}"))
    }
}

/// Leaves out the secret part, so that it does not reach logs.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.find)
    }
}

/// Why a text cannot be read as the place of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhereError {
    /// Not a code.
    #[error("that is not a table's code; a code has 4 letters, or 4 and 6 like K7QD-3WX9PA")]
    Code,
    /// Not an address.
    #[error("that is not an address; write it like 192.168.1.20:4100")]
    Address,
}

impl FromStr for Code {
    type Err = WhereError;

    fn from_str(text: &str) -> Result<Self, WhereError> {
        let meant: Option<String> =
            text.chars().filter(|c| !matches!(c, '-' | ' ')).map(letter).collect();
        let meant = meant.ok_or(WhereError::Code)?;
        match meant.len() {
            FIND => Ok(Self { find: meant, secret: None }),
            n if n == FIND + SECRET => {
                Ok(Self { find: meant[..FIND].into(), secret: Some(meant[FIND..].into()) })
            }
            _ => Err(WhereError::Code),
        }
    }
}

/// Where a table is, in the forms that a person can type or scan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// Its code, if it is known.
    pub code: Option<Code>,
    /// Where its host listens, if that is known.
    pub addresses: Vec<Multiaddr>,
}

impl Invitation {
    /// Reads what a person typed: what [`FromStr`] takes, and also `name:port`, which is resolved by DNS
    /// and may take seconds.
    ///
    /// # Errors
    /// If it has none of these forms, or the name cannot be resolved.
    pub fn read(text: &str) -> Result<Self, WhereError> {
        let read = text.parse();
        if read != Err(WhereError::Address) || text.starts_with('/') {
            return read;
        }
        let sockets = text.trim().to_socket_addrs().map_err(|_| WhereError::Address)?;
        let addresses: Vec<_> = sockets.take(ADDRESSES).flat_map(both).filter(dialable).collect();
        if addresses.is_empty() {
            return Err(WhereError::Address);
        }
        Ok(Self { code: None, addresses })
    }
}

/// The line in a QR code: `nodealer:K7QD-3WX9PA@192.168.1.20:4100`.
impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nodealer:")?;
        if let Some(code) = &self.code {
            write!(f, "{code}")?;
        }
        let mut sockets: Vec<SocketAddr> = self.addresses.iter().filter_map(socket).collect();
        sockets.sort_by_key(|s| (s.is_ipv6(), *s));
        sockets.dedup();
        for (i, socket) in sockets.iter().take(ADDRESSES).enumerate() {
            write!(f, "{}{socket}", if i == 0 { '@' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for Invitation {
    type Err = WhereError;

    /// Reads the line of a QR, a code, `address:port`, or a multiaddress.
    fn from_str(text: &str) -> Result<Self, WhereError> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("nodealer:") {
            let (code, sockets) = rest.split_once('@').unwrap_or((rest, ""));
            let code = if code.is_empty() { None } else { Some(code.parse()?) };
            let mut addresses = Vec::new();
            for text in sockets.split(',').filter(|text| !text.is_empty()).take(ADDRESSES) {
                addresses.extend(both(text.parse().map_err(|_| WhereError::Address)?));
            }
            return Ok(Self { code, addresses });
        }
        if text.starts_with('/') {
            let address = text.parse().map_err(|_| WhereError::Address)?;
            return if dialable(&address) {
                Ok(Self { code: None, addresses: vec![address] })
            } else {
                Err(WhereError::Address)
            };
        }
        if let Ok(socket) = text.parse::<SocketAddr>() {
            return Ok(Self { code: None, addresses: both(socket).into() });
        }
        if text.contains([':', '.']) {
            return Err(WhereError::Address);
        }
        Ok(Self { code: Some(text.parse()?), addresses: Vec::new() })
    }
}

/// The TCP and the QUIC address of a socket address.
pub fn both(socket: SocketAddr) -> [Multiaddr; 2] {
    let ip = Multiaddr::from(socket.ip());
    [
        ip.clone().with(Protocol::Tcp(socket.port())),
        ip.with(Protocol::Udp(socket.port())).with(Protocol::QuicV1),
    ]
}

/// The socket address in a multiaddress.
pub fn socket(address: &Multiaddr) -> Option<SocketAddr> {
    let mut parts = address.iter();
    let ip: IpAddr = match parts.next()? {
        Protocol::Ip4(ip) => ip.into(),
        Protocol::Ip6(ip) => ip.into(),
        _ => return None,
    };
    let port = match parts.next()? {
        Protocol::Tcp(port) => port,
        Protocol::Udp(port) if parts.next() == Some(Protocol::QuicV1) => port,
        _ => return None,
    };
    let ends = match parts.next() {
        None => true,
        Some(Protocol::P2p(_)) => parts.next().is_none(),
        Some(_) => false,
    };
    ends.then_some(SocketAddr::new(ip, port))
}

/// Whether this node can dial an address: an IP with TCP or QUIC, and nothing after it but a peer id. Not
/// link-local IPv6, which needs a zone id that means something on one machine only.
pub fn dialable(address: &Multiaddr) -> bool {
    socket(address).is_some_and(|socket| {
        let link_local = matches!(socket.ip(), IpAddr::V6(ip) if ip.is_unicast_link_local());
        !socket.ip().is_unspecified()
            && !socket.ip().is_multicast()
            && !link_local
            && socket.port() != 0
    })
}

/// An address without its peer id, and the peer id.
pub fn split(mut address: Multiaddr) -> (Multiaddr, Option<PeerId>) {
    match address.iter().last() {
        Some(Protocol::P2p(peer)) => {
            address.pop();
            (address, Some(peer))
        }
        _ => (address, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        let code = Code::invited(&[3; 16], [4; 32]);
        let text = code.to_string();
        assert_eq!(text.len(), 11);
        assert_eq!(text.parse(), Ok(code.clone()));
        assert_eq!(text.to_lowercase().replace('-', " ").parse(), Ok(code.clone()));
        assert_eq!(text.replace('0', "o").replace('1', "l").parse(), Ok(code));
    }

    #[test]
    fn a_code_finds_its_table_and_hides_its_secret_from_logs() {
        let code = Code::invited(&[3; 16], [4; 32]);
        assert!(code.finds(&[3; 16]));
        assert!(!code.finds(&[5; 16]));
        assert!(!format!("{code:?}").contains(code.secret().unwrap()));
    }

    #[test]
    fn the_find_part_says_nothing_about_the_secret() {
        let (one, two) = (Code::invited(&[3; 16], [4; 32]), Code::invited(&[3; 16], [5; 32]));
        assert_eq!(one.find, two.find);
        assert_ne!(one.secret, two.secret);
    }

    #[test]
    fn texts_that_are_no_code_are_refused() {
        for text in ["", "ABC", "ABCDE", "ABCD-12345", "ABÉD", "table name"] {
            assert_eq!(text.parse::<Code>(), Err(WhereError::Code), "{text}");
        }
    }

    #[test]
    fn an_invitation_survives_being_written_and_read() {
        let invitation = Invitation {
            code: Some(Code::invited(&[3; 16], [4; 32])),
            addresses: both("192.168.1.20:4100".parse().unwrap()).into(),
        };
        assert_eq!(invitation.to_string().parse(), Ok(invitation));
        let six: Invitation = "nodealer:@[2001:db8::1]:4100".parse().unwrap();
        assert_eq!(six.addresses.len(), 2);
        assert_eq!(six.to_string(), "nodealer:@[2001:db8::1]:4100");
    }

    #[test]
    fn addresses_are_read_plain_or_as_multiaddresses() {
        let plain: Invitation = "10.0.0.7:4100".parse().unwrap();
        assert_eq!(plain.addresses.len(), 2);
        let multi: Invitation = "/ip4/10.0.0.7/tcp/4100".parse().unwrap();
        assert!(plain.addresses.contains(&multi.addresses[0]));
        for bad in ["10.0.0.7", "10.0.0.7:99999", "/dns4/example/tcp/1", "/unix/x", "host:1"] {
            assert_eq!(bad.parse::<Invitation>(), Err(WhereError::Address), "{bad}");
        }
    }

    #[test]
    fn a_host_name_with_a_port_is_looked_up() {
        let local = Invitation::read("localhost:4100").unwrap();
        assert!(local.addresses.iter().all(|a| socket(a).unwrap().ip().is_loopback()));
        assert_eq!(Invitation::read("no-such-host.invalid:1"), Err(WhereError::Address));
        assert_eq!(Invitation::read("not a code"), Err(WhereError::Code));
    }

    #[test]
    fn link_local_ipv6_and_other_transports_are_not_dialled() {
        for bad in [
            "/ip6/fe80::1/tcp/4100",
            "/ip4/0.0.0.0/tcp/4100",
            "/ip4/10.0.0.1/tcp/0",
            "/ip4/10.0.0.1/udp/4100",
            "/ip4/10.0.0.1/tcp/80/ws",
            "/dns4/localhost/tcp/4100",
        ] {
            assert!(!dialable(&bad.parse().unwrap()), "{bad}");
        }
        assert!(dialable(&"/ip4/10.0.0.1/udp/4100/quic-v1".parse().unwrap()));
    }
}
