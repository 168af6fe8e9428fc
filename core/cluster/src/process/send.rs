//! A message leaves a store: with what it has to say of time, and encoded if that makes it shorter.

use sim::NodeId;

use super::StoreContext;
use super::framing::encodes;
use crate::message::{Effort, Label, Payload, Piggyback};
use crate::transport::Outgoing;

impl StoreContext<'_, '_> {
    /// Puts a message on its link that says nothing of a replica's time.
    pub(crate) fn send(&mut self, to: NodeId, label: Label, payload: Payload) {
        let tells = matches!(payload, Payload::Written { .. });
        let note = if tells && self.settings.reads.keeps_safe_times() {
            self.time_piggyback()
        } else {
            Piggyback::default()
        };
        self.send_with(to, label, payload, note);
    }

    /// Puts a message on its link, with this to say of time.
    pub(crate) fn send_with(
        &mut self,
        to: NodeId,
        label: Label,
        payload: Payload,
        note: Piggyback,
    ) {
        let mut out = Outgoing {
            from: self.process.node,
            to,
            label,
            payload,
            note,
            effort: Effort::default(),
        };
        if encodes(self) {
            (out.payload, out.effort) = self.encode_payload(&mut out.label, out.payload);
        }
        out.payload = self.process.boxes.thinned(out.payload);
        self.post(out);
    }
}
