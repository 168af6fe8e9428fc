//! Plays futures on several threads. Each is a function of its instant and its number, and they
//! come back in the order in which they were asked for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use run::past::{Future, Past};

use crate::progress::Progress;

/// As the main thread has it: a scenario is as deep here as there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Plays these: an instant and a number each. What happens counts from `since_us` on, else from
/// each future's own instant.
pub(super) fn play(
    past: &Past<'_>,
    since_us: Option<u64>,
    asked: &[(u64, u32)],
    threads: usize,
) -> Vec<Future> {
    let next = AtomicUsize::new(0);
    let mut played: Vec<Option<Future>> = vec![None; asked.len()];
    thread::scope(|scope| {
        let (send, receive) = channel();
        for _ in 0..threads.min(asked.len()) {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(at_us, stream)) = asked.get(place) else {
                        return;
                    };
                    let future = past.future(since_us.unwrap_or(at_us), at_us, stream);
                    if send.send((place, future)).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect("the system starts a thread");
        }
        // Only those who work hold it on: when they are done, the futures end.
        drop(send);
        let template = "{bar:30} {pos} of {len} futures, {eta} left{msg}";
        let mut bar = Progress::new(asked.len() as u64, template);
        for (done, (place, future)) in receive.iter().enumerate() {
            played[place] = Some(future);
            bar.at(done as u64 + 1, "");
        }
    });
    let played = played.into_iter();
    played.map(|one| one.expect("each was played")).collect()
}
