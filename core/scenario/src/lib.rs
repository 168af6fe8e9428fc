//! What to run, what must hold, what was seen.

pub mod format;
