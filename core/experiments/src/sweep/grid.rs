//! The points of a sweep: one value of each axis, but for those that are left out. Must not know
//! what the values change.

use serde_json::Value;

use crate::sweep::axis::{unit_of, words};
use crate::sweep::schema::Sweep;

/// Most points, those that are left out counted in.
pub(crate) const POINTS_MAX: usize = 1_000_000;

/// The points of a sweep.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    names: Vec<String>,
    values: Vec<Vec<Value>>,
    units: Vec<Option<&'static str>>,
    /// Which of all combinations are points, rising; the last axis changes first.
    kept: Vec<u32>,
}

impl Grid {
    /// The points of a sweep whose size was found fit.
    pub(crate) fn of(sweep: &Sweep) -> Self {
        let values: Vec<Vec<Value>> = sweep.axes.iter().map(|axis| axis.values.all()).collect();
        let mut grid = Grid {
            names: sweep
                .axes
                .iter()
                .map(|axis| axis.name().to_string())
                .collect(),
            units: values.iter().map(|values| unit_of(values)).collect(),
            values,
            kept: Vec::new(),
        };
        let is_kept = |combination: &u32| {
            let values = grid.combined(*combination);
            let at = |name: &str| {
                let place = grid.names.iter().position(|known| known == name)?;
                Some(values[place])
            };
            !sweep
                .exclude
                .iter()
                .any(|exclusion| exclusion.leaves_out(&at))
        };
        grid.kept = (0..grid.combinations() as u32).filter(is_kept).collect();
        grid
    }

    /// Combinations of values, those that are left out counted in.
    pub(crate) fn combinations(&self) -> usize {
        self.values.iter().map(Vec::len).product()
    }

    /// How many points there are.
    pub(crate) fn points(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The values of an axis.
    pub(crate) fn values_of(&self, axis: usize) -> &[Value] {
        &self.values[axis]
    }

    /// The unit of each axis whose values are numbers with one.
    pub(crate) fn units(&self) -> &[Option<&'static str>] {
        &self.units
    }

    /// The value of each axis at a point.
    pub(crate) fn at(&self, point: u32) -> Vec<&Value> {
        self.combined(self.kept[point as usize])
    }

    /// A point as a person reads it: `read_mode=lease, replicas=3`.
    pub(crate) fn label(&self, point: u32) -> String {
        let values = self.at(point);
        let named = self.names.iter().zip(values);
        let said = named.map(|(name, value)| format!("{name}={}", words(value)));
        said.collect::<Vec<_>>().join(", ")
    }

    fn combined(&self, combination: u32) -> Vec<&Value> {
        let mut rest = combination as usize;
        let mut values: Vec<&Value> = Vec::with_capacity(self.values.len());
        for of in self.values.iter().rev() {
            values.push(&of[rest % of.len()]);
            rest /= of.len();
        }
        values.reverse();
        values
    }
}
