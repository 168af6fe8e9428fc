//! The shape of `reads`: limits and intervals of reads. Fixed for a run; the switches that they
//! belong to are in `settings`.

use model::config::ReadConfig;
use schemars::JsonSchema;

use format::limits;
use format::tree::Read;
use format::units::DurationUs;
use text::phrase;

/// Limits and intervals of reads.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ReadsText {
    /// Entries that a replica may lag behind a read index before it refuses the read. Default: 100.
    #[schemars(range(min = 1, max = 1_000_000))]
    #[bound(words = phrase!("{least} to {most} entries"))]
    pub log_gap: u64,
    /// Estimated wait from which a store calls itself busy. Default: 10ms.
    #[bound(max = limits::DELAY_US_MAX)]
    pub busy: DurationUs,
    /// Interval of resolved timestamps. Default: 20s.
    #[bound(min = 10_000, max = limits::DELAY_US_MAX)]
    pub resolved_interval: DurationUs,
    /// Age of closed timestamps. Default: 3s.
    #[bound(max = limits::DELAY_US_MAX)]
    pub closed_target: DurationUs,
    /// Interval of closed timestamps of idle ranges. Default: 200ms.
    #[bound(min = 10_000, max = limits::DELAY_US_MAX)]
    pub closed_interval: DurationUs,
    /// Life of a lock without a sign of its transaction. Default: 3s.
    #[bound(min = 1_000, max = limits::DELAY_US_MAX)]
    pub lock_ttl: DurationUs,
    /// Time that a gateway takes to parse and plan a statement before its first fetch. Default: 0.
    #[bound(max = limits::DELAY_US_MAX)]
    pub statement: DurationUs,
    /// Core time that a store takes to find out whether it may serve a stale read, beside that of
    /// any read. Default: 0.
    #[bound(max = limits::DELAY_US_MAX)]
    pub stale_read: DurationUs,
}

impl Default for ReadsText {
    fn default() -> Self {
        let default = ReadConfig::default();
        Self {
            log_gap: default.log_gap_max,
            busy: DurationUs(default.busy_us),
            resolved_interval: DurationUs(default.resolved_interval_us),
            closed_target: DurationUs(default.closed_target_us),
            closed_interval: DurationUs(default.closed_interval_us),
            lock_ttl: DurationUs(default.lock_ttl_us),
            statement: DurationUs(default.statement_us),
            stale_read: DurationUs(default.stale_read_us),
        }
    }
}

impl ReadsText {
    /// As the cluster takes it; it was checked.
    pub(super) fn resolve(&self, max_skew: DurationUs) -> ReadConfig {
        ReadConfig {
            max_clock_skew_us: max_skew.0,
            log_gap_max: self.log_gap,
            busy_us: self.busy.0,
            resolved_interval_us: self.resolved_interval.0,
            closed_target_us: self.closed_target.0,
            closed_interval_us: self.closed_interval.0,
            lock_ttl_us: self.lock_ttl.0,
            statement_us: self.statement.0,
            stale_read_us: self.stale_read.0,
            ..ReadConfig::default()
        }
    }
}
