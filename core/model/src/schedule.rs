//! What the placement driver goes by: periods, thresholds, hold-downs. Part of the config, fixed
//! for a run; it must not know files.
//!
//! Defaults follow TiKV's placement driver (its configuration file reference), with periods scaled
//! down so that a run of a minute shows what a cluster does in half an hour.

use sim::Micros;

use crate::choice;

choice! {
    /// A rule that moves leaders.
    pub enum LeaderRule {
        /// The leader goes to the zone that uses the range most.
        Affinity = "affinity";
        /// Leaders of hot ranges are spread over the stores.
        Hot = "hot";
        /// Every store leads about as many ranges.
        Balance = "balance";
    }
}

/// Fixed numbers of the placement driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleConfig {
    /// Time between a store's reports, and between the driver's rounds. A tenth of PD's store
    /// heartbeat of 10 s.
    pub report_us: Micros,
    /// After a range's leader was moved, or the range changed its shape, nothing else is done to
    /// it for so long.
    pub hold_down_us: Micros,
    /// A store that is silent for so long has lost its replicas (`max-store-down-time`, there 30
    /// minutes).
    pub store_down_us: Micros,
    /// Rules that move leaders, the first one first: a later rule does nothing that an earlier
    /// one would want undone.
    pub priority: [LeaderRule; 3],
    /// Least share of a range's use, in percent, that draws the leader to a zone.
    pub affinity_percent: u32,
    /// Least use at which affinity looks at a range.
    pub affinity_requests_per_s: u64,
    /// Difference in leaders between two stores that is left alone.
    pub leaders_tolerance: u32,
    /// Difference in replicas between two stores that is left alone.
    pub replicas_tolerance: u32,
    /// Requests at its leader that make a range hot.
    pub hot_requests_per_s: u64,
    /// A range with more bytes of rows is split (`region-max-size`, there 144 MiB).
    pub split_bytes: u64,
    /// A range with more requests at its leader is split (`split.qps-threshold`, there 3,000).
    pub split_requests_per_s: u64,
    /// Two neighbours that together have no more bytes than this are merged
    /// (`max-merge-region-size`, there 54 MiB, once 20).
    pub merge_bytes: u64,
    /// A range with more requests than this is not merged.
    pub merge_requests_per_s: u64,
    /// Reads per replica at which a range gets another read-only replica; below half of it the
    /// last one goes again.
    pub learner_reads_per_s: u64,
    /// Most read-only replicas made for one range.
    pub learners_max: u32,
}

impl Default for ScheduleConfig {
    fn default() -> Self {
        ScheduleConfig {
            report_us: 1_000_000,
            hold_down_us: 10_000_000,
            store_down_us: 10_000_000,
            priority: [LeaderRule::Affinity, LeaderRule::Hot, LeaderRule::Balance],
            affinity_percent: 60,
            affinity_requests_per_s: 1,
            leaders_tolerance: 1,
            replicas_tolerance: 1,
            hot_requests_per_s: 200,
            split_bytes: 4 << 20,
            split_requests_per_s: 3_000,
            merge_bytes: 1 << 20,
            merge_requests_per_s: 10,
            learner_reads_per_s: 1_000,
            learners_max: 2,
        }
    }
}
