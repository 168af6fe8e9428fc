//! Why two runs differ whose writes travel in other ways, or whose replicas are placed by other
//! rules. As in `reason`: a rule speaks only where the figures bear it out.

use model::config::Compression;
use model::fact::{ByteKind, Deed, Saver};
use serde_json::Value;

use crate::compare::switch::{Switch, is_of_crossing, sentence_if};
use crate::compare::{Group, Row, Side};
use format::shown::Unit;
use text::words::{bytes_words, duration_words};
use text::{counted, phrase, say};

/// What a rule knows of a difference that a switch of writes or of placement makes.
pub(super) fn explain(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let is_off = |value: &Value| *value == Value::Bool(false) || *value == Compression::None.id();
    let is_first = !is_off(&switch.a);
    if is_first != is_off(&switch.b) {
        return None;
    }
    let (with, without) = if is_first { (a, b) } else { (b, a) };
    let pair = Pair {
        with,
        without,
        is_first,
        row,
    };
    match switch.key.as_str() {
        "follower_replication" => pair.follower_replication(),
        "aggregate_acks" => pair.aggregate_acks(),
        "neighbour_snapshots" => pair.neighbour_snapshots(),
        "delta_encoding" => pair.smaller(
            Saver::Delta,
            phrase!("Entries leave without what the receiver knows"),
        ),
        "compression" => pair.smaller(
            Saver::Compression,
            phrase!("Messages are packed before they leave"),
        ),
        "group_commit" => pair.group_commit(),
        "location_affinity" => pair.location_affinity(),
        "balance_leaders" | "schedule_hot" => pair.leaders_spread(),
        "split_merge" => pair.split_merge(),
        "hot_learners" => pair.hot_learners(),
        "hibernate" => pair.hibernate(),
        _ => None,
    }
}

struct Pair<'a> {
    with: &'a Side,
    without: &'a Side,
    /// Whether the first run is the one with it.
    is_first: bool,
    row: &'a Row,
}

impl Pair<'_> {
    /// Bytes of a kind between zones, with and without.
    fn crossed(&self, kind: ByteKind) -> (u64, u64) {
        (self.with.crossed(kind), self.without.crossed(kind))
    }

    fn saved(&self, saver: Saver) -> u64 {
        self.with.count(&["bytes", "saved", saver.id()])
    }

    fn is_of_commit(&self) -> bool {
        self.row.group == Group::Raft && self.row.unit == Unit::Us
    }

    /// Time to commit in the median, with and without.
    fn commit_us(&self) -> (u64, u64) {
        let of = |side: &Side| side.count(&["commit", "p50_us"]);
        (of(self.with), of(self.without))
    }

    fn follower_replication(&self) -> Option<String> {
        let (with, without) = self.crossed(ByteKind::Append);
        if is_of_crossing(self.row) && with < without && self.saved(Saver::Relay) > 0 {
            return Some(say!(
                "With follower replication entries enter a zone once and a delegate passes them \
                 on: {with} of appends between zones, {without} without it.",
                with = bytes_words(with),
                without = bytes_words(without)
            ));
        }
        let (with_us, without_us) = self.commit_us();
        (self.is_of_commit() && with_us > without_us && self.saved(Saver::Relay) > 0).then(|| {
            say!(
                "An entry that a delegate passes on takes one hop more: commits take {with} in the \
                 median, {without} without follower replication.",
                with = duration_words(with_us),
                without = duration_words(without_us)
            )
        })
    }

    fn aggregate_acks(&self) -> Option<String> {
        let (with, without) = self.crossed(ByteKind::Ack);
        sentence_if(
            is_of_crossing(self.row) && with < without,
            (with, without),
            phrase!(
                "A delegate sends its zone's answers together: {one} of answers between \
                     zones, {other} when each replica sends its own."
            ),
        )
    }

    fn neighbour_snapshots(&self) -> Option<String> {
        let (with, without) = self.crossed(ByteKind::Snapshot);
        sentence_if(
            is_of_crossing(self.row) && with < without,
            (with, without),
            phrase!(
                "A replica that lags gets its snapshot from a neighbour: {one} of snapshots \
                     between zones, {other} when they come from the leader."
            ),
        )
    }

    /// An encoding makes appends smaller, wherever they go.
    fn smaller(&self, saver: Saver, how: &str) -> Option<String> {
        let (with, without) = self.crossed(ByteKind::Append);
        let is_of_bytes = is_of_crossing(self.row) || self.row.group == Group::AllBytes;
        let saved = self.saved(saver);
        (is_of_bytes && with < without && saved > 0).then(|| {
            say!(
                "{how}: {with} of appends between zones, {without} otherwise; {saved} were left \
                 out.",
                how,
                with = bytes_words(with),
                without = bytes_words(without),
                saved = bytes_words(saved)
            )
        })
    }

    fn group_commit(&self) -> Option<String> {
        let (with, without) = self.commit_us();
        (self.is_of_commit() && with > without).then(|| {
            say!(
                "With group commit an entry waits for a second zone: {with} to commit in the \
                 median, {without} without it.",
                with = duration_words(with),
                without = duration_words(without)
            )
        })
    }

    fn location_affinity(&self) -> Option<String> {
        let total = |side: &Side| side.count(&["bytes", "cross_zone", "total"]);
        let (with, without) = (total(self.with), total(self.without));
        sentence_if(
            is_of_crossing(self.row) && with < without,
            (with, without),
            phrase!(
                "Leaders were moved to the zones that use them: {one} between zones, {other} \
                     where they stayed."
            ),
        )
    }

    /// Times that the placement driver did this in the run with the switch.
    fn decided(&self, deed: Deed) -> u64 {
        self.with.count(&["decisions", deed.id()])
    }

    /// The row's figure, with the switch and without; durations only.
    fn latency_us(&self) -> Option<(f64, f64)> {
        let is_latency = matches!(self.row.group, Group::Workload) && self.row.unit == Unit::Us;
        let (a, b) = (self.row.a?, self.row.b?);
        let pair = if self.is_first { (a, b) } else { (b, a) };
        is_latency.then_some(pair)
    }

    fn leaders_spread(&self) -> Option<String> {
        let (with, without) = self.latency_us()?;
        let moves = self.decided(Deed::MovedLeader);
        (moves > 0 && with < without).then(|| {
            say!(
                "The placement driver spread leaders over the stores, in {moves}: requests took \
                 {with}, {without} where leaders stayed.",
                moves = counted!(moves, "1 move", "{n} moves"),
                with = duration_words(with as u64),
                without = duration_words(without as u64)
            )
        })
    }

    fn split_merge(&self) -> Option<String> {
        let (with, without) = self.latency_us()?;
        let splits = self.decided(Deed::SplitRange);
        (splits > 0 && with < without).then(|| {
            say!(
                "The placement driver split ranges ({splits}), so that their load lies on more \
                 stores: requests took {with}, {without} with the ranges as they were.",
                splits = counted!(splits, "1 split", "{n} splits"),
                with = duration_words(with as u64),
                without = duration_words(without as u64)
            )
        })
    }

    fn hot_learners(&self) -> Option<String> {
        let (with, without) = (self.with.reads_crossed(), self.without.reads_crossed());
        sentence_if(
            is_of_crossing(self.row) && with < without,
            (with, without),
            phrase!(
                "Learners were made near the readers: {one} of reads between zones, {other} \
                     without them."
            ),
        )
    }

    fn hibernate(&self) -> Option<String> {
        let (with, without) = self.crossed(ByteKind::Heartbeat);
        let messages = |side: &Side| side.count(&["messages"]);
        let is_of_bytes = is_of_crossing(self.row) || self.row.group == Group::AllBytes;
        (is_of_bytes && with < without).then(|| {
            say!(
                "Quiet ranges send no heartbeats: {messages}, {without} when none sleeps.",
                messages = counted!(messages(self.with), "1 message", "{n} messages"),
                without = messages(self.without)
            )
        })
    }
}
