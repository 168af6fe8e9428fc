//! Wall time, which is read here and nowhere else in Rust. Must not know what is timed.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time spent since some instant: this thread's processor time where Linux tells it, so that other
/// programs disturb less, else wall time.
pub(crate) fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    // Linux books a thread's time when it looks for the next one to run: else at ticks, 4 ms apart.
    std::thread::yield_now();
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = spent
        .as_deref()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    ns.map_or_else(
        || START.get_or_init(Instant::now).elapsed(),
        Duration::from_nanos,
    )
}

/// Wall time since some instant, for what waits and is shown, never for what is computed.
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// From now on.
    pub(crate) fn start() -> Self {
        Stopwatch(Instant::now())
    }

    pub(crate) fn passed(&self) -> Duration {
        self.0.elapsed()
    }
}
