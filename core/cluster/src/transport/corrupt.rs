//! Bits that shall flip under way. It must not know what notices them.

use sim::{NodeId, Place, ZoneId};

use crate::message::{Framed, Payload};
use model::fact::SentFact;

/// Appends that shall arrive corrupt.
struct Corruption {
    from: Place,
    to: Place,
    messages: u32,
}

/// All that are still to come.
#[derive(Default)]
pub(super) struct Corruptions(Vec<Corruption>);

impl Corruptions {
    /// The next `messages` appends with entries from one place to the other arrive corrupt.
    pub(super) fn add(&mut self, from: Place, to: Place, messages: u32) {
        self.0.push(Corruption { from, to, messages });
    }

    /// Whether one of them is for the message that was just sent; then it is spent.
    pub(super) fn spend_on(&mut self, fact: &SentFact, zone_of: impl Fn(NodeId) -> ZoneId) -> bool {
        if fact.entries == 0 || self.0.is_empty() {
            return false;
        }
        let is_at = |place: Place, node: NodeId| match place {
            Place::Node(at) => at == node,
            Place::Zone(zone) => zone_of(node) == zone,
        };
        let is_due = |c: &Corruption| is_at(c.from, fact.from) && is_at(c.to, fact.to);
        let Some(due) = self.0.iter().position(is_due) else {
            return false;
        };
        self.0[due].messages -= 1;
        if self.0[due].messages == 0 {
            self.0.remove(due);
        }
        true
    }
}

/// Flips a bit of a Raft message. One that is no frame gets a checksum first: TCP or TLS would
/// notice there.
pub(super) fn flip_a_bit(payload: &mut Payload, place: u64) {
    if let Payload::Lean(lean) = payload {
        *payload = Payload::Raft(lean.message());
    }
    if let Some(framed) = Framed::plain(payload) {
        *payload = Payload::Frame(Box::new(framed));
    }
    if let Payload::Frame(framed) = payload {
        framed.corrupt(place);
    }
}
