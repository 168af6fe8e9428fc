//! What the commands print, and how they end when it cannot be printed: quietly if the reader is
//! gone, with one sentence if the disk is full. It knows no command.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use experiments::folder::Trouble;

use crate::exit::{EXIT_BAD_INPUT, EXIT_NOBODY_READS};
use crate::input::BadInput;

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is not usable: one or more lines for a person.
    BadInput(String),
    /// What it had to say could not be written.
    Unwritten(io::Error),
    /// A file could not be written.
    UnwrittenFile(PathBuf, io::Error),
}

impl From<BadInput> for Stop {
    fn from(BadInput(message): BadInput) -> Self {
        Stop::BadInput(message)
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Bad(message) => Stop::BadInput(message),
            Trouble::Unwritten(path, error) => Stop::UnwrittenFile(path, error),
        }
    }
}

impl Stop {
    /// Says why, to whoever listens, and with which code to end.
    pub(crate) fn end(&self) -> ExitCode {
        match self {
            Stop::BadInput(message) => complain(message),
            // As any program that is read by `head`: nothing is wrong.
            Stop::Unwritten(error) if error.kind() == ErrorKind::BrokenPipe => {
                return ExitCode::from(EXIT_NOBODY_READS);
            }
            Stop::UnwrittenFile(path, error) => {
                complain(&format!("{}: cannot be written: {error}", path.display()));
            }
            Stop::Unwritten(error) => complain(&format!("The output cannot be written: {error}")),
        }
        ExitCode::from(EXIT_BAD_INPUT)
    }
}

/// Prints a line; `say!("{a} of {b}")?`.
macro_rules! say {
    ($($words:tt)*) => { $crate::out::print(format_args!("{}\n", format_args!($($words)*))) };
}
pub(crate) use say;

/// Prints text that has its own ends of lines.
pub(crate) fn print(text: fmt::Arguments<'_>) -> Result<(), Stop> {
    let text = text.to_string();
    io::stdout()
        .write_all(plain(&text).as_bytes())
        .map_err(Stop::Unwritten)
}

/// Prints what this program made itself, as it is.
pub(crate) fn verbatim(text: &[u8]) -> Result<(), Stop> {
    io::stdout().write_all(text).map_err(Stop::Unwritten)
}

/// Text that a terminal obeys in nothing: titles and names come from files, and may hold anything.
/// Ends of lines stay.
fn plain(text: &str) -> Cow<'_, str> {
    let orders = |sign: char| (sign.is_control() && sign != '\n') || TURNS.contains(&sign);
    if !text.contains(orders) {
        return Cow::Borrowed(text);
    }
    let written = |sign: char| {
        if orders(sign) {
            // As JSON writes it too: what is printed may be JSON.
            format!("\\u{:04x}", u32::from(sign))
        } else {
            sign.to_string()
        }
    };
    Cow::Owned(text.chars().map(written).collect())
}

/// Signs that turn the direction of what follows, and so can make a text look like another.
const TURNS: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// Nothing that was printed is held back any more.
pub(crate) fn flush() -> Result<(), Stop> {
    io::stdout().flush().map_err(Stop::Unwritten)
}

/// Says what is wrong, if anybody can hear it.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{}", plain(message));
}
