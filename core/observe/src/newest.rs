//! The newest of what came one after the other, numbered from 0: whoever has some of it asks for
//! what came since. It must not know what it keeps.
//!
//! It lies in chunks: a list that doubles leaves behind the room that it had, which in a module of
//! the page is copied with every whole checkpoint.

use std::collections::VecDeque;

/// In a chunk. The first one grows to it, so that short lists stay small.
const CHUNK: usize = 1 << 10;

/// At most `MOST`; the oldest are forgotten first.
#[derive(Clone, Debug)]
pub struct Newest<T, const MOST: usize> {
    /// All but the last are full. The oldest may hold some that are forgotten.
    chunks: VecDeque<Vec<T>>,
    /// Number of the first that lies in a chunk.
    base: u64,
    /// Number of the next.
    next: u64,
}

impl<T, const MOST: usize> Default for Newest<T, MOST> {
    fn default() -> Self {
        Newest {
            chunks: VecDeque::from([Vec::new()]),
            base: 0,
            next: 0,
        }
    }
}

impl<T, const MOST: usize> Newest<T, MOST> {
    // Out of line: in the module of the page every caller would have the growth of a list in it.
    #[inline(never)]
    pub fn push(&mut self, one: T) {
        if self.newest_chunk().len() == CHUNK {
            self.begin_chunk();
        }
        self.newest_chunk().push(one);
        self.next += 1;
    }

    fn newest_chunk(&mut self) -> &mut Vec<T> {
        self.chunks.back_mut().expect("there is always one")
    }

    /// The oldest goes if all of it is forgotten once one more is there.
    #[cold]
    fn begin_chunk(&mut self) {
        if self.next + 1 >= self.base + (CHUNK + MOST) as u64 {
            self.chunks.pop_front();
            self.base += CHUNK as u64;
        }
        self.chunks.push_back(Vec::with_capacity(CHUNK));
    }

    /// Those that are kept, the newest first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &T> {
        let all = self
            .chunks
            .iter()
            .rev()
            .flat_map(|chunk| chunk.iter().rev());
        all.take(self.len())
    }

    /// Those that are kept, to be changed, the newest first.
    pub(crate) fn newest_first_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let kept = self.len();
        let chunks = self.chunks.iter_mut().rev();
        chunks.flat_map(|chunk| chunk.iter_mut().rev()).take(kept)
    }

    /// How many came.
    pub fn total(&self) -> u64 {
        self.next
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        (self.next - self.oldest()) as usize
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// The one of a number; none that is forgotten or has not come.
    #[inline]
    pub fn get(&self, number: u64) -> Option<&T> {
        if number >= self.next || self.next - number > MOST as u64 {
            return None;
        }
        let place = (number - self.base) as usize;
        self.chunks.get(place / CHUNK)?.get(place % CHUNK)
    }

    /// Those from a number on, as far as they are kept: the number of the first, and they.
    pub fn from(&self, number: u64) -> (u64, impl ExactSizeIterator<Item = &T>) {
        let first = number.clamp(self.oldest(), self.next);
        let places = (first - self.base) as usize..(self.next - self.base) as usize;
        (
            first,
            places.map(|place| &self.chunks[place / CHUNK][place % CHUNK]),
        )
    }

    /// Number of the first that is kept.
    fn oldest(&self) -> u64 {
        self.next.saturating_sub(MOST as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_kept_and_numbered_from_the_start() {
        let mut all = Newest::<u64, 4>::default();
        (0..7).for_each(|number| all.push(number));
        let (first, kept) = all.from(0);
        assert_eq!((first, kept.len()), (3, 4));
        let (first, kept) = all.from(all.total() - 1);
        assert_eq!((first, kept.copied().collect::<Vec<_>>()), (6, vec![6]));
        assert_eq!(all.from(u64::MAX).1.len(), 0);
    }

    /// Against a list that is cut off at its front, over many chunks.
    fn is_like_a_list<const MOST: usize>() {
        let mut all = Newest::<u64, MOST>::default();
        for next in 0..3 * (MOST + CHUNK) as u64 {
            all.push(next);
            if next % 509 != 0 && next % CHUNK as u64 > 1 {
                continue;
            }
            let oldest = (next + 1).saturating_sub(MOST as u64);
            assert_eq!(all.len() as u64, next + 1 - oldest);
            assert_eq!(all.get(next), Some(&next));
            assert_eq!(all.get(oldest), Some(&oldest));
            assert_eq!(all.get(next + 1), None);
            assert_eq!(oldest.checked_sub(1).and_then(|past| all.get(past)), None);
            assert!(all.from(0).1.copied().eq(oldest..=next));
            assert!(all.newest_first().copied().eq((oldest..=next).rev()));
            assert!(
                all.newest_first_mut()
                    .map(|one| *one)
                    .eq((oldest..=next).rev())
            );
        }
        let most_chunks = MOST.div_ceil(CHUNK) + 1;
        assert!(all.chunks.len() <= most_chunks, "{}", all.chunks.len());
    }

    #[test]
    fn it_keeps_as_many_as_it_shall_whatever_chunks_hold() {
        is_like_a_list::<1>();
        is_like_a_list::<1_000>();
        is_like_a_list::<CHUNK>();
        is_like_a_list::<{ 2 * CHUNK + 1 }>();
        is_like_a_list::<{ 4 * CHUNK }>();
    }
}
