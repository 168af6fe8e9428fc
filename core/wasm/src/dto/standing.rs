//! What stands at an instant besides the cluster itself: faults, switches, and what was told.

use run::playground as engine;
use serde::Serialize;
use tsify::Tsify;

use super::names::{
    AdaptiveBy, Compression, DelegatePolicy, FaultKind, FollowerChoice, NotableKind, ReadMode,
    SafeTime, Timestamps,
};
use crate::columns::Float64Array;

/// A standing fault.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct FaultView {
    /// Names it in a `heal` action.
    pub id: String,
    /// What it is.
    pub kind: FaultKind,
    /// A sentence.
    pub text: String,
    /// When it began.
    pub since_us: u64,
    /// Place that it is about, or the sender's side.
    pub from: String,
    /// Receiver's side, "" when there is none.
    pub to: String,
    /// One direction only.
    pub one_way: bool,
    /// Added delay.
    pub delay_us: u64,
    /// Added jitter.
    pub jitter_us: u64,
    /// Added loss of packets in millionths.
    pub loss_ppm: u32,
    /// Messages that vanish besides, in millionths.
    pub vanish_ppm: u32,
    /// Limit of bandwidth, 0 = none.
    pub bandwidth_bps: u64,
}

impl From<engine::FaultView> for FaultView {
    fn from(fault: engine::FaultView) -> Self {
        FaultView {
            id: fault.id,
            kind: fault.kind.into(),
            text: fault.text,
            since_us: fault.since_us,
            from: fault.from,
            to: fault.to,
            one_way: fault.one_way,
            delay_us: fault.delay_us,
            jitter_us: fault.jitter_us,
            loss_ppm: fault.loss_ppm,
            vanish_ppm: fault.vanish_ppm,
            bandwidth_bps: fault.bandwidth_bps,
        }
    }
}

/// The switches.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Settings {
    /// How reads are served.
    pub read_mode: ReadMode,
    /// A leader without a quorum steps down.
    pub check_quorum: bool,
    /// Candidates ask first whether they could win.
    pub pre_vote: bool,
    /// Followers learn the commit index with the next append or heartbeat.
    pub skip_commit_broadcast: bool,
    /// Time between commit and apply, a duration ("5ms").
    pub apply_delay: String,
    /// A client's deadline for one request, a duration.
    pub request_timeout: String,
    /// Ids of zones whose replicas get appends from outside through a delegate.
    pub follower_replication: Vec<String>,
    /// Which replica of a zone is its delegate.
    pub delegate_policy: DelegatePolicy,
    /// A delegate bundles its zone's acknowledgements.
    pub aggregate_acks: bool,
    /// Snapshots come from the nearest replica that can serve them.
    pub neighbour_snapshots: bool,
    /// Commands travel as differences.
    pub delta_encoding: bool,
    /// How Raft messages are compressed.
    pub compression: Compression,
    /// An entry counts only when two zones hold it.
    pub group_commit: bool,
    /// Leaders move to the zone that uses them most.
    pub location_affinity: bool,
    /// The number of leaders is evened out.
    pub balance_leaders: bool,
    /// Lost replicas are replaced, and their number is evened out.
    pub balance_replicas: bool,
    /// Leaders of hot ranges are spread.
    pub schedule_hot: bool,
    /// Ranges are split and merged.
    pub split_merge: bool,
    /// Hot ranges get learners.
    pub hot_learners: bool,
    /// Quiet ranges stop ticking.
    pub hibernate: bool,
    /// Where timestamps come from.
    pub timestamps: Timestamps,
    /// Length of a leader's lease, a duration; "0us" = an election timeout less one tick.
    pub lease: String,
    /// A valid lease answers a read index without a round.
    pub index_by_lease: bool,
    /// Read indexes that are pending together share one round.
    pub batch_read_index: bool,
    /// A follower remembers up to which timestamp it has applied enough.
    pub read_index_cache: bool,
    /// Promises not to vote outlive a restart and a campaign by order.
    pub withhold_votes: bool,
    /// A transfer and a merge suspend the lease.
    pub suspend_lease: bool,
    /// How replicas learn up to when they may be read alone.
    pub safe_time: SafeTime,
    /// How far back stale reads look, a duration.
    pub staleness: String,
    /// Estimated bytes from which an adaptive read goes to the closest replica.
    pub adaptive_threshold: u32,
    /// An adaptive read goes to the leader while the closest store is busy.
    pub busy_fallback: bool,
    /// What an adaptive read goes by.
    pub adaptive_by: AdaptiveBy,
    /// Which replica a follower read goes to.
    pub follower_choice: FollowerChoice,
    /// Meters and money count framing too.
    pub count_framing: bool,
}

impl From<engine::SettingsView> for Settings {
    fn from(settings: engine::SettingsView) -> Self {
        Settings {
            read_mode: settings.read_mode.into(),
            check_quorum: settings.check_quorum,
            pre_vote: settings.pre_vote,
            skip_commit_broadcast: settings.skip_commit_broadcast,
            apply_delay: settings.apply_delay,
            request_timeout: settings.request_timeout,
            follower_replication: settings.follower_replication,
            delegate_policy: settings.switches.delegate_policy.into(),
            aggregate_acks: settings.switches.aggregate_acks,
            neighbour_snapshots: settings.switches.neighbour_snapshots,
            delta_encoding: settings.switches.delta_encoding,
            compression: settings.switches.compression.into(),
            group_commit: settings.switches.group_commit,
            location_affinity: settings.switches.location_affinity,
            balance_leaders: settings.switches.balance_leaders,
            balance_replicas: settings.switches.balance_replicas,
            schedule_hot: settings.switches.schedule_hot,
            split_merge: settings.switches.split_merge,
            hot_learners: settings.switches.hot_learners,
            hibernate: settings.switches.hibernate,
            timestamps: settings.switches.reads.timestamps.into(),
            lease: settings.lease,
            index_by_lease: settings.switches.reads.index_by_lease,
            batch_read_index: settings.switches.reads.batch_read_index,
            read_index_cache: settings.switches.reads.read_index_cache,
            withhold_votes: settings.switches.reads.withhold_votes,
            suspend_lease: settings.switches.reads.suspend_lease,
            safe_time: settings.switches.reads.safe_time.into(),
            staleness: settings.staleness,
            adaptive_threshold: settings.switches.reads.adaptive_threshold_bytes,
            busy_fallback: settings.switches.reads.busy_fallback,
            adaptive_by: settings.switches.reads.adaptive_by.into(),
            follower_choice: settings.switches.reads.follower_choice.into(),
            count_framing: settings.count_framing,
        }
    }
}

/// Something worth telling.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Notable {
    /// Counts up from 1.
    pub id: u64,
    /// When it happened.
    pub at_us: u64,
    /// What it is about.
    pub kind: NotableKind,
    /// A sentence; empty where the page has the words.
    pub text: String,
    /// What the page makes its words from, in the layout of `narrate::decisions`.
    pub numbers: Float64Array,
    /// The node that it is about, -1 = none.
    pub node: i32,
    /// Whether something is wrong.
    pub alert: bool,
}

impl From<engine::Notable> for Notable {
    fn from(notable: engine::Notable) -> Self {
        Notable {
            id: notable.id,
            at_us: notable.at_us,
            kind: notable.kind.into(),
            text: notable.text,
            numbers: notable
                .numbers
                .into_iter()
                .map(|number| number as f64)
                .collect::<Vec<_>>()
                .into(),
            node: notable.node.map_or(-1, |node| i32::from(node.0)),
            alert: notable.alert,
        }
    }
}
