//! A message leaves: with what it has to say of time, and encoded if that makes it shorter.

use sim::NodeId;

use super::framing::encodes;
use crate::context::Context;
use crate::message::{Effort, Label, Payload, Piggyback};
use crate::store::Store;
use crate::transport::Outgoing;

impl Store {
    /// Puts a message on its link, as the sender's node would.
    pub(crate) fn send(&mut self, cx: &mut Context, to: NodeId, label: Label, payload: Payload) {
        let (mut label, mut payload, mut effort) = (label, payload, Effort::default());
        let mut note = Piggyback::default();
        if cx.settings.reads.keeps_safe_times() {
            note = self.piggyback(cx, &label, &payload);
        }
        if encodes(cx) {
            (payload, effort) = self.encode_payload(cx, &mut label, payload);
        }
        cx.post(Outgoing {
            from: self.node,
            to,
            label,
            payload,
            note,
            effort,
        });
    }
}
