use super::*;
use crate::playground::Playground;

const FIRST_LOOK: &str = include_str!("../../../../public/scenarios/first-look.json");

fn opened() -> Playground {
    Playground::open(FIRST_LOOK, "", None).expect("a published scenario is valid")
}

fn row(event: u64) -> Row {
    Row {
        event,
        cause: 0,
        at_us: event,
        what: What::Fact(Fact::SettingsChanged),
    }
}

#[test]
fn the_older_half_goes_when_there_is_no_more_room() {
    let mut trace = Trace::new(4);
    for event in 1..=5 {
        trace.push(row(event));
    }
    let events: Vec<u64> = trace.rows().iter().map(|row| row.event).collect();
    assert_eq!(events, [3, 4, 5]);
    assert_eq!(trace.dropped(), 2);
    assert_eq!(trace.take().len(), 3);
    assert_eq!((trace.rows().len(), trace.dropped()), (0, 0));
}

#[test]
fn nothing_is_recorded_unless_it_is_asked_for() {
    let mut run = opened();
    run.advance(1_000_000, 100_000);
    assert!(run.trace().is_none());
}

#[test]
fn every_event_with_facts_opens_with_what_it_is_and_no_other_leaves_a_row() {
    let mut run = opened();
    run.record(true);
    run.advance(3_000_000, 100_000);
    let rows = run.trace().expect("it was asked for").rows();
    assert!(rows.len() > 100);
    let mut event = 0;
    for pair in rows.windows(2) {
        let is_opening = matches!(pair[0].what, What::Began(_));
        assert_eq!(is_opening, pair[0].event != event, "{pair:?}");
        if is_opening {
            assert_eq!(pair[0].event, pair[1].event, "an event without facts");
        }
        assert!(pair[0].cause < pair[0].event.max(1), "causes come first");
        assert!(pair[0].event <= pair[1].event && pair[0].at_us <= pair[1].at_us);
        event = pair[0].event;
    }
    let busy = rows.iter().filter(|r| matches!(r.what, What::Began(_)));
    assert!(
        (busy.count() as u64) < run.events(),
        "ticks that did nothing"
    );
}

#[test]
fn recording_changes_nothing_in_the_run() {
    let (mut plain, mut recorded) = (opened(), opened());
    recorded.record(true);
    plain.advance(5_000_000, 1_000_000);
    recorded.advance(5_000_000, 1_000_000);
    assert_eq!(plain.digest(), recorded.digest());
    assert_eq!(plain.events(), recorded.events());
}

#[test]
fn a_record_from_the_start_has_what_happened_before_the_first_event() {
    let mut run = opened();
    run.record(true);
    let rows = run.trace().expect("it was asked for").rows();
    assert!(rows.iter().all(|row| row.event == 0));
    let is_sent = |row: &&Row| matches!(row.what, What::Fact(Fact::Sent(_)));
    let sent = rows.iter().filter(is_sent).count() as u64;
    assert!(sent > 0 && sent == run.cluster().messages());
}
