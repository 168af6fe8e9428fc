//! A choice among words as files write it: read, written and described by what stands beside its
//! values. It knows no choice.

use std::borrow::Cow;

use model::choice::{Choice, Named};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;
use text::phrase;

use crate::tree::{Fault, Read, text_of, unknown_word};

/// A value of a choice, by its word.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Word<T>(pub T);

/// What is said of the value of this word.
pub fn named<T: Choice>(word: &str) -> Option<&'static Named<T>> {
    T::VALUES.iter().find(|known| known.id == word)
}

impl<T: Choice> Read for Word<T> {
    fn read(value: &Value) -> Result<Self, Fault> {
        let word = text_of(value, phrase!("a text"))?;
        let known = || T::VALUES.iter().map(|known| known.id).collect::<Vec<_>>();
        let value = named(word).map(|known| Word(known.value));
        value.ok_or_else(|| unknown_word(word, &known()))
    }
}

impl<T: Choice> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = T::VALUES.iter().find(|known| known.value == self.0);
        serializer.serialize_str(known.expect("every value is named").id)
    }
}

impl<T: Choice> JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let word = |known: &Named<T>| {
            let what = lines(known.what);
            json_schema!({ "type": "string", "const": known.id, "description": what })
        };
        let words: Vec<Schema> = T::VALUES.iter().map(word).collect();
        json_schema!({ "description": lines(T::WHAT), "oneOf": words })
    }
}

/// Lines of a doc comment as one text of the page.
pub fn flowing(text: &str) -> String {
    lines(text).replace('\n', " ").replace('\'', "’")
}

/// Lines of a doc comment as schemas have them.
fn lines(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    lines.join("\n")
}
