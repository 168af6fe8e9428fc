//! Bytes of a run: payload and wire, by kind and by pair of zones.

use model::fact::{ByteKind, Saver};
use serde_json::{Value, json};

use crate::summary::counts;

/// Bytes by kind (`ByteKind` as index).
type Kinds = [u64; ByteKind::ALL.len()];

/// Bytes, once per link that they crossed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteTotals {
    /// Encoded messages on all links, by kind (`ByteKind` as index).
    pub all: [u64; ByteKind::ALL.len()],
    /// Encoded messages between zones, by kind.
    pub cross_zone: [u64; ByteKind::ALL.len()],
    /// What was on the wire on all links, by kind: the encoded messages, what is around them, and
    /// TCP's acknowledgements.
    pub wire_all: [u64; ByteKind::ALL.len()],
    /// What was on the wire between zones, by kind.
    pub wire_cross_zone: [u64; ByteKind::ALL.len()],
    /// Messages between zones, by kind.
    pub crossings: [u64; ByteKind::ALL.len()],
    /// Read requests and their rows between zones, without refusals of any request.
    pub reads_crossed: u64,
    /// Bytes on the wire of read requests and their rows between zones.
    pub wire_of_reads_crossed: u64,
    /// Bytes between zones that features spared, by `Saver`.
    pub saved: [u64; Saver::ALL.len()],
    /// Encoded messages between zones by directed pair; pairs that nothing crossed are left out.
    pub between: Vec<PairBytes>,
}

/// Bytes from one zone to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairBytes {
    /// The zone that they left.
    pub from: String,
    /// The zone that they went to.
    pub to: String,
    /// On the wire, by kind.
    pub wire: [u64; ByteKind::ALL.len()],
    /// Encoded messages by kind.
    pub kinds: [u64; ByteKind::ALL.len()],
}

impl ByteTotals {
    pub(super) fn to_json(&self) -> Value {
        let sum = |counts: &Kinds| counts.iter().sum::<u64>();
        let framed = |wire: &Kinds, payload: &Kinds| {
            let mut all = kinds(payload);
            all["framing"] = json!(sum(wire) - sum(payload));
            all
        };
        let mut bytes = framed(&self.wire_all, &self.all);
        bytes["cross_zone"] = framed(&self.wire_cross_zone, &self.cross_zone);
        bytes["reads_crossed"] = json!(self.reads_crossed);
        bytes["saved"] = counts(&Saver::IDS, &self.saved);
        bytes["between"] = self.between(|pair| &pair.kinds);
        bytes
    }

    /// The figures of the payload on the wire; what was spared is payload there too.
    pub(super) fn wire_json(&self) -> Value {
        let mut wire = kinds(&self.wire_all);
        wire["cross_zone"] = kinds(&self.wire_cross_zone);
        wire["reads_crossed"] = json!(self.wire_of_reads_crossed);
        wire["between"] = self.between(|pair| &pair.wire);
        wire
    }

    /// By pair of zones; kinds of which nothing crossed are left out.
    fn between(&self, bytes: fn(&PairBytes) -> &Kinds) -> Value {
        let pair = |pair: &PairBytes| {
            let bytes = bytes(pair);
            let total: u64 = bytes.iter().sum();
            let mut json = json!({ "from": pair.from, "to": pair.to, "total": total });
            for (kind, count) in ByteKind::IDS.into_iter().zip(bytes) {
                if *count > 0 {
                    json[kind] = json!(count);
                }
            }
            json
        };
        self.between.iter().map(pair).collect()
    }
}

/// Counts by kind, and their sum.
pub(super) fn kinds(of_kinds: &Kinds) -> Value {
    let mut all = counts(&ByteKind::IDS, of_kinds);
    all["total"] = json!(of_kinds.iter().sum::<u64>());
    all
}
