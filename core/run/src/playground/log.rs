//! The logs of a range's replicas over a stretch of indexes, side by side.

use serde::Serialize;
use ts_rs::TS;

use model::fact::Role;
use model::ids::RangeId;
use model::view::{EntryView, LostEntry, Progress, ReplicaView};

use crate::playground::Playground;

/// Longest stretch.
pub(super) const ENTRIES_MAX: u64 = 512;

/// A stretch of a range's logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogView {
    /// First index of the stretch.
    pub from: u64,
    /// The index after it.
    pub end: u64,
    /// First index that any replica holds.
    pub first: u64,
    /// Last index that any replica holds.
    pub last: u64,
    /// In placement order.
    pub replicas: Vec<ReplicaLog>,
}

/// The log of one replica.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ReplicaLog {
    /// First index held, in the stretch or not.
    pub first: u64,
    /// Last index held.
    pub last: u64,
    /// What the leader believes that it holds, 0 = no leader; of itself a leader believes nothing.
    pub matched: u64,
    /// The next index that the leader will send, likewise.
    pub next: u64,
    /// Entries of the stretch.
    pub entries: Vec<EntryView>,
    /// What it held and holds no more.
    pub lost: Vec<LostEntry>,
}

impl Playground {
    /// `count` indexes from one on, or the last ones when `from` is negative. None for a range
    /// that does not exist.
    pub fn log(&self, range: RangeId, from: i64, count: u64) -> Option<LogView> {
        let views = self.cluster.replicas(range);
        let first = views.iter().map(|view| view.first).min()?;
        let last = views.iter().map(|view| view.last).max()?;
        let count = count.min(ENTRIES_MAX);
        let at_end = (last + 1).saturating_sub(count).max(1);
        let start = u64::try_from(from).unwrap_or(at_end).clamp(1, last + 1);
        let end = start + count;
        let leader = leader_of(&views);
        let held = self.cluster.log(range, start..end).into_iter();
        let lost = self.cluster.lost(range);
        let logs = views.iter().zip(held.zip(lost));
        let logs = logs.map(|(view, (entries, lost))| {
            let known = leader.and_then(|leader| progress_of(leader, view));
            ReplicaLog {
                first: view.first,
                last: view.last,
                matched: known.map_or(0, |known| known.matched),
                next: known.map_or(0, |known| known.next),
                entries,
                lost,
            }
        });
        Some(LogView {
            from: start,
            end,
            first,
            last,
            replicas: logs.collect(),
        })
    }
}

/// The running leader of the newest term: an older one was replaced and does not know it.
fn leader_of(replicas: &[ReplicaView]) -> Option<&ReplicaView> {
    let leads = |view: &&ReplicaView| view.running && view.role == Role::Leader;
    replicas.iter().filter(leads).max_by_key(|view| view.term)
}

/// What the leader believes of a replica. Of itself it knows.
fn progress_of<'a>(leader: &'a ReplicaView, view: &ReplicaView) -> Option<&'a Progress> {
    leader.progress.iter().find(|known| known.peer == view.peer)
}
