//! Logarithm and power in fixed point, for draws: integers only, since floats' differ between
//! native and WebAssembly. It must not know what is drawn.

/// Intervals of the logarithm table.
const LOG_STEPS: usize = 256;
/// ln 2, as a fraction of 2^32.
const LN_2: u64 = 2_977_044_472;
/// log2(1 + i / 256), as a fraction of 2^32, computed by integers when the crate is compiled.
static LOG_2: [u64; LOG_STEPS + 1] = log_table();

/// 2^-(i / 256), as a fraction of 2^62.
static EXP_2: [u64; LOG_STEPS + 1] = exp_table();

/// -ln(draw / 2^64) as a fraction of 2^32, by table and linear interpolation; 0 counts as 1.
/// The error is below 3 millionths.
pub(crate) fn minus_ln(draw: u64) -> u64 {
    let minus_log = (64 << 32) - log2(draw);
    ((u128::from(minus_log) * u128::from(LN_2)) >> 32) as u64
}

/// log2(x) as a fraction of 2^32, by the same table; 0 counts as 1. It never falls as x rises.
pub(crate) fn log2(x: u64) -> u64 {
    let zeros = x.leading_zeros().min(63);
    // The bits below the leading one, left-aligned: x = 2^(63 - zeros) * (1 + rest / 2^64).
    let rest = (x << zeros) << 1;
    let step = (rest >> 56) as usize;
    let within = (rest >> 24) & 0xFFFF_FFFF;
    let log = LOG_2[step] + (((LOG_2[step + 1] - LOG_2[step]) * within) >> 32);
    (u64::from(63 - zeros) << 32) + log
}

/// 2^-x as a fraction of 2^62, for x as a fraction of 2^32, by table and linear interpolation. The
/// error is below a millionth of it, and it never rises with x.
pub(crate) fn exp2_minus(x: u64) -> u64 {
    let step = ((x >> 24) & 0xFF) as usize;
    let within = u128::from(x & 0xFF_FFFF);
    let fall = u128::from(EXP_2[step] - EXP_2[step + 1]);
    let value = EXP_2[step] - ((fall * within) >> 24) as u64;
    value.checked_shr((x >> 32) as u32).unwrap_or(0)
}

const fn exp_table() -> [u64; LOG_STEPS + 1] {
    // The 256th root of a half, by eight square roots.
    let mut root: u128 = 1 << 61;
    let mut taken = 0;
    while taken < 8 {
        root = (root << 62).isqrt();
        taken += 1;
    }
    let mut table = [1 << 62; LOG_STEPS + 1];
    let mut i = 1;
    while i <= LOG_STEPS {
        table[i] = ((table[i - 1] as u128 * root) >> 62) as u64;
        i += 1;
    }
    table
}

const fn log_table() -> [u64; LOG_STEPS + 1] {
    let mut table = [0; LOG_STEPS + 1];
    let mut i = 0;
    while i <= LOG_STEPS {
        table[i] = log_2(((LOG_STEPS + i) as u64) << 54);
        i += 1;
    }
    table
}

/// log2(x / 2^62) as a fraction of 2^32, for x / 2^62 in 1..=2: one bit per squaring.
const fn log_2(x: u64) -> u64 {
    if x == 1 << 63 {
        return 1 << 32;
    }
    let mut x = x as u128;
    let mut log = 0;
    let mut bit = 0;
    while bit < 32 {
        x = (x * x) >> 62;
        log <<= 1;
        if x >= 1 << 63 {
            x >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn the_logarithm_is_right_at_known_points() {
        // Expected values: -ln(u) * 2^32 with u a power of two, or 3/4, within 3 millionths.
        let close = |draw: u64, expected: u64| {
            let found = minus_ln(draw);
            assert!(
                found.abs_diff(expected) < 13_000,
                "{draw:#x}: {found} for {expected}"
            );
        };
        close(1 << 63, LN_2);
        close(1 << 62, 2 * LN_2);
        close(3 << 62, 1_235_591_993);
        close(1, 64 * LN_2);
        close(u64::MAX, 0);
        assert_eq!(minus_ln(0), minus_ln(1));
    }

    #[test]
    fn the_logarithm_never_rises_with_its_argument() {
        let mut stream = Stream::fork(1, "monotone", 0);
        for _ in 0..10_000 {
            let (a, b) = (stream.next(), stream.next());
            assert!(minus_ln(a.min(b)) >= minus_ln(a.max(b)));
        }
    }

    #[test]
    fn the_power_is_right_at_known_points_and_never_rises() {
        // Expected values: 2^-x * 2^62, within a millionth.
        let close = |x: u64, expected: u64| {
            let found = exp2_minus(x);
            assert!(
                found.abs_diff(expected) <= expected / 1_000_000,
                "{x:#x}: {found}"
            );
        };
        close(0, 1 << 62);
        close(1 << 32, 1 << 61);
        close(1 << 31, 3_260_954_456_333_195_553);
        close(20 << 32, 1 << 42);
        close((1 << 32) - 1, 1 << 61);
        assert_eq!(exp2_minus(u64::MAX), 0);
        let mut stream = Stream::fork(1, "power", 0);
        for _ in 0..10_000 {
            let (a, b) = (stream.below(40 << 32), stream.below(40 << 32));
            assert!(exp2_minus(a.min(b)) >= exp2_minus(a.max(b)));
        }
    }
}
