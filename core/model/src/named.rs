//! Keys that a request names one by one, because its rows are no neighbours. Plain data; it must
//! not know what is done with them.

/// The most keys that a request names.
pub const NAMED_MAX: usize = 6;

/// A few keys, rising, each once; none where a request's first key and rows say all.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedKeys {
    count: u8,
    keys: [u32; NAMED_MAX],
}

impl NamedKeys {
    /// These, in order; `None` when they are none, too many, one twice, or too large a number.
    pub fn of(keys: &[u64]) -> Option<Self> {
        let mut sorted = keys.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.is_empty() || sorted.len() != keys.len() || keys.len() > NAMED_MAX {
            return None;
        }
        let mut named = NamedKeys {
            count: sorted.len() as u8,
            ..NamedKeys::default()
        };
        for (place, key) in named.keys.iter_mut().zip(sorted) {
            *place = u32::try_from(key).ok()?;
        }
        Some(named)
    }

    /// So many keys, spread evenly over those from `first` to before `end`; one of them is `key`.
    pub fn spread(key: u64, count: u32, (first, end): (u64, u64)) -> Option<Self> {
        let span = end - first;
        let step = span / u64::from(count.max(1));
        let nth = |nth: u32| first + (key - first + step * u64::from(nth)) % span;
        let keys: Vec<u64> = (0..count).map(nth).collect();
        NamedKeys::of(&keys)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count.into()
    }

    /// The lowest one; 0 where there is none.
    pub fn first(&self) -> u64 {
        self.keys[0].into()
    }

    /// All of them, rising.
    pub fn iter(&self) -> impl Iterator<Item = u64> + use<> {
        let (keys, count) = (self.keys, usize::from(self.count));
        keys.into_iter().take(count).map(u64::from)
    }

    /// "k1, k5 and k9".
    pub fn words(&self) -> String {
        let all: Vec<String> = self.iter().map(|key| format!("k{key}")).collect();
        match all.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, before)) => format!("{} and {last}", before.join(", ")),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_order_and_each_is_there_once() {
        let named = NamedKeys::of(&[9, 1, 5]).expect("three keys");
        assert_eq!(named.iter().collect::<Vec<_>>(), [1, 5, 9]);
        assert_eq!((named.count(), named.first()), (3, 1));
        assert_eq!(named.words(), "k1, k5 and k9");
        for refused in [&[][..], &[1, 1], &[0; 7], &[u64::MAX]] {
            assert_eq!(NamedKeys::of(refused), None);
        }
    }

    #[test]
    fn spread_keys_are_apart_and_within() {
        let named = NamedKeys::spread(14, 3, (10, 22)).expect("twelve keys");
        assert_eq!(named.iter().collect::<Vec<_>>(), [10, 14, 18]);
        assert_eq!(
            NamedKeys::spread(0, 3, (0, 2)),
            None,
            "fewer keys than rows"
        );
    }
}
