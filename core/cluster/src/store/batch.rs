//! What becomes of a replica's batch of messages before they leave: they are sorted, bundled,
//! marked and relayed, as the switches say.

use raft::eraftpb::Message;
use sim::sort_short;

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};

impl Store {
    /// Sends a batch of a replica's messages, sorted by receiver, order kept per receiver.
    pub(crate) fn send_raft(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut messages: Vec<Message>,
    ) {
        if messages.is_empty() {
            return;
        }
        // Sorted as pointers: a message is some 300 bytes. Boxes and their list are used again.
        let mut batch = std::mem::take(&mut self.batch);
        batch.extend(messages.drain(..).map(|message| self.boxes.boxed(message)));
        if self.list.capacity() == 0 {
            self.list = messages;
        }
        // Order kept per receiver.
        sort_short(&mut batch, |message| message.to);
        if cx.settings.aggregate_acks {
            self.bundle_acks(cx, index, &mut batch);
        }
        if cx.settings.hibernate {
            for message in &mut batch {
                self.replicas[index].offer_sleep(cx, message);
            }
        }
        if self.replicas[index].relays(cx) {
            self.send_relayed(cx, index, &mut batch);
        } else {
            for message in batch.drain(..) {
                self.send_raft_message(cx, index, message);
            }
        }
        self.batch = batch;
    }
}
