//! The record with its finding aids: events, messages, requests, replicas.

use std::collections::BTreeMap;
use std::ops::Range;

use model::config::{Action, FaultKey, Settings};
use model::fact::{Began, Change, Death, Fact, MessageType, Refusal, RequestFact, Role, SentFact};
use model::ids::{RangeId, RequestId};
use sim::{Micros, NodeId};

use crate::why::faults::{FaultSpan, faults_of};
use crate::why::record::Record;
use crate::why::ties::Ties;
use record::{Row, What};
use text::names::Names;

/// A message in the record.
#[derive(Copy, Clone, Debug)]
pub(super) struct Flight {
    /// The row in which it leaves.
    pub(super) sent: usize,
    /// Row of its arrival or death.
    pub(super) end: Option<usize>,
}

/// The record with its finding aids.
pub(super) struct Index<'a> {
    pub(super) names: &'a Names,
    pub(super) rows: &'a [Row],
    pub(super) faults: Vec<FaultSpan>,
    pub(super) ties: Ties,
    record: &'a Record,
    flights: BTreeMap<u64, Flight>,
    requests: BTreeMap<RequestId, Vec<usize>>,
    replicas: BTreeMap<(RangeId, u16), Vec<usize>>,
    /// Stores of peers, by range: those of the start, and those that were seen since.
    peers: BTreeMap<(RangeId, u64), NodeId>,
    /// By range: stores that hold a replica at the end of the record, as far as it tells.
    stores: BTreeMap<RangeId, Vec<NodeId>>,
}

impl<'a> Index<'a> {
    pub(super) fn of(record: &'a Record) -> Self {
        let mut index = Index {
            names: &record.names,
            rows: &record.rows,
            faults: faults_of(&record.actions),
            ties: Ties::default(),
            record,
            flights: BTreeMap::new(),
            requests: BTreeMap::new(),
            replicas: BTreeMap::new(),
            peers: BTreeMap::new(),
            stores: BTreeMap::new(),
        };
        for (range, stores) in record.placement.iter().enumerate() {
            for (place, node) in stores.iter().enumerate() {
                index.meet(RangeId(range as u32), place as u64 + 1, *node);
            }
        }
        for (at, row) in record.rows.iter().enumerate() {
            if let What::Fact(fact) = &row.what {
                index.enter(at, fact);
            }
        }
        index
    }

    fn enter(&mut self, row: usize, fact: &Fact) {
        match fact {
            Fact::Sent(sent) => {
                let flight = Flight {
                    sent: row,
                    end: None,
                };
                self.flights.insert(sent.flight, flight);
            }
            Fact::Delivered { flight } | Fact::Died { flight, .. } => {
                if let Some(flight) = self.flights.get_mut(flight) {
                    flight.end = Some(row);
                }
            }
            _ => {}
        }
        self.change(fact);
        self.ties.enter(fact);
        if let Some(request) = fact.request() {
            self.requests.entry(request).or_default().push(row);
        }
        if let Some(at) = fact.replica() {
            self.meet(at.range, at.peer, at.node);
            let rows = self.replicas.entry((at.range, at.node.0)).or_default();
            rows.push(row);
        }
    }

    /// A peer of a range is on this store.
    fn meet(&mut self, range: RangeId, peer: u64, node: NodeId) {
        if self.peers.insert((range, peer), node).is_none() {
            let stores = self.stores.entry(range).or_default();
            if !stores.contains(&node) {
                stores.push(node);
            }
        }
    }

    fn change(&mut self, fact: &Fact) {
        let Fact::Changed { at, what, a, b } = fact else {
            return;
        };
        let node = u16::try_from(*b).ok().map(NodeId);
        match what {
            Change::MemberAdded | Change::LearnerAdded => {
                if let Some(node) = node {
                    self.meet(at.range, *a, node);
                }
            }
            Change::MemberRemoved => {
                let gone = self.node_of_peer(at.range, *a).or(node);
                let stores = self.stores.entry(at.range).or_default();
                stores.retain(|store| Some(*store) != gone);
            }
            _ => {}
        }
    }

    /// The fact of a row.
    pub(super) fn fact(&self, row: usize) -> Option<&'a Fact> {
        match &self.rows[row].what {
            What::Fact(fact) => Some(fact),
            What::Began(_) | What::Rows(_) => None,
        }
    }

    pub(super) fn event(&self, event: u64) -> Range<usize> {
        let first = self.rows.partition_point(|row| row.event < event);
        let after = self.rows.partition_point(|row| row.event <= event);
        first..after
    }

    /// Why an event was due.
    pub(super) fn began(&self, event: u64) -> Option<Began> {
        let first = self.event(event).start;
        match self.rows.get(first)?.what {
            What::Began(began) if self.rows[first].event == event => Some(began),
            _ => None,
        }
    }

    /// Whether an event is older than the record.
    pub(super) fn is_before(&self, event: u64) -> bool {
        self.rows.first().is_none_or(|first| event < first.event)
    }

    /// Whether the record begins with the run.
    pub(super) fn is_whole(&self) -> bool {
        self.rows.first().is_some_and(|first| first.event <= 1)
    }

    pub(super) fn first_us(&self) -> Micros {
        self.rows.first().map_or(0, |row| row.at_us)
    }

    pub(super) fn last_us(&self) -> Micros {
        self.rows.last().map_or(0, |row| row.at_us)
    }

    pub(super) fn flight(&self, flight: u64) -> Option<Flight> {
        self.flights.get(&flight).copied()
    }

    /// What a message was when it left.
    pub(super) fn sent(&self, flight: u64) -> Option<(&'a SentFact, usize)> {
        let at = self.flight(flight)?.sent;
        match self.fact(at) {
            Some(Fact::Sent(sent)) => Some((sent, at)),
            _ => None,
        }
    }

    /// Messages of the record that left between two instants, with their rows.
    pub(super) fn sent_between(
        &self,
        since_us: Micros,
        until_us: Micros,
    ) -> impl DoubleEndedIterator<Item = (usize, &'a SentFact)> {
        let first = self.rows.partition_point(|row| row.at_us < since_us);
        let after = self.rows.partition_point(|row| row.at_us <= until_us);
        (first..after).filter_map(|at| match self.fact(at) {
            Some(Fact::Sent(sent)) => Some((at, sent)),
            _ => None,
        })
    }

    /// Rows that speak of a request, in order.
    pub(super) fn request(&self, request: RequestId) -> &[usize] {
        self.requests.get(&request).map_or(&[], Vec::as_slice)
    }

    /// A request as it was sent.
    pub(super) fn invoked(&self, request: RequestId) -> Option<(&'a RequestFact, usize)> {
        self.request(request)
            .iter()
            .find_map(|&at| match self.fact(at) {
                Some(Fact::Invoked(fact)) => Some((fact, at)),
                _ => None,
            })
    }

    /// Requests of the record, in order.
    pub(super) fn all_requests(&self) -> impl Iterator<Item = RequestId> {
        self.requests.keys().copied()
    }

    /// Rows of a replica's own facts, in order.
    pub(super) fn replica(&self, range: RangeId, node: NodeId) -> &[usize] {
        let key = (range, node.0);
        self.replicas.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The last of a replica's facts before a row (or at it) that fits.
    pub(super) fn last_of(
        &self,
        range: RangeId,
        node: NodeId,
        row: usize,
        fits: impl Fn(&Fact) -> bool,
    ) -> Option<usize> {
        let rows = self.replica(range, node);
        let before = rows.partition_point(|at| *at <= row);
        let fits = |at: &&usize| self.fact(**at).is_some_and(&fits);
        rows[..before].iter().rev().find(fits).copied()
    }

    /// The first of a replica's facts that fits.
    pub(super) fn first_of(
        &self,
        range: RangeId,
        node: NodeId,
        fits: impl Fn(&Fact) -> bool,
    ) -> Option<usize> {
        let fits = |at: &&usize| self.fact(**at).is_some_and(&fits);
        self.replica(range, node).iter().find(fits).copied()
    }

    /// A replica's role, term and known leader just before a row.
    pub(super) fn role_at(
        &self,
        range: RangeId,
        node: NodeId,
        row: usize,
    ) -> Option<(usize, RoleThen)> {
        let at = self.last_of(range, node, row, |fact| matches!(fact, Fact::Role { .. }))?;
        match self.fact(at) {
            Some(Fact::Role {
                role,
                term,
                leader_peer,
                vote,
                ..
            }) => Some((
                at,
                RoleThen {
                    role: *role,
                    term: *term,
                    leader: self.node_of_peer(range, *leader_peer),
                    vote: self.node_of_peer(range, *vote),
                },
            )),
            _ => None,
        }
    }

    /// The store of a peer.
    pub(super) fn node_of_peer(&self, range: RangeId, peer: u64) -> Option<NodeId> {
        self.peers.get(&(range, peer)).copied()
    }

    /// The stores of a range's replicas.
    pub(super) fn stores(&self, range: RangeId) -> &[NodeId] {
        self.stores.get(&range).map_or(&[], Vec::as_slice)
    }

    /// An action: when, what it says, and its event if it is in the record.
    pub(super) fn action(&self, ordinal: u32) -> Option<(Micros, &'a str, u64)> {
        let (at_us, _) = self.record.actions.get(ordinal as usize)?;
        let words = self.record.sentences[ordinal as usize].as_str();
        let first = self.rows.partition_point(|row| row.at_us < *at_us);
        let acted = self.rows[first..]
            .iter()
            .take_while(|row| row.at_us == *at_us)
            .find(|row| row.what == What::Fact(Fact::Acted { ordinal }));
        Some((*at_us, words, acted.map_or(0, |row| row.event)))
    }

    /// Actions of the run, with their ordinals.
    pub(super) fn actions(&self) -> impl DoubleEndedIterator<Item = (u32, Micros, &'a Action)> {
        let actions = self.record.actions.iter().enumerate();
        actions.map(|(ordinal, (at_us, action))| (ordinal as u32, *at_us, action))
    }

    /// The switches that stood at an instant.
    pub(super) fn settings_at(&self, at_us: Micros) -> &'a Settings {
        self.record.settings_at(at_us)
    }

    /// Clocks that run at another rate from the start.
    pub(super) fn drifts_ppm(&self) -> &'a [(NodeId, i32)] {
        &self.record.drifts_ppm
    }

    /// The power loss that stands at an instant.
    pub(super) fn crash_of(&self, node: NodeId, at_us: Micros) -> Option<FaultSpan> {
        let crashed = |fault: &&FaultSpan| fault.key == FaultKey::Crash(node) && fault.stood(at_us);
        self.faults.iter().find(crashed).copied()
    }

    /// Stores whose replicas of a range count in a majority, at a row.
    pub(super) fn voters(&self, range: RangeId, row: usize) -> Vec<NodeId> {
        let learns = |node: NodeId| {
            let then = self.role_at(range, node, row);
            then.is_some_and(|(_, then)| then.role == Role::Learner)
        };
        let stores = self.stores(range).iter().copied();
        stores.filter(|node| !learns(*node)).collect()
    }

    /// Why a store refused a request, once its gateway had learned of it.
    pub(super) fn refusal(&self, row: usize, sent: &SentFact) -> Option<Refusal> {
        let rows = self.request(sent.request);
        rows[rows.partition_point(|at| *at <= row)..]
            .iter()
            .find_map(|&at| match self.fact(at) {
                Some(Fact::Refused { by, why, .. }) if *by == sent.from => Some(*why),
                _ => None,
            })
    }

    /// Whether heartbeats that carry a read had left before a row.
    pub(super) fn has_round(&self, row: usize, request: RequestId) -> bool {
        let rows = self.request(request);
        rows.iter().take_while(|at| **at <= row).any(|&at| {
            matches!(self.fact(at), Some(Fact::Sent(sent)) if sent.what == MessageType::Heartbeat)
        })
    }

    /// Where a replica last heard from another, before a row.
    pub(super) fn last_heard(
        &self,
        range: RangeId,
        from: NodeId,
        to: NodeId,
        row: usize,
    ) -> Option<usize> {
        (0..row).rev().find(|&at| match self.fact(at) {
            Some(Fact::Delivered { flight }) => self
                .sent(*flight)
                .is_some_and(|(sent, _)| (sent.from, sent.to, sent.range) == (from, to, range)),
            _ => false,
        })
    }

    /// How a message ended, and when.
    pub(super) fn end_of(&self, flight: u64) -> Option<(usize, Option<Death>)> {
        let end = self.flight(flight)?.end?;
        match self.fact(end) {
            Some(Fact::Died { how, .. }) => Some((end, Some(*how))),
            _ => Some((end, None)),
        }
    }
}

/// A replica at some instant.
#[derive(Copy, Clone, Debug)]
pub(super) struct RoleThen {
    pub(super) role: Role,
    pub(super) term: u64,
    pub(super) leader: Option<NodeId>,
    pub(super) vote: Option<NodeId>,
}

/// Whether a replica became leader.
pub(super) fn is_election(fact: &Fact) -> bool {
    let role = Role::Leader;
    matches!(fact, Fact::Role { role: now, .. } if *now == role)
}
