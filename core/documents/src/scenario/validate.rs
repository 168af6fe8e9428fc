//! Which values of a well-formed file make sense together. Collects problems, so that a person
//! sees several at once.

use crate::scenario::bounds::{Ids, within};
use crate::scenario::file::File;
use crate::scenario::{show, staleness, validate_loads, validate_places};
use format::error::{At, Problems, ScenarioError, one_of, quoted};
use format::limits;
use format::tree::Read;
use report::compare::is_figure;
use text::quantity::duration_text;
use text::{phrase, say};

/// Checks everything but actions, variants and expectations.
pub(super) fn check(file: &File) -> Result<(), ScenarioError> {
    let mut problems = Problems::default();
    check_head(file, &mut problems);
    validate_places::check(&file.topology, &mut problems);
    check_data(file, &mut problems);
    check_range_bytes(file, &mut problems);
    check_raft(file, &mut problems);
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
    validate_loads::check(file, &mut problems);
    check_proof(file, &mut problems);
    staleness::check(file, &mut problems);
    show::check(&file.show, file.duration, &mut problems);
    // All of it is told in the order of the file.
    problems.hold();
    file.check_bounds(&At::Whole, &mut problems);
    problems.into_result()
}

fn check_head(file: &File, problems: &mut Problems) {
    if file.title.trim().is_empty() {
        problems.expected("title", phrase!("an empty text"), phrase!("a title"));
    }
    if file.measure_from.0 > 0 && file.measure_from >= file.duration {
        let duration = duration_text(file.duration.0);
        let expected = say!("less than {duration} (duration)", duration);
        problems.expected("measure_from", duration_text(file.measure_from.0), expected);
    }
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
    let has_ranges = (1..=limits::RANGES_MAX).contains(&data.ranges);
    if has_ranges && data.rows > 0 && data.rows < u64::from(data.ranges) {
        let expected = say!(
            "at least one row for each of {ranges} ranges",
            ranges = data.ranges
        );
        problems.expected("data.rows", data.rows, expected);
    }
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
    for (i, store) in file.topology.stores.iter().enumerate() {
        within(
            problems,
            &format!("topology.stores[{i}].election_ticks"),
            store.election_ticks.unwrap_or(raft.election_ticks),
            raft.election_ticks,
            limits::TICKS_MAX,
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
}
