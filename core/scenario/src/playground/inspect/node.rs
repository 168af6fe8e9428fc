//! A store, a gateway, and a replica on a store.

use cluster::config::{NodeKind, StoreConfig};
use cluster::fact::Role;
use cluster::view::{ReplicaView, StoreStatus};
use sim::{Micros, NodeId};

use super::super::log::leader_of;
use super::{Inspection, Playground, entries};
use crate::watch::words::{bytes_words, count_words, duration_words};

impl Playground {
    pub(super) fn inspect_node(&self, node: u32) -> Option<Inspection> {
        let config = self.resolved.config.nodes.get(node as usize)?;
        let id = NodeId(node as u16);
        let zone = self.resolved.names.zone_id(config.zone);
        let name = self.resolved.names.node_id(id);
        Some(match &config.kind {
            NodeKind::Store(store) => self.store_rows(id, name, zone, store),
            NodeKind::Gateway => self.gateway_rows(id, name, zone),
            NodeKind::PlacementDriver => {
                let mut shown = Inspection::new("Placement driver");
                shown.row("zone", zone).row("duties", "none");
                shown
            }
        })
    }

    fn store_rows(&self, id: NodeId, name: &str, zone: &str, config: &StoreConfig) -> Inspection {
        let view = self.cluster.store(id);
        let busy_ppm = self.busy.busy_ppm(&self.cluster, id);
        let mut shown = Inspection::new(format!("Store {name}"));
        shown
            .row("busy", percent_words(busy_ppm))
            .row("queue", duration_words(view.queued_us))
            .row("leads", count_words(view.leaders.into(), "range"))
            .row("zone", zone)
            .row("status", status_words(view.status))
            .row("replicas", view.replicas.to_string())
            .row("cores", count_words(view.cores.into(), "core"))
            .row("fsync", duration_words(config.fsync_us));
        if config.disk_bytes_per_s > 0 {
            let value = format!("{} a second", bytes_words(config.disk_bytes_per_s));
            shown.row("disk", value);
        }
        if config.clock_offset_us != 0 {
            shown.row("clock offset", format!("{} us", config.clock_offset_us));
        }
        if view.drift_ppm != 0 {
            shown.row("clock drift", format!("{} ppm", view.drift_ppm));
        }
        shown
    }

    fn gateway_rows(&self, id: NodeId, name: &str, zone: &str) -> Inspection {
        let mut shown = Inspection::new(format!("Gateway {name}"));
        shown.row("zone", zone);
        let named = self
            .resolved
            .names
            .workloads
            .iter()
            .zip(&self.resolved.config.workloads);
        for (number, (names, workload)) in named.enumerate() {
            if workload.gateway != id {
                continue;
            }
            let (running, in_flight) = self.cluster.workload(number as u16);
            let state = if running { "running" } else { "stopped" };
            let value = format!(
                "{state}, {} waiting",
                count_words(in_flight.into(), "request")
            );
            shown.noted(&format!("load {}", names.id), value, &names.text);
        }
        shown
    }

    pub(super) fn inspect_replica(&self, range: u32, node: u32) -> Option<Inspection> {
        self.range_config(range)?;
        let replicas = self.cluster.replicas(range);
        let view = replicas
            .iter()
            .find(|view| u32::from(view.node.0) == node)?;
        let name_of = |peer: u64, none: &'static str| {
            let found = replicas.iter().find(|other| other.peer == peer);
            found.map_or(none, |other| self.resolved.names.node_id(other.node))
        };
        let name = self.resolved.names.node_id(view.node);
        let mut shown = Inspection::new(format!("Replica of range {range} on {name}"));
        let leader = leader_of(&replicas);
        derived_rows(&mut shown, view, leader, self.resolved.config.raft.tick_us);
        let role = if view.running {
            role_words(view.role)
        } else {
            "down"
        };
        shown
            .row("role", role)
            .row("term", view.term.to_string())
            .row("leader that it knows", name_of(view.leader_peer, "nobody"))
            .row("voted for", name_of(view.vote, "nobody"))
            .row("peer", view.peer.to_string())
            .row("log", format!("{} to {}", view.first, view.last))
            .row("on disk", view.persisted.to_string())
            .row("committed", view.commit.to_string())
            .row("applied", view.applied.to_string());
        vote_rows(&mut shown, view);
        for (peer, matched, next) in &view.progress {
            let value = format!("match {matched}, next {next}");
            shown.row(&format!("follower {}", name_of(*peer, "?")), value);
        }
        Some(shown)
    }
}

/// What follows from its fields and its leader's.
fn derived_rows(
    shown: &mut Inspection,
    view: &ReplicaView,
    leader: Option<&ReplicaView>,
    tick_us: Micros,
) {
    if view.role == Role::Leader {
        let slack = view.leads.saturating_sub(view.voters / 2 + 1);
        shown.row("quorum slack", slack.to_string());
    } else if let Some(leader) = leader {
        let behind = leader.last.saturating_sub(view.last);
        shown.row("behind the leader", entries(behind));
        let missed = leader.commit.saturating_sub(view.applied);
        shown.row("a read here now misses", entries(missed));
    }
    shown
        .row("commit lag", entries(view.last.saturating_sub(view.commit)))
        .row(
            "apply lag",
            entries(view.commit.saturating_sub(view.applied)),
        );
    if view.running && view.role != Role::Leader {
        let ticks = |count: u32| duration_words(u64::from(count) * tick_us);
        let left = view.election_timeout.saturating_sub(view.election_elapsed);
        shown
            .row("last heard from a leader", ticks(view.election_elapsed))
            .row("election timer left", ticks(left));
    }
}

fn vote_rows(shown: &mut Inspection, view: &ReplicaView) {
    match view.role {
        Role::Leader => {
            shown.row("leads", format!("{} of {}", view.leads, view.voters));
        }
        Role::Candidate | Role::PreCandidate => {
            shown.row("votes", format!("{} of {}", view.votes, view.voters));
        }
        Role::Follower | Role::Learner => {}
    }
    let value = format!(
        "{} of {} ticks",
        view.election_elapsed, view.election_timeout
    );
    shown.row("election timer", value);
    if view.pending_reads > 0 {
        shown.row("waiting reads", view.pending_reads.to_string());
    }
}

fn status_words(status: StoreStatus) -> &'static str {
    match status {
        StoreStatus::Up => "running",
        StoreStatus::Crashed => "without power",
        StoreStatus::Paused => "process stands still",
    }
}

fn role_words(role: Role) -> &'static str {
    match role {
        Role::Follower => "follower",
        Role::PreCandidate => "pre-candidate",
        Role::Candidate => "candidate",
        Role::Leader => "leader",
        Role::Learner => "learner",
    }
}

/// Millionths as percent with one digit.
fn percent_words(ppm: u32) -> String {
    let tenths = (ppm + 500) / 1_000;
    format!("{}.{} %", tenths / 10, tenths % 10)
}
