//! Measures the two hot paths of the kernel: `cargo run --release -p sim --example measure`.
//!
//! The queue is measured as a simulation uses it: pop the next event, push its successor, with a
//! constant number pending and delays like a cluster's. A binary heap is the yardstick.

#![expect(clippy::disallowed_methods, reason = "a measurement needs wall time")]
#![expect(clippy::print_stdout, reason = "a measurement prints its result")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::time::Instant;

use sim::{EventQueue, LinkParams, MILLIS, Micros, Network, NodeId, Ratio, Stream, ZoneId};

const EVENTS: usize = 5_000_000;
/// Delays are drawn before the clock starts, so that only the queue is measured.
const DELAYS: usize = 1 << 16;

/// As large as an event of the cluster.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Message {
        from: u16,
        to: u16,
        slot: u32,
        id: u64,
    },
    Tick,
}

fn main() {
    println!("event: {} bytes", size_of::<Option<Event>>());
    let delays = delays();
    for pending in [50, 100, 1_000, 10_000, 20_000] {
        let wheel = measure_queue(pending, &delays);
        let heap = measure_heap(pending, &delays);
        println!(
            "{pending:>6} pending: queue {wheel:>3} ns, binary heap {heap:>3} ns per push+pop"
        );
    }
    println!("plain link: {} ns per send", measure_send(false));
    println!(
        "jitter, loss, bandwidth and window: {} ns per send",
        measure_send(true)
    );
}

/// Half service times, a third cross-zone messages, the rest local messages and timers.
fn delays() -> Vec<Micros> {
    let mut stream = Stream::fork(1, "measure", 0);
    let delay = |stream: &mut Stream| match stream.below(100) {
        0..50 => stream.between(5, 200),
        50..80 => stream.between(500, 30 * MILLIS),
        80..95 => stream.between(80, 120),
        _ => stream.between(100 * MILLIS, 1_000 * MILLIS),
    };
    (0..DELAYS).map(|_| delay(&mut stream)).collect()
}

fn event(id: u64) -> Event {
    if id.is_multiple_of(8) {
        Event::Tick
    } else {
        Event::Message {
            from: 1,
            to: 2,
            slot: 3,
            id,
        }
    }
}

fn measure_queue(pending: usize, delays: &[Micros]) -> u128 {
    let mut queue = EventQueue::new();
    for &delay in &delays[..pending] {
        queue.push(delay, event(delay));
    }
    let start = Instant::now();
    for i in 0..EVENTS {
        let (at, popped) = queue.pop().expect("the queue stays full");
        black_box(popped);
        queue.push(at + delays[i % DELAYS], event(i as u64));
    }
    start.elapsed().as_nanos() / EVENTS as u128
}

fn measure_heap(pending: usize, delays: &[Micros]) -> u128 {
    let mut heap = BinaryHeap::new();
    for (i, &delay) in delays[..pending].iter().enumerate() {
        heap.push(Reverse((delay, i as u64, event(delay))));
    }
    let start = Instant::now();
    for i in 0..EVENTS {
        let Reverse((at, _, popped)) = heap.pop().expect("the heap stays full");
        black_box(popped);
        heap.push(Reverse((
            at + delays[i % DELAYS],
            (pending + i) as u64,
            event(i as u64),
        )));
    }
    start.elapsed().as_nanos() / EVENTS as u128
}

fn measure_send(limited: bool) -> u128 {
    let zones: Vec<ZoneId> = (0..15).map(|node| ZoneId(node % 3)).collect();
    let params = LinkParams {
        delay_us: 500,
        jitter_us: if limited { 50 } else { 0 },
        bandwidth_bps: if limited { 10_000_000_000 } else { 0 },
        vanish: Ratio::ZERO,
        loss: Ratio {
            ppm: if limited { 100 } else { 0 },
        },
        window_bytes: if limited { 1 << 20 } else { 0 },
        connections: 0,
        buffer_bytes: 0,
    };
    let mut network = Network::new(1, &zones, 3, |_, _| params);
    let mut stream = Stream::fork(1, "pairs", 0);
    let pairs: Vec<_> = (0..DELAYS)
        .map(|_| {
            (
                NodeId(stream.below(15) as u16),
                NodeId(stream.below(15) as u16),
            )
        })
        .collect();
    let start = Instant::now();
    for i in 0..EVENTS {
        let (from, to) = pairs[i % DELAYS];
        black_box(network.send(i as u64, from, to, 200));
    }
    start.elapsed().as_nanos() / EVENTS as u128
}
