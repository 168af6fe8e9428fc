//! Messages in flight, those together that left together: a slab with reusable slots, so that
//! sending and delivering allocate nothing.

use sim::Micros;

use crate::message::Payload;
use model::fact::SentFact;

/// The slot of a message that has none yet when it is sent.
pub(super) const NO_SLOT: u32 = u32::MAX;

/// A message as it travels: what is told of it, and what it carries.
pub(crate) struct Envelope {
    pub(crate) fact: SentFact,
    pub(crate) payload: Payload,
}

/// Messages in flight from one node to another that left together and end together; most are one
/// alone.
pub(crate) struct Flight {
    /// The number of the message that left first: events and the network know the flight by it.
    pub(crate) number: u64,
    pub(crate) first: Envelope,
    /// Those that left with it.
    pub(crate) rest: Vec<Envelope>,
    pub(crate) sent_us: Micros,
    /// How much later it arrives because packets were lost on its connection.
    pub(crate) held_us: Micros,
    /// Packets of it that are sent again.
    pub(crate) resent: u32,
    /// It is known when it ends.
    pub(crate) is_known: bool,
    /// It was told of parts of it that they have crossed.
    pub(crate) is_in_parts: bool,
    /// An event is due when it was thought to end.
    pub(crate) has_event: bool,
    /// It has arrived, and waits in the socket buffers of a process that stands still.
    pub(crate) in_buffer: bool,
}

/// A message that died while it waited for its link, which carries it all the same.
pub(crate) struct Ghost {
    pub(crate) fact: SentFact,
    pub(crate) sent_us: Micros,
    /// See [`Flight`].
    pub(crate) is_in_parts: bool,
}

impl Flight {
    /// What its link still has to do for it. A flight that waits for its link is one message alone.
    pub(crate) fn ghost(&self) -> Ghost {
        Ghost {
            fact: self.first.fact,
            sent_us: self.sent_us,
            is_in_parts: self.is_in_parts,
        }
    }

    /// What is told of each of its messages, in the order in which they left.
    pub(crate) fn facts(&self) -> impl Iterator<Item = &SentFact> {
        self.envelopes().map(|envelope| &envelope.fact)
    }

    /// Payload of all its messages.
    pub(crate) fn bytes(&self) -> u64 {
        self.facts().map(|fact| fact.bytes).sum()
    }

    fn envelopes(&self) -> impl Iterator<Item = &Envelope> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    fn envelopes_mut(&mut self) -> impl Iterator<Item = &mut Envelope> {
        std::iter::once(&mut self.first).chain(&mut self.rest)
    }
}

/// All messages in flight.
#[derive(Default)]
pub(crate) struct Flights {
    slots: Vec<Option<Flight>>,
    free: Vec<u32>,
}

impl Flights {
    /// Stores a flight, returns its slot.
    pub(crate) fn insert(&mut self, flight: Flight) -> u32 {
        if let Some(slot) = self.free.pop() {
            debug_assert!(self.slots[slot as usize].is_none());
            self.slots[slot as usize] = Some(flight);
            return slot;
        }
        self.slots.push(Some(flight));
        (self.slots.len() - 1) as u32
    }

    /// The slot that the next flight gets.
    pub(crate) fn next_slot(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.slots.len() as u32)
    }

    /// Takes the flight out, if the slot still holds the one of this number.
    pub(crate) fn take(&mut self, slot: u32, number: u64) -> Option<Flight> {
        let held = self.slots[slot as usize].as_ref()?;
        if held.number != number {
            return None;
        }
        self.free.push(slot);
        self.slots[slot as usize].take()
    }

    /// Takes out the flight that a slot was just seen to hold.
    pub(crate) fn take_held(&mut self, slot: u32) -> Flight {
        self.free.push(slot);
        let held = &mut self.slots[slot as usize];
        held.take().expect("it was just seen")
    }

    /// Every flight with its slot, in no promised order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Flight)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(slot, f)| Some((slot as u32, f.as_ref()?)))
    }

    /// The flight of this number, if the slot still holds it.
    pub(crate) fn get_mut(&mut self, slot: u32, number: u64) -> Option<&mut Flight> {
        let held = self.slots.get_mut(slot as usize)?.as_mut()?;
        (held.number == number).then_some(held)
    }

    /// The slot and number of each flight under way for whose first message `chosen` holds, by
    /// number. What waits in a buffer is not under way.
    pub(crate) fn chosen(&self, chosen: impl Fn(&SentFact) -> bool) -> Vec<(u32, u64)> {
        let held = self.iter();
        let held = held.filter(|(_, f)| !f.in_buffer && chosen(&f.first.fact));
        let mut found: Vec<(u64, u32)> = held.map(|(slot, f)| (f.number, slot)).collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|(number, slot)| (slot, number))
            .collect()
    }

    /// A message under way, by its own number.
    #[cold]
    pub(crate) fn envelope_mut(&mut self, message: u64) -> Option<&mut Envelope> {
        let flights = self.slots.iter_mut().flatten();
        let mut under_way = flights.filter(|flight| !flight.in_buffer);
        under_way.find_map(|flight| {
            let mut envelopes = flight.envelopes_mut();
            envelopes.find(|envelope| envelope.fact.flight == message)
        })
    }

    /// Takes one message out that is under way, by its own number; those with it fly on.
    #[cold]
    pub(crate) fn take_one(&mut self, message: u64) -> Option<Flight> {
        let is_meant = |fact: &SentFact| fact.flight == message;
        let mut under_way = self.iter().filter(|(_, flight)| !flight.in_buffer);
        let (slot, _) = under_way.find(|(_, flight)| flight.facts().any(is_meant))?;
        drop(under_way);
        let flight = self.slots[slot as usize].as_mut().expect("just found");
        if flight.rest.is_empty() {
            return Some(self.take_held(slot));
        }
        let taken = match flight.rest.iter().position(|other| is_meant(&other.fact)) {
            Some(place) => flight.rest.remove(place),
            None => std::mem::replace(&mut flight.first, flight.rest.remove(0)),
        };
        Some(Flight {
            number: message,
            first: taken,
            rest: Vec::new(),
            ..*flight
        })
    }
}
