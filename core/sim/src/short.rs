//! A sort for short lists. It knows nothing of what it sorts.
//!
//! The library's sorts are fast on long lists and cost 3 kB of the page's module for each type of
//! element; a group's peers and a batch's messages are few.

/// Sorts, least first by the key; elements with equal keys keep their order. By insertion: for
/// lists of a few, or nearly in order.
pub fn sort_short<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at - 1]) > key(&list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;

    #[test]
    fn a_short_list_is_sorted_as_the_library_s_stable_sort_does() {
        let mut stream = Stream::fork(7, "short", 0);
        for length in 0..40 {
            let mut list: Vec<(u64, usize)> =
                (0..length).map(|place| (stream.below(8), place)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_short(&mut list, |(key, _)| *key);
            assert_eq!(list, expected);
        }
    }
}
