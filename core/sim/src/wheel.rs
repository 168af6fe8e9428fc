//! A hierarchical timing wheel: the ordered store of pending events under [`crate::EventQueue`].
//!
//! G. Varghese and A. Lauck, "Hashed and Hierarchical Timing Wheels", 1987. An event due at `at`
//! lies on the level of the highest digit (base [`SLOTS`]) in which `at` differs from the wheel's
//! `base`, in the slot of that digit. So the lowest used slot of the lowest used level holds the
//! earliest events, a slot of level 0 holds the events of one instant, and events of one instant
//! always share a slot. Slots are lists in push order and spreading a slot keeps that order, so
//! equal instants come out in push order without a sequence number.
//!
//! Against a binary heap it trades log2(n) unpredictable comparisons for one or two moves of an
//! event between lists: see `examples/measure.rs`. Nodes are recycled: in steady state nothing is
//! allocated. It must not know what an event is, nor the present.

use crate::time::Micros;

/// Bits of one digit.
const BITS: u32 = 6;
/// Slots of one level.
const SLOTS: usize = 1 << BITS;
/// Levels that cover 64-bit instants.
const LEVELS: usize = u64::BITS.div_ceil(BITS) as usize;
/// End of a list.
const NONE: u32 = u32::MAX;
/// Most events that may be pending at once: far above any scenario, so reaching it is a leak.
const EVENTS_MAX: usize = 1 << 24;

/// Pending events by instant, and by push order within an instant.
pub(crate) struct Wheel<E> {
    /// The instant that the levels are relative to; at or before every pending event.
    base: Micros,
    /// One bit per level that has a used slot.
    levels_used: u32,
    len: usize,
    levels: Box<[Level]>,
    nodes: Vec<Node<E>>,
    /// First of the recycled nodes.
    free: u32,
}

#[derive(Clone)]
struct Level {
    /// One bit per slot that holds events.
    used: u64,
    slots: [Slot; SLOTS],
}

/// A list of nodes in push order; the fields mean something only while the slot's bit is set.
#[derive(Copy, Clone)]
struct Slot {
    /// The earliest instant in the list: slots above level 0 mix instants.
    earliest: Micros,
    head: u32,
    tail: u32,
}

struct Node<E> {
    at: Micros,
    event: Option<E>,
    next: u32,
}

impl<E> Wheel<E> {
    pub(crate) fn new() -> Self {
        let slot = Slot {
            earliest: 0,
            head: NONE,
            tail: NONE,
        };
        let level = Level {
            used: 0,
            slots: [slot; SLOTS],
        };
        Wheel {
            base: 0,
            levels_used: 0,
            len: 0,
            levels: vec![level; LEVELS].into_boxed_slice(),
            nodes: Vec::new(),
            free: NONE,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The instant of the earliest event.
    #[inline]
    pub(crate) fn next_time(&self) -> Option<Micros> {
        if self.levels_used == 0 {
            return None;
        }
        let level = &self.levels[self.levels_used.trailing_zeros() as usize];
        debug_assert!(level.used != 0);
        Some(level.slots[level.used.trailing_zeros() as usize & (SLOTS - 1)].earliest)
    }

    /// Adds an event. `at` must not lie before the last popped event.
    #[inline]
    pub(crate) fn push(&mut self, at: Micros, event: E) {
        assert!(at >= self.base);
        let node = Node {
            at,
            event: Some(event),
            next: NONE,
        };
        let index = self.free;
        if index == NONE {
            assert!(self.nodes.len() < EVENTS_MAX, "too many pending events");
            self.nodes.push(node);
            self.link(self.nodes.len() as u32 - 1, at);
        } else {
            let recycled = &mut self.nodes[index as usize];
            self.free = recycled.next;
            *recycled = node;
            self.link(index, at);
        }
        self.len += 1;
    }

    /// Removes the earliest event; of several at one instant, the one pushed first.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Micros, E)> {
        if self.levels_used == 0 {
            return None;
        }
        let mut level_index = self.levels_used.trailing_zeros() as usize;
        let mut slot_index = self.levels[level_index].used.trailing_zeros() as usize & (SLOTS - 1);
        let slot = self.levels[level_index].slots[slot_index];
        let at = slot.earliest;
        debug_assert!(at >= self.base);
        // Every other pending event lies on this level in a later slot, or on a higher level;
        // both hold relative to any instant within this slot, so the base may move to `at`.
        self.base = at;
        if level_index > 0 && slot.head != slot.tail {
            self.spread(level_index, slot_index);
            level_index = 0;
            slot_index = at as usize & (SLOTS - 1);
        }
        Some((at, self.take_head(level_index, slot_index)))
    }

    /// Takes the first event of a slot and recycles its node.
    #[inline]
    fn take_head(&mut self, level_index: usize, slot_index: usize) -> E {
        let level = &mut self.levels[level_index];
        let slot = &mut level.slots[slot_index];
        let index = slot.head;
        let node = &mut self.nodes[index as usize];
        if index == slot.tail {
            level.used &= !(1 << slot_index);
            if level.used == 0 {
                self.levels_used &= !(1 << level_index);
            }
        } else {
            slot.head = node.next;
        }
        node.next = self.free;
        self.free = index;
        self.len -= 1;
        node.event.take().expect("a listed node holds an event")
    }

    /// Moves a slot's events to where they belong relative to the base, in order.
    fn spread(&mut self, level_index: usize, slot_index: usize) {
        let level = &mut self.levels[level_index];
        let mut index = level.slots[slot_index].head;
        level.used &= !(1 << slot_index);
        if level.used == 0 {
            self.levels_used &= !(1 << level_index);
        }
        while index != NONE {
            let node = &mut self.nodes[index as usize];
            let at = node.at;
            let next = node.next;
            node.next = NONE;
            self.link(index, at);
            index = next;
        }
    }

    /// Appends a node to the list where its instant belongs relative to the base.
    #[inline]
    fn link(&mut self, index: u32, at: Micros) {
        let differing = (at ^ self.base) | (SLOTS as u64 - 1);
        let level_index = ((u64::BITS - 1 - differing.leading_zeros()) / BITS) as usize;
        let slot_index = (at >> (level_index as u32 * BITS)) as usize & (SLOTS - 1);
        let level = &mut self.levels[level_index];
        let slot = &mut level.slots[slot_index];
        if level.used & (1 << slot_index) == 0 {
            level.used |= 1 << slot_index;
            self.levels_used |= 1 << level_index;
            *slot = Slot {
                earliest: at,
                head: index,
                tail: index,
            };
        } else {
            self.nodes[slot.tail as usize].next = index;
            slot.tail = index;
            slot.earliest = slot.earliest.min(at);
        }
    }
}
