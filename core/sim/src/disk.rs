//! A disk with a volatile tail: writes are fast, only a sync makes them durable, and one sync
//! covers everything written before it began (group commit).
//!
//! It must not know what is written: the owner keeps the data and asks how far it is durable.

use crate::time::{Micros, SECONDS, mul_div_ceil};

/// The number of a write; later writes have higher numbers. 0 stands for "nothing yet".
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Default)]
pub struct WriteId(pub u64);

/// One disk.
#[derive(Clone, Debug)]
pub struct Disk {
    fsync_us: Micros,
    bytes_per_s: u64,
    written: WriteId,
    /// Writes that no sync covers yet, and their bytes.
    unsynced_writes: u64,
    unsynced_bytes: u64,
    /// The running sync: the last write that it covers, and when it finishes.
    sync: Option<(WriteId, Micros)>,
    durable: WriteId,
    generation: u32,
}

impl Disk {
    /// An idle disk. A sync takes `fsync_us`, and the bytes that it covers take their time at
    /// `bytes_per_s` (0: not limited).
    pub fn new(fsync_us: Micros, bytes_per_s: u64) -> Self {
        Disk {
            fsync_us,
            bytes_per_s,
            written: WriteId(0),
            unsynced_writes: 0,
            unsynced_bytes: 0,
            sync: None,
            durable: WriteId(0),
            generation: 0,
        }
    }

    /// Writes into the volatile tail; the batch that is synced next covers it. Takes no time.
    pub fn write(&mut self, _now: Micros, bytes: u64) -> WriteId {
        self.written.0 += 1;
        self.unsynced_writes += 1;
        self.unsynced_bytes += bytes;
        self.written
    }

    /// The write that comes next. What is written without asking for a sync, and without counting
    /// as a write, becomes durable with it: a sync covers all that was written before.
    pub fn next_write(&self) -> WriteId {
        WriteId(self.written.0 + 1)
    }

    /// Begins a sync of everything written so far and returns when it finishes; `None` if one is
    /// running or nothing waits.
    pub fn start_sync(&mut self, now: Micros) -> Option<Micros> {
        if self.sync.is_some() || self.unsynced_writes == 0 {
            return None;
        }
        let transfer_us = match self.bytes_per_s {
            0 => 0,
            bytes_per_s => mul_div_ceil(self.unsynced_bytes, SECONDS, bytes_per_s),
        };
        let finish = now + self.fsync_us + transfer_us;
        self.sync = Some((self.written, finish));
        self.unsynced_writes = 0;
        self.unsynced_bytes = 0;
        Some(finish)
    }

    /// Ends the running sync, at its finish, and returns the last write that is durable now.
    pub fn finish_sync(&mut self, now: Micros) -> WriteId {
        let (covered, finish) = self.sync.take().expect("a sync is running");
        assert!(now >= finish, "a sync takes its time");
        assert!(covered > self.durable);
        self.durable = covered;
        covered
    }

    /// The last write that is durable: what remains if the store crashes now, or right after it
    /// has crashed. Writes that a crash lost lie above it then; the owner drops them there, since
    /// the next sync moves past their numbers.
    pub fn durable(&self) -> WriteId {
        self.durable
    }

    /// A crash: the volatile tail and the running sync are lost. Numbers are not used again.
    pub fn crash(&mut self) {
        self.sync = None;
        self.unsynced_writes = 0;
        self.unsynced_bytes = 0;
        self.generation += 1;
    }

    /// How many crashes there were. A completion event of an older generation is stale.
    pub fn generation(&self) -> u32 {
        self.generation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn one_sync_covers_all_that_was_written_before_it() {
        let mut disk = Disk::new(100, 0);
        assert_eq!(disk.start_sync(0), None);
        let first = disk.write(0, 10);
        let second = disk.write(1, 10);
        assert_eq!(disk.start_sync(1), Some(101));
        let third = disk.write(50, 10);
        assert_eq!(disk.start_sync(50), None);
        assert_eq!(disk.durable(), WriteId(0));
        assert_eq!(disk.finish_sync(101), second);
        assert!(first < second);
        assert!(disk.durable() < third);
        assert_eq!(disk.start_sync(101), Some(201));
        assert_eq!(disk.finish_sync(201), third);
        assert_eq!(disk.start_sync(201), None);
    }

    #[test]
    fn bytes_take_their_time_at_the_throughput_of_the_disk() {
        let mut disk = Disk::new(100, 1_000_000);
        disk.write(0, 500);
        disk.write(0, 1);
        assert_eq!(disk.start_sync(0), Some(601));
        disk.write(0, 7);
        disk.finish_sync(601);
        assert_eq!(disk.start_sync(601), Some(708));
    }

    #[test]
    fn a_crash_loses_the_volatile_tail_and_the_running_sync() {
        let mut disk = Disk::new(100, 0);
        let kept = disk.write(0, 1);
        disk.start_sync(0);
        disk.finish_sync(100);
        let syncing = disk.write(100, 1);
        disk.start_sync(100);
        disk.write(150, 1);
        let generation = disk.generation();
        disk.crash();
        assert_eq!(disk.durable(), kept);
        assert!(syncing > kept);
        assert_ne!(disk.generation(), generation);
        assert_eq!(disk.start_sync(150), None);
        let after = disk.write(150, 1);
        assert_eq!(disk.start_sync(150), Some(250));
        assert_eq!(disk.finish_sync(250), after);
    }

    #[test]
    fn the_durable_mark_never_passes_an_unsynced_write_and_never_falls() {
        for seed in 0..100 {
            let mut stream = Stream::fork(seed, "disk", 0);
            let mut disk = Disk::new(stream.between(0, 50), 0);
            let (mut now, mut finish, mut covered) = (0, None, WriteId(0));
            let mut written = WriteId(0);
            for _ in 0..500 {
                now += stream.below(20);
                let durable = disk.durable();
                if finish.is_some_and(|finish| finish <= now) {
                    finish = None;
                    assert_eq!(disk.finish_sync(now), covered, "seed {seed}");
                }
                match stream.below(10) {
                    0 => {
                        disk.crash();
                        finish = None;
                    }
                    1..=6 => written = disk.write(now, 1),
                    _ => {
                        if let Some(at) = disk.start_sync(now) {
                            assert_eq!(finish, None, "seed {seed}");
                            (finish, covered) = (Some(at), written);
                        }
                    }
                }
                assert!(disk.durable() >= durable, "seed {seed}");
                assert!(disk.durable() <= covered, "seed {seed}");
            }
        }
    }
}
