//! Runs what a sweep's folder does not have yet, on several threads. Rows come in any order; which
//! they are and what they say depends on the plan alone.

use std::cell::RefCell;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use experiments::folder::SweepFolder;
use experiments::sweep::{Key, Plan, Row, Table};

use crate::clock::Stopwatch;
use crate::out::{Stop, complain};
use crate::progress::Progress;

/// Rows of a part: so many are written at once,
const PART_ROWS: usize = 128;
/// and those that are there after so long: a kill costs no more than that.
const PART_WAIT: Duration = Duration::from_secs(1);
/// Rows that may wait while others are written, by thread: nobody waits for the disk.
const WAITING: usize = 32;
/// As the main thread has it: a scenario is as deep here as there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

thread_local! {
    /// What this thread runs, for whoever tells of a panic.
    static NOW: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs all that is not there yet, and makes one file of it. Tells how many runs that were.
pub(crate) fn work(plan: &Plan, folder: &SweepFolder, threads: usize) -> Result<u64, Stop> {
    if folder.is_whole() {
        return Ok(0);
    }
    let missing: Vec<u64> = folder.missing(plan)?.into_iter().flatten().collect();
    let there = plan.runs() - missing.len() as u64;
    name_run_on_panic();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (send, receive) = sync_channel(threads * WAITING);
        for _ in 0..threads.min(missing.len()) {
            let (send, missing, next) = (send.clone(), &missing, &next);
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || make(plan, missing, next, &send))
                .expect("the system starts a thread");
        }
        // Only those who work hold it on: when they are done, the rows end.
        drop(send);
        collect(&receive, folder, there, plan.runs())
    })?;
    folder.finish(plan)?;
    Ok(missing.len() as u64)
}

/// Takes the next run until there is none, or until nobody wants rows any more.
fn make(plan: &Plan, missing: &[u64], next: &AtomicUsize, send: &SyncSender<Row>) {
    while let Some(run) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Key { point, seed } = plan.key(*run);
        let label = plan.label(point);
        NOW.replace(format!("point {point} ({label}) with seed {seed}"));
        if send.send(plan.row(*run)).is_err() {
            return;
        }
    }
}

/// Writes rows as they come, in parts.
fn collect(rows: &Receiver<Row>, folder: &SweepFolder, mut done: u64, of: u64) -> Result<(), Stop> {
    let mut bar = Progress::new(of, "{bar:30} {pos} of {len} runs, {eta} left{msg}");
    let mut held: Vec<Row> = Vec::with_capacity(PART_ROWS);
    let mut since = Stopwatch::start();
    bar.at(done, "");
    loop {
        let left = PART_WAIT.saturating_sub(since.passed());
        let is_over = match rows.recv_timeout(left) {
            Ok(row) => {
                held.push(row);
                done += 1;
                bar.at(done, "");
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        let is_due = held.len() >= PART_ROWS || since.passed() >= PART_WAIT || is_over;
        if is_due && !held.is_empty() {
            folder.add(&Table::of_rows(std::mem::take(&mut held)))?;
        }
        if is_due {
            since = Stopwatch::start();
        }
        if is_over {
            return Ok(());
        }
    }
}

/// A panic of the engine is a find: says which run it was.
fn name_run_on_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        usual(info);
        NOW.with_borrow(|now| {
            if !now.is_empty() {
                complain(&format!("in the run of {now}"));
            }
        });
    }));
}
