//! Where in a file's text a problem stands, by its path: line and column, as editors count them.

use std::fmt::Write;

use format::error::{Problem, ScenarioError};
use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// The problems of a file's text, a line for each: `file:3:7: path: found …, expected …`.
pub fn lines_of(file: &str, text: &str, error: &ScenarioError) -> String {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    let tree = parsed.ok().and_then(|parsed| parsed.value);
    let mut lines = String::new();
    for Problem {
        path, text: words, ..
    } in error.problems()
    {
        if !lines.is_empty() {
            lines.push('\n');
        }
        let offset = tree.as_ref().and_then(|tree| offset_of(tree, path));
        lines.push_str(file);
        if let Some((line, column)) = offset.map(|offset| place_of(text, offset)) {
            let _ = write!(lines, ":{line}:{column}");
        }
        if !path.is_empty() {
            let _ = write!(lines, ": {path}");
        }
        let _ = write!(lines, ": {words}");
    }
    lines
}

/// Where the value of a path begins, or else what is nearest around it; `None` for the whole file.
fn offset_of(tree: &Value<'_>, path: &str) -> Option<usize> {
    // "variants.on: data.rows": the variant's patch made that place wrong.
    let path = path.split_once(": ").map_or(path, |(place, _)| place);
    let mut here = tree;
    let mut found = None;
    for step in path
        .replace('[', ".[")
        .split('.')
        .filter(|step| !step.is_empty())
    {
        let next = match (here, step.strip_prefix('[')) {
            (Value::Array(list), Some(index)) => {
                let index = index.trim_end_matches(']').parse::<usize>().ok();
                index.and_then(|index| list.elements.get(index))
            }
            (Value::Object(object), None) => object.get(step).map(|property| &property.value),
            _ => None,
        };
        let Some(next) = next else {
            break;
        };
        here = next;
        found = Some(here.range().start);
    }
    found
}

/// Line and column, from 1; columns count characters.
fn place_of(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before
        .chars()
        .rev()
        .take_while(|sign| *sign != '\n')
        .count()
        + 1;
    (line, column)
}
