//! All that is known of one thing, as numbers. What they mean is said where they are shown
//! (web/views/inspector): words weigh more than the engine may.
//!
//! Layouts, by what is looked at; an empty list = it is not there (any more):
//! - store: fsync in µs, disk bytes per second, clock offset in µs, clock drift in ppm;
//! - gateway: how far its clock is ahead in µs, its drift in ppm, and how many ranges it knows;
//!   then of each what it knows and what is so. What it knows: first key, first after the last,
//!   range, changes of keys and of members, leader's node, number of members, of each node and 1
//!   if it is a learner. What is so: 1 if keys, 2 if members and 4 if the leader differ, added up;
//!   the same again without the changes, -1 where nobody leads;
//! - any other node: one 0;
//! - range, and replica (the same): bytes of a row, number of replicas, then of each replica
//!   [`REPLICA`] numbers: node, peer, running, role, term, known leader's peer, vote, votes
//!   granted, voters, voters that acknowledge it, first, last, durable, commit and applied index,
//!   ticks since it heard from a leader, ticks at which it campaigns, waiting reads, marks (as in a
//!   frame), how much faster than its clock a follower's may run while its lease holds in ppm
//!   (infinite: nobody else can be elected; NaN: it has no lease), number of followers that it
//!   leads, and of each of these: peer, match, next;
//! - entry: as its range, then of each replica: 1 if it holds the entry, term, kind, bytes,
//!   request; then its command in both forms, in the layout of `encodings`;
//! - message in flight: type, from, to, range, bytes, framing, sent at, ends at, fate, refusal,
//!   term, index, entries, request;
//! - link: window in bytes, 0 = none;
//! - traced request: instants at which a read index was asked for, known and its rows read, the
//!   index, what was applied then; -1 where it was not.

use model::config::NodeKind;
use model::view::{RangeMember, ReplicaView};
use sim::{Fate, NodeId};

use crate::playground::picture::{marks, role_number};
use crate::playground::{Playground, Target};

/// Numbers of one replica, its followers not counted.
pub const REPLICA: usize = 21;

impl Playground {
    /// All that is known of one thing; empty when there is no such thing (any more).
    pub fn inspect(&self, target: Target) -> Vec<f64> {
        let found = match target {
            Target::Message(flight) => self.inspect_message(flight),
            Target::Node(node) => self.inspect_node(node),
            Target::Replica { range, node } => self.inspect_replica(range, node),
            Target::Link { from, to } => self.inspect_link(from, to),
            Target::Request(request) => self.inspect_request(request),
            Target::Range(range) => self.inspect_range(range),
            Target::Entry { range, index } => self.inspect_entry(range, index),
            // The run keeps no events: whoever recorded them knows.
            Target::Event(_) => None,
        };
        found.unwrap_or_default()
    }

    fn inspect_node(&self, node: u32) -> Option<Vec<f64>> {
        let config = self.resolved.config.nodes.get(node as usize)?;
        let store = match &config.kind {
            NodeKind::Store(store) => store,
            NodeKind::Gateway => return Some(self.inspect_gateway(NodeId(node as u16))),
            NodeKind::PlacementDriver => return Some(vec![0.0]),
        };
        let drift_ppm = self.cluster.store(NodeId(node as u16)).drift_ppm;
        Some(vec![
            store.fsync_us as f64,
            store.disk_bytes_per_s as f64,
            store.clock_offset_us as f64,
            drift_ppm.into(),
        ])
    }

    fn inspect_gateway(&self, node: NodeId) -> Vec<f64> {
        let (drift_ppm, ahead_us) = self.cluster.gateway_clock(node).unwrap_or_default();
        let known = self.cluster.known_ranges(node);
        let mut numbers = vec![ahead_us as f64, drift_ppm.into(), known.len() as f64];
        for known in &known {
            let (keys, epoch) = ((known.first_key, known.end_key), known.epoch);
            push_keys(&mut numbers, keys, known.range);
            numbers.extend([epoch.keys, epoch.members].map(f64::from));
            push_group(&mut numbers, Some(known.leader), &known.members);
            let (truth, wrong) = (&known.truth, known.wrong);
            let differs = [wrong.keys, wrong.members, wrong.leader];
            let bits = differs.into_iter().enumerate();
            let bits: u32 = bits.map(|(place, is_so)| u32::from(is_so) << place).sum();
            numbers.push(bits.into());
            push_keys(&mut numbers, truth.keys, truth.range);
            push_group(&mut numbers, truth.leader, &truth.members);
        }
        numbers
    }

    fn inspect_replica(&self, range: u32, node: u32) -> Option<Vec<f64>> {
        let members = self.cluster.members(range);
        let is_held = members.iter().any(|(_, store)| u32::from(store.0) == node);
        is_held.then(|| self.inspect_range(range)).flatten()
    }

    fn inspect_range(&self, range: u32) -> Option<Vec<f64>> {
        let replicas = self.cluster.replicas(range);
        if replicas.is_empty() {
            return None;
        }
        let row_bytes = self.resolved.config.data.row_bytes;
        let mut numbers = vec![row_bytes.into(), replicas.len() as f64];
        for view in &replicas {
            push_replica(&mut numbers, view);
        }
        Some(numbers)
    }

    fn inspect_entry(&self, range: u32, index: u64) -> Option<Vec<f64>> {
        let mut numbers = self.inspect_range(range)?;
        let last = self
            .cluster
            .replicas(range)
            .iter()
            .map(|view| view.last)
            .max()?;
        if index == 0 || index > last {
            return None;
        }
        for held in self.cluster.log(range, index..index + 1) {
            let Some(entry) = held.first() else {
                numbers.extend([0.0; 5]);
                continue;
            };
            let here = [
                1,
                entry.term,
                entry.kind as u64,
                entry.bytes.into(),
                entry.request,
            ];
            numbers.extend(here.map(|n| n as f64));
        }
        numbers.extend(self.encodings(range, index));
        Some(numbers)
    }

    fn inspect_message(&self, flight: u64) -> Option<Vec<f64>> {
        let (sent, sent_us) = self.cluster.flight(flight)?;
        let fate = match sent.fate {
            Fate::Arrives => 0,
            Fate::Lost => 1,
            Fate::Blocked => 2,
            Fate::Full => 3,
            Fate::Closed => 4,
        };
        let numbers = [
            sent.what as u64,
            sent.from.0.into(),
            sent.to.0.into(),
            sent.range.into(),
            sent.bytes,
            sent.framing,
            sent_us,
            sent.end_us,
            fate,
            sent.reject.into(),
            sent.term,
            sent.index,
            sent.entries.into(),
            sent.request,
        ];
        Some(numbers.map(|n| n as f64).to_vec())
    }

    fn inspect_link(&self, from: u32, to: u32) -> Option<Vec<f64>> {
        let zones = u32::from(self.resolved.config.zones);
        if from >= zones || to >= zones {
            return None;
        }
        let link = &self.resolved.config.links[(from * zones + to) as usize];
        Some(vec![link.window_bytes as f64])
    }

    fn inspect_request(&self, request: u64) -> Option<Vec<f64>> {
        let trace = self.watch().traces().get(request)?;
        let or_not = |at_us: Option<u64>| at_us.map_or(-1.0, |n| n as f64);
        Some(vec![
            or_not(trace.asked_us),
            or_not(trace.known.map(|(at_us, ..)| at_us)),
            or_not(trace.served_us),
            or_not(trace.known.map(|(_, index, _)| index)),
            or_not(trace.known.map(|(.., applied)| applied)),
        ])
    }
}

fn push_keys(numbers: &mut Vec<f64>, (first, end): (u64, u64), range: u32) {
    numbers.extend([first as f64, end as f64, range.into()]);
}

fn push_group(numbers: &mut Vec<f64>, leader: Option<NodeId>, members: &[RangeMember]) {
    numbers.push(leader.map_or(-1.0, |node| node.0.into()));
    numbers.push(members.len() as f64);
    for member in members {
        numbers.extend([
            f64::from(member.node.0),
            f64::from(u8::from(member.learner)),
        ]);
    }
}

fn push_replica(numbers: &mut Vec<f64>, view: &ReplicaView) {
    let head: [u64; REPLICA - 2] = [
        view.node.0.into(),
        view.peer,
        view.running.into(),
        role_number(view.role).into(),
        view.term,
        view.leader_peer,
        view.vote,
        view.votes.into(),
        view.voters.into(),
        view.leads.into(),
        view.first,
        view.last,
        view.persisted,
        view.commit,
        view.applied,
        view.election_elapsed.into(),
        view.election_timeout.into(),
        view.pending_reads.into(),
        marks(view).into(),
    ];
    numbers.extend(head.map(|n| n as f64));
    numbers.push(view.lease.map_or(f64::NAN, |lease| {
        lease.bears_ppm.map_or(f64::INFINITY, |ppm| ppm as f64)
    }));
    numbers.push(view.progress.len() as f64);
    for (peer, matched, next) in &view.progress {
        numbers.extend([*peer, *matched, *next].map(|n| n as f64));
    }
}
