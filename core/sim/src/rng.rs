//! Random streams: every consumer forks its own from the seed by label, so one more draw in one
//! place shifts nothing elsewhere.
//!
//! The generator is PCG (M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically
//! Good Algorithms for Random Number Generation", 2014), in a crate that promises stable values.
//! PCG32, because its 64-bit state suits WebAssembly: a 128-bit one is slow to multiply there, and
//! its 16-byte alignment meets a fault of Rust 1.95 (fat LTO breaks the allocator's aligned path).
//! No floats: their logarithm differs between native and WebAssembly.

use rand_core::Rng;
use rand_pcg::Pcg32;

use crate::digest::Digest;
use crate::fixed::minus_ln;

/// A probability in parts per million.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Ratio {
    /// Parts per million, 0 to 1,000,000.
    pub ppm: u32,
}

impl Ratio {
    /// Never.
    pub const ZERO: Ratio = Ratio { ppm: 0 };
    /// Always.
    pub const ONE: Ratio = Ratio { ppm: 1_000_000 };

    /// The probability that at least one of two independent events happens, rounded to the
    /// nearest part per million.
    pub fn or(self, other: Ratio) -> Ratio {
        let one = u64::from(Ratio::ONE.ppm);
        assert!(self.ppm <= Ratio::ONE.ppm);
        assert!(other.ppm <= Ratio::ONE.ppm);
        let neither = (one - u64::from(self.ppm)) * (one - u64::from(other.ppm));
        Ratio {
            ppm: (one - (neither + one / 2) / one) as u32,
        }
    }

    /// Whether a uniform 64-bit draw falls within the probability. Looks at its high half only.
    #[inline]
    pub(crate) fn hit(self, draw: u64) -> bool {
        // The error is below 2^-32, a four-thousandth of a part per million.
        ((draw >> 32) * u64::from(Ratio::ONE.ppm)) >> 32 < u64::from(self.ppm)
    }
}

/// One random stream.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: Pcg32,
}

impl Stream {
    /// The stream of this seed, label and index: a pure function of its arguments.
    /// The label names the consumer ("network"), the index its instance (the connection).
    pub fn fork(seed: u64, label: &str, index: u64) -> Stream {
        let mut digest = Digest::new();
        digest.u64(seed);
        digest.bytes(label.as_bytes());
        digest.u64(index);
        let state = digest.value();
        digest.u64(0);
        let sequence = digest.value();
        Stream {
            generator: Pcg32::new(state, sequence),
        }
    }

    /// The next 64 uniform bits.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "a stream has no end, so it yields no Option"
    )]
    pub fn next(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A uniform draw from `0..n`, without bias; `n` must be positive.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0);
        // D. Lemire, "Fast Random Integer Generation in an Interval", 2019: the high word is the
        // draw, and the low word tells whether it came from the uneven remainder.
        loop {
            let wide = u128::from(self.next()) * u128::from(n);
            let low = wide as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A uniform draw from `lo..=hi_inclusive`.
    #[inline]
    pub fn between(&mut self, lo: u64, hi_inclusive: u64) -> u64 {
        assert!(lo <= hi_inclusive);
        match (hi_inclusive - lo).checked_add(1) {
            Some(n) => lo + self.below(n),
            None => self.next(),
        }
    }

    /// Whether an event of probability `p` happens. Takes exactly one draw, whatever `p` is, so
    /// changing a probability does not shift the stream.
    #[inline]
    pub fn chance(&mut self, p: Ratio) -> bool {
        assert!(p.ppm <= Ratio::ONE.ppm);
        p.hit(self.next())
    }

    /// An exponentially distributed draw with this mean, in the mean's unit, rounded to the
    /// nearest integer. At most 45 times the mean. Takes exactly one draw.
    pub fn exponential(&mut self, mean: u64) -> u64 {
        let ln = u128::from(minus_ln(self.next()));
        let product = u128::from(mean) * ln;
        u64::try_from((product + (1 << 31)) >> 32).unwrap_or(u64::MAX)
    }
}

/// A stateless 64-bit mixer: a value that looks random but is a pure function of two ids.
pub fn mix(a: u64, b: u64) -> u64 {
    // The finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014), once for each argument.
    finalize(finalize(a.wrapping_add(GOLDEN)) ^ b.wrapping_mul(GOLDEN).wrapping_add(GOLDEN))
}

/// 2^64 divided by the golden ratio, made odd: consecutive ids land far apart.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn finalize(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: u64 = 50;

    #[test]
    fn draws_are_pinned() {
        // Changing any of these changes every published run. The values come from a second
        // implementation, in another language.
        let mut stream = Stream::fork(7, "network", 3);
        assert_eq!(
            [stream.next(), stream.next()],
            [0xE8C2_D7AD_DC72_84FC, 0xED31_82CA_AB1E_87E3]
        );
        assert_eq!(stream.below(1_000_000), 729_429);
        assert_eq!(stream.between(10, 20), 16);
        assert_eq!(stream.exponential(1_000_000), 146_790);
        assert_eq!(mix(1, 2), 0xC132_DD2B_56B2_763C);
    }

    #[test]
    fn a_fork_depends_on_seed_label_and_index_and_on_nothing_else() {
        let first = |seed, label, index| Stream::fork(seed, label, index).next();
        assert_eq!(first(1, "a", 0), first(1, "a", 0));
        assert_ne!(first(1, "a", 0), first(2, "a", 0));
        assert_ne!(first(1, "a", 0), first(1, "b", 0));
        assert_ne!(first(1, "a", 0), first(1, "a", 1));
    }

    #[test]
    fn neighbouring_forks_look_independent() {
        // Method: XOR of the first draws of neighbours; each bit must differ about half the time.
        let mut ones = [0_u32; 64];
        for index in 0..1_000 {
            let x = Stream::fork(1, "a", index).next() ^ Stream::fork(1, "a", index + 1).next();
            for (bit, count) in ones.iter_mut().enumerate() {
                *count += ((x >> bit) & 1) as u32;
            }
        }
        assert!(
            ones.iter().all(|count| (400..=600).contains(count)),
            "{ones:?}"
        );
    }

    #[test]
    fn a_bounded_draw_stays_in_bounds_and_reaches_both_ends() {
        for seed in 0..SEEDS {
            let mut stream = Stream::fork(seed, "bounds", 0);
            let mut seen = [false; 5];
            for _ in 0..200 {
                seen[usize::try_from(stream.between(10, 14) - 10).unwrap()] = true;
                assert_eq!(stream.below(1), 0);
                assert!(stream.below(u64::MAX) < u64::MAX);
            }
            assert_eq!(seen, [true; 5], "seed {seed}");
            assert_eq!(stream.between(9, 9), 9);
            stream.between(0, u64::MAX);
        }
    }

    #[test]
    fn a_bounded_draw_has_no_bias_where_the_remainder_is_large() {
        // With n = 3/4 of 2^64, scaling without rejection hits every third value twice as often.
        let n = 3 << 62;
        let mut stream = Stream::fork(1, "bias", 0);
        let thirds = (0..30_000)
            .filter(|_| stream.below(n).is_multiple_of(3))
            .count();
        assert!((9_700..=10_300).contains(&thirds), "{thirds}");
    }

    #[test]
    fn chance_follows_its_ratio_and_takes_one_draw() {
        let mut stream = Stream::fork(1, "chance", 0);
        let hits = (0..100_000)
            .filter(|_| stream.chance(Ratio { ppm: 250_000 }))
            .count();
        assert!((24_500..=25_500).contains(&hits), "{hits}");
        for seed in 0..SEEDS {
            let mut never = Stream::fork(seed, "chance", 1);
            let mut always = never.clone();
            assert!(!never.chance(Ratio::ZERO));
            assert!(always.chance(Ratio::ONE));
            assert_eq!(never.next(), always.next());
        }
    }

    #[test]
    fn independent_ratios_combine() {
        let half = Ratio { ppm: 500_000 };
        assert_eq!(half.or(half), Ratio { ppm: 750_000 });
        assert_eq!(half.or(Ratio::ZERO), half);
        assert_eq!(half.or(Ratio::ONE), Ratio::ONE);
        assert_eq!(Ratio { ppm: 1 }.or(Ratio { ppm: 1 }), Ratio { ppm: 2 });
    }

    #[test]
    fn exponential_draws_have_the_mean_and_the_tail_of_the_distribution() {
        for seed in 0..5 {
            let mut stream = Stream::fork(seed, "exponential", 0);
            let draws: Vec<u64> = (0..100_000).map(|_| stream.exponential(10_000)).collect();
            let mean = draws.iter().sum::<u64>() / 100_000;
            assert!((9_850..=10_150).contains(&mean), "{mean}");
            // P(X > mean) = 1/e = 36.8 %; P(X > 3 means) = 4.98 %.
            let above = |limit| draws.iter().filter(|&&x| x > limit).count();
            assert!(
                (36_200..=37_400).contains(&above(10_000)),
                "{}",
                above(10_000)
            );
            assert!(
                (4_700..=5_250).contains(&above(30_000)),
                "{}",
                above(30_000)
            );
        }
        assert_eq!(Stream::fork(1, "exponential", 1).exponential(0), 0);
    }

    #[test]
    fn mixing_separates_neighbouring_ids_and_the_order_of_arguments() {
        let mut seen: Vec<u64> = Vec::new();
        for a in 0..100 {
            for b in 0..100 {
                seen.push(mix(a, b));
            }
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 10_000);
    }
}
