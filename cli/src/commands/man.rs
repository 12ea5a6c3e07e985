use std::io::{self, Write};

use clap::Args;

use crate::Failure;

/// The manual page, or that of one command: `nodealer man | man -l -`
#[derive(Args)]
pub(super) struct Man {
    /// A command, such as `play`; the whole program otherwise
    command: Option<String>,
}

/// Sections about the whole program, which clap does not generate.
const MORE: &str = r#".SH "EXIT STATUS"
.TP
\fB0\fR
fine; \fBverify\fR: the match was fair
.TP
\fB1\fR
a violation or two histories: \fBverify\fR found them, a match ended by cheating, \fBsim\fR saw something undetected
.TP
\fB2\fR
bad usage or bad input: an unknown game, an unreadable, damaged or foreign file, an impossible number of seats
.TP
\fB3\fR
the network or the table: nobody there, refused, lost; \fBverify\fR: the match is unfinished
.TP
\fB130\fR
interrupted
.SH ENVIRONMENT
.TP
\fBNO_COLOR\fR
no colours, if it is set
.TP
\fBTERM=dumb\fR
lines instead of screens, as with \fB\-\-plain\fR
.SH FILES
Keys, journals and transcripts lie in one folder, which \fBnodealer id\fR names and \fB\-\-data\-dir\fR replaces.
The key of a person is never sent anywhere.
"#;

impl Man {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut all = super::command();
        all.build();
        let command = match &self.command {
            None => &all,
            Some(name) => all.find_subcommand(name).ok_or_else(|| {
                Failure::Usage(format!("There is no command {name}; `nodealer --help` lists them."))
            })?,
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        if self.command.is_none() {
            page.extend_from_slice(MORE.as_bytes());
        }
        Ok(io::stdout().write_all(&page)?)
    }
}
