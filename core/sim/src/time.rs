//! Simulation time: an integer count of microseconds since the run began.
//!
//! It must not know wall time: one simulated second takes as long to compute as it takes.

/// An instant or a duration of simulation time, in microseconds.
pub type Micros = u64;

/// One millisecond in microseconds.
pub const MILLIS: Micros = 1_000;
/// One second in microseconds.
pub const SECONDS: Micros = 1_000 * MILLIS;

/// Nanoseconds in a microsecond. Parts that serve many small jobs count in nanoseconds inside,
/// because rounding each job up to a whole microsecond would slow them several times over.
pub const NANOS_PER_MICRO: u64 = 1_000;

/// `a * b / divisor`, rounded up, exact for every input whose result fits 64 bits.
pub(crate) fn mul_div_ceil(a: u64, b: u64, divisor: u64) -> u64 {
    assert!(divisor > 0);
    // Nearly every product fits 64 bits, where a division costs a fraction. Counting bits tells;
    // an overflow-checked product would be a 128-bit one in WebAssembly.
    if a.leading_zeros() + b.leading_zeros() >= u64::BITS {
        return (a * b).div_ceil(divisor);
    }
    let wide = (u128::from(a) * u128::from(b)).div_ceil(u128::from(divisor));
    u64::try_from(wide).expect("a duration fits 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_rounds_up_and_survives_products_beyond_64_bits() {
        assert_eq!(mul_div_ceil(0, 7, 3), 0);
        assert_eq!(mul_div_ceil(2, 5, 5), 2);
        assert_eq!(mul_div_ceil(2, 5, 3), 4);
        assert_eq!(mul_div_ceil(u64::MAX, 3, 3), u64::MAX);
        assert_eq!(mul_div_ceil(u64::MAX, 2, 4), 1 << 63);
    }
}
