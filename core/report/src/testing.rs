//! What is said with its templates kept, held against the plain English of the same. For tests
//! alone.

use text::said::{BEGIN, english_of, keep_templates};

/// What this says while sentences carry their templates.
pub(crate) fn with_templates<T>(say: impl FnOnce() -> T) -> T {
    keep_templates(true);
    let said = say();
    keep_templates(false);
    said
}

/// A sentence is one with a template, and its English is this but for capital letters: English
/// alone begins its sentences with one.
#[track_caller]
pub(crate) fn assert_said(marked: &str, english: &str) {
    assert!(marked.starts_with(BEGIN), "{marked:?}");
    let said = english_of(marked);
    assert_eq!(said.to_lowercase(), english.to_lowercase());
}
