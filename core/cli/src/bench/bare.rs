//! The engine beside bare raft-rs: the same groups stepped in a loop. Must not know how it is told.

use run::bare::{BareGroups, BareLoop};
use run::runner;

use crate::bench::scenarios::{
    LOAD_US, PUTS_OF_STORE, RANGES_OF_STORE, ROWS_OF_RANGE, TICKS_A_SECOND, VALUE_BYTES, resolve,
};
use crate::clock::clock;

/// Slices in which the load run and the bare loop take turns, of some 20 ms each.
const SLICES: u64 = 40;
/// Batches of fifty writes of the bare loop in a slice.
const WRITES_OF_SLICE: u32 = 90;
/// Rows of a run of the benchmark, over all its ranges.
const ROWS: u64 = 10_000;
/// Rounds of the bare loop over many groups: each is a tick of all, and puts.
const ROUNDS: u32 = 30;
/// The same for each store, so that runs of all sizes have as many messages.
const ROUNDS_OF_STORE: u32 = 30_000;
const WARM_UP_ROUNDS: u32 = 5;
const TIMES: u32 = 3;

/// ns per Raft message of the load run.
pub(super) struct PerMessage {
    pub(super) bare: f64,
    /// The engine with every check and meter.
    pub(super) watched: f64,
    /// The same, and nobody watches: no check, no meter, no digest.
    pub(super) unwatched: f64,
    /// Events that the engine takes for each: clients, links, cores and disks have theirs.
    pub(super) events: f64,
}

/// The bare loop and the engine in slices, turn and turn about, so that whoever else uses the
/// machine slows all three; the median slice of each.
pub(super) fn time_messages() -> PerMessage {
    let resolved = resolve("load");
    let mut bare = BareLoop::new(5, ROWS);
    let mut watched = runner::start(&resolved);
    let mut unwatched = runner::start_unwatched(&resolved);
    let mut slices: [Vec<f64>; 3] = Default::default();
    for slice in 1..=SLICES {
        let until_us = slice * LOAD_US / SLICES;
        slices[0].push(ns_per_message(|| {
            let before = bare.messages();
            (0..WRITES_OF_SLICE).for_each(|_| bare.write(50, VALUE_BYTES));
            bare.messages() - before
        }));
        slices[1].push(ns_per_message(|| {
            let before = watched.raft_messages();
            watched.run_until(until_us, u64::MAX);
            watched.raft_messages() - before
        }));
        slices[2].push(ns_per_message(|| {
            let before = unwatched.raft_messages();
            unwatched.run_until(until_us, u64::MAX);
            unwatched.raft_messages() - before
        }));
    }
    let events = watched.events() as f64 / watched.raft_messages() as f64;
    let [bare, watched, unwatched] = slices.map(median);
    PerMessage {
        bare,
        watched,
        unwatched,
        events,
    }
}

/// Time of what returns how many messages it made, by message.
fn ns_per_message(slice: impl FnOnce() -> u64) -> f64 {
    let start = clock();
    let messages = slice();
    clock().saturating_sub(start).as_nanos() as f64 / messages as f64
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

/// Puts between two ticks of bare groups: so many at once, each at a group that is drawn, so many
/// times.
struct Puts {
    at_once: u32,
    times: u32,
}

/// ns a message of bare raft-rs over so many groups of three, in the way of `ranges-N`: as many
/// puts at once as it has clients, and as often as they ask between two ticks. What of the
/// engine's figures for many ranges is raft-rs's own.
pub(super) fn ns_over_ranges(ranges: u32) -> f64 {
    let groups = BareGroups::new(ranges, (ROWS / u64::from(ranges)).max(1));
    let puts = Puts {
        at_once: 64,
        times: 40,
    };
    ns_over_groups(groups, &puts, ROUNDS)
}

/// The same in the way of `stores-N`.
pub(super) fn ns_over_stores(stores: u32) -> f64 {
    let groups = BareGroups::new(stores * RANGES_OF_STORE, ROWS_OF_RANGE);
    let puts = Puts {
        at_once: stores,
        times: PUTS_OF_STORE / TICKS_A_SECOND,
    };
    ns_over_groups(groups, &puts, ROUNDS_OF_STORE / stores)
}

/// The fastest of some times, as where the engine is measured.
fn ns_over_groups(mut groups: BareGroups, puts: &Puts, rounds: u32) -> f64 {
    let mut run = |many: u32| {
        let before = groups.messages();
        for _ in 0..many {
            groups.round(puts.at_once, puts.times, VALUE_BYTES);
        }
        groups.messages() - before
    };
    run(WARM_UP_ROUNDS);
    let times = (0..TIMES).map(|_| ns_per_message(|| run(rounds)));
    times.fold(f64::INFINITY, f64::min)
}
