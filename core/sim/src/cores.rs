//! The cores of a machine: a first-in-first-out service queue over identical cores.
//!
//! Work is served whole, by the core that is free first. Time is kept in nanoseconds inside:
//! jobs are often shorter than the simulation's microsecond. It must not know what a job does.

use crate::time::{Micros, NANOS_PER_MICRO};

/// Most cores of one machine.
const CORES_MAX: u32 = 1_024;

/// The cores of one machine and the work they have accepted.
#[derive(Clone, Debug)]
pub struct Cores {
    /// When each core is free, in ns, a ring that rises from `first` on: which core is which does
    /// not matter.
    free_ns: Vec<u64>,
    first: usize,
    /// When those that were taken away while they worked end what they had accepted.
    leaving_ns: Vec<u64>,
    accepted_ns: u64,
    /// Core time that there was until their number last changed, and when that was.
    offered_ns: (u64, Micros),
}

impl Cores {
    /// `n` idle cores.
    pub fn new(n: u32) -> Self {
        assert!(n > 0, "a machine has a core");
        assert!(n <= CORES_MAX);
        Cores {
            free_ns: vec![0; n as usize],
            first: 0,
            leaving_ns: Vec::new(),
            accepted_ns: 0,
            offered_ns: (0, 0),
        }
    }

    /// They are there from now on only: what could have been used before does not count.
    pub fn begin(&mut self, now: Micros) {
        self.offered_ns = (0, now);
    }

    /// From now on there are `n` of them. New ones are free at once; of those that are taken away,
    /// the ones that are free first, each ends what it has accepted.
    pub fn resize(&mut self, now: Micros, n: u32) {
        assert!(n > 0 && n <= CORES_MAX);
        self.offered_ns = (self.offered_ns(now), now);
        let now_ns = now * NANOS_PER_MICRO;
        self.leaving_ns.retain(|free_ns| *free_ns > now_ns);
        self.free_ns.rotate_left(std::mem::take(&mut self.first));
        while self.len() > n {
            let free_ns = self.free_ns.remove(0);
            if free_ns > now_ns {
                self.leaving_ns.push(free_ns);
            }
        }
        while self.len() < n {
            let place = self.free_ns.partition_point(|free_ns| *free_ns < now_ns);
            self.free_ns.insert(place, now_ns);
        }
    }

    /// Accepts a job of `cost_ns` nanoseconds of core time and returns when it finishes: on the
    /// core that is free first, behind everything submitted before. The finish is rounded up to
    /// the next microsecond; the core itself is free at the exact nanosecond.
    pub fn submit(&mut self, now: Micros, cost_ns: u64) -> Micros {
        self.submit_ns(now * NANOS_PER_MICRO, cost_ns)
            .div_ceil(NANOS_PER_MICRO)
    }

    /// The same to the nanosecond.
    #[inline]
    pub(crate) fn submit_ns(&mut self, now_ns: u64, cost_ns: u64) -> u64 {
        let finish_ns = self.start_ns(now_ns) + cost_ns;
        self.accepted_ns += cost_ns;
        self.replace_earliest(finish_ns);
        debug_assert!(finish_ns >= now_ns);
        finish_ns
    }

    /// When a job submitted now would begin, in ns.
    pub(crate) fn start_ns(&self, now_ns: u64) -> u64 {
        self.free_ns[self.first].max(now_ns)
    }

    /// How long a job submitted now would wait for a core, in µs, rounded up.
    pub fn queued_us(&self, now: Micros) -> Micros {
        self.free_ns[self.first]
            .saturating_sub(now * NANOS_PER_MICRO)
            .div_ceil(NANOS_PER_MICRO)
    }

    /// Core time of all accepted work in ns, including what is still queued or running; work
    /// that a crash forgot is not counted.
    pub fn busy_ns(&self) -> u64 {
        self.accepted_ns
    }

    /// Core time that has been used up to now, in ns: never more than cores times elapsed time.
    pub fn used_ns(&self, now: Micros) -> u64 {
        self.accepted_ns - self.pending_ns(now)
    }

    /// Core time that there was up to now, in ns: what could have been used.
    pub fn offered_ns(&self, now: Micros) -> u64 {
        let (before_ns, since_us) = self.offered_ns;
        before_ns + (now - since_us) * NANOS_PER_MICRO * u64::from(self.len())
    }

    /// A crash: work that is queued or running is forgotten, every core is free now.
    pub fn reset(&mut self, now: Micros) {
        self.accepted_ns = self.used_ns(now);
        self.leaving_ns.clear();
        for free_ns in &mut self.free_ns {
            *free_ns = now * NANOS_PER_MICRO;
        }
    }

    /// How many cores there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always a core")]
    pub fn len(&self) -> u32 {
        self.free_ns.len() as u32
    }

    /// Core time of accepted work that lies after now. A core that is busy now stays busy until
    /// it is free, so what remains is the plain difference.
    fn pending_ns(&self, now: Micros) -> u64 {
        let now_ns = now * NANOS_PER_MICRO;
        let all = self.free_ns.iter().chain(&self.leaving_ns);
        all.map(|free_ns| free_ns.saturating_sub(now_ns)).sum()
    }

    /// Replaces the smallest element. What begins last mostly ends last too, or nearly, so its
    /// place is looked for from the end.
    #[inline]
    fn replace_earliest(&mut self, free_ns: u64) {
        let ring = &mut *self.free_ns;
        let mut place = self.first;
        self.first = if place + 1 == ring.len() {
            0
        } else {
            place + 1
        };
        for _ in 1..ring.len() {
            let before = if place == 0 { ring.len() } else { place } - 1;
            if ring[before] <= free_ns {
                break;
            }
            ring[place] = ring[before];
            place = before;
        }
        ring[place] = free_ns;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn jobs_run_side_by_side_until_the_cores_are_taken() {
        let mut cores = Cores::new(2);
        assert_eq!(cores.submit(0, 10_000), 10);
        assert_eq!(cores.queued_us(0), 0);
        assert_eq!(cores.submit(0, 30_000), 30);
        assert_eq!(cores.queued_us(0), 10);
        assert_eq!(cores.submit(0, 5_000), 15);
        assert_eq!(cores.submit(100, 5_000), 105);
        assert_eq!(cores.len(), 2);
    }

    #[test]
    fn nanoseconds_are_carried_and_not_rounded_away() {
        // Ten jobs of 150 ns on one core take 1.5 µs together, not 10 µs.
        let mut cores = Cores::new(1);
        let finishes: Vec<_> = (0..10).map(|_| cores.submit(0, 150)).collect();
        assert_eq!(finishes, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(cores.busy_ns(), 1_500);
        assert_eq!(cores.submit(1, 500), 2);
    }

    #[test]
    fn a_job_without_cost_finishes_when_its_turn_comes() {
        let mut cores = Cores::new(1);
        assert_eq!(cores.submit(7, 0), 7);
        cores.submit(7, 3_000);
        assert_eq!(cores.submit(7, 0), 10);
    }

    #[test]
    fn a_crash_forgets_queued_work_and_counts_only_what_was_done() {
        let mut cores = Cores::new(1);
        cores.submit(0, 10_000);
        cores.submit(0, 10_000);
        assert_eq!(cores.used_ns(4), 4_000);
        cores.reset(4);
        assert_eq!(cores.busy_ns(), 4_000);
        assert_eq!(cores.queued_us(4), 0);
        assert_eq!(cores.submit(4, 1_000), 5);
    }

    #[test]
    fn cores_that_come_are_free_and_cores_that_go_end_their_work() {
        let mut cores = Cores::new(2);
        cores.submit(0, 10_000);
        cores.submit(0, 30_000);
        cores.resize(4, 3);
        assert_eq!(cores.submit(4, 1_000), 5);
        cores.resize(6, 1);
        // The one that is free last stays; the other's 4 us are still to be used.
        assert_eq!((cores.len(), cores.queued_us(6)), (1, 24));
        assert_eq!(cores.used_ns(6), 6_000 + 6_000 + 1_000);
        assert_eq!(cores.used_ns(10), 10_000 + 10_000 + 1_000);
        assert_eq!(cores.submit(6, 1_000), 31);
        // Two for 4 us, three for 2, one for 4.
        assert_eq!(cores.offered_ns(10), 8_000 + 6_000 + 4_000);
    }

    #[test]
    fn every_schedule_matches_a_plain_search_for_the_earliest_core() {
        for seed in 0..100 {
            let mut stream = Stream::fork(seed, "cores", 0);
            let n = stream.between(1, 20);
            let mut cores = Cores::new(u32::try_from(n).unwrap());
            let mut model = vec![0_u64; usize::try_from(n).unwrap()];
            let mut now = 0;
            for _ in 0..500 {
                now += stream.exponential(5);
                let cost_ns = stream.exponential(5_000 * n);
                let core = model.iter_mut().min().unwrap();
                *core = (*core).max(now * 1_000) + cost_ns;
                let expected = core.div_ceil(1_000);
                assert_eq!(cores.submit(now, cost_ns), expected, "seed {seed}");
                assert!(cores.used_ns(now) <= n * now * 1_000, "seed {seed}");
            }
        }
    }
}
