//! Every switch that may change while a cluster runs, each in one row: key, type, default, what it
//! does, its words, and what it needs. From the rows come the settings here, and in `vocabulary`
//! how files write, read and check them and how sentences tell them. It must not know what comes of
//! a switch.

use sim::{Micros, ZoneId};

use crate::choices::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps,
};

/// Hands the rows to a macro. A row is `field: type = default, "in sentences", "on the page"`, with
/// `as "key"` where files do not say the field's name, and then what of [`Rules`] holds for it.
/// Those under `reads` are fields of [`ReadSwitches`].
#[macro_export]
macro_rules! switches {
    ($of:ident) => {
        $of! {
            settings {
                /// How reads are served, unless a workload says otherwise.
                read_mode: ReadMode = ReadMode::Leader, "read mode", "How reads are served";
                /// A leader that does not hear from a quorum for an election timeout steps down.
                check_quorum: bool = true, "check quorum", "Check quorum";
                // Raft thesis 9.6.
                /// A would-be candidate asks first whether it could win.
                pre_vote: bool = true, "pre-vote", "Pre-vote";
                // TiKV's choice.
                /// Followers learn the commit index with the next append or heartbeat, not at once.
                skip_commit_broadcast: bool = true, "skip commit broadcast", "Lazy commits";
                /// Time between commit and apply on every store.
                apply_delay_us as "apply_delay": Micros = 0, "apply delay", "Apply delay";
                /// How long a client waits for one request.
                request_timeout_us as "request_timeout": Micros = 5_000_000,
                    "request timeout", "Request deadline", least_us: 1_000;
                /// Follower Replication: replicas of a zone get appends from other zones through
                /// one of them, the delegate. True for all zones, or a list of zones.
                follower_replication: Zones = Zones::NONE,
                    "follower replication", "Follower Replication";
                /// Which replica of a zone is its delegate.
                delegate_policy: DelegatePolicy = DelegatePolicy::Nearest,
                    "delegate policy", "Choice of the delegate";
                // Word for word.
                /// A delegate bundles its zone's acknowledgements into one message.
                aggregate_acks: bool = false, "bundled acknowledgements", "Bundled answers";
                /// A lagging replica gets its snapshot from the nearest replica that can serve it.
                neighbour_snapshots: bool = false,
                    "snapshots from neighbours", "Snapshots from a neighbour";
                /// Commands in appends travel as differences from what the receiver knows.
                delta_encoding: bool = false, "delta encoding", "Delta encoding";
                /// How Raft messages are compressed.
                compression: Compression = Compression::None, "compression", "Compression";
                // raft-rs's group commit.
                /// An entry counts only when replicas in two zones hold it.
                group_commit: bool = false, "group commit", "Group commit";
                /// The placement driver moves a range's leader to the zone that uses it most.
                location_affinity: bool = false,
                    "location affinity", "Leaders follow the load", needs_driver: true;
                /// The placement driver evens out the number of leaders on stores.
                balance_leaders: bool = false,
                    "leader balancing", "Balanced leaders", needs_driver: true;
                /// The placement driver replaces lost replicas, evens out their number, and keeps
                /// one in each zone.
                balance_replicas: bool = false,
                    "replica balancing", "Repaired and balanced replicas", needs_driver: true;
                /// The placement driver spreads the leaders of hot ranges.
                schedule_hot: bool = false,
                    "hot-range scheduling", "Hot ranges spread out", needs_driver: true;
                /// The placement driver splits large and hot ranges, and merges small and cold
                /// ones.
                split_merge: bool = false, "split and merge", "Split and merge", needs_driver: true;
                /// The placement driver gives hot ranges read-only learners, and takes them away
                /// again.
                hot_learners: bool = false,
                    "learners for hot ranges", "Learners for hot ranges", needs_driver: true;
                /// Quiet ranges stop ticking.
                hibernate: bool = false, "hibernation", "Quiet ranges sleep";
            }
            reads {
                /// Where timestamps come from.
                timestamps: Timestamps = Timestamps::None,
                    "timestamps", "Timestamps", needs_driver: true;
                // Zero is the most that TiKV allows.
                /// Length of a leader's lease by its own clock; 0 = an election timeout less one
                /// tick.
                lease_us as "lease": Micros = 0, "lease", "Lease";
                // TiKV.
                /// A leader with a valid lease answers a request for a read index without a round.
                index_by_lease: bool = false, "read index by lease", "Read index from the lease";
                /// Read indexes that are pending together share one round.
                batch_read_index: bool = false, "batched read indexes", "Batched read indexes";
                // TiKV RFC 0113.
                /// A follower remembers up to which timestamp what it has applied is enough.
                read_index_cache: bool = false, "read-index cache", "Read-index cache";
                // TiKV #15085: raft-rs remembers no promise over a restart.
                /// Promises not to vote outlive a restart and a campaign by order: for one election
                /// timeout after its leader's word, or after a restart, a replica grants no vote,
                /// its own included.
                withhold_votes: bool = true,
                    "votes withheld after a restart", "Withhold promised votes";
                /// A leader transfer and a merge suspend the lease.
                suspend_lease: bool = true, "lease suspended by a transfer", "Suspend the lease";
                /// How replicas learn up to when they may be read alone.
                safe_time: SafeTime = SafeTime::Off, "safe time", "Safe times";
                /// How far back stale reads look.
                staleness_us as "staleness": Micros = 30_000_000, "staleness", "Staleness";
                // TiDB's `tidb_adaptive_closest_read_threshold`.
                /// Estimated bytes from which an adaptive read goes to the closest replica.
                adaptive_threshold_bytes as "adaptive_threshold": u32 = 4_096,
                    "adaptive threshold", "Threshold of adaptive reads";
                /// An adaptive read goes to the leader while the closest store is busy.
                busy_fallback: bool = true, "fallback when busy", "Back to the leader when busy";
                /// What an adaptive read goes by.
                adaptive_by: AdaptiveBy = AdaptiveBy::Size,
                    "adaptive by", "What adaptive reads go by";
                /// Which replica a follower read goes to.
                follower_choice: FollowerChoice = FollowerChoice::Closest,
                    "follower choice", "Choice of the follower";
            }
        }
    };
}

/// What holds for a switch besides its type.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Without a placement driver it stays as it is by default.
    pub needs_driver: bool,
    /// The shortest time that it may be.
    pub least_us: Micros,
}

impl Rules {
    /// Nothing more.
    pub const NONE: Rules = Rules {
        needs_driver: false,
        least_us: 0,
    };
}

/// Declares the settings.
macro_rules! settings {
    (
        settings { $(
            $(#[$doc:meta])+ $field:ident $(as $key:literal)?: $type:ty = $default:expr,
                $phrase:literal, $label:literal $(, $rule:ident: $holds:literal)*;
        )+ }
        reads { $(
            $(#[$read_doc:meta])+ $read:ident $(as $read_key:literal)?: $read_type:ty = $is:expr,
                $read_phrase:literal, $read_label:literal
                $(, $read_rule:ident: $read_holds:literal)*;
        )+ }
    ) => {
        /// Switches that may change while the cluster runs.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $($(#[$doc])+ pub $field: $type,)+
            /// How reads are made safe and cheap.
            pub reads: ReadSwitches,
        }

        /// Switches of reads that may change while the cluster runs.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub struct ReadSwitches {
            $($(#[$read_doc])+ pub $read: $read_type,)+
        }

        impl Default for Settings {
            /// Switches of a scenario that says nothing about them.
            fn default() -> Self {
                Settings { $($field: $default,)+ reads: ReadSwitches::default() }
            }
        }

        impl Default for ReadSwitches {
            fn default() -> Self {
                ReadSwitches { $($read: $is,)+ }
            }
        }
    };
}

switches!(settings);

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

/// A set of zones.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Zones(u64);

impl Zones {
    /// No zone.
    pub const NONE: Zones = Zones(0);
    /// Every zone that there may be.
    pub const ALL: Zones = Zones(u64::MAX);

    /// Zones by their numbers' bits.
    pub const fn from_bits(bits: u64) -> Zones {
        Zones(bits)
    }

    /// Bit n is zone n.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether a zone is one of them.
    pub const fn contains(self, zone: ZoneId) -> bool {
        self.0 >> (zone.0 % 64) & 1 == 1
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
