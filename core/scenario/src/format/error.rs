//! What is wrong with a scenario file, said so that a person can mend it: place, found, expected.

use std::fmt;

use super::limits;

/// Why a scenario, a variant or an action is refused: one line per problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, e.g. `topology.stores[2].zone`; empty = the whole file.
    pub path: String,
    /// What was found and what was expected.
    pub text: String,
}

impl ScenarioError {
    /// An error about one place.
    pub fn at(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            problems: vec![Problem {
                path: path.into(),
                text: text.into(),
            }],
        }
    }

    /// An error about the whole.
    pub fn whole(text: impl Into<String>) -> Self {
        Self::at("", text)
    }

    /// The problems, in the order of the checks.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The same error with every path put under `prefix`.
    pub(super) fn under(mut self, prefix: &str) -> Self {
        for problem in &mut self.problems {
            problem.path = join(prefix, &problem.path);
        }
        self
    }

    /// The same error with every path changed by `rename`.
    pub(super) fn renamed(mut self, rename: impl Fn(&str) -> String) -> Self {
        for problem in &mut self.problems {
            problem.path = rename(&problem.path);
        }
        self
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            if problem.path.is_empty() {
                write!(f, "{}", problem.text)?;
            } else {
                write!(f, "{}: {}", problem.path, problem.text)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioError {}

/// Collects problems, up to a bound.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    /// Adds one.
    pub(super) fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        if self.list.len() < limits::PROBLEMS_MAX {
            self.list.push(Problem {
                path: path.into(),
                text: text.into(),
            });
        }
    }

    /// Adds `found …, expected …`.
    pub(super) fn expected(
        &mut self,
        path: impl Into<String>,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        self.add(path, format!("found {found}, expected {expected}"));
    }

    /// Adds every problem of an error.
    pub(super) fn absorb(&mut self, error: ScenarioError) {
        for problem in error.problems {
            self.add(problem.path, problem.text);
        }
    }

    /// `Ok` if there were none.
    pub(super) fn into_result(self) -> Result<(), ScenarioError> {
        if self.list.is_empty() {
            Ok(())
        } else {
            Err(ScenarioError {
                problems: self.list,
            })
        }
    }
}

/// `a` and `b` as one path.
pub(super) fn join(a: &str, b: &str) -> String {
    match (a.is_empty(), b.is_empty() || b.starts_with('[')) {
        (true, _) => b.to_string(),
        (false, true) => format!("{a}{b}"),
        (false, false) => format!("{a}.{b}"),
    }
}

/// A text as an error quotes it: in quotes, control characters escaped, cut when it is long.
pub(super) fn quoted(text: &str) -> String {
    if text.chars().count() <= limits::FOUND_CHARS_MAX {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(limits::FOUND_CHARS_MAX).collect();
    format!("{start:?}…")
}

/// `"a", "b", "c"`, or a word for an empty list.
pub(super) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN_MAX: usize = 20;
    let all: Vec<String> = names.into_iter().map(quoted).collect();
    match all.len() {
        0 => "nothing here: there are none".to_string(),
        1 => all[0].clone(),
        n if n <= SHOWN_MAX => format!("one of {}", all.join(", ")),
        n => format!(
            "one of {} and {} more",
            all[..SHOWN_MAX].join(", "),
            n - SHOWN_MAX
        ),
    }
}

/// What serde says, in this format's words: `found …, expected …`.
pub(super) fn plain_words(message: &str) -> String {
    let (found, expected) = match message.rsplit_once(", expected ") {
        Some((found, expected)) => (clip(found), plain_expected(expected)),
        None => (clip(message), String::new()),
    };
    if let Some(name) = found.strip_prefix("missing field ") {
        return format!(
            "found nothing, expected the key {}",
            name.replace('`', "\"")
        );
    }
    if found.starts_with("unknown field ") {
        // The key itself is the last part of the path.
        return match expected.as_str() {
            "" => "unknown key, expected no keys here".to_string(),
            _ => format!("unknown key, expected {expected}"),
        };
    }
    if let Some(length) = found.strip_prefix("invalid length ") {
        return format!("found a list of {length}, expected {expected}");
    }
    for prefix in ["unknown variant ", "invalid type: ", "invalid value: "] {
        if let Some(rest) = found.strip_prefix(prefix) {
            return format!("found {}, expected {expected}", plain_found(rest));
        }
    }
    if expected.is_empty() {
        found
    } else {
        format!("{found}, expected {expected}")
    }
}

/// Excerpts of hostile files are cut.
fn clip(text: &str) -> String {
    // Room for serde's own words before the excerpt.
    let limit = limits::FOUND_CHARS_MAX + 30;
    if text.chars().count() <= limit {
        return text.to_string();
    }
    let start: String = text.chars().take(limit).collect();
    format!("{start}…")
}

/// What was found, without the names of Rust's types.
fn plain_found(found: &str) -> String {
    for (prefix, word) in [
        ("sequence", "a list"),
        ("map", "an object"),
        ("unit value", "null"),
    ] {
        if found == prefix {
            return word.to_string();
        }
    }
    for prefix in ["floating point ", "integer ", "boolean "] {
        if let Some(value) = found.strip_prefix(prefix) {
            return value.replace('`', "");
        }
    }
    match found.strip_prefix("string ") {
        Some(text) => text.to_string(),
        None => found.replace('`', "\""),
    }
}

/// What was expected, in words that a person who writes JSON knows.
fn plain_expected(expected: &str) -> String {
    match expected {
        "u64" | "u32" | "u16" | "usize" => "a whole number, 0 or more".to_string(),
        "i64" | "i32" => "a whole number".to_string(),
        "f64" => "a number".to_string(),
        "a string" | "string or map" => "a text".to_string(),
        "a boolean" => "true or false".to_string(),
        "a sequence" => "a list".to_string(),
        "a map" => "an object".to_string(),
        "a tuple of size 2" => "a list of 2".to_string(),
        other if other.starts_with("struct ") || other.starts_with("internally tagged") => {
            "an object".to_string()
        }
        other => other.replace('`', "\""),
    }
}
