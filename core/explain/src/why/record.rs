//! What was recorded of a run, as far as it is kept.

use std::collections::BTreeSet;

use model::config::{Action, NodeConfig, NodeKind, Settings};
use model::fact::{ByteKind, Fact};
use sim::{Micros, NodeId};

use documents::scenario::{ByHand, Resolved};
use format::error::ScenarioError;
use record::{Row, What};
use text::names::Names;
use text::sentence::{sentence, settings_sentence};

/// Rows that are kept before old ones are thinned out: some 60 MB.
const ROWS_MAX: usize = 600_000;

/// A run's record, as far as it reaches back, and what is known of the run anyway.
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) names: Names,
    /// By range: the stores of its replicas, in the order of their peers.
    pub(super) placement: Vec<Vec<NodeId>>,
    pub(super) actions: Vec<(Micros, Action)>,
    /// By action: what it says.
    pub(super) sentences: Vec<String>,
    /// Switches with the instants since which they stood, in order.
    settings: Vec<(Micros, Settings)>,
    /// Clocks that run at another rate from the start, in parts per million.
    pub(super) drifts_ppm: Vec<(NodeId, i32)>,
    pub(super) rows: Vec<Row>,
    rows_max: usize,
    /// Messages of elections among the rows that were thinned out.
    votes: BTreeSet<u64>,
}

impl Record {
    /// Of a run that is about to start: nothing recorded yet.
    pub fn new(resolved: &Resolved) -> Self {
        let mut record = Record {
            names: resolved.names.clone(),
            placement: resolved.config.data.placement.clone(),
            actions: Vec::new(),
            sentences: Vec::new(),
            settings: vec![(0, resolved.config.settings.clone())],
            drifts_ppm: drifts_of(resolved),
            rows: Vec::new(),
            rows_max: ROWS_MAX,
            votes: BTreeSet::new(),
        };
        for (at_us, action) in &resolved.actions {
            record.add_action(*at_us, action.clone());
        }
        record
    }

    /// The run's next action by hand, as the page logged it. It may name a range that the run makes
    /// only later.
    pub fn act(&mut self, at_us: Micros, json: &str) -> Result<(), ScenarioError> {
        let given = ByHand::read(json, &self.names.by_hand(), self.settings_at(at_us))?;
        if let Some(action) = given.action {
            self.add_action(at_us, action);
        }
        Ok(())
    }

    fn add_action(&mut self, at_us: Micros, action: Action) {
        let words = match &action {
            Action::Set(after) => settings_sentence(self.settings_at(at_us), after, &self.names),
            _ => sentence(&action, &self.names),
        };
        if let Action::Set(after) = &action {
            let place = self.settings.partition_point(|(since, _)| *since <= at_us);
            self.settings.insert(place, (at_us, after.clone()));
        }
        self.sentences.push(words);
        self.actions.push((at_us, action));
    }

    /// How many ranges the run has had: those of its start, and those that were recorded since.
    pub fn ranges(&self) -> u32 {
        self.names.ranges
    }

    /// The switches that stand at an instant.
    pub(super) fn settings_at(&self, at_us: Micros) -> &Settings {
        let after = self.settings.partition_point(|(since, _)| *since <= at_us);
        &self.settings[after.max(1) - 1].1
    }

    /// Rows that follow those before. When they are many, what is old is thinned out: elections,
    /// faults and actions stay, and all that belongs to their events.
    pub fn push(&mut self, rows: &[Row]) {
        for row in rows {
            if let What::Fact(fact) = &row.what
                && let Some(at) = fact.replica()
            {
                self.names.ranges = self.names.ranges.max(at.range.0 + 1);
            }
        }
        self.rows.extend_from_slice(rows);
        if self.rows.len() > self.rows_max {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let middle = self.rows[self.rows.len() / 2].event;
        let old = self.rows.partition_point(|row| row.event < middle);
        let mut kept = Vec::new();
        for event in self.rows[..old].chunk_by(|a, b| a.event == b.event) {
            let mut stays = false;
            for row in event {
                stays |= is_landmark(row, &mut self.votes);
            }
            if stays {
                kept.extend_from_slice(event);
            }
        }
        self.rows.splice(..old, kept);
    }
}

/// Stores whose clocks run at another rate from the start.
fn drifts_of(resolved: &Resolved) -> Vec<(NodeId, i32)> {
    let nodes = (0_u16..).map(NodeId).zip(&resolved.config.nodes);
    let drift = |(node, config): (NodeId, &NodeConfig)| match &config.kind {
        NodeKind::Store(store) if store.clock_drift_ppm != 0 => Some((node, store.clock_drift_ppm)),
        _ => None,
    };
    nodes.filter_map(drift).collect()
}

/// Whether a row is kept for good; `votes` are the messages of elections that are under way.
fn is_landmark(row: &Row, votes: &mut BTreeSet<u64>) -> bool {
    let What::Fact(fact) = &row.what else {
        return false;
    };
    match fact {
        Fact::Role { .. }
        | Fact::SnapshotInstalled { .. }
        | Fact::Decided(_)
        | Fact::Changed { .. }
        | Fact::Lease { .. }
        | Fact::Withheld { .. }
        | Fact::FaultBegan { .. }
        | Fact::FaultEnded { .. }
        | Fact::Acted { .. } => true,
        Fact::Sent(sent) if sent.kind == ByteKind::Vote => {
            votes.insert(sent.flight);
            true
        }
        Fact::Delivered { flight } | Fact::Died { flight, .. } => votes.contains(flight),
        Fact::Sent(_)
        | Fact::HeldBack { .. }
        | Fact::Appended { .. }
        | Fact::Persisted { .. }
        | Fact::Committed { .. }
        | Fact::Applied { .. }
        | Fact::Compacted { .. }
        | Fact::SettingsChanged
        | Fact::WorkloadSwitched { .. }
        | Fact::Invoked(_)
        | Fact::Named { .. }
        | Fact::Attempted { .. }
        | Fact::Refused { .. }
        | Fact::Proposed { .. }
        | Fact::ReadIndexAsked { .. }
        | Fact::ReadIndexKnown { .. }
        | Fact::Served { .. }
        | Fact::Completed { .. }
        | Fact::Saved { .. }
        | Fact::Timestamped { .. }
        | Fact::Routed { .. }
        | Fact::Txn { .. } => false,
    }
}

#[cfg(test)]
impl Record {
    pub(super) fn with_rows_max(mut self, rows_max: usize) -> Self {
        self.rows_max = rows_max;
        self
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Forgets what was recorded before an instant.
    pub(super) fn keep_after(&mut self, since_us: Micros) {
        self.rows.retain(|row| row.at_us >= since_us);
    }
}
