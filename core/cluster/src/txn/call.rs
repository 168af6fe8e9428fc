//! Calls: a gateway's commands to ranges, each on its way to the leader of a key until it is
//! answered. A call that is refused goes where the refusal points, one that stays silent is
//! repeated, one whose rows are in several ranges now becomes several.

use kv::protobuf::varint_field;
use sim::{Micros, NodeId};

use crate::cluster::Cluster;
use crate::flight::Payload;
use crate::route::{Asked, News, epoch_bytes};
use crate::timeline::Event;
use crate::transport::client_label;
use kv::mvcc::{Command, Lock, Verdict};
use model::config::ValueKind;
use model::fact::{Fact, MessageType, Observer, Refusal};
use model::view::Epoch;

/// A call that was not answered by then is sent again: a message may be lost.
const SILENCE_US: Micros = 1_000_000;
/// Pause before a refused call is sent again when nobody named a leader; grows with the attempts.
const PAUSE_US: Micros = 10_000;
/// Most times the pause is added up.
const PAUSE_STEPS: u32 = 10;

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
    Read { slot: u32, request: u64 },
    /// A prewrite, by the call's place and number.
    Prewrite { place: u32, number: u32 },
}

/// A gateway's command on its way.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(super) gateway: NodeId,
    /// The slot of the request that it serves.
    slot: u32,
    pub(super) purpose: Purpose,
    pub(super) command: Command,
    /// Its leader is the one of this key.
    key: u64,
    values: ValueKind,
    /// Given up after this.
    until_us: Micros,
    number: u32,
    attempts: u32,
    waiting_for: Option<NodeId>,
}

/// A call as it travels.
#[derive(Clone, Debug)]
pub(crate) struct CallPayload {
    pub(crate) place: u32,
    pub(crate) number: u32,
    pub(crate) key: u64,
    pub(crate) values: ValueKind,
    pub(crate) command: Command,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}

impl CallPayload {
    /// Its keys and epoch.
    pub(super) fn asked(&self) -> Asked {
        let last = self.command.keys().max().unwrap_or(self.key);
        Asked {
            key: self.key,
            rows: (last.saturating_sub(self.key) + 1) as u32,
            epoch: self.epoch,
        }
    }
}

/// What a store says to a call.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Answer {
    Verdict(Verdict),
    /// It did nothing; the leader that it knows, if any.
    Refused(Refusal, Option<NodeId>),
}

impl Call {
    pub(super) fn new(
        gateway: NodeId,
        slot: u32,
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

impl Call {
    /// The slot of the request that it serves.
    pub(super) fn slot(&self) -> u32 {
        self.slot
    }

    /// The key whose range it is for.
    pub(super) fn key(&self) -> u64 {
        self.key
    }
}

/// Calls that are not answered, by place.
#[derive(Default)]
pub(super) struct Calls {
    places: Vec<Option<Call>>,
    free: Vec<u32>,
    made: u32,
}

impl Calls {
    fn insert(&mut self, mut call: Call) -> (u32, u32) {
        self.made += 1;
        call.number = self.made;
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            (self.places.len() - 1) as u32
        });
        self.places[place as usize] = Some(call);
        (place, self.made)
    }

    fn get(&self, place: u32, number: u32) -> Option<&Call> {
        let held = self.places.get(place as usize)?.as_ref();
        held.filter(|call| call.number == number)
    }

    pub(super) fn get_mut(&mut self, place: u32, number: u32) -> Option<&mut Call> {
        let held = self.places.get_mut(place as usize)?.as_mut();
        held.filter(|call| call.number == number)
    }

    fn remove(&mut self, place: u32, number: u32) -> Option<Call> {
        self.get_mut(place, number)?;
        self.free.push(place);
        self.places[place as usize].take()
    }

    fn forget_if(&mut self, goes: impl Fn(&Call) -> bool) {
        for (place, held) in self.places.iter_mut().enumerate() {
            if held.as_ref().is_some_and(&goes) {
                *held = None;
                self.free.push(place as u32);
            }
        }
    }

    /// A transaction is not waited for any more.
    pub(super) fn forget(&mut self, request: u64) {
        let own = |p: Purpose| matches!(p, Purpose::Prewrite | Purpose::CommitPrimary);
        self.forget_if(|call| call.command.request == request && own(call.purpose));
    }

    pub(super) fn forget_all(&mut self, gateway: NodeId) {
        self.forget_if(|call| call.gateway == gateway);
    }

    fn waiting_for(&self, store: NodeId) -> Vec<(u32, u32, u32, NodeId)> {
        let held = self.places.iter().enumerate();
        let held = held.filter_map(|(place, call)| Some((place as u32, call.as_ref()?)));
        held.filter(|(_, call)| call.waiting_for == Some(store))
            .map(|(place, call)| (place, call.number, call.attempts, call.gateway))
            .collect()
    }
}

impl<O: Observer> Cluster<O> {
    /// Begins a call.
    pub(super) fn call(&mut self, call: Call) {
        let (place, number) = self.txns.calls.insert(call);
        self.send_call(place, number);
    }

    /// Sends a call to the believed leader of its key, and looks after it later.
    fn send_call(&mut self, place: u32, number: u32) {
        self.cut_call(place, number);
        let now = self.now();
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        let (gateway, key) = (call.gateway, call.key);
        if call.until_us <= now {
            self.txns.calls.remove(place, number);
            return;
        }
        let (range, _) = self.range_for(gateway, key);
        let to = self.believed_leader(gateway, key);
        let epoch = self.believed_epoch(gateway, key);
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        call.attempts += 1;
        call.waiting_for = Some(to);
        let attempt = call.attempts;
        let request = call.command.request;
        let payload = CallPayload {
            place,
            number,
            key,
            values: call.values,
            command: call.command.clone(),
            epoch,
        };
        let bytes = varint_field(request)
            + varint_field(u64::from(range))
            + call.command.wire_bytes()
            + epoch_bytes(epoch);
        let label = client_label(MessageType::TxnRequest, range, bytes, request);
        self.send(gateway, to, label, Payload::Call(Box::new(payload)));
        self.look_after(place, number, attempt, SILENCE_US);
    }

    /// Rows that a range has lost since become a call of their own. Of a transaction's primary
    /// range they are left to the second round of commits.
    fn cut_call(&mut self, place: u32, number: u32) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        let (gateway, key) = (call.gateway, call.key);
        let (_, end_key) = self.range_for(gateway, key);
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        let rows = &mut call.command.rows;
        let keep = rows.partition_point(|(key, _)| *key < end_key);
        if keep == rows.len() {
            return;
        }
        let beyond = rows.split_off(keep);
        if call.purpose == Purpose::CommitPrimary {
            return;
        }
        let mut other = call.clone();
        other.key = beyond[0].0;
        other.command.rows = beyond;
        if call.purpose == Purpose::Prewrite {
            let request = call.command.request;
            if let Some(txn) = self.txns.get_mut(request) {
                txn.open += 1;
            }
        }
        self.call(other);
    }

    fn look_after(&mut self, place: u32, number: u32, attempt: u32, delay_us: Micros) {
        let event = Event::Call {
            place,
            number,
            attempt,
        };
        self.at(self.now() + delay_us, event);
    }

    /// A call stayed without an answer, or its pause is over: again, unless much has happened.
    pub(crate) fn call_again(&mut self, place: u32, number: u32, attempt: u32) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        if call.attempts != attempt {
            return;
        }
        let (gateway, key) = (call.gateway, call.key);
        if let Some(silent) = call.waiting_for.take() {
            self.avoid(gateway, key, silent);
        }
        self.send_call(place, number);
    }

    /// The request that a call serves, 0 = it is over.
    pub(crate) fn request_of_call(&self, place: u32, number: u32) -> u64 {
        let call = self.txns.calls.get(place, number);
        call.map_or(0, |call| call.command.request)
    }

    /// A waiting call is sent again after a pause.
    pub(super) fn pause_call(&mut self, place: u32, number: u32) {
        if let Some(call) = self.txns.calls.get_mut(place, number) {
            call.waiting_for = None;
            let attempt = call.attempts;
            let delay_us = PAUSE_US * u64::from(attempt.min(PAUSE_STEPS));
            self.look_after(place, number, attempt, delay_us);
        }
    }

    /// A call that waited for a lock goes again at once.
    pub(super) fn resume_call(&mut self, place: u32, number: u32) {
        self.send_call(place, number);
    }

    /// The connection to a store is gone, and calls with it.
    pub(crate) fn break_calls(&mut self, store: NodeId) {
        for (place, number, attempt, gateway) in self.txns.calls.waiting_for(store) {
            if !self.transport.network.is_cut(store, gateway) {
                let delay_us = self.transport.network.delay_us(store, gateway);
                self.look_after(place, number, attempt, delay_us);
            }
        }
    }

    /// A store found down refuses the connection of a call.
    pub(crate) fn call_broken(&mut self, call: &CallPayload, delay_us: Micros) {
        let (place, number) = (call.place, call.number);
        if let Some(call) = self.txns.calls.get_mut(place, number) {
            let attempt = call.attempts;
            self.look_after(place, number, attempt, delay_us);
        }
    }

    /// A store's answer reaches the gateway.
    pub(crate) fn call_answered(
        &mut self,
        place: u32,
        number: u32,
        (by, range): (NodeId, u32),
        (answer, news): (Answer, News),
    ) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        let (gateway, key) = (call.gateway, call.key);
        match answer {
            Answer::Refused(why, leader) => {
                self.call_refused(place, number, (by, range), why, (leader, &news));
            }
            Answer::Verdict(verdict) => {
                self.learn_ranges(gateway, &news);
                self.learn_leader(gateway, key, range, by);
                self.verdict_arrived(place, number, by, verdict);
            }
        }
    }

    fn verdict_arrived(&mut self, place: u32, number: u32, by: NodeId, verdict: Verdict) {
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        if let (Purpose::Prewrite, Verdict::Locked(lock)) = (call.purpose, verdict) {
            call.waiting_for = None;
            // No attempt is out: what was looked after is not any more.
            call.attempts += 1;
            let (request, gateway, slot) = (call.command.request, call.gateway, call.slot);
            let why = Refusal::Locked;
            self.emit(Fact::Refused { request, by, why });
            let waiter = Waiter::Prewrite { place, number };
            return self.settle_lock(waiter, (gateway, slot, request), lock);
        }
        let call = self.txns.calls.remove(place, number).expect("just seen");
        match call.purpose {
            Purpose::Prewrite => self.prewritten(&call, verdict, by),
            Purpose::CommitPrimary => self.primary_committed(&call, verdict, by),
            Purpose::CommitSecondary => self.secondary_committed(&call, verdict),
            Purpose::Rollback => self.rolled_back(&call),
            Purpose::Check(waiter, lock) => self.lock_checked(&call, waiter, lock, verdict),
            Purpose::Resolve(waiter) => self.lock_resolved(&call, waiter),
        }
    }

    fn call_refused(
        &mut self,
        place: u32,
        number: u32,
        (by, range): (NodeId, u32),
        why: Refusal,
        (leader, news): (Option<NodeId>, &News),
    ) {
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        if call.waiting_for != Some(by) {
            return;
        }
        let (gateway, key, attempts) = (call.gateway, call.key, call.attempts);
        let request = call.command.request;
        self.emit(Fact::Refused { request, by, why });
        if why == Refusal::WrongRange {
            if self.learn_from_refusal(gateway, (key, range), by, news) {
                return self.send_call(place, number);
            }
            return self.pause_call(place, number);
        }
        match leader {
            Some(leader) => {
                self.learn_leader(gateway, key, range, leader);
                if attempts <= 2 {
                    return self.send_call(place, number);
                }
            }
            None => self.avoid(gateway, key, by),
        }
        self.pause_call(place, number);
    }
}
