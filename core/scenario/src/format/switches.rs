//! The shape of `settings`: switches that may change while the cluster runs, in a file and in a
//! `set` action alike. What is left out keeps its value.

use cluster::config::{ReadMode, Settings};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::error::{Problems, join};
use super::limits;
use super::tree::{Fault, Fields, Read, read_word};
use super::units::DurationUs;

/// Switches; what is left out keeps its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
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
    /// Where timestamps come from; only "none" is in this build.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = "none"))]
    pub timestamps: Option<String>,
    /// Relay of appends inside a zone; only false is in this build.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = false))]
    pub follower_replication: Option<bool>,
    /// Appends that carry differences; only false is in this build.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = false))]
    pub delta_encoding: Option<bool>,
    /// Compression of messages; only "none" is in this build.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = "none"))]
    pub compression: Option<String>,
    /// Requests routed by location; only false is in this build.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = false))]
    pub location_affinity: Option<bool>,
    /// Length of a leader's lease; no read mode of this build uses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease: Option<DurationUs>,
}

/// How a read is served.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReadModeText {
    /// The closest replica answers at once: stale without bound.
    Local,
    /// The replica that believes it leads answers at once: stale under a partition.
    LeaderUnchecked,
    /// The leader confirms itself with a quorum: linearizable.
    Leader,
    /// The closest replica asks the leader for a read index: linearizable.
    Follower,
}

impl From<ReadModeText> for ReadMode {
    fn from(text: ReadModeText) -> Self {
        match text {
            ReadModeText::Local => ReadMode::Local,
            ReadModeText::LeaderUnchecked => ReadMode::LeaderUnchecked,
            ReadModeText::Leader => ReadMode::Leader,
            ReadModeText::Follower => ReadMode::Follower,
        }
    }
}

impl From<ReadMode> for ReadModeText {
    fn from(mode: ReadMode) -> Self {
        match mode {
            ReadMode::Local => ReadModeText::Local,
            ReadMode::LeaderUnchecked => ReadModeText::LeaderUnchecked,
            ReadMode::Leader => ReadModeText::Leader,
            ReadMode::Follower => ReadModeText::Follower,
        }
    }
}

impl Read for ReadModeText {
    fn read(value: &Value) -> Result<Self, Fault> {
        let words = [
            ("local", Self::Local),
            ("leader-unchecked", Self::LeaderUnchecked),
            ("leader", Self::Leader),
            ("follower", Self::Follower),
        ];
        read_word(value, &words)
    }
}

impl Read for SettingsText {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            read_mode: fields.or("read_mode", None),
            check_quorum: fields.or("check_quorum", None),
            pre_vote: fields.or("pre_vote", None),
            skip_commit_broadcast: fields.or("skip_commit_broadcast", None),
            apply_delay: fields.or("apply_delay", None),
            request_timeout: fields.or("request_timeout", None),
            timestamps: fields.or("timestamps", None),
            follower_replication: fields.or("follower_replication", None),
            delta_encoding: fields.or("delta_encoding", None),
            compression: fields.or("compression", None),
            location_affinity: fields.or("location_affinity", None),
            lease: fields.or("lease", None),
        };
        fields.finish(read)
    }
}

/// A read mode as files and pages write it.
pub fn read_mode_id(mode: ReadMode) -> &'static str {
    match mode {
        ReadMode::Local => "local",
        ReadMode::LeaderUnchecked => "leader-unchecked",
        ReadMode::Leader => "leader",
        ReadMode::Follower => "follower",
    }
}

/// Switches of a scenario that says nothing about them.
pub fn default_settings() -> Settings {
    Settings {
        read_mode: ReadMode::Leader,
        check_quorum: true,
        pre_vote: true,
        skip_commit_broadcast: true,
        apply_delay_us: 0,
        request_timeout_us: 5_000_000,
    }
}

impl SettingsText {
    /// `base` with these changes.
    pub(super) fn over(&self, base: &Settings) -> Settings {
        Settings {
            read_mode: self.read_mode.map_or(base.read_mode, ReadMode::from),
            check_quorum: self.check_quorum.unwrap_or(base.check_quorum),
            pre_vote: self.pre_vote.unwrap_or(base.pre_vote),
            skip_commit_broadcast: self
                .skip_commit_broadcast
                .unwrap_or(base.skip_commit_broadcast),
            apply_delay_us: self
                .apply_delay
                .map_or(base.apply_delay_us, |delay| delay.0),
            request_timeout_us: self
                .request_timeout
                .map_or(base.request_timeout_us, |timeout| timeout.0),
        }
    }

    /// Every switch, written out.
    pub(crate) fn all(settings: &Settings) -> SettingsText {
        SettingsText {
            read_mode: Some(settings.read_mode.into()),
            check_quorum: Some(settings.check_quorum),
            pre_vote: Some(settings.pre_vote),
            skip_commit_broadcast: Some(settings.skip_commit_broadcast),
            apply_delay: Some(DurationUs(settings.apply_delay_us)),
            request_timeout: Some(DurationUs(settings.request_timeout_us)),
            ..SettingsText::default()
        }
    }

    /// Values out of bounds and features that are not in this build.
    pub(super) fn check(&self, path: &str, problems: &mut Problems) {
        let switches = [
            (
                "follower_replication",
                "follower replication",
                self.follower_replication,
            ),
            ("delta_encoding", "delta encoding", self.delta_encoding),
            (
                "location_affinity",
                "location affinity",
                self.location_affinity,
            ),
        ];
        for (key, name, value) in switches {
            if value == Some(true) {
                problems.add(
                    join(path, key),
                    format!("{name} is not in this build: found true, expected false"),
                );
            }
        }
        let choices = [
            ("timestamps", "a timestamp service", &self.timestamps),
            ("compression", "compression", &self.compression),
        ];
        for (key, name, value) in choices {
            if let Some(value) = value.as_ref().filter(|value| *value != "none") {
                problems.add(
                    join(path, key),
                    format!(
                        "{name} is not in this build: found {}, expected \"none\"",
                        super::error::quoted(value)
                    ),
                );
            }
        }
        let delays = [
            ("apply_delay", self.apply_delay, 0),
            ("request_timeout", self.request_timeout, 1000),
        ];
        for (key, value, least) in delays {
            let Some(value) = value else { continue };
            if value.0 < least || value.0 > limits::DELAY_US_MAX {
                problems.expected(
                    join(path, key),
                    super::units::duration_text(value.0),
                    format!(
                        "{} to {}",
                        super::units::duration_text(least),
                        super::units::duration_text(limits::DELAY_US_MAX)
                    ),
                );
            }
        }
    }
}
