//! The whole watch on hand-made facts: what reaches which part.

use model::config::{OpKind, ReadMode};
use model::fact::{Fact, MessageType, Observer, Outcome, RequestFact, Role, SentFact};
use model::ids::RequestId;

use crate::checks::Violation;
use crate::testing::{every_fact, replica, request, sent, watch_at};
use crate::unjudged::{Forgotten, Unjudged};
use crate::*;
use report::check::{Check, CheckVerdict};
use sim::{Micros, NodeId};

fn watch() -> Watch {
    watch_at(&[0; 9])
}

fn feed(watch: &mut Watch, facts: &[(Micros, Fact)]) {
    for (event, (at_us, fact)) in facts.iter().enumerate() {
        watch.fact(*at_us, event as u64 + 1, event as u64, fact);
    }
}

fn completed(number: u64, value: u64, invoked_us: Micros) -> Fact {
    let server = Some(NodeId(0));
    Fact::Completed {
        request: RequestId(number),
        outcome: Outcome::Ok,
        server,
        value,
        invoked_us,
    }
}

#[test]
fn every_kind_of_fact_may_come() {
    let mut watch = watch();
    for fact in every_fact() {
        watch.fact(100, 1, 0, &fact);
    }
    watch.rows(RequestId(9), 0, &[1, 2]);
    assert_eq!(watch.violation(), None);
}

#[test]
fn a_stale_linearizable_read_is_a_violation_with_its_instant_and_sentence() {
    let mut watch = watch();
    let put = request(1, OpKind::Put, 3);
    let get = request(2, OpKind::Get, 3);
    feed(
        &mut watch,
        &[
            (10, Fact::Invoked(put)),
            (1_000, completed(1, 1, 10)),
            (12_000_000, Fact::Invoked(get)),
        ],
    );
    watch.rows(RequestId(2), 3, &[0]);
    feed(&mut watch, &[(12_345_678, completed(2, 0, 12_000_000))]);
    let summary = watch.summary(13_000_000);
    let mut checks = summary.checks.iter();
    let linearizable = checks.find(|check| check.id == "linearizable");
    let linearizable = linearizable.map(|check| check.verdict.to_string());
    assert_eq!(
        linearizable.as_deref(),
        Some(
            "violated at 12.345678s: read r2 of k3, sent at 12.000000s, returned 0, which write 1 \
             had replaced"
        )
    );
    let load = &summary.workloads[0];
    assert_eq!(
        (load.ok, load.stale, load.max_staleness_us),
        (2, 1, 11_999_000)
    );
    let told = watch
        .narration()
        .after(0)
        .last()
        .map(|notable| notable.text.clone());
    assert!(
        told.is_some_and(|text| text.starts_with("Broken: read r2")),
        "it is narrated"
    );
}

#[test]
fn the_first_violation_of_each_check_is_kept() {
    let mut watch = watch();
    let leads = |node: u16, term: u64| Fact::Role {
        at: replica(node),
        role: Role::Leader,
        term,
        leader_peer: 1,
        vote: 1,
        last_index: 1,
        last_term: term,
    };
    feed(
        &mut watch,
        &[
            (5, leads(0, 1)),
            (6, leads(1, 1)),
            (7, leads(2, 1)),
            (8, leads(0, 2)),
            (9, leads(1, 2)),
        ],
    );
    let violation = watch.violation().expect("two led in term 1");
    assert_eq!(
        (violation.check, violation.at_us),
        (Check::ElectionSafety, 6)
    );
    assert_eq!(
        watch
            .verdicts()
            .iter()
            .filter(|verdict| verdict.violation.is_some())
            .count(),
        1
    );
}

#[test]
fn what_was_found_is_so_whatever_could_not_be_judged_and_else_that_is_told() {
    let violation = Violation {
        check: Check::Staleness,
        at_us: 5_000_000,
        text: "it is old".to_string(),
    };
    let unjudged = Unjudged {
        reads: 2,
        first_us: 13_100_000,
        why: Forgotten::OldValue,
    };
    let report = |violation: Option<&Violation>, unjudged: Option<&Unjudged>, is_promised: bool| {
        let check = Check::Staleness;
        let verdict = Verdict {
            check,
            violation,
            unjudged,
        };
        verdict.report(is_promised)
    };
    assert_eq!(report(None, None, true), CheckVerdict::Kept);
    assert_eq!(report(None, None, false), CheckVerdict::NotPromised);
    let unknown = report(None, Some(&unjudged), true);
    assert_eq!(unknown, CheckVerdict::NotJudged(unjudged.words()));
    assert!(!unknown.is_known());
    let broken = report(Some(&violation), Some(&unjudged), true);
    assert_eq!(broken.violation(), Some("at 5.000000s: it is old"));
    assert!(broken.is_known());
}

#[test]
fn money_is_told_per_million_writes_and_per_month() {
    let mut watch = watch_at(&[20_000_000; 9]);
    let across = SentFact {
        bytes: 1_000_000,
        ..sent(1, 0, 1)
    };
    feed(
        &mut watch,
        &[
            (5, Fact::Sent(across)),
            (10, Fact::Invoked(request(1, OpKind::Put, 3))),
            (20, Fact::Invoked(request(2, OpKind::Get, 3))),
            (30, completed(1, 0, 1)),
            (40, completed(2, 0, 1)),
        ],
    );
    let summary = watch.summary(1_000_000);
    // 20 bytes around the megabyte, and 333 acknowledgements of 52 bytes on the way back.
    let (wire, payload) = (20_346, 20_000);
    assert_eq!((summary.writes, summary.usd_nanos), (1, wire));
    assert_eq!(summary.usd_nanos_payload, payload);
    assert_eq!(
        summary.usd_nanos_per_million_writes(),
        Some(wire * 1_000_000)
    );
    let month_seconds = 30 * 24 * 3600;
    let month = (wire * month_seconds, payload * month_seconds);
    assert_eq!(summary.usd_nanos_per_month(), Some(month));
    let report = summary.to_json();
    let money = &report["money"];
    assert_eq!(money["per_million_writes"], 20.346);
    assert_eq!(
        (&money["append"], &money["ack"]),
        (&0.000_020_346.into(), &0.0.into())
    );
    assert_eq!(
        (&report["usd"], &report["usd_payload"]),
        (&0.000_020_346.into(), &0.00002.into())
    );
    // Without writes, and before time has passed, there is nothing to tell.
    let empty = self::watch().summary(0).to_json();
    assert!(empty["money"]["per_million_writes"].is_null());
    assert!(empty["money"]["per_month"].is_null());
}

#[test]
fn a_report_tells_requests_by_hand_apart() {
    let mut watch = watch();
    let fact = RequestFact {
        workload: None,
        mode: ReadMode::Local,
        ..request(1, OpKind::Get, 3)
    };
    feed(
        &mut watch,
        &[(10, Fact::Invoked(fact)), (30, completed(1, 0, 10))],
    );
    let summary = watch.summary(100);
    let ids: Vec<&str> = summary
        .workloads
        .iter()
        .map(|load| load.id.as_str())
        .collect();
    assert_eq!(ids, ["load", "by_hand"]);
    assert_eq!((summary.workloads[0].ok, summary.workloads[1].ok), (0, 1));
}

#[test]
fn a_message_is_metered_once() {
    let mut watch = watch();
    let sent = SentFact {
        what: MessageType::Append,
        bytes: 100,
        framing: 7,
        ..sent(1, 0, 1)
    };
    feed(
        &mut watch,
        &[(10, Fact::Sent(sent)), (20, Fact::Delivered { flight: 1 })],
    );
    let summary = watch.summary(100);
    assert_eq!(summary.bytes.all.iter().sum::<u64>(), 100);
    assert_eq!(summary.bytes.cross_zone.iter().sum::<u64>(), 100);
    assert_eq!(summary.bytes.wire_all.iter().sum::<u64>(), 107);
    assert_eq!(summary.bytes.wire_cross_zone.iter().sum::<u64>(), 107);
    assert_eq!(summary.messages, 1);
}
