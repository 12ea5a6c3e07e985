use std::{
    io::{self, Write},
    time::Duration,
};

use clap::Args;
use net::{
    Invitation,
    doctor::{self, Finding, Grade, Interface, Kind, KnockTarget, Knocked},
};
use serde_json::{Value, json};

use crate::Failure;

/// How long to look for a node that can knock, at least, in seconds.
const LOOK: u64 = 3;

/// Why can't we see each other? Checks the network and says what to do
#[derive(Args)]
pub(super) struct Doctor {
    /// Ask the nodealer at this address to knock back; one that is in sight otherwise
    #[arg(value_parser = super::resume::address)]
    address: Option<Invitation>,
    /// How long to listen for others on each network
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 3, value_parser = super::seconds)]
    patience: u64,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Doctor {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let _ = writeln!(io::stderr(), "Listening for {} s on each network …", self.patience);
        let probe = doctor::probe(Duration::from_secs(self.patience))?;
        let mut findings = doctor::judge(&probe);
        findings.extend(self.knock()?);
        let worst = findings.iter().map(|finding| finding.grade).max().unwrap_or(Grade::Fine);
        let mut out = io::stdout();
        if self.json {
            let interfaces: Vec<Value> = probe.interfaces.iter().map(interface).collect();
            let findings: Vec<Value> = findings.iter().map(finding).collect();
            let report = json!({
                "verdict": word(worst),
                "findings": findings,
                "interfaces": interfaces,
                "ipv6": probe.ipv6,
            });
            writeln!(out, "{report}")?;
        } else {
            for Finding { grade, what, advice } in &findings {
                let mark = match grade {
                    Grade::Fine => '✓',
                    Grade::Note => '•',
                    Grade::Problem => '✗',
                };
                writeln!(out, "{mark} {what}")?;
                if !advice.is_empty() {
                    writeln!(out, "  → {advice}")?;
                }
            }
        }
        match worst {
            Grade::Problem => Err(Failure::Network(
                "Something keeps people apart; see above what to do about it.".into(),
            )),
            _ => Ok(()),
        }
    }
}

impl Doctor {
    /// The finding from a knock by another node, if there is one to ask.
    fn knock(&self) -> Result<Option<Finding>, Failure> {
        let door = match &self.address {
            Some(at) => KnockTarget::At(at.addresses.clone()),
            None => KnockTarget::Any,
        };
        let patience = Duration::from_secs(self.patience.max(LOOK));
        let knocked =
            doctor::knock(&door, patience).map_err(|e| Failure::Network(e.to_string()))?;
        // Without an address, finding nobody is no problem.
        let silent = knocked == Knocked::Nobody && self.address.is_none();
        Ok((!silent).then(|| doctor::judge_knock(knocked)))
    }
}

fn word(grade: Grade) -> &'static str {
    match grade {
        Grade::Fine => "fine",
        Grade::Note => "note",
        Grade::Problem => "problem",
    }
}

fn finding(finding: &Finding) -> Value {
    let advice = (!finding.advice.is_empty()).then_some(finding.advice);
    json!({ "grade": word(finding.grade), "what": finding.what, "advice": advice })
}

fn interface(interface: &Interface) -> Value {
    json!({
        "name": interface.name,
        "ip": interface.ip,
        "kind": match interface.kind {
            Kind::Network => "network",
            Kind::Tunnel => "tunnel",
            Kind::Container => "container",
        },
        "multicast": interface.multicast,
        "mdns": interface.mdns,
        "neighbours": interface.neighbours,
        "tcp": interface.inbound.0,
        "udp": interface.inbound.1,
    })
}
