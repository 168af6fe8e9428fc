//! Which key a workload's next request is about: draws from its distribution, by a stream of its
//! own. It must not know what is asked of the key.

use sim::{Stream, Zipf, scattered};

use model::config::{
    INSERT_ROWS, INSERT_ROWS_EACH, INSERT_TABLES, KeyDistribution, WorkloadConfig,
};

/// The first row of an insert transaction in the first of its tables, and how many keys on the next
/// table begins. Of a key that counts the rows that were inserted.
pub(super) fn tables(key: u64, (first, end): (u64, u64)) -> (u64, u32) {
    let table_keys = (end - first) / INSERT_TABLES;
    let places = (table_keys / INSERT_ROWS_EACH).max(1);
    let place = (key - first) / u64::from(INSERT_ROWS) % places;
    (first + place * INSERT_ROWS_EACH, table_keys as u32)
}

/// A workload's draws of keys.
pub(super) struct KeyChoice {
    stream: Stream,
    zipf: Option<Zipf>,
    /// Newest of the keys, counted from their first, if this is the workload that keeps it.
    newest: u64,
    /// The first workload that draws the latest of the same keys: it keeps the newest for all.
    newest_at: Option<usize>,
}

impl KeyChoice {
    /// Of the workload at this position. The table's last row is the newest at first.
    pub(super) fn new(all: &[WorkloadConfig], position: usize, stream: Stream) -> Self {
        let config = &all[position];
        let keys = config.keys.1 - config.keys.0;
        let is_latest =
            |one: &WorkloadConfig| matches!(one.distribution, KeyDistribution::Latest { .. });
        let mut homes = all.iter();
        let home = homes.position(|one| is_latest(one) && one.keys == config.keys);
        let zipf = match config.distribution {
            KeyDistribution::Zipfian { theta_milli } | KeyDistribution::Latest { theta_milli } => {
                Some(Zipf::new(keys, theta_milli))
            }
            _ => None,
        };
        KeyChoice {
            stream,
            zipf,
            newest: keys - 1,
            newest_at: home.filter(|_| is_latest(config)),
        }
    }

    /// From now on its draws come from this stream.
    pub(super) fn redraw(&mut self, stream: Stream) {
        self.stream = stream;
    }

    /// A key, counted from the first; of the latest, how many are newer.
    pub(super) fn draw(&mut self, config: &WorkloadConfig) -> u64 {
        let (first, end) = config.keys;
        let keys = end - first;
        let stream = &mut self.stream;
        match (config.distribution, &self.zipf) {
            (KeyDistribution::Uniform, _) => stream.below(keys),
            (KeyDistribution::Zipfian { .. }, Some(zipf)) => scattered(zipf.draw(stream), keys),
            (KeyDistribution::Latest { .. }, Some(zipf)) => zipf.draw(stream),
            (KeyDistribution::Hotspot { hot_keys, requests }, _) => {
                if stream.chance(requests) || hot_keys == keys {
                    stream.below(hot_keys)
                } else {
                    hot_keys + stream.below(keys - hot_keys)
                }
            }
            (KeyDistribution::One { key }, _) => key - first,
            (KeyDistribution::Zipfian { .. } | KeyDistribution::Latest { .. }, None) => {
                panic!("such a workload has its ranks")
            }
        }
    }

    /// The workload that keeps the newest key, if draws count from it.
    pub(super) fn newest_at(&self) -> Option<usize> {
        self.newest_at
    }

    /// The newest key of all workloads that share it.
    pub(super) fn newest_mut(&mut self) -> &mut u64 {
        &mut self.newest
    }
}
