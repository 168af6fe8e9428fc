//! Reads the types of the format from a JSON tree: each asks for its keys, once, by name. Knows
//! JSON, not what a scenario is. `#[derive(Read)]` asks by the attributes of which the schema is
//! made; why not by serde, docs/design/texts.md tells.

pub use read_derive::Read;
use serde_json::{Map, Number, Value};
use text::{phrase, say};

use crate::error::{
    About, At, Problem, Problems, ScenarioError, found_words, join, key_words, one_word_of, quoted,
};
use crate::json::kind_of;
use crate::limits;

/// A type that is read from a part of the tree.
pub trait Read: Sized {
    /// Reads it; the fault's path starts at this part.
    fn read(value: &Value) -> Result<Self, Fault>;

    /// Tells which values in it are out of the bounds that their fields say, and in the same order
    /// what problems hold of places in it; it stands at this place.
    fn check_bounds(&self, at: &At<'_>, problems: &mut Problems) {
        problems.reach(at);
    }
}

/// A type of several variants, of which a word says which one is meant.
pub trait ReadVariant: Sized {
    /// The word of each variant, in the order in which errors list them.
    const WORDS: &'static [&'static str];

    /// Reads the variant of this word, whose keys besides the word's own are these.
    fn read_variant(word: &str, fields: Fields<'_>) -> Result<Self, Fault>;

    /// As [`Read::check_bounds`].
    fn check_bounds(&self, at: &At<'_>, problems: &mut Problems);
}

/// Reads a tree; the error's paths start at the tree's root.
pub fn read<T: Read>(tree: &Value) -> Result<T, ScenarioError> {
    T::read(tree).map_err(Fault::into_error)
}

/// All that is out of its bounds in what was read.
pub fn out_of_bounds(read: &impl Read) -> Problems {
    let mut problems = Problems::default();
    read.check_bounds(&At::Whole, &mut problems);
    problems
}

/// What does not fit, and where: at least one problem, and as many as an error names. Boxed, since
/// every step of reading returns it or a value.
#[derive(Debug)]
#[expect(clippy::box_collection, reason = "one word in every result of reading")]
pub struct Fault(Box<Vec<Problem>>);

impl Fault {
    /// Something else was found than what is expected.
    pub fn found(found: &str, expected: &str) -> Self {
        Self::of(found_words(&found, &expected))
    }

    /// A value that is not what is expected.
    pub fn value(found: &Value, expected: &str) -> Self {
        Self::found(&kind_of(found), expected)
    }

    /// A number that is not what is expected.
    pub fn number(found: f64, expected: &str) -> Self {
        Self::found(
            &Number::from_f64(found).map_or_else(String::new, |n| n.to_string()),
            expected,
        )
    }

    fn of(text: String) -> Self {
        let path = String::new();
        Self(Box::new(vec![Problem::new(path, text)]))
    }

    fn unknown_key(key: &str, expected: &str) -> Self {
        let text = say!("unknown key, expected {expected}", expected);
        let (path, about) = (key.to_string(), About::Key);
        Self(Box::new(vec![Problem { path, text, about }]))
    }

    /// The same, seen from one level up.
    pub fn under(mut self, step: &str) -> Self {
        for problem in self.0.iter_mut() {
            problem.path = join(step, &problem.path);
        }
        self
    }

    /// Both, up to a bound.
    fn and(mut self, other: Self) -> Self {
        self.0.extend(*other.0);
        self.0.truncate(limits::PROBLEMS_MAX);
        self
    }

    /// This one after what was found before it, if anything was.
    fn after(self, before: Option<Self>) -> Self {
        match before {
            None => self,
            Some(before) => before.and(self),
        }
    }

    /// The problems, at their places.
    pub fn into_error(self) -> ScenarioError {
        ScenarioError::of(*self.0)
    }
}

impl From<ScenarioError> for Fault {
    fn from(error: ScenarioError) -> Self {
        Self(Box::new(error.into_problems()))
    }
}

/// The keys of an object. Faults are kept until the end and stand for the whole object, so that the
/// types that are read need no early return for each key, and a person sees several at once.
pub struct Fields<'a> {
    map: Option<&'a Map<String, Value>>,
    /// Keys in the order in which errors list them.
    known: Vec<&'static str>,
    fault: Option<Fault>,
}

impl<'a> Fields<'a> {
    /// The keys of a value that must be an object.
    pub fn of(value: &'a Value) -> Self {
        match value {
            Value::Object(map) => Self::of_map(map),
            other => Self {
                map: None,
                known: Vec::new(),
                fault: Some(Fault::value(other, phrase!("an object"))),
            },
        }
    }

    /// The keys of an object.
    pub fn of_map(map: &'a Map<String, Value>) -> Self {
        Self {
            map: Some(map),
            known: Vec::new(),
            fault: None,
        }
    }

    fn find(&mut self, key: &'static str) -> Option<&'a Value> {
        self.known.push(key);
        self.map?.get(key)
    }

    fn add(&mut self, fault: Fault) {
        self.fault = Some(fault.after(self.fault.take()));
    }

    /// The value of a key, or what stands in for it.
    pub fn or<T: Read>(&mut self, key: &'static str, default: T) -> T {
        let value = self.find(key);
        value
            .and_then(|value| self.fitting(key, value))
            .unwrap_or(default)
    }

    /// The value of a key that must be there; without one there is a fault.
    pub fn needed<T: Read>(&mut self, key: &'static str) -> Option<T> {
        let value = self.find(key);
        if value.is_none() && self.map.is_some() {
            self.add(Fault::found(phrase!("nothing"), &key_words(key)));
        }
        value.and_then(|value| self.fitting(key, value))
    }

    fn fitting<T: Read>(&mut self, key: &str, value: &Value) -> Option<T> {
        match T::read(value) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.add(fault.under(key));
                None
            }
        }
    }

    /// Whether all of it fits and no key is unknown.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.end().map_or(Ok(()), Err)
    }

    /// Unknown keys first: what is missing may be one of them, misspelt.
    fn end(&mut self) -> Option<Fault> {
        let known = &self.known;
        let keys = self.map.into_iter().flat_map(Map::keys);
        let unknown = keys.filter(|key| !known.contains(&key.as_str()));
        let expected = match known.as_slice() {
            [] => say!("no keys here"),
            known => one_word_of(known),
        };
        unknown
            .map(|key| Fault::unknown_key(key, &expected))
            .chain(self.fault.take())
            .reduce(Fault::and)
    }
}

/// Reads one word of several.
pub fn read_word<T: Copy>(value: &Value, words: &[(&'static str, T)]) -> Result<T, Fault> {
    let word = text_of(value, phrase!("a text"))?;
    match words.iter().find(|(known, _)| *known == word) {
        Some((_, meaning)) => Ok(*meaning),
        None => Err(unknown_word(
            word,
            &words.iter().map(|(known, _)| *known).collect::<Vec<_>>(),
        )),
    }
}

/// A word that is none of those known.
pub fn unknown_word(found: &str, known: &[&str]) -> Fault {
    Fault::found(&quoted(found), &one_word_of(known))
}

/// A text, or the fault that says what is expected.
pub fn text_of<'a>(value: &'a Value, expected: &str) -> Result<&'a str, Fault> {
    value.as_str().ok_or_else(|| Fault::value(value, expected))
}

/// A number, or the fault that says what is expected.
pub fn number_of(value: &Value, expected: &str) -> Result<f64, Fault> {
    value.as_f64().ok_or_else(|| Fault::value(value, expected))
}

/// A whole number of JSON, which knows but one kind of number: `1`, `1.0` and `1e0` are the same.
pub(crate) fn whole_of(value: &Value) -> Option<i64> {
    /// Beyond it a number with a point stands for several whole ones.
    const EXACT_MAX: f64 = 9_007_199_254_740_991.0;
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|_| !value.is_u64())?;
        (number.fract() == 0.0 && number.abs() <= EXACT_MAX).then_some(number as i64)
    })
}

/// The same, 0 or more.
pub fn count_of(value: &Value) -> Option<u64> {
    let whole = || whole_of(value)?.try_into().ok();
    value.as_u64().or_else(whole)
}

const WHOLE: &str = phrase!("a whole number, 0 or more");

impl Read for u64 {
    fn read(value: &Value) -> Result<Self, Fault> {
        count_of(value).ok_or_else(|| Fault::value(value, WHOLE))
    }
}

impl Read for u32 {
    fn read(value: &Value) -> Result<Self, Fault> {
        let number = count_of(value).and_then(|number| number.try_into().ok());
        number.ok_or_else(|| Fault::value(value, WHOLE))
    }
}

impl Read for i32 {
    fn read(value: &Value) -> Result<Self, Fault> {
        let number = whole_of(value).and_then(|number| number.try_into().ok());
        number.ok_or_else(|| Fault::value(value, phrase!("a whole number")))
    }
}

impl Read for f64 {
    fn read(value: &Value) -> Result<Self, Fault> {
        number_of(value, phrase!("a number"))
    }
}

impl Read for bool {
    fn read(value: &Value) -> Result<Self, Fault> {
        value
            .as_bool()
            .ok_or_else(|| Fault::value(value, phrase!("true or false")))
    }
}

impl Read for String {
    fn read(value: &Value) -> Result<Self, Fault> {
        text_of(value, phrase!("a text")).map(str::to_string)
    }
}

impl Read for Value {
    fn read(value: &Value) -> Result<Self, Fault> {
        Ok(value.clone())
    }
}

impl Read for Map<String, Value> {
    fn read(value: &Value) -> Result<Self, Fault> {
        let map = value.as_object();
        map.cloned()
            .ok_or_else(|| Fault::value(value, phrase!("an object")))
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value) -> Result<Self, Fault> {
        if value.is_null() {
            return Ok(None);
        }
        T::read(value).map(Some)
    }

    fn check_bounds(&self, at: &At<'_>, problems: &mut Problems) {
        match self {
            Some(read) => read.check_bounds(at, problems),
            None => problems.reach(at),
        }
    }
}

impl<T: Read> Read for Box<T> {
    fn read(value: &Value) -> Result<Self, Fault> {
        T::read(value).map(Box::new)
    }

    fn check_bounds(&self, at: &At<'_>, problems: &mut Problems) {
        self.as_ref().check_bounds(at, problems);
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Result<Self, Fault> {
        let list = value
            .as_array()
            .ok_or_else(|| Fault::value(value, phrase!("a list")))?;
        let mut items = Vec::with_capacity(list.len());
        let mut faults: Option<Fault> = None;
        for (i, item) in list.iter().enumerate() {
            match T::read(item).map_err(|fault| fault.under(&format!("[{i}]"))) {
                Ok(item) => items.push(item),
                Err(fault) => faults = Some(fault.after(faults)),
            }
        }
        faults.map_or(Ok(items), Err)
    }

    fn check_bounds(&self, at: &At<'_>, problems: &mut Problems) {
        problems.reach(at);
        for (i, item) in self.iter().enumerate() {
            item.check_bounds(&at.item(i), problems);
        }
    }
}

impl<T: Read> Read for (T, T) {
    fn read(value: &Value) -> Result<Self, Fault> {
        let expected = say!("a list of {count}", count = 2);
        let list = value
            .as_array()
            .ok_or_else(|| Fault::value(value, &expected))?;
        let [first, second] = list.as_slice() else {
            let found = say!("a list of {count}", count = list.len());
            return Err(Fault::found(&found, &expected));
        };
        Ok((
            T::read(first).map_err(|fault| fault.under("[0]"))?,
            T::read(second).map_err(|fault| fault.under("[1]"))?,
        ))
    }

    fn check_bounds(&self, at: &At<'_>, problems: &mut Problems) {
        problems.reach(at);
        self.0.check_bounds(&at.item(0), problems);
        self.1.check_bounds(&at.item(1), problems);
    }
}
