//! How goals stand while a step goes on: they count from where it began, and nothing is met before
//! anything was done.

use crate::goal::tests::*;

/// How a goal stands by a report now and one of where the step began.
#[track_caller]
fn stands(goal: &Value, began: &Value, now: &Value, standing: Standing, found: &str) {
    let goal = read(goal).unwrap();
    let named = |report: &Value| Map::from_iter([("on".to_string(), report.clone())]);
    let (by_name, began) = (named(now), named(began));
    let judged = judge(
        &goal,
        &Reports {
            own: "on",
            by_name: &by_name,
            began: Some(&began),
        },
    );
    let found_plain = judged.found.replace(['\u{a0}', '\u{2009}'], " ");
    assert_eq!((judged.standing, found_plain.as_str()), (standing, found));
}

fn elections(instants: &[u64]) -> Value {
    let (first, last) = (instants.first().unwrap(), instants.last().unwrap());
    json!({ "count": instants.len(), "first_us": first, "last_us": last })
}

#[test]
fn an_election_before_the_crash_does_not_meet_what_comes_after_it() {
    let goal = json!({"happened": "crashed", "where": "s2", "then": {"happened": "elected"}});
    let crashed = json!({ "count": 1, "first_us": 6_000_000, "last_us": 6_000_000,
        "at": { "s2": { "count": 1, "first_us": 6_000_000, "last_us": 6_000_000 } } });
    let at_first = json!({ "moments": { "elected": elections(&[60_000]) } });
    let after_crash = json!({ "moments": { "elected": elections(&[60_000]), "crashed": crashed } });
    let after_both = json!({ "moments": { "elected": elections(&[60_000, 7_340_000]),
        "crashed": crashed } });
    stands(
        &goal,
        &at_first,
        &at_first,
        Standing::Undecided,
        "No crash at s2 yet.",
    );
    stands(
        &goal,
        &at_first,
        &after_crash,
        Standing::NotYet,
        "1 crash at s2, at 6.000 s. No election of a leader since 6.000 s.",
    );
    stands(
        &goal,
        &at_first,
        &after_both,
        Standing::Met,
        "1 crash at s2, at 6.000 s. 1 election of a leader, at 7.340 s.",
    );
}

#[test]
fn what_happened_before_the_step_does_not_count() {
    let goal = json!({"happened": "restarted"});
    let restarted = json!({ "moments": { "restarted": elections(&[3_000_000]) } });
    let again = json!({ "moments": { "restarted": elections(&[3_000_000, 9_000_000]) } });
    stands(
        &goal,
        &restarted,
        &restarted,
        Standing::NotYet,
        "No restart yet.",
    );
    stands(
        &goal,
        &restarted,
        &again,
        Standing::Met,
        "1 restart, at 9.000 s.",
    );
    let count = json!({"metric": "workload.scan.ok", "at_least": 200});
    let scans = |ok: u64| json!({ "workload": { "scan": { "ok": ok } } });
    let found = "Answered requests of “scan”: 100; the goal is 200.";
    stands(&count, &scans(150), &scans(250), Standing::NotYet, found);
    let found = "Answered requests of “scan”: 200.";
    stands(&count, &scans(150), &scans(350), Standing::Met, found);
}

#[test]
fn a_share_of_nothing_and_no_stale_read_of_none_are_not_met() {
    let share = json!({"metric": "bytes.cross_zone.read", "at_most": 0.2, "times": "bytes.read"});
    let bytes = |crossed: u64, all: u64| json!({ "bytes": { "read": all, "cross_zone": { "read": crossed } } });
    let nothing = bytes(0, 0);
    let found = "There is nothing to compare with yet: no bytes of reads.";
    stands(&share, &nothing, &nothing, Standing::Undecided, found);
    let found = "Bytes of reads between zones: 66 % of bytes of reads; the goal is at most 20 %.";
    stands(&share, &nothing, &bytes(66, 100), Standing::NotYet, found);
    let found = "Bytes of reads between zones: 12 % of bytes of reads.";
    stands(&share, &nothing, &bytes(12, 100), Standing::Met, found);

    let fresh = json!({"not": {"happened": "stale_read"}});
    let reads = |reads: u64| json!({ "modes": { "leader": { "reads": reads } } });
    let (none, some) = (reads(40), reads(252));
    stands(
        &fresh,
        &none,
        &none,
        Standing::Undecided,
        "No read is answered yet.",
    );
    let found = "No stale read so far, of 212 reads.";
    stands(&fresh, &none, &some, Standing::SoFar, found);
    let mut stale = some.clone();
    stale["moments"] = json!({ "stale_read": elections(&[6_032_000]) });
    let found = "1 stale read, at 6.032 s; the goal is none.";
    stands(&fresh, &none, &stale, Standing::Broken, found);
}

#[test]
fn what_was_so_from_the_beginning_is_so_far_and_is_met_with_the_rest() {
    let mode = json!({"metric": "settings.read_mode", "equals": "lease"});
    let past = json!({"metric": "simulated_us", "at_least": 8_000_000});
    let both = json!({"all": [mode, past]});
    let at = |us: u64| json!({ "simulated_us": us, "settings": { "read_mode": "lease" } });
    stands(
        &mode,
        &at(4),
        &at(5),
        Standing::SoFar,
        "“Read mode”: “Lease”.",
    );
    let found = "“Read mode”: “Lease”. Time of the run: 5.000 s; the goal is 8.000 s.";
    stands(&both, &at(4), &at(5_000_000), Standing::NotYet, found);
    let goal = read(&both).unwrap();
    let named = |report: Value| Map::from_iter([("on".to_string(), report)]);
    let (by_name, began) = (named(at(8_100_000)), named(at(4)));
    let reports = Reports {
        own: "on",
        by_name: &by_name,
        began: Some(&began),
    };
    let judged = judge(&goal, &reports);
    assert_eq!(
        (judged.standing, judged.at_us),
        (Standing::Met, Some(8_000_000))
    );
    assert!(judged.parts.iter().all(Judged::is_met));
}

#[test]
fn a_switch_that_was_turned_is_met_and_one_that_stood_so_is_not() {
    let on = json!({"metric": "settings.group_commit", "equals": true});
    let set = |on: bool| json!({ "settings": { "group_commit": on } });
    let found = "“Group commit”: off; the goal is on.";
    stands(&on, &set(false), &set(false), Standing::NotYet, found);
    stands(
        &on,
        &set(false),
        &set(true),
        Standing::Met,
        "“Group commit”: on.",
    );
    stands(
        &on,
        &set(true),
        &set(true),
        Standing::SoFar,
        "“Group commit”: on.",
    );
    let relay = json!({"not": {"metric": "settings.follower_replication", "equals": false}});
    let relayed = |value: Value| json!({ "settings": { "follower_replication": value } });
    let (off, zones) = (relayed(json!(false)), relayed(json!(["az1", "az2"])));
    let found = "“Follower Replication”: off; the goal is on.";
    stands(&relay, &off, &off, Standing::NotYet, found);
    stands(
        &relay,
        &off,
        &zones,
        Standing::Met,
        "“Follower Replication”: az1, az2.",
    );
}

#[test]
fn what_can_no_longer_be_mended_is_broken() {
    let none = json!({"metric": "workload.gets.failed", "equals": 0});
    let gets =
        |failed: u64, ok: u64| json!({ "workload": { "gets": { "failed": failed, "ok": ok } } });
    let found = "No request of “gets” has ended yet.";
    stands(&none, &gets(0, 0), &gets(0, 0), Standing::Undecided, found);
    let found = "Failed requests of “gets”: 0.";
    stands(&none, &gets(0, 0), &gets(0, 9), Standing::SoFar, found);
    let found = "Failed requests of “gets”: 2; the goal is none.";
    stands(&none, &gets(0, 0), &gets(2, 9), Standing::Broken, found);
    let hand = json!({"metric": "workload.by_hand.stale", "at_least": 1});
    let empty = json!({});
    stands(
        &hand,
        &empty,
        &empty,
        Standing::Undecided,
        "You have sent no read yet.",
    );
    let sent = json!({ "workload": { "by_hand": { "ok": 2, "stale": 0 } } });
    let found = "Stale reads that you sent: 0; the goal is 1.";
    stands(&hand, &empty, &sent, Standing::NotYet, found);
}
