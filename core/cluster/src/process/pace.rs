//! How busy a store says that it is: reads that wait for a core, times how long a read takes
//! lately (TiKV's estimated wait of its read pool, RFC 0105).

use sim::Micros;

/// Nanoseconds of a microsecond.
const NANOS: u64 = 1_000;
/// Weight of a new service time, as a part of eight.
const SERVICE_WEIGHT: u64 = 8;

/// How long reads occupy a core lately.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Pace {
    /// Moving mean of the core time of a read; 0 = none yet.
    service_ns: u64,
}

impl Pace {
    /// A read will take so much core time.
    pub(crate) fn learn(&mut self, service_ns: u64) {
        self.service_ns = if self.service_ns == 0 {
            service_ns
        } else {
            (self.service_ns * (SERVICE_WEIGHT - 1) + service_ns) / SERVICE_WEIGHT
        };
    }

    /// How long a read that comes now would wait behind `reads` that are running or waiting.
    pub(crate) fn wait_us(self, reads: u64, cores: u64) -> Micros {
        let waiting = (reads + 1).saturating_sub(cores);
        (waiting * self.service_ns / cores).div_ceil(NANOS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_waits_for_those_before_it() {
        let mut pace = Pace::default();
        assert_eq!(pace.wait_us(100, 2), 0, "nothing is known of its pace");
        pace.learn(500_000);
        assert_eq!(pace.wait_us(0, 2), 0, "a core is free");
        assert_eq!(pace.wait_us(1, 2), 0, "a core is free");
        assert_eq!(pace.wait_us(2, 2), 250);
        assert_eq!(pace.wait_us(9, 2), 2_000);
        for _ in 0..100 {
            pace.learn(100_000);
        }
        assert!((400..=410).contains(&pace.wait_us(9, 2)));
    }
}
