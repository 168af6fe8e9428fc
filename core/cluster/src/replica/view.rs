//! What may be seen of a replica, for pictures and tests. It changes nothing.

use raft::{Raft, RawNode, StateRole};
use sim::sort_short;

use super::{Replica, Running, role_of};
use crate::replica::ReplicaStorage;
use model::fact::Role;
use model::view::{Progress, ReplicaView};

impl Replica {
    /// Voters, itself included, that answered a leader of this term within an election timeout.
    /// Learners answer too, and do not count.
    fn leads(&self, raft: &Raft<ReplicaStorage>) -> u32 {
        let voters = raft.prs().conf().voters();
        let others = self.heard_since(raft.election_timeout() as u64);
        let others = others.filter(|peer| *peer != self.at.peer && voters.contains(*peer));
        others.count() as u32 + 1
    }

    pub(crate) fn view(&self) -> ReplicaView {
        let storage = self.storage();
        let mut view = ReplicaView {
            node: self.at.node,
            peer: self.at.peer,
            running: self.is_up(),
            role: Role::Follower,
            term: storage.hard_state().term,
            leader_peer: 0,
            vote: storage.hard_state().vote,
            votes: 0,
            voters: storage.voters().len() as u32,
            learners: storage.conf_state().learners.len() as u32,
            joint: storage.is_joint(),
            initialized: storage.is_initialized(),
            asleep: self.is_asleep(),
            epoch: storage.machine.epoch,
            keys: storage.machine.keys(),
            merging: storage.machine.merging.map(|merging| merging.target),
            leads: 0,
            first: storage.first(),
            last: storage.last(),
            persisted: storage.last(),
            commit: storage.hard_state().commit,
            applied: storage.machine.applied,
            election_elapsed: 0,
            election_timeout: 0,
            pending_reads: self.reads.waiting.len() as u32,
            progress: Vec::new(),
            delegate_for: None,
            lease: None,
            locks: storage.machine.locks(),
            oldest_lock: storage.machine.min_lock(),
            safe_ts: self.safe.as_ref().map_or(0, |state| state.safe()),
        };
        if let Running::Up(node) = &self.state {
            self.fill_running(&mut view, node);
        }
        view
    }

    fn fill_running(&self, view: &mut ReplicaView, node: &RawNode<ReplicaStorage>) {
        let raft = &node.raft;
        view.role = role_of(raft);
        view.term = raft.term;
        view.leader_peer = raft.leader_id;
        view.vote = raft.vote;
        view.last = raft.raft_log.last_index();
        view.persisted = raft.raft_log.persisted;
        view.commit = raft.raft_log.committed;
        view.election_elapsed = raft.election_elapsed as u32;
        view.election_timeout = raft.randomized_election_timeout() as u32;
        match raft.state {
            StateRole::Leader => {
                view.leads = self.leads(raft);
                let others = raft.prs().iter().filter(|(id, _)| **id != self.at.peer);
                let known = others.map(|(id, known)| Progress {
                    peer: *id,
                    matched: known.matched,
                    next: known.next_idx,
                });
                view.progress = known.collect();
                sort_short(&mut view.progress, |follower| follower.peer);
            }
            StateRole::Candidate | StateRole::PreCandidate => {
                view.votes = raft.prs().tally_votes().0 as u32;
            }
            StateRole::Follower => {}
        }
    }
}
