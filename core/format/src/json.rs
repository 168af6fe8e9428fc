//! From text to a JSON tree, and patches on such trees. Knows JSON, not what a scenario is.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use text::said::said;
use text::{phrase, say};

use crate::error::{About, Problem, ScenarioError, found_words, quoted};
use crate::limits;

/// Parses JSON text, and tells the names of its variants in the order of the file. Refuses what is
/// too long, is not JSON, or names a key twice.
pub fn parse(text: &str) -> Result<(Value, Vec<String>), ScenarioError> {
    if text.len() > limits::FILE_BYTES_MAX {
        return Err(ScenarioError::whole(too_long(text.len())));
    }
    // Editors on Windows may write a byte-order mark; it is no part of JSON.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut variants = Vec::new();
    let strict = Strict {
        spot: Spot::Top,
        variants: &mut variants,
    };
    let tree = strict.deserialize(&mut deserializer).and_then(|tree| {
        deserializer.end()?;
        Ok(tree)
    });
    match tree {
        Ok(tree) => Ok((tree, variants)),
        Err(error) => Err(ScenarioError::of(vec![no_json(&error)])),
    }
}

/// Reads JSON text: as strict as with a scenario file.
pub fn parse_json(text: &str) -> Result<Value, ScenarioError> {
    parse(text).map(|(tree, _)| tree)
}

/// The message for a file of this many bytes.
pub(super) fn too_long(bytes: usize) -> String {
    let most = limits::FILE_BYTES_MAX;
    found_words(
        &say!("a file of {bytes} bytes", bytes),
        &say!("at most {most} (2 MiB)", most),
    )
}

/// What the library says of text that is no JSON, for other languages.
const SYNTAX: [&str; 17] = [
    phrase!("EOF while parsing a list"),
    phrase!("EOF while parsing an object"),
    phrase!("EOF while parsing a string"),
    phrase!("EOF while parsing a value"),
    phrase!("expected ident"),
    phrase!("expected value"),
    phrase!("invalid escape"),
    phrase!("invalid number"),
    phrase!("number out of range"),
    phrase!("invalid unicode code point"),
    phrase!("control character (\\u0000-\\u001F) found while parsing a string"),
    phrase!("lone leading surrogate in hex escape"),
    phrase!("unexpected end of hex escape"),
    phrase!("key must be a string"),
    phrase!("trailing comma"),
    phrase!("trailing characters"),
    phrase!("recursion limit exceeded"),
];

/// Serde's message with its position first.
fn no_json(error: &serde_json::Error) -> Problem {
    let position = format!("line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message
        .strip_suffix(&format!(" at {position}"))
        .unwrap_or(&message);
    let known = SYNTAX.iter().find(|known| **known == message);
    let signs = message.strip_prefix("expected ");
    // Braces stand in values alone: in a template they would be places of values.
    let message = match (
        known,
        signs,
        signs.and_then(|signs| signs.split_once(" or ")),
    ) {
        (Some(known), ..) => said(known, &[]),
        (None, _, Some((one, other))) => say!("expected {one} or {other}", one, other),
        (None, Some(sign), None) => say!("expected {sign}", sign),
        (None, None, None) => message.to_string(),
    };
    let (line, column) = (error.line(), error.column());
    Problem {
        path: String::new(),
        text: say!(
            "not valid JSON at line {line} column {column}: {message}",
            line,
            column,
            message
        ),
        about: About::Text { line, column },
    }
}

/// JSON merge patch (RFC 7396): objects merge, null removes, anything else replaces.
pub fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(target) = target else {
        unreachable!("made an object above")
    };
    for (key, value) in patch {
        if value.is_null() {
            target.remove(key);
        } else {
            merge(target.entry(key.clone()).or_insert(Value::Null), value);
        }
    }
}

/// Whether every step of `path` (as errors write it) exists in the tree.
pub fn holds(tree: &Value, path: &str) -> bool {
    let mut here = tree;
    for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
        let next = match step.strip_suffix(']') {
            Some(index) => index.parse().ok().and_then(|index: usize| here.get(index)),
            None => here.get(step),
        };
        match next {
            Some(next) => here = next,
            None => return false,
        }
    }
    true
}

/// What a tree is, for an error.
pub fn kind_of(tree: &Value) -> String {
    match tree {
        Value::Null => "null".to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(_) => say!("a list"),
        Value::Object(_) => say!("an object"),
    }
}

/// Where in the document a value stands.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Spot {
    Top,
    Variants,
    Elsewhere,
}

impl Spot {
    /// Where the value under a key stands.
    fn under(self, key: &str) -> Self {
        if self == Self::Top && key == "variants" {
            Self::Variants
        } else {
            Self::Elsewhere
        }
    }
}

/// Builds a `Value` and refuses an object that names a key twice: one of the two would be lost
/// without a word.
struct Strict<'a> {
    spot: Spot,
    /// Keys of `variants`: `Value` sorts them, and variants are told in the order in which they
    /// were written.
    variants: &'a mut Vec<String>,
}

impl Strict<'_> {
    /// For a value inside this one.
    fn inner(&mut self, spot: Spot) -> Strict<'_> {
        Strict {
            spot,
            variants: self.variants,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_string()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.inner(Spot::Elsewhere))? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                let twice = say!("the key {key} stands twice", key = quoted(&key));
                return Err(A::Error::custom(twice));
            }
            let value = entries.next_value_seed(self.inner(self.spot.under(&key)))?;
            if self.spot == Spot::Variants {
                self.variants.push(key.clone());
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The example of RFC 7396, section 3.
    #[test]
    fn a_merge_patch_follows_rfc_7396() {
        let mut target = json!({"title": "Goodbye!", "author": {"givenName": "John",
            "familyName": "Doe"}, "tags": ["example", "sample"], "content": "unchanged"});
        let patch = json!({"title": "Hello!", "phoneNumber": "+01-123-456-7890",
            "author": {"familyName": null}, "tags": ["example"]});
        merge(&mut target, &patch);
        assert_eq!(
            target,
            json!({"title": "Hello!", "author": {"givenName": "John"},
            "tags": ["example"], "content": "unchanged", "phoneNumber": "+01-123-456-7890"})
        );
    }

    #[test]
    fn a_key_that_stands_twice_is_refused_with_its_position() {
        let error = parse("{\n  \"seed\": 1,\n  \"seed\": 2\n}")
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "not valid JSON at line 3 column 8: the key \"seed\" stands twice"
        );
    }

    #[test]
    fn variants_keep_the_order_of_the_file() {
        let variants = |text| parse(text).unwrap().1;
        let text =
            r#"{"a": {"x": 1}, "variants": {"z": {}, "b": {"variants": {"q": 1}}, "m": {}}}"#;
        assert_eq!(variants(text), ["z", "b", "m"]);
        assert!(variants("[]").is_empty());
        assert!(variants(r#"{"variants": 3}"#).is_empty());
        assert!(variants(r#"{"a": {"variants": {"b": 1}}}"#).is_empty());
    }
}
