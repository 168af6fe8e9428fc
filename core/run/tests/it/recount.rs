//! Bytes add up: every figure of a report is counted again from the record of the whole run, by
//! another way than the meters go, payload and wire.

use std::collections::BTreeMap;

use crate::common::{Run, runs_of, some_public_runs};
use cluster::Cluster;
use model::fact::{ByteKind, Fact, SentFact};
use observe::Watch;
use record::{Row, Trace, What, columns};
use report::summary::{ByteTotals, VariantSummary};
use run::resources::ResourceMeter;
use run::runner;
use sim::Fate;

/// Events between two pieces of the record.
const EVENTS: u64 = 20_000;
/// Events that are counted of each public run.
const EVENTS_MAX: u64 = 60_000;
const ROWS_MAX: usize = 1 << 22;
const KINDS: usize = ByteKind::ALL.len();

/// A recount, link by link.
#[derive(Default)]
struct Recount {
    /// By sender, receiver and kind: payload and what the wire has beside it.
    links: BTreeMap<(u16, u16, usize), (u64, u64)>,
    /// Messages that left, and those whose end was told.
    sent: u64,
    ended: u64,
    /// Messages without an end so far.
    under_way: BTreeMap<u64, SentFact>,
}

impl Recount {
    fn take(&mut self, rows: &[Row]) {
        for row in rows {
            match row.what {
                What::Fact(Fact::Sent(sent)) => self.send(sent),
                What::Fact(Fact::Delivered { flight } | Fact::Died { flight, .. }) => {
                    let ended = self.under_way.remove(&flight);
                    assert!(ended.is_some(), "message {flight} ends once, after it left");
                    self.ended += 1;
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, sent: SentFact) {
        self.sent += 1;
        assert_eq!(sent.flight, self.sent, "messages are numbered from 1");
        self.under_way.insert(sent.flight, sent);
        if !matches!(sent.fate, Fate::Blocked | Fate::Full) {
            let link = (sent.from.0, sent.to.0, sent.kind as usize);
            let (payload, framing) = self.links.entry(link).or_default();
            *payload += sent.bytes;
            *framing += sent.framing;
            // Segments of 1500 bytes; TCP answers every second one with 52 bytes.
            let wire = sent.bytes + sent.framing;
            let back = (sent.to.0, sent.from.0, sent.kind as usize);
            self.links.entry(back).or_default().1 += wire.div_ceil(1_500) / 2 * 52;
        }
    }

    /// The report's figures, from the links.
    fn totals(&self, zone_of: &[u16]) -> Totals {
        let mut totals = Totals::default();
        for (&(from, to, kind), &(payload, framing)) in &self.links {
            totals.all[kind] += payload;
            totals.wire_all[kind] += payload + framing;
            let (from, to) = (zone_of[usize::from(from)], zone_of[usize::from(to)]);
            if from != to {
                totals.cross_zone[kind] += payload;
                totals.wire_cross_zone[kind] += payload + framing;
                if payload + framing > 0 {
                    let (kinds, wire) = totals.between.entry((from, to)).or_default();
                    kinds[kind] += payload;
                    wire[kind] += payload + framing;
                }
            }
        }
        totals
    }
}

#[derive(Debug, Default, PartialEq)]
struct Totals {
    all: [u64; KINDS],
    cross_zone: [u64; KINDS],
    wire_all: [u64; KINDS],
    wire_cross_zone: [u64; KINDS],
    between: BTreeMap<(u16, u16), ([u64; KINDS], [u64; KINDS])>,
}

/// Runs with its record on, and counts that record again. Of a load that is sampled all is recorded
/// here: the same happens either way (`sampled`).
fn recount(run: &Run, events_max: u64) -> (Recount, VariantSummary) {
    let mut resolved = run.resolved.clone();
    resolved.config.record_one_in = 1;
    let resolved = &resolved;
    let mut watch = Watch::new(runner::watched(resolved));
    watch.set_trace(Some(Trace::new(ROWS_MAX)));
    let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), watch);
    let mut recount = Recount::default();
    while cluster.events() < events_max {
        let done = cluster.run_until(resolved.duration_us, EVENTS);
        let trace = cluster.observer_mut().trace_mut().expect("it is on");
        assert_eq!(trace.dropped(), 0, "a piece has room for its rows");
        // As the page gets them: through columns of numbers and back.
        let rows = columns::Columns::of(trace.rows())
            .rows()
            .expect("our own columns");
        assert_eq!(rows, trace.rows());
        recount.take(&rows);
        trace.clear();
        if done < EVENTS {
            break;
        }
    }
    let summary = runner::summary(resolved, &cluster, &ResourceMeter::new(&cluster, 0));
    (recount, summary)
}

fn as_reported(bytes: &ByteTotals, zone_number: impl Fn(&str) -> u16) -> Totals {
    let pair = |pair: &report::summary::PairBytes| {
        let zones = (zone_number(&pair.from), zone_number(&pair.to));
        (zones, (pair.kinds, pair.wire))
    };
    Totals {
        all: bytes.all,
        cross_zone: bytes.cross_zone,
        wire_all: bytes.wire_all,
        wire_cross_zone: bytes.wire_cross_zone,
        between: bytes.between.iter().map(pair).collect(),
    }
}

fn check(run: &Run, events_max: u64) {
    let (recount, summary) = recount(run, events_max);
    let name = format!("{} {}", run.scenario, run.variant);
    let nodes = &run.resolved.config.nodes;
    let zone_of: Vec<u16> = nodes.iter().map(|node| node.zone.0).collect();
    let zones = &run.resolved.names.zones;
    let number = |id: &str| zones.iter().position(|zone| zone.id == id).expect("a zone") as u16;
    let counted = recount.totals(&zone_of);
    assert_eq!(counted, as_reported(&summary.bytes, number), "{name}");
    // The off-diagonal of the matrix is what crossed.
    for kind in 0..KINDS {
        let pairs: u64 = counted.between.values().map(|(kinds, _)| kinds[kind]).sum();
        assert_eq!(pairs, counted.cross_zone[kind], "{name} kind {kind}");
    }
    assert_eq!(recount.sent, summary.messages, "{name}");
    assert_eq!(recount.sent, recount.ended + recount.under_way.len() as u64);
    assert!(counted.all.iter().sum::<u64>() > 0, "{name}");
}

#[test]
fn the_bytes_of_public_runs_add_up_when_its_record_is_counted_again() {
    for run in some_public_runs(2) {
        check(&run, EVENTS_MAX);
    }
}

#[test]
fn they_add_up_for_a_whole_run_with_messages_lost_and_cut() {
    for run in runs_of("five-replicas") {
        check(&run, u64::MAX);
    }
}
