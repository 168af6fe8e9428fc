//! Texts that are numbers with a unit, as numbers in one unit: for columns of figures. It must not
//! know what the quantities are of.

use text::quantity::{BIT_UNITS, BYTE_UNITS, TIME_UNITS};

/// Names of units with their sizes, rising.
type Units = [(&'static str, u64)];

const KINDS: [&Units; 3] = [&TIME_UNITS, &BIT_UNITS, &BYTE_UNITS];

/// The least of the units that these texts have. `None` if there is no text, one is no number with
/// a unit, or they measure different things.
pub fn common_unit<'a>(mut texts: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    let mut least = parts(texts.next()?)?;
    for text in texts {
        let other = parts(text)?;
        if !std::ptr::eq(other.kind, least.kind) {
            return None;
        }
        if other.unit.1 < least.unit.1 {
            least = other;
        }
    }
    Some(least.unit.0)
}

/// The number of a text in a unit that measures the same thing: of `"2s"` in `ms` 2000.
pub fn number_in(text: &str, unit: &str) -> Option<f64> {
    let found = parts(text)?;
    let (_, size) = found.kind.iter().find(|(name, _)| *name == unit)?;
    if found.unit.1 >= *size {
        return Some(found.number * (found.unit.1 / size) as f64);
    }
    Some(found.number / (size / found.unit.1) as f64)
}

struct Parts {
    number: f64,
    unit: (&'static str, u64),
    kind: &'static Units,
}

fn parts(text: &str) -> Option<Parts> {
    let unit_start = text.find(|sign: char| sign.is_ascii_alphabetic())?;
    let (number, name) = text.split_at(unit_start);
    let is_plain = |sign: char| sign.is_ascii_digit() || sign == '.' || sign == '-';
    if !number.chars().all(is_plain) {
        return None;
    }
    let number = number.parse().ok()?;
    KINDS.into_iter().find_map(|kind| {
        let unit = *kind.iter().find(|(known, _)| *known == name)?;
        Some(Parts { number, unit, kind })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(texts: &[&str]) -> Option<&'static str> {
        common_unit(texts.iter().copied())
    }

    #[test]
    fn quantities_of_one_kind_have_the_least_of_their_units() {
        assert_eq!(unit(&["5ms", "10ms"]), Some("ms"));
        assert_eq!(unit(&["1s", "250us", "3ms"]), Some("us"));
        assert_eq!(unit(&["-3ms", "0ms"]), Some("ms"));
        assert_eq!(unit(&["1Gbps", "297Mbps"]), Some("Mbps"));
        assert_eq!(number_in("1.5s", "ms"), Some(1500.0));
        assert_eq!(number_in("0.3ms", "ms"), Some(0.3));
        assert_eq!(number_in("1Gbps", "Mbps"), Some(1000.0));
        assert_eq!(number_in("250us", "ms"), Some(0.25));
    }

    #[test]
    fn other_texts_have_none() {
        for texts in [
            &[][..],
            &["5ms", "none"],
            &["5ms", "5"],
            &["5ms", "5Mbps"],
            &["5Mbps", "5MBps"],
            &["az1", "az2"],
            &["ms"],
            &["1e3s"],
            &["5 ms"],
        ] {
            assert_eq!(unit(texts), None, "{texts:?}");
        }
        assert_eq!(number_in("5ms", "Mbps"), None);
    }
}
