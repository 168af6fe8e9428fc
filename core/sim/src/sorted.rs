//! A map as a sorted list, for few entries. It knows nothing of what it holds.
//!
//! The library's tree is fast with many entries and costs some 8 kB of the page's module for each
//! pair of types; connections of a link, and links that are shared, are few.

/// Entries in the order of their keys, of which no two are alike.
#[derive(Clone, Debug)]
pub struct Sorted<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Sorted {
            entries: Vec::new(),
        }
    }
}

impl<K: Ord, V> Sorted<K, V> {
    /// The place of a key, or where it would stand.
    fn place(&self, key: &K) -> Result<usize, usize> {
        self.entries.binary_search_by(|(own, _)| own.cmp(key))
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        let place = self.place(key).ok()?;
        Some(&self.entries[place].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let place = self.place(key).ok()?;
        Some(&mut self.entries[place].1)
    }

    /// Puts a value under a key, in place of the one that stands there.
    pub fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            Ok(place) => self.entries[place].1 = value,
            Err(place) => self.entries.insert(place, (key, value)),
        }
    }

    /// The value of a key, after an empty one was put there if there was none.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.entries.insert(place, (key, V::default()));
                place
            }
        };
        &mut self.entries[place].1
    }

    /// Takes the value of a key away.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let place = self.place(key).ok()?;
        Some(self.entries.remove(place).1)
    }

    /// The least key.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<&K> {
        self.entries.first().map(|(key, _)| key)
    }

    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is held.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Nothing is held any more.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// In the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// In the order of the keys.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Stream;

    #[test]
    fn it_holds_what_the_library_s_map_holds() {
        let mut stream = Stream::fork(5, "sorted", 0);
        let mut sorted: Sorted<u64, u64> = Sorted::default();
        let mut expected: BTreeMap<u64, u64> = BTreeMap::new();
        for value in 0..2_000 {
            let key = stream.below(40);
            match stream.below(4) {
                0 => assert_eq!(sorted.remove(&key), expected.remove(&key)),
                1 => assert_eq!(*sorted.or_default(key), *expected.entry(key).or_default()),
                _ => {
                    sorted.insert(key, value);
                    expected.insert(key, value);
                }
            }
            assert_eq!(sorted.get(&key), expected.get(&key));
            assert_eq!(sorted.get_mut(&key), expected.get_mut(&key));
            assert_eq!(
                sorted.first(),
                expected.first_key_value().map(|(key, _)| key)
            );
            assert_eq!(
                (sorted.len(), sorted.is_empty()),
                (expected.len(), expected.is_empty())
            );
        }
        let all: Vec<(u64, u64)> = sorted
            .iter_mut()
            .map(|(key, value)| (*key, *value))
            .collect();
        assert_eq!(all, expected.into_iter().collect::<Vec<_>>());
    }
}
