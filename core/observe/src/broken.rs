//! What a read broke, and the words for it. It knows the kinds, not who finds them.

use model::ids::RequestId;
use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use report::check::Check;
use text::say;
use text::words::{duration_words, instant_words};

/// What a read broke.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Broken {
    /// Another value had replaced it for sure.
    Replaced {
        /// Write id of that value.
        by: u64,
    },
    /// Replaced long ago, or nobody had written it to this key.
    Unknown,
    /// It is older than its client's bound and the greatest difference between two clocks allow.
    TooOld {
        /// The first write that it missed.
        by: u64,
        /// How long before the read was sent that one was acknowledged.
        age_us: Micros,
        /// How far back its client lets it look.
        bound_us: Micros,
        /// How far two clocks may be apart.
        skew_us: Micros,
    },
    /// A write is missing that was acknowledged before the moment that the read is of.
    Missed {
        /// The first such write.
        by: u64,
        /// The moment.
        read_us: Micros,
    },
    /// It was sent after the moment that the read is of.
    Early {
        /// The moment.
        read_us: Micros,
    },
    /// Its write is certain not to be done.
    WriteFailed,
    /// Another row of the same read was written after this one had been replaced.
    Torn {
        /// Key of the other row.
        late_key: u64,
        /// Its write id.
        late_value: u64,
        /// The write that had replaced this one.
        by: u64,
    },
}

impl Broken {
    /// The check that it breaks.
    pub fn check(&self) -> Check {
        match self {
            Broken::Replaced { .. } | Broken::Unknown => Check::Linearizable,
            Broken::TooOld { .. } => Check::Staleness,
            Broken::Missed { .. } | Broken::Early { .. } | Broken::Torn { .. } => Check::Snapshot,
            Broken::WriteFailed => Check::DirtyRead,
        }
    }

    /// The write that should have been seen; 0 = none is named.
    pub fn by(&self) -> u64 {
        match *self {
            Broken::Replaced { by }
            | Broken::TooOld { by, .. }
            | Broken::Missed { by, .. }
            | Broken::Torn { by, .. } => by,
            Broken::Unknown | Broken::Early { .. } | Broken::WriteFailed => 0,
        }
    }
}

/// A read that broke what its mode promises.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BrokenRead {
    /// Number of the request.
    pub request: RequestId,
    /// The key.
    pub key: u64,
    /// Write id that it returned.
    pub value: u64,
    /// Why that cannot be.
    pub broken: Broken,
    /// Requests that show it: see `RegisterCheck::clash`.
    #[serde(skip)]
    pub clash: [RequestId; 4],
}

impl BrokenRead {
    /// What it broke, in words.
    pub(super) fn words(&self, invoked_us: Micros) -> String {
        let BrokenRead {
            request,
            key,
            value,
            broken,
            ..
        } = self;
        let why = match *broken {
            Broken::Replaced { by: 0 } => say!("after the value before any write"),
            Broken::Replaced { by } => say!("which write {by} had replaced", by),
            Broken::Unknown => say!("which had been replaced, or was not written there"),
            Broken::TooOld {
                by,
                age_us,
                bound_us,
                skew_us,
            } => say!(
                "which is {age} old: it missed write {by}, and its bound is {bound} with {skew} \
                 of clock skew",
                age = duration_words(age_us),
                by,
                bound = duration_words(bound_us),
                skew = duration_words(skew_us)
            ),
            Broken::Missed { by, read_us } => say!(
                "and missed write {by}, which was done before its moment, {moment}",
                by,
                moment = instant_words(read_us)
            ),
            Broken::Early { read_us } => say!(
                "which was sent after its moment, {moment}",
                moment = instant_words(read_us)
            ),
            Broken::WriteFailed => say!("whose write failed"),
            Broken::Torn {
                late_key,
                late_value,
                by,
            } => say!(
                "beside {late_value} of k{late_key}: write {by} had replaced it before",
                late_value,
                late_key,
                by
            ),
        };
        let sent = instant_words(invoked_us);
        say!(
            "read r{request} of k{key}, sent at {sent}, returned {value}, {why}",
            request,
            key,
            sent,
            value,
            why
        )
    }
}
