//! Typed commands: a line that begins with a slash is a command, wherever it is typed, and is never sent as
//! chat.

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slash<'a> {
    /// Write to everybody.
    Say(&'a str),
    /// Write to one person alone.
    Whisper {
        /// The beginning of the person's name.
        name: &'a str,
        /// The text.
        text: &'a str,
    },
}

/// Why a line that begins with a slash is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCommand {
    /// There is no command of that name.
    #[error("There is no command /{0}. Write /say TEXT, or /whisper NAME TEXT.")]
    Unknown(String),
    /// A part of the command is missing.
    #[error("Write it as {0}.")]
    Incomplete(&'static str),
}

impl<'a> Slash<'a> {
    /// Reads a line; `None` if it does not begin with a slash.
    pub fn read(line: &'a str) -> Option<Result<Self, NoCommand>> {
        let line = line.trim().strip_prefix('/')?;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match word {
            "say" if rest.is_empty() => Err(NoCommand::Incomplete("/say TEXT")),
            "say" => Ok(Self::Say(rest)),
            "whisper" | "w" => rest
                .split_once(' ')
                .map(|(name, text)| Self::Whisper { name, text: text.trim() })
                .ok_or(NoCommand::Incomplete("/whisper NAME TEXT")),
            other => Err(NoCommand::Unknown(other.into())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_with_a_slash_is_a_command_or_refused() {
        let read = |line| Slash::read(line);
        assert_eq!(read("hello /say"), None);
        assert_eq!(read("/say  hello there "), Some(Ok(Slash::Say("hello there"))));
        let whisper = Slash::Whisper { name: "Ann", text: "I am a Cop" };
        assert_eq!(read("/whisper Ann I am a Cop"), Some(Ok(whisper)));
        assert_eq!(read("/w Ann I am a Cop"), Some(Ok(whisper)));
        for line in ["/", "/whispr Ann I am a Cop", "/whisper", "/whisper Ann", "/say", "/ say hi"]
        {
            assert!(matches!(read(line), Some(Err(_))), "{line}");
        }
    }
}
