//! Which values of a well-formed file make sense together. Collects problems, so that a person
//! sees several at once.

use crate::scenario::bounds::{BETWEEN, Ids, check_value_bytes, within, within_time};
use crate::scenario::file::File;
use crate::scenario::{show, staleness, validate_loads, validate_places};
use report::compare::is_figure;
use vocabulary::error::{Problems, ScenarioError, one_of, quoted};
use vocabulary::units::{CostNs, duration_text};
use vocabulary::{limits, phrase, say};

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
    validate_loads::check(file, &mut problems);
    check_proof(file, &mut problems);
    staleness::check(file, &mut problems);
    show::check(&file.show, file.duration, &mut problems);
    let actions = file.actions.len();
    within(
        &mut problems,
        "actions",
        actions,
        0,
        limits::ACTIONS_MAX,
        phrase!("{least} to {most} actions"),
    );
    problems.into_result()
}

fn check_head(file: &File, problems: &mut Problems) {
    for (path, text, most) in [
        ("title", &file.title, limits::TITLE_BYTES_MAX),
        ("text", &file.text, limits::TEXT_BYTES_MAX),
    ] {
        within(
            problems,
            path,
            text.len(),
            0,
            most,
            phrase!("{least} to {most} bytes of text"),
        );
    }
    if file.title.trim().is_empty() {
        problems.expected("title", phrase!("an empty text"), phrase!("a title"));
    }
    within(problems, "seed", file.seed, 0, limits::SEED_MAX, BETWEEN);
    within_time(
        problems,
        "duration",
        file.duration,
        1,
        limits::DURATION_US_MAX,
    );
    if file.measure_from.0 > 0 && file.measure_from >= file.duration {
        let duration = duration_text(file.duration.0);
        let expected = say!("less than {duration} (duration)", duration);
        problems.expected("measure_from", duration_text(file.measure_from.0), expected);
    }
    within(
        problems,
        "speed",
        file.speed,
        limits::SPEED_MIN,
        limits::SPEED_MAX,
        BETWEEN,
    );
}

/// The figure that the scenario is about must be one that comparisons tell.
fn check_proof(file: &File, problems: &mut Problems) {
    let Some(figure) = file.proves.as_deref() else {
        return;
    };
    let ids = file.workload.iter().map(|workload| workload.id.as_str());
    if !is_figure(figure, ids) {
        let expected = phrase!(
            "a figure that comparisons tell, e.g. \"stale\", \"usd\", \"bytes.cross_zone.total\", \
             \"workload.<id>.p50_us\""
        );
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
        phrase!("{least} to {most} ranges"),
    );
    let mut holders = Ids::default();
    for (i, id) in data.stores.iter().enumerate() {
        let known = topology.stores.iter().any(|store| store.id == *id);
        if !known || !holders.insert(id) {
            let stores = topology.stores.iter().map(|store| store.id.as_str());
            let expected = say!("stores, each once: {stores}", stores = one_of(stores));
            problems.expected(format!("data.stores[{i}]"), quoted(id), expected);
        }
    }
    let holds = |id: &str| holders.is_empty() || holders.contains(id);
    let stores = topology.stores.iter().filter(|store| holds(&store.id));
    let most = (stores.count() as u32).min(limits::REPLICAS_MAX);
    if data.replicas == 0 || data.replicas > most {
        let expected = say!(
            "1 to {most} replicas (one for each store, and not more than {bound})",
            most,
            bound = limits::REPLICAS_MAX
        );
        problems.expected("data.replicas", data.replicas, expected);
    }
    within(
        problems,
        "data.rows",
        data.rows,
        1,
        limits::ROWS_MAX,
        phrase!("{least} to {most} rows"),
    );
    let has_ranges = (1..=limits::RANGES_MAX).contains(&data.ranges);
    if has_ranges && data.rows > 0 && data.rows < u64::from(data.ranges) {
        let expected = say!(
            "at least one row for each of {ranges} ranges",
            ranges = data.ranges
        );
        problems.expected("data.rows", data.rows, expected);
    }
    check_value_bytes("data.row_bytes", data.row_bytes, problems);
    within(
        problems,
        "data.leaders",
        data.leaders.len(),
        0,
        limits::RANGES_MAX as usize,
        phrase!("{least} to {most} places"),
    );
    for (i, place) in data.leaders.iter().enumerate() {
        let is_store = topology.stores.iter().any(|store| store.id == *place) && holds(place);
        let has_store = topology.stores.iter().any(|store| store.zone == *place);
        if !is_store && !has_store {
            let zones = topology.stores.iter().map(|store| store.zone.as_str());
            let stores = topology.stores.iter().map(|store| store.id.as_str());
            let all: Ids = zones.chain(stores).collect();
            let path = format!("data.leaders[{i}]");
            let places = one_of(all.iter());
            let expected = say!("a store or a zone with stores: {places}", places);
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
        .filter(|workload| workload.op().is_write() || workload.mix.is_some());
    let written = written
        .filter_map(|workload| workload.value_bytes)
        .max()
        .unwrap_or(0);
    let bytes = rows.saturating_mul(u64::from(written.max(file.data.row_bytes)));
    if bytes > limits::RANGE_BYTES_MAX {
        let most = limits::RANGE_BYTES_MAX;
        let found = say!("{rows} rows of {bytes} bytes in one range", rows, bytes);
        let expected = say!("at most {most} bytes of values in a range", most);
        problems.expected("data", found, expected);
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
        phrase!("{least} to {most} ticks"),
    );
    within(
        problems,
        "raft.election_ticks",
        raft.election_ticks,
        1,
        most,
        phrase!("{least} to {most} ticks"),
    );
    for (i, store) in file.topology.stores.iter().enumerate() {
        within(
            problems,
            &format!("topology.stores[{i}].election_ticks"),
            store.election_ticks.unwrap_or(raft.election_ticks),
            raft.election_ticks,
            most,
            phrase!("{least}, as in raft.election_ticks, to {most} ticks"),
        );
    }
    if raft.election_ticks <= raft.heartbeat_ticks {
        let expected = say!(
            "more than the {value} of {key}",
            value = raft.heartbeat_ticks,
            key = "raft.heartbeat_ticks"
        );
        problems.expected("raft.election_ticks", raft.election_ticks, expected);
    }
    within(
        problems,
        "raft.log_keep",
        raft.log_keep,
        1,
        limits::LOG_KEEP_MAX,
        phrase!("{least} to {most} entries"),
    );
    let most = limits::MESSAGE_BYTES_MAX;
    within(
        problems,
        "raft.max_size_per_msg",
        raft.max_size_per_msg,
        0,
        most,
        phrase!("{least} to {most} bytes"),
    );
    let most = limits::INFLIGHT_MAX;
    within(
        problems,
        "raft.max_inflight",
        raft.max_inflight,
        1,
        most,
        phrase!("{least} to {most} appends"),
    );
}

fn check_costs(file: &File, problems: &mut Problems) {
    let costs = &file.costs;
    let all: [(&str, CostNs); 13] = [
        ("costs.request", costs.request),
        ("costs.row", costs.row),
        ("costs.poll", costs.poll),
        ("costs.message", costs.message),
        ("costs.apply", costs.apply),
        ("costs.delta", costs.delta),
        ("costs.compress", costs.compress),
        ("costs.decompress", costs.decompress),
        ("costs.parse", costs.parse),
        ("costs.plan", costs.plan),
        ("costs.execute", costs.execute),
        ("costs.balance", costs.balance),
        ("costs.packet", costs.packet),
    ];
    for (path, cost) in all {
        within(
            problems,
            path,
            cost.0,
            0,
            limits::COST_NS_MAX,
            phrase!("{least} to {most} ns"),
        );
    }
}
