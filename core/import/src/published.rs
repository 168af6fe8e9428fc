//! The shipped table of round trips: published figures, each with its source and year.

use std::sync::LazyLock;

/// The table. A row whose two places are the same region is about two zones of it.
const TABLE: &str = include_str!("../data/round-trips.csv");

/// One published figure.
#[derive(Clone, Debug)]
pub struct Published {
    /// Whose regions they are.
    pub cloud: String,
    /// A region.
    pub from: String,
    /// A region; the same one for two zones of it.
    pub to: String,
    /// The round trip.
    pub rtt_us: u64,
    /// Title of the source.
    pub source: String,
    /// Its year.
    pub year: u32,
}

/// All rows.
pub fn rows() -> &'static [Published] {
    static ROWS: LazyLock<Vec<Published>> = LazyLock::new(parse);
    &ROWS
}

fn parse() -> Vec<Published> {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let records = reader
        .records()
        .map(|record| record.expect("the table is CSV"));
    records
        .map(|record| {
            let ms: f64 = record[3].parse().expect("a number of ms");
            Published {
                cloud: record[0].to_string(),
                from: record[1].to_string(),
                to: record[2].to_string(),
                rtt_us: (ms * 1000.0).round() as u64,
                source: record[4].to_string(),
                year: record[5].parse().expect("a year"),
            }
        })
        .collect()
}

/// The region of the table that a zone's name tells: `us-east-1` of `us-east-1a`, `us-east1` of
/// `us-east1-b`, or the name itself.
pub(crate) fn region_of(zone: &str) -> Option<&str> {
    let letter = |text: &str| text.ends_with(|sign: char| sign.is_ascii_lowercase());
    let short = letter(zone).then(|| &zone[..zone.len() - 1]);
    let dashed = short.and_then(|text| text.strip_suffix('-'));
    let is_known = |name: &&str| {
        rows()
            .iter()
            .any(|row| row.from == *name || row.to == *name)
    };
    [Some(zone), short, dashed]
        .into_iter()
        .flatten()
        .find(is_known)
}

/// The figure of two regions, or of two zones of one.
pub(crate) fn between(a: &str, b: &str) -> Option<&'static Published> {
    let is = |row: &&Published| (row.from == a && row.to == b) || (row.from == b && row.to == a);
    rows().iter().find(is)
}
