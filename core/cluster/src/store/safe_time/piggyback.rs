//! Safe times on Raft's messages: what is piggybacked on each that a store sends.
//!
//! With the switch off nothing here costs more than a look at a flag.

use crate::context::Context;
use crate::message::{Label, Payload, Piggyback};
use crate::store::{ReplicaIndex, Store};
use model::config::SafeTime;
use model::fact::MessageType;

impl Store {
    /// What is piggybacked on a message that a store is about to send.
    pub(crate) fn piggyback(
        &mut self,
        cx: &Context,
        label: &Label,
        payload: &Payload,
    ) -> Piggyback {
        let own = match payload {
            Payload::Raft(message) | Payload::Initial(message, _) => Some(message.from),
            Payload::Relay(_) => None,
            Payload::Written { .. } => return self.time_piggyback(cx),
            _ => return Piggyback::default(),
        };
        let Some(index) = self.replica_on(label.range) else {
            return Piggyback::default();
        };
        let replica = &self.replicas[index];
        // What a delegate passes on is its leader's word of before.
        if !replica.is_up() || own.is_some_and(|peer| peer != replica.at.peer) {
            return Piggyback::default();
        }
        match label.what {
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat => {
                self.leader_piggyback(cx, index, label.what)
            }
            MessageType::AppendResponse | MessageType::HeartbeatResponse => {
                self.answer_piggyback(cx, index)
            }
            MessageType::VoteResponse => self.vote_piggyback(cx, index),
            _ => self.time_piggyback(cx),
        }
    }

    /// A follower's answer says what it has heard of its leader's promises.
    fn answer_piggyback(&mut self, cx: &Context, index: ReplicaIndex) -> Piggyback {
        let replica = &mut self.replicas[index];
        let term = replica.node().raft.term;
        let known = replica.safe.as_ref();
        let heard = known.map_or(0, |state| state.witness.echo(term));
        Piggyback {
            heard,
            ..self.time_piggyback(cx)
        }
    }

    /// A vote says what the voter has heard of anybody's.
    fn vote_piggyback(&self, cx: &Context, index: ReplicaIndex) -> Piggyback {
        let replica = &self.replicas[index];
        let known = replica.safe.as_ref();
        Piggyback {
            heard: known.map_or(0, |state| state.witness.floor()),
            ..self.time_piggyback(cx)
        }
    }

    /// What every message says of time: so no write that somebody could know of comes after one
    /// that was made later (hybrid logical clocks).
    fn time_piggyback(&self, cx: &Context) -> Piggyback {
        Piggyback {
            clock: self.latest_time(cx),
            ..Piggyback::default()
        }
    }

    fn leader_piggyback(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        what: MessageType,
    ) -> Piggyback {
        if !self.replicas[index].is_leader() {
            return Piggyback::default();
        }
        let (asks, tells) = match cx.settings.reads.safe_time {
            SafeTime::Hybrid => (true, true),
            // Idle ranges have a transport of their own.
            SafeTime::Closed => (true, what != MessageType::Heartbeat),
            // Voters hear of the oracle's timestamps (`resolved`).
            SafeTime::Resolved | SafeTime::Off => (false, false),
        };
        let heard = if asks { self.announce(cx, index) } else { 0 };
        let safe = if tells { self.call_safe(cx, index) } else { 0 };
        let applied = self.replicas[index].storage().machine.applied;
        Piggyback {
            safe,
            index: if safe > 0 { applied } else { 0 },
            heard,
            ..self.time_piggyback(cx)
        }
    }
}
