//! The newest of what came one after the other, numbered from 0: whoever has some of it asks for
//! what came since. It must not know what it keeps.

use std::collections::VecDeque;

/// At most `MOST`; the oldest are forgotten first.
#[derive(Clone, Debug)]
pub struct Newest<T, const MOST: usize> {
    kept: VecDeque<T>,
    /// Number of the next.
    next: u64,
}

impl<T, const MOST: usize> Default for Newest<T, MOST> {
    fn default() -> Self {
        Newest {
            kept: VecDeque::new(),
            next: 0,
        }
    }
}

impl<T, const MOST: usize> Newest<T, MOST> {
    /// One more came.
    #[inline]
    pub fn push(&mut self, one: T) {
        if self.kept.len() == MOST {
            self.kept.pop_front();
        }
        self.kept.push_back(one);
        self.next += 1;
    }

    /// Those that are kept, the newest first.
    pub fn newest_first(&mut self) -> impl Iterator<Item = &mut T> {
        self.kept.iter_mut().rev()
    }

    /// How many came.
    pub fn total(&self) -> u64 {
        self.next
    }

    /// Those from a number on, as far as they are kept: the number of the first, and they.
    pub fn from(&self, number: u64) -> (u64, impl ExactSizeIterator<Item = &T>) {
        let oldest = self.next - self.kept.len() as u64;
        let first = number.clamp(oldest, self.next);
        (first, self.kept.range((first - oldest) as usize..))
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
}
