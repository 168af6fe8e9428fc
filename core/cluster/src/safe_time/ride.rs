//! Safe times on Raft's messages, and the points of a replica's life at which they change: a put is
//! proposed, entries are applied, a leader comes or goes, a store restarts, ranges split and merge.
//!
//! With the switch off nothing here costs more than a look at a flag.

use sim::{Micros, NodeId};

use super::SafeState;
use super::note::Note;
use crate::cluster::{Cluster, ReplicaIndex};
use crate::config::{SafeTime, Timestamps};
use crate::fact::{MessageType, Observer, ReplicaRef, SentFact};
use crate::flight::{Flight, Payload, WritePayload};
use crate::mvcc::{Command, Step};
use crate::timestamp::{self, Timestamp};
use crate::transport::Label;

impl<O: Observer> Cluster<O> {
    /// Whether replicas learn safe times at all.
    pub(crate) fn keeps_safe_times(&self) -> bool {
        self.settings.reads.safe_time != SafeTime::Off
    }

    /// What a node's clock shows, as a timestamp.
    pub(crate) fn clock_timestamp(&self, node: NodeId) -> Timestamp {
        let now = self.now();
        // Gateways have the right time.
        let store = self.stores.get(usize::from(node.0));
        let local_us = store.map_or(now, |store| store.clock.local(now).max(0).cast_unsigned());
        timestamp::at(local_us)
    }

    /// How long a voter's grant lasts: as long as it would not vote for another leader.
    fn grant_us(&self) -> Micros {
        self.config.raft.election_ticks as u64 * self.config.raft.tick_us
    }

    /// What a replica knows of safe times.
    pub(super) fn safe_state(&mut self, index: ReplicaIndex) -> &mut SafeState {
        self.replicas[index as usize].safe.get_or_insert_default()
    }

    /// A replica starts. One that ran before may have granted a lease and forgotten it: it grants
    /// the longest that it can have.
    pub(crate) fn start_safe_time(&mut self, index: ReplicaIndex) {
        let replica = &self.replicas[index as usize];
        if replica.life == 0 || !self.keeps_safe_times() {
            return;
        }
        let until = self.longest_grant(replica.at.node);
        let state = self.safe_state(index);
        state.grants.granted = state.grants.granted.max(until);
    }

    /// The furthest that any leader's lease can reach by now.
    fn longest_grant(&self, node: NodeId) -> Timestamp {
        let ahead_us = self.grant_us() + self.config.reads.max_clock_skew_us;
        self.clock_timestamp(node) + timestamp::at(ahead_us)
    }

    /// A timestamp for a put that this leader is to propose: above everything that was ever called
    /// safe. `None` until it has applied what earlier leaders left: it does not know theirs.
    pub(crate) fn put_timestamp(&mut self, index: ReplicaIndex) -> Option<Timestamp> {
        let newest = self.settled_newest(index)?;
        let node = self.replicas[index as usize].at.node;
        let heard = self.safe_times.heard[usize::from(node.0)];
        let clock = self.clock_timestamp(node).max(heard + 1);
        let state = self.safe_state(index);
        state.promise.raise(newest);
        Some(state.promise.give(clock))
    }

    /// A put with a timestamp, as an entry's data, and the timestamp; `None` while this leader has
    /// none to give.
    pub(crate) fn versioned_put(
        &mut self,
        index: ReplicaIndex,
        request: u64,
        put: &WritePayload,
    ) -> Option<(Vec<u8>, Timestamp)> {
        let ts = self.put_timestamp(index)?;
        let rows = (put.key..put.key + u64::from(put.rows)).map(|key| (key, put.value_bytes));
        let command = Command {
            request,
            start_ts: ts,
            primary: put.key,
            step: Step::Put,
            rows: rows.collect(),
        };
        Some((command.encode(put.values), ts))
    }

    /// The newest commit of the range, if this leader has applied an entry of its own term.
    fn settled_newest(&mut self, index: ReplicaIndex) -> Option<Timestamp> {
        let replica = &mut self.replicas[index as usize];
        let machine = &replica.storage().machine;
        let (term, newest) = (machine.applied_term, machine.newest_commit());
        (term == replica.node().raft.term).then_some(newest)
    }

    /// The put with this timestamp has this place in the log.
    pub(crate) fn note_put(&mut self, index: ReplicaIndex, entry: u64, ts: Timestamp) {
        self.safe_state(index).promise.pend(entry, ts);
    }

    /// For tests: a write is about to be applied where its timestamp was called safe already.
    pub(crate) fn check_safe_time(&self, index: ReplicaIndex, data: &[u8]) {
        let Some(state) = &self.replicas[index as usize].safe else {
            return;
        };
        if !self.config.oracle || !Command::is_one(data) {
            return;
        }
        let command = Command::decode(data);
        let machine = &self.replicas[index as usize].storage().machine;
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

    /// A replica has applied its log up to where it has.
    pub(crate) fn advance_safe_time(&mut self, index: ReplicaIndex) {
        let replica = &mut self.replicas[index as usize];
        let applied = replica.storage().machine.applied;
        if let Some(state) = &mut replica.safe {
            state.progress.advance(applied);
            state.promise.settle(applied);
        }
    }

    /// A replica leads now, or no more. A new leader stays above all that it granted to others,
    /// as its voters told it to stay above what they did.
    pub(crate) fn lead_safe_time(&mut self, index: ReplicaIndex, leads: bool) {
        if let Some(state) = &mut self.replicas[index as usize].safe {
            state.promise.stand_down();
            if leads {
                state.promise.raise(state.grants.granted);
            }
        }
    }

    /// A new range begins with what the old one's replica knew.
    pub(crate) fn split_safe_time(&mut self, index: ReplicaIndex, child: ReplicaIndex) {
        let known = &self.replicas[child as usize];
        if known.is_gone() || known.exists() && known.storage().is_initialized() {
            return;
        }
        let Some(state) = &self.replicas[index as usize].safe else {
            return;
        };
        let mut state = SafeState {
            progress: state.progress.clone(),
            promise: state.promise.clone(),
            ..SafeState::default()
        };
        // The old range's leader may ask for more before it has split itself.
        state.grants.granted = self.longest_grant(self.replicas[index as usize].at.node);
        state.promise.stand_down();
        let safe = state.progress.safe();
        // Indexes are of another log.
        state.progress.join(safe);
        self.replicas[child as usize].safe = Some(Box::new(state));
    }

    /// A range's replica takes in another's rows.
    pub(crate) fn merge_safe_time(&mut self, index: ReplicaIndex, source: ReplicaIndex) {
        if !self.keeps_safe_times() {
            return;
        }
        let other = self.replicas[source as usize].safe.take();
        let other = other.unwrap_or_default();
        let until = self.longest_grant(self.replicas[index as usize].at.node);
        let state = self.safe_state(index);
        state.progress.join(other.safe());
        let mut theirs = other.promise;
        state.promise.raise(theirs.floor());
        state.promise.raise(other.grants.granted);
        theirs.stand_down();
        state.grants.granted = state.grants.granted.max(until);
    }

    /// What rides on a message that a store is about to send.
    pub(crate) fn ride(&mut self, from: NodeId, label: &Label, payload: &Payload) -> Note {
        let own = match payload {
            Payload::Raft(message) | Payload::Initial(message, _) => Some(message.from),
            Payload::Relay(_) => None,
            Payload::Write(_) | Payload::Written { .. } => return self.time_note(from),
            _ => return Note::default(),
        };
        let Some(index) = self.replica_on(from, label.range) else {
            return Note::default();
        };
        let replica = &self.replicas[index as usize];
        // What a delegate passes on is its leader's word of before.
        if !replica.is_up() || own.is_some_and(|peer| peer != replica.at.peer) {
            return Note::default();
        }
        match label.what {
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat => {
                self.leader_note(index, label.what)
            }
            MessageType::AppendResponse
            | MessageType::HeartbeatResponse
            | MessageType::VoteResponse => self.voter_note(index),
            _ => self.time_note(from),
        }
    }

    /// Keeps a message's note until the message arrives.
    pub(crate) fn keep_note(&mut self, flight: u64, note: Note) {
        if note != Note::default() {
            self.safe_times.notes.insert(flight, note);
        }
    }

    /// A message is gone: its note with it.
    pub(crate) fn drop_note(&mut self, flight: u64) {
        if !self.safe_times.notes.is_empty() {
            self.safe_times.notes.remove(&flight);
        }
    }

    /// A message reached a store: its note, if it has one.
    pub(crate) fn take_note(&mut self, flight: u64) -> Option<Note> {
        if self.safe_times.notes.is_empty() {
            return None;
        }
        self.safe_times.notes.remove(&flight)
    }

    fn voter_note(&mut self, index: ReplicaIndex) -> Note {
        let replica = &self.replicas[index as usize];
        let granted = replica.safe.as_ref();
        Note {
            lease: granted.map_or(0, |state| state.grants.granted),
            ..self.time_note(replica.at.node)
        }
    }

    /// What every message says of time: so no write that somebody could know of comes after one
    /// that was made later (hybrid logical clocks).
    fn time_note(&self, node: NodeId) -> Note {
        let heard = self.safe_times.heard[usize::from(node.0)];
        Note {
            clock: heard.max(self.clock_timestamp(node)),
            ..Note::default()
        }
    }

    /// A node hears of a time. More than clocks may differ is not believed.
    pub(crate) fn hear_time(&mut self, node: NodeId, note: Note) {
        let limit = self.clock_timestamp(node) + timestamp::at(self.config.reads.max_clock_skew_us);
        let heard = &mut self.safe_times.heard[usize::from(node.0)];
        *heard = (*heard).max(note.clock.min(limit));
    }

    fn leader_note(&mut self, index: ReplicaIndex, what: MessageType) -> Note {
        if !self.replicas[index as usize].is_leader() {
            return Note::default();
        }
        let lease = self.ask_lease(index);
        let rides = match self.settings.reads.safe_time {
            SafeTime::Hybrid => true,
            // Idle ranges have a transport of their own.
            SafeTime::Closed => what != MessageType::Heartbeat,
            SafeTime::Resolved | SafeTime::Off => false,
        };
        let safe = if rides { self.call_safe(index) } else { 0 };
        let applied = self.replicas[index as usize].storage().machine.applied;
        let node = self.replicas[index as usize].at.node;
        Note {
            safe,
            index: if safe > 0 { applied } else { 0 },
            lease,
            ..self.time_note(node)
        }
    }

    /// A leader asks its voters for a lease, and is one of them.
    fn ask_lease(&mut self, index: ReplicaIndex) -> Timestamp {
        let replica = &mut self.replicas[index as usize];
        let (at, term) = (replica.at, replica.node().raft.term);
        let until = self.clock_timestamp(at.node) + timestamp::at(self.grant_us());
        let grants = &mut self.safe_state(index).grants;
        grants.granted = grants.granted.max(until);
        let granted = grants.granted;
        grants.note(term, at.peer, granted);
        until
    }

    /// The leader's own safe time now: everything at or below it is applied here, and no write will
    /// come at or below it, whoever leads. 0 while it cannot say.
    pub(super) fn call_safe(&mut self, index: ReplicaIndex) -> Timestamp {
        let at = self.replicas[index as usize].at;
        self.ask_lease(index);
        let margin = timestamp::at(self.margin_us());
        let clock = self.clock_timestamp(at.node).saturating_sub(margin);
        let cap = self.lease_cap(index).saturating_sub(self.cap_margin());
        self.promise_up_to(index, clock.min(cap))
    }

    /// Calls as much safe at a leader as can be, up to `wanted`; returns up to where it is safe.
    pub(super) fn promise_up_to(&mut self, index: ReplicaIndex, wanted: Timestamp) -> Timestamp {
        if self.settled_newest(index).is_none() {
            return 0;
        }
        let machine = &self.replicas[index as usize].storage().machine;
        let (applied, lock) = (machine.applied, machine.min_lock());
        let wanted = wanted.min(lock.unwrap_or(Timestamp::MAX));
        let state = self.safe_state(index);
        let safe = state.promise.call_safe(wanted);
        state.progress.note(applied, safe, applied);
        state.progress.safe()
    }

    /// How far behind its clock a leader stays.
    fn margin_us(&self) -> Micros {
        let reads = &self.config.reads;
        let target_us = match self.settings.reads.safe_time {
            SafeTime::Closed => reads.closed_target_us,
            _ => 0,
        };
        if self.commits_by_oracle() {
            // Its clock may be behind the leader's.
            target_us.max(reads.max_clock_skew_us)
        } else {
            target_us
        }
    }

    /// Commit timestamps come from the oracle, not from leaders.
    fn commits_by_oracle(&self) -> bool {
        self.settings.reads.timestamps != Timestamps::None
    }

    /// How far below its lease a leader stays. One that leads after it heeds the lease in the
    /// timestamps that it gives, but the oracle does not: then only that is safe which was past
    /// when a quorum last knew this leader, as every lock of another came after that. Clocks count
    /// twice: the voter's own where it started again (`longest_grant`), and the oracle's.
    fn cap_margin(&self) -> Timestamp {
        if self.commits_by_oracle() {
            timestamp::at(self.grant_us() + 2 * self.config.reads.max_clock_skew_us)
        } else {
            0
        }
    }

    /// The furthest that a quorum of voters has granted to this leader; of both halves while
    /// members change.
    fn lease_cap(&mut self, index: ReplicaIndex) -> Timestamp {
        if self.config.reads.safe_without_grant {
            return Timestamp::MAX;
        }
        let replica = &mut self.replicas[index as usize];
        let term = replica.node().raft.term;
        let conf = replica.storage().conf_state();
        let Some(state) = &replica.safe else { return 0 };
        let cap = state.grants.quorum(term, &conf.voters);
        if conf.voters_outgoing.is_empty() {
            return cap;
        }
        cap.min(state.grants.quorum(term, &conf.voters_outgoing))
    }

    /// Hands over a message that something rode on.
    pub(crate) fn give_with_note(&mut self, flight: Flight, note: Note) {
        let SentFact {
            from,
            to,
            what,
            range,
            term,
            ..
        } = flight.fact;
        self.hear_time(to, note);
        let index = self.replica_on(to, range);
        if let Some(index) = index
            && note.lease > 0
        {
            self.note_lease(index, (what, term), from, note.lease);
        }
        self.give_to_receiver(flight);
        if let Some(index) = index
            && note.safe > 0
        {
            self.learn_safe(index, term, note.index, note.safe);
        }
    }

    /// Before Raft takes a message: a voter grants the lease, so that its answer says so, and
    /// whoever stands for election hears what was granted to others.
    fn note_lease(
        &mut self,
        index: ReplicaIndex,
        (what, term): (MessageType, u64),
        from: NodeId,
        lease: Timestamp,
    ) {
        let replica = &mut self.replicas[index as usize];
        if !replica.is_up() {
            return;
        }
        let (own_term, range) = (replica.node().raft.term, replica.at.range);
        let is_leaders = matches!(
            what,
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat
        );
        if is_leaders && term >= own_term {
            let grants = &mut self.safe_state(index).grants;
            grants.granted = grants.granted.max(lease);
        } else if what == MessageType::VoteResponse {
            self.safe_state(index).promise.raise(lease);
        } else if !is_leaders && term == own_term {
            let Some(sender) = self.replica_on(from, range) else {
                return;
            };
            let peer = self.replicas[sender as usize].at.peer;
            self.safe_state(index).grants.note(term, peer, lease);
        }
    }

    /// A leader's word reaches a replica; one of an earlier term than its own does not count.
    pub(super) fn learn_safe(&mut self, index: ReplicaIndex, term: u64, entry: u64, ts: Timestamp) {
        let replica = &mut self.replicas[index as usize];
        if !replica.is_up() || replica.node().raft.term != term {
            return;
        }
        let applied = replica.storage().machine.applied;
        self.safe_state(index).progress.note(entry, ts, applied);
    }

    /// Every range that a store's replicas lead, settled in their terms.
    pub(super) fn led_by(&mut self, store: NodeId) -> Vec<(ReplicaIndex, ReplicaRef, u64)> {
        let mut led = Vec::new();
        for index in self.stores[usize::from(store.0)].replicas.clone() {
            let replica = &mut self.replicas[index as usize];
            if replica.is_leader() {
                let at = replica.at;
                led.push((index, at, replica.node().raft.term));
            }
        }
        led
    }
}
