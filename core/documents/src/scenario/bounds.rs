//! Checks of ids, and of values whose bounds another value sets; fixed bounds stand beside the
//! fields (`#[bound(…)]`).

use format::error::{Problems, quoted, second_time};
use format::limits;
use format::units::DurationUs;
use text::quantity::duration_text;
use text::said::said;
use text::{phrase, say};

/// Ids, rising, each once. A sorted list: there are few, and a tree of the library costs 9 kB of
/// the page's module.
#[derive(Default)]
pub struct Ids<'a>(Vec<&'a str>);

impl<'a> Ids<'a> {
    /// Whether it was new.
    pub fn insert(&mut self, id: &'a str) -> bool {
        let place = self.0.binary_search(&id);
        if let Err(place) = place {
            self.0.insert(place, id);
        }
        place.is_err()
    }

    /// Whether it is one of them.
    pub fn contains(&self, id: &str) -> bool {
        self.0.binary_search(&id).is_ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.0.iter().copied()
    }
}

impl<'a> FromIterator<&'a str> for Ids<'a> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(all: I) -> Self {
        let mut ids = Ids::default();
        for id in all {
            ids.insert(id);
        }
        ids
    }
}

/// A count within its bounds, which are told by a template: "{least} to {most} rows".
pub fn within<N: PartialOrd + std::fmt::Display>(
    problems: &mut Problems,
    path: &str,
    found: N,
    least: N,
    most: N,
    bounds: &str,
) {
    if found < least || found > most {
        let expected = said(bounds, &[("least", &least), ("most", &most)]);
        problems.expected(path, found, expected);
    }
}

/// A duration within its bounds.
pub(crate) fn within_time(
    problems: &mut Problems,
    path: &str,
    found: DurationUs,
    least: u64,
    most: u64,
) {
    if found.0 < least || found.0 > most {
        let (least, most) = (duration_text(least), duration_text(most));
        let expected = say!("{least} to {most}", least, most);
        problems.expected(path, duration_text(found.0), expected);
    }
}

/// Whether an id is well formed: it may stand in a fault's id and in a metric's path.
pub fn check_id(path: &str, id: &str, problems: &mut Problems) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let well_formed = !id.is_empty() && id.len() <= limits::ID_BYTES_MAX && id.chars().all(known);
    if !well_formed {
        let most = limits::ID_BYTES_MAX;
        let expected = say!("1 to {most} letters, digits, \"-\" or \"_\"", most);
        problems.expected(path, quoted(id), expected);
    }
    well_formed
}

/// Each id of a list must be well formed and new: none of those before it, nor of those `seen`.
pub fn check_new<'a>(
    list: &str,
    ids: impl IntoIterator<Item = &'a String>,
    seen: &mut Ids<'a>,
    problems: &mut Problems,
) {
    for (i, id) in ids.into_iter().enumerate() {
        let path = format!("{list}[{i}].id");
        if check_id(&path, id, problems) && !seen.insert(id) {
            problems.expected(path, second_time(id), phrase!("a new id"));
        }
    }
}
