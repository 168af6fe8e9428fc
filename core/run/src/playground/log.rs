//! The logs of a range's replicas over a stretch of indexes, as one array of numbers: hundreds of
//! entries of several replicas cross to the page with each picture while somebody looks at them.
//!
//! Layout (all numbers; the page reads it in web/lib/logPicture.ts):
//! head [`HEAD`]: first index of the stretch, the index after it, first and last index that any
//! replica holds, number of replicas. Then for each replica in placement order its own head
//! [`REPLICA`]: first index held, last index held, what the leader believes that it holds (0 = no
//! leader), the next index that the leader will send, index of its first entry here, number of
//! entries here, number of lost entries. Its entries follow, [`ENTRY`] numbers each: term, kind,
//! bytes, request, hash (its lower half). Then what it lost, [`LOST`] numbers each: index, term,
//! kind, bytes, request, instant, 1 if a crash took it.

use model::fact::Role;
use model::view::{EntryView, LostEntry, ReplicaView};

use crate::playground::Playground;

/// Numbers before the first replica.
pub const HEAD: usize = 5;
/// Numbers before a replica's entries.
pub const REPLICA: usize = 7;
/// Numbers of one entry.
pub const ENTRY: usize = 5;
/// Numbers of one lost entry.
pub const LOST: usize = 7;
/// Longest stretch.
pub const ENTRIES_MAX: u64 = 512;

impl Playground {
    /// `count` indexes from one on, or the last ones when `from` is negative. Empty for a range
    /// that does not exist.
    pub fn log(&self, range: u32, from: i64, count: u64) -> Vec<f64> {
        let mut numbers = Vec::new();
        let views = self.cluster.replicas(range);
        if views.is_empty() {
            return numbers;
        }
        let first = views.iter().map(|view| view.first).min().unwrap_or(1);
        let last = views.iter().map(|view| view.last).max().unwrap_or(0);
        let count = count.min(ENTRIES_MAX);
        let at_end = (last + 1).saturating_sub(count).max(1);
        let start = u64::try_from(from).unwrap_or(at_end).clamp(1, last + 1);
        let end = start + count;
        numbers.extend([start, end, first, last, views.len() as u64].map(|n| n as f64));
        let leader = leader_of(&views);
        let held = self.cluster.log(range, start..end);
        let lost = self.cluster.lost(range);
        for ((view, held), lost) in views.iter().zip(&held).zip(&lost) {
            let (matched, next) = leader.map_or((0, 0), |leader| progress_of(leader, view));
            let first_here = held.first().map_or(start, |entry| entry.index);
            let head = [view.first, view.last, matched, next, first_here];
            numbers.extend(head.map(|n| n as f64));
            numbers.extend([held.len(), lost.len()].map(|n| n as f64));
            for entry in held {
                numbers.extend(entry_numbers(entry).map(|n| n as f64));
            }
            for gone in lost {
                numbers.extend(lost_numbers(gone).map(|n| n as f64));
            }
        }
        numbers
    }
}

/// The running leader of the newest term: an older one was replaced and does not know it.
pub(super) fn leader_of(replicas: &[ReplicaView]) -> Option<&ReplicaView> {
    let leads = |view: &&ReplicaView| view.running && view.role == Role::Leader;
    replicas.iter().filter(leads).max_by_key(|view| view.term)
}

/// What the leader believes of a replica: matched and next index. Of itself it knows.
fn progress_of(leader: &ReplicaView, view: &ReplicaView) -> (u64, u64) {
    let known = leader.progress.iter().find(|(peer, ..)| *peer == view.peer);
    known.map_or((0, 0), |(_, matched, next)| (*matched, *next))
}

fn entry_numbers(entry: &EntryView) -> [u64; ENTRY] {
    let hash = entry.hash & u64::from(u32::MAX);
    [
        entry.term,
        entry.kind as u64,
        entry.bytes.into(),
        entry.request,
        hash,
    ]
}

fn lost_numbers(lost: &LostEntry) -> [u64; LOST] {
    let [term, kind, bytes, request, _] = entry_numbers(&lost.entry);
    let by_crash = u64::from(lost.by_crash);
    let index = lost.entry.index;
    [index, term, kind, bytes, request, lost.at_us, by_crash]
}
