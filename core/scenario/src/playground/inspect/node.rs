//! A store, a gateway, and a replica on a store.

use cluster::config::{NodeKind, StoreConfig};
use cluster::fact::Role;
use cluster::view::{ReplicaView, StoreStatus};
use sim::NodeId;

use super::{Inspection, Playground};
use crate::watch::words::{count_words, duration_words};

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
                shown
                    .row("zone", zone)
                    .noted("duties", "none yet", "a place on the map");
                shown
            }
        })
    }

    fn store_rows(&self, id: NodeId, name: &str, zone: &str, config: &StoreConfig) -> Inspection {
        let view = self.cluster.store(id);
        let busy_ppm = self.busy.busy_ppm(&self.cluster, id);
        let mut shown = Inspection::new(format!("Store {name}"));
        shown
            .row("zone", zone)
            .row("status", status_words(view.status))
            .noted(
                "leads",
                count_words(view.leaders.into(), "range"),
                "as far as it knows: a leader that was cut off may still believe so",
            )
            .row("replicas", view.replicas.to_string())
            .noted(
                "cores",
                count_words(view.cores.into(), "core"),
                "serve requests and messages, one at a time each",
            )
            .noted(
                "busy",
                percent_words(busy_ppm),
                "share of its cores over the last second",
            )
            .noted(
                "queue",
                duration_words(view.queued_us),
                "wait for a core by who came now",
            )
            .noted(
                "fsync",
                duration_words(config.fsync_us),
                "a write survives a crash after it",
            );
        if config.clock_offset_us != 0 {
            shown.row("clock offset", format!("{} us", config.clock_offset_us));
        }
        if view.drift_ppm != 0 {
            let note = "us that its clock gains each second; its ticks follow it";
            shown.noted("clock drift", format!("{} ppm", view.drift_ppm), note);
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
        self.resolved.config.data.placement.get(range as usize)?;
        let replicas = self.cluster.replicas(range);
        let view = replicas
            .iter()
            .find(|view| u32::from(view.node.0) == node)?;
        let name = self.resolved.names.node_id(view.node);
        let mut shown = Inspection::new(format!("Replica of range {range} on {name}"));
        let leader = replicas.iter().find(|other| other.peer == view.leader_peer);
        let leader = leader.map_or("nobody", |other| self.resolved.names.node_id(other.node));
        let voted = replicas.iter().find(|other| other.peer == view.vote);
        let voted = voted.map_or("nobody", |other| self.resolved.names.node_id(other.node));
        shown
            .row("peer", view.peer.to_string())
            .row(
                "role",
                if view.running {
                    role_words(view.role)
                } else {
                    "down"
                },
            )
            .noted("term", view.term.to_string(), "grows with each election")
            .row("leader that it knows", leader)
            .row("voted for", voted);
        log_rows(&mut shown, view);
        timer_rows(&mut shown, view);
        for (peer, matched, next) in &view.progress {
            let follower = replicas.iter().find(|other| other.peer == *peer);
            let name = follower.map_or("?", |other| self.resolved.names.node_id(other.node));
            let value = format!("holds {matched}, next {next}");
            shown.noted(
                &format!("follower {name}"),
                value,
                "as this leader knows it",
            );
        }
        Some(shown)
    }
}

fn log_rows(shown: &mut Inspection, view: &ReplicaView) {
    shown
        .noted(
            "log",
            format!("{} to {}", view.first, view.last),
            "entries before are compacted",
        )
        .noted("on disk", view.persisted.to_string(), "survives a crash")
        .noted("committed", view.commit.to_string(), "as far as it knows")
        .noted("applied", view.applied.to_string(), "reads see this much");
}

fn timer_rows(shown: &mut Inspection, view: &ReplicaView) {
    match view.role {
        Role::Leader => {
            let value = format!("{} of {}", view.leads, view.voters);
            let note = "voters that it heard from in its term within an election timeout";
            shown.noted("leads", value, note);
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
    shown.noted(
        "election timer",
        value,
        "at its end it stands for election, unless it leads",
    );
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
