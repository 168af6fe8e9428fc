//! How a figure spreads over futures.

/// A figure of many runs, in order. Runs that do not have it count for nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    sorted: Vec<f64>,
}

impl Spread {
    /// Of these runs.
    pub fn of(figures: impl IntoIterator<Item = Option<f64>>) -> Self {
        let mut sorted: Vec<f64> = figures.into_iter().flatten().collect();
        sorted.sort_by(f64::total_cmp);
        Spread { sorted }
    }

    /// Runs that have it.
    pub fn runs(&self) -> usize {
        self.sorted.len()
    }

    /// The least figure that so many percent of the runs do not exceed; `None` without runs.
    pub fn percentile(&self, percent: usize) -> Option<f64> {
        let rank = (self.sorted.len() * percent).div_ceil(100);
        self.sorted.get(rank.saturating_sub(1)).copied()
    }

    /// In how many percent of the runs it is less than that, and in how many it is the same.
    pub fn place_of(&self, figure: f64) -> (f64, f64) {
        let percent = |count: usize| 100.0 * count as f64 / self.sorted.len().max(1) as f64;
        let less = self.sorted.partition_point(|one| *one < figure);
        let same = self.sorted.partition_point(|one| *one <= figure) - less;
        (percent(less), percent(same))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_figures_of_runs() {
        let spread = Spread::of((1..=10).rev().map(|one| Some(f64::from(one))).chain([None]));
        assert_eq!(spread.runs(), 10);
        let at = |percent| spread.percentile(percent).map(|figure| figure as u32);
        let expected = [1, 1, 5, 9, 10].map(Some);
        assert_eq!([0, 10, 50, 90, 100].map(at), expected);
        assert_eq!(spread.place_of(4.0), (30.0, 10.0));
        assert_eq!(Spread::of([None]).percentile(50), None);
    }
}
