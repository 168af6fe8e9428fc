//! Messages in flight: a slab with reusable slots, so that sending and delivering allocate nothing.

use sim::Micros;

use crate::message::Payload;
use model::fact::SentFact;

/// The slot of a message that has none yet when it is sent.
pub(super) const NO_SLOT: u32 = u32::MAX;

/// A message in flight.
pub(crate) struct Flight {
    pub(crate) fact: SentFact,
    pub(crate) sent_us: Micros,
    pub(crate) payload: Payload,
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
    /// What its link still has to do for it.
    pub(crate) fn ghost(&self) -> Ghost {
        Ghost {
            fact: self.fact,
            sent_us: self.sent_us,
            is_in_parts: self.is_in_parts,
        }
    }
}

/// All messages in flight.
#[derive(Default)]
pub(crate) struct Flights {
    slots: Vec<Option<Flight>>,
    free: Vec<u32>,
}

impl Flights {
    /// Stores a message, returns its slot.
    pub(crate) fn insert(&mut self, flight: Flight) -> u32 {
        if let Some(slot) = self.free.pop() {
            debug_assert!(self.slots[slot as usize].is_none());
            self.slots[slot as usize] = Some(flight);
            return slot;
        }
        self.slots.push(Some(flight));
        (self.slots.len() - 1) as u32
    }

    /// The slot that the next message gets.
    pub(crate) fn next_slot(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.slots.len() as u32)
    }

    /// Takes the message out, if the slot still holds the one of this number.
    pub(crate) fn take(&mut self, slot: u32, number: u64) -> Option<Flight> {
        let held = self.slots[slot as usize].as_ref()?;
        if held.fact.flight != number {
            return None;
        }
        self.free.push(slot);
        self.slots[slot as usize].take()
    }

    /// Takes out the message that a slot was just seen to hold.
    pub(crate) fn take_held(&mut self, slot: u32) -> Flight {
        self.free.push(slot);
        let held = &mut self.slots[slot as usize];
        held.take().expect("it was just seen")
    }

    /// Puts a message back that was just taken out.
    pub(crate) fn put_back(&mut self, slot: u32, flight: Flight) {
        assert_eq!(self.free.pop(), Some(slot), "nothing happened in between");
        self.slots[slot as usize] = Some(flight);
    }

    /// Every message in flight with its slot, in no promised order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Flight)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(slot, f)| Some((slot as u32, f.as_ref()?)))
    }

    /// The message of this number, if the slot still holds it.
    pub(crate) fn get_mut(&mut self, slot: u32, number: u64) -> Option<&mut Flight> {
        let held = self.slots.get_mut(slot as usize)?.as_mut()?;
        (held.fact.flight == number).then_some(held)
    }

    /// The slot and number of each message under way for which `chosen` holds, by number. What
    /// waits in a buffer is not under way.
    pub(crate) fn chosen(&self, chosen: impl Fn(&SentFact) -> bool) -> Vec<(u32, u64)> {
        let held = self.iter().filter(|(_, f)| !f.in_buffer && chosen(&f.fact));
        let mut found: Vec<(u64, u32)> = held.map(|(slot, f)| (f.fact.flight, slot)).collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|(number, slot)| (slot, number))
            .collect()
    }
}
