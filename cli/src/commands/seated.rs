//! A seat that a command opens, and the screen that shows it.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    time::Duration,
};

#[cfg(unix)]
use seat::attach::{self, AttachServer};
use seat::{
    Answer, Attended, Config, Intent, LobbyView, SeatClient, SeatEventKind, person::Person,
};

use super::Common;
use crate::{
    Failure,
    plain::{self, Input, Until},
    tui::{self, For},
};

/// How long the answer to an intent may take on a busy machine: a match may begin.
const ANSWERED: Duration = Duration::from_secs(60);
/// How long a seat stays at most for others who have not seen the end of a match.
const STAY: Duration = Duration::from_secs(15);
/// As above, for a seat that a bot plays.
const BOT_STAY: Duration = Duration::from_secs(35);

/// A seat of this process.
pub(super) struct Seated {
    client: SeatClient,
    /// Lets further screens attach.
    #[cfg(unix)]
    _door: Option<AttachServer>,
}

/// How a seat is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// Whether to show lines even if the terminal could show screens.
    pub plain: bool,
    /// When the lines end.
    pub until: Until,
    /// What the terminal screens are opened for.
    pub what: For,
}

/// How a bot's seat is attended.
#[derive(Clone, Copy)]
pub(super) struct Unattended<'a> {
    /// Whether it plays one match only.
    pub once: bool,
    /// The lines to print once it sits at a table.
    pub greet: &'a dyn Fn(&LobbyView) -> Vec<String>,
}

impl Shown {
    /// Whether it is shown on terminal screens.
    pub(super) fn on_screens(plain: bool) -> bool {
        !plain && tui::is_possible()
    }
}

impl Seated {
    /// Opens a seat; other processes may attach screens to it if it is the one of a data folder.
    pub(super) fn open(person: Person, config: Config) -> Result<Self, Failure> {
        #[cfg(unix)]
        let folder = person.data().filter(|_| !person.is_bot()).map(ToOwned::to_owned);
        let client = seat::open(person, config).map_err(|e| Failure::Usage(format!("{e}.")))?;
        #[cfg(unix)]
        let door = match folder.map(|folder| attach::serve(client.clone(), &folder)).transpose() {
            Ok(door) => door,
            Err(error) => {
                tracing::debug!(%error, "no screens can be attached");
                None
            }
        };
        Ok(Self {
            client,
            #[cfg(unix)]
            _door: door,
        })
    }

    /// Sends an intent to it.
    pub(super) fn want(&self, intent: Intent) -> Result<(), Failure> {
        match self.client.send(intent).wait(ANSWERED) {
            Some(Answer::Taken { .. }) => Ok(()),
            Some(Answer::Refused { why, .. }) => Err(why.into()),
            None => Err(Failure::Network("Your seat does not answer any more. Start nodealer again; `nodealer resume` takes up a match.".into())),
        }
    }

    /// Shows it until the person leaves, and closes it.
    pub(super) fn show(self, common: &Common, shown: Shown) -> Result<(), Failure> {
        let ended = show(&self.client, common, shown);
        #[cfg(unix)]
        drop(self._door);
        self.client.close(STAY);
        ended
    }

    /// Lets a bot play it, and reports what happens.
    pub(super) fn attend(
        self,
        first: Intent,
        common: &Common,
        how: Unattended<'_>,
    ) -> Result<(), Failure> {
        let mut out = io::stdout();
        let ended = seat::attend(&self.client, first, how.once, &mut |told| {
            match told {
                Attended::Seated(table) => {
                    (how.greet)(table).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
                Attended::Event(kind) => aside(kind, common.verbose),
                Attended::Over(end) => {
                    let words = end.fingerprint.as_ref().map(|words| ("Fingerprint", words));
                    let path = end.transcript.as_ref().map(|path| ("Transcript", path));
                    for (what, is) in words.into_iter().chain(path) {
                        writeln!(out, "{what}: {is}")?;
                    }
                }
            }
            Ok(out.flush()?)
        });
        #[cfg(unix)]
        drop(self._door);
        self.client.close(BOT_STAY);
        ended
    }

    /// The seat itself.
    pub(super) fn client(&self) -> &SeatClient {
        &self.client
    }
}

/// Reports on standard error what happens at a seat without a screen.
fn aside(kind: &SeatEventKind, verbose: bool) {
    let told = match kind {
        SeatEventKind::Notice { text } => text.clone(),
        SeatEventKind::Presence { text, .. } if verbose => text.clone(),
        SeatEventKind::Proven { step, text, .. } if verbose => {
            format!("Step {step}: {text}; the proof holds")
        }
        _ => return,
    };
    // Standard error may be closed; the game matters more.
    let _ = writeln!(io::stderr(), "{}", plain::printable(&told));
}

/// Shows a seat until the person leaves.
pub(super) fn show(client: &SeatClient, common: &Common, shown: Shown) -> Result<(), Failure> {
    if Shown::on_screens(shown.plain) {
        return super::leave(tui::run(client, shown.what)?);
    }
    let mut out = BufWriter::new(io::stdout());
    // On a terminal, lines are broken between words.
    let columns = io::stdout().is_terminal().then(|| ratatui::crossterm::terminal::size().ok());
    let width = columns.flatten().map(|(columns, _)| usize::from(columns.max(20)) - 1);
    let options = plain::Options { until: shown.until, verbose: common.verbose, width };
    plain::run(client, &mut Input::stdin(), &mut out, options)?;
    Ok(out.flush()?)
}
