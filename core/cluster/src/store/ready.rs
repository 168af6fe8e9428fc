//! What raft-rs has ready at the replicas that were called, and writes that are durable.

use crate::context::Context;
use crate::store::Store;
use crate::timeline::ReplicaIndex;

impl Store {
    /// Does what raft-rs has ready at each replica that was called, in the order of the calls.
    pub(super) fn finish_calls(&mut self, cx: &mut Context) {
        while let Some(index) = cx.next_called(self.process.node) {
            self.finish_call(cx, index);
        }
    }

    /// Does what raft-rs has ready at a replica, unless it stopped meanwhile.
    #[inline(never)]
    pub(crate) fn finish_call(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        replica.was_called = false;
        if !replica.is_up() {
            return;
        }
        self.process_all_ready(cx, index);
        let replica = &mut self.replicas[index];
        if replica.is_up() {
            replica.take_list_back(&mut self.process.list);
            self.replicas.settle(index);
        }
    }

    fn process_all_ready(&mut self, cx: &mut Context, index: ReplicaIndex) {
        loop {
            let (replica, at) = &mut self.at_replica(cx, index);
            // It may have applied its own removal.
            if !replica.is_up() {
                return;
            }
            replica.emit_changes(at);
            if !replica.has_ready() {
                return;
            }
            // Most calls leave messages and nothing else: heartbeats and their answers.
            if let Some(messages) = replica.take_lone_messages() {
                return replica.send_lone(at, messages);
            }
            let committed = replica.process_ready(at);
            if !committed.due.is_empty() {
                self.apply(cx, index, committed.due);
            }
            let (replica, at) = &mut self.at_replica(cx, index);
            if replica.is_up() {
                replica.learn_read_states(at, committed.reads);
                replica.pin();
            }
        }
    }

    /// An fsync is over: what waited for it goes on.
    pub(super) fn synced(&mut self, cx: &mut Context) {
        let durable = self.process.disk.finish_sync(cx.now()).0;
        self.at_process(cx).start_sync();
        let is_durable = |waits: &mut (u64, ReplicaIndex)| waits.0 <= durable;
        while let Some((_, index)) = self.process.sync_waits.pop_front_if(is_durable) {
            let (replica, at) = &mut self.at_replica(cx, index);
            let messages = replica.persisted(at, durable);
            self.clear_room(cx, index);
            let (replica, at) = &mut self.at_replica(cx, index);
            replica.send_held(at, messages);
        }
    }
}
