//! The shape of `schedule`: what the placement driver goes by. Fixed for a run; the switches that
//! set it to work are in `settings`.

use model::schedule::{LeaderRule, ScheduleConfig};
use schemars::JsonSchema;

use crate::scenario::bounds::within_time;
use format::error::Problems;
use format::limits;
use format::tree::Read;
use format::units::DurationUs;
use format::word::Word;
use text::{phrase, say};

const REQUESTS: &str = phrase!("{least} to {most} requests per second");

/// Periods and thresholds of the placement driver.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ScheduleText {
    /// Time between a store's reports, and between the driver's rounds. Default: 1s.
    #[bound(min = limits::REPORT_US_MIN, max = limits::DELAY_US_MAX)]
    pub report: DurationUs,
    /// For so long after its leader was moved, or it was split or merged, a range is left alone.
    /// Default: 10s.
    #[bound(max = limits::DELAY_US_MAX * 60)]
    pub hold_down: DurationUs,
    /// A store that is silent for so long has lost its replicas. Default: 10s.
    pub store_down: DurationUs,
    /// The rules that move leaders, the first one first. Default: affinity, hot, balance.
    #[schemars(length(equal = LeaderRule::ALL.len()), extend("uniqueItems" = true))]
    pub priority: Vec<Word<LeaderRule>>,
    /// Least share of a range's use, in percent, that draws its leader to a zone. Default: 60.
    // Two zones cannot both have more than half.
    #[schemars(range(min = 51, max = 100))]
    #[bound(words = phrase!("{least} to {most} %"))]
    pub affinity_percent: u32,
    /// Least requests per second at which affinity looks at a range. Default: 1.
    #[schemars(range(min = 1, max = limits::SCHEDULE_RATE_MAX))]
    #[bound(words = REQUESTS)]
    pub affinity_requests_per_s: u64,
    /// Difference in leaders between two stores that is left alone. Default: 1.
    pub leaders_tolerance: u32,
    /// Difference in replicas between two stores that is left alone. Default: 1.
    pub replicas_tolerance: u32,
    /// Requests per second at its leader that make a range hot. Default: 200.
    #[schemars(range(min = 1, max = limits::SCHEDULE_RATE_MAX))]
    #[bound(words = REQUESTS)]
    pub hot_requests_per_s: u64,
    /// A range with more bytes of rows is split. Default: 4194304.
    pub split_bytes: u64,
    /// A range with more requests per second at its leader is split. Default: 3000.
    #[schemars(range(min = 1, max = limits::SCHEDULE_RATE_MAX))]
    #[bound(words = REQUESTS)]
    pub split_requests_per_s: u64,
    /// Neighbours with no more bytes together are merged. Default: 1048576.
    pub merge_bytes: u64,
    /// A range with more requests per second is not merged. Default: 10.
    #[schemars(range(min = 1, max = limits::SCHEDULE_RATE_MAX))]
    #[bound(words = REQUESTS)]
    pub merge_requests_per_s: u64,
    /// Reads per second and replica at which a range gets one more learner. Default: 1000.
    #[schemars(range(min = 1, max = limits::SCHEDULE_RATE_MAX))]
    #[bound(words = REQUESTS)]
    pub learner_reads_per_s: u64,
    /// Most learners made for one range. Default: 2.
    #[schemars(range(min = 0, max = limits::LEARNERS_MAX))]
    #[bound(words = phrase!("{least} to {most} learners"))]
    pub learners_max: u32,
}

impl Default for ScheduleText {
    fn default() -> Self {
        let default = ScheduleConfig::default();
        Self {
            report: DurationUs(default.report_us),
            hold_down: DurationUs(default.hold_down_us),
            store_down: DurationUs(default.store_down_us),
            priority: default.priority.map(Word).to_vec(),
            affinity_percent: default.affinity_percent,
            affinity_requests_per_s: default.affinity_requests_per_s,
            leaders_tolerance: default.leaders_tolerance,
            replicas_tolerance: default.replicas_tolerance,
            hot_requests_per_s: default.hot_requests_per_s,
            split_bytes: default.split_bytes,
            split_requests_per_s: default.split_requests_per_s,
            merge_bytes: default.merge_bytes,
            merge_requests_per_s: default.merge_requests_per_s,
            learner_reads_per_s: default.learner_reads_per_s,
            learners_max: default.learners_max,
        }
    }
}

impl ScheduleText {
    /// As the cluster takes it; it was checked.
    pub(super) fn resolve(&self) -> ScheduleConfig {
        let rule = |position: usize| self.priority[position].0;
        ScheduleConfig {
            report_us: self.report.0,
            hold_down_us: self.hold_down.0,
            store_down_us: self.store_down.0,
            priority: [rule(0), rule(1), rule(2)],
            affinity_percent: self.affinity_percent,
            affinity_requests_per_s: self.affinity_requests_per_s,
            leaders_tolerance: self.leaders_tolerance,
            replicas_tolerance: self.replicas_tolerance,
            hot_requests_per_s: self.hot_requests_per_s,
            split_bytes: self.split_bytes,
            split_requests_per_s: self.split_requests_per_s,
            merge_bytes: self.merge_bytes,
            merge_requests_per_s: self.merge_requests_per_s,
            learner_reads_per_s: self.learner_reads_per_s,
            learners_max: self.learners_max,
        }
    }

    /// A priority that is not an order of all rules, and values that do not fit together.
    pub(super) fn check(&self, problems: &mut Problems) {
        let (least, most) = (self.report.0.saturating_mul(2), limits::DELAY_US_MAX * 60);
        within_time(
            problems,
            "schedule.store_down",
            self.store_down,
            least,
            most,
        );
        let known = |rule: &LeaderRule| self.priority.contains(&Word(*rule));
        if self.priority.len() != LeaderRule::ALL.len() || !LeaderRule::ALL.iter().all(known) {
            let found = say!("{count} rules", count = self.priority.len());
            let expected = phrase!("\"affinity\", \"hot\" and \"balance\" in an order, each once");
            problems.expected("schedule.priority", found, expected);
        }
        if self.split_bytes <= self.merge_bytes {
            // Else what was merged is split at once.
            let expected = say!(
                "more than the {value} of {key}",
                value = self.merge_bytes,
                key = "schedule.merge_bytes"
            );
            problems.expected("schedule.split_bytes", self.split_bytes, expected);
        }
    }
}
