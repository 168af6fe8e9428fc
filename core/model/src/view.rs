//! What may be seen of a cluster between two events: plain copies, for pictures and inspectors.
//! Nothing here changes the cluster.

use serde::Serialize;
use sim::{Micros, NodeId, ZoneId};
use ts_rs::TS;

use crate::crossing;
use crate::fact::Role;
use crate::ids::{RangeId, RequestId};
use crate::timestamp::{self, Timestamp};

/// What a lease is worth at an instant.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum LeaseState {
    /// It has run out, or there was none yet: the next round begins it.
    #[default]
    Expired,
    /// Somebody may be leading earlier than followers promised: no answer by the lease.
    Suspended,
    /// Nobody else leads.
    Valid,
}

/// How often a group and its range took another shape (TiKV's region epoch).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Epoch {
    /// Changes of the members that were applied.
    pub members: u32,
    /// Splits and merges that were applied.
    pub keys: u32,
}

/// A replica of a range, as its group's configuration has it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RangeMember {
    /// Peer id in the group.
    pub peer: u64,
    /// The store.
    #[serde(serialize_with = "crossing::node")]
    #[ts(as = "u16")]
    pub node: NodeId,
    /// It has no vote.
    pub learner: bool,
}

/// A replica as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ReplicaView {
    /// The store.
    #[serde(serialize_with = "crossing::node")]
    #[ts(as = "u16")]
    pub node: NodeId,
    /// Peer id in the group.
    pub peer: u64,
    /// False while its store is down: the log fields then say what is on disk.
    pub running: bool,
    /// Role.
    pub role: Role,
    /// Current term.
    pub term: u64,
    /// Known leader, 0 = none.
    pub leader_peer: u64,
    /// Whom it voted for in this term, 0 = nobody.
    pub vote: u64,
    /// Candidates: votes granted so far, its own included.
    pub votes: u32,
    /// Voters in its configuration; of a joint one, those that come.
    pub voters: u32,
    /// Learners in its configuration.
    pub learners: u32,
    /// Whether two configurations hold at once (joint consensus, Raft thesis 4.3).
    pub joint: bool,
    /// False while it waits for its first snapshot.
    pub initialized: bool,
    /// Whether it has stopped its ticks because its range is quiet.
    pub asleep: bool,
    /// Changes of members and of keys that it applied.
    pub epoch: Epoch,
    /// First key and the first after the last, as it has applied them.
    #[serde(skip)]
    pub keys: (u64, u64),
    /// The range that takes this one in, if a merge is under way.
    pub merging: Option<RangeId>,
    /// Leaders: voters, itself included, that acknowledge it: heard from it in its term within the
    /// last election timeout (by the store's own observation of arriving answers).
    pub leads: u32,
    /// First log index held.
    pub first: u64,
    /// Last log index.
    pub last: u64,
    /// Last durable index.
    pub persisted: u64,
    /// Commit index.
    pub commit: u64,
    /// Applied index.
    pub applied: u64,
    /// Ticks since it last heard from a leader (or began to campaign or lead).
    pub election_elapsed: u32,
    /// Ticks at which it campaigns.
    pub election_timeout: u32,
    /// Reads that wait for a read index or for apply.
    pub pending_reads: u32,
    /// Leaders: what they know of each other peer, in peer order.
    pub progress: Vec<Progress>,
    /// The zone in which it passes appends on, if the group's leader has chosen it for that.
    #[serde(serialize_with = "crossing::zone_or_none")]
    #[ts(as = "Option<u16>")]
    pub delegate_for: Option<ZoneId>,
    /// Rows that transactions have locked, as far as it has applied its log.
    pub locks: u32,
    /// Earliest start of the transactions that locked them.
    pub oldest_lock: Option<Timestamp>,
    /// Up to when its past is complete, by its own word; 0 = it does not know.
    pub safe_ts: Timestamp,
    /// Leaders: the lease that reads go by; none before one wants it.
    pub lease: Option<LeaseView>,
}

impl ReplicaView {
    /// How long ago its past is complete up to; `None` = it does not know.
    pub fn safe_lag_us(&self, now: Micros) -> Option<Micros> {
        let safe_us = timestamp::instant(self.safe_ts);
        (self.safe_ts > 0).then(|| now.saturating_sub(safe_us))
    }
}

/// What a leader knows of a follower (Raft paper 5.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Progress {
    /// The follower's peer id.
    pub peer: u64,
    /// It holds the log up to here.
    pub matched: u64,
    /// The index that is sent to it next.
    pub next: u64,
}

/// A leader's lease as it is now.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LeaseView {
    /// What it is worth.
    pub state: LeaseState,
    /// How long it lasts yet by its store's clock, in µs, suspended or not.
    pub left_us: Micros,
    /// How much faster than its clock a follower's may run while it holds, in parts in a million;
    /// below 0 it does not hold with perfect clocks. `None`: nobody else can be elected.
    pub tolerates_ppm: Option<i64>,
}

/// What a log entry is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EntryKind {
    /// A command of the state machine.
    Normal,
    /// The empty entry with which a leader begins its term (Raft paper 8).
    Empty,
    /// A change of the group's members.
    ConfChange,
    /// A split of the range, or a step of a merge.
    Admin,
}

/// A log entry as a replica holds it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct EntryView {
    /// Its index.
    pub index: u64,
    /// The term of the leader that made it.
    pub term: u64,
    /// What it is for.
    pub kind: EntryKind,
    /// Length of its protobuf encoding.
    pub bytes: u32,
    /// The put that it carries, 0 = none.
    pub request: RequestId,
    /// Hash of type and data: entries of one index and term have one hash.
    #[serde(serialize_with = "crossing::low_half")]
    #[ts(as = "u32")]
    pub hash: u64,
}

/// An entry that a log held and holds no more, although it was not compacted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LostEntry {
    /// When it went.
    pub at_us: Micros,
    /// True when it had not reached the disk at a crash; false when another leader's entries took
    /// its place.
    pub by_crash: bool,
    /// What it was.
    pub entry: EntryView,
}

/// A store's condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum StoreStatus {
    /// Running.
    Up,
    /// Powered off.
    Crashed,
    /// Process stopped.
    Paused,
}

/// A store as it is now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StoreView {
    /// Condition.
    pub status: StoreStatus,
    /// Ranges that it believes it leads.
    pub leaders: u32,
    /// Replicas that it holds.
    pub replicas: u32,
    /// Core time used since the start (all cores together).
    pub busy_ns: u64,
    /// How long a request that arrived now would wait for a core.
    pub queued_us: Micros,
    /// Number of cores.
    pub cores: u32,
    /// Clock rate error.
    pub drift_ppm: i32,
}

/// A range as requests find it now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RangeView {
    /// Its number.
    pub range: RangeId,
    /// First key.
    pub first_key: u64,
    /// First key after the last.
    pub end_key: u64,
    /// Its replicas that exist, learners included.
    pub replicas: u32,
    /// The store whose replica leads in the highest term, of those that run.
    pub leader: Option<NodeId>,
    /// Whether its replicas sleep.
    pub asleep: bool,
}

/// What a gateway knows of some keys' range. It may be out of date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct KnownRange {
    /// The first key for which the gateway goes by this.
    pub first_key: u64,
    /// The first key after the last.
    pub end_key: u64,
    /// The range.
    pub range: RangeId,
    /// Its epoch.
    pub epoch: Epoch,
    /// Its group.
    pub members: Vec<RangeMember>,
    /// The store that is asked as its leader.
    #[serde(serialize_with = "crossing::node")]
    #[ts(as = "u16")]
    pub leader: NodeId,
    /// What is so at its first key.
    pub truth: RangeTruth,
    /// Where the two differ.
    pub wrong: Wrong,
}

/// How a range is, which nobody in the cluster knows as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RangeTruth {
    /// The range.
    pub range: RangeId,
    /// First key.
    pub first_key: u64,
    /// The first key after the last.
    pub end_key: u64,
    /// Its group.
    pub members: Vec<RangeMember>,
    /// The store that leads it, if one does.
    #[serde(serialize_with = "crossing::node_or_none")]
    #[ts(as = "Option<u16>")]
    pub leader: Option<NodeId>,
}

/// Where knowledge differs from what is so.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Wrong {
    /// The keys are in another range, or the range has other borders.
    pub keys: bool,
    /// The group has other members.
    pub members: bool,
    /// Another store leads.
    pub leader: bool,
}
