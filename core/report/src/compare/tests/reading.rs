//! What a comparison says of made-up runs whose reads differ.

use serde_json::{Value, json};

use crate::compare::tests::compared;

fn crossing(settings: &Value, kinds: &Value, reads_crossed: u64) -> Value {
    json!({
        "settings": settings,
        "bytes": {"reads_crossed": reads_crossed, "cross_zone": kinds},
    })
}

#[test]
fn a_lease_is_explained_by_the_rounds_that_it_spares() {
    let leader = crossing(&json!({}), &json!({"heartbeat": 90_000}), 10_000);
    let lease = crossing(
        &json!({"read_mode": "lease"}),
        &json!({"heartbeat": 2_000}),
        10_000,
    );
    let expected = "A leader with a lease answers at once and asks nobody: 2.0 kB of heartbeats \
                    and read indexes between zones, 90 kB beside it.";
    assert_eq!(compared(&leader, &lease).reason, expected);
    assert_eq!(compared(&lease, &leader).reason, expected);
}

#[test]
fn a_lease_that_spares_nothing_explains_nothing() {
    let lease = crossing(
        &json!({"read_mode": "lease"}),
        &json!({"heartbeat": 90_000}),
        10_000,
    );
    let leader = crossing(&json!({}), &json!({"heartbeat": 2_000}), 10_000);
    let reason = compared(&leader, &lease).reason;
    assert!(reason.starts_with("The sum of "), "{reason}");
}

#[test]
fn adaptive_reads_are_explained_by_what_stays_at_home() {
    let adaptive = crossing(
        &json!({"read_mode": "closest-adaptive"}),
        &json!({"read": 900}),
        900,
    );
    assert_eq!(
        compared(&json!({}), &adaptive).reason,
        "Large results come from the reader's own zone, small ones from the leader: 900 B of \
         reads between zones, 10 kB beside it."
    );
}

#[test]
fn timestamps_are_explained_by_the_oracle() {
    let raw = crossing(&json!({"timestamps": "none"}), &json!({"tso": 0}), 10_000);
    let tso = crossing(
        &json!({"timestamps": "tso"}),
        &json!({"tso": 50_000}),
        10_000,
    );
    assert_eq!(
        compared(&raw, &tso).reason,
        "With timestamps requests ask the oracle first: 50 kB of timestamps between zones."
    );
    let with_index = crossing(
        &json!({"timestamps": "tso+index"}),
        &json!({"tso": 50_000, "read_index": 100}),
        10_000,
    );
    let apart = crossing(
        &json!({"timestamps": "tso"}),
        &json!({"tso": 50_000, "read_index": 40_000}),
        10_000,
    );
    assert_eq!(
        compared(&apart, &with_index).reason,
        "The service beside the oracle brings timestamp and read index in one answer: 100 B of \
         read indexes between zones, 40 kB where followers ask for their own."
    );
}

#[test]
fn switches_of_reads_are_explained_by_what_crosses_less() {
    let switch = |key: &str, value: Value, kinds: &Value, reads: u64| {
        crossing(&json!({ key: value }), kinds, reads)
    };
    let heartbeats = |bytes: u64| json!({"heartbeat": bytes});
    let cases = [
        (
            switch("index_by_lease", json!(true), &heartbeats(1_000), 0),
            switch("index_by_lease", json!(false), &heartbeats(80_000), 0),
            "A leader with a lease tells a read index without a round: 1.0 kB of heartbeats \
             between zones, 80 kB with a round for each.",
        ),
        (
            switch("batch_read_index", json!(true), &heartbeats(1_000), 0),
            switch("batch_read_index", json!(false), &heartbeats(80_000), 0),
            "Reads that wait together share one round: 1.0 kB of heartbeats and read indexes \
             between zones, 80 kB with a round for each.",
        ),
        (
            switch(
                "busy_fallback",
                json!(true),
                &json!({"read": 70_000}),
                70_000,
            ),
            switch(
                "busy_fallback",
                json!(false),
                &json!({"read": 1_000}),
                1_000,
            ),
            "Reads that find a queue next door go to leaders in other zones: 70 kB of reads \
             between zones, 1.0 kB where they wait at home.",
        ),
        (
            switch(
                "follower_choice",
                json!("random"),
                &json!({"read": 70_000}),
                70_000,
            ),
            switch(
                "follower_choice",
                json!("closest"),
                &json!({"read": 1_000}),
                1_000,
            ),
            "Followers chosen without regard to places are mostly elsewhere: 70 kB of reads \
             between zones, 1.0 kB from the closest.",
        ),
    ];
    for (with, without, expected) in cases {
        assert_eq!(compared(&with, &without).reason, expected);
        assert_eq!(compared(&without, &with).reason, expected);
    }
}
