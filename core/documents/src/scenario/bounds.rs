//! Checks of single values against the limits, shared by file and actions.

use vocabulary::error::{Problems, quoted};
use vocabulary::said::said;
use vocabulary::units::{Bandwidth, DurationUs, duration_text};
use vocabulary::{limits, phrase, say};

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

/// Bounds of what has no name.
pub const BETWEEN: &str = phrase!("{least} to {most}");

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

/// An added delay must be within its bound.
pub(crate) fn check_delay(path: &str, value: Option<DurationUs>, problems: &mut Problems) {
    within_time(
        problems,
        path,
        value.unwrap_or_default(),
        0,
        limits::DELAY_US_MAX,
    );
}

/// A jitter must be within its bound.
pub(crate) fn check_jitter(path: &str, value: Option<DurationUs>, problems: &mut Problems) {
    within_time(
        problems,
        path,
        value.unwrap_or_default(),
        0,
        limits::JITTER_US_MAX,
    );
}

/// A bandwidth must be within its bounds.
pub(crate) fn check_bandwidth(path: &str, value: Option<Bandwidth>, problems: &mut Problems) {
    let bounds = limits::BANDWIDTH_BPS_MIN..=limits::BANDWIDTH_BPS_MAX;
    if let Some(value) = value.filter(|value| !bounds.contains(&value.0)) {
        let expected = say!("{least} to {most}", least = "1kbps", most = "10000Gbps");
        problems.expected(path, format!("{} bit/s", value.0), expected);
    }
}

/// The length of a value must be within its bounds.
pub(crate) fn check_value_bytes(path: &str, bytes: u32, problems: &mut Problems) {
    if !(limits::VALUE_BYTES_MIN..=limits::VALUE_BYTES_MAX).contains(&bytes) {
        let (least, most) = (limits::VALUE_BYTES_MIN, limits::VALUE_BYTES_MAX);
        let expected = say!("{least} to {most} bytes", least, most);
        problems.expected(path, bytes, expected);
    }
}

/// A round trip must be within its bounds.
pub(crate) fn check_rtt(path: &str, value: Option<DurationUs>, problems: &mut Problems) {
    if let Some(value) = value {
        within_time(
            problems,
            path,
            value,
            limits::RTT_US_MIN,
            limits::DELAY_US_MAX,
        );
    }
}
