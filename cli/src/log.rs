//! What the network part logs, on standard error, for whoever asks for more detail.

use std::{
    fmt::{self, Write as _},
    io::{self, Write as _},
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// From now on tells what the network part of nodealer logs.
pub(crate) fn begin() {
    // Somebody else may listen already; then they tell.
    let _ = tracing::subscriber::set_global_default(Log);
}

/// Writes a line for every event of our own; spans are not used.
struct Log;

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::DEBUG && metadata.target().split("::").next() == Some("net")
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        // Nobody may be reading; the game matters more.
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

/// An event in words: its message, then its fields. Peers may have written parts of them.
#[derive(Default)]
struct Line {
    message: String,
    fields: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let value: String = format!("{value:?}").chars().filter(|c| !c.is_control()).collect();
        if field.name() == "message" {
            self.message = value;
        } else {
            let _ = write!(self.fields, " {}={value}", field.name());
        }
    }
}
