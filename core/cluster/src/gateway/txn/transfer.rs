//! Bank transfers: two accounts are read at one timestamp, an amount is moved, both are written or
//! neither. A row holds a write id and no sum, so a balance is what the chain of transfers behind
//! its write id says: whoever knows what each transfer read knows every balance (see the checkers).

use crate::context::Context;
use crate::gateway::Gateways;
use crate::message::Slot;
use model::fact::Outcome;
use model::ids::RequestId;
use model::timestamp::Timestamp;

/// The accounts of a transfer: the first one's key, and how many keys on the second one lies. Half
/// of the keys, and so in another range if there are several.
pub(in crate::gateway) fn accounts(key: u64, keys: (u64, u64)) -> (u64, u32) {
    let half = ((keys.1 - keys.0) / 2).max(1);
    let distance = half.min(keys.1 - keys.0 - 1);
    (keys.0 + (key - keys.0) % half, distance as u32)
}

impl Gateways {
    /// The start timestamp is known of a write that goes by what it reads: of a transfer both
    /// accounts, of an update all its rows, at their leaders.
    pub(super) fn read_first(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        ts: Timestamp,
    ) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.read_ts = ts;
        self.next_part(cx, slot, request);
    }

    /// A transfer or an update has read its rows: it writes them all or none. Without timestamps
    /// there is no such thing, and it fails.
    pub(in crate::gateway) fn write_what_was_read(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
    ) {
        let live = self.requests.get(slot, request).expect("it is live");
        let (fact, start_ts) = (live.fact, live.read_ts);
        if start_ts == 0 {
            return self.complete(cx, slot, request, Outcome::Failed, None, 0);
        }
        let (value_bytes, values) = (live.value_bytes, live.values);
        let keys = fact.written_keys();
        let rows = keys.map(|key| (key, value_bytes)).collect();
        self.prewrite(cx, slot, request, start_ts, rows, values);
    }
}
