//! Every switch that may change while a cluster runs, each in one row: key, type, default, what it
//! does, its words, and what it needs. From the rows come the settings here, in `format` how files
//! write, read and check them, and in `text` how sentences tell them. It must not know what comes
//! of a switch.

use sim::{Micros, ZoneId};

use crate::choice;
use crate::choices::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps,
};

/// Hands the rows to a macro. A row is `field: type = default, group, "in sentences", "on the page"`,
/// with `as "key"` where files do not say the field's name, and then what of [`Rules`] is said of
/// it. Its comment says what it does, or what happens while it is on: schemas, the page's types and
/// the page itself show it. Those under `reads` are fields of [`ReadSwitches`].
#[macro_export]
macro_rules! switches {
    ($of:ident) => {
        $of! {
            settings {
                /// How reads are served, unless a workload says otherwise.
                read_mode: ReadMode = ReadMode::Leader, Reads,
                    "read mode", "Read mode", titled: "{} reads";
                /// A leader that has not heard from a majority for an election timeout steps down.
                check_quorum: bool = true, Lead, "check quorum", "Check quorum",
                    off: "A leader stays one until it hears of a later term.";
                // Raft thesis 9.6.
                /// A store asks whether it could win before it raises its term, so that one that
                /// was cut off does not depose a working leader.
                pre_vote: bool = true, Lead, "pre-vote", "Pre-vote",
                    off: "A store that hears no leader raises its term at once.";
                // TiKV's choice.
                /// Followers learn what is committed with the next append or heartbeat, not by a
                /// message of its own.
                skip_commit_broadcast: bool = true, Lead, "lazy commits", "Lazy commits",
                    off: "Followers are told of each commit by a message of its own.";
                /// How long a committed entry waits before a store applies it. Reads see what is
                /// applied.
                apply_delay_us as "apply_delay": Micros = 0, Delays, "apply delay", "Apply delay";
                /// A client gives up after this long; the outcome of a write is then unknown.
                request_timeout_us as "request_timeout": Micros = 5_000_000, Delays,
                    "request timeout", "Request timeout", least_us: 1_000;
                // TiDB's `tikv_client_read_timeout`.
                /// A gateway asks another replica when a store has not answered a read for this
                /// long. 0us waits as long as the request may take.
                attempt_timeout_us as "attempt_timeout": Micros = 0, Delays,
                    "timeout of an attempt", "Timeout of an attempt";
                // TiDB's `tidb_enable_prepared_plan_cache`, for prepared statements.
                /// A gateway keeps the plans of its statements: one that comes again is neither
                /// parsed nor planned. Tells where gateways have cores.
                plan_cache: bool = true, Gateways, "plan cache", "Plan cache",
                    off: "Every statement is parsed and planned, each time.";
                /// The leader sends entries into another zone once, to a delegate; that passes them
                /// on from its own log. For the others only headers cross.
                follower_replication: Zones = Zones::NONE, Replication,
                    "follower replication", "Follower Replication",
                    titled: "follower replication in {}",
                    off: "The leader sends every entry to every follower itself.";
                /// Which replica of a zone is its delegate.
                delegate_policy: DelegatePolicy = DelegatePolicy::Nearest, Replication,
                    "delegate policy", "Delegate policy",
                    titled: "{} delegates", needs: "follower_replication";
                /// A delegate collects its zone's acknowledgements and sends them in one message,
                /// word for word. Fewer messages; each answer waits for a short while, and is lost
                /// with its delegate.
                aggregate_acks: bool = false, Replication,
                    "aggregated acks", "Aggregated acks",
                    off: "Every replica answers the leader itself.";
                /// A replica that lags gets its snapshot from the nearest one that has what it
                /// needs; the leader only says from where.
                neighbour_snapshots: bool = false, Replication,
                    "snapshots from neighbours", "Snapshots from a nearby replica",
                    off: "Every snapshot comes from the leader, across zones if need be.";
                /// Entries leave without what the receiver knows: the range's prefix and table are
                /// stripped, neighbouring timestamps are differences.
                delta_encoding: bool = false, Wire, "delta encoding", "Delta encoding",
                    off: "Entries leave as they stand in the log.";
                /// How Raft messages are compressed.
                compression: Compression = Compression::None, Wire, "compression", "Compression",
                    titled: "with {}";
                // raft-rs's group commit.
                /// An entry counts as committed only when two zones hold it: a zone can be lost and
                /// no write with it.
                group_commit: bool = false, Replication, "group commit", "Group commit",
                    off: "An entry is committed when a majority holds it, in whatever zones.";
                /// The placement driver moves a range's leader to the zone that uses it most, past
                /// a threshold and not too often.
                location_affinity: bool = false, Placement,
                    "location affinity", "Leaders follow the load", needs_driver: true,
                    off: "A leader stays where it was elected, wherever its clients are.";
                /// The placement driver evens out how many leaders each store has.
                balance_leaders: bool = false, Placement,
                    "leader balancing", "Balance leaders", needs_driver: true,
                    off: "Stores may lead many ranges or none.";
                /// The placement driver replaces replicas of a lost store and fills empty stores;
                /// each zone keeps at least one.
                balance_replicas: bool = false, Placement,
                    "replica balancing", "Repair and balance replicas", needs_driver: true,
                    off: "Replicas stay on their stores, and those of a lost store stay lost.";
                /// The placement driver moves leaders of busy ranges to stores that have few of
                /// them.
                schedule_hot: bool = false, Placement,
                    "hot-range scheduling", "Spread hot ranges", needs_driver: true,
                    off: "Busy ranges may have their leaders on one store.";
                /// The placement driver splits a range that is too large or too busy, and merges
                /// small quiet neighbours.
                split_merge: bool = false, Placement,
                    "split and merge", "Split and merge ranges", needs_driver: true,
                    off: "Ranges keep their borders.";
                /// The placement driver gives a range that is read much replicas without a vote
                /// near its readers; it loses them when it cools.
                hot_learners: bool = false, Placement,
                    "learners for hot ranges", "Learners for hot ranges", needs_driver: true,
                    off: "A range has its voters and no other replica.";
                /// A range with nothing to do sends no heartbeats; the first message or request
                /// wakes it.
                hibernate: bool = false, Placement, "hibernation", "Hibernate idle ranges",
                    off: "Every leader sends heartbeats all the time.";
            }
            reads {
                /// Where timestamps come from.
                timestamps: Timestamps = Timestamps::None, Times,
                    "timestamps", "Timestamps", titled: "timestamps by {}", needs_driver: true;
                // Zero is the most that TiKV allows.
                /// How long a leader answers alone after a majority heard from it, by its own
                /// clock. 0us is an election timeout less one tick; longer than that is unsafe.
                lease_us as "lease": Micros = 0, Lease, "lease", "Lease";
                // TiKV.
                /// A leader whose lease is valid answers a request for a read index at once.
                index_by_lease: bool = false, Lease,
                    "read index by lease", "Read index from the lease",
                    off: "A leader asks a majority before it answers a read index.";
                /// Read indexes that wait together share one round to the majority.
                batch_read_index: bool = false, Lease,
                    "batched read indexes", "Batch read indexes",
                    off: "Every read index makes its own round.";
                // TiKV RFC 0113.
                /// With timestamps, a follower remembers up to which one it has applied enough, and
                /// asks nobody below it.
                read_index_cache: bool = false, Lease, "read-index cache", "Cache read indexes",
                    off: "A follower asks for a read index each time.";
                // TiKV #15085: raft-rs remembers no promise over a restart.
                /// Within an election timeout of its leader's word, or of a restart, a replica
                /// grants no vote, its own included: a lease may rest on it.
                withhold_votes: bool = true, Lease,
                    "votes withheld after a restart", "Withhold promised votes",
                    off: "A restarted store votes at once, and one that is told to stand for \
election does so at once, even while a lease that it acknowledged is \
valid.";
                /// A leader that hands over or merges its range does not use its lease meanwhile.
                suspend_lease: bool = true, Lease,
                    "lease suspended by a transfer", "Suspend the lease",
                    off: "The lease stays in use while another store is made leader: two may \
answer at once.";
                /// How replicas learn up to when they may be read alone.
                safe_time: SafeTime = SafeTime::Off, Times,
                    "safe time", "Safe times", titled: "{} safe times";
                /// How far back a bounded-stale read looks, by its gateway's clock.
                staleness_us as "staleness": Micros = 30_000_000, Times, "staleness", "Staleness";
                // TiDB's `tidb_adaptive_closest_read_threshold`.
                /// Estimated bytes from which an adaptive read goes to the closest replica.
                adaptive_threshold_bytes as "adaptive_threshold": u32 = 4_096, Replicas,
                    "adaptive threshold", "Adaptive threshold", unit: "bytes",
                    titled: "threshold {} bytes";
                /// A store whose queue is long refuses; the gateway then reads at the leader.
                busy_fallback: bool = true, Replicas,
                    "fallback when busy", "Fall back to the leader when busy",
                    off: "A large read waits at the closest store, however long its queue.";
                /// What an adaptive read goes by.
                adaptive_by: AdaptiveBy = AdaptiveBy::Size, Replicas,
                    "adaptive by", "Adaptive reads decide by";
                // TiDB's `closest-adaptive`, where zones have unequal numbers of servers.
                /// Of a zone's gateways only as many read adaptively as the zone with the fewest
                /// has: else the stores beside the others would serve more than their share.
                adaptive_even: bool = false, Replicas,
                    "evened adaptive reads", "Adaptive reads evened by gateways",
                    off: "Every gateway reads adaptively, however many its zone has.";
                /// Which replica a follower read goes to.
                follower_choice: FollowerChoice = FollowerChoice::Closest, Replicas,
                    "follower choice", "Follower choice", titled: "{} followers";
            }
        }
    };
}

choice! {
    /// Switches that stand together on the page.
    pub enum SwitchGroup {
        /// The mode of reads alone.
        Reads = "reads", "Read mode";
        /// Elections and commits.
        Lead = "lead", "Elections and commit";
        /// Times.
        Delays = "delays", "Timeouts and delays";
        /// What leases rest on.
        Lease = "lease", "Leases and read indexes";
        /// What reads of a time need.
        Times = "time", "Timestamps and safe times";
        /// Where a read goes.
        Replicas = "choice", "Replica selection";
        /// What gateways do.
        Gateways = "gateways", "Gateways";
        /// How entries travel.
        Replication = "replication", "Replication of writes";
        /// What messages weigh.
        Wire = "wire", "Encoding and compression";
        /// What moves replicas and leaders.
        Placement = "placement", "Placement and scheduling";
    }
}

/// What is said of a switch besides its type, its group and its names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Without a placement driver it stays as it is by default.
    pub needs_driver: bool,
    /// Key of the switch without which it does nothing; none, if empty.
    pub needs: &'static str,
    /// The shortest time that it may be.
    pub least_us: Micros,
    /// What a number counts.
    pub unit: &'static str,
    /// What happens while it is off, a sentence.
    pub off: &'static str,
    /// A run by it, `{}` where its value goes; where empty, its phrase and the value.
    pub titled: &'static str,
}

impl Rules {
    /// Nothing more.
    pub const NONE: Rules = Rules {
        needs_driver: false,
        needs: "",
        least_us: 0,
        unit: "",
        off: "",
        titled: "",
    };
}

/// Declares the settings.
macro_rules! settings {
    (
        settings { $(
            $(#[$doc:meta])+ $field:ident $(as $key:literal)?: $type:ty = $default:expr,
                $group:ident, $phrase:literal, $label:literal $(, $rule:ident: $holds:literal)*;
        )+ }
        reads { $(
            $(#[$read_doc:meta])+ $read:ident $(as $read_key:literal)?: $read_type:ty = $is:expr,
                $read_group:ident, $read_phrase:literal, $read_label:literal
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

    /// The ids of those that are among them, of all zones' ids by number.
    pub fn among<'a>(self, ids: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        let ids = ids.iter().enumerate();
        let chosen = ids.filter(move |(place, _)| self.contains(ZoneId(*place as u16)));
        chosen.map(|(_, id)| *id)
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
