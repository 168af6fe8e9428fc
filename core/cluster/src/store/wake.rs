//! Replicas that sleep are woken: they tick again, and ask their leader to.

use sim::NodeId;

use crate::context::Context;
use crate::group::{Hibernation, Sleep};
use crate::message::{Payload, wrapper_label};
use crate::store::{ReplicaIndex, Store};
use model::fact::{Change, MessageType};

impl Store {
    /// Makes a replica tick again.
    pub(crate) fn wake(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if replica.hibernation.quiet_ticks > 0 {
            replica.hibernation = Hibernation::default();
        }
        if replica.asleep == Sleep::Awake {
            return;
        }
        replica.asleep = Sleep::Awake;
        let at = replica.at;
        self.begin_ticks(cx);
        cx.emit_change(at, Change::Woken, 0, 0);
    }

    /// A replica that was woken by something else than its leader asks it to wake too, so that
    /// nobody stands for election without need.
    pub(crate) fn call_leader_awake(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &self.replicas[index];
        let (at, leader) = (replica.at, replica.soft().leader_peer);
        if leader == at.peer {
            return;
        }
        if let Some(node) = cx.node_of_peer(at.range, leader) {
            self.send_wake(cx, at.range, node, leader);
        }
    }

    /// A member asks a replica to wake.
    pub(crate) fn called_awake(&mut self, cx: &mut Context, range: u32, peer: u64) {
        let Some(index) = self.replica_of_peer(range, peer) else {
            return;
        };
        if self.replicas[index].is_up() {
            self.wake(cx, index);
        }
    }

    /// A replica sleeps no more: the switch was turned off, or connections came back.
    pub(crate) fn wake_if_up(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].is_up() {
            self.wake(cx, index);
        }
    }

    /// Wakes another member of a range that sleeps.
    fn send_wake(&mut self, cx: &mut Context, range: u32, to: NodeId, peer: u64) {
        let label = wrapper_label(MessageType::Wake, range);
        self.send(cx, to, label, Payload::Wake { peer });
    }
}
