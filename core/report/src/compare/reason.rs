//! Why two runs differ most where they do. Each rule looks at the switches and at the evidence in
//! the figures, and says only what the figures show: a sentence that might be false is not said.
//! Where no rule speaks, the kind and the pair of zones are named that changed most.

use model::config::ReadMode;
use model::fact::ByteKind;

use crate::compare::rows::ELECTIONS;
use crate::compare::side::ZonePair;
use crate::compare::switch::{Switch, differing, is_of_crossing};
use crate::compare::{Group, Row, Side, reading, travel};
use format::shown::Unit;
use text::said::as_id;
use text::words::bytes_words;
use text::{counted, phrase, say};

/// A sentence or two on the greatest difference.
pub(super) fn reason(a: &Side, b: &Side, largest: Option<&Row>) -> String {
    let Some(row) = largest else {
        return if a.value(&["digest"]) == b.value(&["digest"]) {
            say!("Both runs are the same, event for event.")
        } else {
            say!("The runs differ in their events, and in none of these figures.")
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
    if row.group == Group::Freshness {
        return stale_reads(switch, a, b);
    }
    if !is_of_crossing(row) {
        return reading::read_mode(switch, a, b, row);
    }
    if let Some((follower, other)) = switch.sides(ReadMode::Follower.id(), a, b) {
        let rows_stay = follower.reads_crossed() == 0 && follower.crossed(ByteKind::ReadIndex) > 0;
        if rows_stay && other.reads_crossed() > 0 {
            return Some(say!(
                "Rows come from a replica in the reader's own zone; only the read index crosses."
            ));
        }
    }
    if let Some((local, other)) = switch.sides(ReadMode::Local.id(), a, b) {
        let is_home = local.reads_crossed() == 0 && local.crossed(ByteKind::ReadIndex) == 0;
        if is_home && other.reads_crossed() + other.crossed(ByteKind::ReadIndex) > 0 {
            return Some(say!(
                "A local read asks nobody: no read and no read index crosses a zone."
            ));
        }
    }
    reading::read_mode(switch, a, b, row)
}

/// Only one side has stale reads, and its read mode promises nothing against them.
fn stale_reads(switch: &Switch, a: &Side, b: &Side) -> Option<String> {
    let rules = [
        (
            ReadMode::Local,
            phrase!("The closest replica answers without asking how far the leader is"),
        ),
        (
            ReadMode::LeaderUnchecked,
            phrase!("A leader that asks no quorum cannot know that it was replaced"),
        ),
    ];
    rules.iter().find_map(|(mode, why)| {
        let (unsafe_side, other) = switch.sides(mode.id(), a, b)?;
        let stale = unsafe_side.of_clients("stale");
        (stale > 0 && other.of_clients("stale") == 0).then(|| {
            say!(
                "{why}: {reads} missed an acknowledged write, and none in the other run.",
                why,
                reads = counted!(stale, "1 read", "{n} reads")
            )
        })
    })
}

fn pre_vote(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (without, with) = switch.sides(false, a, b)?;
    let (more, fewer) = (without.count(&["elections"]), with.count(&["elections"]));
    (is_elections(row) && more > fewer).then(|| {
        say!(
            "Without pre-vote a candidate raises its term before it knows whether it could win: \
             {elections}, {fewer} with it.",
            elections = counted!(more, "1 election", "{n} elections"),
            fewer
        )
    })
}

fn check_quorum(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (without, with) = switch.sides(false, a, b)?;
    let stale = (without.of_clients("stale"), with.of_clients("stale"));
    if row.group == Group::Freshness && stale.0 > stale.1 {
        return Some(say!(
            "Without check-quorum a leader that hears from no quorum does not step down: \
             {stale_reads}, {with} with it.",
            stale_reads = counted!(stale.0, "1 stale read", "{n} stale reads"),
            with = stale.1
        ));
    }
    let elections = (without.count(&["elections"]), with.count(&["elections"]));
    (is_elections(row) && elections.0 != elections.1).then(|| {
        say!(
            "With check-quorum a leader that hears from no quorum steps down, and voters that hear \
             from their leader ignore a candidate: {elections}, {without} without it.",
            elections = counted!(elections.1, "1 election", "{n} elections"),
            without = elections.0
        )
    })
}

fn is_elections(row: &Row) -> bool {
    row.metric == ELECTIONS
}

fn commit_broadcast(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (tells, waits) = switch.sides(false, a, b)?;
    let log_bytes = |side: &Side| side.crossed(ByteKind::Append) + side.crossed(ByteKind::Ack);
    (is_of_crossing(row) && log_bytes(tells) > log_bytes(waits)).then(|| {
        say!(
            "Where the commit index has messages of its own, appends and answers are {tells} \
             between zones; where it waits for the next append or heartbeat, {waits}.",
            tells = bytes_words(log_bytes(tells)),
            waits = bytes_words(log_bytes(waits))
        )
    })
}

/// A switch of time that every request pays.
fn apply_delay(switch: &Switch, row: &Row) -> Option<String> {
    let (a, b) = (switch.a.as_str()?, switch.b.as_str()?);
    let is_latency = matches!(row.group, Group::Workload) && row.unit == Unit::Us;
    is_latency.then(|| {
        say!(
            "A committed entry waits {a} in the first run and {b} in the second before it is \
             applied; an answer that needs it waits as long.",
            a,
            b
        )
    })
}

/// Without a rule: the figure itself, and where bytes changed most.
fn what_changed_most(a: &Side, b: &Side, row: &Row) -> String {
    let is_between = row.group == Group::BetweenZones;
    let kind = ByteKind::parse(&row.name).filter(|_| is_between);
    let figure = figure_words(row);
    match pair_that_changed_most(a, b, kind) {
        None => say!(
            "{figure} differs most; no bytes between zones differ.",
            figure
        ),
        Some(most) => say!(
            "{figure} differs most. Between zones the bytes of {kind} from {from} to {to} changed \
             most: {was} in the first run, {is} in the second.",
            figure,
            kind = kind_words(most.kind),
            from = most.from,
            to = most.to,
            was = bytes_words(most.first),
            is = bytes_words(most.second)
        ),
    }
}

/// Bytes of a kind from zone to zone, in the first run and in the second.
struct Changed<'a> {
    kind: ByteKind,
    from: &'a str,
    to: &'a str,
    first: u64,
    second: u64,
}

impl Changed<'_> {
    fn by(&self) -> u64 {
        self.first.abs_diff(self.second)
    }
}

/// The greatest change between zones; of one kind when it is given.
fn pair_that_changed_most<'a>(
    a: &'a Side,
    b: &'a Side,
    kind: Option<ByteKind>,
) -> Option<Changed<'a>> {
    let mut most: Option<Changed<'a>> = None;
    let is_asked = |known: &ByteKind| kind.is_none_or(|kind| kind == *known);
    for known in ByteKind::ALL.into_iter().filter(is_asked) {
        for ZonePair { from, to, .. } in a.pairs(known).chain(b.pairs(known)) {
            let change = Changed {
                kind: known,
                from,
                to,
                first: a.between(known, from, to),
                second: b.between(known, from, to),
            };
            if change.by() > most.as_ref().map_or(0, Changed::by) {
                most = Some(change);
            }
        }
    }
    most
}

/// "The sum of read index bytes between zones", "The p99 latency of scans".
fn figure_words(row: &Row) -> String {
    let name = row.name.as_str();
    let load = as_id(row.of.as_deref().unwrap_or_default());
    match row.group {
        Group::BetweenZones => match ByteKind::parse(name).map(kind_words) {
            None => say!("The sum of bytes between zones"),
            Some(kind) => say!("The sum of {kind} bytes between zones", kind),
        },
        Group::OnTheWire => say!("The sum of bytes on the wire between zones"),
        Group::AllBytes => say!("The sum of all bytes"),
        Group::Money => say!("The cost"),
        Group::Workload if row.unit == Unit::Us => say!("The {name} of {load}", name, load),
        Group::Workload => say!("The number of {load} that are {name}", load, name),
        Group::Freshness if row.unit == Unit::Us => say!("The age of the oldest stale read"),
        Group::Freshness => say!("The number of stale reads"),
        Group::Raft if row.unit == Unit::Us => say!("The {name}", name),
        Group::Raft => say!("The number of {name}", name),
    }
}

/// Kinds of bytes as tables and sentences have them.
const fn kind_words(kind: ByteKind) -> &'static str {
    match kind {
        ByteKind::Read => phrase!("read"),
        ByteKind::Write => phrase!("write"),
        ByteKind::ReadIndex => phrase!("read index"),
        ByteKind::Append => phrase!("append"),
        ByteKind::Ack => phrase!("ack"),
        ByteKind::Heartbeat => phrase!("heartbeat"),
        ByteKind::Vote => phrase!("vote"),
        ByteKind::Snapshot => phrase!("snapshot"),
        ByteKind::Tso => phrase!("tso"),
        ByteKind::Schedule => phrase!("schedule"),
        ByteKind::SafeTime => phrase!("safe time"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_bytes_is_called_by_its_id_with_spaces() {
        let words = ByteKind::IDS.map(|id| id.replace('_', " "));
        assert_eq!(
            ByteKind::ALL.map(kind_words),
            words.each_ref().map(String::as_str)
        );
    }
}
