//! The figures of the capacity lab: how fast a million reads a second are simulated, whole and
//! without anybody who watches.

use run::runner;
use serde_json::{Value, json};

use crate::bench::resolve;
use crate::clock::clock;

/// All clients have begun by then.
const FROM_US: u64 = 300_000;
/// Simulated time that is timed.
const TIMED_US: u64 = 1_000_000;
/// Rounds, turn and turn about; the fastest counts, since noise only adds.
const ROUNDS: u32 = 3;

/// Measures everything, as one JSON object.
pub(crate) fn measure() -> Value {
    let resolved = resolve("million-reads");
    let (mut watched_s, mut bare_s) = (f64::INFINITY, f64::INFINITY);
    let (mut events, mut reads) = (0, 0);
    for _ in 0..ROUNDS {
        let mut cluster = runner::start(&resolved);
        cluster.run_until(FROM_US, u64::MAX);
        let before = cluster.observer().load(0).ok;
        let spent_s = timed(|until_us| events = cluster.run_until(until_us, u64::MAX));
        watched_s = watched_s.min(spent_s);
        reads = cluster.observer().load(0).ok - before;
        let mut cluster = runner::start_unwatched(&resolved);
        cluster.run_until(FROM_US, u64::MAX);
        let spent_s = timed(|until_us| _ = cluster.run_until(until_us, u64::MAX));
        bare_s = bare_s.min(spent_s);
    }
    let simulated_s = TIMED_US as f64 / 1e6;
    json!({
        "simulated_us": TIMED_US,
        "from_us": FROM_US,
        "wall_ms": watched_s * 1e3,
        "simulated_per_wall": simulated_s / watched_s,
        "unwatched_per_wall": simulated_s / bare_s,
        "reads": reads,
        "events_per_read": events as f64 / reads as f64,
        "ns_per_read": watched_s * 1e9 / reads as f64,
    })
}

/// Seconds that a run takes to go on to the end of what is timed.
fn timed(mut go_on: impl FnMut(u64)) -> f64 {
    let start = clock();
    go_on(FROM_US + TIMED_US);
    clock().saturating_sub(start).as_secs_f64()
}
