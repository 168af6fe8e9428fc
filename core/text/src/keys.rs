//! Keys that a request names one by one, in words. It must not know what is done with them.

use model::named::NamedKeys;

use crate::say;
use crate::words::list_words;

/// "k1, k5 and k9".
pub fn key_words(named: &NamedKeys) -> String {
    list_words(&each(named, "k"))
}

/// "keys 1, 5 and 9".
pub(crate) fn long_key_words(named: &NamedKeys) -> String {
    let keys = list_words(&each(named, ""));
    if named.count() == 1 {
        say!("key {keys}", keys)
    } else {
        say!("keys {keys}", keys)
    }
}

fn each(named: &NamedKeys, prefix: &str) -> Vec<String> {
    named.iter().map(|key| format!("{prefix}{key}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_as_prose() {
        let named = |keys: &[u64]| NamedKeys::of(keys).expect("few keys");
        assert_eq!(key_words(&named(&[9, 1, 5])), "k1, k5 and k9");
        assert_eq!(long_key_words(&named(&[9, 1, 5])), "keys 1, 5 and 9");
        assert_eq!(long_key_words(&named(&[7])), "key 7");
    }
}
