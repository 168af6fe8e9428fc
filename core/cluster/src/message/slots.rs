//! Under which number whoever asked finds again what it waits for. The numbers travel with what
//! was asked, and come back with the answer.

/// A request's slot in the table of its gateway; an errand, where the service beside the oracle
/// asks.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) struct Slot(pub(crate) u32);

/// The place of a transaction's call in the book of its gateway.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place(pub(crate) u32);
