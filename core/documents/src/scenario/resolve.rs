//! From a checked file to what the cluster takes: numbers instead of names and units.

use model::config::{
    Action, ClusterConfig, Costs, DataConfig, FaultKey, Operation, RaftConfig, Settings,
};
use serde_json::Value;
use sim::{Micros, NodeId, Sorted, ZoneId};

use crate::scenario::action_reader::read_scripted;
use crate::scenario::checkpoint;
use crate::scenario::file::File;
use crate::scenario::placement::{LeaderWish, Placed, spread};
use crate::scenario::recording;
use crate::scenario::resolve_loads::{workload, workload_text};
use crate::scenario::resolve_machines;
use crate::scenario::resolve_topology::{gateway_clocks, gateway_modes, links, nodes};
use crate::scenario::standing::check_change;
use crate::scenario::validate;
use crate::scenario::validate_loads::clients_max;
use crate::scenario::{Attempt, Checkpoint, Conclusion, Show, beat, parse_action};
use format::error::{Problems, ScenarioError};
use format::limits;
use text::names::{Names, NodeName, NodeRole, RANGES_NAMED_MAX, WorkloadName, ZoneName};
use text::say;

/// A run, ready to start: scenario, variant and seed as the cluster takes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// Shown as the scenario's name.
    pub title: String,
    /// Two sentences that say what there is to see.
    pub text: String,
    /// Name of the variant; empty if the scenario has none.
    pub variant: String,
    /// What people call the variant; empty if the scenario has none.
    pub variant_title: String,
    /// The figure that shows what it is about: a comparison puts it first.
    pub proves: Option<String>,
    /// Suggested playback: simulated seconds per second.
    pub speed: f64,
    /// Length of the run.
    pub duration_us: Micros,
    /// End of the warm-up: rates, percentiles and a month's cost are measured from here.
    pub measure_from_us: Micros,
    /// Greatest clock difference that the cluster is told to expect.
    pub max_skew_us: Micros,
    /// What the cluster is made of, the seed included.
    pub config: ClusterConfig,
    /// What happens to it and when, in the order of the file: its positions are the engine's
    /// ordinals, also when a run by hand is written down as a file.
    pub actions: Vec<(Micros, Action)>,
    /// What a person may try, one after the other.
    pub attempts: Vec<Attempt>,
    /// What shall be so at instants of it, in their order.
    pub checkpoints: Vec<Checkpoint>,
    /// What it shows, told at its end.
    pub conclusion: Option<Conclusion>,
    /// How the page shows it.
    pub show: Show,
    /// What a person calls things.
    pub names: Names,
    /// Nano-dollars per GB, by directed zone pair: `[from * zones + to]`.
    pub prices: Vec<u64>,
}

/// Checks the file and resolves it.
pub(super) fn resolve(file: &File, variant: &str) -> Result<Resolved, ScenarioError> {
    validate::check(file)?;
    let names = names(file);
    let zones = names.zones.len() as u16;
    let (links, prices) = links(&file.topology, &names);
    let settings = file.settings.over(&Settings::default(), &names.zone_ids());
    let actions = actions(&file.actions, &names, &settings)?;
    let attempts = file.attempt.as_ref();
    let attempts = attempts
        .map(|attempt| attempt.resolve(&names))
        .transpose()?;
    let checkpoints = checkpoint::resolve(&file.checkpoints, &names, file.duration.0)?;
    let conclusion = file.conclusion.as_ref();
    let conclusion = conclusion.map(|told| told.resolve(file.duration.0));
    let conclusion = conclusion.transpose()?;
    let done_us: Vec<Micros> = actions.iter().map(|(at_us, _)| *at_us).collect();
    let running = file.workload.iter().filter(|load| load.running);
    let starts_us: Vec<Micros> = running.map(|load| load.start.0).collect();
    let show = file.show.resolve(&done_us, &starts_us);
    beat::check_acts(&show.beats, &names, &settings)?;
    let mut config = ClusterConfig {
        seed: file.seed,
        zones,
        nodes: nodes(&file.topology, &names),
        links,
        data: data(file, &names),
        raft: raft(file),
        costs: costs(file),
        settings,
        workloads: file
            .workload
            .iter()
            .map(|load| workload(load, file, &names))
            .collect(),
        // What the shipped builds would pay for is checked wherever assertions are.
        oracle: cfg!(debug_assertions),
        sabotage: model::sabotage::Sabotage::default(),
        schedule: file.schedule.resolve(),
        reads: file.reads.resolve(file.topology.clocks.max_skew),
        gateway_modes: gateway_modes(&file.topology, &names),
        gateway_clocks: gateway_clocks(&file.topology, &names),
        machines: resolve_machines::resolve(file, &names),
        record_one_in: 1,
        asks_at_once: false,
    };
    config.asks_at_once = recording::is_busy(&config);
    config.record_one_in = recording::one_in(file.record.0, &config);
    Ok(Resolved {
        title: file.title.clone(),
        text: file.text.clone(),
        variant: variant.to_string(),
        variant_title: String::new(),
        proves: file.proves.clone(),
        speed: file.speed,
        duration_us: file.duration.0,
        measure_from_us: file.measure_from.0,
        max_skew_us: file.topology.clocks.max_skew.0,
        config,
        actions,
        attempts: attempts.unwrap_or_default(),
        checkpoints,
        conclusion,
        show,
        names,
        prices,
    })
}

fn names(file: &File) -> Names {
    let topology = &file.topology;
    let zone_of = |id: &str| {
        let position = topology.zones.iter().position(|zone| zone.id == id);
        ZoneId(position.expect("checked: the zone exists") as u16)
    };
    let node = |id: &str, kind: NodeRole, zone: &str| NodeName {
        id: id.to_string(),
        kind,
        zone: zone_of(zone),
    };
    let zones = topology.zones.iter().map(|zone| ZoneName {
        id: zone.id.clone(),
        name: zone.name.clone().unwrap_or_else(|| zone.id.clone()),
        region: zone.region.clone(),
    });
    let stores = topology
        .stores
        .iter()
        .map(|s| node(&s.id, NodeRole::Store, &s.zone));
    let gateways = topology
        .gateways
        .iter()
        .map(|g| node(&g.id, NodeRole::Gateway, &g.zone));
    let pd = topology
        .pd
        .iter()
        .map(|pd| node("pd", NodeRole::PlacementDriver, &pd.zone));
    let workloads = file.workload.iter().map(|workload| WorkloadName {
        id: workload.id.clone(),
        text: workload_text(workload),
        clients_max: workload.clients.map(|_| clients_max(file, workload)),
    });
    Names {
        zones: zones.collect(),
        nodes: stores.chain(gateways).chain(pd).collect(),
        workloads: workloads.collect(),
        balancers: topology
            .balancers
            .iter()
            .map(|one| one.id.clone())
            .collect(),
        hosts: topology.hosts.iter().map(|host| host.id.clone()).collect(),
        ranges: file.data.ranges,
        rows: file.data.rows,
    }
}

fn data(file: &File, names: &Names) -> DataConfig {
    let only = &file.data.stores;
    let places = names.nodes.iter().enumerate();
    let (holders, store_zones): (Vec<NodeId>, Vec<ZoneId>) = places
        .filter(|(_, node)| node.kind == NodeRole::Store)
        .filter(|(_, node)| only.is_empty() || only.contains(&node.id))
        .map(|(place, node)| (NodeId(place as u16), node.zone))
        .unzip();
    // Placement counts the stores that hold something.
    let holder = |store: NodeId| {
        let place = holders.iter().position(|&held| held == store);
        NodeId(place.expect("checked: it holds replicas") as u16)
    };
    let wish = |id: &String| match names.store(id) {
        Some(store) => LeaderWish::Store(holder(store)),
        None => LeaderWish::Zone(names.zone(id).expect("checked: a store or a zone")),
    };
    let wishes: Vec<LeaderWish> = file.data.leaders.iter().map(wish).collect();
    let zones = names.zones.len() as u16;
    let Placed {
        placement,
        first_leaders,
    } = spread(
        &store_zones,
        zones,
        file.data.ranges,
        file.data.replicas,
        &wishes,
    );
    let node = |place: NodeId| holders[usize::from(place.0)];
    let stores = |range: Vec<NodeId>| range.into_iter().map(node).collect();
    DataConfig {
        rows: file.data.rows,
        row_bytes: file.data.row_bytes,
        placement: placement.into_iter().map(stores).collect(),
        first_leaders: first_leaders.into_iter().map(|l| l.map(node)).collect(),
    }
}

fn raft(file: &File) -> RaftConfig {
    RaftConfig {
        tick_us: file.raft.tick.0,
        heartbeat_ticks: file.raft.heartbeat_ticks as usize,
        election_ticks: file.raft.election_ticks as usize,
        max_size_per_msg: file.raft.max_size_per_msg,
        max_inflight_msgs: file.raft.max_inflight as usize,
        log_keep: file.raft.log_keep,
        delta_timestamps: file.raft.delta_timestamps,
    }
}

fn costs(file: &File) -> Costs {
    Costs {
        request_ns: file.costs.request.0,
        row_ns: file.costs.row.0,
        poll_ns: file.costs.poll.0,
        message_ns: file.costs.message.0,
        apply_ns: file.costs.apply.0,
        delta_ns_per_kib: file.costs.delta.0,
        compress_ns_per_kib: file.costs.compress.0,
        decompress_ns_per_kib: file.costs.decompress.0,
        spread: file.costs.spread.0,
    }
}

/// Reads the actions; they stay in the order of the file. A `set` changes what stands at its
/// instant, so they are read in order of time.
fn actions(
    list: &[Value],
    names: &Names,
    settings: &Settings,
) -> Result<Vec<(Micros, Action)>, ScenarioError> {
    let mut problems = Problems::default();
    let mut texts = Vec::new();
    let mut order: Vec<(Micros, u32)> = Vec::new();
    for (i, value) in list.iter().enumerate() {
        match read_scripted(value) {
            Ok((at, action)) => {
                order.push((at, i as u32));
                texts.push(action);
            }
            Err(error) => {
                problems.absorb(error.under(&format!("actions[{i}]")));
                texts.push(Value::Null);
            }
        }
    }
    order.sort_unstable();
    let mut standing = settings.clone();
    // Each split makes a range that later actions may name.
    let mut names = names.clone();
    let mut read: Vec<Option<(Micros, Action)>> = vec![None; list.len()];
    for (at, i) in order {
        let i = i as usize;
        if standing.split_merge {
            // How many ranges the placement driver makes is known once it runs.
            names.ranges = names.ranges.max(RANGES_NAMED_MAX);
        }
        match parse_action(&texts[i], &names, &standing) {
            Ok(action) => {
                if let Action::Operate {
                    step: Operation::Split { .. },
                    ..
                } = action
                {
                    names.ranges += 1;
                }
                if let Action::Set(changed) = &action {
                    if let Err(error) = check_change(&standing, changed) {
                        problems.absorb(error.under(&format!("actions[{i}]")));
                    }
                    standing = changed.clone();
                }
                read[i] = Some((at, action));
            }
            Err(error) => problems.absorb(error.under(&format!("actions[{i}]"))),
        }
    }
    let actions: Vec<(Micros, Action)> = read.into_iter().flatten().collect();
    check_network_faults(&actions, &mut problems);
    problems.into_result()?;
    Ok(actions)
}

/// The fault of the network that an action begins.
pub fn network_fault(action: &Action) -> Option<FaultKey> {
    action.fault().filter(|fault| fault.kind().is_of_network())
}

/// The kernel has a bound on the faults that stand at once.
fn check_network_faults(actions: &[(Micros, Action)], problems: &mut Problems) {
    let faults = actions
        .iter()
        .filter_map(|(_, action)| network_fault(action));
    let mut different: Sorted<FaultKey, ()> = Sorted::default();
    for fault in faults {
        different.insert(fault, ());
    }
    if different.len() > limits::NETWORK_FAULTS_MAX {
        let most = limits::NETWORK_FAULTS_MAX;
        let found = say!(
            "{count} different faults of the network",
            count = different.len()
        );
        problems.expected("actions", found, say!("at most {most}", most));
    }
}
