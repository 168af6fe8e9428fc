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

/// A client's request, or a part of one: its number, from 1, in the order in which they were sent.
#[derive(
    Copy, Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct RequestId(pub u64);

impl RequestId {
    /// The id of no request.
    pub const NONE: RequestId = RequestId(0);

    /// The id of what it writes, as it stands in rows: unique in the run, as the request is.
    pub const fn write_id(self) -> u64 {
        self.0
    }

    /// The request that wrote what has this id; no request wrote what was there before the run.
    pub const fn of_write(write_id: u64) -> RequestId {
        RequestId(write_id)
    }
}

/// Declares how an id is said and written: as its number. The page has no type of its own for it.
macro_rules! said_as_its_number {
    ($($id:ident: $number:ident;)+) => { $(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl TS for $id {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(config: &Config) -> String {
                $number::name(config)
            }

            fn inline(config: &Config) -> String {
                $number::inline(config)
            }
        }
    )+ };
}

said_as_its_number! { RangeId: u32; RequestId: u64; }
