//! Safe times: up to when a replica's own past is complete, so that it may be read without asking
//! anybody.
//!
//! `promise` is what a leader remembers, `witness` its voters, `progress` any replica; these know
//! neither Raft nor each other. `leader` gives the leader's word, `piggyback` puts it on Raft's
//! messages (YugabyteDB), `reshape` keeps it where ranges and groups change; what crosses the
//! network is in `message::safe_time`, messages of their own are in `store::safe_rounds`.
//!
//! What must hold: a timestamp is called safe only when every write at or below it is applied where
//! it is safe, and no write ever gets a timestamp that was called safe, by whoever, or that is
//! ahead of all clocks. The first follows from pairs of index and timestamp; the second from
//! `Promise` while one store leads, from `Witness` when another takes over, and from timestamps in
//! the log where the range or its group changes (docs/design/safe-times.md).

mod leader;
mod piggyback;
mod progress;
mod promise;
mod reshape;
mod witness;

use sim::NodeId;

use crate::context::Context;
use crate::replica::Replica;
use kv::mvcc::{Command, Step};
use model::fact::MessageType;
use model::ids::RequestId;
use model::timestamp::Timestamp;
pub(crate) use progress::Progress;
use promise::Promise;
use witness::Witness;

/// What a replica knows of safe times, in all its roles.
#[derive(Clone, Debug, Default)]
pub(crate) struct SafeState {
    pub(crate) progress: Progress,
    pub(crate) promise: Promise,
    pub(crate) witness: Witness,
    /// Index of the last merge that `progress` knows of: what leaders said before it was said of
    /// fewer keys.
    pub(crate) merged: u64,
}

impl SafeState {
    /// Complete up to here.
    pub(crate) fn safe(&self) -> Timestamp {
        self.progress.safe()
    }
}

impl Replica {
    /// What a replica knows of safe times.
    pub(crate) fn safe_state(&mut self) -> &mut SafeState {
        self.safe.get_or_insert_default()
    }

    /// The newest timestamp in the range's log, if this leader has applied an entry of its own
    /// term.
    pub(crate) fn settled_newest(&mut self) -> Option<Timestamp> {
        let machine = &self.storage().machine;
        let newest = machine.newest_commit().max(machine.reshaped_ts);
        let term = machine.applied_term;
        (term == self.node().raft.term).then_some(newest)
    }

    /// The put with this timestamp has this place in the log.
    pub(crate) fn record_put(&mut self, entry: u64, ts: Timestamp) {
        self.safe_state().promise.pend(entry, ts);
    }

    /// For tests: a write is about to be applied where its timestamp was called safe already.
    pub(crate) fn check_safe_time(&self, cx: &Context, data: &[u8]) {
        let Some(state) = &self.safe else {
            return;
        };
        if !cx.config.oracle || !Command::is_one(data) {
            return;
        }
        let command = Command::decode(data);
        let machine = &self.storage().machine;
        let ts = match command.step {
            Step::Put => command.start_ts,
            // One that comes again finds no lock, and changes nothing.
            Step::Commit { commit_ts } | Step::Resolve { commit_ts }
                if commit_ts > 0 && machine.has_lock_of(command.start_ts) =>
            {
                commit_ts
            }
            _ => return,
        };
        assert!(
            ts > state.safe(),
            "a write at {ts} came where {} was called safe",
            state.safe()
        );
    }

    /// A replica leads now, or no more. A new leader stays above all of which it heard, as its
    /// voters told it to stay above what they did.
    pub(crate) fn lead_safe_time(&mut self, leads: bool) {
        if let Some(state) = &mut self.safe {
            state.promise.stand_down();
            if leads {
                state.promise.raise(state.witness.floor());
            }
        }
    }

    /// The furthest of which a quorum of voters has heard from this leader; of both halves while
    /// members change.
    pub(crate) fn known_to_quorum(&mut self, cx: &Context) -> Timestamp {
        if cx.config.reads.safe_unheard {
            return Timestamp::MAX;
        }
        let term = self.node().raft.term;
        let conf = self.storage().conf_state();
        let Some(state) = &self.safe else { return 0 };
        let known = state.witness.quorum(term, &conf.voters);
        if conf.voters_outgoing.is_empty() {
            return known;
        }
        known.min(state.witness.quorum(term, &conf.voters_outgoing))
    }

    /// Before Raft takes a message: a voter hears its leader, so that its answer says so, and
    /// whoever stands for election hears what its voters did.
    pub(crate) fn receive_safe_time(
        &mut self,
        cx: &Context,
        (what, term): (MessageType, u64),
        from: NodeId,
        heard: Timestamp,
    ) {
        if !self.is_up() {
            return;
        }
        let (own_term, range) = (self.node().raft.term, self.at.range);
        let is_leaders = matches!(
            what,
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat
        );
        if is_leaders && term >= own_term {
            self.safe_state().witness.receive(term, heard);
        } else if what == MessageType::VoteResponse {
            self.safe_state().promise.raise(heard);
        } else if !is_leaders && term == own_term {
            let is_there = |peer: &u64| cx.node_of_peer(range, *peer) == Some(from);
            let members = self.node().raft.prs();
            let sender = members.iter().map(|(peer, _)| *peer).find(is_there);
            if let Some(peer) = sender {
                self.safe_state().witness.record(term, peer, heard);
            }
        }
    }

    /// A leader's word reaches a replica; one of an earlier term than its own does not count.
    pub(crate) fn learn_safe(&mut self, term: u64, entry: u64, ts: Timestamp) {
        if !self.is_up() || self.node().raft.term != term {
            return;
        }
        let machine = &self.storage().machine;
        let (applied, merged) = (machine.applied, machine.merged_at);
        // Before a merge it was said of fewer keys.
        if entry >= merged {
            self.safe_state().progress.record(entry, ts, applied);
        }
    }

    /// The command with this timestamp is in a leader's log: nothing later is safe before it is
    /// applied.
    pub(crate) fn record_reshape(&mut self, ts: Timestamp) {
        if ts > 0 {
            let raft = &self.node().raft;
            let entry = raft.raft_log.last_index();
            self.record_put(entry, ts);
        }
    }

    /// A replica has applied its log up to where it has, or was given a snapshot.
    pub(crate) fn advance_safe_time(&mut self) {
        let machine = &self.storage().machine;
        let (applied, merged) = (machine.applied, machine.merged_at);
        if let Some(state) = &mut self.safe {
            if state.merged < merged {
                // A snapshot brought rows of which nothing is known here.
                state.progress.join(0);
                state.merged = merged;
            }
            state.progress.advance(applied);
            state.promise.settle(applied);
        }
    }

    /// Whether a replica leads in this term and a quorum of its voters are among these peers.
    pub(crate) fn still_leads(&mut self, term: u64, peers: &[u64]) -> bool {
        if !self.is_leader() || self.node().raft.term != term {
            return false;
        }
        let conf = self.storage().conf_state();
        let is_quorum = |voters: &[u64]| {
            let agreed = voters.iter().filter(|voter| peers.contains(voter));
            voters.is_empty() || agreed.count() > voters.len() / 2
        };
        is_quorum(&conf.voters) && is_quorum(&conf.voters_outgoing)
    }

    /// The read index of a leader's stale read is known: writes that have a timestamp at or below
    /// the read's must be applied too, committed or not.
    pub(crate) fn wait_for_past(&mut self, request: RequestId, read_ts: Timestamp, known: u64) {
        let state = self.safe.as_ref();
        let pending = state.and_then(|state| state.promise.pending_up_to(read_ts));
        if let (Some(pending), Some(place)) = (pending, self.reads.waiting.find(request)) {
            self.reads.waiting.learn_index(place, known.max(pending));
        }
    }
}
