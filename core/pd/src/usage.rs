//! What a store counts for its reports: how much each replica was used, from which zone, and at
//! which keys. Memory of a process: a crash forgets it.

use sim::{Micros, ZoneId};

use crate::report::ZoneUse;

/// Keys of the last requests that are remembered (TiKV samples 20 for a split by load).
const SAMPLE_KEYS: usize = 32;

/// One replica's use since its last report.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Since when it counts.
    pub since_us: Micros,
    /// The life of the replica that it counts for.
    pub life: u32,
    /// Requests that it served.
    pub requests: u64,
    /// The same by zone of the gateway, zones without use left out.
    pub zones: Vec<ZoneUse>,
    keys: Vec<u64>,
    oldest: usize,
    /// What was last reported of the range as a leader: when, and a hash of what it was.
    pub told: Option<(Micros, u64)>,
}

impl Usage {
    /// Nothing yet, for a replica's life that is looked at from now on.
    pub fn of_life(life: u32, now: Micros) -> Self {
        Usage {
            life,
            since_us: now,
            ..Usage::default()
        }
    }

    /// Notes a request by a gateway of this zone; `anywhere` if any replica might have served it.
    pub fn count(&mut self, zone: ZoneId, anywhere: bool, key: u64) {
        let position = self.zones.iter().position(|known| known.zone == zone);
        let position = position.unwrap_or_else(|| {
            self.zones.push(ZoneUse {
                zone,
                reads: 0,
                others: 0,
            });
            self.zones.len() - 1
        });
        let by = &mut self.zones[position];
        by.reads += u64::from(anywhere);
        by.others += u64::from(!anywhere);
        self.requests += 1;
        if self.keys.len() < SAMPLE_KEYS {
            self.keys.push(key);
        } else {
            self.keys[self.oldest] = key;
            self.oldest = (self.oldest + 1) % SAMPLE_KEYS;
        }
    }

    /// The key below which about half of the sample is; 0 = the sample is small or of one key.
    pub fn halfway_key(&self) -> u64 {
        if self.keys.len() < SAMPLE_KEYS {
            return 0;
        }
        let mut keys: Vec<(u64, u32)> = self.keys.iter().map(|&key| (key, 0)).collect();
        keys.sort_unstable();
        let middle = keys[SAMPLE_KEYS / 2].0;
        if middle == keys[0].0 { 0 } else { middle }
    }

    /// Begins a new interval; the sample stays.
    pub fn restart(&mut self, now: Micros) {
        self.since_us = now;
        self.requests = 0;
        self.zones.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halfway_key_has_half_of_the_last_requests_on_each_side() {
        let mut usage = Usage::default();
        for _ in 0..100 {
            usage.count(ZoneId(0), true, 900);
        }
        assert_eq!(usage.halfway_key(), 0, "one key alone cannot be split");
        for key in 0..32 {
            usage.count(ZoneId(0), true, key);
        }
        assert_eq!(usage.halfway_key(), 16);
    }
}
