//! Messages of which it is not known when they are sent when they arrive, since they share their
//! link: told as they leave it. It must not know who sends, who receives, or what is in them.

use sim::{Network, Sorted, Ticket};

use super::flight::{Flight, Flights, Ghost, NO_SLOT};
use crate::timeline::{Event, Timeline};
use model::fact::Observer;

/// What is known of such messages beside their flights.
#[derive(Default)]
pub(super) struct Arrivals {
    /// Slots of counted reads that became ordinary requests under way, by flight.
    adopted: Sorted<u64, u32>,
    /// Messages that died while they waited for their link, by flight.
    ghosts: Sorted<u64, Ghost>,
}

impl Arrivals {
    /// Messages of which it is known now when they arrive get their event, unless they have it.
    pub(super) fn schedule(
        &mut self,
        network: &mut Network,
        flights: &mut Flights,
        (time, facts): (&mut Timeline, &mut dyn Observer),
    ) {
        let now = time.now();
        for part in network.parts() {
            let slot = self.slot_of(part.ticket, part.number);
            if let Some(flight) = flights.get_mut(slot, part.number) {
                flight.is_in_parts = true;
                facts.crossed(now, &flight.first.fact, &part);
            } else if let Some(ghost) = self.ghosts.get_mut(&part.number) {
                ghost.is_in_parts = true;
                facts.crossed(now, &ghost.fact, &part);
            }
        }
        for arrival in network.known() {
            let number = arrival.number;
            let slot = self.slot_of(arrival.ticket, number);
            if arrival.ticket.slot == NO_SLOT {
                self.adopted.remove(&number);
            }
            let Some(flight) = flights.get_mut(slot, number) else {
                if let Some(mut ghost) = self.ghosts.remove(&number)
                    && !ghost.is_in_parts
                {
                    ghost.fact.end_us = arrival.end_us;
                    facts.decided(ghost.sent_us, &ghost.fact);
                }
                continue;
            };
            let is_due = flight.has_event && flight.first.fact.end_us == arrival.end_us;
            flight.first.fact.end_us = arrival.end_us;
            flight.held_us = arrival.held_us;
            flight.is_known = true;
            if !flight.is_in_parts {
                facts.decided(flight.sent_us, &flight.first.fact);
            }
            if !is_due {
                let event = Event::Arrive { slot, number };
                time.at_with_cause(arrival.end_us, event, arrival.ticket.cause);
            }
        }
    }

    /// A counted read became an ordinary request while its message was under way.
    pub(super) fn adopt(&mut self, flight: u64, slot: u32) {
        self.adopted.insert(flight, slot);
    }

    /// A message died that waits for its link, which carries it all the same.
    pub(super) fn keep_ghost(&mut self, flight: &Flight) {
        self.ghosts.insert(flight.number, flight.ghost());
    }

    fn slot_of(&self, ticket: Ticket, number: u64) -> u32 {
        match ticket.slot {
            NO_SLOT => self.adopted.get(&number).copied().unwrap_or(NO_SLOT),
            slot => slot,
        }
    }
}
