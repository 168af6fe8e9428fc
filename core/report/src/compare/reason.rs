//! Why two runs differ most where they do. Each rule looks at the switches and at the evidence in
//! the figures, and says only what the figures show: a sentence that might be false is not said.
//! Where no rule speaks, the kind and the pair of zones are named that changed most.

use model::fact::ByteKind;
use serde_json::Value;

use crate::compare::switch::{Switch, differing, is_of_crossing};
use crate::compare::{Group, Row, Side, reading, travel};
use vocabulary::shown::Unit;
use vocabulary::words::{bytes_words, count_words};

/// A sentence or two on the greatest difference.
pub(super) fn reason(a: &Side, b: &Side, largest: Option<&Row>) -> String {
    let Some(row) = largest else {
        return if a.value(&["digest"]) == b.value(&["digest"]) {
            "Both runs are the same, event for event.".to_string()
        } else {
            "The runs differ in their events, and in none of these figures.".to_string()
        };
    };
    // Switches that changed on the way stood for a part of the run only: they explain nothing.
    let stood = |side: &Side| side.count(&["settings_changes"]) == 0;
    let rule = if stood(a) && stood(b) {
        differing(a, b)
            .iter()
            .find_map(|switch| explain(switch, a, b, row))
    } else {
        None
    };
    rule.unwrap_or_else(|| what_changed_most(a, b, row))
}

/// What a rule knows of a difference that a switch makes.
fn explain(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    match switch.key.as_str() {
        "read_mode" => read_mode(switch, a, b, row),
        "pre_vote" => pre_vote(switch, a, b, row),
        "check_quorum" => check_quorum(switch, a, b, row),
        "skip_commit_broadcast" => commit_broadcast(switch, a, b, row),
        "apply_delay" => apply_delay(switch, row),
        _ => reading::explain(switch, a, b, row).or_else(|| travel::explain(switch, a, b, row)),
    }
}

fn read_mode(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let mode = |id: &str| Value::String(id.to_string());
    if row.group == Group::Freshness {
        return stale_reads(switch, a, b);
    }
    if !is_of_crossing(row) {
        return reading::read_mode(switch, a, b, row);
    }
    if let Some((follower, other)) = switch.sides(&mode("follower"), a, b) {
        let rows_stay = follower.reads_crossed() == 0 && follower.crossed("read_index") > 0;
        if rows_stay && other.reads_crossed() > 0 {
            return Some(
                "Rows come from a replica in the reader's own zone; only the read index crosses."
                    .to_string(),
            );
        }
    }
    if let Some((local, other)) = switch.sides(&mode("local"), a, b) {
        let is_home = local.reads_crossed() == 0 && local.crossed("read_index") == 0;
        if is_home && other.reads_crossed() + other.crossed("read_index") > 0 {
            return Some(
                "A local read asks nobody: no read and no read index crosses a zone.".to_string(),
            );
        }
    }
    reading::read_mode(switch, a, b, row)
}

/// Only one side has stale reads, and its read mode promises nothing against them.
fn stale_reads(switch: &Switch, a: &Side, b: &Side) -> Option<String> {
    let rules = [
        (
            "local",
            "The closest replica answers without asking how far the leader is",
        ),
        (
            "leader-unchecked",
            "A leader that asks no quorum cannot know that it was replaced",
        ),
    ];
    rules.iter().find_map(|(mode, why)| {
        let (unsafe_side, other) = switch.sides(&Value::String((*mode).to_string()), a, b)?;
        let stale = unsafe_side.of_clients("stale");
        (stale > 0 && other.of_clients("stale") == 0).then(|| {
            format!(
                "{why}: {} missed an acknowledged write, and none beside it.",
                count_words(stale, "read")
            )
        })
    })
}

fn pre_vote(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (without, with) = switch.sides(&Value::Bool(false), a, b)?;
    let (more, fewer) = (without.count(&["elections"]), with.count(&["elections"]));
    (is_elections(row) && more > fewer).then(|| {
        format!(
            "Without pre-vote a candidate raises its term before it knows whether it could win: {}, {fewer} with it.",
            count_words(more, "election")
        )
    })
}

fn check_quorum(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (without, with) = switch.sides(&Value::Bool(false), a, b)?;
    let stale = (without.of_clients("stale"), with.of_clients("stale"));
    if row.group == Group::Freshness && stale.0 > stale.1 {
        return Some(format!(
            "Without check-quorum a leader that hears from no quorum does not step down: {}, {} with it.",
            count_words(stale.0, "stale read"),
            stale.1
        ));
    }
    let elections = (without.count(&["elections"]), with.count(&["elections"]));
    (is_elections(row) && elections.0 != elections.1).then(|| {
        format!(
            "With check-quorum a leader that hears from no quorum steps down, and voters that hear from their leader ignore a candidate: {}, {} without it.",
            count_words(elections.1, "election"),
            elections.0
        )
    })
}

fn is_elections(row: &Row) -> bool {
    row.group == Group::Raft && row.name == "elections"
}

fn commit_broadcast(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (tells, waits) = switch.sides(&Value::Bool(false), a, b)?;
    let log_bytes = |side: &Side| side.crossed("append") + side.crossed("ack");
    (is_of_crossing(row) && log_bytes(tells) > log_bytes(waits)).then(|| {
        format!(
            "Where the commit index has messages of its own, appends and answers are {} between zones; where it waits for the next append or heartbeat, {}.",
            bytes_words(log_bytes(tells)),
            bytes_words(log_bytes(waits))
        )
    })
}

/// A switch of time that every request pays.
fn apply_delay(switch: &Switch, row: &Row) -> Option<String> {
    let (a, b) = (switch.a.as_str()?, switch.b.as_str()?);
    let is_latency = matches!(row.group, Group::Workload) && row.unit == Unit::Us;
    is_latency.then(|| {
        format!(
            "A committed entry waits {a} in the first run and {b} in the second before it is applied; an answer that needs it waits as long."
        )
    })
}

/// Without a rule: the figure itself, and where bytes changed most.
fn what_changed_most(a: &Side, b: &Side, row: &Row) -> String {
    let kind = match (row.group, row.name.as_str()) {
        (Group::BetweenZones, name) if name != "total" => Some(name),
        _ => None,
    };
    let figure = format!("{} differs most", figure_words(row));
    match pair_that_changed_most(a, b, kind) {
        None => format!("{figure}; no bytes between zones differ."),
        Some((kind, from, to, was, is)) => format!(
            "{figure}. Between zones the bytes of {} from {from} to {to} changed most: {} in the first run, {} in the second.",
            kind_words(kind),
            bytes_words(was),
            bytes_words(is)
        ),
    }
}

type Changed<'a> = (&'static str, &'a str, &'a str, u64, u64);

/// Kind, zones and bytes of the greatest change between zones; of one kind when it is given.
fn pair_that_changed_most<'a>(a: &'a Side, b: &'a Side, kind: Option<&str>) -> Option<Changed<'a>> {
    let mut most: Option<Changed<'a>> = None;
    for known in ByteKind::IDS
        .into_iter()
        .filter(|id| kind.is_none_or(|kind| kind == *id))
    {
        for (from, to, _) in a.pairs(known).chain(b.pairs(known)) {
            let (was, is) = (a.between(known, from, to), b.between(known, from, to));
            let least = most.map_or(0, |(.., was, is)| was.abs_diff(is));
            if was.abs_diff(is) > least {
                most = Some((known, from, to, was, is));
            }
        }
    }
    most
}

/// "Read index between zones", "p99 latency of scans".
fn figure_words(row: &Row) -> String {
    let kind = kind_words(&row.name);
    let of = row.of.as_deref().unwrap_or_default();
    match row.group {
        Group::BetweenZones if row.name == "total" => "The sum of bytes between zones".to_string(),
        Group::BetweenZones => format!("The sum of {kind} bytes between zones"),
        Group::OnTheWire => "The sum of bytes on the wire between zones".to_string(),
        Group::AllBytes => "The sum of all bytes".to_string(),
        Group::Money => "The cost".to_string(),
        Group::Workload if row.unit == Unit::Us => format!("The {} of {of}", row.name),
        Group::Workload => format!("The number of {of} that are {}", row.name),
        Group::Freshness if row.unit == Unit::Us => "The age of the oldest stale read".to_string(),
        Group::Freshness => "The number of stale reads".to_string(),
        Group::Raft if row.unit == Unit::Us => format!("The {}", row.name),
        Group::Raft => format!("The number of {}", row.name),
    }
}

/// An id as words.
fn kind_words(id: &str) -> String {
    id.replace('_', " ")
}
