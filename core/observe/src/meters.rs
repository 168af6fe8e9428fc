//! Bytes by directed pair of zones and kind, and what they cost. Every message that crosses a
//! link is booked once, at the instant it leaves; one that runs into a cut never crosses.
//!
//! Two amounts: payload is the length of the encoding, wire is all that crosses for it: headers
//! around it, and TCP's acknowledgements, which go the other way. Clouds bill the wire.
//!
//! It must not know Raft, nor requests.

use model::fact::{ByteKind, MessageType, Saver, SentFact};
use model::tcp::transport_ack_bytes;
use sim::{Fate, Micros};

/// Width of a bucket of the series of bytes.
pub const SERIES_BUCKET_US: Micros = 100_000;
/// Buckets that are kept: two minutes.
pub const SERIES_BUCKETS_MAX: usize = 1_200;
/// Whole buckets that a rate looks back over: one second.
pub const RATE_BUCKETS: u64 = 10;
/// Number of byte kinds.
pub const KINDS: usize = ByteKind::ALL.len();
/// Number of features that spare bytes.
pub const SAVERS: usize = Saver::ALL.len();

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
    /// The same with the framing around them.
    wire_of_reads_crossed: u64,
    /// Bytes between zones that features spared, `[(from * zones + to) * SAVERS + saver]`.
    saved: Vec<u64>,
    /// The message that was booked last, and its pair of zones: what it saved counts there.
    last_sent: u64,
    last_pair: usize,
    messages: u64,
    /// By when it left, so that its buckets add up to the total.
    sent: ByteSeries,
    /// By when it arrived or died: no line carries more than it can.
    between: ByteSeries,
    inside: ByteSeries,
    recent: Recent,
    /// The most that the wire carried in one second from one zone to another.
    peak_pair: u64,
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
            sent: ByteSeries::new(),
            between: ByteSeries::new(),
            inside: ByteSeries::new(),
            recent: Recent::new(zones * zones * KINDS),
            peak_pair: 0,
        }
    }

    /// The same, with what a month costs measured from this instant on.
    pub fn measured_from(mut self, from_us: Micros) -> Self {
        self.warm_up.until_us = from_us;
        self.warm_up.lasts = from_us > 0;
        self
    }

    /// A message left its sender.
    #[inline]
    pub fn sent(&mut self, at_us: Micros, sent: &SentFact) {
        self.messages += 1;
        if self.warm_up.lasts && at_us >= self.warm_up.until_us {
            self.end_warm_up();
        }
        if sent.fate == Fate::Blocked {
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
        if self.recent.is_new(at_us) {
            self.peak_pair = self.peak_pair.max(self.busiest(self.recent.whole_end_us()));
        }
        let recent = self.recent.now(at_us);
        recent.payload[cell] += sent.bytes;
        recent.framing[cell] += sent.framing;
        recent.framing[back] += acks;
        self.last_sent = sent.flight;
        self.last_pair = from * self.zones + to;
        if from != to {
            self.crossings[kind] += 1;
            self.sent.add(at_us, kind, wire + acks);
            self.between.add(sent.end_us, kind, wire + acks);
            if matches!(sent.what, MessageType::ReadRequest | MessageType::Rows) {
                self.reads_crossed += sent.bytes;
                self.wire_of_reads_crossed += wire + acks;
            }
        } else {
            self.inside.add(sent.end_us, kind, wire + acks);
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
    pub fn saved_bytes(&self) -> [u64; SAVERS] {
        std::array::from_fn(|saver| self.saved.iter().skip(saver).step_by(SAVERS).sum())
    }

    /// The same by directed pair of zones, `[from][to][saver]`.
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

    /// The same on the wire.
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

    /// All payload bytes, inside zones too.
    pub fn total_bytes(&self) -> u64 {
        self.payload.iter().sum()
    }

    /// Payload bytes of one kind between zones.
    pub fn cross_zone_bytes(&self, kind: ByteKind) -> u64 {
        self.cross_pairs()
            .map(|pair| self.payload[pair * KINDS + kind as usize])
            .sum()
    }

    /// All payload bytes between zones.
    pub fn cross_zone_total(&self) -> u64 {
        ByteKind::ALL
            .into_iter()
            .map(|kind| self.cross_zone_bytes(kind))
            .sum()
    }

    /// Framing bytes of one kind between zones.
    pub fn cross_zone_framing(&self, kind: ByteKind) -> u64 {
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
    pub fn nano_usd_measured(&self) -> (u128, u128) {
        let (payload, framing) = self.warm_up();
        let of_payload = self.price(&self.payload) - self.price(payload);
        let of_framing = self.price(&self.framing) - self.price(framing);
        ((of_payload + of_framing) / GB_BYTES, of_payload / GB_BYTES)
    }

    /// Price of the wire so far by kind, in nano-dollars, each rounded down once.
    pub fn nano_usd_by_kind(&self) -> [u128; KINDS] {
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
    /// or as many as there are yet; by pair and kind, with the time that they cover.
    pub fn recent(&self, now_us: Micros) -> (Vec<u64>, Vec<u64>, Micros) {
        self.recent.sums(now_us)
    }

    /// The most bytes that the wire carried in one whole second from one zone to another,
    /// up to an instant.
    pub fn peak_pair(&self, now_us: Micros) -> u64 {
        self.peak_pair.max(self.busiest(now_us))
    }

    /// The same of the second before an instant.
    fn busiest(&self, now_us: Micros) -> u64 {
        let (payload, framing, _) = self.recent.sums(now_us);
        let wire = |pair: usize| {
            let cells = pair * KINDS..(pair + 1) * KINDS;
            payload[cells.clone()].iter().sum::<u64>() + framing[cells].iter().sum::<u64>()
        };
        self.cross_pairs().map(wire).max().unwrap_or(0)
    }

    /// Bytes on the wire between zones over time, by when they left.
    pub fn sent_between(&self) -> &ByteSeries {
        &self.sent
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

/// What is left out of rates, and what crossed in it.
#[derive(Clone, Debug, Default)]
struct WarmUp {
    until_us: Micros,
    lasts: bool,
    payload: Vec<u64>,
    framing: Vec<u64>,
}

/// Bytes by pair and kind in the bucket that fills and the whole ones before it, so that a rate is
/// a function of the run and the instant, whoever looks how often.
#[derive(Clone, Debug)]
struct Recent {
    /// `[bucket % (RATE_BUCKETS + 1)]`.
    buckets: Vec<RecentBucket>,
    cells: usize,
    /// Number of the newest that holds anything.
    newest: u64,
}

#[derive(Clone, Debug, Default)]
struct RecentBucket {
    number: u64,
    payload: Vec<u64>,
    framing: Vec<u64>,
}

impl Recent {
    fn new(cells: usize) -> Self {
        let bucket = RecentBucket {
            number: 0,
            payload: vec![0; cells],
            framing: vec![0; cells],
        };
        Recent {
            buckets: vec![bucket; RATE_BUCKETS as usize + 1],
            cells,
            newest: 0,
        }
    }

    /// Whether an instant lies in a bucket that nothing was booked in yet.
    #[inline]
    fn is_new(&self, at_us: Micros) -> bool {
        at_us / SERIES_BUCKET_US > self.newest
    }

    /// End of the newest bucket: until then it is whole.
    fn whole_end_us(&self) -> Micros {
        (self.newest + 1) * SERIES_BUCKET_US
    }

    /// The bucket of an instant, emptied when it comes into use anew.
    #[inline]
    fn now(&mut self, at_us: Micros) -> &mut RecentBucket {
        let number = at_us / SERIES_BUCKET_US;
        self.newest = self.newest.max(number);
        let bucket = &mut self.buckets[(number % (RATE_BUCKETS + 1)) as usize];
        if bucket.number != number {
            bucket.number = number;
            bucket.payload.fill(0);
            bucket.framing.fill(0);
        }
        bucket
    }

    fn sums(&self, now_us: Micros) -> (Vec<u64>, Vec<u64>, Micros) {
        let end = now_us / SERIES_BUCKET_US;
        let first = end.saturating_sub(RATE_BUCKETS);
        let (mut payload, mut framing) = (vec![0; self.cells], vec![0; self.cells]);
        for number in first..end {
            let bucket = &self.buckets[(number % (RATE_BUCKETS + 1)) as usize];
            if bucket.number != number {
                continue;
            }
            for cell in 0..self.cells {
                payload[cell] += bucket.payload[cell];
                framing[cell] += bucket.framing[cell];
            }
        }
        (payload, framing, (end - first) * SERIES_BUCKET_US)
    }
}

/// A ring of buckets of bytes by kind.
#[derive(Clone, Debug)]
pub struct ByteSeries {
    /// `[bucket % SERIES_BUCKETS_MAX][kind]`.
    buckets: Vec<[u64; KINDS]>,
    /// Number of the newest bucket that holds anything valid.
    newest: u64,
}

impl ByteSeries {
    fn new() -> Self {
        ByteSeries {
            buckets: vec![[0; KINDS]; SERIES_BUCKETS_MAX],
            newest: 0,
        }
    }

    #[inline]
    fn add(&mut self, at_us: Micros, kind: usize, bytes: u64) {
        let bucket = at_us / SERIES_BUCKET_US;
        if bucket > self.newest {
            self.turn_to(bucket);
        } else if bucket + SERIES_BUCKETS_MAX as u64 <= self.newest {
            // Long before what is kept: its place is another bucket's.
            return;
        }
        self.buckets[bucket as usize % SERIES_BUCKETS_MAX][kind] += bytes;
    }

    /// Empties the buckets that come into view.
    fn turn_to(&mut self, bucket: u64) {
        let stale = (bucket - self.newest).min(SERIES_BUCKETS_MAX as u64);
        for number in bucket + 1 - stale..=bucket {
            self.buckets[number as usize % SERIES_BUCKETS_MAX] = [0; KINDS];
        }
        self.newest = bucket;
    }

    /// The buckets after number `after` (-1 = all that are kept) up to that of `now_us`: the
    /// number of the first, and bytes by kind for each.
    pub fn after(&self, after: i64, now_us: Micros) -> (u64, Vec<[u64; KINDS]>) {
        let last = now_us / SERIES_BUCKET_US;
        // What is under way may be booked ahead of now.
        let oldest = (last.max(self.newest) + 1).saturating_sub(SERIES_BUCKETS_MAX as u64);
        let wanted = u64::try_from(after.saturating_add(1)).unwrap_or(0);
        let first = wanted.clamp(oldest.min(last), last);
        let bytes = |bucket: u64| {
            let held = bucket <= self.newest && bucket + SERIES_BUCKETS_MAX as u64 > self.newest;
            if held {
                self.buckets[bucket as usize % SERIES_BUCKETS_MAX]
            } else {
                [0; KINDS]
            }
        };
        (first, (first..=last).map(bytes).collect())
    }
}

#[cfg(test)]
mod tests {
    use sim::NodeId;

    use super::*;
    use crate::testing::sent;

    /// Nodes 0 and 1 in zone 0, node 2 in zone 1; 2 cents per GB between zones.
    fn meters() -> Meters {
        Meters::new(2, vec![0, 0, 1], &[0, 20_000_000, 20_000_000, 0])
    }

    #[test]
    fn bytes_are_booked_once_by_pair_and_kind_with_framing_apart() {
        let mut meters = meters();
        meters.sent(
            5,
            &SentFact {
                bytes: 100,
                framing: 30,
                ..sent(1, 0, 2)
            },
        );
        meters.sent(
            5,
            &SentFact {
                bytes: 7,
                framing: 3,
                ..sent(2, 0, 1)
            },
        );
        assert_eq!(meters.cross_zone_bytes(ByteKind::Append), 100);
        assert_eq!(meters.cross_zone_total(), 100);
        assert_eq!(meters.total_bytes(), 107);
        assert_eq!(meters.framing().iter().sum::<u64>(), 33);
        let pair_0_to_1 = KINDS + ByteKind::Append as usize;
        assert_eq!(meters.payload()[pair_0_to_1], 100);
        assert_eq!(meters.messages(), 2);
    }

    #[test]
    fn the_busiest_second_of_a_pair_is_remembered_also_across_a_silence() {
        let mut meters = meters();
        let mut carry = |at_us, bytes| {
            meters.sent(
                at_us,
                &SentFact {
                    bytes,
                    framing: 0,
                    ..sent(1, 0, 2)
                },
            );
            meters.peak_pair(at_us)
        };
        assert_eq!(carry(0, 1_000), 0, "its bucket is not whole");
        assert_eq!(carry(SERIES_BUCKET_US, 500), 1_000);
        let whole = carry(40 * SERIES_BUCKET_US, 1);
        assert!(whole >= 1_500, "both lie in one second: {whole}");
        assert_eq!(carry(90 * SERIES_BUCKET_US, 1), whole);
    }

    #[test]
    fn what_was_sent_lately_is_that_of_the_last_second_in_whole_tenths() {
        let mut meters = meters();
        let bytes = |meters: &Meters, at_us: Micros| {
            let (payload, framing, span_us) = meters.recent(at_us);
            (
                payload.iter().sum::<u64>(),
                framing.iter().sum::<u64>() > 0,
                span_us,
            )
        };
        assert_eq!(bytes(&meters, 99_999), (0, false, 0));
        for tenth in 0..30 {
            let number = tenth + 1;
            let one = SentFact {
                bytes: number,
                framing: 1,
                ..sent(number, 0, 2)
            };
            meters.sent(tenth * 100_000 + 50_000, &one);
            if tenth == 4 {
                assert_eq!(bytes(&meters, 450_000), (1 + 2 + 3 + 4, true, 400_000));
            }
        }
        let last: u64 = (20..30).sum();
        assert_eq!(bytes(&meters, 2_999_999), (last, true, 1_000_000));
        assert_eq!(bytes(&meters, 3_000_000), (last + 30 - 20, true, 1_000_000));
        assert_eq!(bytes(&meters, 3_950_000), (30, true, 1_000_000));
        assert_eq!(bytes(&meters, 9_000_000), (0, false, 1_000_000));
    }

    #[test]
    fn what_a_message_spared_counts_where_it_crossed_and_nowhere_else() {
        let mut meters = meters();
        meters.sent(5, &sent(1, 2, 0));
        meters.saved(1, Saver::Relay, 500);
        meters.saved(1, Saver::Delta, 30);
        meters.sent(6, &sent(2, 0, 1));
        meters.saved(2, Saver::Delta, 70);
        let cut = SentFact {
            fate: Fate::Blocked,
            ..sent(3, 0, 2)
        };
        meters.sent(7, &cut);
        meters.saved(3, Saver::Compression, 90);
        assert_eq!(meters.saved_bytes(), [500, 30, 0, 0]);
        let pair_1_to_0 = 2 * SAVERS;
        assert_eq!(meters.saved_between()[pair_1_to_0..][..2], [500, 30]);
    }

    #[test]
    fn the_price_of_all_is_that_of_its_kinds() {
        let mut meters = meters();
        for (kind, bytes) in [(ByteKind::Append, 3_000_000), (ByteKind::Ack, 50_000)] {
            let one = SentFact {
                kind,
                bytes,
                ..sent(1, 0, 2)
            };
            meters.sent(5, &one);
            // Inside a zone nothing is asked for.
            meters.sent(
                6,
                &SentFact {
                    to: NodeId(1),
                    ..one
                },
            );
        }
        let by_kind = meters.nano_usd_by_kind();
        // With 20 bytes of framing each, and 52 bytes of acknowledgement for two segments.
        assert_eq!(by_kind[ByteKind::Append as usize], 60_000 + 1_040);
        assert_eq!(by_kind[ByteKind::Ack as usize], 1_000 + 18);
        let rounded = meters.nano_usd() - by_kind.iter().sum::<u128>();
        assert!(rounded < KINDS as u128);
    }

    #[test]
    fn a_message_that_runs_into_a_cut_never_crosses_and_a_lost_one_does() {
        let mut meters = meters();
        meters.sent(
            5,
            &SentFact {
                bytes: 100,
                fate: Fate::Blocked,
                ..sent(1, 0, 2)
            },
        );
        assert_eq!(meters.total_bytes(), 0);
        assert_eq!(meters.messages(), 1);
        meters.sent(
            5,
            &SentFact {
                bytes: 100,
                fate: Fate::Lost,
                ..sent(2, 0, 2)
            },
        );
        assert_eq!(meters.total_bytes(), 100);
    }

    #[test]
    fn money_is_exact_and_rounded_once() {
        let mut meters = meters();
        // One byte costs 0.02 nano-dollars: single messages would round to nothing.
        for flight in 0..1_000 {
            meters.sent(
                0,
                &SentFact {
                    bytes: 1,
                    framing: 2,
                    ..sent(flight, 0, 2)
                },
            );
        }
        assert_eq!(meters.nano_usd_payload(), 20);
        assert_eq!(meters.nano_usd(), 60, "clouds bill the wire");
        meters.sent(
            0,
            &SentFact {
                bytes: 1_000_000,
                ..sent(9, 0, 1)
            },
        );
        assert_eq!(meters.nano_usd(), 60, "bytes within a zone are free here");
    }

    #[test]
    fn tcp_acknowledges_every_second_segment_the_other_way() {
        let mut meters = meters();
        let of = |bytes, framing| SentFact {
            bytes,
            framing,
            ..sent(1, 0, 2)
        };
        // One segment: what comes back acknowledges it. Five: two segments of 52 bytes.
        meters.sent(5, &of(100, 66));
        let append = ByteKind::Append as usize;
        let (there, back) = (KINDS + append, 2 * KINDS + append);
        assert_eq!((meters.framing()[there], meters.framing()[back]), (66, 0));
        meters.sent(6, &of(7_000, 274));
        assert_eq!(meters.framing()[back], 104);
        assert_eq!(meters.payload()[back], 0);
    }

    #[test]
    fn a_month_is_measured_from_the_end_of_the_warm_up() {
        let mut meters = meters().measured_from(1_000);
        let of = |bytes| SentFact {
            bytes,
            framing: 0,
            ..sent(1, 0, 2)
        };
        assert_eq!(meters.nano_usd_measured(), (0, 0));
        meters.sent(999, &of(1_000_000));
        assert_eq!(meters.nano_usd_measured(), (0, 0), "it still warms up");
        meters.sent(1_000, &of(1_000));
        let (wire, payload) = meters.nano_usd_measured();
        assert_eq!((wire, payload), (20, 20));
        assert!(meters.nano_usd() > 20_000);
    }

    #[test]
    fn the_series_holds_cross_zone_bytes_by_bucket() {
        let mut meters = meters();
        meters.sent(
            0,
            &SentFact {
                bytes: 1,
                framing: 0,
                ..sent(1, 0, 2)
            },
        );
        meters.sent(
            SERIES_BUCKET_US * 3,
            &SentFact {
                bytes: 2,
                framing: 0,
                ..sent(2, 2, 0)
            },
        );
        meters.sent(
            SERIES_BUCKET_US * 3,
            &SentFact {
                bytes: 4,
                framing: 0,
                ..sent(3, 0, 1)
            },
        );
        let append = ByteKind::Append as usize;
        let (first, buckets) = meters.sent_between().after(-1, SERIES_BUCKET_US * 4);
        assert_eq!(first, 0);
        let bytes: Vec<u64> = buckets.iter().map(|bucket| bucket[append]).collect();
        assert_eq!(bytes, [1, 0, 0, 2, 0]);
        let (first, buckets) = meters.sent_between().after(2, SERIES_BUCKET_US * 4);
        assert_eq!((first, buckets.len()), (3, 2));
    }

    #[test]
    fn the_series_forgets_what_is_older_than_its_ring() {
        let mut meters = meters();
        let mut expected = Vec::new();
        for bucket in (0..3_000_u64).step_by(7) {
            meters.sent(
                bucket * SERIES_BUCKET_US,
                &SentFact {
                    bytes: 1,
                    framing: 0,
                    ..sent(1, 0, 2)
                },
            );
            expected.push(bucket);
        }
        let now_us = 2_999 * SERIES_BUCKET_US;
        let (first, buckets) = meters.sent_between().after(-1, now_us);
        assert_eq!(first, 3_000 - SERIES_BUCKETS_MAX as u64);
        assert_eq!(buckets.len(), SERIES_BUCKETS_MAX);
        for (place, bucket) in buckets.iter().enumerate() {
            let number = first + place as u64;
            let bytes = u64::from(expected.contains(&number));
            assert_eq!(bucket[ByteKind::Append as usize], bytes, "bucket {number}");
        }
        // A long silence empties it.
        let (_, buckets) = meters.sent_between().after(-1, now_us * 2);
        assert!(buckets.iter().flatten().all(|bytes| *bytes == 0));
    }
}
