//! What is wrong with a user's file.

use std::fmt;

/// What is wrong with a transcript, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The line, from 1.
    pub line: usize,
    found: String,
    expected: String,
}

impl Complaint {
    pub(crate) fn new(line: usize, found: &str, expected: &str) -> Complaint {
        Complaint {
            line,
            found: found.to_owned(),
            expected: expected.to_owned(),
        }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complaint {
            line,
            found,
            expected,
        } = self;
        write!(f, "line {line}: found {found}, expected {expected}")
    }
}
