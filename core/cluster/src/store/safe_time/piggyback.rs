//! Safe times on Raft's messages: what rides along with each that a store sends.
//!
//! With the switch off nothing here costs more than a look at a flag.

use crate::context::Context;
use crate::message::{Label, Note, Payload};
use crate::store::{ReplicaIndex, Store};
use model::config::SafeTime;
use model::fact::MessageType;

impl Store {
    /// What rides on a message that a store is about to send.
    pub(crate) fn piggyback(&mut self, cx: &Context, label: &Label, payload: &Payload) -> Note {
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
}
