//! The reads that wait at a replica, oldest first: for their read index, or until that is applied.
//! Thousands may wait where a store has more to do than it can, so nothing here looks at them all
//! for the sake of one. It must not know how an index is asked for, or how a read is served.

use model::ids::RequestId;
use std::collections::VecDeque;
use std::ops::Range;

use crate::process::PendingRead;

/// Reads in the order in which they came.
#[derive(Default)]
pub(crate) struct WaitingReads {
    list: VecDeque<PendingRead>,
    /// How many of them may be served without their index being asked for (any more).
    servable: usize,
    /// Where the next read whose index becomes known is likely to stand: after the last one.
    /// raft-rs answers in the order in which it was asked.
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
    #[cold]
    pub(crate) fn take_where(
        &mut self,
        is_wanted: &dyn Fn(&PendingRead) -> bool,
    ) -> Vec<PendingRead> {
        let mut wanted = Vec::new();
        if self.list.iter().any(is_wanted) {
            for read in self.take_all() {
                if is_wanted(&read) {
                    wanted.push(read);
                } else {
                    self.push(read);
                }
            }
        }
        wanted
    }

    /// Changes each of them, but not what it reads, nor its index.
    pub(crate) fn for_each(&mut self, change: &mut dyn FnMut(&mut PendingRead)) {
        let mut oldest = u64::MAX;
        for read in &mut self.list {
            change(read);
            if read.index.is_none() && read.context > 0 {
                oldest = oldest.min(read.context);
            }
        }
        self.oldest_attempt = if oldest == u64::MAX { 0 } else { oldest };
    }

    /// Place of a read whose index was asked for by this attempt and is not known yet: the first
    /// one from a place on, where reads share attempts; wherever it is, where attempts are each its
    /// own.
    pub(crate) fn find_asking(&self, context: u64, from: Option<usize>) -> Option<usize> {
        let first = from.unwrap_or(self.likely);
        let ahead = self.find_asking_in(first..self.list.len(), context);
        if ahead.is_some() || from.is_some() {
            return ahead;
        }
        self.find_asking_in(0..first, context)
    }

    fn find_asking_in(&self, mut places: Range<usize>, context: u64) -> Option<usize> {
        if context < self.oldest_attempt {
            return None;
        }
        places.find(|place| {
            let read = &self.list[*place];
            read.context == context && read.index.is_none()
        })
    }

    /// Place of a request's read.
    pub(crate) fn find(&self, request: RequestId) -> Option<usize> {
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

    /// To go once through those that may be served.
    pub(crate) fn servable(&self) -> Servable {
        Servable {
            place: 0,
            left: self.servable,
        }
    }

    /// Takes the next one that need not wait any more.
    pub(crate) fn take_ready(
        &mut self,
        servable: &mut Servable,
        is_ready: impl Fn(&PendingRead) -> bool,
    ) -> Option<PendingRead> {
        while servable.left > 0 {
            let read = self.list.get(servable.place)?;
            if is_servable(read) {
                servable.left -= 1;
                if is_ready(read) {
                    return Some(self.remove(servable.place));
                }
            }
            servable.place += 1;
        }
        None
    }
}

/// How far one has gone through the reads that may be served.
pub(crate) struct Servable {
    place: usize,
    /// How many of them come yet.
    left: usize,
}

/// Whether it waits for nothing but what its replica applies: its index is known, or it needs none.
fn is_servable(read: &PendingRead) -> bool {
    read.index.is_some() || read.is_by_version()
}

#[cfg(test)]
mod tests {
    use sim::NodeId;

    use super::*;
    use crate::message::Slot;
    use model::config::ReadMode;
    use model::view::Epoch;

    /// A read whose index was asked for by the attempt of this number.
    fn asked(request: RequestId, context: u64) -> PendingRead {
        PendingRead {
            slot: Slot(0),
            request,
            gateway: NodeId(0),
            key: 0,
            rows: 1,
            mode: ReadMode::Follower,
            deadline_us: request.0,
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
        (1..=6).for_each(|number| reads.push(asked(RequestId(number), number)));
        reads
    }

    fn requests(reads: &WaitingReads) -> Vec<u64> {
        reads.iter().map(|read| read.request.0).collect()
    }

    #[test]
    fn answers_find_their_reads_in_whatever_order_they_come() {
        for order in [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [3, 6, 1, 5, 2, 4]] {
            let mut reads = six();
            for context in order {
                let place = reads.find_asking(context, None).expect("it waits");
                assert_eq!(
                    reads.learn_index(place, 10 * context).request,
                    RequestId(context)
                );
                assert_eq!(reads.find_asking(context, None), None, "it is known now");
            }
        }
    }

    #[test]
    fn an_attempt_that_was_repeated_finds_nothing_and_its_repetition_does() {
        let mut reads = six();
        reads.for_each(&mut |read| read.context += u64::from(read.request != RequestId(3)) * 6);
        assert_eq!(reads.find_asking(2, None), None);
        assert_eq!(reads.find_asking(3, None), Some(2), "it was not repeated");
        assert_eq!(reads.find_asking(8, None), Some(1));
        assert_eq!(reads.take_where(&|read| read.deadline_us <= 2).len(), 2);
        assert_eq!(reads.find_asking(8, None), None, "its client gave up");
        assert_eq!(reads.find_asking(9, None), None);
        assert_eq!(reads.find_asking(10, None), Some(1));
    }

    #[test]
    fn those_that_are_ready_are_taken_in_order_and_the_others_stay() {
        let mut reads = six();
        for context in [5, 2, 4] {
            let place = reads.find_asking(context, None).expect("it waits");
            reads.learn_index(place, context);
        }
        let is_ready = |read: &PendingRead| read.index.is_some_and(|known| known <= 4);
        let mut servable = reads.servable();
        let ready = std::iter::from_fn(|| reads.take_ready(&mut servable, is_ready));
        let taken: Vec<u64> = ready.map(|read| read.request.0).collect();
        assert_eq!((taken, requests(&reads)), (vec![2, 4], vec![1, 3, 5, 6]));
        let refused = reads.take_where(&|read| read.index.is_none());
        assert_eq!((refused.len(), requests(&reads)), (3, vec![5]));
        let mut servable = reads.servable();
        assert!(reads.take_ready(&mut servable, |_| true).is_some());
        assert!(reads.is_empty());
    }
}
