//! What the commands print, and how they end when it cannot be printed: quietly if the reader is
//! gone, with one sentence if the disk is full. It knows no command.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::input::BadInput;
use crate::{EXIT_BAD_INPUT, EXIT_NOBODY_READS};

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is not usable: one or more lines for a person.
    BadInput(String),
    /// What it had to say could not be written.
    Unwritten(io::Error),
}

impl From<BadInput> for Stop {
    fn from(BadInput(message): BadInput) -> Self {
        Stop::BadInput(message)
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
    io::stdout().write_fmt(text).map_err(Stop::Unwritten)
}

/// Nothing that was printed is held back any more.
pub(crate) fn flush() -> Result<(), Stop> {
    io::stdout().flush().map_err(Stop::Unwritten)
}

/// Says what is wrong, if anybody can hear it.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}
