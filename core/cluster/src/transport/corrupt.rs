//! Bits that flip under way. It must not know what notices them.

use sim::NodeId;

use super::Transport;
use crate::message::{Framed, Payload};
use model::fact::SentFact;
use model::operation::WhyUndone;

/// Appends that shall arrive corrupt.
pub(super) struct Corruption {
    from: sim::Place,
    to: sim::Place,
    messages: u32,
}

impl Transport {
    /// Flips a bit of a Raft message that is under way; nothing if there is no such message. One
    /// that is no frame gets a checksum first: TCP or TLS would notice there.
    pub(crate) fn corrupt_flight(&mut self, number: u64) -> Result<(), WhyUndone> {
        let place = sim::mix(self.seed, number);
        let found = self.flights.chosen(|f| f.flight == number);
        if found.is_empty() {
            return Err(WhyUndone::NotInFlight);
        }
        for (slot, number) in found {
            let mut flight = self.flights.take(slot, number).expect("just chosen");
            if let Some(framed) = Framed::plain(&flight.payload) {
                flight.payload = Payload::Frame(Box::new(framed));
            }
            if let Payload::Frame(framed) = &mut flight.payload {
                framed.corrupt(place);
            }
            self.flights.put_back(slot, flight);
        }
        Ok(())
    }

    /// The next `messages` appends with entries from one place to the other arrive corrupt.
    pub(crate) fn corrupt_next(&mut self, from: sim::Place, to: sim::Place, messages: u32) {
        self.corruptions.push(Corruption { from, to, messages });
    }

    /// Corrupts the message that was just sent if one of the corruptions that wait is for it.
    pub(super) fn corrupt_if_due(&mut self, fact: &SentFact) {
        if fact.entries == 0 {
            return;
        }
        let is_at = |place: sim::Place, node: NodeId| match place {
            sim::Place::Node(at) => at == node,
            sim::Place::Zone(zone) => self.network.zone_of(node) == zone,
        };
        let is_due = |c: &Corruption| is_at(c.from, fact.from) && is_at(c.to, fact.to);
        let Some(due) = self.corruptions.iter().position(is_due) else {
            return;
        };
        self.corruptions[due].messages -= 1;
        if self.corruptions[due].messages == 0 {
            self.corruptions.remove(due);
        }
        // It is gone already if the network refused it.
        let _ = self.corrupt_flight(fact.flight);
    }
}
