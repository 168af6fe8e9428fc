//! How long entries take from a leader's log to its commit: written at the leader, known there to
//! be on a quorum. It sees logs of leaders only and must not know clients.

use std::collections::VecDeque;

use model::fact::{ReplicaRef, Role};
use sim::{Micros, NodeId};

use crate::latencies::Latencies;

/// Commit latencies of all ranges together.
///
/// An entry counts when the leader that wrote it sees it committed in the same term; one that a
/// later leader commits does not, since no single store has seen both ends of that time.
#[derive(Clone, Debug)]
pub struct CommitMeter {
    /// By range: who leads, or believes so. Mostly one.
    leading: Vec<Vec<Leading>>,
    latencies: Latencies,
}

/// A leader's entries that it does not know to be committed.
#[derive(Clone, Debug)]
struct Leading {
    node: NodeId,
    term: u64,
    /// Index of the first of `appended_us`.
    first: u64,
    appended_us: VecDeque<Micros>,
}

impl CommitMeter {
    /// Nobody leads yet. What is committed before this instant does not count.
    pub fn new(ranges: usize, measure_from_us: Micros) -> Self {
        CommitMeter {
            leading: vec![Vec::new(); ranges],
            latencies: Latencies::since(measure_from_us),
        }
    }

    /// From append to commit, of every entry that counts.
    pub fn latencies(&self) -> &Latencies {
        &self.latencies
    }

    /// A replica's role or term changed, or the leader it knows.
    pub fn role(&mut self, at: &ReplicaRef, role: Role, term: u64) {
        if at.range.0 as usize >= self.leading.len() {
            self.leading.resize(at.range.0 as usize + 1, Vec::new());
        }
        let leading = &mut self.leading[at.range.0 as usize];
        let is_same = |known: &Leading| known.node == at.node && known.term == term;
        if role == Role::Leader && leading.iter().any(is_same) {
            return;
        }
        leading.retain(|known| known.node != at.node);
        if role == Role::Leader {
            leading.push(Leading {
                node: at.node,
                term,
                first: 0,
                appended_us: VecDeque::new(),
            });
        }
    }

    /// A replica wrote an entry into its log.
    #[inline]
    pub fn appended(&mut self, at_us: Micros, at: &ReplicaRef, index: u64, term: u64) {
        let Some(leader) = self.leader(at) else {
            return;
        };
        if leader.term != term {
            return;
        }
        if leader.appended_us.is_empty() {
            leader.first = index;
        }
        leader.appended_us.push_back(at_us);
    }

    /// A replica knows that entries up to this one are committed.
    #[inline]
    pub fn committed(&mut self, at_us: Micros, at: &ReplicaRef, index: u64) {
        let leading = self.leading.get_mut(at.range.0 as usize);
        let is_same = |known: &&mut Leading| known.node == at.node;
        let Some(leader) = leading.and_then(|leading| leading.iter_mut().find(is_same)) else {
            return;
        };
        while leader.first <= index
            && let Some(appended_us) = leader.appended_us.pop_front()
        {
            leader.first += 1;
            self.latencies.record(at_us, at_us - appended_us);
        }
    }

    #[inline]
    fn leader(&mut self, at: &ReplicaRef) -> Option<&mut Leading> {
        self.leading
            .get_mut(at.range.0 as usize)?
            .iter_mut()
            .find(|known| known.node == at.node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::replica;

    fn led_by(node: u16, term: u64) -> CommitMeter {
        let mut meter = CommitMeter::new(1, 0);
        meter.role(&replica(node), Role::Leader, term);
        meter
    }

    #[test]
    fn an_entry_takes_from_its_append_to_its_commit_at_the_leader() {
        let mut meter = led_by(0, 2);
        meter.appended(100, &replica(0), 7, 2);
        meter.appended(200, &replica(0), 8, 2);
        meter.appended(150, &replica(1), 7, 2);
        meter.committed(300, &replica(1), 7);
        assert_eq!(
            meter.latencies().count(),
            0,
            "a follower's commit is later news"
        );
        meter.committed(400, &replica(0), 7);
        assert_eq!(
            (meter.latencies().count(), meter.latencies().max_us()),
            (1, 300)
        );
        meter.committed(450, &replica(0), 8);
        assert_eq!(meter.latencies().count(), 2);
        assert!((meter.latencies().mean_us() - 275.0).abs() < 1e-9);
    }

    #[test]
    fn entries_of_a_leader_that_lost_its_office_do_not_count() {
        let mut meter = led_by(0, 2);
        meter.appended(100, &replica(0), 7, 2);
        meter.role(&replica(0), Role::Follower, 3);
        meter.committed(900, &replica(0), 7);
        assert_eq!(meter.latencies().count(), 0);
        // It comes back in another term: what it had written before is not its own any more.
        meter.role(&replica(0), Role::Leader, 4);
        meter.appended(1_000, &replica(0), 8, 4);
        meter.committed(1_010, &replica(0), 8);
        assert_eq!(
            (meter.latencies().count(), meter.latencies().max_us()),
            (1, 10)
        );
    }

    #[test]
    fn an_old_leader_and_a_new_one_are_counted_apart() {
        let mut meter = led_by(0, 2);
        meter.role(&replica(1), Role::Leader, 3);
        meter.appended(100, &replica(0), 7, 2);
        meter.appended(200, &replica(1), 7, 3);
        meter.committed(205, &replica(1), 7);
        assert_eq!(
            (meter.latencies().count(), meter.latencies().max_us()),
            (1, 5)
        );
    }

    #[test]
    fn the_same_office_told_again_forgets_nothing() {
        let mut meter = led_by(0, 2);
        meter.appended(100, &replica(0), 7, 2);
        meter.role(&replica(0), Role::Leader, 2);
        meter.committed(130, &replica(0), 7);
        assert_eq!(meter.latencies().count(), 1);
    }
}
