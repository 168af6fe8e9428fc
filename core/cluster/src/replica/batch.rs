//! What becomes of a replica's batch of messages before they leave: they are sorted, bundled,
//! marked and relayed, as the switches say.

use raft::eraftpb::Message;
use sim::sort_short;

use crate::process::StoreContext;
use crate::replica::Replica;

impl Replica {
    /// Sends a batch of a replica's messages, sorted by receiver, order kept per receiver.
    pub(crate) fn send_raft(&mut self, cx: &mut StoreContext, mut messages: Vec<Message>) {
        if messages.is_empty() {
            return;
        }
        // Sorted as pointers: a message is some 300 bytes. Boxes and their list are used again.
        let mut batch = std::mem::take(&mut cx.process.batch);
        let boxes = &mut cx.process.boxes;
        batch.extend(messages.drain(..).map(|message| boxes.boxed(message)));
        if cx.process.list.capacity() == 0 {
            cx.process.list = messages;
        }
        // Order kept per receiver.
        sort_short(&mut batch, |message| message.to);
        if cx.settings.aggregate_acks {
            self.bundle_acks(cx, &mut batch);
        }
        if cx.settings.hibernate {
            for message in &mut batch {
                self.offer_sleep(cx, message);
            }
        }
        if self.relays(cx) {
            self.send_relayed(cx, &mut batch);
        } else {
            for message in batch.drain(..) {
                self.send_raft_message(cx, message);
            }
        }
        cx.process.batch = batch;
    }
}
