//! The page's declaration of actions is made from the schema of those that files hold.

use std::fmt::Write;

use documents::scenario::ActionText;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// What the declaration calls types that the page's own declarations have.
const NAMED: [(&str, &str); 4] = [
    ("ReadMode", "ReadMode"),
    ("Tunable", "Tunable"),
    ("Amount", "number | string"),
    // One more switch is the meters' and no run's: `count_framing`.
    (
        "SettingsText",
        "Partial<Settings> & { count_framing?: boolean }",
    ),
];

#[test]
fn the_page_declares_actions_as_files_hold_them() {
    crate::common::check_written(
        "core/wasm_engine/src/dto/action.d.ts",
        &declaration(),
        "declares",
    );
}

fn declaration() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let schema = generator.into_root_schema_for::<ActionText>().to_value();
    let mut text = String::from(
        "/** Actions as files hold them: made from their schema (core/documents) by a test of \
         core/run. */\n\n",
    );
    comment(&mut text, &schema, "");
    text.push_str("export type Action =\n");
    let kinds = schema["oneOf"].as_array().expect("a kind of action each");
    for kind in kinds {
        comment(&mut text, kind, "  ");
        text.push_str("  | {\n");
        let word = &kind["properties"]["do"]["const"];
        writeln!(text, "      do: {word};").expect("it is a string");
        let properties = kind["properties"].as_object().expect("an object each");
        let needed = kind["required"].as_array().expect("do at least");
        for (key, property) in properties.iter().filter(|(key, _)| *key != "do") {
            comment(&mut text, property, "      ");
            let is_needed = needed.iter().any(|needed| needed == key);
            let mark = if is_needed { "" } else { "?" };
            let of = type_of(&schema, property);
            writeln!(text, "      {key}{mark}: {of};").expect("it is a string");
        }
        text.push_str("    }\n");
    }
    text.truncate(text.trim_end().len());
    text.push_str(";\n");
    text
}

fn comment(text: &mut String, schema: &Value, indent: &str) {
    let what = schema["description"].as_str().expect("all are described");
    let what = what.replace('\n', &format!("\n{indent} * "));
    let (begin, end) = if what.contains('\n') {
        (format!("/**\n{indent} * "), format!("\n{indent} */"))
    } else {
        ("/** ".to_string(), " */".to_string())
    };
    writeln!(text, "{indent}{begin}{what}{end}").expect("it is a string");
}

/// In TypeScript. What is left out is absent there, and never null.
fn type_of(root: &Value, schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        let named = NAMED.iter().find(|(known, _)| *known == name);
        let inner = || {
            root.pointer(reference.trim_start_matches('#'))
                .expect("a definition")
        };
        return named.map_or_else(|| type_of(root, inner()), |(_, named)| (*named).to_string());
    }
    if let Some(words) = schema["oneOf"].as_array() {
        let words: Vec<String> = words.iter().map(|word| word["const"].to_string()).collect();
        return format!("({})", words.join(" | "));
    }
    let either = schema["anyOf"].as_array().or(schema["type"].as_array());
    let mut either = either.into_iter().flatten();
    let is_null = |one: &&Value| **one == "null" || one["type"] == "null";
    match either.find(|one| !is_null(one)).unwrap_or(&schema["type"]) {
        Value::String(word) => match word.as_str() {
            "integer" => "number".to_string(),
            "array" => format!("{}[]", type_of(root, &schema["items"])),
            word => word.to_string(),
        },
        inner => type_of(root, inner),
    }
}
