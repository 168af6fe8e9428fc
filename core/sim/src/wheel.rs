//! A hierarchical timing wheel: the ordered store of pending events under [`crate::EventQueue`].
//!
//! G. Varghese and A. Lauck, "Hashed and Hierarchical Timing Wheels", 1987. The lowest digit of an
//! instant has twelve bits, so that what is due within milliseconds nearly always goes where it
//! stays; the others have six. An event due at `at` lies on the level of the highest digit in which
//! `at` differs from the wheel's `base`, in the slot of that digit. So the lowest used slot of the
//! lowest used level holds the earliest events, a slot of the lowest level holds the events of one
//! instant, and events of one instant always share a slot. Slots are lists in push order and
//! spreading a slot keeps that order, so equal instants come out in push order without a sequence
//! number.
//!
//! Against a binary heap it trades log2(n) unpredictable comparisons for one or two moves of an
//! event between lists: see `examples/measure.rs`. Nodes are recycled: in steady state nothing is
//! allocated. It must not know what an event is, nor the present.

use crate::time::Micros;

/// Bits of the lowest digit.
const NEAR_BITS: u32 = 12;
/// Its slots: one for each instant.
const NEAR_SLOTS: usize = 1 << NEAR_BITS;
/// Bits of each digit above it.
const BITS: u32 = 6;
/// Slots of one level.
const SLOTS: usize = 1 << BITS;
/// Levels that, above the lowest, cover 64-bit instants.
const LEVELS: usize = (u64::BITS - NEAR_BITS).div_ceil(BITS) as usize;
/// End of a list.
const NONE: u32 = u32::MAX;
/// Most events that may be pending at once: far above any scenario, so reaching it is a leak.
const EVENTS_MAX: usize = 1 << 24;

/// Pending events by instant, and by push order within an instant.
pub(crate) struct Wheel<E> {
    /// The instant that the levels are relative to; at or before every pending event.
    base: Micros,
    near: Near,
    /// One bit per level that has a used slot.
    levels_used: u32,
    len: usize,
    levels: Box<[Level]>,
    nodes: Vec<Node<E>>,
    /// First of the recycled nodes.
    free: u32,
}

/// The lowest level: events that differ from the base in the lowest digit alone.
struct Near {
    /// One bit per word of `used` that has one.
    words_used: u64,
    /// One bit per slot that holds events.
    used: Box<[u64; NEAR_SLOTS / SLOTS]>,
    /// First and last of each list; they mean something only while the slot's bit is set.
    slots: Box<[(u32, u32)]>,
}

impl Near {
    /// The earliest slot that is used.
    #[inline]
    fn first(&self) -> Option<usize> {
        if self.words_used == 0 {
            return None;
        }
        let word = self.words_used.trailing_zeros() as usize;
        Some(word * SLOTS + self.used[word].trailing_zeros() as usize)
    }

    #[inline]
    fn clear(&mut self, slot: usize) {
        let word = slot / SLOTS;
        self.used[word] &= !(1 << (slot % SLOTS));
        if self.used[word] == 0 {
            self.words_used &= !(1 << word);
        }
    }
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
    /// The earliest instant in the list, which mixes instants.
    earliest: Micros,
    head: u32,
    tail: u32,
}

#[derive(Copy, Clone)]
struct Node<E> {
    at: Micros,
    event: E,
    next: u32,
}

impl<E: Copy> Wheel<E> {
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
            near: Near {
                words_used: 0,
                used: Box::new([0; NEAR_SLOTS / SLOTS]),
                slots: vec![(NONE, NONE); NEAR_SLOTS].into_boxed_slice(),
            },
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
        if let Some(slot) = self.near.first() {
            return Some(self.base & !(NEAR_SLOTS as u64 - 1) | slot as u64);
        }
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
            event,
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
        self.pop_until(Micros::MAX)
    }

    /// The same, if it is due by then.
    #[inline]
    pub(crate) fn pop_until(&mut self, until: Micros) -> Option<(Micros, E)> {
        if let Some(slot) = self.near.first() {
            let at = self.base & !(NEAR_SLOTS as u64 - 1) | slot as u64;
            // Every other pending event lies at this instant or in a later slot, or on a higher
            // level; both hold relative to this instant too.
            if at > until {
                return None;
            }
            self.base = at;
            return Some((at, self.take_near(slot)));
        }
        if self.levels_used == 0 {
            return None;
        }
        let level_index = self.levels_used.trailing_zeros() as usize;
        let level = &mut self.levels[level_index];
        let slot_index = level.used.trailing_zeros() as usize & (SLOTS - 1);
        let slot = level.slots[slot_index];
        let at = slot.earliest;
        debug_assert!(at >= self.base);
        if at > until {
            return None;
        }
        level.used &= !(1 << slot_index);
        if level.used == 0 {
            self.levels_used &= !(1 << level_index);
        }
        // Likewise: no other pending event is before the end of this slot.
        self.base = at;
        if slot.head == slot.tail {
            return Some((at, self.take(slot.head)));
        }
        self.spread(slot.head);
        Some((at, self.take_near(at as usize & (NEAR_SLOTS - 1))))
    }

    /// Takes the first event of a slot of the lowest level.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "as a call of its own it copies the event"
    )]
    fn take_near(&mut self, slot: usize) -> E {
        let (head, tail) = self.near.slots[slot];
        if head == tail {
            self.near.clear(slot);
        } else {
            self.near.slots[slot].0 = self.nodes[head as usize].next;
        }
        self.take(head)
    }

    /// Takes an event that is in no list any more, and recycles its node.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "as a call of its own it copies the event"
    )]
    fn take(&mut self, index: u32) -> E {
        let node = &mut self.nodes[index as usize];
        node.next = self.free;
        self.free = index;
        self.len -= 1;
        node.event
    }

    /// Moves the events of a list to where they belong relative to the base, in order.
    #[inline(never)]
    fn spread(&mut self, head: u32) {
        let mut index = head;
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
        let differing = at ^ self.base;
        if differing < NEAR_SLOTS as u64 {
            return self.link_near(index, at as usize & (NEAR_SLOTS - 1));
        }
        let level_index = ((u64::BITS - 1 - NEAR_BITS - differing.leading_zeros()) / BITS) as usize;
        let slot_index = (at >> (NEAR_BITS + level_index as u32 * BITS)) as usize & (SLOTS - 1);
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

    #[inline]
    fn link_near(&mut self, index: u32, slot: usize) {
        let near = &mut self.near;
        let (word, bit) = (slot / SLOTS, 1 << (slot % SLOTS));
        if near.used[word] & bit == 0 {
            near.used[word] |= bit;
            near.words_used |= 1 << word;
            near.slots[slot] = (index, index);
        } else {
            let tail = &mut near.slots[slot].1;
            self.nodes[*tail as usize].next = index;
            *tail = index;
        }
    }
}
