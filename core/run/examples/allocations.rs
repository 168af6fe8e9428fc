//! How often a run allocates in its steady state, for `npm run bench -- capacity`: the scenario
//! file of its argument, from the second half of its length on, by an allocator that counts.

#![expect(clippy::print_stdout, reason = "the bench reads what it prints")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use documents::scenario::Scenario;
use run::runner;

/// The system's allocator, and how often it was asked for memory.
struct Counting;

static ASKED: AtomicU64 = AtomicU64::new(0);

#[expect(
    unsafe_code,
    reason = "an allocator is unsafe to write; this one hands everything on"
)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let path = std::env::args().nth(1).expect("a scenario file");
    let text = std::fs::read_to_string(path).expect("it can be read");
    let scenario = Scenario::parse(&text).expect("it is valid");
    let resolved = runner::runs(&scenario, None)
        .expect("it is valid")
        .remove(0);
    let mut cluster = runner::start(&resolved);
    cluster.run_until(resolved.duration_us / 2, u64::MAX);
    let (asked, events) = (ASKED.load(Ordering::Relaxed), cluster.events());
    cluster.run_until(resolved.duration_us, u64::MAX);
    let asked = ASKED.load(Ordering::Relaxed) - asked;
    let events = cluster.events() - events;
    println!("{{ \"allocations\": {asked}, \"events\": {events} }}");
}
