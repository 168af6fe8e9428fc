//! The shape of `settings`: switches that may change while the cluster runs, in a file and in a
//! `set` action alike. What is left out keeps its value.

use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, ReadSwitches, SafeTime,
    Settings, Timestamps, Zones,
};
use schemars::JsonSchema;
use serde::Serialize;
use sim::ZoneId;

use crate::error::{Problems, join, one_of, quoted};
use crate::limits;
use crate::switch_words::{
    AdaptiveByText, CompressionText, DelegatePolicyText, FollowerChoiceText, ReadModeText,
    SafeTimeText, TimestampsText, ZoneChoice,
};
use crate::tree::Read;
use crate::units::{DurationUs, duration_text};

/// Switches; what is left out keeps its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub struct SettingsText {
    /// How reads are served, unless a workload says otherwise. Default: leader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_mode: Option<ReadModeText>,
    /// A leader that does not hear from a quorum for an election timeout steps down. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_quorum: Option<bool>,
    /// A would-be candidate asks first whether it could win. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pre_vote: Option<bool>,
    /// Followers learn the commit index with the next append or heartbeat, not at once.
    /// Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_commit_broadcast: Option<bool>,
    /// Time between commit and apply on every store. Default: 0us.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apply_delay: Option<DurationUs>,
    /// How long a client waits for one request. Default: 5s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_timeout: Option<DurationUs>,
    /// Follower Replication: replicas of a zone get appends from other zones through one of them,
    /// the delegate. True for all zones, or a list of zones. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follower_replication: Option<ZoneChoice>,
    /// Which replica of a zone is its delegate. Default: nearest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegate_policy: Option<DelegatePolicyText>,
    /// A delegate bundles its zone's acknowledgements into one message. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregate_acks: Option<bool>,
    /// A lagging replica gets its snapshot from the nearest replica that can serve it.
    /// Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbour_snapshots: Option<bool>,
    /// Commands in appends travel as differences from what the receiver knows. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_encoding: Option<bool>,
    /// How Raft messages are compressed. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compression: Option<CompressionText>,
    /// An entry counts only when replicas in two zones hold it. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_commit: Option<bool>,
    /// The placement driver moves a range's leader to the zone that uses it most. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_affinity: Option<bool>,
    /// The placement driver evens out the number of leaders on stores. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_leaders: Option<bool>,
    /// The placement driver replaces lost replicas, evens out their number, and keeps one in each
    /// zone. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_replicas: Option<bool>,
    /// The placement driver spreads the leaders of hot ranges. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule_hot: Option<bool>,
    /// The placement driver splits large and hot ranges, and merges small and cold ones.
    /// Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_merge: Option<bool>,
    /// The placement driver gives hot ranges read-only learners, and takes them away again.
    /// Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hot_learners: Option<bool>,
    /// Quiet ranges stop ticking. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hibernate: Option<bool>,
    /// Where timestamps come from. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamps: Option<TimestampsText>,
    /// Length of a leader's lease by its own clock; 0 = an election timeout less one tick. Default:
    /// 0us.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease: Option<DurationUs>,
    /// A leader with a valid lease answers a request for a read index without a round. Default:
    /// false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_by_lease: Option<bool>,
    /// Read indexes that are pending together share one round. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch_read_index: Option<bool>,
    /// A follower remembers up to which timestamp what it has applied is enough. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_index_cache: Option<bool>,
    /// Promises not to vote outlive a restart and a campaign by order: for one election timeout
    /// after its leader's word, or after a restart, a replica grants no vote, its own included.
    /// Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withhold_votes: Option<bool>,
    /// A leader transfer and a merge suspend the lease. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend_lease: Option<bool>,
    /// How replicas learn up to when they may be read alone. Default: off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_time: Option<SafeTimeText>,
    /// How far back stale reads look. Default: 30s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staleness: Option<DurationUs>,
    /// Estimated bytes from which an adaptive read goes to the closest replica. Default: 4096.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive_threshold: Option<u32>,
    /// An adaptive read goes to the leader while the closest store is busy. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy_fallback: Option<bool>,
    /// What an adaptive read goes by. Default: size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive_by: Option<AdaptiveByText>,
    /// Which replica a follower read goes to. Default: closest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follower_choice: Option<FollowerChoiceText>,
}

impl SettingsText {
    /// `base` with these changes; `zones` are the zones' ids by number.
    pub fn over(&self, base: &Settings, zones: &[&str]) -> Settings {
        let on = |choice: Option<bool>, base: bool| choice.unwrap_or(base);
        let time = |choice: Option<DurationUs>, base: u64| choice.map_or(base, |time| time.0);
        let chosen = self.follower_replication.as_ref();
        Settings {
            read_mode: self.read_mode.map_or(base.read_mode, ReadMode::from),
            check_quorum: on(self.check_quorum, base.check_quorum),
            pre_vote: on(self.pre_vote, base.pre_vote),
            skip_commit_broadcast: on(self.skip_commit_broadcast, base.skip_commit_broadcast),
            apply_delay_us: time(self.apply_delay, base.apply_delay_us),
            request_timeout_us: time(self.request_timeout, base.request_timeout_us),
            follower_replication: chosen
                .map_or(base.follower_replication, |choice| choice.among(zones)),
            delegate_policy: self
                .delegate_policy
                .map_or(base.delegate_policy, DelegatePolicy::from),
            aggregate_acks: on(self.aggregate_acks, base.aggregate_acks),
            neighbour_snapshots: on(self.neighbour_snapshots, base.neighbour_snapshots),
            delta_encoding: on(self.delta_encoding, base.delta_encoding),
            compression: self.compression.map_or(base.compression, Compression::from),
            group_commit: on(self.group_commit, base.group_commit),
            location_affinity: on(self.location_affinity, base.location_affinity),
            balance_leaders: on(self.balance_leaders, base.balance_leaders),
            balance_replicas: on(self.balance_replicas, base.balance_replicas),
            schedule_hot: on(self.schedule_hot, base.schedule_hot),
            split_merge: on(self.split_merge, base.split_merge),
            hot_learners: on(self.hot_learners, base.hot_learners),
            hibernate: on(self.hibernate, base.hibernate),
            reads: self.reads_over(&base.reads),
        }
    }

    fn reads_over(&self, base: &ReadSwitches) -> ReadSwitches {
        let on = |choice: Option<bool>, base: bool| choice.unwrap_or(base);
        let time = |choice: Option<DurationUs>, base: u64| choice.map_or(base, |time| time.0);
        let threshold = self.adaptive_threshold;
        ReadSwitches {
            lease_us: time(self.lease, base.lease_us),
            index_by_lease: on(self.index_by_lease, base.index_by_lease),
            batch_read_index: on(self.batch_read_index, base.batch_read_index),
            read_index_cache: on(self.read_index_cache, base.read_index_cache),
            withhold_votes: on(self.withhold_votes, base.withhold_votes),
            suspend_lease: on(self.suspend_lease, base.suspend_lease),
            timestamps: self.timestamps.map_or(base.timestamps, Timestamps::from),
            safe_time: self.safe_time.map_or(base.safe_time, SafeTime::from),
            staleness_us: time(self.staleness, base.staleness_us),
            adaptive_threshold_bytes: threshold.unwrap_or(base.adaptive_threshold_bytes),
            busy_fallback: on(self.busy_fallback, base.busy_fallback),
            adaptive_by: self.adaptive_by.map_or(base.adaptive_by, AdaptiveBy::from),
            follower_choice: self
                .follower_choice
                .map_or(base.follower_choice, FollowerChoice::from),
        }
    }

    /// Every switch, written out; `zones` are the zones' ids by number.
    pub fn all(settings: &Settings, zones: &[&str]) -> SettingsText {
        SettingsText {
            read_mode: Some(settings.read_mode.into()),
            check_quorum: Some(settings.check_quorum),
            pre_vote: Some(settings.pre_vote),
            skip_commit_broadcast: Some(settings.skip_commit_broadcast),
            apply_delay: Some(DurationUs(settings.apply_delay_us)),
            request_timeout: Some(DurationUs(settings.request_timeout_us)),
            follower_replication: Some(ZoneChoice::of(settings.follower_replication, zones)),
            delegate_policy: Some(settings.delegate_policy.into()),
            aggregate_acks: Some(settings.aggregate_acks),
            neighbour_snapshots: Some(settings.neighbour_snapshots),
            delta_encoding: Some(settings.delta_encoding),
            compression: Some(settings.compression.into()),
            group_commit: Some(settings.group_commit),
            location_affinity: Some(settings.location_affinity),
            balance_leaders: Some(settings.balance_leaders),
            balance_replicas: Some(settings.balance_replicas),
            schedule_hot: Some(settings.schedule_hot),
            split_merge: Some(settings.split_merge),
            hot_learners: Some(settings.hot_learners),
            hibernate: Some(settings.hibernate),
            timestamps: Some(settings.reads.timestamps.into()),
            lease: Some(DurationUs(settings.reads.lease_us)),
            index_by_lease: Some(settings.reads.index_by_lease),
            batch_read_index: Some(settings.reads.batch_read_index),
            read_index_cache: Some(settings.reads.read_index_cache),
            withhold_votes: Some(settings.reads.withhold_votes),
            suspend_lease: Some(settings.reads.suspend_lease),
            safe_time: Some(settings.reads.safe_time.into()),
            staleness: Some(DurationUs(settings.reads.staleness_us)),
            adaptive_threshold: Some(settings.reads.adaptive_threshold_bytes),
            busy_fallback: Some(settings.reads.busy_fallback),
            adaptive_by: Some(settings.reads.adaptive_by.into()),
            follower_choice: Some(settings.reads.follower_choice.into()),
        }
    }

    /// Values out of bounds. `zones` are the zones' ids.
    pub fn check(&self, path: &str, zones: &[&str], problems: &mut Problems) {
        if let Some(ZoneChoice::Some(ids)) = &self.follower_replication {
            for (i, id) in ids.iter().enumerate() {
                if !zones.contains(&id.as_str()) {
                    let path = format!("{}[{i}]", join(path, "follower_replication"));
                    problems.expected(path, quoted(id), one_of(zones.iter().copied()));
                }
            }
        }
        let delays = [
            ("apply_delay", self.apply_delay, 0),
            ("request_timeout", self.request_timeout, 1000),
            ("lease", self.lease, 0),
            ("staleness", self.staleness, 0),
        ];
        for (key, value, least) in delays {
            let Some(value) = value else { continue };
            if value.0 < least || value.0 > limits::DELAY_US_MAX {
                problems.expected(
                    join(path, key),
                    duration_text(value.0),
                    format!(
                        "{} to {}",
                        duration_text(least),
                        duration_text(limits::DELAY_US_MAX)
                    ),
                );
            }
        }
    }

    /// Switches of the placement driver need one. `driver` says whether there is one.
    pub fn check_driver(&self, path: &str, driver: bool, problems: &mut Problems) {
        let needing = [
            ("location_affinity", self.location_affinity),
            ("balance_leaders", self.balance_leaders),
            ("balance_replicas", self.balance_replicas),
            ("schedule_hot", self.schedule_hot),
            ("split_merge", self.split_merge),
            ("hot_learners", self.hot_learners),
        ];
        let timestamps = self.timestamps.filter(|from| *from != TimestampsText::None);
        if let Some(from) = timestamps.filter(|_| !driver) {
            let expected = "\"none\", since topology has no \"pd\"";
            problems.expected(join(path, "timestamps"), quoted(from.id()), expected);
        }
        for (key, _) in needing
            .into_iter()
            .filter(|(_, value)| !driver && *value == Some(true))
        {
            let expected = "false, since topology has no \"pd\"";
            problems.expected(join(path, key), true, expected);
        }
    }
}

impl ZoneChoice {
    /// The chosen zones; ids that no zone has are left out.
    fn among(&self, zones: &[&str]) -> Zones {
        let ids = match self {
            ZoneChoice::All(true) => return Zones::ALL,
            ZoneChoice::All(false) => return Zones::NONE,
            ZoneChoice::Some(ids) => ids,
        };
        let is_chosen = |zone: &str| ids.iter().any(|id| id == zone);
        if zones.iter().all(|zone| is_chosen(zone)) {
            return Zones::ALL;
        }
        let places = zones.iter().enumerate();
        let bits = places.filter(|(_, zone)| is_chosen(zone));
        Zones::from_bits(bits.map(|(place, _)| 1 << place).sum())
    }

    /// Zones as a file writes them.
    pub fn of(chosen: Zones, zones: &[&str]) -> Self {
        if chosen == Zones::ALL || chosen.is_empty() {
            return ZoneChoice::All(!chosen.is_empty());
        }
        let is_chosen = |place: &usize| chosen.contains(ZoneId(*place as u16));
        let places = (0..zones.len()).filter(is_chosen);
        ZoneChoice::Some(places.map(|place| zones[place].to_string()).collect())
    }
}
