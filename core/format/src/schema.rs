//! The JSON Schema of a file format, made from its types. What every published schema must be, for
//! any validator: no format of one library, and the bounds of the types spelt out.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::limits::ID_BYTES_MAX;

/// The schema of the files that are read as `T`, under this id.
pub fn schema_of<T: JsonSchema>(id: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    spell_formats_out(&mut schema);
    schema["$id"] = Value::String(id.to_string());
    schema
}

/// The pattern of an id: what `check_id` of the readers takes.
pub fn id_pattern() -> String {
    format!("^[A-Za-z0-9_-]{{1,{ID_BYTES_MAX}}}$")
}

/// A schema that takes ids alone, for the names of keys.
pub fn ids_pattern() -> Value {
    json!({ "pattern": id_pattern() })
}

/// A schema that takes a quantity of nothing, such as "0s"; for what must be more.
pub fn nothing_pattern() -> Value {
    json!({ "type": "string", "pattern": r"^0+(\.0+)?[a-z]+$" })
}

/// For each of these keys a schema that asks for its value, and `null` is none: under `oneOf` or
/// `anyOf`, for types of which the reader asks that.
pub fn given(keys: &[&str]) -> Value {
    let given = |key: &&str| json!({ "required": [key], "properties": { *key: { "not": { "type": "null" } } } });
    keys.iter().map(given).collect()
}

/// Replaces the formats of Rust's numbers, which strict validators refuse, by the bounds that they
/// stand for. What a field says of itself stays.
fn spell_formats_out(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(spell_formats_out),
        Value::Object(map) => {
            let most = match map.get("format").and_then(Value::as_str) {
                Some("uint32") => Some(json!(u32::MAX)),
                Some("int32") => {
                    map.entry("minimum").or_insert(json!(i32::MIN));
                    Some(json!(i32::MAX))
                }
                Some("uint" | "uint16" | "uint64" | "int64" | "float" | "double") => None,
                // A key of this name, or a format that validators know.
                _ => return map.values_mut().for_each(spell_formats_out),
            };
            map.remove("format");
            if let Some(most) = most {
                map.entry("maximum").or_insert(most);
            }
            map.values_mut().for_each(spell_formats_out);
        }
        _ => {}
    }
}
