//! The search for an order: Wing and Gong's, with Lowe's memory of what was tried. One key at a
//! time.
//!
//! Calls and returns stand in one list. The search takes an operation whose call it can reach
//! without passing a return, if the state allows it, and begins again at the front; at a return it
//! goes back. A set of operations taken and the state that they led to is tried once. That set is
//! mostly all that ended long ago: it is kept as the first operation not taken and the few taken
//! beyond it, so that memory depends on how much ran at once and not on how long the history is.
//! Where texts only grow, every read that is still to come begins with the state as it is: the
//! shortest and the longest of them say what may be added.

use hashbrown::HashSet;

use crate::history::{Op, Operation};
use crate::values::{Fixed, Value, Values};

/// The rank of calls that nothing speaks for.
const LAST_RANK: u8 = 2;
const NONE: u32 = u32::MAX;

/// A call or a return in the list.
#[derive(Copy, Clone, Debug)]
struct Entry {
    operation: u32,
    is_call: bool,
    /// A call's return, `NONE` if it has none.
    ret: u32,
    before: u32,
    after: u32,
}

/// What was taken, and from where.
struct Step {
    entry: u32,
    state: Value,
    /// Its rank among the choices; `None` = there was nothing to choose.
    rank: Option<u8>,
    first: usize,
    end: usize,
}

/// The search over one key's operations.
struct Search<'a> {
    operations: &'a [Operation],
    /// `entries[0]` is the head.
    entries: Vec<Entry>,
    /// Place of each operation among those that ended, or among those that never did.
    place: Vec<u32>,
    /// By place: whether it is taken; of those that ended, in the order of calls.
    taken: Vec<bool>,
    /// Places before this are taken.
    first: usize,
    /// Places from here on are not.
    end: usize,
    /// The same of those that never ended, by bits.
    open: Vec<u64>,
    left: usize,
    tried: HashSet<Box<[u64]>, Fixed>,
    key: Vec<u64>,
    /// The return that no order so far got past: the latest.
    stuck: u32,
    /// Where nothing but appends changes the state: who read what, by length.
    readers: Vec<(usize, Value)>,
    /// Readers before this place are taken.
    shortest: usize,
    /// The reader that was a reason not to try something; of several the last to end.
    heeded: Option<usize>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Order,
    /// There is none, not even of what began before an operation ended.
    None {
        /// That operation, by its place in the list: at its end every order failed that got so far,
        /// or it is a reader because of whom nothing else was tried.
        stuck: usize,
    },
    /// It gave up: to find out takes too long.
    GaveUp,
}

/// Looks for an order of one key's operations, which must be sorted by their calls, in at most so
/// many steps; answers with the steps that it took too.
pub(crate) fn search(
    operations: &[Operation],
    initial: Value,
    values: &mut Values,
    steps_max: u64,
) -> (Found, u64) {
    let mut steps_left = steps_max;
    let found = Search::new(operations, values).run(initial, values, &mut steps_left);
    (found, steps_max - steps_left)
}

/// Who read what, by length, where texts only grow; else nobody.
fn readers(operations: &[Operation], values: &Values) -> Vec<(usize, Value)> {
    let grows = |op: Op| matches!(op, Op::Read(_) | Op::Append(_));
    if !values.are_texts() || !operations.iter().all(|operation| grows(operation.op)) {
        return Vec::new();
    }
    let read = |(number, operation): (usize, &Operation)| match operation.op {
        Op::Read(seen) if operation.ret.is_some() => Some((number, seen)),
        _ => None,
    };
    let mut readers: Vec<_> = operations.iter().enumerate().filter_map(read).collect();
    readers.sort_by_key(|(_, seen)| values.text(*seen).len());
    readers
}

/// What becomes of a state; `None` if the operation cannot have seen that state.
fn apply(state: Value, op: Op, values: &mut Values) -> Option<Value> {
    match op {
        Op::Read(seen) => (seen == state).then_some(state),
        Op::Write(new) => Some(new),
        Op::Append(more) => Some(values.join(state, more)),
        Op::Cas { old, new, done } => match (old == state, done) {
            (true, Some(true) | None) => Some(new),
            (false, Some(false) | None) => Some(state),
            (true, Some(false)) | (false, Some(true)) => None,
        },
    }
}

/// Whether an operation depends on the state being this.
fn sees(op: Op, state: Value) -> bool {
    match op {
        Op::Read(seen) => seen == state,
        Op::Cas { old, done, .. } => done == Some(false) || old == state,
        // What is added to is seen by whoever reads it all later.
        Op::Append(_) => true,
        Op::Write(_) => false,
    }
}

impl<'a> Search<'a> {
    fn new(operations: &'a [Operation], values: &Values) -> Self {
        let mut events: Vec<(u32, u32, bool)> = Vec::with_capacity(operations.len() * 2);
        let mut place = Vec::with_capacity(operations.len());
        let (mut ended, mut open) = (0, 0);
        for (number, operation) in operations.iter().enumerate() {
            events.push((operation.call, number as u32, true));
            let places = if let Some(ret) = operation.ret {
                events.push((ret, number as u32, false));
                &mut ended
            } else {
                &mut open
            };
            place.push(*places);
            *places += 1;
        }
        events.sort_unstable();
        Search {
            operations,
            entries: list(&events, operations.len()),
            place,
            taken: vec![false; ended as usize],
            first: 0,
            end: 0,
            open: vec![0; open.div_ceil(64) as usize],
            left: ended as usize,
            tried: HashSet::default(),
            key: Vec::new(),
            stuck: 0,
            readers: readers(operations, values),
            shortest: 0,
            heeded: None,
        }
    }

    fn run(mut self, initial: Value, values: &mut Values, steps_left: &mut u64) -> Found {
        let mut steps: Vec<Step> = Vec::new();
        let mut state = initial;
        self.take_free(state, &mut steps);
        let mut from = (0, self.entries[0].after);
        while self.left > 0 {
            let Some(left) = steps_left.checked_sub(1) else {
                return Found::GaveUp;
            };
            *steps_left = left;
            if let Some((rank, entry)) = self.next_choice(from) {
                if let Some(next) = self.try_take(entry, state, values) {
                    let depth = steps.len();
                    self.step(entry, state, Some(rank), &mut steps);
                    self.take_free(next, &mut steps);
                    if self.insert_tried(next) {
                        state = next;
                        from = (0, self.entries[0].after);
                        continue;
                    }
                    self.undo(&mut steps, depth);
                }
                from = (rank, self.entries[entry as usize].after);
                continue;
            }
            self.record_stuck();
            let Some(choice) = steps.iter().rposition(|step| step.rank.is_some()) else {
                return Found::None {
                    stuck: self.stuck_at(),
                };
            };
            let Step {
                entry,
                rank,
                state: before,
                ..
            } = steps[choice];
            state = before;
            self.undo(&mut steps, choice);
            from = (rank.unwrap_or(0), self.entries[entry as usize].after);
        }
        Found::Order
    }

    /// The next call to try, best rank first: the operation whose end stands in the way, then
    /// whatever writes the value that it saw, then the others. Those that end first need to be
    /// taken anyway; all others can wait.
    fn next_choice(&self, (rank, entry): (u8, u32)) -> Option<(u8, u32)> {
        let blocking = self.blocking();
        let (mut rank, mut at) = (rank, entry);
        loop {
            while at != NONE && self.entries[at as usize].is_call {
                if self.rank(at, blocking) == rank {
                    return Some((rank, at));
                }
                at = self.entries[at as usize].after;
            }
            if rank == LAST_RANK {
                return None;
            }
            rank += 1;
            at = self.entries[0].after;
        }
    }

    /// The first return in the list.
    fn blocking(&self) -> u32 {
        let mut at = self.entries[0].after;
        while at != NONE && self.entries[at as usize].is_call {
            at = self.entries[at as usize].after;
        }
        at
    }

    fn rank(&self, call: u32, blocking: u32) -> u8 {
        if blocking == NONE {
            return LAST_RANK;
        }
        let (one, other) = (self.entries[call as usize], self.entries[blocking as usize]);
        if one.operation == other.operation {
            return 0;
        }
        let (op, waits) = (
            self.operations[one.operation as usize].op,
            self.operations[other.operation as usize].op,
        );
        let wanted = match waits {
            Op::Read(seen) => seen,
            Op::Cas {
                old,
                done: Some(true),
                ..
            } => old,
            Op::Cas { .. } | Op::Write(_) | Op::Append(_) => return LAST_RANK,
        };
        match op {
            Op::Write(new) | Op::Cas { new, .. } if new == wanted => 1,
            _ => LAST_RANK,
        }
    }

    /// What the state becomes if a call is taken, if it may be and if that is worth trying: a write
    /// that never ended need not happen, so it is taken only right before somebody who sees it.
    fn try_take(&mut self, at: u32, state: Value, values: &mut Values) -> Option<Value> {
        let operation = &self.operations[self.entries[at as usize].operation as usize];
        if let Op::Append(more) = operation.op
            && let Some(reader) = self.who_cannot_follow(state, more, values)
        {
            let ret = |reader: usize| self.operations[reader].ret;
            if self.heeded.is_none_or(|other| ret(other) < ret(reader)) {
                self.heeded = Some(reader);
            }
            return None;
        }
        let next = apply(state, operation.op, values)?;
        if operation.ret.is_none() {
            let mut other = self.entries[0].after;
            while other != NONE && self.entries[other as usize].is_call {
                let seer = self.operations[self.entries[other as usize].operation as usize].op;
                if other != at && sees(seer, next) {
                    return Some(next);
                }
                other = self.entries[other as usize].after;
            }
            return None;
        }
        Some(next)
    }

    /// Of the readers that are still to come, one of the shortest or of the longest text whose text
    /// does not begin with this state and what is added: what it saw could never come about.
    fn who_cannot_follow(&mut self, state: Value, more: Value, values: &Values) -> Option<usize> {
        while let Some((reader, _)) = self.readers.get(self.shortest)
            && self.is_taken(*reader)
        {
            self.shortest += 1;
        }
        let shortest = self.readers.get(self.shortest);
        let longest = self
            .readers
            .last()
            .filter(|(reader, _)| !self.is_taken(*reader));
        let cannot = |(_, seen): &&(usize, Value)| {
            let rest = values.text(*seen).strip_prefix(values.text(state));
            !rest.is_some_and(|rest| rest.starts_with(values.text(more)))
        };
        let mut ends = shortest.into_iter().chain(longest);
        ends.find(cannot).map(|(reader, _)| *reader)
    }

    /// Whether an operation that ended is taken.
    fn is_taken(&self, operation: usize) -> bool {
        let place = self.place[operation] as usize;
        place < self.first || self.taken[place]
    }

    /// Takes all that changes nothing and agrees with the state: waiting would gain it nothing, so
    /// there is no choice to come back to.
    fn take_free(&mut self, state: Value, steps: &mut Vec<Step>) {
        let mut at = self.entries[0].after;
        while at != NONE && self.entries[at as usize].is_call {
            let operation = &self.operations[self.entries[at as usize].operation as usize];
            let is_free = match operation.op {
                Op::Read(seen) => seen == state,
                Op::Cas { old, done, .. } => done == Some(false) && old != state,
                Op::Write(_) | Op::Append(_) => false,
            };
            if is_free && operation.ret.is_some() {
                self.step(at, state, None, steps);
                // What stood behind its end can be reached now.
                at = self.entries[0].after;
            } else {
                at = self.entries[at as usize].after;
            }
        }
    }

    fn step(&mut self, entry: u32, state: Value, rank: Option<u8>, steps: &mut Vec<Step>) {
        steps.push(Step {
            entry,
            state,
            rank,
            first: self.first,
            end: self.end,
        });
        self.take(self.entries[entry as usize].operation as usize);
        self.lift(entry);
    }

    /// Goes back until so many steps are left.
    fn undo(&mut self, steps: &mut Vec<Step>, depth: usize) {
        while steps.len() > depth {
            let step = steps.pop().expect("there are more");
            self.unlift(step.entry);
            let operation = self.entries[step.entry as usize].operation as usize;
            self.give_back(operation, step.first, step.end);
        }
    }

    /// Entries stand in the order of events: the later one got further.
    fn record_stuck(&mut self) {
        let at = self.blocking();
        if at != NONE {
            self.stuck = self.stuck.max(at);
        }
    }

    /// The operation whose end, and what began before it, is why there is no order.
    fn stuck_at(&self) -> usize {
        let at = self.entries[self.stuck as usize].operation as usize;
        match self.heeded {
            Some(reader) if self.operations[at].ret < self.operations[reader].ret => reader,
            _ => at,
        }
    }

    fn take(&mut self, operation: usize) {
        let place = self.place[operation] as usize;
        if self.operations[operation].ret.is_none() {
            self.open[place / 64] |= 1 << (place % 64);
            return;
        }
        self.left -= 1;
        self.taken[place] = true;
        self.end = self.end.max(place + 1);
        while self.taken.get(self.first) == Some(&true) {
            self.first += 1;
        }
    }

    fn give_back(&mut self, operation: usize, first: usize, end: usize) {
        let place = self.place[operation] as usize;
        if self.operations[operation].ret.is_none() {
            self.open[place / 64] &= !(1 << (place % 64));
            return;
        }
        self.left += 1;
        self.taken[place] = false;
        self.shortest = 0;
        self.first = first;
        self.end = end;
    }

    /// Keeps what is taken with this state as tried; true when it was not tried before.
    fn insert_tried(&mut self, state: Value) -> bool {
        self.key.clear();
        self.key
            .push((self.first as u64) << 32 | u64::from(state.0));
        self.key.extend_from_slice(&self.open);
        let beyond = &self.taken[self.first.min(self.end)..self.end];
        for part in beyond.chunks(64) {
            let word = part
                .iter()
                .rev()
                .fold(0, |word, taken| word << 1 | u64::from(*taken));
            self.key.push(word);
        }
        if self.tried.contains(self.key.as_slice()) {
            return false;
        }
        self.tried.insert(self.key.as_slice().into());
        true
    }

    /// Takes a call and its return out of the list.
    fn lift(&mut self, call: u32) {
        self.unlink(call);
        let ret = self.entries[call as usize].ret;
        if ret != NONE {
            self.unlink(ret);
        }
    }

    /// Puts them back, in the reverse order.
    fn unlift(&mut self, call: u32) {
        let ret = self.entries[call as usize].ret;
        if ret != NONE {
            self.relink(ret);
        }
        self.relink(call);
    }

    fn unlink(&mut self, at: u32) {
        let Entry { before, after, .. } = self.entries[at as usize];
        self.entries[before as usize].after = after;
        if after != NONE {
            self.entries[after as usize].before = before;
        }
    }

    fn relink(&mut self, at: u32) {
        let Entry { before, after, .. } = self.entries[at as usize];
        self.entries[before as usize].after = at;
        if after != NONE {
            self.entries[after as usize].before = at;
        }
    }
}

/// The list of calls and returns with its head.
fn list(events: &[(u32, u32, bool)], operations: usize) -> Vec<Entry> {
    let head = Entry {
        operation: 0,
        is_call: false,
        ret: NONE,
        before: NONE,
        after: if events.is_empty() { NONE } else { 1 },
    };
    let mut entries = vec![head];
    let mut calls = vec![0; operations];
    for (place, &(_, operation, is_call)) in events.iter().enumerate() {
        let at = place as u32 + 1;
        if is_call {
            calls[operation as usize] = at as usize;
        } else {
            entries[calls[operation as usize]].ret = at;
        }
        entries.push(Entry {
            operation,
            is_call,
            ret: NONE,
            before: at - 1,
            after: if place + 1 == events.len() {
                NONE
            } else {
                at + 1
            },
        });
    }
    entries
}
