//! The shipped table: every row has a source, and no pair stands twice.

use import::published_round_trips;

#[test]
fn every_row_has_a_source_and_a_year() {
    let rows = published_round_trips();
    assert!(rows.len() > 100);
    for row in rows {
        assert!(
            !row.source.is_empty() && (2010..2030).contains(&row.year),
            "{row:?}"
        );
        assert!(row.rtt_us > 100, "{row:?}");
    }
}

#[test]
fn no_pair_stands_twice() {
    let mut pairs: Vec<[&str; 2]> = published_round_trips()
        .iter()
        .map(|row| {
            let mut pair = [row.from.as_str(), row.to.as_str()];
            pair.sort_unstable();
            pair
        })
        .collect();
    let all = pairs.len();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), all);
}
