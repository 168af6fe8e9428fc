//! Bytes by directed pair of zones and kind, and what they cost. Every message that crosses a
//! link is booked once, at the instant it leaves, and over time by when it crosses; one that runs
//! into a cut never does, nor one that its sender has no room for.
//!
//! Two amounts: payload is the length of the encoding, wire is all that crosses for it: headers
//! around it, and TCP's acknowledgements, which go the other way. Clouds bill the wire.
//!
//! It must not know Raft, nor requests.

mod crossing;
mod recent;

use model::fact::{ByteKind, MessageType, Saver, SentFact};
use model::tcp::transport_ack_bytes;
use sim::{Fate, Micros, Part};

use crate::meters::crossing::{Crossing, Stretch};
use crate::meters::recent::Recent;
pub use crate::meters::recent::RecentBytes;
use crate::series::Series;

/// Number of byte kinds.
pub const KINDS: usize = ByteKind::ALL.len();
/// Bytes by kind over time.
pub type ByteSeries = Series<KINDS>;

/// Number of features that spare bytes.
pub(crate) const SAVERS: usize = Saver::ALL.len();

/// Bytes of a GB: 10^9, as clouds price it.
const GB_BYTES: u128 = 1_000_000_000;

/// Bytes and money so far.
#[derive(Clone, Debug)]
pub struct Meters {
    zones: usize,
    /// Zone of each node.
    zone_of: Vec<u16>,
    /// Nano-dollars per GB by `[from * zones + to]`.
    nano_usd_per_gb: Vec<u64>,
    /// Bandwidth of each line at the start, `[from * zones + to]`; 0 = not limited.
    bandwidth_bps: Vec<u64>,
    /// Payload by `[(from * zones + to) * KINDS + kind]`.
    payload: Vec<u64>,
    /// What the wire has beside it, same shape.
    framing: Vec<u64>,
    /// Messages between zones by kind.
    crossings: [u64; KINDS],
    /// The warm-up: its end, whether it lasts, and what it came to.
    warm_up: WarmUp,
    /// Bytes between zones of read requests and rows: of reads, without refusals.
    reads_crossed: u64,
    /// Bytes between zones of read requests and rows with the framing around them.
    wire_of_reads_crossed: u64,
    /// Bytes between zones that features spared, `[(from * zones + to) * SAVERS + saver]`.
    saved: Vec<u64>,
    /// The message that was booked last, and its pair of zones: what it saved counts there.
    last_sent: u64,
    last_pair: usize,
    messages: u64,
    /// Of the message that is booked next it is not known yet when it crosses.
    is_undecided: bool,
    /// By when it had crossed or died, so that no line carries more than it can.
    between: ByteSeries,
    inside: ByteSeries,
    recent: Recent,
    /// The most that the wire carried in one second from one zone to another, of the seconds that
    /// were whole at an instant.
    peak_pair: u64,
    peak_until_us: Micros,
}

impl Meters {
    /// Nothing booked. `nano_usd_per_gb` is by directed pair of zones, row-major.
    pub fn new(zones: usize, zone_of: Vec<u16>, nano_usd_per_gb: &[u64]) -> Self {
        assert_eq!(
            nano_usd_per_gb.len(),
            zones * zones,
            "a price for every pair of zones"
        );
        assert!(
            zone_of.iter().all(|zone| usize::from(*zone) < zones),
            "every node has a zone"
        );
        Meters {
            zones,
            zone_of,
            nano_usd_per_gb: nano_usd_per_gb.to_vec(),
            bandwidth_bps: vec![0; zones * zones],
            payload: vec![0; zones * zones * KINDS],
            framing: vec![0; zones * zones * KINDS],
            crossings: [0; KINDS],
            warm_up: WarmUp::default(),
            reads_crossed: 0,
            wire_of_reads_crossed: 0,
            saved: vec![0; zones * zones * SAVERS],
            last_sent: 0,
            last_pair: 0,
            messages: 0,
            is_undecided: false,
            between: ByteSeries::default(),
            inside: ByteSeries::default(),
            recent: Recent::new(zones * zones * KINDS),
            peak_pair: 0,
            peak_until_us: 0,
        }
    }

    /// Measures what a month costs from this instant on.
    pub fn measured_from(mut self, from_us: Micros) -> Self {
        self.warm_up.until_us = from_us;
        self.warm_up.lasts = from_us > 0;
        self
    }

    /// Meters lines of these bandwidths, `[from * zones + to]`; 0 = not limited.
    pub fn over(mut self, bandwidth_bps: Vec<u64>) -> Self {
        assert_eq!(
            bandwidth_bps.len(),
            self.bandwidth_bps.len(),
            "one for every pair of zones"
        );
        self.bandwidth_bps = bandwidth_bps;
        self
    }

    /// Of the message that is booked next it is not known yet when it crosses.
    pub fn undecided(&mut self) {
        self.is_undecided = true;
    }

    /// A message left its sender.
    #[inline]
    pub fn sent(&mut self, at_us: Micros, sent: &SentFact) {
        self.messages += 1;
        if self.warm_up.lasts && at_us >= self.warm_up.until_us {
            self.end_warm_up();
        }
        let is_undecided = std::mem::take(&mut self.is_undecided);
        if !crosses(sent.fate) {
            return;
        }
        let from = usize::from(self.zone_of[usize::from(sent.from.0)]);
        let to = usize::from(self.zone_of[usize::from(sent.to.0)]);
        let kind = sent.kind as usize;
        let cell = (from * self.zones + to) * KINDS + kind;
        self.payload[cell] += sent.bytes;
        self.framing[cell] += sent.framing;
        let wire = sent.bytes + sent.framing;
        let acks = transport_ack_bytes(wire);
        let back = (to * self.zones + from) * KINDS + kind;
        self.framing[back] += acks;
        if !is_undecided {
            self.crossed(at_us, at_us, sent);
        }
        self.last_sent = sent.flight;
        self.last_pair = from * self.zones + to;
        if from != to {
            self.crossings[kind] += 1;
            if matches!(sent.what, MessageType::ReadRequest | MessageType::Rows) {
                self.reads_crossed += sent.bytes;
                self.wire_of_reads_crossed += wire + acks;
            }
        }
    }

    /// It is known when a message that left at an instant has crossed, or died: then it is booked
    /// in what crosses over time.
    pub fn crossed(&mut self, now_us: Micros, sent_us: Micros, sent: &SentFact) {
        let line_bps = self.bandwidth_bps[self.pair_of(sent)];
        let crossing = Crossing::new(sent_us, sent.end_us, sent.bytes, line_bps);
        for stretch in crossing.stretches() {
            self.book(now_us, sent, stretch);
        }
    }

    /// A part of a message has crossed, at the end that the part says.
    pub(crate) fn part_crossed(&mut self, now_us: Micros, sent: &SentFact, part: &Part) {
        self.book(now_us, sent, Stretch::of_part(part));
    }

    fn pair_of(&self, sent: &SentFact) -> usize {
        let from = usize::from(self.zone_of[usize::from(sent.from.0)]);
        let to = usize::from(self.zone_of[usize::from(sent.to.0)]);
        from * self.zones + to
    }

    /// Books a stretch of a message in what crosses over time.
    fn book(&mut self, now_us: Micros, sent: &SentFact, stretch: Stretch) {
        let from = usize::from(self.zone_of[usize::from(sent.from.0)]);
        let to = usize::from(self.zone_of[usize::from(sent.to.0)]);
        let (pair, kind) = (from * self.zones + to, sent.kind as usize);
        let (cell, back) = (pair * KINDS + kind, (to * self.zones + from) * KINDS + kind);
        if self.recent.is_past(now_us) {
            self.peak_pair = self.peak_pair(now_us);
            self.peak_until_us = now_us;
            self.recent.forget(now_us);
        }
        let wire = sent.bytes + sent.framing;
        let acks = transport_ack_bytes(wire);
        let series = if from == to {
            &mut self.inside
        } else {
            &mut self.between
        };
        let (bytes, framing, acks) = (
            stretch.of(sent.bytes),
            stretch.of(sent.framing),
            stretch.of(acks),
        );
        series.add(stretch.at_us, kind, bytes + framing + acks);
        if let Some(recent) = self.recent.at(stretch.at_us) {
            recent.payload[cell] += bytes;
            recent.framing[cell] += framing;
            recent.framing[back] += acks;
        }
    }

    #[cold]
    fn end_warm_up(&mut self) {
        self.warm_up.lasts = false;
        self.warm_up.payload = self.payload.clone();
        self.warm_up.framing = self.framing.clone();
    }

    /// The message that was just sent spared bytes.
    pub fn saved(&mut self, flight: u64, by: Saver, bytes: u64) {
        // A neighbour's snapshot spares a way between zones because it goes another one.
        let crossed = self.last_pair / self.zones != self.last_pair % self.zones;
        if flight == self.last_sent && (crossed || by == Saver::NeighbourSnapshot) {
            self.saved[self.last_pair * SAVERS + by as usize] += bytes;
        }
    }

    /// Bytes of encoded messages between zones that a feature spared.
    pub(crate) fn saved_bytes(&self) -> [u64; SAVERS] {
        std::array::from_fn(|saver| self.saved.iter().skip(saver).step_by(SAVERS).sum())
    }

    /// Bytes that features spared by directed pair of zones, `[from][to][saver]`.
    pub fn saved_between(&self) -> &[u64] {
        &self.saved
    }

    /// Messages sent, those included that will not arrive.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Messages between zones by kind; what runs into a cut never crosses.
    pub fn crossings(&self) -> [u64; KINDS] {
        self.crossings
    }

    /// Payload bytes between zones of read requests and their rows, refusals left out.
    pub fn reads_crossed(&self) -> u64 {
        self.reads_crossed
    }

    /// Wire bytes between zones of read requests and their rows, refusals left out.
    pub fn wire_of_reads_crossed(&self) -> u64 {
        self.wire_of_reads_crossed
    }

    /// Payload bytes, `[from][to][kind]`.
    pub fn payload(&self) -> &[u64] {
        &self.payload
    }

    /// What the wire has beside the payload, `[from][to][kind]`: headers, and TCP's
    /// acknowledgements of what went the other way.
    pub fn framing(&self) -> &[u64] {
        &self.framing
    }

    /// Payload and framing of the warm-up, in the same shape; empty when there is none.
    pub fn warm_up(&self) -> (&[u64], &[u64]) {
        if self.warm_up.lasts {
            (&self.payload, &self.framing)
        } else {
            (&self.warm_up.payload, &self.warm_up.framing)
        }
    }

    /// Whether a message between two nodes leaves its zone.
    pub fn crosses(&self, from: sim::NodeId, to: sim::NodeId) -> bool {
        self.zone_of[usize::from(from.0)] != self.zone_of[usize::from(to.0)]
    }

    /// Payload bytes of one kind between zones.
    pub fn cross_zone_bytes(&self, kind: ByteKind) -> u64 {
        self.cross_pairs()
            .map(|pair| self.payload[pair * KINDS + kind as usize])
            .sum()
    }

    /// Framing bytes of one kind between zones.
    pub(crate) fn cross_zone_framing(&self, kind: ByteKind) -> u64 {
        self.cross_pairs()
            .map(|pair| self.framing[pair * KINDS + kind as usize])
            .sum()
    }

    /// Price of the wire so far in nano-dollars, rounded down once.
    pub fn nano_usd(&self) -> u128 {
        (self.price(&self.payload) + self.price(&self.framing)) / GB_BYTES
    }

    /// Price that the payload alone would have, in nano-dollars, rounded down once.
    pub fn nano_usd_payload(&self) -> u128 {
        self.price(&self.payload) / GB_BYTES
    }

    /// Price since the warm-up, in nano-dollars, rounded down once: of the wire, of the payload.
    pub(crate) fn nano_usd_measured(&self) -> (u128, u128) {
        let (payload, framing) = self.warm_up();
        let of_payload = self.price(&self.payload) - self.price(payload);
        let of_framing = self.price(&self.framing) - self.price(framing);
        ((of_payload + of_framing) / GB_BYTES, of_payload / GB_BYTES)
    }

    /// Price of the wire so far by kind, in nano-dollars, each rounded down once.
    pub(crate) fn nano_usd_by_kind(&self) -> [u128; KINDS] {
        std::array::from_fn(|kind| {
            let of_pair = |(pair, price): (usize, &u64)| {
                let cell = pair * KINDS + kind;
                u128::from(self.payload[cell] + self.framing[cell]) * u128::from(*price)
            };
            let sum: u128 = self.nano_usd_per_gb.iter().enumerate().map(of_pair).sum();
            sum / GB_BYTES
        })
    }

    /// Payload and framing of the last whole buckets before that of `now_us`, one second of them
    /// or as many as there are yet.
    pub fn recent(&self, now_us: Micros) -> RecentBytes {
        self.recent.sums(now_us)
    }

    /// The most bytes that the wire carried in one whole second from one zone to another,
    /// up to an instant.
    pub fn peak_pair(&self, now_us: Micros) -> u64 {
        let seconds = self.recent.whole_seconds(self.peak_until_us, now_us);
        seconds.fold(self.peak_pair, |most, end_us| {
            most.max(self.busiest(end_us))
        })
    }

    /// The most bytes from one zone to another in the second before an instant.
    fn busiest(&self, now_us: Micros) -> u64 {
        let RecentBytes {
            payload, framing, ..
        } = self.recent.sums(now_us);
        let wire = |pair: usize| {
            let cells = pair * KINDS..(pair + 1) * KINDS;
            payload[cells.clone()].iter().sum::<u64>() + framing[cells].iter().sum::<u64>()
        };
        self.cross_pairs().map(wire).max().unwrap_or(0)
    }

    /// Bytes on the wire between zones over time, by when they had crossed.
    pub fn between(&self) -> &ByteSeries {
        &self.between
    }

    /// Bytes on the wire inside zones over time, likewise.
    pub fn inside(&self) -> &ByteSeries {
        &self.inside
    }

    fn cross_pairs(&self) -> impl Iterator<Item = usize> {
        let zones = self.zones;
        (0..zones * zones).filter(move |pair| pair / zones != pair % zones)
    }

    /// Times a GB. Exact until the last division: bytes are kept, not money.
    fn price(&self, bytes: &[u64]) -> u128 {
        let of_pair = |(kinds, price): (&[u64], &u64)| {
            u128::from(kinds.iter().sum::<u64>()) * u128::from(*price)
        };
        let pairs = bytes.chunks_exact(KINDS).zip(&self.nano_usd_per_gb);
        pairs.map(of_pair).sum()
    }
}

/// Whether anything of a message leaves its sender: what runs into a cut never crosses, nor what
/// its sender has no room for.
pub fn crosses(fate: Fate) -> bool {
    match fate {
        Fate::Arrives | Fate::Lost | Fate::Closed => true,
        Fate::Blocked | Fate::Full => false,
    }
}

/// What is left out of rates, and what crossed in it.
#[derive(Clone, Debug, Default)]
struct WarmUp {
    until_us: Micros,
    lasts: bool,
    payload: Vec<u64>,
    framing: Vec<u64>,
}

#[cfg(test)]
mod tests;
