//! The digest of a run: every fact with its instant and event number, in order, in fixed-width
//! fields. Two runs are the same run when their digests are equal.
//!
//! It must not know what facts mean. Narrow fields share a 64-bit word at fixed places.

use model::config::{FaultKey, FaultPlaces, FaultTarget};
use model::fact::{CountedFact, Decision, Fact, ReplicaRef, RequestFact, SentFact};
use model::ids::RequestId;
use model::named::{NAMED_MAX, NamedKeys};
use sim::{Digest, Micros, NodeId, Place};

/// Words of a fact at most, its instant and number included.
const WORDS_MAX: usize = 12;
/// One odd factor for each place of a word in a fact.
const FACTORS: [u64; WORDS_MAX] = factors();

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), from the seed 0, made odd.
const fn factors() -> [u64; WORDS_MAX] {
    let mut factors = [0; WORDS_MAX];
    let mut state = 0_u64;
    let mut place = 0;
    while place < WORDS_MAX {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        factors[place] = (x ^ (x >> 31)) | 1;
        place += 1;
    }
    factors
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RunDigest {
    digest: Digest,
    /// Instant of the fact that is being added.
    instant_us: Micros,
}

/// What is told apart in a digest, by a number of its own; the compiler refuses one that is taken.
#[derive(Copy, Clone)]
enum Tag {
    Sent = 1,
    Delivered = 2,
    Died = 3,
    Role = 4,
    Appended = 5,
    Persisted = 6,
    Committed = 7,
    Applied = 8,
    SnapshotInstalled = 9,
    Compacted = 10,
    FaultBegan = 11,
    FaultEnded = 12,
    SettingsChanged = 13,
    WorkloadSwitched = 14,
    Acted = 15,
    Invoked = 16,
    Attempted = 17,
    Refused = 18,
    ReadIndexAsked = 19,
    ReadIndexKnown = 20,
    Served = 21,
    Completed = 22,
    Saved = 23,
    Decided = 24,
    Changed = 25,
    Lease = 26,
    Withheld = 27,
    Timestamped = 28,
    Routed = 29,
    Txn = 30,
    Parent = 31,
    HeldBack = 32,
    Bound = 33,
    Client = 34,
    Retry = 35,
    Named = 36,
    Counted = 37,
    Proposed = 38,
}

/// Declares how facts are added: each has a tag of its own, and its words.
macro_rules! facts {
    (
        $whole:ident;
        apart { $($apart:pat => |$this:ident, $at_us:ident, $event:ident| $add:expr;)+ }
        of_replicas { $($of_replica:ident { $($part:ident),+ } = $parts:expr;)+ }
        others { $($other:ident $({ $($field:ident),+ })? = $words:expr;)+ }
    ) => {
        impl RunDigest {
            /// Adds a fact.
            pub(crate) fn fact(&mut self, at_us: Micros, event: u64, $whole: &Fact) {
                self.instant_us = at_us;
                match *$whole {
                    $($apart => {
                        let ($this, $at_us, $event) = (self, at_us, event);
                        $add;
                    })+
                    $(Fact::$of_replica { at, $($part,)+ .. } => {
                        self.replica(event, Tag::$of_replica, at, $parts);
                    })+
                    $(Fact::$other $({ $($field),+ })? => {
                        self.words(event, Tag::$other, $words);
                    })+
                }
            }
        }
    };
}

facts! {
    fact;
    apart {
        Fact::Sent(ref sent) => |this, at_us, event| this.sent(at_us, event, sent);
        Fact::Delivered { flight } => |this, at_us, event| this.delivered(at_us, event, flight);
        Fact::Appended { at, index, term, prev_term, hash } =>
            |this, at_us, event| this.appended(at_us, event, at, [index, term, prev_term, hash]);
        Fact::Persisted { at, index } =>
            |this, at_us, event| this.persisted(at_us, event, at, index);
        Fact::Committed { at, index, term } =>
            |this, at_us, event| this.committed(at_us, event, at, [index, term]);
        Fact::Applied { at, index, term, hash, chain, .. } =>
            |this, at_us, event| this.applied(at_us, event, at, [index, term, hash, chain]);
        Fact::Decided(ref decision) => |this, _at_us, event| this.decided(event, decision);
        Fact::Invoked(ref request) => |this, _at_us, event| this.invoked(event, request);
    }
    of_replicas {
        Role { role, term, leader_peer, vote, last_index, last_term } =
            [role as u64, term, leader_peer, vote, last_index, last_term];
        SnapshotInstalled { index, term, chain } = [index, term, chain];
        Compacted { first } = [first];
        Proposed { request, index } = [request.0, index];
        ReadIndexAsked { request } = [request.0];
        ReadIndexKnown { request, index, applied } = [request.0, index, applied];
        Served { request } = [request.0];
        Changed { what, a, b } = [what as u64, a, b];
        Lease { what, until_us } = [what as u64, until_us];
        Withheld { to_peer } = [to_peer];
    }
    others {
        Died { flight, how } = [flight, how as u64];
        FaultBegan { fault } = fault_words(&fault);
        FaultEnded { fault } = fault_words(&fault);
        SettingsChanged = [];
        WorkloadSwitched { workload, running } =
            [u64::from(workload) << 1 | u64::from(running)];
        Acted { ordinal } = [u64::from(ordinal)];
        Attempted { request, to } = [request.0, node(to)];
        Refused { request, by, why } = [request.0, node(by) << 8 | why as u64];
        Completed { request, outcome, server, value, invoked_us } = {
            let server = server.map_or(u64::from(u32::MAX), node);
            [request.0, server << 8 | outcome as u64, value, invoked_us]
        };
        Saved { flight, by, bytes } = [flight, (by as u64) << 32 | bytes];
        Named { request, keys } = named_words(request, keys);
        Timestamped { request, ts, index } = [request.0, ts, index];
        Routed { request, to, why, figure, limit } =
            [request.0, node(to) << 8 | why as u64, figure, limit];
        Txn { request, what, key, ts } = [request.0, what as u64, key, ts];
        HeldBack { flight, held_us, resent } = [flight, held_us, u64::from(resent)];
    }
}

impl RunDigest {
    /// The value for everything that has happened so far.
    pub(crate) fn value(&self) -> u64 {
        self.digest.value()
    }

    /// Adds the fact that a message left its sender.
    #[inline]
    pub(crate) fn sent(&mut self, at_us: Micros, event: u64, sent: &SentFact) {
        self.instant_us = at_us;
        let ends = node(sent.from) << 48 | node(sent.to) << 32;
        let what = (sent.what as u64) << 24 | (sent.kind as u64) << 16;
        let fate = (sent.fate as u64) << 8 | u64::from(sent.reject);
        self.words(
            event,
            Tag::Sent,
            [
                sent.flight,
                ends | what | fate,
                (u64::from(sent.range.0) << 32) ^ sent.bytes,
                (sent.framing << 32) ^ u64::from(sent.entries),
                sent.end_us,
                sent.request.0,
                sent.term,
                sent.index,
            ],
        );
    }

    /// Adds the fact that a message arrived.
    #[inline]
    pub(crate) fn delivered(&mut self, at_us: Micros, event: u64, flight: u64) {
        self.instant_us = at_us;
        self.words(event, Tag::Delivered, [flight]);
    }

    /// Adds the fact that a replica wrote an entry: index, term, the term before it, hash.
    #[inline]
    pub(crate) fn appended(&mut self, at_us: Micros, event: u64, at: ReplicaRef, entry: [u64; 4]) {
        self.instant_us = at_us;
        self.replica(event, Tag::Appended, at, entry);
    }

    /// Adds the fact that a replica's log is durable up to an index.
    #[inline]
    pub(crate) fn persisted(&mut self, at_us: Micros, event: u64, at: ReplicaRef, index: u64) {
        self.instant_us = at_us;
        self.replica(event, Tag::Persisted, at, [index]);
    }

    /// Adds the fact that a replica knows entries as committed: index and term of the last.
    #[inline]
    pub(crate) fn committed(&mut self, at_us: Micros, event: u64, at: ReplicaRef, last: [u64; 2]) {
        self.instant_us = at_us;
        self.replica(event, Tag::Committed, at, last);
    }

    /// Adds the fact that a replica applied an entry: index, term, hash, and the chain after it.
    #[inline]
    pub(crate) fn applied(&mut self, at_us: Micros, event: u64, at: ReplicaRef, entry: [u64; 4]) {
        self.instant_us = at_us;
        self.replica(event, Tag::Applied, at, entry);
    }

    /// Adds the end of a read of which nothing else is told.
    #[inline]
    pub(crate) fn counted(&mut self, at_us: Micros, event: u64, read: &CountedFact) {
        self.instant_us = at_us;
        let how = (read.mode as u64) << 8 | read.outcome as u64;
        let whose = node(read.gateway) << 48 | u64::from(read.workload) << 16 | how;
        self.words(
            event,
            Tag::Counted,
            [read.request.0, whose, read.invoked_us, read.value],
        );
    }

    /// Adds the rows that a client received.
    pub(crate) fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.put([request.0, first_key], [values.len() as u64]);
        for value in values {
            self.digest.u64(*value);
        }
    }

    #[inline]
    fn words<const N: usize>(&mut self, event: u64, tag: Tag, words: [u64; N]) {
        self.put([event << 8 | tag as u64], words);
    }

    #[inline]
    fn replica<const N: usize>(&mut self, event: u64, tag: Tag, at: ReplicaRef, words: [u64; N]) {
        let place = u64::from(at.range.0) << 32 | node(at.node);
        self.put([event << 8 | tag as u64, place, at.peer], words);
    }

    /// Adds a fact's instant and words in one step: their sum, each times the factor of its place
    /// (multilinear hashing). Words do not wait for each other, as they would in a chain, and one
    /// changed word always changes the sum, since the factors are odd.
    #[inline]
    fn put<const M: usize, const N: usize>(&mut self, head: [u64; M], words: [u64; N]) {
        const { assert!(1 + M + N <= WORDS_MAX) };
        let mut sum = self.instant_us.wrapping_mul(FACTORS[0]);
        for (place, word) in head.iter().enumerate() {
            sum = sum.wrapping_add(word.wrapping_mul(FACTORS[1 + place]));
        }
        for (place, word) in words.iter().enumerate() {
            sum = sum.wrapping_add(word.wrapping_mul(FACTORS[1 + M + place]));
        }
        self.digest.u64(sum);
    }

    fn decided(&mut self, event: u64, decision: &Decision) {
        let place = |at: Option<NodeId>| at.map_or(0xffff, node);
        let ends = place(decision.subject) << 16 | place(decision.other);
        let what = (decision.what as u64) << 8 | decision.why as u64;
        let (figure, limit) = (decision.figure, decision.limit);
        let range = u64::from(decision.range.0);
        let words = [node(decision.by), range, what, ends, figure, limit];
        self.words(event, Tag::Decided, words);
    }

    fn invoked(&mut self, event: u64, request: &RequestFact) {
        let workload = request
            .workload
            .map_or(0, |workload| u64::from(workload) + 1);
        let how = (request.op as u64) << 8 | request.mode as u64;
        self.words(
            event,
            Tag::Invoked,
            [
                request.request.0,
                node(request.gateway) << 48 | workload << 16 | how,
                request.key,
                u64::from(request.range.0) << 32 | u64::from(request.rows),
                request.value,
            ],
        );
        if request.parent != RequestId::NONE {
            self.words(event, Tag::Parent, [request.request.0, request.parent.0]);
        }
        if request.bound_us != 0 {
            self.words(event, Tag::Bound, [request.request.0, request.bound_us]);
        }
        if request.retry != 0 {
            self.words(event, Tag::Retry, [request.request.0, request.retry.into()]);
        }
        if let Some(client) = request.client {
            self.words(event, Tag::Client, [request.request.0, client.into()]);
        }
    }
}

fn node(node: NodeId) -> u64 {
    u64::from(node.0)
}

/// The request, and its keys, each with one added and 0 for none.
fn named_words(request: RequestId, keys: NamedKeys) -> [u64; NAMED_MAX + 1] {
    let mut words = [0; NAMED_MAX + 1];
    words[0] = request.0;
    for (word, key) in words[1..].iter_mut().zip(keys.iter()) {
        *word = key + 1;
    }
    words
}

fn fault_words(fault: &FaultKey) -> [u64; 2] {
    let kind = fault.kind();
    let word = (kind as u64 + 1) << 8;
    let FaultPlaces { from, to, both } = fault.places();
    match (kind.target(), from, to) {
        (FaultTarget::Server | FaultTarget::Store, Place::Node(at), _) => [word, node(at)],
        (_, at, None) => [word, place(at)],
        (_, from, Some(to)) => [word | u64::from(both), place(from) << 32 | place(to)],
    }
}

fn place(place: Place) -> u64 {
    match place {
        Place::Zone(zone) => u64::from(zone.0),
        Place::Node(id) => 1 << 16 | node(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{every_fact, sent};

    fn digest_of(facts: &[(Micros, u64, Fact)]) -> u64 {
        let mut digest = RunDigest::default();
        for (at_us, event, fact) in facts {
            digest.fact(*at_us, *event, fact);
        }
        digest.value()
    }

    #[test]
    fn every_kind_of_fact_has_a_digest_of_its_own() {
        let mut seen: Vec<u64> = every_fact()
            .into_iter()
            .map(|fact| digest_of(&[(7, 1, fact)]))
            .collect();
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }

    #[test]
    fn instant_event_and_order_count() {
        let one = Fact::Delivered { flight: 1 };
        let two = Fact::Delivered { flight: 2 };
        assert_ne!(digest_of(&[(7, 1, one)]), digest_of(&[(8, 1, one)]));
        assert_ne!(digest_of(&[(7, 1, one)]), digest_of(&[(7, 2, one)]));
        assert_ne!(
            digest_of(&[(7, 1, one), (7, 1, two)]),
            digest_of(&[(7, 1, two), (7, 1, one)])
        );
    }

    #[test]
    fn every_field_of_a_message_counts() {
        let base = sent(3, 0, 1);
        let changes: [fn(&mut SentFact); 15] = [
            |m| m.flight += 1,
            |m| m.from.0 += 1,
            |m| m.to.0 += 1,
            |m| m.what = model::fact::MessageType::Vote,
            |m| m.kind = model::fact::ByteKind::Vote,
            |m| m.range.0 += 1,
            |m| m.bytes += 1,
            |m| m.framing += 1,
            |m| m.end_us += 1,
            |m| m.fate = sim::Fate::Lost,
            |m| m.reject = true,
            |m| m.request.0 += 1,
            |m| m.term += 1,
            |m| m.index += 1,
            |m| m.entries += 1,
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = base;
            change(&mut changed);
            assert_ne!(
                digest_of(&[(7, 1, Fact::Sent(base))]),
                digest_of(&[(7, 1, Fact::Sent(changed))]),
                "change {number}"
            );
        }
    }

    #[test]
    fn rows_count() {
        let mut short = RunDigest::default();
        short.rows(RequestId(1), 0, &[1, 2]);
        let mut long = RunDigest::default();
        long.rows(RequestId(1), 0, &[1, 2, 0]);
        assert_ne!(short.value(), long.value());
    }
}
