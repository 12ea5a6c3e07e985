//! Finding a table: which one somebody means, those that fit, and why there is none.

use std::{
    net::IpAddr,
    time::{Duration, Instant},
};

use net::{Acquaintance, Code, Identity, Invitation, Multiaddr, lobby::TableInfo};

use super::{Lobby, News};
use crate::Failure;

/// Nobody has a table here.
pub const NO_TABLE: &str = "No table was seen on this network. Ask for an address to join by, open a table with `nodealer host`, or run `nodealer doctor`.";

/// A table that can be seen.
#[derive(Clone, Debug)]
pub struct SeenTable {
    /// Whose it is.
    pub host: Identity,
    /// What everybody may know of it.
    pub line: TableInfo,
}

impl SeenTable {
    /// The code that finds it.
    pub fn code(&self) -> Code {
        Code::open(&self.line.table)
    }
}

/// Which table somebody means.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// Any.
    Any,
    /// One with this name, or with this code.
    Called(String, Option<Code>),
    /// The one at these addresses.
    At(Invitation),
}

impl Wanted {
    /// Reads what somebody typed: a name, a code, an address, or the text of a QR.
    pub fn read(text: Option<&str>) -> Self {
        let Some(text) = text else { return Self::Any };
        match Invitation::read(text) {
            Ok(invitation) if !invitation.addresses.is_empty() => Self::At(invitation),
            Ok(invitation) => Self::Called(text.trim().into(), invitation.code),
            Err(_) => Self::Called(text.trim().into(), None),
        }
    }

    /// The code, if it is one.
    pub fn code(&self) -> Option<&Code> {
        match self {
            Self::Any => None,
            Self::Called(_, code) => code.as_ref(),
            Self::At(invitation) => invitation.code.as_ref(),
        }
    }
}

impl Lobby {
    /// The tables that can be seen.
    pub fn tables(&self) -> Vec<SeenTable> {
        self.net.tables().into_iter().map(|(host, line)| SeenTable { host, line }).collect()
    }

    /// Looks for a table; an address is dialled.
    ///
    /// # Errors
    /// If the network part has stopped, or it is an address without its port.
    pub fn seek(&mut self, wanted: &Wanted) -> Result<(), Failure> {
        match wanted {
            Wanted::At(invitation) => {
                self.reached = None;
                Ok(self.net.dial(invitation.addresses.clone())?)
            }
            Wanted::Called(name, _) if name.parse::<IpAddr>().is_ok() => {
                Err(self.not_found(wanted))
            }
            _ => Ok(()),
        }
    }

    /// The tables seen that could be the one somebody means.
    pub fn fitting(&self, wanted: &Wanted) -> Vec<SeenTable> {
        let fits = |SeenTable { host, line }: &SeenTable| match wanted {
            Wanted::Any => true,
            Wanted::Called(name, code) => {
                let is = |other: &str| other.to_lowercase() == name.to_lowercase();
                is(&line.name)
                    || is(&line.host)
                    || code.as_ref().is_some_and(|code| code.finds(&line.table))
            }
            Wanted::At(_) => self.reached == Some(*host),
        };
        self.tables().into_iter().filter(fits).collect()
    }

    /// Waits for the table that somebody means, no longer than `patience`.
    ///
    /// # Errors
    /// If it is not found, or several could be meant.
    pub fn find(&mut self, wanted: &Wanted, patience: Duration) -> Result<SeenTable, Failure> {
        self.seek(wanted)?;
        let until = Instant::now() + patience;
        loop {
            match self.found(wanted)? {
                Some(table) => return Ok(table),
                None if Instant::now() >= until => return Err(self.not_found(wanted)),
                None => {
                    if let News::Lost(failure) = self.next(Duration::from_millis(50)) {
                        return Err(failure);
                    }
                }
            }
        }
    }

    /// The table that somebody means, if it is seen by now.
    ///
    /// # Errors
    /// If several could be meant.
    pub fn found(&self, wanted: &Wanted) -> Result<Option<SeenTable>, Failure> {
        let mut fitting = self.fitting(wanted);
        // Names and codes can be copied, keys cannot.
        let known = |SeenTable { host, line }: &SeenTable| {
            self.person.knows(&line.host, host) == Acquaintance::Known
        };
        if fitting.len() > 1 && fitting.iter().filter(|table| known(table)).count() == 1 {
            fitting.retain(known);
        }
        if fitting.len() > 1 {
            return Err(Failure::Network(several(&fitting)));
        }
        Ok(fitting.pop())
    }

    /// Why the table that somebody means is not found.
    pub fn not_found(&self, wanted: &Wanted) -> Failure {
        Failure::Network(match wanted {
            Wanted::At(_) if self.reached.is_some() => {
                "A nodealer answers at that address, but it has no table open. Ask its person to host one.".into()
            }
            Wanted::At(invitation) => format!(
                "Nobody answers at {}. Check the address that `host` prints, and that both are on one network; `nodealer doctor` helps.",
                places(&invitation.addresses)
            ),
            Wanted::Any => NO_TABLE.into(),
            Wanted::Called(name, _) if name.parse::<IpAddr>().is_ok() => format!(
                "{name} is an address without its port. Write both, as the host's screen shows them, such as {name}:4100."
            ),
            Wanted::Called(name, _) => {
                let seen: Vec<String> =
                    self.tables().into_iter().map(|table| table.line.name).collect();
                let seen = match seen.as_slice() {
                    [] => String::new(),
                    seen => format!(" In sight: {}.", seen.join(", ")),
                };
                format!(
                    "No table called {name} was seen on this network.{seen} Ask its host for the address, or run `nodealer doctor`."
                )
            }
        })
    }
}

/// That several tables could be meant, and how to tell them apart.
fn several(tables: &[SeenTable]) -> String {
    let whose = |table: &SeenTable| {
        let SeenTable { host, line } = table;
        format!("{} of {} ({}), {}", line.name, line.host, host.fingerprint(), table.code())
    };
    let all: Vec<String> = tables.iter().map(whose).collect();
    format!(
        "Several tables could be meant: {}. Compare the words with those of the host's `nodealer id`, and name the table by its code, or by the address that its host shows.",
        all.join("; ")
    )
}

/// Addresses as people write them.
pub(crate) fn places(addresses: &[Multiaddr]) -> String {
    let mut sockets: Vec<_> = addresses.iter().filter_map(net::code::socket).collect();
    sockets.sort_by_key(|socket| (socket.is_ipv6(), *socket));
    sockets.dedup();
    sockets.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_means_an_address_a_code_or_a_name() {
        assert!(matches!(Wanted::read(None), Wanted::Any));
        assert!(matches!(Wanted::read(Some("10.0.0.7:4100")), Wanted::At(_)));
        assert!(matches!(Wanted::read(Some("nodealer:K7QD@10.0.0.7:4100")), Wanted::At(_)));
        assert!(matches!(Wanted::read(Some("k7qd")), Wanted::Called(_, Some(_))));
        assert!(matches!(Wanted::read(Some("Ann's table")), Wanted::Called(_, None)));
    }
}
