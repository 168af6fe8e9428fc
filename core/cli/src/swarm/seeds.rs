//! Runs seeds on several threads, and hands over what came of them in the order of seeds: what is
//! printed and where it stops are the same for any number of threads. It must not know what a seed
//! does.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::out::Stop;

/// As the main thread has it: a scenario is as deep here as there.
const STACK_BYTES: usize = 8 * 1024 * 1024;
/// What waits to be handed over, by thread: a slow seed holds up no more than that.
const WAITING: usize = 64;

thread_local! {
    /// The seed that this thread runs, for whoever tells of a panic.
    static NOW: Cell<Option<u64>> = const { Cell::new(None) };
}

/// The seed that runs in this thread.
pub(super) fn here() -> Option<u64> {
    NOW.get()
}

/// A panic is a find: nobody begins another seed.
struct StopOnPanic<'a> {
    next: &'a AtomicU64,
    end: u64,
}

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.end, Ordering::Relaxed);
        }
    }
}

/// `take` says whether to go on with the seeds that come after.
pub(super) fn each<T: Send>(
    seeds: Range<u64>,
    threads: usize,
    run: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let next = AtomicU64::new(seeds.start);
    thread::scope(|scope| {
        let (send, receive) = sync_channel(threads * WAITING);
        for _ in 0..threads {
            let (send, next, run, end) = (send.clone(), &next, &run, seeds.end);
            let work = move || {
                let _stop = StopOnPanic { next, end };
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    NOW.set(Some(seed));
                    let done = run(seed);
                    if send.send((seed, done)).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect("the system starts a thread");
        }
        // Only those who work hold it on: when they are done, or one of them panics, it ends.
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut due = seeds.start;
        for (seed, done) in &receive {
            waiting.insert(seed, done);
            while let Some(done) = waiting.remove(&due) {
                let goes_on = take(done);
                if !matches!(goes_on, Ok(true)) {
                    // Nobody begins another seed.
                    next.store(seeds.end, Ordering::Relaxed);
                    return goes_on.map(drop);
                }
                due += 1;
            }
        }
        Ok(())
    })
}
