//! Actions as the page writes them. They cross as JSON text, which the engine reads; the shapes
//! here generate the declarations, and a test holds them to what it accepts.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::JsValue;

use run::playground::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps,
};

/// Something that a person does to the world. Places are zone, store or gateway ids.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Messages from one place to the other are lost, and back unless one way.
    Cut {
        /// Sender's side.
        from: String,
        /// Receiver's side.
        to: String,
        /// One direction only.
        #[serde(skip_serializing_if = "Option::is_none")]
        one_way: Option<bool>,
    },
    /// Nothing enters or leaves.
    Isolate {
        /// The place.
        place: String,
    },
    /// Worsens a link. Durations "5ms", loss 0.05, bandwidth "10Mbps".
    Degrade {
        /// Sender's side.
        from: String,
        /// Receiver's side.
        to: String,
        /// One direction only.
        #[serde(skip_serializing_if = "Option::is_none")]
        one_way: Option<bool>,
        /// Added delay.
        #[serde(skip_serializing_if = "Option::is_none")]
        delay: Option<String>,
        /// Added jitter.
        #[serde(skip_serializing_if = "Option::is_none")]
        jitter: Option<String>,
        /// Share of packets lost; TCP sends them again.
        #[serde(skip_serializing_if = "Option::is_none")]
        loss: Option<f64>,
        /// Share of messages that vanish.
        #[serde(skip_serializing_if = "Option::is_none")]
        vanish: Option<f64>,
        /// Limit of bandwidth.
        #[serde(skip_serializing_if = "Option::is_none")]
        bandwidth: Option<String>,
    },
    /// Ends one fault, or all faults of links.
    Heal {
        /// A fault's id; without it, all link faults.
        #[serde(skip_serializing_if = "Option::is_none")]
        fault: Option<String>,
    },
    /// The store loses power.
    Crash {
        /// The store.
        store: String,
    },
    /// A crashed store starts again.
    Restart {
        /// The store.
        store: String,
    },
    /// The process stands still.
    Pause {
        /// The store.
        store: String,
    },
    /// A paused process goes on.
    Resume {
        /// The store.
        store: String,
    },
    /// The store's replica starts an election now, unless its vote is promised to a leader.
    Campaign {
        /// The store.
        store: String,
        /// The range, 0 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
    },
    /// The range's leader hands over to the store's replica.
    Transfer {
        /// The store that shall lead.
        to: String,
        /// The range, 0 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
    },
    /// The range gets a replica on the store.
    AddReplica {
        /// The store.
        store: String,
        /// The range, 0 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
        /// It stays a learner.
        #[serde(skip_serializing_if = "Option::is_none")]
        learner: Option<bool>,
    },
    /// The range loses its replica on the store.
    RemoveReplica {
        /// The store.
        store: String,
        /// The range, 0 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
    },
    /// The range gets a replica on one store in place of one on another.
    MoveReplica {
        /// The store that loses it.
        from: String,
        /// The store that gets it.
        to: String,
        /// The range, 0 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
    },
    /// The range becomes two.
    Split {
        /// The range, 0 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
        /// First key of the new range.
        key: u64,
    },
    /// The range goes into a neighbour.
    Merge {
        /// The range that goes.
        range: u32,
        /// The range that stays.
        into: u32,
    },
    /// Reads one row.
    Get {
        /// The gateway.
        from: String,
        /// The key.
        key: u64,
        /// A read mode of its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        read_mode: Option<ReadMode>,
    },
    /// Writes one row.
    Put {
        /// The gateway.
        from: String,
        /// The key.
        key: u64,
        /// Bytes of the value.
        #[serde(skip_serializing_if = "Option::is_none")]
        bytes: Option<u32>,
    },
    /// Reads neighbouring rows.
    Scan {
        /// The gateway.
        from: String,
        /// First key.
        key: u64,
        /// Number of rows.
        rows: u32,
        /// A read mode of its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        read_mode: Option<ReadMode>,
    },
    /// A workload starts.
    Start {
        /// Its id.
        workload: String,
    },
    /// A workload stops.
    Stop {
        /// Its id.
        workload: String,
    },
    /// Changes switches.
    Set {
        /// Those to change.
        #[tsify(type = "Partial<Settings>")]
        settings: SettingsPatch,
    },
    /// Removes a message that is in flight.
    Drop {
        /// Its flight number.
        message: u64,
    },
    /// Flips a bit of a Raft message that is in flight.
    Corrupt {
        /// Its flight number.
        message: u64,
    },
    /// Flips a bit in each of the next appends with entries from one place to the other.
    CorruptNext {
        /// Sender's side.
        from: String,
        /// Receiver's side.
        to: String,
        /// How many, 1 when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        messages: Option<u32>,
    },
    /// A store's clock runs at another rate from now on.
    SetClock {
        /// The store.
        store: String,
        /// Microseconds that it gains per second.
        drift_ppm: i32,
    },
}

/// Some switches. Declared to the page as `Partial<Settings>`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SettingsPatch {
    /// How reads are served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_mode: Option<ReadMode>,
    /// A leader without a quorum steps down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_quorum: Option<bool>,
    /// Candidates ask first whether they could win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pre_vote: Option<bool>,
    /// Followers learn the commit index with the next append or heartbeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_commit_broadcast: Option<bool>,
    /// Time between commit and apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apply_delay: Option<String>,
    /// A client's deadline for one request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_timeout: Option<String>,
    /// Ids of zones whose replicas get appends from outside through a delegate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follower_replication: Option<Vec<String>>,
    /// Which replica of a zone is its delegate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegate_policy: Option<DelegatePolicy>,
    /// A delegate bundles acknowledgements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregate_acks: Option<bool>,
    /// Snapshots come from the nearest replica that can serve them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbour_snapshots: Option<bool>,
    /// Commands travel as differences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_encoding: Option<bool>,
    /// How Raft messages are compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compression: Option<Compression>,
    /// An entry counts only when two zones hold it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_commit: Option<bool>,
    /// Leaders move to the zone that uses them most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_affinity: Option<bool>,
    /// The number of leaders is evened out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_leaders: Option<bool>,
    /// Lost replicas are replaced, and their number is evened out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_replicas: Option<bool>,
    /// Leaders of hot ranges are spread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule_hot: Option<bool>,
    /// Ranges are split and merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_merge: Option<bool>,
    /// Hot ranges get learners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hot_learners: Option<bool>,
    /// Quiet ranges stop ticking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hibernate: Option<bool>,
    /// Where timestamps come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamps: Option<Timestamps>,
    /// Length of a leader's lease, a duration; "0us" = an election timeout less one tick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease: Option<String>,
    /// A valid lease answers a read index without a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_by_lease: Option<bool>,
    /// Read indexes that are pending together share one round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch_read_index: Option<bool>,
    /// A follower remembers up to which timestamp it has applied enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_index_cache: Option<bool>,
    /// Promises not to vote outlive a restart and a campaign by order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withhold_votes: Option<bool>,
    /// A transfer and a merge suspend the lease.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend_lease: Option<bool>,
    /// How replicas learn up to when they may be read alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_time: Option<SafeTime>,
    /// How far back stale reads look, a duration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staleness: Option<String>,
    /// Estimated bytes from which an adaptive read goes to the closest replica.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive_threshold: Option<u32>,
    /// An adaptive read goes to the leader while the closest store is busy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy_fallback: Option<bool>,
    /// What an adaptive read goes by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive_by: Option<AdaptiveBy>,
    /// Which replica a follower read goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follower_choice: Option<FollowerChoice>,
    /// Meters and money count framing too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count_framing: Option<bool>,
}

/// An action that was carried out, to be kept and replayed.
#[derive(Clone, Debug, Deserialize, Serialize, Tsify)]
pub struct LoggedAction {
    /// Its instant.
    pub at_us: u64,
    /// As it was given.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(type = "Action")]
    pub action: JsValue,
    /// One sentence.
    pub text: String,
}
