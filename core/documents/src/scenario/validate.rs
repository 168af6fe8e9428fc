//! Which values of a well-formed file make sense together. Collects problems, so that a person
//! sees several at once.

use crate::scenario::bounds::{Ids, check_id, check_value_bytes, within, within_time};
use crate::scenario::file::{File, Workload};
use crate::scenario::topology::Topology;
use crate::scenario::{show, staleness, validate_places};
use model::config::OpKind;
use report::compare::is_figure;
use vocabulary::error::{Problems, ScenarioError, one_of, quoted};
use vocabulary::limits;
use vocabulary::units::{CostNs, duration_text};

/// Checks everything but actions, variants and expectations.
pub(super) fn check(file: &File) -> Result<(), ScenarioError> {
    let mut problems = Problems::default();
    check_head(file, &mut problems);
    validate_places::check(&file.topology, &mut problems);
    check_data(file, &mut problems);
    check_range_bytes(file, &mut problems);
    check_raft(file, &mut problems);
    check_costs(file, &mut problems);
    let zones: Vec<&str> = file
        .topology
        .zones
        .iter()
        .map(|zone| zone.id.as_str())
        .collect();
    let driver = file.topology.pd.is_some();
    file.settings
        .check("settings", &zones, driver, &mut problems);
    file.schedule.check(&mut problems);
    file.reads.check(&mut problems);
    check_workloads(file, &mut problems);
    check_proof(file, &mut problems);
    staleness::check(file, &mut problems);
    show::check(file, &mut problems);
    let actions = file.actions.len();
    within(
        &mut problems,
        "actions",
        actions,
        0,
        limits::ACTIONS_MAX,
        "actions",
    );
    problems.into_result()
}

fn check_head(file: &File, problems: &mut Problems) {
    for (path, text, most) in [
        ("title", &file.title, limits::TITLE_BYTES_MAX),
        ("text", &file.text, limits::TEXT_BYTES_MAX),
    ] {
        within(problems, path, text.len(), 0, most, "bytes of text");
    }
    if file.title.trim().is_empty() {
        problems.expected("title", "an empty text", "a title");
    }
    within(problems, "seed", file.seed, 0, limits::SEED_MAX, "");
    within_time(
        problems,
        "duration",
        file.duration,
        1,
        limits::DURATION_US_MAX,
    );
    if file.measure_from.0 > 0 && file.measure_from >= file.duration {
        let expected = format!("less than {} (duration)", duration_text(file.duration.0));
        problems.expected("measure_from", duration_text(file.measure_from.0), expected);
    }
    within(
        problems,
        "speed",
        file.speed,
        limits::SPEED_MIN,
        limits::SPEED_MAX,
        "",
    );
}

/// The figure that the scenario is about must be one that comparisons tell.
fn check_proof(file: &File, problems: &mut Problems) {
    let Some(figure) = file.proves.as_deref() else {
        return;
    };
    let ids = file.workload.iter().map(|workload| workload.id.as_str());
    if !is_figure(figure, ids) {
        let expected = "a figure that comparisons tell, e.g. \"stale\", \"usd\", \
                        \"bytes.cross_zone.total\", \"workload.<id>.p50_us\"";
        problems.expected("proves", quoted(figure), expected);
    }
}

fn check_data(file: &File, problems: &mut Problems) {
    let (data, topology) = (&file.data, &file.topology);
    within(
        problems,
        "data.ranges",
        data.ranges,
        1,
        limits::RANGES_MAX,
        "ranges",
    );
    let mut holders = Ids::default();
    for (i, id) in data.stores.iter().enumerate() {
        let known = topology.stores.iter().any(|store| store.id == *id);
        if !known || !holders.insert(id) {
            let stores = topology.stores.iter().map(|store| store.id.as_str());
            let expected = format!("stores, each once: {}", one_of(stores));
            problems.expected(format!("data.stores[{i}]"), quoted(id), expected);
        }
    }
    let holds = |id: &str| holders.is_empty() || holders.contains(id);
    let stores = topology.stores.iter().filter(|store| holds(&store.id));
    let most = (stores.count() as u32).min(limits::REPLICAS_MAX);
    if data.replicas == 0 || data.replicas > most {
        let reason = "(one for each store, and not more than";
        let expected = format!("1 to {most} replicas {reason} {})", limits::REPLICAS_MAX);
        problems.expected("data.replicas", data.replicas, expected);
    }
    within(
        problems,
        "data.rows",
        data.rows,
        1,
        limits::ROWS_MAX,
        "rows",
    );
    if data.rows > 0 && data.rows < u64::from(data.ranges) {
        let expected = format!("at least one row for each of {} ranges", data.ranges);
        problems.expected("data.rows", data.rows, expected);
    }
    check_value_bytes("data.row_bytes", data.row_bytes, problems);
    within(
        problems,
        "data.leaders",
        data.leaders.len(),
        0,
        limits::RANGES_MAX as usize,
        "places",
    );
    for (i, place) in data.leaders.iter().enumerate() {
        let is_store = topology.stores.iter().any(|store| store.id == *place) && holds(place);
        let has_store = topology.stores.iter().any(|store| store.zone == *place);
        if !is_store && !has_store {
            let zones = topology.stores.iter().map(|store| store.zone.as_str());
            let stores = topology.stores.iter().map(|store| store.id.as_str());
            let all: Ids = zones.chain(stores).collect();
            let path = format!("data.leaders[{i}]");
            let expected = format!("a store or a zone with stores: {}", one_of(all.iter()));
            problems.expected(path, quoted(place), expected);
        }
    }
}

/// A range's values must fit into one message.
fn check_range_bytes(file: &File, problems: &mut Problems) {
    let rows = file.data.rows.div_ceil(u64::from(file.data.ranges.max(1)));
    let written = file
        .workload
        .iter()
        .filter(|workload| workload.op.0 == OpKind::Put);
    let written = written
        .filter_map(|workload| workload.value_bytes)
        .max()
        .unwrap_or(0);
    let bytes = rows.saturating_mul(u64::from(written.max(file.data.row_bytes)));
    if bytes > limits::RANGE_BYTES_MAX {
        let most = limits::RANGE_BYTES_MAX;
        let found = format!("{rows} rows of {bytes} bytes in one range");
        problems.expected(
            "data",
            found,
            format!("at most {most} bytes of values in a range"),
        );
    }
}

fn check_raft(file: &File, problems: &mut Problems) {
    let raft = &file.raft;
    within_time(
        problems,
        "raft.tick",
        raft.tick,
        limits::TICK_US_MIN,
        limits::DELAY_US_MAX,
    );
    let most = limits::TICKS_MAX;
    within(
        problems,
        "raft.heartbeat_ticks",
        raft.heartbeat_ticks,
        1,
        most,
        "ticks",
    );
    within(
        problems,
        "raft.election_ticks",
        raft.election_ticks,
        1,
        most,
        "ticks",
    );
    if raft.election_ticks <= raft.heartbeat_ticks {
        let expected = format!(
            "more than the {} of raft.heartbeat_ticks",
            raft.heartbeat_ticks
        );
        problems.expected("raft.election_ticks", raft.election_ticks, expected);
    }
    within(
        problems,
        "raft.log_keep",
        raft.log_keep,
        1,
        limits::LOG_KEEP_MAX,
        "entries",
    );
    let most = limits::MESSAGE_BYTES_MAX;
    within(
        problems,
        "raft.max_size_per_msg",
        raft.max_size_per_msg,
        0,
        most,
        "bytes",
    );
    let most = limits::INFLIGHT_MAX;
    within(
        problems,
        "raft.max_inflight",
        raft.max_inflight,
        1,
        most,
        "appends",
    );
}

fn check_costs(file: &File, problems: &mut Problems) {
    let costs = &file.costs;
    let all: [(&str, CostNs); 7] = [
        ("costs.request", costs.request),
        ("costs.row", costs.row),
        ("costs.message", costs.message),
        ("costs.apply", costs.apply),
        ("costs.delta", costs.delta),
        ("costs.compress", costs.compress),
        ("costs.decompress", costs.decompress),
    ];
    for (path, cost) in all {
        within(problems, path, cost.0, 0, limits::COST_NS_MAX, "ns");
    }
}

fn check_workloads(file: &File, problems: &mut Problems) {
    let count = file.workload.len();
    within(
        problems,
        "workload",
        count,
        0,
        limits::WORKLOADS_MAX,
        "workloads",
    );
    let mut seen = Ids::default();
    for (i, workload) in file.workload.iter().enumerate() {
        let path = format!("workload[{i}]");
        let id_path = format!("{path}.id");
        if check_id(&id_path, &workload.id, problems) && !seen.insert(&workload.id) {
            let found = format!("{} a second time", quoted(&workload.id));
            problems.expected(id_path, found, "a new id");
        }
        check_from(&path, &file.topology, &workload.from, problems);
        check_size(&path, file, workload, problems);
        check_load(&path, workload, problems);
        check_in_flight(&path, file, workload, problems);
        within_time(
            problems,
            &format!("{path}.start"),
            workload.start,
            0,
            limits::DURATION_US_MAX,
        );
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
        "a gateway, and topology.gateways lists none".to_string()
    } else {
        let ids = gateways.iter().map(|gateway| gateway.id.as_str());
        format!("a gateway or its zone: {}", one_of(ids))
    };
    problems.expected(format!("{path}.from"), quoted(from), expected);
}

/// What a workload's requests are made of.
fn check_parts(path: &str, workload: &Workload, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    let is_transaction = workload.op.0 == OpKind::Transaction;
    let has_parts = is_transaction || workload.op.0 == OpKind::Statement;
    let parts = [
        ("fetches", workload.fetches, has_parts),
        ("statements", workload.statements, is_transaction),
    ];
    for (key, count, applies) in parts {
        match count {
            Some(count) if applies => {
                within(problems, &at(key), count, 1, limits::PARTS_MAX, key);
            }
            Some(count) => {
                let expected = format!("no \"{key}\", which this \"op\" does not have");
                problems.expected(at(key), count, expected);
            }
            None => {}
        }
    }
    if workload.prepared && !has_parts {
        let expected = "false, since only statements and transactions are prepared";
        problems.expected(at("prepared"), true, expected);
    }
}

fn check_size(path: &str, file: &File, workload: &Workload, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    let rows = u64::from(workload.rows.unwrap_or(1));
    match workload.op.0 {
        OpKind::Scan | OpKind::Statement | OpKind::Transaction => {
            let most = u64::from(limits::SCAN_ROWS_MAX).min(file.data.rows.max(1));
            within(problems, &at("rows"), rows, 1, most, "rows");
        }
        OpKind::Put => {
            let most = u64::from(limits::BATCH_ROWS_MAX).min(file.data.rows.max(1));
            within(problems, &at("rows"), rows, 1, most, "rows");
        }
        OpKind::Get if rows != 1 => {
            problems.expected(at("rows"), rows, "no \"rows\", since \"op\" is \"get\"");
        }
        OpKind::Transfer if rows != 1 => {
            problems.expected(at("rows"), rows, "no \"rows\", since a transfer has two");
        }
        OpKind::Get | OpKind::Transfer => {}
    }
    check_parts(path, workload, problems);
    if let Some((low, end)) = workload.keys
        && (low >= end || end > file.data.rows)
    {
        let expected = format!("[first, end] with first < end <= {} rows", file.data.rows);
        problems.expected(at("keys"), format!("[{low}, {end}]"), expected);
    }
    if let Some(bytes) = workload.value_bytes {
        check_value_bytes(&at("value_bytes"), bytes, problems);
    }
}

/// What all clients of a workload hold at once must fit into memory.
fn check_in_flight(path: &str, file: &File, workload: &Workload, problems: &mut Problems) {
    let at_once = u64::from(workload.clients.unwrap_or(limits::OPEN_IN_FLIGHT_MAX));
    let (key, each, most) = match workload.op.0 {
        OpKind::Get => return,
        OpKind::Scan | OpKind::Statement | OpKind::Transaction => {
            ("rows", workload.rows.unwrap_or(1), limits::SCANNED_ROWS_MAX)
        }
        OpKind::Put | OpKind::Transfer => {
            let bytes = workload.value_bytes.unwrap_or(file.data.row_bytes);
            let bytes = bytes.saturating_mul(workload.rows.unwrap_or(1));
            ("value_bytes", bytes, limits::WRITTEN_BYTES_MAX)
        }
    };
    if at_once.saturating_mul(u64::from(each)) > most {
        let expected = format!("at most {most} for all requests at once (up to {at_once})");
        problems.expected(format!("{path}.{key}"), each, expected);
    }
}

fn check_load(path: &str, workload: &Workload, problems: &mut Problems) {
    let expected = "either \"clients\" (with \"think\") or \"rate\"";
    match (workload.clients, workload.rate) {
        (Some(_), Some(_)) => problems.expected(path, "\"clients\" and \"rate\"", expected),
        (None, None) => problems.expected(path, "neither \"clients\" nor \"rate\"", expected),
        (Some(clients), None) => {
            let most = limits::CLIENTS_MAX;
            within(
                problems,
                &format!("{path}.clients"),
                clients,
                1,
                most,
                "clients",
            );
            let think = workload.think.unwrap_or_default();
            within_time(
                problems,
                &format!("{path}.think"),
                think,
                0,
                limits::DURATION_US_MAX,
            );
        }
        (None, Some(rate)) => {
            let (least, most) = (limits::RATE_MIN, limits::RATE_MAX);
            within(
                problems,
                &format!("{path}.rate"),
                rate,
                least,
                most,
                "requests per second",
            );
            if workload.think.is_some() {
                let found = "\"think\" beside \"rate\"";
                problems.expected(
                    format!("{path}.think"),
                    found,
                    "\"think\" with \"clients\" only",
                );
            }
        }
    }
}
