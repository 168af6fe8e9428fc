//! Frames between stores: with delta encoding or compression on, Raft's messages are encoded when
//! they leave and decoded when they arrive, at the cost of core time on both sides.
//!
//! A frame that cannot be decoded ends its connection: what else is under way on it is lost, and
//! the sender's transport tells Raft so. Snapshots go as they are: their rows are counted, not
//! built (see `wire`), and a transport of their own carries them in TiKV.

use super::StoreContext;
use crate::context::Context;
use crate::message::codec::{self, Frame, Steps};
use crate::message::{Effort, Framed, Label, Payload, encoded};
use kv::delta::Times;
use model::config::Compression;
use model::fact::{Decision, Deed, Fact, Reason, SentFact};

impl StoreContext<'_, '_> {
    /// Turns a Raft message or a relay's envelope into a frame if that makes it shorter, and
    /// charges the sender for the attempt. Everything else stays as it is.
    pub(crate) fn encode_payload(
        &mut self,
        label: &mut Label,
        payload: Payload,
    ) -> (Payload, Effort) {
        let mut effort = Effort::default();
        let wanted = Steps {
            delta: self.settings.delta_encoding,
            lz4: self.settings.compression == Compression::Lz4,
        };
        let times = if self.config.raft.delta_timestamps {
            Times::Differences
        } else {
            Times::Full
        };
        let mut payload = payload;
        let append = match &mut payload {
            Payload::Raft(message) => Some(&mut **message),
            Payload::Relay(relay) => relay.inner.as_mut(),
            _ => None,
        };
        let steps = Steps {
            delta: wanted.delta
                && append.is_some_and(|append| codec::encode_entries(append, times, &mut effort)),
            ..wanted
        };
        let mut frame = None;
        if (steps.delta || codec::tries_lz4(steps, label.bytes))
            && let Some(bytes) = encoded(&payload)
        {
            frame = Frame::pack(bytes, label.bytes, steps, &mut effort);
        }
        self.charge_encoding(&effort);
        let Some(frame) = frame else {
            return (payload, effort);
        };
        let is_relay = matches!(payload, Payload::Relay(_));
        if let Payload::Raft(message) = payload {
            drop(self.process.boxes.unboxed(message));
        }
        label.bytes = frame.len();
        let decode_ns = decode_ns(self, frame.steps(), &effort);
        let framed = Framed {
            frame,
            is_relay,
            decode_ns,
        };
        (Payload::Frame(Box::new(framed)), effort)
    }

    fn charge_encoding(&mut self, effort: &Effort) {
        let costs = &self.config.costs;
        let cost_ns = per_kib(effort.delta_bytes, costs.delta_ns_per_kib)
            + per_kib(effort.lz4_bytes, costs.compress_ns_per_kib);
        if cost_ns > 0 {
            self.submit(cost_ns);
        }
    }
}

/// What a frame carries; `None` when it is corrupt, and its connection is then reset.
pub(crate) fn open_frame(cx: &mut Context, fact: &SentFact, framed: &Framed) -> Option<Payload> {
    if let Ok(payload) = framed.open() {
        return Some(payload);
    }
    cx.take_originals(fact.flight);
    cx.emit(Fact::Decided(Decision {
        by: fact.to,
        range: fact.range,
        what: Deed::RejectedFrame,
        why: Reason::CorruptFrame,
        subject: Some(fact.from),
        other: None,
        figure: fact.flight,
        limit: 0,
    }));
    cx.close_connection(fact);
    None
}

fn decode_ns(cx: &Context, steps: Steps, effort: &Effort) -> u64 {
    let costs = &cx.config.costs;
    let mut decode_ns = 0;
    if steps.delta {
        decode_ns += per_kib(effort.delta_bytes, costs.delta_ns_per_kib);
    }
    if steps.lz4 {
        decode_ns += per_kib(effort.lz4_bytes, costs.decompress_ns_per_kib);
    }
    decode_ns
}

/// Whether messages are encoded at all.
pub(super) fn encodes(cx: &Context) -> bool {
    cx.settings.delta_encoding || cx.settings.compression != Compression::None
}

fn per_kib(bytes: u64, ns_per_kib: u64) -> u64 {
    bytes * ns_per_kib / 1_024
}
