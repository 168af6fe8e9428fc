//! The codes with which the program ends. Must not know who ends.

pub(crate) const EXIT_OK: u8 = 0;
/// An expectation or a check failed.
pub(crate) const EXIT_FAILED: u8 = 1;
/// The input is not usable, or the output cannot be written.
pub(crate) const EXIT_BAD_INPUT: u8 = 2;
/// It is not known whether everything held: a search was given up, or a check could not judge all.
pub(crate) const EXIT_NOT_KNOWN: u8 = 3;
/// Whoever read the output is gone: the code of a program that SIGPIPE ended.
pub(crate) const EXIT_NOBODY_READS: u8 = 141;
