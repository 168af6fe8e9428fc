//! `--blame`: how often an outcome comes with one thing changed, beside how often it comes as the
//! run is. Both are played from before the change on, under the same numbers.

use std::collections::BTreeMap;

use ::futures::{Asked, Interval, Share, changes};
use documents::scenario::Scenario;
use run::past::Past;

use super::{Args, COUNT_AT_INSTANT, play, share};
use crate::input::BadInput;

/// One change, and what came of it.
pub(super) struct Compared {
    pub(super) text: String,
    /// From here on chance is drawn anew in both.
    pub(super) at_us: u64,
    /// As the run is, and changed.
    pub(super) shares: [Share; 2],
}

impl Compared {
    /// The changed share less the other one.
    pub(super) fn difference(&self) -> Interval {
        let [as_it_is, changed] = self.shares;
        changed.less(as_it_is)
    }

    fn greatness(&self) -> f64 {
        let [as_it_is, changed] = self.shares;
        (changed.value() - as_it_is.value()).abs()
    }
}

/// Each change with both shares, the greatest difference first.
pub(super) fn compared(
    args: &Args,
    past: &Past<'_>,
    text: &str,
    threads: usize,
) -> Result<Vec<Compared>, BadInput> {
    let count = args.count.unwrap_or(COUNT_AT_INSTANT);
    let own = past.as_it_is(0);
    let before_us = own.future.answer.came_us[0].unwrap_or(past.end_us());
    let variant = args.variant.as_deref();
    let wrong = |error: &dyn std::fmt::Display| BadInput(error.to_string());
    let found = changes(text, variant, args.seed, ("[]", before_us)).map_err(|one| wrong(&one))?;
    let from = |past: &Past<'_>, at_us: u64| {
        let asked: Vec<(u64, u32)> = (1..=count).map(|stream| (at_us, stream)).collect();
        share(&play::play(past, Some(0), &asked, threads), 0)
    };
    let mut usual: BTreeMap<u64, Share> = BTreeMap::new();
    let mut rows = Vec::new();
    for change in found {
        let scenario = Scenario::parse(&change.scenario).map_err(|one| wrong(&one))?;
        let resolved = scenario.resolve(None, None).map_err(|one| wrong(&one))?;
        let asked = Asked {
            outcomes: past.asked().outcomes.clone(),
            figures: Vec::new(),
        };
        let changed = Past::new(&scenario, resolved, (args.chances(), past.end_us()), asked);
        let at_us = change.at_us;
        let as_it_is = *usual.entry(at_us).or_insert_with(|| from(past, at_us));
        rows.push(Compared {
            text: change.text,
            at_us,
            shares: [as_it_is, from(&changed, at_us)],
        });
    }
    rows.sort_by(|a, b| b.greatness().total_cmp(&a.greatness()));
    Ok(rows)
}
