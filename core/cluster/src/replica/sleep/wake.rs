//! Replicas that sleep are woken: they tick again, and ask their leader to.

use crate::message::{Payload, wrapper_label};
use crate::process::StoreContext;
use crate::replica::Replica;
use crate::replica::{Hibernation, Sleep};
use model::fact::{Change, MessageType};

impl Replica {
    /// Makes a replica tick again.
    pub(crate) fn wake(&mut self, cx: &mut StoreContext) {
        if self.hibernation.quiet_ticks > 0 {
            self.hibernation = Hibernation::default();
        }
        if self.asleep == Sleep::Awake {
            return;
        }
        self.asleep = Sleep::Awake;
        let at = self.at;
        cx.begin_ticks();
        cx.emit_change(at, Change::Woken, 0, 0);
    }

    /// A replica that was woken by something else than its leader asks it to wake too, so that
    /// nobody stands for election without need.
    pub(crate) fn call_leader_awake(&mut self, cx: &mut StoreContext) {
        let (at, leader) = (self.at, self.soft().leader_peer);
        if leader == at.peer {
            return;
        }
        if let Some(node) = cx.node_of_peer(at.range, leader) {
            let label = wrapper_label(MessageType::Wake, at.range);
            cx.send(node, label, Payload::Wake { peer: leader });
        }
    }

    /// A replica sleeps no more: the switch was turned off, or connections came back.
    pub(crate) fn wake_if_up(&mut self, cx: &mut StoreContext) {
        if self.is_up() {
            self.wake(cx);
        }
    }
}
