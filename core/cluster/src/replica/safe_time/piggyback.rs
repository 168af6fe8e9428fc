//! Safe times on Raft's messages: what is piggybacked on each.
//!
//! With the switch off nothing here costs more than a look at a flag.

use crate::message::Piggyback;
use crate::process::StoreContext;
use crate::replica::Replica;
use model::config::SafeTime;
use model::fact::MessageType;

impl Replica {
    /// What is piggybacked on a Raft message, or a relay's envelope, that this replica is about to
    /// send in its own name or in another peer's.
    pub(crate) fn piggyback(
        &mut self,
        cx: &StoreContext,
        what: MessageType,
        in_name_of: u64,
    ) -> Piggyback {
        // What is sent for a leader is its word of before.
        let is_own = in_name_of == self.at.peer && self.is_up();
        if !is_own || !cx.settings.reads.keeps_safe_times() {
            return Piggyback::default();
        }
        match what {
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat => {
                self.leader_piggyback(cx, what)
            }
            MessageType::AppendResponse | MessageType::HeartbeatResponse => {
                self.answer_piggyback(cx)
            }
            MessageType::VoteResponse => self.vote_piggyback(cx),
            _ => cx.time_piggyback(),
        }
    }

    /// A follower's answer says what it has heard of its leader's promises.
    fn answer_piggyback(&mut self, cx: &StoreContext) -> Piggyback {
        let term = self.node().raft.term;
        let known = self.safe.as_ref();
        let heard = known.map_or(0, |state| state.witness.echo(term));
        Piggyback {
            heard,
            ..cx.time_piggyback()
        }
    }

    /// A vote says what the voter has heard of anybody's.
    fn vote_piggyback(&self, cx: &StoreContext) -> Piggyback {
        let known = self.safe.as_ref();
        Piggyback {
            heard: known.map_or(0, |state| state.witness.floor()),
            ..cx.time_piggyback()
        }
    }

    fn leader_piggyback(&mut self, cx: &StoreContext, what: MessageType) -> Piggyback {
        if !self.is_leader() {
            return Piggyback::default();
        }
        let (asks, tells) = match cx.settings.reads.safe_time {
            SafeTime::Hybrid => (true, true),
            // Idle ranges have a transport of their own.
            SafeTime::Closed => (true, what != MessageType::Heartbeat),
            // Voters hear of the oracle's timestamps (`store::safe_rounds`).
            SafeTime::Resolved | SafeTime::Off => (false, false),
        };
        let heard = if asks { self.announce(cx) } else { 0 };
        let safe = if tells { self.call_safe(cx) } else { 0 };
        let applied = self.storage().machine.applied;
        Piggyback {
            safe,
            index: if safe > 0 { applied } else { 0 },
            heard,
            ..cx.time_piggyback()
        }
    }
}
