//! Values in the place of a file's, for one run: `workload[0].clients=50`. They are set after a
//! variant's patch, and what comes of it is read and checked as any file is.

use serde_json::{Map, Value};

use super::{Resolved, Scenario, read_file, resolve};
use format::error::{Problems, ScenarioError, found_words, one_of, quoted};
use format::json;
use text::{phrase, say};

/// A value and where it goes, by a path as errors write it; lists by number, or by an `id` in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    path: String,
    value: Value,
}

impl Override {
    /// Reads `path=value`; what is no JSON is a text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = phrase!("path=value, e.g. settings.read_mode=lease");
        let Some((path, value)) = text.split_once('=').filter(|(path, _)| !path.is_empty()) else {
            return Err(found_words(&quoted(text), &expected));
        };
        let value = json::parse_json(value).unwrap_or_else(|_| Value::String(value.to_string()));
        Self::of(path, value)
    }

    /// A value that is known, at a path.
    pub fn of(path: &str, value: Value) -> Result<Self, String> {
        let own = ["", "format", "variants", "expect", "$schema"];
        let first = path.split(['.', '[']).next().unwrap_or_default();
        if own.contains(&first) {
            let expected = phrase!("a key of the run itself, not of the file");
            return Err(found_words(&quoted(first), &expected));
        }
        Ok(Override {
            path: path.to_string(),
            value,
        })
    }

    /// Sets it in a file; `null` removes what is there.
    pub(super) fn set(&self, tree: &mut Value) -> Result<(), ScenarioError> {
        let steps: Vec<&str> = self.path.split(['.', '[']).collect();
        let (last, way) = steps.split_last().expect("a split has a part");
        let mut here = tree;
        let mut place = String::new();
        for step in way {
            here = entered(here, step, &place)?;
            place = longer(&place, step);
        }
        if let (Value::Object(map), true) = (&mut *here, self.value.is_null()) {
            map.remove(*last);
            return Ok(());
        }
        *entered(here, last, &place)? = self.value.clone();
        Ok(())
    }
}

/// A path and one step more.
fn longer(place: &str, step: &str) -> String {
    match (place, step.ends_with(']')) {
        ("", _) => step.to_string(),
        (_, true) => format!("{place}[{step}"),
        (_, false) => format!("{place}.{step}"),
    }
}

/// What a step leads to. A key that an object does not have yet is made: it may have a default.
fn entered<'a>(
    here: &'a mut Value,
    step: &str,
    place: &str,
) -> Result<&'a mut Value, ScenarioError> {
    let at = longer(place, step);
    match (here, step.strip_suffix(']')) {
        (Value::Object(map), None) => {
            let entry = map.entry(step.to_string());
            Ok(entry.or_insert_with(|| Value::Object(Map::new())))
        }
        (Value::Array(list), Some(name)) => {
            let id = |one: &Value| Some(one.get("id")?.as_str()?.to_string());
            let by_id = list.iter().position(|one| id(one).as_deref() == Some(name));
            let position = name.parse().ok().or(by_id);
            let count = list.len();
            let ids: Vec<String> = list.iter().filter_map(id).collect();
            match position.and_then(|position: usize| list.get_mut(position)) {
                Some(found) => Ok(found),
                None if count == 0 => {
                    let text = say!("found nothing, since the list is empty");
                    Err(ScenarioError::at(at, text))
                }
                None => {
                    let most = count - 1;
                    let expected = if ids.is_empty() {
                        say!("{least} to {most}", least = 0, most)
                    } else {
                        let ids = one_of(ids.iter().map(String::as_str));
                        say!("0 to {most} or {ids}", most, ids)
                    };
                    let text = found_words(&phrase!("nothing"), &expected);
                    Err(ScenarioError::at(at, text))
                }
            }
        }
        (found, wanted) => {
            let wanted = wanted.map_or(phrase!("an object"), |_| phrase!("a list"));
            let text = found_words(&json::kind_of(found), &wanted);
            Err(ScenarioError::at(place, text))
        }
    }
}

impl Scenario {
    /// The run of one variant with these values, the other variants left alone: a value that fits
    /// this one need not fit them. What it shows is said among all variants, and so not here.
    pub fn resolve_with(
        &self,
        variant: &str,
        values: &[Override],
    ) -> Result<Resolved, ScenarioError> {
        let title = self.resolve(Some(variant), None)?.variant_title;
        let mut tree = self.tree(variant);
        values.iter().try_for_each(|value| value.set(&mut tree))?;
        let mut resolved = resolve::resolve(&read_file(&tree)?, variant)?;
        resolved.variant_title = title;
        resolved.conclusion = None;
        Ok(resolved)
    }

    /// The same scenario with these values, in every variant. What the file expects of its own runs
    /// is not asked of these.
    pub fn overridden(mut self, values: &[Override]) -> Result<Self, ScenarioError> {
        if values.is_empty() {
            return Ok(self);
        }
        let with_values = |tree: &mut Value, id: &str| {
            values.iter().try_for_each(|value| value.set(tree))?;
            resolve::resolve(&read_file(tree)?, id)
        };
        if self.variants.is_empty() {
            self.base = with_values(&mut self.tree, "")?;
        }
        for variant in &mut self.variants {
            let in_variant =
                |at: &str| say!("in variant \"{variant}\": {at}", variant = variant.id, at);
            let title = variant.title.clone();
            let resolved = with_values(&mut variant.tree, &variant.id);
            variant.resolved = resolved.map_err(|error| error.renamed(in_variant))?;
            variant.resolved.variant_title = title;
        }
        self.expect.clear();
        let order: Vec<String> = self.variants.iter().map(|one| one.id.clone()).collect();
        let mut problems = Problems::default();
        self.choose(&order, &mut problems);
        problems.into_result()?;
        Ok(self)
    }
}
