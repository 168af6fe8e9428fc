//! Switches, limits and intervals of reads: leases, read indexes, timestamps, safe times, and the
//! choice of a replica. It knows values and their sources, not what is done with them.

use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

/// Switches of reads that may change while the cluster runs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReadSwitches {
    /// Length of a leader's lease by its own clock; 0 = an election timeout less one tick, which is
    /// the most that TiKV allows.
    pub lease_us: Micros,
    /// A leader with a valid lease answers a request for a read index without a round (TiKV).
    pub index_by_lease: bool,
    /// Read indexes that are pending together share one round.
    pub batch_read_index: bool,
    /// A follower remembers up to which timestamp what it has applied is enough (TiKV RFC 0113).
    pub read_index_cache: bool,
    /// Promises not to vote outlive what raft-rs remembers: a restarted store grants no vote for
    /// one election timeout (TiKV #15085), and nobody stands for election by order before its own
    /// promise has run out.
    pub withhold_votes: bool,
    /// A leader transfer and a merge suspend the lease.
    pub suspend_lease: bool,
    /// Where timestamps come from.
    pub timestamps: Timestamps,
    /// How replicas learn up to when they may be read alone.
    pub safe_time: SafeTime,
    /// How far back stale reads look.
    pub staleness_us: Micros,
    /// Estimated result size from which an adaptive read goes to the closest replica
    /// (`tidb_adaptive_closest_read_threshold`).
    pub adaptive_threshold_bytes: u32,
    /// An adaptive read goes to the leader while the closest replica's store is busy.
    pub busy_fallback: bool,
    /// What an adaptive read goes by.
    pub adaptive_by: AdaptiveBy,
    /// Which replica a follower read goes to.
    pub follower_choice: FollowerChoice,
}

impl Default for ReadSwitches {
    fn default() -> Self {
        ReadSwitches {
            lease_us: 0,
            index_by_lease: false,
            batch_read_index: false,
            read_index_cache: false,
            withhold_votes: true,
            suspend_lease: true,
            timestamps: Timestamps::None,
            safe_time: SafeTime::Off,
            staleness_us: 30_000_000,
            adaptive_threshold_bytes: 4_096,
            busy_fallback: true,
            adaptive_by: AdaptiveBy::Size,
            follower_choice: FollowerChoice::Closest,
        }
    }
}

impl ReadSwitches {
    /// Whether rows keep their versions with timestamps.
    pub fn keeps_versions(&self) -> bool {
        self.timestamps != Timestamps::None || self.keeps_safe_times()
    }

    /// Whether replicas learn safe times.
    pub fn keeps_safe_times(&self) -> bool {
        self.safe_time != SafeTime::Off
    }
}

/// Where timestamps come from.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Timestamps {
    /// There are none: requests are raw.
    #[default]
    None,
    /// The oracle beside the placement driver: a round trip of its own. Requests are transactional.
    Tso,
    /// One request to a service beside the oracle brings timestamp and read index.
    #[serde(rename = "tso+index")]
    TsoIndex,
}

impl Timestamps {
    /// Every choice, in the order of their numbers.
    pub const ALL: [Timestamps; 3] = [Timestamps::None, Timestamps::Tso, Timestamps::TsoIndex];
}

/// How replicas learn up to when they may be read alone.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum SafeTime {
    /// Not at all.
    #[default]
    Off,
    /// The leader's safe time travels with Raft's messages (YugabyteDB).
    Hybrid,
    /// A resolved timestamp from the oracle, once a quorum agrees who leads (TiKV).
    Resolved,
    /// The leaseholder closes timestamps a target duration ago (CockroachDB).
    Closed,
}

impl SafeTime {
    /// Every choice, in the order of their numbers.
    pub const ALL: [SafeTime; 4] = [
        SafeTime::Off,
        SafeTime::Hybrid,
        SafeTime::Resolved,
        SafeTime::Closed,
    ];
}

/// What an adaptive read goes by.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum AdaptiveBy {
    /// The estimated size of the result.
    #[default]
    Size,
    /// The latency that each store showed lately.
    Latency,
}

impl AdaptiveBy {
    /// Every choice, in the order of their numbers.
    pub const ALL: [AdaptiveBy; 2] = [AdaptiveBy::Size, AdaptiveBy::Latency];
}

/// Which replica a follower read goes to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum FollowerChoice {
    /// The closest one (TiDB `closest-replicas`).
    #[default]
    Closest,
    /// Any that does not lead, wherever it is (TiDB `follower`, which knows no places).
    Random,
}

impl FollowerChoice {
    /// Every choice, in the order of their numbers.
    pub const ALL: [FollowerChoice; 2] = [FollowerChoice::Closest, FollowerChoice::Random];
}

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
