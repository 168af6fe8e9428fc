//! Whether a healed cluster has come to rest: one leader per range, and every replica the same.

use std::collections::BTreeMap;

use cluster::Cluster;
use model::fact::{Fact, Observer, Role};
use model::ids::{RangeId, RequestId};
use model::view::ReplicaView;
use sim::{Micros, NodeId};

use observe::Watch;

/// Watches a run, and keeps what each replica has applied.
pub(super) struct SwarmWatch {
    pub(super) watch: Watch,
    /// By range and store: last applied index, and the hash over all that was applied.
    chains: BTreeMap<(RangeId, NodeId), (u64, u64)>,
}

impl SwarmWatch {
    pub(super) fn new(watch: Watch) -> Self {
        Self {
            watch,
            chains: BTreeMap::new(),
        }
    }

    fn chain(&self, range: RangeId, node: NodeId) -> (u64, u64) {
        self.chains.get(&(range, node)).copied().unwrap_or_default()
    }

    /// As though this store had applied something else.
    #[cfg(test)]
    pub(super) fn distort(&mut self, store: NodeId) {
        let mut chains = self.chains.iter_mut();
        let (_, chain) = chains
            .find(|((_, node), _)| *node == store)
            .expect("it applied");
        chain.1 ^= 1;
    }
}

impl Observer for SwarmWatch {
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        if let Fact::Applied {
            at, index, chain, ..
        }
        | Fact::SnapshotInstalled {
            at, index, chain, ..
        } = fact
        {
            self.chains.insert((at.range, at.node), (*index, *chain));
        }
        self.watch.fact(at_us, event, cause, fact);
    }

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.watch.rows(request, first_key, values);
    }
}

/// What keeps the cluster from rest; `None` = it is at rest.
pub(super) fn unrest(cluster: &Cluster<SwarmWatch>) -> Option<String> {
    cluster
        .ranges()
        .into_iter()
        .map(|known| known.range)
        .find_map(|range| {
            let replicas = cluster.replicas(range);
            let problem = no_leader(&replicas)
                .or_else(|| logs_differ(&replicas))
                .or_else(|| states_differ(cluster.observer(), range, &replicas));
            problem.map(|problem| format!("range {range}: {problem}{}", who(&replicas)))
        })
}

/// How far all replicas have come together: entries that each has applied.
pub(super) fn applied(cluster: &Cluster<SwarmWatch>) -> u64 {
    let ranges = cluster.ranges().into_iter();
    let replicas = ranges.flat_map(|known| cluster.replicas(known.range));
    replicas.map(|replica| replica.applied).sum()
}

/// Who there is, for whoever looks for the fault.
fn who(replicas: &[ReplicaView]) -> String {
    let one = |replica: &ReplicaView| {
        let ReplicaView {
            peer, term, vote, ..
        } = replica;
        let (node, role) = (replica.node.0, replica.role);
        let state = match (replica.running, replica.asleep, replica.initialized) {
            (false, ..) => "down",
            (_, true, _) => "asleep",
            (.., false) => "blank",
            _ => "up",
        };
        let voters = &replica.voters;
        let (last, last_applied) = (replica.last, replica.applied);
        format!(
            "\n    node {node} peer {peer}: {role:?} {state}, term {term}, voted {vote}, holds {last}, \
             applied {last_applied}, of {voters:?} voters"
        )
    };
    replicas.iter().map(one).collect()
}

/// There must be one leader, and it must be of the highest term.
fn no_leader(replicas: &[ReplicaView]) -> Option<String> {
    let highest = replicas.iter().map(|replica| replica.term).max()?;
    let leads = |replica: &&ReplicaView| replica.running && replica.role == Role::Leader;
    let leaders: Vec<u64> = replicas
        .iter()
        .filter(leads)
        .map(|replica| replica.term)
        .collect();
    match leaders.as_slice() {
        [term] if *term == highest => None,
        _ => Some(format!(
            "leaders have the terms {leaders:?}, the highest term is {highest}"
        )),
    }
}

/// Every log must end alike, and all of it be committed and applied.
fn logs_differ(replicas: &[ReplicaView]) -> Option<String> {
    let last = replicas.iter().map(|replica| replica.last).max()?;
    replicas.iter().find_map(|replica| {
        let indexes = (replica.last, replica.commit, replica.applied);
        (indexes != (last, last, last)).then(|| {
            let (held, commit, applied) = indexes;
            let peer = replica.peer;
            format!(
                "peer {peer} holds {held}, committed {commit}, applied {applied} of {last} entries"
            )
        })
    })
}

/// Every state machine must have applied the same.
fn states_differ(watch: &SwarmWatch, range: RangeId, replicas: &[ReplicaView]) -> Option<String> {
    let chains: Vec<(u64, u64)> = replicas
        .iter()
        .map(|replica| watch.chain(range, replica.node))
        .collect();
    let same = chains.windows(2).all(|pair| pair[0] == pair[1]);
    (!same).then(|| format!("replicas applied different things: {chains:x?}"))
}
