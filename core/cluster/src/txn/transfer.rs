//! Bank transfers: two accounts are read at one timestamp, an amount is moved, both are written or
//! neither. A row holds a write id and no sum, so a balance is what the chain of transfers behind
//! its write id says: whoever knows what each transfer read knows every balance (see the checkers).

use crate::cluster::Cluster;
use crate::fact::{Observer, Outcome};
use crate::timestamp::Timestamp;

/// How much a transfer moves from its first account to its second: told by its number, so that
/// whoever sees write ids can reckon.
pub fn transfer_amount(request: u64) -> u64 {
    1 + request % 100
}

/// The second account of a transfer: half of the keys away, and so in another range if there are
/// several.
pub fn other_account(key: u64, keys: (u64, u64)) -> u64 {
    let span = keys.1 - keys.0;
    keys.0 + (key - keys.0 + span / 2) % span
}

impl<O: Observer> Cluster<O> {
    /// A transfer's start timestamp is known: it reads both accounts, at their leaders.
    pub(super) fn read_accounts(&mut self, slot: u32, request: u64, ts: Timestamp) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.read_ts = ts;
        self.next_part(slot, request);
    }

    /// A transfer has read both accounts: it writes them at once or not at all. Without timestamps
    /// there is no such thing, and it fails.
    pub(crate) fn write_transfer(&mut self, slot: u32, request: u64) {
        let live = self.requests.get(slot, request).expect("it is live");
        let (fact, start_ts) = (live.fact, live.read_ts);
        if start_ts == 0 {
            return self.complete(slot, request, Outcome::Failed, None, 0);
        }
        let (value_bytes, values) = (live.value_bytes, live.values);
        let other = other_account(fact.key, self.keys_of(&fact));
        let (low, high) = (fact.key.min(other), fact.key.max(other));
        let mut rows = vec![(low, value_bytes), (high, value_bytes)];
        rows.dedup();
        self.prewrite(slot, request, start_ts, rows, values);
    }
}
