//! Ticks of a store's replicas.

use crate::context::Context;
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex};

impl Store {
    /// A tick of all replicas by the store's clock, as in TiKV those tick together that were
    /// started together. The event is that of the first; each of the others that do something has
    /// its own.
    pub(crate) fn tick(&mut self, cx: &mut Context, event: Event) {
        let own = cx.event();
        let mut present = self.replicas.present().iter();
        self.process.ticks = present.any(|index| !self.replicas.sleeps(*index));
        if self.process.ticks {
            self.at_process(cx).tick_again(event, own);
        }
        let (store, life) = (self.process.node, self.process.life);
        let mut first = None;
        for place in 0..self.replicas.present().len() {
            let replica = self.replicas.present()[place];
            // Once a group or range changed, its replicas ask at some ticks whether they are
            // members.
            let passes = !cx.reshaped() && self.replicas.pass_tick(replica);
            if passes || !self.replicas[replica].is_up() {
                continue;
            }
            if place == 0 {
                first = Some(replica);
                continue;
            }
            let event = Event::TickReplica {
                store,
                replica,
                life,
            };
            cx.follow(event, own);
        }
        if let Some(first) = first {
            self.tick_replica(cx, first);
        }
    }

    /// A tick of one replica, and what raft-rs has ready then.
    #[inline(never)]
    pub(super) fn tick_replica(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if !self.replicas[index].is_up() {
            return;
        }
        if self.replicas[index].is_asleep() {
            self.replicas.settle(index);
        } else {
            self.tick_awake(cx, index);
        }
        self.finish_calls(cx);
    }

    fn tick_awake(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let (replica, at) = &mut self.at_replica(cx, index);
        replica.tick(at);
        if !replica.is_leader() {
            return;
        }
        let takes_in = self.takes_in(cx, index);
        let (replica, at) = &mut self.at_replica(cx, index);
        replica.count_quiet_ticks(at, takes_in);
        replica.tick_joint(at);
        self.advance_plan(cx, index);
    }

    /// Whether a range beside is to go into a replica's, as far as its wish to sleep depends on it.
    pub(super) fn takes_in(&self, cx: &Context, index: ReplicaIndex) -> bool {
        cx.settings.hibernate && self.replicas.is_target(cx, index)
    }
}
