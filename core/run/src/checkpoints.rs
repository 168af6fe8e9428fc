//! Checkpoints of a scenario, judged: on a page's run where it stands, and on a whole run from its
//! start. A figure is looked up in the report of the instant, a visible fact in the cluster. It
//! must not know who asks.

use cluster::Cluster;
use model::fact::Role;
use model::ids::RangeId;
use model::view::StoreStatus;
use serde::Serialize;
use serde_json::Map;
use sim::{Micros, NodeId, ZoneId};
use ts_rs::TS;

use crate::expected::Expected;
use crate::resources::ResourceMeter;
use crate::runner;
use documents::scenario::{Asks, Resolved};
use observe::Watch;
use report::expect;
use report::expect::Verdict;
use report::summary::digest_text;
use text::names::{Names, PLAIN_RUN};
use text::said::in_english;
use text::words::side_by_side;
use text::{phrase, say};

/// What shall be so at an instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Checkpoint {
    /// The instant.
    pub at_us: Micros,
    /// What is asked for, as it can be said before it is judged.
    pub asks: String,
    /// What the page's map shows then; `None` for a figure, which no map shows.
    pub shown: Option<Shown>,
    /// Whether it is so; `None` while the run stands at another instant.
    pub found: Option<Expected>,
}

/// A fact that a picture shows, by the names that people use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum Shown {
    /// The store leads the range.
    Leader {
        /// The store.
        store: String,
        /// The range.
        range: RangeId,
    },
    /// Nothing passes from one zone to another.
    Cut {
        /// Where it would come from.
        from: String,
        /// Where it would go.
        to: String,
    },
    /// The store is down.
    Down {
        /// The store.
        store: String,
    },
}

/// A run where checkpoints stand, or at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stop {
    /// The instant.
    pub at_us: Micros,
    /// Digest of the run so far: 16 hex digits.
    pub digest: String,
    /// What is asked of this instant, in the order of the file.
    pub checkpoints: Vec<Checkpoint>,
}

/// Runs one variant to its end and judges its checkpoints on the way.
pub fn replay(resolved: &Resolved) -> Vec<Stop> {
    let asked = resolved.checkpoints.iter();
    let mut instants: Vec<Micros> = asked.map(|checkpoint| checkpoint.at_us).collect();
    instants.push(resolved.duration_us);
    instants.dedup();
    let mut cluster = runner::start(resolved);
    let mut resources = ResourceMeter::new(&cluster, resolved.measure_from_us);
    let stop = |at_us| {
        resources.run_until(&mut cluster, at_us, u64::MAX);
        let all = judged(resolved, &cluster, &resources).into_iter();
        Stop {
            at_us,
            digest: digest_text(cluster.observer().digest()),
            checkpoints: all.filter(|one| one.at_us == at_us).collect(),
        }
    };
    instants.into_iter().map(stop).collect()
}

/// All checkpoints of a run; those of the instant at which it stands are judged.
pub(crate) fn judged(
    resolved: &Resolved,
    cluster: &Cluster<Watch>,
    resources: &ResourceMeter,
) -> Vec<Checkpoint> {
    let one = |checkpoint: &documents::scenario::Checkpoint| {
        let is_now = cluster.now() == checkpoint.at_us;
        let judge = || judge(&checkpoint.asks, resolved, (cluster, resources));
        Checkpoint {
            at_us: checkpoint.at_us,
            asks: asked(&checkpoint.asks, &resolved.names),
            shown: shown(&checkpoint.asks, &resolved.names),
            found: is_now.then(judge),
        }
    };
    resolved.checkpoints.iter().map(one).collect()
}

fn shown(asks: &Asks, names: &Names) -> Option<Shown> {
    let store = |node: NodeId| names.node_id(node).to_string();
    let zone = |zone: ZoneId| names.zone_id(zone).to_string();
    match *asks {
        Asks::Figure(_) => None,
        Asks::Leader(node, range) => Some(Shown::Leader {
            store: store(node),
            range,
        }),
        Asks::Cut(from, to) => Some(Shown::Cut {
            from: zone(from),
            to: zone(to),
        }),
        Asks::Down(node) => Some(Shown::Down { store: store(node) }),
    }
}

fn asked(asks: &Asks, names: &Names) -> String {
    match asks {
        Asks::Figure(goal) => expect::asked(goal),
        Asks::Leader(node, range) => {
            let store = names.node_id(*node);
            say!("Leader of range {range}: {store}", range, store)
        }
        Asks::Cut(from, to) => {
            let (from, to) = (names.zone_id(*from), names.zone_id(*to));
            say!("Link from {from} to {to}: cut", from, to)
        }
        Asks::Down(node) => say!("Store {store}: down", store = names.node_id(*node)),
    }
}

fn judge(
    asks: &Asks,
    resolved: &Resolved,
    (cluster, resources): (&Cluster<Watch>, &ResourceMeter),
) -> Expected {
    let names = &resolved.names;
    let told = |met: bool, found: String, goal: &str| Expected {
        met,
        asks: asked(asks, names),
        line: if met {
            say!("met: {found}; the goal is {goal}", found, goal)
        } else {
            say!("NOT MET: {found}; the goal is {goal}", found, goal)
        },
        at_us: None,
    };
    match asks {
        Asks::Figure(goal) => {
            let report = in_english(|| runner::summary(resolved, cluster, resources).to_json());
            let reports = Map::from_iter([(PLAIN_RUN.to_string(), report)]);
            let verdicts = expect::judge(std::slice::from_ref(goal), &reports);
            let lines: Vec<String> = verdicts.iter().map(Verdict::to_line).collect();
            Expected {
                met: verdicts.iter().all(Verdict::met),
                asks: asked(asks, names),
                line: side_by_side(&lines),
                at_us: None,
            }
        }
        Asks::Leader(node, range) => {
            let leader = leader(cluster, *range);
            let store = leader.map_or(phrase!("nobody"), |found| names.node_id(found));
            let found = say!("leader of range {range}: {store}", range, store);
            told(leader == Some(*node), found, names.node_id(*node))
        }
        Asks::Cut(from, to) => {
            let pairs = runner::pairs_cut(cluster, names.zones.len());
            let is_cut = pairs[usize::from(from.0) * names.zones.len() + usize::from(to.0)];
            let (from, to) = (names.zone_id(*from), names.zone_id(*to));
            let found = if is_cut {
                say!("link from {from} to {to}: cut", from, to)
            } else {
                say!("link from {from} to {to}: open", from, to)
            };
            told(is_cut, found, phrase!("cut"))
        }
        Asks::Down(node) => {
            let is_down = cluster.store(*node).status == StoreStatus::Crashed;
            let store = names.node_id(*node);
            let found = if is_down {
                say!("store {store}: down", store)
            } else {
                say!("store {store}: up", store)
            };
            told(is_down, found, phrase!("down"))
        }
    }
}

/// The store whose replica leads a range in the highest term, of those that run.
fn leader(cluster: &Cluster<Watch>, range: RangeId) -> Option<NodeId> {
    let replicas = cluster.replicas(range).into_iter();
    let leaders = replicas.filter(|replica| replica.running && replica.role == Role::Leader);
    let last = leaders.max_by_key(|replica| replica.term);
    last.map(|replica| replica.node)
}
