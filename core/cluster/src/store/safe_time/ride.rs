//! Safe times on Raft's messages, and what a leader and its voters do with them: a put is proposed,
//! entries are applied, a leader comes or goes.
//!
//! With the switch off nothing here costs more than a look at a flag.

use sim::Micros;

use crate::context::Context;
use crate::message::{Label, Note, Payload, WritePayload};
use crate::store::{ReplicaIndex, Store};
use crate::transport::Flight;
use kv::mvcc::{Command, Step};
use model::config::{SafeTime, Timestamps};
use model::fact::{MessageType, ReplicaRef, SentFact};
use model::timestamp::{self, Timestamp};

impl Store {
    /// What the store's clock shows, as a timestamp.
    pub(crate) fn clock_timestamp(&self, cx: &Context) -> Timestamp {
        timestamp::at(self.local_us(cx).max(0).cast_unsigned())
    }

    /// The latest time of which the store knows: its clock's, or one that a message told it.
    pub(super) fn latest_time(&self, cx: &Context) -> Timestamp {
        self.safe_times.heard.max(self.clock_timestamp(cx))
    }

    /// A timestamp for a put that this leader is to propose: above everything that was ever called
    /// safe, and not ahead of all clocks. `None` until it has applied what earlier leaders left,
    /// for it does not know theirs, and while what may have been called safe is yet to come.
    pub(crate) fn put_timestamp(&mut self, cx: &Context, index: ReplicaIndex) -> Option<Timestamp> {
        let newest = self.replicas[index].settled_newest()?;
        let clock = self.clock_timestamp(cx).max(self.safe_times.heard + 1);
        let promise = &mut self.replicas[index].safe_state().promise;
        promise.pass(newest);
        let ts = promise.give(clock)?;
        self.safe_times.heard = self.safe_times.heard.max(ts);
        Some(ts)
    }

    /// A put with a timestamp, as an entry's data, and the timestamp; `None` while this leader has
    /// none to give.
    pub(crate) fn versioned_put(
        &mut self,
        cx: &Context,
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

    /// What rides on a message that a store is about to send.
    pub(crate) fn ride(&mut self, cx: &Context, label: &Label, payload: &Payload) -> Note {
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
    fn answer_note(&mut self, cx: &Context, index: ReplicaIndex) -> Note {
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
    fn vote_note(&self, cx: &Context, index: ReplicaIndex) -> Note {
        let replica = &self.replicas[index];
        let known = replica.safe.as_ref();
        Note {
            heard: known.map_or(0, |state| state.witness.floor()),
            ..self.time_note(cx)
        }
    }

    /// What every message says of time: so no write that somebody could know of comes after one
    /// that was made later (hybrid logical clocks).
    fn time_note(&self, cx: &Context) -> Note {
        Note {
            clock: self.latest_time(cx),
            ..Note::default()
        }
    }

    /// The store hears of a time. More than clocks may differ is not believed.
    pub(crate) fn hear_time(&mut self, cx: &Context, time: Timestamp) {
        let limit = self.clock_timestamp(cx) + timestamp::at(cx.config.reads.max_clock_skew_us);
        self.safe_times.heard = self.safe_times.heard.max(time.min(limit));
    }

    fn leader_note(&mut self, cx: &Context, index: ReplicaIndex, what: MessageType) -> Note {
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
    fn announce(&mut self, cx: &Context, index: ReplicaIndex) -> Timestamp {
        let replica = &mut self.replicas[index];
        let (at, term) = (replica.at, replica.node().raft.term);
        let until = self.clock_timestamp(cx);
        let witness = &mut self.replicas[index].safe_state().witness;
        witness.hear(term, until);
        witness.note(term, at.peer, witness.echo(term));
        until
    }

    /// The leader's own safe time now: everything at or below it is applied here, and no write will
    /// come at or below it, whoever leads. 0 while it cannot say.
    pub(super) fn call_safe(&mut self, cx: &Context, index: ReplicaIndex) -> Timestamp {
        self.announce(cx, index);
        let behind = timestamp::at(behind_us(cx));
        let clock = self.clock_timestamp(cx).saturating_sub(behind);
        let skew = timestamp::at(oracle_skew_us(cx));
        let known = self.replicas[index]
            .known_to_quorum(cx)
            .saturating_sub(skew);
        self.promise_up_to(cx, index, clock.min(known))
    }

    /// Calls as much safe at a leader as can be, up to `wanted`; returns up to where it is safe.
    pub(super) fn promise_up_to(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        wanted: Timestamp,
    ) -> Timestamp {
        if self.replicas[index].settled_newest().is_none() {
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
        let state = self.replicas[index].safe_state();
        let safe = state.promise.call_safe(wanted);
        state.progress.note(applied, safe, applied);
        state.progress.safe()
    }

    /// Hands over a message that something rode on.
    pub(crate) fn give_with_note(&mut self, cx: &mut Context, flight: Flight, note: Note) {
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
            self.replicas[index].hear_safe_time(cx, (what, term), from, note.heard);
        }
        self.give_to_receiver(cx, flight);
        if let Some(index) = index
            && note.safe > 0
        {
            self.replicas[index].learn_safe(term, note.index, note.safe);
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

/// What the oracle's clock may be behind a leader's, where commit timestamps come from it and
/// not from leaders. The oracle heeds no promise: then only that is safe which was past, by the
/// oracle's clock too, when a quorum last knew this leader, as every lock of another came after
/// that.
fn oracle_skew_us(cx: &Context) -> Micros {
    if cx.settings.reads.timestamps == Timestamps::None {
        0
    } else {
        cx.config.reads.max_clock_skew_us
    }
}

/// How far behind its clock a leader stays.
fn behind_us(cx: &Context) -> Micros {
    let target_us = match cx.settings.reads.safe_time {
        SafeTime::Closed => cx.config.reads.closed_target_us,
        _ => 0,
    };
    target_us.max(oracle_skew_us(cx))
}
