//! Client requests in progress: what a gateway remembers of each until it ends.

use crate::message::Slot;
use std::collections::VecDeque;

use sim::{Micros, NodeId};

use super::parts::Task;
use model::config::{MixOp, OpKind, ReadMode, ValueKind};
use model::fact::{CountedFact, Outcome, RequestFact};
use model::ids::RequestId;
use model::timestamp::Timestamp;

/// What a client asks once a request is answered: the second half of an operation of its mix.
#[derive(Copy, Clone)]
pub(crate) struct Then {
    pub(super) op: OpKind,
    pub(super) key: u64,
    pub(super) operation: MixOp,
}

/// A client request that has not ended.
pub(super) struct Request {
    pub(super) fact: RequestFact,
    pub(super) invoked_us: Micros,
    pub(super) deadline_us: Micros,
    pub(super) value_bytes: u32,
    pub(super) values: ValueKind,
    pub(super) attempts: u64,
    /// Where the current attempt is, if one is out.
    pub(super) waiting_for: Option<NodeId>,
    /// The leader that the last refusal says to ask, where reads of the past go to the leader.
    pub(super) named: Option<NodeId>,
    /// Whether that attempt has left, as far as its gateway knows.
    pub(super) has_left: bool,
    /// When that attempt left, and how it is to be served.
    pub(super) sent_us: Micros,
    pub(super) serve: ReadMode,
    /// A closed workload's client and the epoch in which it sent this.
    pub(super) client: Option<(u32, u32)>,
    /// Slot and number of the request that it is part of.
    pub(super) parent: Option<(Slot, RequestId)>,
    /// What its client asks next, once it is answered.
    pub(super) then: Option<Then>,
    /// Time of the snapshot that it reads; 0 = the newest.
    pub(super) read_ts: Timestamp,
    /// Read index that came with the time; 0 = none.
    pub(super) applied_index: u64,
    /// While it waits for a time, or for its parts.
    pub(super) task: Option<Box<Task>>,
    /// Nothing is told of it but how it ends.
    pub(super) is_counted: bool,
}

impl Request {
    /// What is told of one that was only counted and ended as an ordinary request.
    pub(super) fn counted(&self, outcome: Outcome, value: u64) -> CountedFact {
        let fact = &self.fact;
        CountedFact {
            request: fact.request,
            workload: fact.workload.expect("a load's"),
            mode: fact.mode,
            gateway: fact.gateway,
            invoked_us: self.invoked_us,
            outcome,
            value,
        }
    }
}

/// After more attempts than these a leader that a refusal names is asked after a pause or in its
/// turn: two stores may name each other.
pub(super) const NAMED_AT_ONCE_MAX: u64 = 2;
/// Deadlines of one kind that are kept, whoever has ended.
const DUE_MIN: usize = 1 << 12;

/// Requests in progress, by slot, and their deadlines in order.
#[derive(Default)]
pub(super) struct Requests {
    slots: Vec<Option<Request>>,
    free: Vec<Slot>,
    invoked: u64,
    deadlines: Vec<Deadlines>,
}

/// Requests that wait as long as each other, so that whoever came first is due first.
#[derive(Default)]
pub(super) struct Deadlines {
    /// (deadline, slot, request), oldest deadline first.
    pub(super) due: VecDeque<(Micros, Slot, RequestId)>,
    /// When the event is due that looks at them, if there is one.
    pub(super) armed_us: Option<Micros>,
    /// With more than so many, those of requests that have ended are forgotten.
    thin_at: usize,
}

impl Requests {
    pub(super) fn get(&self, slot: Slot, request: RequestId) -> Option<&Request> {
        self.slots[slot.0 as usize]
            .as_ref()
            .filter(|r| r.fact.request == request)
    }

    pub(super) fn get_mut(&mut self, slot: Slot, request: RequestId) -> Option<&mut Request> {
        self.slots[slot.0 as usize]
            .as_mut()
            .filter(|r| r.fact.request == request)
    }

    /// The deadlines of this number: 0 goes by the setting, the others each by their workload.
    pub(super) fn deadlines(&mut self, number: u16) -> &mut Deadlines {
        let number = usize::from(number);
        if self.deadlines.len() <= number {
            self.deadlines.resize_with(number + 1, Deadlines::default);
        }
        &mut self.deadlines[number]
    }

    /// One more is due, no earlier than the others of its kind. How many are kept goes by how many
    /// are live, not by how many ended since the first of them was sent.
    pub(super) fn due(&mut self, of: u16, due: (Micros, Slot, RequestId)) {
        self.deadlines(of).due.push_back(due);
        let Requests {
            slots, deadlines, ..
        } = self;
        let own = &mut deadlines[usize::from(of)];
        if own.due.len() > own.thin_at.max(DUE_MIN) {
            let last = own.due.pop_back();
            own.due.retain(|&(_, slot, request)| {
                let held = slots[slot.0 as usize].as_ref();
                held.is_some_and(|live| live.fact.request == request)
            });
            own.due.extend(last);
            own.thin_at = 2 * own.due.len();
        }
    }

    /// Numbers a request.
    pub(super) fn next_id(&mut self) -> RequestId {
        self.invoked += 1;
        RequestId(self.invoked)
    }

    pub(super) fn insert(&mut self, request: Request) -> Slot {
        let slot = self.reserve();
        self.put(slot, request);
        slot
    }

    /// A slot for a read of which nothing is remembered here.
    #[inline]
    pub(super) fn reserve(&mut self) -> Slot {
        if let Some(slot) = self.free.pop() {
            return slot;
        }
        self.slots.push(None);
        Slot((self.slots.len() - 1) as u32)
    }

    /// Such a read has ended.
    #[inline]
    pub(super) fn give_back(&mut self, slot: Slot) {
        self.free.push(slot);
    }

    /// Remembers a request in a slot that was reserved.
    #[inline]
    pub(super) fn put(&mut self, slot: Slot, request: Request) {
        self.slots[slot.0 as usize] = Some(request);
    }

    pub(super) fn remove(&mut self, slot: Slot) -> Request {
        self.free.push(slot);
        self.slots[slot.0 as usize]
            .take()
            .expect("a request ends once")
    }

    /// Requests that entered at a gateway: slot, number, whether it writes. Parts come after what
    /// they are part of.
    pub(super) fn at_gateway(&self, gateway: NodeId) -> Vec<(Slot, RequestId, bool)> {
        let slots = self.slots.iter().enumerate();
        let here = slots.filter_map(|(slot, r)| Some((Slot(slot as u32), r.as_ref()?)));
        let here = here.filter(|(_, r)| r.fact.gateway == gateway);
        let mut found: Vec<(RequestId, Slot)> =
            here.map(|(slot, r)| (r.fact.request, slot)).collect();
        found.sort_unstable();
        let is_write = |slot: Slot| {
            let held = self.slots[slot.0 as usize].as_ref();
            held.is_some_and(|r| r.fact.op.is_write())
        };
        let each = found.into_iter();
        each.map(|(request, slot)| (slot, request, is_write(slot)))
            .collect()
    }

    /// Attempts that are out at a store: slot, request, gateway.
    pub(super) fn waiting_for(&self, store: NodeId) -> Vec<(Slot, RequestId, NodeId)> {
        let slots = self.slots.iter().enumerate();
        let waiting = slots.filter_map(|(slot, r)| Some((Slot(slot as u32), r.as_ref()?)));
        waiting
            .filter(|(_, r)| r.waiting_for == Some(store))
            .map(|(slot, r)| (slot, r.fact.request, r.fact.gateway))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_of_requests_that_have_ended_are_not_kept_for_long() {
        let mut requests = Requests::default();
        let slot = requests.reserve();
        for number in 1..=1_000_000 {
            requests.due(0, (60_000_000 + number, slot, RequestId(number)));
            assert!(requests.deadlines(0).due.len() <= DUE_MIN + 1);
        }
        let last = requests.deadlines(0).due.back().copied();
        assert_eq!(
            last,
            Some((61_000_000, slot, RequestId(1_000_000))),
            "the latest stays"
        );
    }
}
