//! What an axis and a list of seeds come to, value by value. Must not know what the values change.

use format::common_unit::{common_unit, number_in};
use serde_json::{Number, Value};

use crate::sweep::cell::Cell;
use crate::sweep::schema::{Axis, Range, Role, Seeds, VALUES_MAX, Values};

/// Part of a step by which the end of a range may be missed: 0.1 has no exact float.
const SLACK: f64 = 1e-9;

impl Axis {
    /// What tables and columns call it.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.path)
    }

    /// Whether it is met, not chosen.
    pub(crate) fn is_circumstance(&self) -> bool {
        let role = self.role.unwrap_or_else(|| role_of(&self.path));
        role == Role::Circumstance
    }
}

/// What one meets, by the first steps of a path.
const MET: [&[&str]; 6] = [
    &["topology", "links"],
    &["topology", "clocks"],
    &["data", "rows"],
    &["data", "row_bytes"],
    &["workload"],
    &["actions"],
];
/// What one chooses though it stands in a load: how it asks, not how much.
const CHOSEN_OF_A_LOAD: [&str; 7] = [
    "read_mode",
    "staleness",
    "through",
    "prepared",
    "fetches",
    "retry",
    "timeout",
];

/// The role of what a path changes, where the file does not say it.
fn role_of(path: &str) -> Role {
    let steps: Vec<&str> = path.split(['.', '[']).collect();
    let is_met = MET.iter().any(|met| steps.starts_with(met));
    let is_chosen = steps[0] == "workload" && steps.iter().any(|s| CHOSEN_OF_A_LOAD.contains(s));
    if is_met && !is_chosen {
        Role::Circumstance
    } else {
        Role::Setting
    }
}

impl Values {
    /// How many there are; `None` for a range that goes nowhere.
    pub(crate) fn count(&self) -> Option<usize> {
        match self {
            Values::List(list) => Some(list.len()),
            Values::Range(range) => range.count(),
        }
    }

    /// Whether this is one of them: 3 and 3.0 are one number.
    pub(crate) fn has(&self, value: &Value) -> bool {
        let is_few = self.count().is_some_and(|count| count <= VALUES_MAX);
        is_few && self.all().iter().any(|one| same(one, value))
    }

    pub(crate) fn all(&self) -> Vec<Value> {
        match self {
            Values::List(list) => list.clone(),
            Values::Range(range) => range.all(),
        }
    }
}

impl Range {
    fn count(&self) -> Option<usize> {
        let steps = (self.to - self.from) / self.step + SLACK;
        let is_sound = self.step > 0.0 && steps.is_finite() && steps >= 0.0;
        is_sound.then(|| (steps.floor() as usize).saturating_add(1))
    }

    fn all(&self) -> Vec<Value> {
        let count = self.count().unwrap_or(0);
        let at = |place: usize| rounded(self.from + self.step * place as f64);
        let written = |number: Number| match &self.unit {
            None => Value::Number(number),
            Some(unit) => Value::String(format!("{number}{unit}")),
        };
        (0..count).map(|place| written(at(place))).collect()
    }
}

/// As a person would write it: 0.3, not 0.30000000000000004, and 30, not 30.0.
fn rounded(value: f64) -> Number {
    const DIGITS: f64 = 1e9;
    // Beyond this floats are coarser than the digits.
    let value = if value.abs() < 1e6 {
        (value * DIGITS).round() / DIGITS
    } else {
        value
    };
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return Number::from(value as i64);
    }
    Number::from_f64(value).unwrap_or_else(|| Number::from(0))
}

impl Seeds {
    pub(crate) fn count(&self) -> u64 {
        match self {
            Seeds::List(list) => list.len() as u64,
            Seeds::Range(range) if range.to < range.from => 0,
            Seeds::Range(range) => (range.to - range.from).saturating_add(1),
        }
    }

    pub(crate) fn all(&self) -> Vec<u64> {
        match self {
            Seeds::List(list) => list.clone(),
            Seeds::Range(range) => (range.from..=range.to).collect(),
        }
    }
}

/// Equal as values: 3 and 3.0 are one number.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b).is_eq(),
        _ => a == b,
    }
}

/// The unit of values that are all numbers with a unit of one kind: the least of theirs.
pub(crate) fn unit_of(values: &[Value]) -> Option<&'static str> {
    let texts: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
    common_unit(texts?.into_iter())
}

/// A value as a column keeps it: a number in the column's unit, if it has one; what is neither
/// number, text nor flag stands there as its JSON.
pub(crate) fn cell(value: &Value, unit: Option<&str>) -> Cell {
    let number = value.as_str().zip(unit);
    if let Some(number) = number.and_then(|(text, unit)| number_in(text, unit)) {
        return Cell::Number(number);
    }
    match value {
        Value::Bool(flag) => Cell::Flag(*flag),
        Value::Number(number) => Cell::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => Cell::Text(text.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => Cell::Text(value.to_string()),
    }
}

/// A value as a person reads it.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: f64, to: f64, step: f64, unit: Option<&str>) -> Vec<String> {
        let unit = unit.map(str::to_string);
        let range = Range {
            from,
            to,
            step,
            unit,
        };
        range.all().iter().map(words).collect()
    }

    #[test]
    fn a_range_holds_its_end_and_reads_as_written() {
        assert_eq!(range(10.0, 30.0, 10.0, None), ["10", "20", "30"]);
        assert_eq!(
            range(0.1, 0.5, 0.1, None),
            ["0.1", "0.2", "0.3", "0.4", "0.5"]
        );
        assert_eq!(range(1.0, 6.0, 2.5, Some("ms")), ["1ms", "3.5ms", "6ms"]);
        assert_eq!(range(3.0, 3.0, 1.0, None), ["3"]);
        assert_eq!(range(1.0, 2.9, 1.0, None), ["1", "2"]);
    }

    #[test]
    fn links_sizes_faults_and_load_are_met_and_all_else_is_chosen() {
        let met = |path: &str| role_of(path) == Role::Circumstance;
        for path in [
            "topology.links.cross_zone.rtt",
            "topology.clocks.max_skew",
            "data.rows",
            "data.row_bytes",
            "workload[reads].clients",
            "workload[0].value_bytes",
            "actions[0].at",
        ] {
            assert!(met(path), "{path}");
        }
        for path in [
            "settings.read_mode",
            "data.replicas",
            "data.leaders[0]",
            "topology.stores[0].zone",
            "workload[reads].read_mode",
            "workload[0].retry.pause",
            "variant",
        ] {
            assert!(!met(path), "{path}");
        }
    }

    #[test]
    fn a_range_that_goes_nowhere_has_no_count() {
        for (from, to, step) in [(2.0, 1.0, 1.0), (1.0, 2.0, 0.0), (1.0, 2.0, -1.0)] {
            let range = Range {
                from,
                to,
                step,
                unit: None,
            };
            assert_eq!(range.count(), None, "{from} {to} {step}");
        }
    }
}
