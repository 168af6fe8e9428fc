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
        let mut out = Outgoing {
            from: self.node,
            to,
            label,
            payload,
            note: Piggyback::default(),
            effort: Effort::default(),
        };
        if cx.settings.reads.keeps_safe_times() {
            out.note = self.piggyback(cx, &out.label, &out.payload);
        }
        if encodes(cx) {
            (out.payload, out.effort) = self.encode_payload(cx, &mut out.label, out.payload);
        }
        out.payload = self.boxes.thinned(out.payload);
        cx.post(out);
    }
}
