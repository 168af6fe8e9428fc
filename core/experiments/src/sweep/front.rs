//! The Pareto front: what no other is better than. Must not know what is compared.

/// Which of these no other dominates; less is better in each figure. Of two that are alike none
/// dominates the other.
pub fn front(all: &[Vec<f64>]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    let by_figures = |a: &usize, b: &usize| {
        let pairs = all[*a].iter().zip(&all[*b]);
        let unlike = pairs.map(|(a, b)| a.total_cmp(b)).find(|one| one.is_ne());
        unlike.unwrap_or_else(|| a.cmp(b))
    };
    // What dominates comes before what it dominates, and is on the front itself or dominated by one
    // that is: each needs to be held against the front so far alone.
    order.sort_by(by_figures);
    let mut best: Vec<usize> = Vec::new();
    for one in order {
        if !best.iter().any(|other| dominates(&all[*other], &all[one])) {
            best.push(one);
        }
    }
    let mut is_best = vec![false; all.len()];
    for one in best {
        is_best[one] = true;
    }
    is_best
}

/// Not worse in any figure, and better in one.
pub(crate) fn dominates(a: &[f64], b: &[f64]) -> bool {
    let mut pairs = a.iter().zip(b);
    pairs.clone().all(|(a, b)| a <= b) && pairs.any(|(a, b)| a < b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each against each.
    fn plain(all: &[Vec<f64>]) -> Vec<bool> {
        let is_best = |one: &Vec<f64>| !all.iter().any(|other| dominates(other, one));
        all.iter().map(is_best).collect()
    }

    /// Knuth's multiplier: draws that are the same everywhere.
    struct Draws(u64);

    impl Draws {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) % end
        }
    }

    #[test]
    fn the_front_is_that_of_comparing_each_with_each() {
        let mut draws = Draws(7);
        let mut sizes = [0, 0];
        for round in 0..2000 {
            let figures = 1 + draws.below(4) as usize;
            // Few different values make many ties; many make few.
            let range = [2, 5, 1000][round % 3];
            let count = draws.below(40) as usize;
            let mut one = || {
                (0..figures)
                    .map(|_| draws.below(range) as f64 - 1.0)
                    .collect()
            };
            let all: Vec<Vec<f64>> = (0..count).map(|_| one()).collect();
            let found = front(&all);
            assert_eq!(found, plain(&all), "{all:?}");
            sizes[0] += found.iter().filter(|best| **best).count();
            sizes[1] += count;
        }
        // Neither nothing nor everything: the comparison saw both.
        assert!(sizes[0] > 2000 && sizes[0] * 2 < sizes[1], "{sizes:?}");
    }

    #[test]
    fn alike_points_stand_side_by_side() {
        let all = [[1.0, 2.0], [1.0, 2.0], [2.0, 1.0], [2.0, 2.0]].map(Vec::from);
        assert_eq!(front(&all), [true, true, true, false]);
        assert!(front(&[]).is_empty());
    }
}
