//! Values of a report as sentences show them: three digits and a unit, in the typography of the
//! page (`web/model/units.ts`). It must not know what is measured.

use format::switches::value_label;
use serde_json::Value;
use text::said::{keeps_templates, one_after_another};
use text::say;

/// Stands between a number and its unit, and never breaks a line.
const GAP: char = '\u{a0}';
const GROUP: char = '\u{2009}';

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Count,
    /// A time span in µs.
    Us,
    /// An instant of the run in µs.
    Instant,
    Bytes,
    Usd,
    /// A part of a whole, 1 = 100 %.
    Share,
    Ratio,
    /// A switch: on, off, or the word for what it stands at.
    Switch,
    /// A word of the report; nothing is nobody.
    Word,
}

/// A value with its unit.
pub(super) fn value_words(value: &Value, unit: Unit) -> String {
    match value {
        Value::Number(number) => number_words(number.as_f64().unwrap_or(0.0), unit),
        Value::Bool(is_on) => on_or_off(*is_on),
        Value::Null if unit == Unit::Word => say!("nobody"),
        Value::Null => say!("none"),
        Value::String(text) if unit == Unit::Switch => switch_words(text),
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let words: Vec<String> = list.iter().map(|one| value_words(one, unit)).collect();
            one_after_another(&words)
        }
        Value::Object(_) => say!("several figures"),
    }
}

pub(super) fn on_or_off(is_on: bool) -> String {
    if is_on { say!("on") } else { say!("off") }
}

/// A number with its unit.
pub(super) fn number_words(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Us => duration(value),
        Unit::Instant => instant(value),
        Unit::Bytes => scaled(value, &["B", "kB", "MB", "GB", "TB"], 1e3),
        Unit::Usd => money(value),
        Unit::Share => format!("{}{GAP}%", three_digits(value * 100.0)),
        Unit::Ratio => format!("{}{GAP}×", three_digits(value)),
        Unit::Count | Unit::Switch | Unit::Word if value.fract() == 0.0 => count(value),
        Unit::Count | Unit::Switch | Unit::Word => three_digits(value),
    }
}

/// An instant of a run, in µs: "6.032 s".
pub(super) fn instant_text(at_us: u64) -> String {
    instant(at_us as f64)
}

/// A time span, in µs: "205 ms".
pub(super) fn duration_text(us: u64) -> String {
    duration(us as f64)
}

fn instant(us: f64) -> String {
    format!("{:.3}{GAP}s", us / 1e6)
}

fn duration(us: f64) -> String {
    match us.abs() {
        size if size < 1e3 => format!("{}{GAP}µs", three_digits(us)),
        size if size < 999_500.0 => format!("{}{GAP}ms", three_digits(us / 1e3)),
        _ => format!("{}{GAP}s", three_digits(us / 1e6)),
    }
}

fn scaled(value: f64, units: &[&str], step: f64) -> String {
    let mut value = value;
    let mut at = 0;
    while value.abs() >= 999.5 && at + 1 < units.len() {
        value /= step;
        at += 1;
    }
    format!("{}{GAP}{}", three_digits(value), units[at])
}

/// Amounts below a tenth keep two significant digits.
fn money(usd: f64) -> String {
    let size = usd.abs();
    let mut places = 2;
    let mut unit = 0.1;
    while size > 0.0 && size < unit && places < 9 {
        places += 1;
        unit /= 10.0;
    }
    format!("${usd:.places$}")
}

/// Three significant digits at most, never an exponent.
fn three_digits(value: f64) -> String {
    let places = match value.abs() {
        size if size < 10.0 => 2,
        size if size < 99.95 => 1,
        _ => return count(value),
    };
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// 12345 becomes "12 345".
fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        let left = digits.len() - place;
        if place > 0 && left.is_multiple_of(3) && !text.ends_with('-') {
            text.push(GROUP);
        }
        text.push(digit);
    }
    text
}

/// A switch that is a word of the file: a time ("500ms"), or the word that the page shows.
fn switch_words(text: &str) -> String {
    let units = [("us", "µs"), ("ms", "ms"), ("s", "s")];
    for (ending, unit) in units {
        if let Some(number) = text.strip_suffix(ending)
            && is_plain_number(number)
        {
            return format!("{number}{GAP}{unit}");
        }
    }
    match value_label(text) {
        // "none" and "off" are words and no names.
        Some(label) if label.starts_with(char::is_lowercase) => label.to_string(),
        Some(label) => say!("“{label}”", label),
        None => text.replace(['_', '-'], " "),
    }
}

/// Digits, with a sign or a point: what a file's times begin with. Not `parse::<f64>`, whose tables
/// are 13 KiB of the engine.
fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|sign: char| sign.is_ascii_digit())
        && digits
            .chars()
            .all(|sign| sign.is_ascii_digit() || sign == '.')
}

/// Equal, where 0 and 0.0 are the same number.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq),
        _ => a == b,
    }
}

/// With a capital letter, as English sentences have it; what carries a template is not English yet.
pub(super) fn sentence(text: String) -> String {
    if keeps_templates() {
        return text;
    }
    let mut signs = text.chars();
    let first = signs.next();
    let first = first.map(|sign| sign.to_uppercase().collect::<String>());
    first.unwrap_or_default() + signs.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_value_has_its_unit() {
        let cases = [
            (json!(205_000), Unit::Us, "205\u{a0}ms"),
            (json!(1_400), Unit::Us, "1.4\u{a0}ms"),
            (json!(30_100_000), Unit::Us, "30.1\u{a0}s"),
            (json!(6_032_100), Unit::Instant, "6.032\u{a0}s"),
            (json!(525_300), Unit::Bytes, "525\u{a0}kB"),
            (json!(18_800_000), Unit::Bytes, "18.8\u{a0}MB"),
            (json!(0.664), Unit::Share, "66.4\u{a0}%"),
            (json!(12_345), Unit::Count, "12\u{2009}345"),
            (json!(0.000_037), Unit::Usd, "$0.000037"),
            (json!(900.5), Unit::Usd, "$900.50"),
            (json!(false), Unit::Switch, "off"),
            (json!("500ms"), Unit::Switch, "500\u{a0}ms"),
            (
                json!("closest-adaptive"),
                Unit::Switch,
                "“Closest, adaptive”",
            ),
            (json!(null), Unit::Word, "nobody"),
        ];
        for (value, unit, words) in cases {
            assert_eq!(value_words(&value, unit), words);
        }
    }
}
