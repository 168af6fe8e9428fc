//! Safe times on Raft's messages, and what a leader and its voters do with them: a put is proposed,
//! entries are applied, a leader comes or goes.
//!
//! With the switch off nothing here costs more than a look at a flag.

use sim::{Micros, NodeId};

use super::SafeState;
use crate::context::Context;
use crate::message::{Label, Note, Payload, WritePayload};
use crate::store::{ReplicaIndex, Store};
use crate::transport::Flight;
use kv::mvcc::{Command, Step};
use model::config::{SafeTime, Timestamps};
use model::fact::{MessageType, ReplicaRef, SentFact};
use model::timestamp::{self, Timestamp};

impl Store {
    /// Whether replicas learn safe times at all.
    pub(crate) fn keeps_safe_times(&self, cx: &Context<'_>) -> bool {
        cx.settings.reads.safe_time != SafeTime::Off
    }

    /// What the store's clock shows, as a timestamp.
    pub(crate) fn clock_timestamp(&self, cx: &Context<'_>) -> Timestamp {
        timestamp::at(self.local_us(cx).max(0).cast_unsigned())
    }

    /// The latest time of which the store knows: its clock's, or one that a message told it.
    pub(super) fn latest_time(&self, cx: &Context<'_>) -> Timestamp {
        self.safe_times.heard.max(self.clock_timestamp(cx))
    }

    /// What a replica knows of safe times.
    pub(super) fn safe_state(&mut self, index: ReplicaIndex) -> &mut SafeState {
        self.replicas[index].safe.get_or_insert_default()
    }

    /// A timestamp for a put that this leader is to propose: above everything that was ever called
    /// safe, and not ahead of all clocks. `None` until it has applied what earlier leaders left,
    /// for it does not know theirs, and while what may have been called safe is yet to come.
    pub(crate) fn put_timestamp(
        &mut self,
        cx: &Context<'_>,
        index: ReplicaIndex,
    ) -> Option<Timestamp> {
        let newest = self.settled_newest(index)?;
        let clock = self.clock_timestamp(cx).max(self.safe_times.heard + 1);
        let promise = &mut self.safe_state(index).promise;
        promise.pass(newest);
        let ts = promise.give(clock)?;
        self.safe_times.heard = self.safe_times.heard.max(ts);
        Some(ts)
    }

    /// A put with a timestamp, as an entry's data, and the timestamp; `None` while this leader has
    /// none to give.
    pub(crate) fn versioned_put(
        &mut self,
        cx: &Context<'_>,
        index: ReplicaIndex,
        request: u64,
        put: &WritePayload,
    ) -> Option<(Vec<u8>, Timestamp)> {
        let ts = self.put_timestamp(cx, index)?;
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

    /// The newest timestamp in the range's log, if this leader has applied an entry of its own
    /// term.
    fn settled_newest(&mut self, index: ReplicaIndex) -> Option<Timestamp> {
        let replica = &mut self.replicas[index];
        let machine = &replica.storage().machine;
        let newest = machine.newest_commit().max(machine.reshaped_ts);
        let term = machine.applied_term;
        (term == replica.node().raft.term).then_some(newest)
    }

    /// The put with this timestamp has this place in the log.
    pub(crate) fn note_put(&mut self, index: ReplicaIndex, entry: u64, ts: Timestamp) {
        self.safe_state(index).promise.pend(entry, ts);
    }

    /// For tests: a write is about to be applied where its timestamp was called safe already.
    pub(crate) fn check_safe_time(&self, cx: &Context<'_>, index: ReplicaIndex, data: &[u8]) {
        let Some(state) = &self.replicas[index].safe else {
            return;
        };
        if !cx.config.oracle || !Command::is_one(data) {
            return;
        }
        let command = Command::decode(data);
        let machine = &self.replicas[index].storage().machine;
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
    pub(crate) fn lead_safe_time(&mut self, index: ReplicaIndex, leads: bool) {
        if let Some(state) = &mut self.replicas[index].safe {
            state.promise.stand_down();
            if leads {
                state.promise.raise(state.witness.floor());
            }
        }
    }

    /// What rides on a message that a store is about to send.
    pub(crate) fn ride(&mut self, cx: &Context<'_>, label: &Label, payload: &Payload) -> Note {
        let own = match payload {
            Payload::Raft(message) | Payload::Initial(message, _) => Some(message.from),
            Payload::Relay(_) => None,
            Payload::Written { .. } => return self.time_note(cx),
            _ => return Note::default(),
        };
        let Some(index) = self.replica_on(label.range) else {
            return Note::default();
        };
        let replica = &self.replicas[index];
        // What a delegate passes on is its leader's word of before.
        if !replica.is_up() || own.is_some_and(|peer| peer != replica.at.peer) {
            return Note::default();
        }
        match label.what {
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat => {
                self.leader_note(cx, index, label.what)
            }
            MessageType::AppendResponse | MessageType::HeartbeatResponse => {
                self.answer_note(cx, index)
            }
            MessageType::VoteResponse => self.vote_note(cx, index),
            _ => self.time_note(cx),
        }
    }

    /// A follower's answer says what it has heard of its leader's promises.
    fn answer_note(&mut self, cx: &Context<'_>, index: ReplicaIndex) -> Note {
        let replica = &mut self.replicas[index];
        let term = replica.node().raft.term;
        let known = replica.safe.as_ref();
        let heard = known.map_or(0, |state| state.witness.echo(term));
        Note {
            heard,
            ..self.time_note(cx)
        }
    }

    /// A vote says what the voter has heard of anybody's.
    fn vote_note(&self, cx: &Context<'_>, index: ReplicaIndex) -> Note {
        let replica = &self.replicas[index];
        let known = replica.safe.as_ref();
        Note {
            heard: known.map_or(0, |state| state.witness.floor()),
            ..self.time_note(cx)
        }
    }

    /// What every message says of time: so no write that somebody could know of comes after one
    /// that was made later (hybrid logical clocks).
    fn time_note(&self, cx: &Context<'_>) -> Note {
        Note {
            clock: self.latest_time(cx),
            ..Note::default()
        }
    }

    /// The store hears of a time. More than clocks may differ is not believed.
    pub(crate) fn hear_time(&mut self, cx: &Context<'_>, time: Timestamp) {
        let limit = self.clock_timestamp(cx) + timestamp::at(cx.config.reads.max_clock_skew_us);
        self.safe_times.heard = self.safe_times.heard.max(time.min(limit));
    }

    fn leader_note(&mut self, cx: &Context<'_>, index: ReplicaIndex, what: MessageType) -> Note {
        if !self.replicas[index].is_leader() {
            return Note::default();
        }
        let (asks, rides) = match cx.settings.reads.safe_time {
            SafeTime::Hybrid => (true, true),
            // Idle ranges have a transport of their own.
            SafeTime::Closed => (true, what != MessageType::Heartbeat),
            // Voters hear of the oracle's timestamps (`resolved`).
            SafeTime::Resolved | SafeTime::Off => (false, false),
        };
        let heard = if asks { self.announce(cx, index) } else { 0 };
        let safe = if rides { self.call_safe(cx, index) } else { 0 };
        let applied = self.replicas[index].storage().machine.applied;
        Note {
            safe,
            index: if safe > 0 { applied } else { 0 },
            heard,
            ..self.time_note(cx)
        }
    }

    /// A leader announces to its voters, of whom it is one, that it is about to call times safe up
    /// to its clock's.
    fn announce(&mut self, cx: &Context<'_>, index: ReplicaIndex) -> Timestamp {
        let replica = &mut self.replicas[index];
        let (at, term) = (replica.at, replica.node().raft.term);
        let until = self.clock_timestamp(cx);
        let witness = &mut self.safe_state(index).witness;
        witness.hear(term, until);
        witness.note(term, at.peer, witness.echo(term));
        until
    }

    /// The leader's own safe time now: everything at or below it is applied here, and no write will
    /// come at or below it, whoever leads. 0 while it cannot say.
    pub(super) fn call_safe(&mut self, cx: &Context<'_>, index: ReplicaIndex) -> Timestamp {
        self.announce(cx, index);
        let behind = timestamp::at(self.behind_us(cx));
        let clock = self.clock_timestamp(cx).saturating_sub(behind);
        let skew = timestamp::at(self.oracle_skew_us(cx));
        let known = self.known_to_quorum(cx, index).saturating_sub(skew);
        self.promise_up_to(cx, index, clock.min(known))
    }

    /// Calls as much safe at a leader as can be, up to `wanted`; returns up to where it is safe.
    pub(super) fn promise_up_to(
        &mut self,
        cx: &Context<'_>,
        index: ReplicaIndex,
        wanted: Timestamp,
    ) -> Timestamp {
        if self.settled_newest(index).is_none() {
            return 0;
        }
        let replica = &self.replicas[index];
        let machine = &replica.storage().machine;
        let (applied, lock) = (machine.applied, machine.min_lock());
        // Whoever takes over a frozen range knows what was called safe before it froze, no more.
        let frozen = machine.merging.map(|_| 0);
        let latest = self.latest_time(cx);
        let caps = [lock, frozen, Some(latest)];
        let wanted = caps.into_iter().flatten().fold(wanted, Timestamp::min);
        let state = self.safe_state(index);
        let safe = state.promise.call_safe(wanted);
        state.progress.note(applied, safe, applied);
        state.progress.safe()
    }

    /// How far behind its clock a leader stays.
    fn behind_us(&self, cx: &Context<'_>) -> Micros {
        let target_us = match cx.settings.reads.safe_time {
            SafeTime::Closed => cx.config.reads.closed_target_us,
            _ => 0,
        };
        target_us.max(self.oracle_skew_us(cx))
    }

    /// What the oracle's clock may be behind a leader's, where commit timestamps come from it and
    /// not from leaders. The oracle heeds no promise: then only that is safe which was past, by the
    /// oracle's clock too, when a quorum last knew this leader, as every lock of another came after
    /// that.
    fn oracle_skew_us(&self, cx: &Context<'_>) -> Micros {
        if cx.settings.reads.timestamps == Timestamps::None {
            0
        } else {
            cx.config.reads.max_clock_skew_us
        }
    }

    /// The furthest of which a quorum of voters has heard from this leader; of both halves while
    /// members change.
    fn known_to_quorum(&mut self, cx: &Context<'_>, index: ReplicaIndex) -> Timestamp {
        if cx.config.reads.safe_unheard {
            return Timestamp::MAX;
        }
        let replica = &mut self.replicas[index];
        let term = replica.node().raft.term;
        let conf = replica.storage().conf_state();
        let Some(state) = &replica.safe else { return 0 };
        let known = state.witness.quorum(term, &conf.voters);
        if conf.voters_outgoing.is_empty() {
            return known;
        }
        known.min(state.witness.quorum(term, &conf.voters_outgoing))
    }

    /// Hands over a message that something rode on.
    pub(crate) fn give_with_note(&mut self, cx: &mut Context<'_>, flight: Flight, note: Note) {
        let SentFact {
            from,
            what,
            range,
            term,
            ..
        } = flight.fact;
        self.hear_time(cx, note.clock);
        let index = self.replica_on(range);
        if let Some(index) = index
            && note.heard > 0
        {
            self.note_heard(cx, index, (what, term), from, note.heard);
        }
        self.give_to_receiver(cx, flight);
        if let Some(index) = index
            && note.safe > 0
        {
            self.learn_safe(index, term, note.index, note.safe);
        }
    }

    /// Before Raft takes a message: a voter hears its leader, so that its answer says so, and
    /// whoever stands for election hears what its voters did.
    fn note_heard(
        &mut self,
        cx: &Context<'_>,
        index: ReplicaIndex,
        (what, term): (MessageType, u64),
        from: NodeId,
        heard: Timestamp,
    ) {
        let replica = &mut self.replicas[index];
        if !replica.is_up() {
            return;
        }
        let (own_term, range) = (replica.node().raft.term, replica.at.range);
        let is_leaders = matches!(
            what,
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat
        );
        if is_leaders && term >= own_term {
            self.safe_state(index).witness.hear(term, heard);
        } else if what == MessageType::VoteResponse {
            self.safe_state(index).promise.raise(heard);
        } else if !is_leaders && term == own_term {
            let is_there = |peer: &u64| cx.node_of_peer(range, *peer) == Some(from);
            let members = replica.node().raft.prs();
            let sender = members.iter().map(|(peer, _)| *peer).find(is_there);
            if let Some(peer) = sender {
                self.safe_state(index).witness.note(term, peer, heard);
            }
        }
    }

    /// A leader's word reaches a replica; one of an earlier term than its own does not count.
    pub(super) fn learn_safe(&mut self, index: ReplicaIndex, term: u64, entry: u64, ts: Timestamp) {
        let replica = &mut self.replicas[index];
        if !replica.is_up() || replica.node().raft.term != term {
            return;
        }
        let machine = &replica.storage().machine;
        let (applied, merged) = (machine.applied, machine.merged_at);
        // Before a merge it was said of fewer keys.
        if entry >= merged {
            self.safe_state(index).progress.note(entry, ts, applied);
        }
    }

    /// Every range that the store's replicas lead, settled in their terms.
    pub(super) fn led(&mut self) -> Vec<(ReplicaIndex, ReplicaRef, u64)> {
        let mut led = Vec::new();
        for index in self.present.clone() {
            let replica = &mut self.replicas[index];
            if replica.is_leader() {
                let at = replica.at;
                led.push((index, at, replica.node().raft.term));
            }
        }
        led
    }
}
