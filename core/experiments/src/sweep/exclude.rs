//! Which points are left out. Knows names and values of axes, not what they change.

use serde_json::Value;

use crate::sweep::axis::same;
use crate::sweep::schema::{Condition, Exclusion};

impl Exclusion {
    /// Whether it leaves out the point at which each axis has the value that `at` tells.
    pub(crate) fn leaves_out<'a>(&self, at: &impl Fn(&str) -> Option<&'a Value>) -> bool {
        let holds = |condition: &Condition| at(&condition.axis).is_some_and(|v| condition.holds(v));
        self.when.iter().all(holds)
    }
}

impl Condition {
    fn holds(&self, value: &Value) -> bool {
        let number = value.as_f64();
        let least = |least: f64| number.is_some_and(|number| number >= least);
        let most = |most: f64| number.is_some_and(|number| number <= most);
        self.equals.as_ref().is_none_or(|one| same(one, value))
            && self.not.as_ref().is_none_or(|one| !same(one, value))
            && self.at_least.is_none_or(least)
            && self.at_most.is_none_or(most)
    }

    pub(crate) fn is_empty(&self) -> bool {
        let Condition {
            axis: _,
            equals,
            not,
            at_most,
            at_least,
        } = self;
        equals.is_none() && not.is_none() && at_most.is_none() && at_least.is_none()
    }
}
