//! What a gateway remembers of stores and of data, to choose by: how busy a store said that it is,
//! how long its answers took, how long a row is. It knows nothing that no answer told it.

use sim::Micros;

/// An answer older than this says nothing about the present; one read finds out anew.
const LATENCY_FRESH_US: Micros = 1_000_000;
/// Weight of a new latency, as a part of four.
const LATENCY_WEIGHT: u64 = 4;
/// Weight of a new row length, as a part of sixteen.
const ROW_WEIGHT: u64 = 16;

/// What is known of a store.
#[derive(Copy, Clone, Debug, Default)]
struct Known {
    /// How long reads waited there, and when it said so.
    wait_us: Micros,
    wait_at_us: Micros,
    /// Of small and of large reads.
    latency: [Latency; 2],
}

/// How long answers took lately.
#[derive(Copy, Clone, Debug, Default)]
struct Latency {
    /// Moving mean; 0 = no answer yet.
    mean_us: Micros,
    /// When it was last learned, or is being found out anew.
    at_us: Micros,
}

/// A gateway's memory of stores and rows.
#[derive(Clone, Debug)]
pub(crate) struct Experience {
    stores: Vec<Known>,
    /// Mean length of a row in an answer, in sixteenths of a byte.
    row_bytes_x16: u64,
}

impl Experience {
    /// Of stores that never answered; statistics say how long a row is.
    pub(crate) fn new(stores: usize, row_bytes: u32) -> Self {
        Experience {
            stores: vec![Known::default(); stores],
            row_bytes_x16: u64::from(row_bytes) * ROW_WEIGHT,
        }
    }

    /// What an answer of so many rows is estimated to take.
    pub(crate) fn estimate_bytes(&self, rows: u32) -> u64 {
        u64::from(rows) * self.row_bytes_x16 / ROW_WEIGHT
    }

    /// An answer of so many rows took so many bytes.
    pub(crate) fn learn_rows(&mut self, rows: u64, bytes: u64) {
        if let Some(row_bytes) = bytes.checked_div(rows) {
            self.row_bytes_x16 += row_bytes;
            self.row_bytes_x16 -= self.row_bytes_x16 / (ROW_WEIGHT + 1);
        }
    }

    /// A store said that a read would wait so long.
    pub(crate) fn learn_wait(&mut self, store: usize, wait_us: Micros, now: Micros) {
        self.stores[store].wait_us = wait_us;
        self.stores[store].wait_at_us = now;
    }

    /// How long a read would wait at a store by now, if it worked on what it had.
    pub(crate) fn wait_us(&self, store: usize, now: Micros) -> Micros {
        let known = &self.stores[store];
        known.wait_us.saturating_sub(now - known.wait_at_us)
    }

    /// An answer took so long.
    pub(crate) fn learn_latency(
        &mut self,
        store: usize,
        large: bool,
        took_us: Micros,
        now: Micros,
    ) {
        let known = &mut self.stores[store].latency[usize::from(large)];
        known.mean_us = if known.mean_us == 0 {
            took_us
        } else {
            (known.mean_us * (LATENCY_WEIGHT - 1) + took_us) / LATENCY_WEIGHT
        };
        known.at_us = now;
    }

    /// How long a read would take there: what answers took lately, or a round trip while that is
    /// not known or long ago.
    pub(crate) fn latency_us(
        &self,
        store: usize,
        large: bool,
        round_trip_us: Micros,
        now: Micros,
    ) -> Micros {
        let known = &self.stores[store].latency[usize::from(large)];
        let unknown = known.mean_us == 0 || now - known.at_us > LATENCY_FRESH_US;
        if unknown {
            round_trip_us
        } else {
            known.mean_us
        }
    }

    /// A read is on its way there: no second one needs to find out what is long ago.
    pub(crate) fn mark_asked(&mut self, store: usize, large: bool, now: Micros) {
        self.stores[store].latency[usize::from(large)].at_us = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_row_follows_the_answers() {
        let mut known = Experience::new(1, 200);
        assert_eq!(known.estimate_bytes(100), 20_000);
        for _ in 0..500 {
            known.learn_rows(100, 100 * 1_000);
        }
        assert!((95_000..=100_000).contains(&known.estimate_bytes(100)));
        for _ in 0..500 {
            known.learn_rows(1, 50);
        }
        assert!((4_500..=5_100).contains(&known.estimate_bytes(100)));
        known.learn_rows(0, 30);
    }

    #[test]
    fn a_busy_store_works_off_what_it_had() {
        let mut known = Experience::new(2, 100);
        known.learn_wait(1, 5_000, 1_000);
        assert_eq!(known.wait_us(1, 1_000), 5_000);
        assert_eq!(known.wait_us(1, 4_000), 2_000);
        assert_eq!(known.wait_us(1, 60_000), 0);
        assert_eq!(known.wait_us(0, 1_000), 0);
    }

    #[test]
    fn what_was_learned_long_ago_is_found_out_anew_by_one_read() {
        let mut known = Experience::new(1, 100);
        assert_eq!(known.latency_us(0, true, 300, 0), 300, "nobody knows yet");
        known.learn_latency(0, true, 8_000, 10);
        assert_eq!(known.latency_us(0, true, 300, 20), 8_000);
        assert_eq!(known.latency_us(0, false, 300, 20), 300, "small is another");
        known.learn_latency(0, true, 4_000, 30);
        assert_eq!(known.latency_us(0, true, 300, 40), 7_000);
        let later = 40 + 2 * LATENCY_FRESH_US;
        assert_eq!(known.latency_us(0, true, 300, later), 300);
        known.mark_asked(0, true, later);
        assert_eq!(known.latency_us(0, true, 300, later), 7_000);
    }
}
