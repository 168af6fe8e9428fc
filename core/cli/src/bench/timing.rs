//! How runs are timed: a stretch of simulated time, several ways turn and turn about. Must not know
//! what is measured.

use std::time::Duration;

use run::runner;

use crate::bench::scenarios::resolve;
use crate::clock::clock;

/// Times that a measurement is repeated.
pub(super) const ROUNDS: u32 = 3;

/// What a stretch of a run took.
#[derive(Copy, Clone)]
pub(super) struct Timed {
    /// Time in which the cluster was built.
    pub(super) build: Duration,
    pub(super) wall: Duration,
    pub(super) events: u64,
}

impl Timed {
    pub(super) fn wall_ms(&self) -> f64 {
        self.wall.as_secs_f64() * 1e3
    }

    pub(super) fn ns_per_event(&self) -> f64 {
        self.wall.as_nanos() as f64 / self.events as f64
    }

    /// Simulated time of the stretch over its wall time.
    pub(super) fn simulated_per_wall(&self, simulated_us: u64) -> f64 {
        simulated_us as f64 / 1e6 / self.wall.as_secs_f64()
    }
}

/// Ways of doing the same, turn and turn about, so that whoever else uses the machine slows all of
/// them; the fastest round of each counts, since noise only adds.
pub(super) fn fastest<const WAYS: usize>(
    rounds: u32,
    mut ways: [&mut dyn FnMut() -> Timed; WAYS],
) -> [Timed; WAYS] {
    let mut best = ways.each_mut().map(|way| way());
    for _ in 1..rounds {
        for (best, way) in best.iter_mut().zip(&mut ways) {
            let timed = way();
            if timed.wall < best.wall {
                *best = timed;
            }
        }
    }
    best
}

/// Goes on to the first instant and then to the second; times the stretch between them. `go_on`
/// returns how many events it ran.
pub(super) fn time_span(
    (from_us, until_us): (u64, u64),
    mut go_on: impl FnMut(u64) -> u64,
) -> Timed {
    go_on(from_us);
    let start = clock();
    let events = go_on(until_us);
    Timed {
        build: Duration::ZERO,
        wall: clock().saturating_sub(start),
        events,
    }
}

/// Runs a document between two instants, with every check and meter on.
pub(super) fn time_run(name: &str, span: (u64, u64)) -> Timed {
    let start = clock();
    let resolved = resolve(name);
    let read = clock().saturating_sub(start);
    let mut round = || {
        let start = clock();
        let mut cluster = runner::start(&resolved);
        let build = read + clock().saturating_sub(start);
        let timed = time_span(span, |until_us| cluster.run_until(until_us, u64::MAX));
        let violation = cluster.observer().violation();
        assert!(violation.is_none(), "a benchmark run must be right");
        Timed { build, ..timed }
    };
    let [best] = fastest(ROUNDS, [&mut round]);
    best
}

/// Most memory that this process held so far, where the system tells it.
pub(super) fn memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1_024)
}
