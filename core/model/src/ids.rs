//! Ids of what the model counts, as types of their own: nobody can take the one for the other.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};

/// A range: its number, from 0, in the order in which ranges came into being.
#[derive(
    Copy, Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct RangeId(pub u32);

impl RangeId {
    /// The id of no range.
    pub const NONE: RangeId = RangeId(u32::MAX);
}

/// The number alone, as sentences say it.
impl fmt::Display for RangeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number, as it is written: the page has no type of its own for it.
impl TS for RangeId {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        u32::name(config)
    }

    fn inline(config: &Config) -> String {
        u32::inline(config)
    }
}
