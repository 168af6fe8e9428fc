//! Bounds of single values, which `#[bound(…)]` says beside a field: `derive(Read)` makes the check
//! of them. What makes several values fit together is the business of each file's own checks.

use text::phrase;
use text::quantity::{bandwidth_text, duration_text};
use text::said::said;

use crate::error::{At, Problems};
use crate::units::{Bandwidth, CostNs, DurationUs, OffsetUs};

/// Bounds of what has no name.
pub(crate) const BETWEEN: &str = phrase!("{least} to {most}");
/// Bounds of a text's length.
pub(crate) const BYTES_OF_TEXT: &str = phrase!("{least} to {most} bytes of text");
/// Bounds of what is counted in bytes.
pub const BYTES: &str = phrase!("{least} to {most} bytes");
/// Bounds of what may be left out.
pub const AT_MOST: &str = phrase!("at most {most}");
/// Bounds of a text that may be empty.
pub const AT_MOST_BYTES: &str = phrase!("at most {most} bytes of text");

/// A value that has bounds: a number, a quantity, or the length of a text or a list.
pub trait Bounded {
    /// What its bounds are.
    type Number: PartialOrd + Copy;
    /// How bounds are told where the field does not say it.
    const BOUNDS: &'static str = BETWEEN;
    /// What is held against the bounds; none where there is no value.
    fn number(&self) -> Option<Self::Number>;
    /// How a bound is written.
    fn bound(number: Self::Number) -> String;
    /// How the value is written where it is out of bounds.
    fn found(number: Self::Number) -> String {
        Self::bound(number)
    }
}

macro_rules! numbers {
    ($($type:ty),+) => {$(
        impl Bounded for $type {
            type Number = Self;

            fn number(&self) -> Option<Self> {
                Some(*self)
            }

            fn bound(number: Self) -> String {
                number.to_string()
            }
        }
    )+};
}

numbers!(u32, u64, i32, f64, usize);

impl Bounded for String {
    type Number = usize;
    const BOUNDS: &'static str = BYTES_OF_TEXT;

    fn number(&self) -> Option<usize> {
        Some(self.len())
    }

    fn bound(number: usize) -> String {
        number.to_string()
    }
}

/// A text that counts as empty while nothing but space stands in it.
#[derive(Debug)]
pub struct Filled<'a>(pub &'a str);

impl Bounded for Filled<'_> {
    type Number = usize;
    const BOUNDS: &'static str = BYTES_OF_TEXT;

    fn number(&self) -> Option<usize> {
        let is_empty = self.0.trim().is_empty();
        Some(if is_empty { 0 } else { self.0.len() })
    }

    fn bound(number: usize) -> String {
        number.to_string()
    }
}

impl<T> Bounded for Vec<T> {
    type Number = usize;

    fn number(&self) -> Option<usize> {
        Some(self.len())
    }

    fn bound(number: usize) -> String {
        number.to_string()
    }
}

impl<T: Bounded> Bounded for Option<T> {
    type Number = T::Number;
    const BOUNDS: &'static str = T::BOUNDS;

    fn number(&self) -> Option<T::Number> {
        self.as_ref().and_then(T::number)
    }

    fn bound(number: T::Number) -> String {
        T::bound(number)
    }

    fn found(number: T::Number) -> String {
        T::found(number)
    }
}

impl Bounded for DurationUs {
    type Number = u64;

    fn number(&self) -> Option<u64> {
        Some(self.0)
    }

    fn bound(number: u64) -> String {
        duration_text(number)
    }
}

/// Bounded to both sides alike.
impl Bounded for OffsetUs {
    type Number = u64;

    fn number(&self) -> Option<u64> {
        Some(self.0.unsigned_abs())
    }

    fn bound(number: u64) -> String {
        duration_text(number)
    }
}

impl Bounded for CostNs {
    type Number = u64;
    const BOUNDS: &'static str = phrase!("{least} to {most} ns");

    fn number(&self) -> Option<u64> {
        Some(self.0)
    }

    fn bound(number: u64) -> String {
        number.to_string()
    }
}

impl Bounded for Bandwidth {
    type Number = u64;

    fn number(&self) -> Option<u64> {
        Some(self.0)
    }

    fn bound(number: u64) -> String {
        bandwidth_text(number)
    }

    fn found(number: u64) -> String {
        format!("{number} bit/s")
    }
}

/// Tells where the value that stands there is out of its bounds. `words` tell the bounds, where
/// the type's own do not: "{least} to {most} rows".
pub fn check<T: Bounded>(
    value: &T,
    at: &At<'_>,
    (least, most): (T::Number, T::Number),
    words: Option<&str>,
    problems: &mut Problems,
) {
    let Some(number) = value.number() else { return };
    if number < least || number > most {
        let words = words.unwrap_or(T::BOUNDS);
        let expected = said(
            words,
            &[("least", &T::bound(least)), ("most", &T::bound(most))],
        );
        problems.expected(at.path(), T::found(number), expected);
    }
}
