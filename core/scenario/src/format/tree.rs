//! Serde reads the types of the format from a JSON tree. Knows JSON, not what a scenario is.
//!
//! One concrete reader, so that what `derive` writes is compiled once, and errors that carry their
//! place. An object is never read from a list, which serde's own readers allow.

use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value, map};

use super::error::{ScenarioError, join, plain_words};

/// Reads a tree; the error's paths start at the tree's root.
pub(super) fn read<'de, T: Deserialize<'de>>(tree: &'de Value) -> Result<T, ScenarioError> {
    T::deserialize(Tree(tree)).map_err(Fault::into_error)
}

/// Reads an enum whose variant is the word under `tag` and whose fields are the other keys.
pub(super) fn read_tagged<'de, T: Deserialize<'de>>(
    tag: &'static str,
    word: &'de str,
    fields: &'de Map<String, Value>,
) -> Result<T, ScenarioError> {
    let variant = Variant {
        word,
        tag,
        fields: Some(fields),
    };
    T::deserialize(Tagged(variant)).map_err(Fault::into_error)
}

/// What does not fit, and where. Boxed, since every step of reading returns it or a value.
#[derive(Debug)]
struct Fault(Box<(String, String)>);

impl Fault {
    /// The same, seen from one level up.
    fn under(mut self, step: &str) -> Self {
        self.0.0 = join(step, &self.0.0);
        self
    }

    fn into_error(self) -> ScenarioError {
        let (path, text) = *self.0;
        ScenarioError::at(path, plain_words(&text))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.1)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self(Box::new((String::new(), text.to_string())))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        mismatch("type", found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        mismatch("value", found, expected)
    }
}

/// Null and numbers are told as JSON writes them.
fn mismatch(what: &str, found: Unexpected<'_>, expected: &dyn Expected) -> Fault {
    let found = match found {
        Unexpected::Unit => "null".to_string(),
        Unexpected::Float(value) => match Number::from_f64(value) {
            Some(number) => format!("floating point `{number}`"),
            None => found.to_string(),
        },
        found => found.to_string(),
    };
    de::Error::custom(format_args!("invalid {what}: {found}, expected {expected}"))
}

/// A part of the tree.
#[derive(Copy, Clone)]
struct Tree<'de>(&'de Value);

impl<'de> Tree<'de> {
    /// Hands a number to the visitor, and nothing else.
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), _, _) => visitor.visit_u64(value),
                (_, Some(value), _) => visitor.visit_i64(value),
                (_, _, value) => visitor.visit_f64(value.unwrap_or(f64::NAN)),
            },
            other => Err(wrong_type(other, &visitor)),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            other => Err(wrong_type(other, &visitor)),
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Array(list) = self.0 else {
            return Err(wrong_type(self.0, &visitor));
        };
        let mut items = Items {
            rest: list.iter(),
            next: 0,
        };
        let value = visitor.visit_seq(&mut items)?;
        if items.rest.len() > 0 {
            return Err(de::Error::invalid_length(
                list.len(),
                &"fewer elements in array",
            ));
        }
        Ok(value)
    }

    fn object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Object(map) => visitor.visit_map(Entries::new(map)),
            other => Err(wrong_type(other, &visitor)),
        }
    }
}

/// What was found instead.
fn wrong_type(found: &Value, expected: &dyn Expected) -> Fault {
    let found = match found {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => Unexpected::Unsigned(value),
            (_, Some(value)) => Unexpected::Signed(value),
            _ => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    mismatch("type", found, expected)
}

macro_rules! as_is {
    ($how:ident: $($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.$how(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Fault;

    as_is!(number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64);
    as_is!(text: deserialize_char deserialize_str deserialize_string deserialize_identifier);
    as_is!(list: deserialize_seq);
    as_is!(object: deserialize_map);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(_) => self.number(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.list(visitor),
            Value::Object(_) => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            other => Err(wrong_type(other, &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.object(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(Variant {
                word,
                tag: "",
                fields: None,
            }),
            other => Err(wrong_type(other, &"a string")),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 bytes byte_buf unit unit_struct tuple_struct ignored_any
    }
}

/// The elements of a list.
struct Items<'de> {
    rest: std::slice::Iter<'de, Value>,
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some(item) = self.rest.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Tree(item))
            .map(Some)
            .map_err(|fault| fault.under(&format!("[{index}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The entries of an object.
struct Entries<'de> {
    rest: map::Iter<'de>,
    entry: Option<(&'de str, &'de Value)>,
}

impl<'de> Entries<'de> {
    fn new(map: &'de Map<String, Value>) -> Self {
        Self {
            rest: map.iter(),
            entry: None,
        }
    }

    /// Steps to the next entry.
    fn step(&mut self) -> Option<&'de str> {
        self.entry = self.rest.next().map(|(key, value)| (key.as_str(), value));
        self.entry.map(|(key, _)| key)
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some(key) = self.step() else {
            return Ok(None);
        };
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
            .map_err(|fault: Fault| fault.under(key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        let (key, value) = self.entry.expect("serde asks for the key first");
        seed.deserialize(Tree(value))
            .map_err(|fault| fault.under(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A variant whose fields stand beside it.
struct Tagged<'de>(Variant<'de>);

impl<'de> Deserializer<'de> for Tagged<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_enum(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// A variant: a bare word, or one with fields.
#[derive(Copy, Clone)]
struct Variant<'de> {
    word: &'de str,
    /// Key of the word; empty if the value itself is the word.
    tag: &'static str,
    fields: Option<&'de Map<String, Value>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Fault> {
        seed.deserialize(BorrowedStrDeserializer::new(self.word))
            .map(|value| (value, self))
            .map_err(|fault: Fault| fault.under(self.tag))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Fault> {
        Err(de::Error::custom("no variant holds a bare value"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Fault> {
        Err(de::Error::custom("no variant holds a list"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.fields {
            Some(fields) => visitor.visit_map(Entries::new(fields)),
            None => Err(de::Error::invalid_type(Unexpected::UnitVariant, &visitor)),
        }
    }
}
