//! The reads that wait at a replica, oldest first: for their read index, or until that is applied.
//! Thousands may wait where a store has more to do than it can, so nothing here looks at them all
//! for the sake of one. It must not know how an index is asked for, or how a read is served.

use std::collections::VecDeque;

use sim::Micros;

use super::PendingRead;

/// Reads in the order in which they came.
#[derive(Default)]
pub(crate) struct WaitingReads {
    list: VecDeque<PendingRead>,
    /// How many of them may be served without their index being asked for (any more).
    servable: usize,
    /// Where the next read whose index becomes known is likely to stand: after the last one. raft-rs
    /// answers in the order in which it was asked.
    likely: usize,
}

impl WaitingReads {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &PendingRead> {
        self.list.iter()
    }

    pub(crate) fn push(&mut self, read: PendingRead) {
        self.servable += usize::from(is_servable(&read));
        self.list.push_back(read);
    }

    pub(crate) fn clear(&mut self) {
        *self = WaitingReads::default();
    }

    /// Takes all of them.
    pub(crate) fn take_all(&mut self) -> VecDeque<PendingRead> {
        std::mem::take(self).list
    }

    /// Takes those of which this is true.
    pub(crate) fn take_where(
        &mut self,
        is_wanted: impl Fn(&PendingRead) -> bool,
    ) -> Vec<PendingRead> {
        let all = self.take_all().into_iter();
        let (wanted, kept): (Vec<_>, Vec<_>) = all.partition(|read| is_wanted(read));
        for read in kept {
            self.push(read);
        }
        wanted
    }

    /// Forgets those whose client gave up.
    pub(crate) fn forget_late(&mut self, now: Micros) {
        self.list.retain(|read| read.deadline_us > now);
        self.servable = self.iter().filter(|read| is_servable(read)).count();
    }

    /// Changes each of them, but not what it reads, nor its index.
    pub(crate) fn for_each(&mut self, change: impl FnMut(&mut PendingRead)) {
        self.list.iter_mut().for_each(change);
    }

    /// Place of a read whose index was asked for by this attempt and is not known yet, where
    /// attempts are each read's own.
    pub(crate) fn find_asking(&self, context: u64) -> Option<usize> {
        let ahead = self.find_asking_from(self.likely, context);
        ahead.or_else(|| self.find_asking_from(0, context))
    }

    /// Place of the first such read from a place on, where reads share attempts.
    pub(crate) fn find_asking_from(&self, from: usize, context: u64) -> Option<usize> {
        let mut rest = self.list.range(from.min(self.list.len())..);
        let found = rest.position(|read| read.context == context && read.index.is_none());
        found.map(|place| from + place)
    }

    /// Place of a request's read.
    pub(crate) fn find(&self, request: u64) -> Option<usize> {
        self.list.iter().position(|read| read.request == request)
    }

    /// The index of the read at a place is known.
    pub(crate) fn learn_index(&mut self, place: usize, known: u64) -> &PendingRead {
        self.likely = place + 1;
        let read = &mut self.list[place];
        self.servable += usize::from(!is_servable(read));
        read.index = Some(known);
        read
    }

    /// Takes the read at a place.
    pub(crate) fn remove(&mut self, place: usize) -> PendingRead {
        let read = self.list.remove(place).expect("a place that was found");
        self.servable -= usize::from(is_servable(&read));
        self.likely -= usize::from(place < self.likely);
        read
    }

    /// Takes the reads that need not wait any more, in order, into an empty list.
    pub(crate) fn take_ready(
        &mut self,
        is_ready: impl Fn(&PendingRead) -> bool,
        ready: &mut Vec<PendingRead>,
    ) {
        let (mut place, mut left) = (0, self.servable);
        while left > 0 {
            let read = &self.list[place];
            left -= usize::from(is_servable(read));
            if is_servable(read) && is_ready(read) {
                ready.push(self.remove(place));
            } else {
                place += 1;
            }
        }
    }
}

/// Whether it waits for nothing but what its replica applies: its index is known, or it needs none.
fn is_servable(read: &PendingRead) -> bool {
    read.index.is_some() || read.is_by_version()
}
