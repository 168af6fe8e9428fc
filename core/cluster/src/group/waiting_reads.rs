//! The reads that wait at a replica, oldest first: for their read index, or until that is applied.
//! Thousands may wait where a store has more to do than it can, so nothing here looks at them all
//! for the sake of one. It must not know how an index is asked for, or how a read is served.

use std::collections::VecDeque;
use std::ops::Range;

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
    /// No read waits for the answer to an attempt before this one: those were repeated since.
    oldest_attempt: u64,
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
        self.likely = 0;
        self.servable = self.iter().filter(|read| is_servable(read)).count();
    }

    /// Changes each of them, but not what it reads, nor its index.
    pub(crate) fn for_each(&mut self, change: impl FnMut(&mut PendingRead)) {
        self.list.iter_mut().for_each(change);
        let asking = self.iter().filter(|read| read.index.is_none());
        let attempts = asking
            .map(|read| read.context)
            .filter(|context| *context > 0);
        self.oldest_attempt = attempts.min().unwrap_or(0);
    }

    /// Place of a read whose index was asked for by this attempt and is not known yet, where
    /// attempts are each read's own.
    pub(crate) fn find_asking(&self, context: u64) -> Option<usize> {
        let ahead = self.find_asking_in(self.likely..self.list.len(), context);
        ahead.or_else(|| self.find_asking_in(0..self.likely, context))
    }

    /// Place of the first such read from a place on, where reads share attempts.
    pub(crate) fn find_asking_from(&self, from: usize, context: u64) -> Option<usize> {
        self.find_asking_in(from..self.list.len(), context)
    }

    fn find_asking_in(&self, places: Range<usize>, context: u64) -> Option<usize> {
        if context < self.oldest_attempt {
            return None;
        }
        let first = places.start;
        let is_asking = |read: &PendingRead| read.context == context && read.index.is_none();
        let place = self.list.range(places).position(is_asking)?;
        Some(first + place)
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

#[cfg(test)]
mod tests {
    use sim::NodeId;

    use super::*;
    use model::config::ReadMode;
    use model::view::Epoch;

    /// A read whose index was asked for by the attempt of this number.
    fn asked(request: u64, context: u64) -> PendingRead {
        PendingRead {
            slot: 0,
            request,
            gateway: NodeId(0),
            key: 0,
            rows: 1,
            mode: ReadMode::Follower,
            deadline_us: request,
            context,
            asked_tick: 0,
            index: None,
            read_ts: 0,
            freshest: false,
            only_index: false,
            epoch: Epoch::default(),
        }
    }

    /// Reads 1 to 6, by attempts of the same numbers.
    fn six() -> WaitingReads {
        let mut reads = WaitingReads::default();
        (1..=6).for_each(|number| reads.push(asked(number, number)));
        reads
    }

    fn requests(reads: &WaitingReads) -> Vec<u64> {
        reads.iter().map(|read| read.request).collect()
    }

    #[test]
    fn answers_find_their_reads_in_whatever_order_they_come() {
        for order in [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [3, 6, 1, 5, 2, 4]] {
            let mut reads = six();
            for context in order {
                let place = reads.find_asking(context).expect("it waits");
                assert_eq!(reads.learn_index(place, 10 * context).request, context);
                assert_eq!(reads.find_asking(context), None, "it is known now");
            }
        }
    }

    #[test]
    fn an_attempt_that_was_repeated_finds_nothing_and_its_repetition_does() {
        let mut reads = six();
        reads.for_each(|read| read.context += u64::from(read.request != 3) * 6);
        assert_eq!(reads.find_asking(2), None);
        assert_eq!(reads.find_asking(3), Some(2), "it was not repeated");
        assert_eq!(reads.find_asking(8), Some(1));
        reads.forget_late(2);
        assert_eq!(reads.find_asking(8), None, "its client gave up");
        assert_eq!(reads.find_asking(9), None);
        assert_eq!(reads.find_asking(10), Some(1));
    }

    #[test]
    fn those_that_are_ready_are_taken_in_order_and_the_others_stay() {
        let mut reads = six();
        for context in [5, 2, 4] {
            let place = reads.find_asking(context).expect("it waits");
            reads.learn_index(place, context);
        }
        let mut ready = Vec::new();
        reads.take_ready(
            |read| read.index.is_some_and(|known| known <= 4),
            &mut ready,
        );
        let taken: Vec<u64> = ready.iter().map(|read| read.request).collect();
        assert_eq!((taken, requests(&reads)), (vec![2, 4], vec![1, 3, 5, 6]));
        let refused = reads.take_where(|read| read.index.is_none());
        assert_eq!((refused.len(), requests(&reads)), (3, vec![5]));
        reads.take_ready(|_| true, &mut ready);
        assert!(reads.is_empty());
    }
}
