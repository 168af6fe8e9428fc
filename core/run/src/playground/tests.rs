//! A run as a page plays it: cut into pieces, acted on, looked at, replayed.

use crate::playground::*;
use model::fact::ByteKind;
use model::ids::RequestId;
use model::view::Wrong;
use observe::series::SERIES_BUCKET_US;
use sim::NodeId;

mod logs;
mod said;
mod scan;
mod told;

/// A file that tests change.
pub(super) const SCENARIO: &str = r#"{
    "format": "raft-atlas/1",
    "title": "Three zones",
    "seed": 7,
    "duration": "10s",
    "topology": {
        "zones": [{ "id": "az1", "region": "r" }, { "id": "az2", "region": "r" },
                  { "id": "az3", "region": "r" }],
        "stores": [{ "id": "s1", "zone": "az1" }, { "id": "s2", "zone": "az2" },
                   { "id": "s3", "zone": "az3" }],
        "gateways": [{ "id": "g1", "zone": "az1" }],
        "links": { "cross_zone": { "rtt": "1ms", "usd_per_gb": 0.02 } }
    },
    "data": { "rows": 100, "leaders": ["az1"] },
    "workload": [{ "id": "put", "from": "g1", "op": "put", "rate": 50 },
                 { "id": "get", "from": "g1", "op": "get", "clients": 2, "think": "10ms" }]
}"#;

fn open() -> Playground {
    Playground::open(SCENARIO, "", None).expect("a right scenario")
}

fn at(until_us: Micros) -> Playground {
    let mut playground = open();
    playground.advance(until_us, u64::MAX);
    playground
}

fn look(playground: &Playground) -> Frame {
    playground.frame(FrameRequest {
        range: RangeId(0),
        notable_after: 0,
        series_after: -1,
        ..FrameRequest::default()
    })
}

#[test]
fn a_run_is_the_same_however_it_is_cut_into_pieces() {
    let whole = at(3_000_000);
    let mut pieces = open();
    let mut until_us = 0;
    while pieces.now_us() < 3_000_000 {
        until_us = (until_us + 16_667).min(3_000_000);
        while pieces.now_us() < until_us {
            pieces.advance(until_us, 3);
            look(&pieces);
        }
    }
    assert_eq!(pieces.digest(), whole.digest());
    assert_eq!(look(&pieces), look(&whole));
}

#[test]
fn advancing_counts_events_and_stops_between_them() {
    let mut playground = open();
    assert_eq!(playground.advance(3_000_000, 10), 10);
    assert!(playground.now_us() < 3_000_000);
    let rest = playground.advance(3_000_000, u64::MAX);
    assert_eq!(playground.now_us(), 3_000_000);
    assert_eq!(look(&playground).events, 10 + rest);
    assert_eq!(playground.advance(3_000_000, u64::MAX), 0);
    assert_eq!(
        playground.advance(1, u64::MAX),
        0,
        "an instant in the past changes nothing"
    );
    assert_eq!(playground.now_us(), 3_000_000);
}

#[test]
fn a_step_is_one_event() {
    let mut playground = open();
    for events in 1..=50 {
        let due_us = playground.cluster().next_event_us();
        playground.step();
        assert_eq!(playground.cluster().events(), events);
        assert_eq!(Some(playground.now_us()), due_us);
    }
}

#[test]
fn actions_replay_to_the_same_digest() {
    let script = [
        (400_000, r#"{"do":"cut","from":"az1","to":"az2"}"#),
        (
            900_000,
            r#"{"do":"set","settings":{"read_mode":"follower"}}"#,
        ),
        (900_000, r#"{"do":"set","settings":{"pre_vote":false}}"#),
        (1_500_000, r#"{"do":"heal","fault":"cut:az1:az2"}"#),
        (2_000_000, r#"{"do":"crash","store":"s1"}"#),
        (2_500_000, r#"{"do":"get","from":"g1","key":3}"#),
    ];
    let mut played = open();
    let mut log = Vec::new();
    for (at_us, action) in script {
        played.advance(at_us, u64::MAX);
        log.push(played.apply(action).expect("a right action"));
    }
    played.advance(5_000_000, u64::MAX);
    assert!(
        !played.cluster().settings().pre_vote,
        "the second set kept the first"
    );
    assert_eq!(played.cluster().settings().read_mode, ReadMode::Follower);

    // All at once before the start, as a page that restarts does.
    let mut again = open();
    for logged in &log {
        again
            .replay(logged.at_us, &logged.action)
            .expect("it was right before");
    }
    again.advance(5_000_000, u64::MAX);
    assert_eq!(again.digest(), played.digest());
    assert_eq!(look(&again), look(&played));
}

#[test]
fn an_action_that_names_nothing_is_refused_and_the_run_goes_on() {
    let mut playground = at(100_000);
    let before = playground.digest();
    for (action, words) in [
        (r#"{"do":"crash","store":"s9"}"#, "s9"),
        (r#"{"do":"dance"}"#, "dance"),
        ("{", "not an action"),
        ("[]", "found a list"),
        (
            r#"{"do":"set","settings":{"count_framing":3}}"#,
            "count_framing",
        ),
    ] {
        let error = playground.apply(action).expect_err(action).to_string();
        assert!(error.contains(words), "{error}");
    }
    assert!(
        playground.replay(100_000, r#"{"do":"heal"}"#).is_err(),
        "the present is over"
    );
    assert!(playground.replay(u64::MAX, r#"{"do":"heal"}"#).is_err());
    assert_eq!(playground.digest(), before);
}

#[test]
fn counting_framing_is_the_meters_switch_and_no_event() {
    let mut with = at(1_000_000);
    let logged = with.apply(r#"{"do":"set","settings":{"count_framing":false}}"#);
    assert_eq!(
        logged.expect("a right action").text,
        "The meters leave out framing."
    );
    with.advance(2_000_000, u64::MAX);
    let without = at(2_000_000);
    assert_eq!(with.digest(), without.digest());
    assert!(!look(&with).count_framing);
    assert!(look(&without).count_framing, "clouds bill the wire");
    assert!(look(&with).usd < look(&without).usd);
}

#[test]
fn a_bad_scenario_variant_or_seed_is_a_sentence() {
    for (text, variant, seed, words) in [
        ("{", "", None, "not valid JSON"),
        (SCENARIO, "on", None, "variant"),
        (SCENARIO, "", Some(0.5), "seed: found 0.5"),
        (SCENARIO, "", Some(-1.0), "seed: found -1"),
        (SCENARIO, "", Some(f64::NAN), "seed: found NaN"),
    ] {
        let error = Playground::open(text, variant, seed)
            .err()
            .map(|error| error.to_string());
        assert!(
            error.as_deref().is_some_and(|text| text.contains(words)),
            "{error:?}"
        );
    }
    let seeded = Playground::open(SCENARIO, "", Some(9.0)).expect("a right seed");
    assert_eq!(seeded.world().seed, 9);
}

#[test]
fn the_world_names_everything_in_order() {
    let world = open().world();
    let ids: Vec<&str> = world.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["s1", "s2", "s3", "g1"]);
    assert_eq!(world.links.len(), 9);
    assert_eq!(
        (world.links[1].delay_us, world.links[1].usd_per_gb),
        (500, 0.02)
    );
    let place = |(peer, node)| Placement { peer, node };
    assert_eq!(
        world.ranges[0].replicas,
        [(1, 0), (2, 1), (3, 2)].map(place)
    );
    assert_eq!(
        (world.ranges[0].first_key, world.ranges[0].last_key),
        (0, 99)
    );
    assert_eq!(world.kinds[3].id.id(), "append");
    assert_eq!(
        (world.message_types[0].id, world.message_types[0].kind),
        ("MsgAppend", 3)
    );
    let linearizable: Vec<bool> = world
        .read_modes
        .iter()
        .map(|mode| mode.linearizable)
        .collect();
    assert_eq!(linearizable[..4], [false, false, true, true]);
    assert_eq!(world.workloads[1].text, "2 clients get");
    assert!(world.latency_bucket_upper_us.is_sorted());
    assert_eq!(world.latency_bucket_upper_us.last(), Some(&f64::INFINITY));
}

#[test]
fn a_frame_shows_the_leader_the_load_and_what_is_on_its_way() {
    let playground = at(2_000_000);
    let frame = look(&playground);
    let is_leader = frame.replicas.role.iter().map(|role| u32::from(*role == 3));
    assert_eq!(is_leader.sum::<u32>(), 1);
    assert_eq!(
        frame.stores.iter().map(|store| store.leaders).sum::<u32>(),
        1
    );
    assert!(frame.workloads[0].ok > 50, "{:?}", frame.workloads[0]);
    assert!(
        (frame.workloads[1].histogram.iter().sum::<f64>() - frame.workloads[1].ok as f64).abs()
            < 0.5
    );
    assert_eq!(frame.bytes.len(), 3 * 3 * ByteKind::ALL.len());
    assert_eq!(
        frame.series.values.len() as u64 * SERIES_BUCKET_US / ByteKind::ALL.len() as u64,
        2_100_000
    );
    let ended: f64 = [&frame.series.reads, &frame.series.writes]
        .iter()
        .flat_map(|column| column.iter())
        .sum();
    let answered: u64 = frame.workloads.iter().map(|load| load.ok).sum();
    assert_eq!(ended as u64, answered);
    assert_eq!(
        frame.series.reads.len(),
        frame.series.values.len() / ByteKind::ALL.len()
    );
    assert!(frame.usd > 0.0 && frame.violations.is_empty());
    let mut told = frame.notables.iter().map(|told| &told.text);
    assert!(told.any(|text| text.contains("was elected leader")));
    assert_eq!(frame.replicas.leads.iter().max(), Some(&3));
    let leader = frame.replicas.role.iter().position(|role| *role == 3);
    let leading = frame.range_leaders.iter().map(|node| u32::from(*node));
    assert!(leading.eq([frame.replicas.node[leader.expect("one leads")]]));
    assert!(!frame.finished && look(&at(10_000_000)).finished);
    assert_eq!(look(&open()).requests, []);
    assert!(frame.requests.len() >= 2, "the last of each workload");
    let missing = playground.frame(FrameRequest {
        range: RangeId(7),
        ..FrameRequest::default()
    });
    assert_eq!(
        missing.replicas,
        Replicas::default(),
        "a range that does not exist"
    );
}

#[test]
fn frames_carry_only_what_is_asked_for() {
    let mut playground = at(1_000_000);
    let first = look(&playground);
    let last = first.notables.last().expect("somebody was elected").id;
    playground
        .apply(r#"{"do":"isolate","place":"az3"}"#)
        .expect("a right action");
    playground.advance(1_200_000, u64::MAX);
    let next = playground.frame(FrameRequest {
        range: RangeId(0),
        notable_after: last,
        series_after: 9,
        ..FrameRequest::default()
    });
    assert_eq!(
        next.notables[0].text,
        "az3 is isolated from everything else."
    );
    assert_eq!(next.notables[0].id, last + 1);
    assert_eq!(
        (next.series.first, next.series.values.len()),
        (10, 3 * ByteKind::ALL.len())
    );
    assert_eq!(next.faults[0].id, "isolate:az3");
    assert_eq!(
        (next.faults[0].since_us, next.faults[0].kind),
        (1_000_001, FaultKind::Isolate)
    );
}

#[test]
fn a_degraded_link_is_shown_with_its_figures() {
    let mut playground = at(1_000_000);
    let degrade = r#"{"do":"degrade","from":"az1","to":"az2","delay":"5ms","loss":0.05}"#;
    playground.apply(degrade).expect("a right action");
    playground.advance(1_000_001, u64::MAX);
    let frame = look(&playground);
    let fault = &frame.faults[0];
    assert_eq!(
        (fault.delay_us, fault.loss_ppm, fault.one_way),
        (5_000, 50_000, false)
    );
    assert_eq!((fault.from.as_str(), fault.to.as_str()), ("az1", "az2"));
    let told = &frame.notables.last().expect("it is told").text;
    assert!(told.contains("5 ms more delay"), "{told}");
}

#[test]
fn a_gateway_shows_what_it_knows_beside_what_is_so() {
    let playground = at(2_000_000);
    let Some(Inspection::Gateway {
        clock_offset_us: 0,
        drift_ppm: 0,
        known,
    }) = playground.inspect(Target::Node(3))
    else {
        panic!("a gateway with a right clock")
    };
    let [range] = known.as_slice() else {
        panic!("{known:?}, expected one range")
    };
    assert_eq!(
        (range.range, range.leader, range.members.len()),
        (RangeId(0), NodeId(0), 3)
    );
    assert_eq!(range.wrong, Wrong::default(), "nothing differs");
    assert_eq!(range.truth.members, range.members);
    assert_eq!(range.truth.leader, Some(range.leader));
}

#[test]
fn everything_can_be_inspected_until_it_is_gone() {
    let mut playground = at(2_000_000);
    while look(&playground).flights.total == 0 {
        playground.step();
    }
    let frame = look(&playground);
    let message = frame.flights.id[0] as u64;
    let request = frame.requests[0].id;
    for target in [
        Target::Message(message),
        Target::Node(0),
        Target::Node(3),
        Target::Replica {
            range: RangeId(0),
            node: 1,
        },
        Target::Link { from: 0, to: 1 },
        Target::Link { from: 2, to: 2 },
        Target::Request(request),
        Target::Range(RangeId(0)),
        Target::Entry {
            range: RangeId(0),
            index: 3,
        },
    ] {
        assert!(playground.inspect(target).is_some(), "{target:?}");
    }
    playground.advance(3_000_000, u64::MAX);
    for target in [
        Target::Message(message),
        Target::Node(4),
        Target::Replica {
            range: RangeId(0),
            node: 3,
        },
        Target::Replica {
            range: RangeId(1),
            node: 0,
        },
        Target::Link { from: 0, to: 3 },
        Target::Request(RequestId(u64::MAX)),
        Target::Range(RangeId(1)),
        Target::Entry {
            range: RangeId(1),
            index: 3,
        },
        Target::Entry {
            range: RangeId(0),
            index: 0,
        },
        Target::Entry {
            range: RangeId(0),
            index: u64::MAX,
        },
        Target::Event(1),
    ] {
        assert!(playground.inspect(target).is_none(), "{target:?}");
    }
}

#[test]
fn a_report_has_the_format_of_the_command_line() {
    let playground = at(2_000_000);
    let report: serde_json::Value =
        serde_json::from_str(&playground.report()).expect("a report is JSON");
    assert_eq!(report["format"], "raft-atlas-report/1");
    let run = &report["variants"]["run"];
    assert_eq!(run["digest"], playground.digest());
    assert_eq!(run["simulated_us"], 2_000_000);
    assert_eq!(run["checks"]["linearizable"], "ok");
}

#[test]
fn a_description_is_made_without_running() {
    let summary = describe(SCENARIO).expect("a right scenario");
    assert_eq!((summary.zones, summary.stores, summary.ranges), (3, 3, 1));
    assert_eq!((summary.seed, summary.duration_us), (7, 10_000_000));
    assert!(describe("noise").is_err());
}

#[test]
fn every_put_that_is_answered_shows_the_appends_that_it_waited_for() {
    let mut playground = open();
    let mut seen = 0;
    for step in 1..=200 {
        playground.advance(step * 20_000, u64::MAX);
        for request in look(&playground).requests {
            if request.op != OpKind::Put || request.outcome != RequestOutcome::Ok {
                continue;
            }
            let server = request.server.expect("somebody answered");
            let of = |what: &str, leads: bool| {
                let number = playground
                    .world()
                    .message_types
                    .iter()
                    .position(|t| t.id == what);
                let of_type = |hop: &&HopView| Some(usize::from(hop.what)) == number;
                let goes = |hop: &&HopView| {
                    if leads {
                        hop.from == server
                    } else {
                        hop.to == server
                    }
                };
                request.hops.iter().filter(of_type).filter(goes).count()
            };
            assert!(
                of("MsgAppend", true) >= 1,
                "r{}: {:?}",
                request.id,
                request.hops
            );
            assert!(of("MsgAppendResponse", false) >= 1, "r{}", request.id);
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} puts");
}

#[test]
fn an_entry_ends_with_its_command_in_both_forms() {
    let playground = at(2_000_000);
    let last = playground
        .log(RangeId(0), -1, 1)
        .expect("range 0 has logs")
        .last;
    let forms = playground.encodings(RangeId(0), last).expect("a put");
    let target = Target::Entry {
        range: RangeId(0),
        index: last,
    };
    let Some(Inspection::Entry { command, .. }) = playground.inspect(target) else {
        panic!("an entry")
    };
    assert_eq!(command.as_ref(), Some(&forms));
    assert!(forms.encoded.length < forms.full.length);
    for form in [&forms.full, &forms.encoded] {
        let shown = (form.length as usize).min(encodings::SHOWN_MAX);
        assert_eq!(form.bytes.len(), shown);
        let spans = form.spans.iter().map(|span| span.length);
        assert_eq!(spans.sum::<u32>(), form.length, "each byte is in one span");
    }
    assert_eq!(
        playground.encodings(RangeId(0), 1),
        None,
        "no put: a leader's first entry"
    );
}

/// Six zones with two stores each: more pairs of places than there may be faults of the network.
fn many_places() -> Playground {
    let mut file: serde_json::Value = serde_json::from_str(SCENARIO).expect("JSON");
    let zone = |i: u32| serde_json::json!({ "id": format!("az{i}"), "region": "r" });
    let store =
        |i: u32| serde_json::json!({ "id": format!("s{i}"), "zone": format!("az{}", 1 + i % 6) });
    file["topology"]["zones"] = (1..=6).map(zone).collect();
    file["topology"]["stores"] = (1..=30).map(store).collect();
    Playground::open(&file.to_string(), "", None).expect("a right scenario")
}

#[test]
fn a_fault_of_the_network_beyond_the_most_is_refused_and_one_that_is_known_is_not() {
    let mut playground = many_places();
    let mut begun = Vec::new();
    let mut refused = None;
    for (from, to) in (1..=30).flat_map(|from| (1..from).map(move |to| (from, to))) {
        for (from, to) in [(from, to), (to, from)] {
            for what in [r#""cut""#, r#""degrade","delay":"1ms""#] {
                for one_way in [false, true] {
                    let action = format!(
                        r#"{{"do":{what},"from":"s{from}","to":"s{to}","one_way":{one_way}}}"#
                    );
                    match playground.apply(&action) {
                        Ok(_) => begun.push(action),
                        Err(error) => refused = refused.or(Some(error.to_string())),
                    }
                }
            }
        }
    }
    let refused = refused.expect("more than may stand");
    assert!(refused.contains("heal one first"), "{refused}");
    assert!(begun.len() >= 2_000, "{}", begun.len());
    playground.apply(&begun[7]).expect("it is known already");
}
