//! Limits and intervals of reads: leases, read indexes, timestamps and safe times. It knows values
//! and their sources, not what is done with them.

use sim::Micros;

/// Limits and intervals of reads, fixed for a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReadConfig {
    /// Most that two clocks may differ (YugabyteDB `max_clock_skew_usec`).
    pub max_clock_skew_us: Micros,
    /// Entries that a replica may lag behind a read index before it refuses the read (TiKV
    /// `follower_read_max_log_gap`).
    pub log_gap_max: u64,
    /// Estimated wait from which a store calls itself busy (TiDB RFC 0105 `busy_threshold_ms`).
    pub busy_us: Micros,
    /// Interval of resolved timestamps (TiKV `resolved-ts.advance-ts-interval`).
    pub resolved_interval_us: Micros,
    /// Age of closed timestamps (CockroachDB `kv.closed_timestamp.target_duration`).
    pub closed_target_us: Micros,
    /// Interval of closed timestamps of idle ranges
    /// (`kv.closed_timestamp.side_transport_interval`).
    pub closed_interval_us: Micros,
    /// Life of a lock without a sign of its transaction (TiDB's default is 3 s).
    pub lock_ttl_us: Micros,
    /// For one test: the service beside the oracle asks for read indexes before it draws the
    /// timestamp. Not safe, which is what it shows.
    pub index_before_timestamp: bool,
    /// Time that a gateway takes to parse and plan a statement before its first fetch.
    pub statement_us: Micros,
    /// Core time that a store takes to find out whether it may serve a stale read, beside that of
    /// any read.
    pub stale_read_us: Micros,
    /// For one test: leaders call safe what no quorum has heard of. Not safe, which is what it
    /// shows.
    pub safe_unheard: bool,
}

impl Default for ReadConfig {
    fn default() -> Self {
        ReadConfig {
            max_clock_skew_us: 500_000,
            log_gap_max: 100,
            busy_us: 10_000,
            resolved_interval_us: 20_000_000,
            closed_target_us: 3_000_000,
            closed_interval_us: 200_000,
            lock_ttl_us: 3_000_000,
            index_before_timestamp: false,
            statement_us: 0,
            stale_read_us: 0,
            safe_unheard: false,
        }
    }
}

/// The least bound of a stale read: twice the greatest difference between two clocks. A gateway
/// whose clock is ahead by all of it and a leader whose clock is behind by all of it still agree
/// that the moment is past. Equal is enough (YugabyteDB's rule).
pub const fn least_staleness_us(max_clock_skew_us: Micros) -> Micros {
    2 * max_clock_skew_us
}
