//! For tests: makes a relay of two appends that are in flight, whoever their receivers are. The
//! leader's own choice keeps a delegate with a stale suffix out; exactness must not depend on that
//! choice, and the test that shows it needs such a delegate.

use prost::Message as _;
use raft::eraftpb::Message;

use super::AnyCluster;
use crate::message::{Forward, Label, Payload, RelayAppend};
use model::fact::{Death, MessageType, SentFact};

impl AnyCluster {
    /// Replaces two appends of one leader by a relay: the first one's receiver is the delegate.
    ///
    /// # Panics
    ///
    /// If either is not an append in flight.
    pub fn relay_in_flight(&mut self, delegate_flight: u64, member_flight: u64) {
        let (fact, inner) = self.take_append(delegate_flight);
        let (_, member) = self.take_append(member_flight);
        let leader = inner.from;
        let forwards = vec![Forward::of(&member)];
        let relay = RelayAppend::new(leader, inner.term, Some(inner), forwards);
        let bytes = relay.encoded_len() as u64;
        let label = Label {
            term: fact.term,
            index: fact.index,
            entries: fact.entries,
            ..Label::new(MessageType::RelayAppend, fact.range, bytes)
        };
        let payload = Payload::Relay(Box::new(relay));
        let (store, mut cx) = self.at_store(fact.from);
        let sender = store.replica_of_peer(fact.range, leader);
        let sender = sender.expect("it has sent an append");
        let (replica, cx) = &mut store.at_replica(&mut cx, sender);
        let note = replica.piggyback(cx, label.what, leader);
        cx.send_with(fact.to, label, payload, note);
        self.finish_event();
    }

    fn take_append(&mut self, number: u64) -> (SentFact, Message) {
        let found = self.transport.flights.take_one(number);
        let flight = found.expect("it is in flight");
        let fact = flight.first.fact;
        let Payload::Raft(message) = &flight.first.payload else {
            panic!("it is an append")
        };
        let message = Message::clone(message);
        self.die(flight, Death::Dropped);
        (fact, message)
    }
}
