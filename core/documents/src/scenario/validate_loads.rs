//! Which loads make sense: where they come from, and what they ask for.

use crate::scenario::bounds::{Ids, check_new, within, within_time};
use crate::scenario::file::File;
use crate::scenario::topology::Topology;
use crate::scenario::validate_machines;
use crate::scenario::workload::{DistributionText, Workload};
use format::error::{Problems, one_of, quoted};
use format::limits;
use format::word::Word;
use model::config::{KeyKind, OpKind};
use model::named::NAMED_MAX;
use text::{phrase, say};

const ROWS: &str = phrase!("{least} to {most} rows");

pub(super) fn check(file: &File, problems: &mut Problems) {
    let ids = file.workload.iter().map(|workload| &workload.id);
    check_new("workload", ids, &mut Ids::default(), problems);
    for (i, workload) in file.workload.iter().enumerate() {
        let path = format!("workload[{i}]");
        check_from(&path, &file.topology, &workload.from, problems);
        let from = (workload.from.as_str(), workload.spread);
        validate_machines::check_way(&path, &file.topology, from, &workload.through, problems);
        check_size(&path, file, workload, problems);
        check_load(&path, workload, problems);
        check_ramp(&path, workload, problems);
        if let Some(drawn) = &workload.distribution {
            let keys = workload.keys.unwrap_or((0, file.data.rows));
            check_distribution(&format!("{path}.distribution"), drawn, keys, problems);
        }
        check_in_flight(&path, file, workload, problems);
    }
}

fn check_from(path: &str, topology: &Topology, from: &str, problems: &mut Problems) {
    let gateways = &topology.gateways;
    if gateways
        .iter()
        .any(|gateway| gateway.id == from || gateway.zone == from)
    {
        return;
    }
    let expected = if gateways.is_empty() {
        say!("a gateway, and topology.gateways lists none")
    } else {
        let ids = gateways.iter().map(|gateway| gateway.id.as_str());
        say!("a gateway or its zone: {ids}", ids = one_of(ids))
    };
    problems.expected(format!("{path}.from"), quoted(from), expected);
}

/// What a workload's requests are made of.
fn check_parts(path: &str, workload: &Workload, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    let is_transaction = workload.op() == OpKind::Transaction;
    let has_parts = is_transaction || workload.op() == OpKind::Statement;
    let parts = [
        ("fetches", workload.fetches.filter(|_| !has_parts)),
        (
            "statements",
            workload.statements.filter(|_| !is_transaction),
        ),
    ];
    for (key, foreign) in parts {
        if let Some(count) = foreign {
            let expected = say!("no \"{key}\", which this \"op\" does not have", key);
            problems.expected(at(key), count, expected);
        }
    }
    if workload.prepared && !has_parts {
        let expected = phrase!("false, since only statements and transactions are prepared");
        problems.expected(at("prepared"), true, expected);
    }
}

fn check_size(path: &str, file: &File, workload: &Workload, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    let rows = u64::from(workload.most_rows());
    match workload.op() {
        _ if workload.mix.is_some() => check_mix(path, file, workload, problems),
        _ if workload.op.is_none() => {
            let found = phrase!("neither \"op\" nor \"mix\"");
            problems.expected(path, found, phrase!("one of the two"));
        }
        OpKind::Scan | OpKind::Statement | OpKind::Transaction => {
            let most = u64::from(limits::SCAN_ROWS_MAX).min(file.data.rows.max(1));
            within(problems, &at("rows"), rows, 1, most, ROWS);
        }
        OpKind::Put => {
            let most = u64::from(limits::BATCH_ROWS_MAX).min(file.data.rows.max(1));
            within(problems, &at("rows"), rows, 1, most, ROWS);
        }
        OpKind::Update => {
            let keys = workload
                .keys
                .map_or(file.data.rows, |(low, end)| end.saturating_sub(low));
            let most = (NAMED_MAX as u64).min(keys.max(1));
            within(problems, &at("rows"), rows, 1, most, ROWS);
        }
        OpKind::Get if rows != 1 => {
            let expected = phrase!("no \"rows\", since \"op\" is \"get\"");
            problems.expected(at("rows"), rows, expected);
        }
        OpKind::Transfer if rows != 1 => {
            let expected = phrase!("no \"rows\", since a transfer has two");
            problems.expected(at("rows"), rows, expected);
        }
        OpKind::Insert => {
            if let Some(rows) = workload.rows {
                let expected = phrase!("no \"rows\", since an insert has ten");
                problems.expected(at("rows"), rows, expected);
            }
            check_keys(path, file, workload, problems);
        }
        OpKind::Get | OpKind::Transfer => {}
    }
    check_parts(path, workload, problems);
    if let Some((low, end)) = workload.keys
        && (low >= end || end > file.data.rows)
    {
        let rows = file.data.rows;
        let expected = say!("[first, end] with first < end <= {rows} rows", rows);
        problems.expected(at("keys"), format!("[{low}, {end}]"), expected);
    }
}

/// A mix says what its requests do.
fn check_mix(path: &str, file: &File, workload: &Workload, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    if let Some(Word(op)) = workload.op {
        let expected = phrase!("no \"op\" beside a \"mix\"");
        problems.expected(at("op"), quoted(op.id()), expected);
    }
    if let Some(rows) = workload.rows {
        let expected = phrase!("no \"rows\" beside a \"mix\"");
        problems.expected(at("rows"), rows, expected);
    }
    check_keys(path, file, workload, problems);
}

/// There are keys for all rows of one request.
fn check_keys(path: &str, file: &File, workload: &Workload, problems: &mut Problems) {
    let (first, end) = workload.keys.unwrap_or((0, file.data.rows));
    let (keys, most) = (end.saturating_sub(first), u64::from(workload.most_rows()));
    if keys < most {
        let expected = say!("at least the {most} rows of one of its requests", most);
        problems.expected(format!("{path}.keys"), keys, expected);
    }
}

/// What all clients of a workload hold at once must fit into memory.
fn check_in_flight(path: &str, file: &File, workload: &Workload, problems: &mut Problems) {
    let at_once = workload.clients.map(|clients| {
        let later = workload.ramp.iter().filter_map(|step| step.clients);
        later.fold(clients, u32::max)
    });
    let at_once = u64::from(at_once.unwrap_or(limits::OPEN_IN_FLIGHT_MAX));
    let Some(Held { key, each, most }) = held(file, workload) else {
        return;
    };
    if at_once.saturating_mul(u64::from(each)) > most {
        let expected = say!(
            "at most {most} for all requests at once (up to {at_once})",
            most,
            at_once
        );
        problems.expected(format!("{path}.{key}"), each, expected);
    }
}

/// What requests of a workload hold: rows or bytes.
struct Held {
    /// The key that says it.
    key: &'static str,
    each: u32,
    /// All together at most.
    most: u64,
}

fn held(file: &File, workload: &Workload) -> Option<Held> {
    let bytes = |rows: u32| {
        let bytes = workload.value_bytes.unwrap_or(file.data.row_bytes);
        bytes.saturating_mul(rows)
    };
    let (key, each, most) = match workload.op() {
        _ if workload.mix.is_some() => {
            let bytes = bytes(workload.most_rows());
            ("mix", bytes, limits::WRITTEN_BYTES_MAX)
        }
        OpKind::Get => return None,
        OpKind::Scan | OpKind::Statement | OpKind::Transaction => {
            ("rows", workload.rows.unwrap_or(1), limits::SCANNED_ROWS_MAX)
        }
        OpKind::Put | OpKind::Transfer | OpKind::Insert | OpKind::Update => {
            let bytes = bytes(workload.most_rows());
            ("value_bytes", bytes, limits::WRITTEN_BYTES_MAX)
        }
    };
    Some(Held { key, each, most })
}

/// Most clients that a workload may have.
pub(super) fn clients_max(file: &File, workload: &Workload) -> u32 {
    let by_size = held(file, workload).map(|held| held.most / u64::from(held.each.max(1)));
    let most = by_size.unwrap_or(u64::MAX).min(limits::CLIENTS_MAX.into());
    most as u32
}

fn check_load(path: &str, workload: &Workload, problems: &mut Problems) {
    let expected = phrase!("either \"clients\" (with \"think\") or \"rate\"");
    match (workload.clients, workload.rate) {
        (Some(_), Some(_)) => {
            problems.expected(path, phrase!("\"clients\" and \"rate\""), expected);
        }
        (None, None) => {
            problems.expected(path, phrase!("neither \"clients\" nor \"rate\""), expected);
        }
        (None, Some(_)) if workload.think.is_some() => {
            let found = phrase!("\"think\" beside \"rate\"");
            let expected = phrase!("\"think\" with \"clients\" only");
            problems.expected(format!("{path}.think"), found, expected);
        }
        (Some(_), None) | (None, Some(_)) => {}
    }
}

/// Changes of the load come one after the other, and are of what the load is made of.
fn check_ramp(path: &str, workload: &Workload, problems: &mut Problems) {
    let is_open = workload.rate.is_some();
    if is_open == workload.clients.is_some() {
        // That was said already.
        return;
    }
    let mut free_us = 0;
    for (i, step) in workload.ramp.iter().enumerate() {
        let path = format!("{path}.ramp[{i}]");
        let most_us = limits::DURATION_US_MAX;
        let at = format!("{path}.at");
        within_time(problems, &at, step.at, free_us.min(most_us), most_us);
        free_us = free_us.max(step.at.0.saturating_add(step.over.0));
        match (step.rate, step.clients) {
            (Some(_), None) if is_open => {}
            (None, Some(_)) if !is_open => {}
            (rate, clients) => {
                let found = match (rate, clients) {
                    (None, None) => phrase!("neither"),
                    (Some(_), Some(_)) => phrase!("\"rate\" and \"clients\""),
                    (Some(_), None) => "\"rate\"",
                    (None, Some(_)) => "\"clients\"",
                };
                let expected = if is_open {
                    phrase!("\"rate\", as its workload has")
                } else {
                    phrase!("\"clients\", as its workload has")
                };
                problems.expected(path.clone(), found, expected);
            }
        }
    }
}

/// Each figure belongs to its distribution.
fn check_distribution(
    path: &str,
    drawn: &DistributionText,
    (first, end): (u64, u64),
    problems: &mut Problems,
) {
    let kind = drawn.kind.0;
    let has_ranks = matches!(kind, KeyKind::Zipfian | KeyKind::Latest);
    let is_hotspot = kind == KeyKind::Hotspot;
    let figures = [
        ("theta", drawn.theta.filter(|_| !has_ranks)),
        ("keys", drawn.keys.filter(|_| !is_hotspot)),
        ("requests", drawn.requests.filter(|_| !is_hotspot)),
    ];
    let kind_id = kind.id();
    let foreign = |key: &str| {
        say!(
            "no \"{key}\", which \"{kind_id}\" does not have",
            key,
            kind_id
        )
    };
    for (key, misplaced) in figures {
        if let Some(found) = misplaced {
            problems.expected(format!("{path}.{key}"), found, foreign(key));
        }
    }
    let place = format!("{path}.key");
    match drawn.key {
        Some(key) if kind != KeyKind::One => problems.expected(place, key, foreign("key")),
        // That there are no keys at all is said of "keys".
        Some(key) if first < end && !(first..end).contains(&key) => {
            let last = end - 1;
            let expected = say!("a key of its \"keys\", {first} to {last}", first, last);
            problems.expected(place, key, expected);
        }
        _ => {}
    }
}
