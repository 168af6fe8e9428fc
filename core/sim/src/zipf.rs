//! Zipf's law: of `n` ranks the k-th is drawn in proportion to 1 / k^theta.
//!
//! Ranks are kept in buckets that widen as their weights flatten, so that a million need a thousand
//! entries: a bucket is drawn by its exact weight, a rank in it by rejection. It must not know what
//! has a rank.

use crate::fixed::{exp2_minus, log2};
use crate::rng::Stream;

/// Greatest exponent, in thousandths: beyond it weights of late ranks vanish in fixed point.
pub const THETA_MILLI_MAX: u32 = 2_000;
/// Most ranks: their weights add up within 64 bits.
const RANKS_MAX: u64 = 1 << 20;
/// Buckets for each doubling of the rank: a weight falls within one by a sixty-fourth at most, or
/// by twice that for the greatest exponent.
const BUCKETS_PER_DOUBLING: u64 = 64;
/// Odd factors of the rounds that scatter ranks; after two, neighbours are still evenly apart.
const MIXERS: [u64; 4] = [
    0x9E37_79B9_7F4A_7C15,
    0xBF58_476D_1CE4_E5B9,
    0x94D0_49BB_1331_11EB,
    0xD6E8_FEB8_6659_FD93,
];
/// Weights are fractions of 2^43.
const WEIGHT_SHIFT: u32 = 62 - 43;

/// A Zipf distribution over ranks.
#[derive(Clone, Debug)]
pub struct Zipf {
    theta_milli: u32,
    /// First rank of each bucket, counted from 1, and the weight of all ranks up to its end.
    buckets: Vec<(u64, u64)>,
    ranks: u64,
}

impl Zipf {
    /// Ranks `0..n`, for an exponent in thousandths.
    pub fn new(n: u64, theta_milli: u32) -> Self {
        assert!(n > 0 && n <= RANKS_MAX);
        assert!(theta_milli <= THETA_MILLI_MAX);
        let mut buckets = Vec::new();
        let (mut first, mut sum) = (1, 0);
        while first <= n {
            let end = (first + width(first)).min(n + 1);
            sum += (first..end).map(|k| weight(k, theta_milli)).sum::<u64>();
            buckets.push((first, sum));
            first = end;
        }
        Zipf {
            theta_milli,
            buckets,
            ranks: n,
        }
    }

    /// A rank; the most frequent is 0.
    pub fn draw(&self, stream: &mut Stream) -> u64 {
        let (_, total) = self.buckets[self.buckets.len() - 1];
        let point = stream.below(total);
        let bucket = self.buckets.partition_point(|(_, upto)| *upto <= point);
        let (first, _) = self.buckets[bucket];
        let next = self.buckets.get(bucket + 1);
        let end = next.map_or(self.ranks + 1, |(first, _)| *first);
        if end - first == 1 {
            return first - 1;
        }
        let most = weight(first, self.theta_milli);
        loop {
            let rank = first + stream.below(end - first);
            if stream.below(most) < weight(rank, self.theta_milli) {
                return rank - 1;
            }
        }
    }
}

/// How many ranks are in the bucket that begins with this one.
fn width(first: u64) -> u64 {
    ((1 << first.ilog2()) / BUCKETS_PER_DOUBLING).max(1)
}

/// 1 / k^theta.
fn weight(k: u64, theta_milli: u32) -> u64 {
    exp2_minus(log2(k) * u64::from(theta_milli) / 1_000) >> WEIGHT_SHIFT
}

/// Where a rank is among `n` places, if ranks are scattered: a fixed order that looks like chance
/// and gives no place twice.
pub fn scattered(rank: u64, n: u64) -> u64 {
    debug_assert!(rank < n);
    let bits = (n - 1).max(1).ilog2() + 1;
    let mask = (1 << bits) - 1;
    let mut place = rank;
    // A permutation of the next power of two; what falls outside goes round again.
    loop {
        for odd in MIXERS {
            place = place.wrapping_add(odd >> 40).wrapping_mul(odd) & mask;
            place ^= place >> bits.div_ceil(2);
        }
        if place < n {
            return place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u64 = 200_000;

    /// 1 / k^theta by square roots alone, which are the same everywhere: k^(1/2), k^(1/4) and so on
    /// for the binary digits of the exponent.
    fn exact(k: u64, theta_milli: u32) -> f64 {
        let whole = (theta_milli / 1_000) as i32;
        let mut rest = f64::from(theta_milli % 1_000) / 1e3;
        let (mut root, mut power) = (k as f64, (k as f64).powi(whole));
        for _ in 0..40 {
            (root, rest) = (root.sqrt(), rest * 2.0);
            if rest >= 1.0 {
                (power, rest) = (power * root, rest - 1.0);
            }
        }
        power.recip()
    }

    #[test]
    fn weights_are_those_of_the_law_within_ten_millionths() {
        for theta_milli in [0, 500, 990, 1_200] {
            for k in [1, 2, 3, 10, 63, 64, 65, 1_000, 99_999, 1_000_000] {
                let found = weight(k, theta_milli) as f64 / (1_u64 << 43) as f64;
                let ratio = found / exact(k, theta_milli);
                assert!((ratio - 1.0).abs() < 1e-5, "{k}^-{theta_milli}: {ratio}");
            }
        }
    }

    #[test]
    fn drawn_ranks_follow_the_law() {
        // Method: chi-square over ranks that are expected ten times or more, the others together.
        // Degrees of freedom plus six standard deviations is passed by chance once in millions.
        for (seed, (n, theta_milli)) in [
            (1, 990),
            (2, 990),
            (100, 0),
            (1_000, 990),
            (10_000, 500),
            (10_000, 990),
            (300_000, 990),
            (1_000_000, 1_500),
        ]
        .into_iter()
        .enumerate()
        {
            let zipf = Zipf::new(n, theta_milli);
            let mut stream = Stream::fork(seed as u64, "zipf", 0);
            let mut seen = vec![0_u64; n as usize];
            for _ in 0..DRAWS {
                seen[zipf.draw(&mut stream) as usize] += 1;
            }
            let total: f64 = (1..=n).map(|k| exact(k, theta_milli)).sum();
            let expected = |k: u64| exact(k, theta_milli) / total * DRAWS as f64;
            let (mut chi, mut cells, mut rest) = (0.0, 0.0, (0.0, 0.0));
            for k in 1..=n {
                let (found, wanted) = (seen[k as usize - 1] as f64, expected(k));
                if wanted >= 10.0 {
                    chi += (found - wanted).powi(2) / wanted;
                    cells += 1.0;
                } else {
                    rest = (rest.0 + found, rest.1 + wanted);
                }
            }
            if rest.1 >= 10.0 {
                chi += (rest.0 - rest.1).powi(2) / rest.1;
            }
            let most = cells + 6.0 * (2.0_f64 * cells).sqrt() + 1.0;
            assert!(
                chi <= most,
                "{n} ranks, {theta_milli}: {chi} over {cells} cells"
            );
        }
    }

    #[test]
    fn draws_are_pinned() {
        // Changing any of these changes runs with zipfian keys.
        let zipf = Zipf::new(1_000_000, 990);
        let mut stream = Stream::fork(7, "keys", 0);
        let drawn: Vec<u64> = (0..6).map(|_| zipf.draw(&mut stream)).collect();
        assert_eq!(drawn, [60_361, 25, 189_242, 4_085, 38, 833]);
        let places = [0, 1, 2, 999_999].map(|rank| scattered(rank, 1_000_000));
        assert_eq!(places, [142_843, 595_794, 344_862, 110_588]);
    }

    #[test]
    fn a_million_ranks_take_a_thousand_entries() {
        assert!(Zipf::new(1_000_000, 990).buckets.len() <= 1_024);
    }

    #[test]
    fn scattered_ranks_take_every_place_once_and_no_part_is_preferred() {
        for n in [1, 2, 3, 7, 64, 1_000, 4_096, 65_537] {
            let mut places: Vec<u64> = (0..n).map(|rank| scattered(rank, n)).collect();
            let hot = &places[..(n as usize).min(400)];
            if n >= 1_000 {
                for quarter in 0..4 {
                    let here = hot.iter().filter(|place| **place * 4 / n == quarter);
                    assert!((60..=140).contains(&here.count()), "{n}, quarter {quarter}");
                }
            }
            places.sort_unstable();
            assert!(places.into_iter().eq(0..n), "{n}");
        }
    }
}
