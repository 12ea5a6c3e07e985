//! Log lines of the network part on standard error, for those who ask for more detail.

use std::{
    fmt::{self, Write as _},
    io::{self, Write as _},
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// From now on writes the log lines of the network part.
pub(crate) fn begin() {
    // Fails if there is another subscriber already, which then gets them.
    let _ = tracing::subscriber::set_global_default(Log);
}

/// Writes a line for every event of this program; spans are not used.
struct Log;

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::DEBUG && metadata.target().split("::").next() == Some("net")
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = LogLine::default();
        event.record(&mut line);
        // Standard error may be closed; the game matters more.
        let _ = writeln!(io::stderr(), "[net] {}{}", line.message, line.fields);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// An event in words: its message, then its fields. Parts may have been written by peers.
#[derive(Default)]
struct LogLine {
    message: String,
    fields: String,
}

impl Visit for LogLine {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let value: String = format!("{value:?}").chars().filter(|c| !c.is_control()).collect();
        if field.name() == "message" {
            self.message = value;
        } else {
            let _ = write!(self.fields, " {}={value}", field.name());
        }
    }
}
