//! Instants, durations and counts as people read them. Integers in, text out.

use sim::{MILLIS, Micros, SECONDS};

use crate::said::one_after_another;
use crate::say;

/// "12.345678s": an instant of a run.
pub fn instant_words(at_us: Micros) -> String {
    format!("{}.{:06}s", at_us / SECONDS, at_us % SECONDS)
}

/// "350 µs", "12.3 ms", "2.1 s": three digits at most before the unit.
pub fn duration_words(us: Micros) -> String {
    let tenths = |unit: Micros| (us * 10 + unit / 2) / unit;
    let decimal = |tenths: u64, unit: &str| match tenths {
        1_000.. => format!("{} {unit}", (tenths + 5) / 10),
        _ if tenths.is_multiple_of(10) => format!("{} {unit}", tenths / 10),
        _ => format!("{}.{} {unit}", tenths / 10, tenths % 10),
    };
    match us {
        0..MILLIS => format!("{us} µs"),
        MILLIS..SECONDS => decimal(tenths(MILLIS), "ms"),
        _ => decimal(tenths(SECONDS), "s"),
    }
}

/// "78 B", "1.2 kB", "35 MB": decimal units, as prices and bandwidths have them.
pub fn bytes_words(bytes: u64) -> String {
    let units = ["kB", "MB", "GB", "TB"];
    if bytes < 1_000 {
        return format!("{bytes} B");
    }
    let mut unit = 0;
    let mut scale = 1_000;
    while bytes / scale >= 1_000 && unit + 1 < units.len() {
        unit += 1;
        scale *= 1_000;
    }
    let tenths = (bytes * 10 + scale / 2) / scale;
    match tenths {
        100.. => format!("{} {}", (tenths + 5) / 10, units[unit]),
        _ => format!("{}.{} {}", tenths / 10, tenths % 10, units[unit]),
    }
}

/// "s1", "s1 and s2", "s1, s2 and s3".
pub fn list_words<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [before @ .., last] => {
            let (before, last) = (one_after_another(before), last.as_ref());
            say!("{before} and {last}", before, last)
        }
    }
}

/// "one thing; another; a third": sentences without their full stops, side by side.
pub fn side_by_side<S: AsRef<str>>(clauses: &[S]) -> String {
    let Some((first, more)) = clauses.split_first() else {
        return String::new();
    };
    more.iter().fold(first.as_ref().to_string(), |first, next| {
        let next = next.as_ref();
        say!("{first}; {next}", first, next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit_that_fits() {
        let cases = [
            (0, "0 µs"),
            (999, "999 µs"),
            (1_000, "1 ms"),
            (12_340, "12.3 ms"),
            (350_000, "350 ms"),
            (2_050_000, "2.1 s"),
            (90_000_000, "90 s"),
        ];
        for (us, words) in cases {
            assert_eq!(duration_words(us), words);
        }
    }

    #[test]
    fn bytes_have_decimal_units() {
        let cases = [
            (78, "78 B"),
            (1_234, "1.2 kB"),
            (34_567, "35 kB"),
            (35_000_000, "35 MB"),
            (2_000_000_000, "2.0 GB"),
        ];
        for (bytes, words) in cases {
            assert_eq!(bytes_words(bytes), words);
        }
    }

    #[test]
    fn instants_are_exact() {
        assert_eq!(instant_words(12_345_678), "12.345678s");
        assert_eq!(instant_words(5), "0.000005s");
    }

    #[test]
    fn lists_read_as_prose() {
        assert_eq!(list_words(&["s1", "s2", "s3"]), "s1, s2 and s3");
        assert_eq!(list_words(&["s1"]), "s1");
        assert_eq!(side_by_side(&["a is", "b is", "c"]), "a is; b is; c");
    }
}
