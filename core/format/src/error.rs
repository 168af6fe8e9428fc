//! What is wrong with a scenario file, said so that a person can mend it: place, found, expected.

use std::fmt;

use text::said::{one_after_another, said};
use text::{phrase, say};

use crate::limits;

/// Why a scenario, a variant or an action is refused: one line per problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    problems: Vec<Problem>,
}

/// What of its place a problem is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The value.
    Value,
    /// The key, whatever its value is.
    Key,
    /// The file's text there, since it is no JSON: a line from 1, and a byte of it from 1.
    Text {
        /// The line.
        line: usize,
        /// The byte; 0 is before the first.
        column: usize,
    },
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, e.g. `topology.stores[2].zone`; empty = the whole file.
    pub path: String,
    /// What was found and what was expected.
    pub text: String,
    /// What of the place it is about; the text says it in words.
    pub about: About,
}

impl Problem {
    /// About a value.
    pub fn new(path: String, text: String) -> Self {
        let about = About::Value;
        Problem { path, text, about }
    }
}

impl ScenarioError {
    /// An error about one place.
    pub fn at(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self::one(path.into(), text.into())
    }

    fn one(path: String, text: String) -> Self {
        Self::of(vec![Problem::new(path, text)])
    }

    /// An error about several places.
    pub(super) fn of(problems: Vec<Problem>) -> Self {
        Self { problems }
    }

    /// An error about the whole.
    pub fn whole(text: impl Into<String>) -> Self {
        Self::at("", text)
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// The problems, in the order of the checks.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The same error with every path put under `prefix`.
    pub fn under(mut self, prefix: &str) -> Self {
        for problem in &mut self.problems {
            problem.path = join(prefix, &problem.path);
        }
        self
    }

    /// The same error with every path changed by `rename`.
    pub fn renamed(mut self, rename: impl Fn(&str) -> String) -> Self {
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

/// What was found and what was expected. Both may be phrases that other languages have.
pub fn found_words(found: &dyn fmt::Display, expected: &dyn fmt::Display) -> String {
    let template = phrase!("found {found}, expected {expected}");
    said(template, &[("found", found), ("expected", expected)])
}

/// "the key "at"": what is expected where it is not.
pub fn key_words(key: &str) -> String {
    say!("the key {key}", key = quoted(key))
}

/// What is found of an id that is no new one.
pub fn second_time(id: &str) -> String {
    say!("{id} a second time", id = quoted(id))
}

/// Collects problems, up to a bound.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    /// Found already, and told when a walk through the file comes to their places.
    held: Vec<Problem>,
}

impl Problems {
    /// Adds one.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.push(Problem::new(path.into(), text.into()));
    }

    fn push(&mut self, problem: Problem) {
        // Each variant is checked: what is wrong with all of them is said once.
        if self.list.len() < limits::PROBLEMS_MAX && !self.list.contains(&problem) {
            self.list.push(problem);
        }
    }

    /// Holds what was found so far until [`Problems::reach`] comes to its place, or the end.
    pub fn hold(&mut self) {
        self.held.append(&mut self.list);
    }

    /// A walk through the file has come to this place: what is wrong there is told now.
    pub fn reach(&mut self, at: &At<'_>) {
        if self.held.is_empty() {
            return;
        }
        let path = at.path();
        let held = std::mem::take(&mut self.held).into_iter();
        let (here, later): (Vec<_>, _) = held.partition(|problem| problem.path == path);
        self.held = later;
        for problem in here {
            self.push(problem);
        }
    }

    /// Adds `found …, expected …`.
    pub fn expected(
        &mut self,
        path: impl Into<String>,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        self.push_expected(path.into(), &found, &expected);
    }

    /// Of one type, since it is called from everywhere: the page's module stays small.
    fn push_expected(
        &mut self,
        path: String,
        found: &dyn fmt::Display,
        expected: &dyn fmt::Display,
    ) {
        self.push(Problem::new(path, found_words(found, expected)));
    }

    /// Adds every problem of an error.
    pub fn absorb(&mut self, error: ScenarioError) {
        error.problems.into_iter().for_each(|one| self.push(one));
    }

    /// `Ok` if there were none.
    pub fn into_result(mut self) -> Result<(), ScenarioError> {
        let held = std::mem::take(&mut self.held);
        for problem in held {
            self.push(problem);
        }
        if self.list.is_empty() {
            Ok(())
        } else {
            Err(ScenarioError {
                problems: self.list,
            })
        }
    }
}

/// A place in a file. It becomes a text only where something is wrong there.
#[derive(Copy, Clone, Debug)]
pub enum At<'a> {
    /// The file itself, or the part of it that is checked.
    Whole,
    /// The value of a key.
    Key(&'a At<'a>, &'static str),
    /// An element of a list.
    Item(&'a At<'a>, usize),
}

impl<'a> At<'a> {
    /// The place of a key of the object that stands here.
    pub fn key(&'a self, key: &'static str) -> Self {
        At::Key(self, key)
    }

    /// The place of an element of the list that stands here.
    pub fn item(&'a self, number: usize) -> Self {
        At::Item(self, number)
    }

    /// As errors write it.
    pub fn path(&self) -> String {
        match self {
            At::Whole => String::new(),
            At::Key(above, key) => join(&above.path(), key),
            At::Item(above, number) => format!("{}[{number}]", above.path()),
        }
    }
}

/// `a` and `b` as one path.
pub fn join(a: &str, b: &str) -> String {
    match (a.is_empty(), b.is_empty() || b.starts_with('[')) {
        (true, _) => b.to_string(),
        (false, true) => format!("{a}{b}"),
        (false, false) => format!("{a}.{b}"),
    }
}

/// A text as an error quotes it: in quotes, control characters escaped, cut when it is long.
pub fn quoted(text: &str) -> String {
    if text.chars().count() <= limits::FOUND_CHARS_MAX {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(limits::FOUND_CHARS_MAX).collect();
    format!("{start:?}…")
}

/// `"a", "b", "c"`, or a word for an empty list.
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN_MAX: usize = 20;
    let all: Vec<String> = names.into_iter().map(quoted).collect();
    match all.len() {
        0 => say!("nothing here: there are none"),
        1 => all[0].clone(),
        n if n <= SHOWN_MAX => say!("one of {all}", all = one_after_another(&all)),
        n => {
            let (some, more) = (one_after_another(&all[..SHOWN_MAX]), n - SHOWN_MAX);
            say!("one of {some} and {more} more", some, more)
        }
    }
}

/// `"a"`, `"a" or "b"`, `one of "a", "b", "c"`: words of the format itself, all of them.
pub fn one_word_of(words: &[&str]) -> String {
    let all: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    match all.as_slice() {
        [a, b] => say!("{a} or {b}", a, b),
        [one] => one.clone(),
        all => say!("one of {all}", all = one_after_another(all)),
    }
}
