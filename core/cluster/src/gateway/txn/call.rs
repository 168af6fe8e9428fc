//! Calls: a gateway's commands to ranges, and the book of those that are not answered. It knows
//! nothing of how they travel.

use crate::message::{Place, Slot};
use sim::{Micros, NodeId};

use kv::mvcc::{Command, Lock};
use model::config::ValueKind;
use model::ids::RequestId;

/// What a call is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Prewrite,
    CommitPrimary,
    CommitSecondary,
    Rollback,
    /// Asks the primary row of a lock that somebody met.
    Check(Waiter, Lock),
    /// Settles that lock.
    Resolve(Waiter),
}

/// Who waits for a lock to go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Waiter {
    /// A read, by the request's slot and number.
    Read { slot: Slot, request: RequestId },
    /// A prewrite, by the call's place and number.
    Prewrite { place: Place, number: u32 },
}

/// A gateway's command on its way.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(super) gateway: NodeId,
    /// The slot of the request that it serves.
    pub(super) slot: Slot,
    pub(super) purpose: Purpose,
    pub(super) command: Command,
    /// Its leader is the one of this key.
    pub(super) key: u64,
    pub(super) values: ValueKind,
    /// Given up after this.
    pub(super) until_us: Micros,
    pub(super) number: u32,
    pub(super) attempts: u32,
    pub(super) waiting_for: Option<NodeId>,
}

impl Call {
    pub(super) fn new(
        gateway: NodeId,
        slot: Slot,
        purpose: Purpose,
        command: Command,
        key: u64,
        values: ValueKind,
        until_us: Micros,
    ) -> Self {
        Call {
            gateway,
            slot,
            purpose,
            command,
            key,
            values,
            until_us,
            number: 0,
            attempts: 0,
            waiting_for: None,
        }
    }
}

/// Calls that are not answered, by place.
#[derive(Default)]
pub(super) struct Calls {
    places: Vec<Option<Call>>,
    free: Vec<Place>,
    made: u32,
}

impl Calls {
    pub(super) fn insert(&mut self, mut call: Call) -> (Place, u32) {
        self.made += 1;
        call.number = self.made;
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            Place((self.places.len() - 1) as u32)
        });
        self.places[place.0 as usize] = Some(call);
        (place, self.made)
    }

    pub(super) fn get(&self, place: Place, number: u32) -> Option<&Call> {
        let held = self.places.get(place.0 as usize)?.as_ref();
        held.filter(|call| call.number == number)
    }

    pub(super) fn get_mut(&mut self, place: Place, number: u32) -> Option<&mut Call> {
        let held = self.places.get_mut(place.0 as usize)?.as_mut();
        held.filter(|call| call.number == number)
    }

    pub(super) fn remove(&mut self, place: Place, number: u32) -> Option<Call> {
        self.get_mut(place, number)?;
        self.free.push(place);
        self.places[place.0 as usize].take()
    }

    fn forget_if(&mut self, goes: impl Fn(&Call) -> bool) {
        for (place, held) in self.places.iter_mut().enumerate() {
            if held.as_ref().is_some_and(&goes) {
                *held = None;
                self.free.push(Place(place as u32));
            }
        }
    }

    /// A transaction is not waited for any more.
    pub(super) fn forget(&mut self, request: RequestId) {
        let own = |p: Purpose| matches!(p, Purpose::Prewrite | Purpose::CommitPrimary);
        self.forget_if(|call| call.command.request == request && own(call.purpose));
    }

    pub(super) fn forget_all(&mut self, gateway: NodeId) {
        self.forget_if(|call| call.gateway == gateway);
    }

    pub(super) fn waiting_for(&self, store: NodeId) -> Vec<(Place, u32, u32, NodeId)> {
        let held = self.places.iter().enumerate();
        let held = held.filter_map(|(place, call)| Some((Place(place as u32), call.as_ref()?)));
        held.filter(|(_, call)| call.waiting_for == Some(store))
            .map(|(place, call)| (place, call.number, call.attempts, call.gateway))
            .collect()
    }
}
