//! Runs become an answer: which is recommended, what the others give up, which limits exclude
//! which. The runs are made up, so that each limit can be missed by itself.

use advice::{AdviceAnswer, AdvicePlan, AdviceVerdict, Extent, Seen};
use serde_json::{Value, json};
use text::said::{BEGIN, english_of, keep_templates};

use crate::form;

/// Lease, follower and stale reads, nothing else.
fn plan(limits: Value) -> AdvicePlan {
    let mut form = form();
    form["limits"] = limits;
    form["consider"] = json!({ "leaders": ["spread"], "encoding": ["plain"] });
    advice::plan(&form.to_string(), Extent::Whole).expect("a form")
}

const LEASE: usize = 0;
const FOLLOWER: usize = 1;
const STALE: usize = 2;
/// Dollars and p99 of reads of each.
const FIGURES: [(f64, u64); 3] = [(90.0, 20_000), (30.0, 22_000), (20.0, 400)];

/// A report as a run gives it.
fn report((usd, p99_us): (f64, u64), change: &dyn Fn(&mut Value)) -> Value {
    let load = |p99_us: u64, qps: f64| {
        json!({
            "failed": 0,
            "unknown": 0,
            "qps": qps,
            "p50_us": p99_us / 4,
            "p99_us": p99_us,
            "max_staleness_us": 0,
        })
    };
    let mut report = json!({
        "digest": "0123456789abcdef",
        "usd": 1.0,
        "money": { "per_month": usd, "per_month_payload": usd / 2.0, "heartbeat": 0.05 },
        "bytes": { "cross_zone": { "heartbeat": 100 } },
        "wire": { "cross_zone": { "heartbeat": 800 } },
        "checks": { "election_safety": "ok", "linearizable": "ok" },
        "workload": {
            "reads-a": load(p99_us / 2, 200.0),
            "reads-b": load(p99_us, 100.0),
            "writes-a": load(40_000, 20.0),
            "writes-b": load(41_000, 10.0),
        },
    });
    change(&mut report);
    json!({ "variants": { "run": report } })
}

/// The answer to runs of which those of one setting are changed.
fn answer(plan: &AdvicePlan, of: usize, change: &dyn Fn(&mut Value)) -> AdviceAnswer {
    let mut seen = Vec::new();
    for (setting, (usd, p99_us)) in FIGURES.into_iter().enumerate() {
        for seed in [1, 2] {
            let figures = (usd + seed as f64 / 10.0, p99_us + seed);
            let keep = |_: &mut Value| {};
            let change: &dyn Fn(&mut Value) = if setting == of { change } else { &keep };
            let report = report(figures, change);
            seen.push(Seen::of_report(plan, (setting, seed), &report).expect("all figures"));
        }
    }
    plan.answer(&seen)
}

fn as_they_are(plan: &AdvicePlan) -> AdviceAnswer {
    answer(plan, LEASE, &|_| {})
}

fn verdicts(answer: &AdviceAnswer) -> [AdviceVerdict; 3] {
    [0, 1, 2].map(|place| answer.rows[place].verdict)
}

use AdviceVerdict::{Broken, Excluded, Fits, Recommended, Unknown};

#[test]
fn the_cheapest_that_keeps_every_limit_is_recommended() {
    let answer = as_they_are(&plan(json!({ "staleness": "5s" })));
    assert_eq!(verdicts(&answer), [Fits, Fits, Recommended]);
    assert_eq!(answer.recommended, Some(STALE as u32));
    assert_eq!(
        answer.text,
        [
            "Stale reads at the closest replica: 20.2 USD a month and p99 of reads 402 µs; they \
             are up to 5 s old.",
            "It costs least of the 3 settings that keep every limit.",
        ]
    );
    assert_eq!(
        answer.instead,
        [
            "It is also the fastest of those.",
            "Freshest: follower reads at the closest replica: 10.0 USD a month more, p99 of reads \
             22 ms instead of 402 µs; they are always current.",
        ]
    );
    let row = &answer.rows[STALE];
    assert_eq!(
        (row.usd.min, row.usd.median, row.usd.max),
        (20.1, 20.2, 20.2)
    );
    assert_eq!(row.runs.len(), 2);
    assert_eq!(row.runs[1].digest, "0123456789abcdef");
    assert_eq!(row.staleness_us, Some(5_000_000));
}

#[test]
fn each_limit_excludes_and_says_why() {
    let cases = [
        (
            json!({}),
            STALE,
            "reads are up to 5 s old, and yours must be the newest",
        ),
        (
            json!({ "staleness": "5s", "p99_of_reads": "21ms" }),
            FOLLOWER,
            "p99 of reads 22 ms in b, over your 21 ms",
        ),
        (
            json!({ "staleness": "5s", "usd_per_month": 50 }),
            LEASE,
            "90.2 USD a month, over your 50.0 USD",
        ),
        (
            json!({ "p99_of_writes": "40.5ms" }),
            LEASE,
            "p99 of writes 41 ms in b, over your 40.5 ms",
        ),
    ];
    for (limits, place, why) in cases {
        let answer = as_they_are(&plan(limits));
        let row = &answer.rows[place];
        assert_eq!(row.verdict, Excluded, "{why}");
        assert!(
            row.reasons.iter().any(|reason| reason == why),
            "{:?}",
            row.reasons
        );
    }
}

#[test]
fn it_is_said_what_heartbeats_cost_and_whose_they_are() {
    let plan = plan(json!({ "staleness": "5s" }));
    let few = as_they_are(&plan);
    let row = &few.rows[STALE];
    assert!((row.heartbeats_usd.median - 1.01).abs() < 1e-9);
    assert!((row.heartbeats_usd_payload.median - 1.01 / 8.0).abs() < 1e-9);
    let rhythm = "Leaders send heartbeats each 2 s, and idle ranges sleep, as with TiKV by default \
                  (TiKV Configuration File, PingCAP, 2024).";
    assert_eq!(few.standing[1], rhythm);
    assert_eq!(
        few.standing[2],
        "Heartbeats are 5 % of the dollars of stale reads at the closest replica: 1.01 USD a month, \
         0.13 USD of it payload. Those that leave a store together share a frame here; TiKV does \
         the same."
    );
    // Where they are much, that is part of the answer.
    let many = answer(&plan, STALE, &|report| {
        report["money"]["heartbeat"] = json!(0.83);
    });
    assert!(
        many.text[2].starts_with("Heartbeats are 83 % of the dollars of stale reads"),
        "{:?}",
        many.text
    );
    assert_eq!(many.standing.len(), 2);
}

#[test]
fn stale_reads_that_safe_times_do_not_reach_are_named() {
    let said = |product: &str, staleness: &str| {
        let mut form = form();
        form["raft"] = json!({ "product": product });
        form["limits"] = json!({ "staleness": staleness });
        form["consider"] = json!({ "leaders": ["spread"], "encoding": ["plain"] });
        let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
        as_they_are(&plan).standing.join(" ")
    };
    let words = "may be 4 s behind, so that stale reads that look back 3 s go to their leaders";
    assert!(said("tikv", "3s").contains(words));
    assert!(!said("tikv", "4s").contains("behind"));
    assert!(!said("etcd", "1s").contains("behind"));
}

#[test]
fn a_setting_that_a_lost_zone_stops_is_excluded() {
    let mut form = form();
    form["zones"] = json!([
        { "id": "a", "stores": 2, "clients": 2 },
        { "id": "b", "stores": 1, "clients": 1 },
    ]);
    form["consider"] = json!({ "leaders": ["spread"], "encoding": ["plain"] });
    form["limits"] = json!({ "survive_zone_loss": true });
    let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
    let answer = as_they_are(&plan);
    assert_eq!(answer.recommended, None);
    assert!(answer.rows.iter().all(|row| !row.survives));
    assert!(answer.rows[LEASE].reasons[0].starts_with("a zone holds half"));
    assert_eq!(answer.text[0], "No setting keeps every limit.");
    assert!(
        answer.text[1].starts_with("Nearest is follower reads"),
        "{:?}",
        answer.text
    );
}

/// The ways alone are counted: to the leader, and from there to a majority of what is left.
#[test]
fn writes_without_a_zone_are_held_against_the_limit() {
    let mut form = form();
    form["consider"] = json!({ "read_modes": ["lease", "follower", "stale"], "leaders": ["home"],
        "encoding": ["plain"] });
    let told = |form: &Value| {
        let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
        let row = as_they_are(&plan).rows[LEASE].clone();
        (row.writes_after_loss_us, row.reasons)
    };
    // Without a either of the others leads, 20 ms apart: b's clients write over c.
    form["limits"] = json!({ "survive_zone_loss": true, "p99_of_writes": "45ms" });
    assert_eq!(told(&form), (Some(40_000), vec![]));
    form["limits"]["p99_of_writes"] = json!("39ms");
    assert!(
        told(&form)
            .1
            .contains(&"without a a write from b takes 40 ms or more, over your 39 ms".to_string()),
        "{:?}",
        told(&form).1
    );
    // A far zone that waits longer does not lead: b does, beside its clients.
    form["zones"][2]["election_ticks"] = json!(30);
    assert_eq!(told(&form).0, Some(20_300));
    form["limits"]["survive_zone_loss"] = json!(false);
    assert!(
        !told(&form)
            .1
            .iter()
            .any(|reason| reason.starts_with("without"))
    );
    form["consider"]["replicas"] = json!([1]);
    assert_eq!(told(&form).0, None);
}

#[test]
fn what_each_zone_saw_has_its_median() {
    let answer = as_they_are(&plan(json!({ "staleness": "5s" })));
    let zones = &answer.rows[STALE].zones;
    let p50 = |place: usize| {
        (
            zones[place].reads_p50_us.max,
            zones[place].writes_p50_us.max,
        )
    };
    assert_eq!(zones[1].zone, "b");
    assert_eq!((p50(0), p50(1)), ((50.0, 10_000.0), (100.0, 10_250.0)));
}

#[test]
fn what_is_not_answered_excludes() {
    let plan = plan(json!({ "staleness": "5s" }));
    let failed = answer(&plan, STALE, &|report| {
        report["workload"]["reads-b"]["failed"] = json!(3);
    });
    assert_eq!(failed.rows[STALE].reasons, ["6 requests had no answer"]);
    let slow = answer(&plan, STALE, &|report| {
        report["workload"]["reads-a"]["qps"] = json!(100.0);
    });
    assert_eq!(
        slow.rows[STALE].reasons,
        ["only 70 % of the load is answered in time"]
    );
    assert_eq!(slow.recommended, Some(FOLLOWER as u32));
}

/// The canary: whatever it costs and however fast it is, and whatever the limits.
#[test]
fn a_setting_that_broke_a_promise_is_never_recommended() {
    let breaks = |report: &mut Value| {
        report["checks"]["linearizable"] = json!("violated at 1.5s: read r1 returned an old row");
        report["money"]["per_month"] = json!(0.001);
    };
    for of in [LEASE, FOLLOWER, STALE] {
        let answer = answer(&plan(json!({ "staleness": "60s" })), of, &breaks);
        assert_eq!(answer.rows[of].verdict, Broken);
        assert_ne!(answer.recommended, Some(of as u32));
        assert!(answer.rows[of].reasons[0].starts_with("a promise was broken with seed 1: linear"));
        assert!(
            answer
                .text
                .contains(&"A promise was broken with 1 setting.".to_string())
        );
    }
}

#[test]
fn of_those_that_cost_the_same_the_newest_is_taken() {
    let plan = plan(json!({ "staleness": "5s" }));
    let answer = answer(&plan, FOLLOWER, &|report| {
        report["money"]["per_month"] = json!(20.3);
    });
    assert_eq!(answer.recommended, Some(FOLLOWER as u32));
    assert!(
        answer.text[1].starts_with("Of the 3 settings that keep every limit none costs clearly")
    );
    assert_eq!(
        answer.instead[1],
        "Cheapest and fastest: stale reads at the closest replica: 0.10 USD a month less, p99 of \
         reads 402 µs instead of 22 ms; they are up to 5 s old."
    );
}

#[test]
fn where_only_old_reads_fit_it_is_said_what_is_in_the_way_of_the_newest() {
    let answer = as_they_are(&plan(json!({ "staleness": "5s", "p99_of_reads": "5ms" })));
    assert_eq!(verdicts(&answer), [Excluded, Excluded, Recommended]);
    assert_eq!(answer.text[1], "It is the only one that keeps every limit.");
    assert_eq!(
        answer.instead.last().map(String::as_str),
        Some(
            "No setting with the newest reads keeps every limit; nearest is lease reads at the \
             leader: excluded: p99 of reads 20 ms in b, over your 5 ms."
        )
    );
}

#[test]
fn what_was_not_run_to_the_end_is_not_recommended() {
    let plan = plan(json!({ "staleness": "5s" }));
    let half = report(FIGURES[STALE], &|_| {});
    let seen = Seen::of_report(&plan, (STALE, 1), &half).expect("all figures");
    let answer = plan.answer(&[seen]);
    assert_eq!(verdicts(&answer), [Unknown; 3]);
    assert_eq!(
        answer.text,
        [
            "No setting may be recommended.",
            "3 of 3 settings were not run to the end."
        ]
    );
}

#[test]
fn a_figure_that_is_missing_is_named() {
    let plan = plan(json!({}));
    let mut report = report(FIGURES[LEASE], &|_| {});
    report["variants"]["run"]["money"] = json!({});
    let error = Seen::of_report(&plan, (LEASE, 1), &report).expect_err("no dollars");
    assert_eq!(error, "money.per_month: the run has no such figure");
}

/// All that an answer says.
fn sentences(limits: Value) -> Vec<String> {
    let answer = as_they_are(&plan(limits));
    let rows = answer.rows.into_iter();
    let rows = rows.flat_map(|row| [vec![row.title], row.reasons].concat());
    [answer.text, answer.instead, answer.standing]
        .concat()
        .into_iter()
        .chain(rows)
        .collect()
}

#[test]
fn with_their_templates_sentences_are_the_same_english() {
    for limits in [
        json!({ "staleness": "5s" }),
        json!({ "p99_of_reads": "10ms", "usd_per_month": 10 }),
        json!({ "staleness": "1s", "p99_of_reads": "1ms" }),
        json!({ "survive_zone_loss": true }),
    ] {
        let plain = sentences(limits.clone());
        keep_templates(true);
        let marked = sentences(limits);
        keep_templates(false);
        assert!(marked.iter().all(|text| text.starts_with(BEGIN)));
        let english: Vec<String> = marked.iter().map(|text| english_of(text)).collect();
        assert_eq!(english, plain);
    }
}
