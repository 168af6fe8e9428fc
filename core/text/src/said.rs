//! Sentences with values in them, such that another language can be made of them: where a page asks
//! for it, a sentence carries its template and its values between marks that no text has, and the
//! page says the template in its own words (web/language/said.ts). Everybody else gets plain
//! English: digests, reports, files and the command line know of no marks. It must not know any
//! language.
//!
//! Whether templates are kept is a matter of a whole thread, as a locale is: a WebAssembly module
//! has one, and passing it to whoever says something would touch every signature on the way.

use std::cell::Cell;
use std::fmt::{Display, Write};

/// Begins a sentence; its template follows.
pub const BEGIN: char = '\u{1}';
/// Before the name of a value.
pub const NAME: char = '\u{2}';
/// Between the name of a value and the value, which may be a sentence with marks itself.
pub const VALUE: char = '\u{3}';
/// Ends a sentence.
pub const END: char = '\u{4}';
/// Before a value that is an id: no word of a language, even if it looks like one.
pub const ID: char = '\u{7}';

thread_local! {
    static KEEPS_TEMPLATES: Cell<bool> = const { Cell::new(false) };
}

/// From now on, sentences of this thread carry their templates, or are plain English.
pub fn keep_templates(keep: bool) {
    KEEPS_TEMPLATES.set(keep);
}

/// Whether sentences carry their templates.
pub fn keeps_templates() -> bool {
    KEEPS_TEMPLATES.get()
}

/// What is written for files and other programs is English, whoever asks for it.
pub fn in_english<T>(write: impl FnOnce() -> T) -> T {
    let before = KEEPS_TEMPLATES.replace(false);
    let written = write();
    KEEPS_TEMPLATES.set(before);
    written
}

/// Part of a template.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// As it stands.
    Words(&'a str),
    /// The value of this name.
    Value(&'a str),
}

/// A template in its order: "gets key {key}." is words, a value and words.
pub fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, left) = match (rest.strip_prefix('{'), rest.find('{')) {
            (Some(named), _) => {
                let (name, left) = named.split_once('}').expect("a template closes its braces");
                (Piece::Value(name), left)
            }
            (None, Some(at)) => (Piece::Words(&rest[..at]), &rest[at..]),
            (None, None) => (Piece::Words(rest), ""),
        };
        rest = left;
        Some(piece)
    })
}

/// Words of a template as they are said after what `is_empty` or not: where it begins with a value
/// that is empty, it begins with its next word.
pub fn following<'a>(template: &str, is_empty: bool, words: &'a str) -> &'a str {
    if is_empty && template.starts_with('{') {
        words.trim_start()
    } else {
        words
    }
}

/// A sentence of a template; [`say!`](crate::say) writes the call and has the compiler check names.
// Few events say anything: whoever may say something is kept small.
#[cold]
#[inline(never)]
pub fn said(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(2 * template.len());
    if keeps_templates() {
        text.push(BEGIN);
        text.push_str(template);
        for (name, value) in values {
            write!(text, "{NAME}{name}{VALUE}{value}").expect("a String takes all");
        }
        text.push(END);
        return text;
    }
    for piece in pieces(template) {
        match piece {
            Piece::Words(words) => text.push_str(following(template, text.is_empty(), words)),
            Piece::Value(name) => {
                let value = values.iter().find(|(known, _)| *known == name);
                let (_, value) = value.expect("the compiler checked the names");
                write!(text, "{value}").expect("a String takes all");
            }
        }
    }
    text
}

/// A sentence, or a phrase that stands for itself: `say!("Split range {range} at key {key}.", range,
/// key = at_key)`. The template is what other languages are made of, so it has whole sentences and
/// every value by its name, without a format.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::said::said(
            $crate::template!($template $(, $name)*),
            &[$((
                stringify!($name),
                &$crate::said_value!($name $(= $value)?) as &dyn std::fmt::Display,
            )),*],
        )
    };
}

/// A template whose names the compiler has held to those of its values.
#[doc(hidden)]
#[macro_export]
macro_rules! template {
    ($template:literal $(, $name:ident)*) => {{
        // Never runs.
        if false {
            let _ = format_args!($template $(, $name = "")*);
        }
        $template
    }};
}

/// A value by its name, or one that is given to the name.
#[doc(hidden)]
#[macro_export]
macro_rules! said_value {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

/// A template, or words of a table that are put into a sentence: marked here so that they are
/// found, and put into it by [`said`](crate::said::said) or [`say!`](crate::say).
#[macro_export]
macro_rules! phrase {
    ($template:literal) => {
        $template
    };
}

/// "1 row", "3 rows": `counted!(rows, "1 row", "{n} rows")`.
#[macro_export]
macro_rules! counted {
    ($count:expr, $one:literal, $many:literal) => {
        match u64::from($count) {
            1 => $crate::say!($one),
            n => $crate::say!($many, n),
        }
    };
}

/// "s1, s2, s3", in the order that is given.
pub fn one_after_another<S: AsRef<str>>(words: &[S]) -> String {
    let Some((first, more)) = words.split_first() else {
        return String::new();
    };
    more.iter().fold(first.as_ref().to_string(), |first, next| {
        let next = next.as_ref();
        say!("{first}, {next}", first, next)
    })
}

/// An id as a value: a load "reads" is called so in every language.
pub fn as_id(id: impl Display) -> String {
    if keeps_templates() {
        format!("{ID}{id}")
    } else {
        id.to_string()
    }
}

/// The English of a text whose sentences may carry their templates: what it is without them.
pub fn english_of(marked: &str) -> String {
    let mut rest = marked;
    english_up_to(&mut rest, &[])
}

/// Plain text and sentences, up to one of these signs.
fn english_up_to(rest: &mut &str, signs: &[char]) -> String {
    let mut text = String::new();
    while let Some(sign) = rest.chars().next().filter(|sign| !signs.contains(sign)) {
        *rest = &rest[sign.len_utf8()..];
        if sign == BEGIN {
            text.push_str(&english_sentence(rest));
        } else if sign != ID {
            text.push(sign);
        }
    }
    text
}

/// A sentence, past the sign of its beginning and up to behind that of its end.
fn english_sentence(rest: &mut &str) -> String {
    let template = plain_up_to(rest, &[NAME, END]);
    let mut values = Vec::new();
    while let Some(named) = rest.strip_prefix(NAME) {
        *rest = named;
        let name = plain_up_to(rest, &[VALUE]);
        *rest = rest.strip_prefix(VALUE).expect("a name has a value");
        values.push((name, english_up_to(rest, &[NAME, END])));
    }
    *rest = rest.strip_prefix(END).expect("a sentence has an end");
    let values: Vec<(&str, &dyn Display)> = values
        .iter()
        .map(|(name, value)| (*name, value as &dyn Display))
        .collect();
    in_english(|| said(template, &values))
}

fn plain_up_to<'a>(rest: &mut &'a str, signs: &[char]) -> &'a str {
    let (plain, left) = rest.split_at(rest.find(signs).unwrap_or(rest.len()));
    *rest = left;
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a thread says while its sentences carry their templates.
    fn with_templates<T>(say: impl FnOnce() -> T) -> T {
        keep_templates(true);
        let said = say();
        keep_templates(false);
        said
    }

    #[test]
    fn is_plain_english_until_somebody_asks_for_templates() {
        let key = 7;
        assert_eq!(
            say!("{from} gets key {key}.", key, from = "g1"),
            "g1 gets key 7."
        );
        assert_eq!(say!("Heals all."), "Heals all.");
    }

    #[test]
    fn carries_template_and_values_when_asked() {
        let said = with_templates(|| say!("{from} gets key {key}.", from = "g1", key = 7));
        assert_eq!(
            said,
            "\u{1}{from} gets key {key}.\u{2}from\u{3}g1\u{2}key\u{3}7\u{4}"
        );
    }

    #[test]
    fn a_value_may_be_a_sentence_with_a_template_of_its_own() {
        let said = with_templates(|| {
            let link = say!("link to {to}", to = "az1");
            say!("Cut the {link}.", link)
        });
        assert_eq!(
            said,
            "\u{1}Cut the {link}.\u{2}link\u{3}\u{1}link to {to}\u{2}to\u{3}az1\u{4}\u{4}"
        );
    }

    #[test]
    fn english_is_read_back_from_what_carries_templates() {
        let both = || {
            let link = say!("link to {to}", to = "az1");
            let list = one_after_another(&[say!("Cut the {link}.", link), say!("Heal all.")]);
            format!(
                "at [3]: {list}\n{{a}} {}",
                say!("{one} is {one}.", one = "x")
            )
        };
        assert_eq!(english_of(&with_templates(both)), both());
        assert_eq!(english_of("plain"), "plain");
    }

    #[test]
    fn an_id_is_marked_as_no_word_of_a_language() {
        let stop = || say!("Stop {load}.", load = as_id("reads"));
        assert_eq!(stop(), "Stop reads.");
        let said = with_templates(stop);
        assert_eq!(said, "\u{1}Stop {load}.\u{2}load\u{3}\u{7}reads\u{4}");
        assert_eq!(english_of(&said), "Stop reads.");
    }

    #[test]
    fn what_is_written_for_other_programs_is_english() {
        let said = with_templates(|| in_english(|| say!("Heals {what}.", what = "all")));
        assert_eq!(said, "Heals all.");
    }

    #[test]
    fn what_begins_with_nobodys_name_begins_with_its_next_word() {
        let woke = |who: &str| say!("{who} woke", who);
        assert_eq!((woke("s1"), woke("")), ("s1 woke".into(), "woke".into()));
        assert_eq!(say!(" of {range}", range = 7), " of 7");
    }

    #[test]
    fn counts_choose_their_words() {
        assert_eq!(counted!(1_u8, "1 row", "{n} rows"), "1 row");
        assert_eq!(counted!(3_u32, "1 row", "{n} rows"), "3 rows");
    }

    #[test]
    fn lists_are_sentences_too() {
        assert_eq!(one_after_another(&["a", "b", "c"]), "a, b, c");
        assert_eq!(one_after_another::<&str>(&[]), "");
        let said = with_templates(|| one_after_another(&["a", "b"]));
        assert_eq!(
            said,
            "\u{1}{first}, {next}\u{2}first\u{3}a\u{2}next\u{3}b\u{4}"
        );
    }
}
