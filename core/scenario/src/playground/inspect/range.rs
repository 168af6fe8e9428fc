//! A range: its keys, its leader, and how far its replicas are.

use cluster::view::ReplicaView;

use super::super::log::leader_of;
use super::{Inspection, Playground, entries};
use crate::watch::words::bytes_words;

impl Playground {
    pub(super) fn inspect_range(&self, range: u32) -> Option<Inspection> {
        self.range_config(range)?;
        let replicas = self.cluster.replicas(range);
        let (first, end) = self.cluster.range_keys(range);
        let leader = leader_of(&replicas);
        let majority = replicas.len() / 2 + 1;
        let running = replicas.iter().filter(|view| view.running).count();
        let mut shown = Inspection::new(format!("Range {range}"));
        let slack = running.saturating_sub(majority);
        shown.row("quorum slack", slack.to_string());
        if let Some(leader) = leader {
            let lag = leader.last.saturating_sub(leader.commit);
            shown.row("commit lag", entries(lag));
        }
        let leader_name = leader.map_or("nobody", |view| self.resolved.names.node_id(view.node));
        shown.row("leader", leader_name);
        if let Some(leader) = leader {
            shown
                .row("term", leader.term.to_string())
                .row("committed", leader.commit.to_string());
        }
        let row_bytes = u64::from(self.resolved.config.data.row_bytes);
        shown
            .row("keys", format!("k{first} to k{}", end - 1))
            .row("rows", (end - first).to_string())
            .row("size", bytes_words((end - first) * row_bytes));
        for view in &replicas {
            let name = format!("replica on {}", self.resolved.names.node_id(view.node));
            shown.row(&name, state_words(view));
        }
        Some(shown)
    }
}

fn state_words(view: &ReplicaView) -> String {
    format!(
        "log {} to {}, committed {}, applied {}",
        view.first, view.last, view.commit, view.applied
    )
}
