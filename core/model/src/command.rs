//! The parts of an encoded command: which bytes say what. It knows no encoding.

use serde::Serialize;
use ts_rs::TS;

use crate::kinds;

kinds! {
    /// What some bytes of a command say.
    #[derive(Serialize, TS)]
    #[serde(rename_all = "kebab-case")]
    pub enum Field {
        /// Protobuf's tags and lengths, and the type of the command.
        Shape,
        /// Delta encoding: how the command was encoded.
        Form,
        /// What all keys of the table share; delta encoding: the table's number, once.
        Prefix,
        /// The row's number.
        Row,
        /// The column family: its name, or its number.
        Family,
        /// The timestamp, or its difference from the one before it.
        Timestamp,
        /// What is written.
        Value,
    }
}

/// Some bytes of a form and what they say.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Span {
    /// What they say.
    pub field: Field,
    /// Place of the first.
    pub start: u32,
    /// How many.
    pub length: u32,
}
