//! What a replica knows of its group's wish to sleep (TiKV's hibernate region): see
//! `hibernate`.

mod hibernate;
mod wake;

use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::replica::Replica;
use model::fact::Change;

/// Context of a heartbeat that offers sleep, and of the answer that takes it. Read contexts have
/// 16 bytes, so this is none.
pub(crate) const SLEEP: &[u8] = b"z";

/// Whether a message is about sleep and nothing else.
pub(crate) fn is_about_sleep(message: &Message) -> bool {
    message.context == SLEEP
}

/// Whether a replica ticks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sleep {
    /// It ticks.
    Awake,
    /// It does not tick until it is woken.
    Asleep,
}

/// A leader: how far its group is on the way to sleep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hibernation {
    /// Ticks in a row with nothing to do.
    pub(crate) quiet_ticks: u64,
    /// Peers that sleep, by their own word.
    pub(crate) asleep: Vec<u64>,
}

impl Replica {
    /// Marks the heartbeats of a leader that wants to sleep.
    pub(crate) fn offer_sleep(&self, cx: &Context, message: &mut Message) {
        let hibernation = &self.hibernation;
        let patience = cx.config.raft.election_ticks as u64;
        if hibernation.quiet_ticks >= patience
            && message.get_msg_type() == RaftType::MsgHeartbeat
            && message.context.is_empty()
        {
            message.context = SLEEP.to_vec();
        }
    }

    pub(crate) fn fall_asleep(&mut self, cx: &mut Context) {
        if self.asleep == Sleep::Awake {
            self.asleep = Sleep::Asleep;
            let at = self.at;
            cx.emit_change(at, Change::Hibernated, 0, 0);
        }
    }
}
