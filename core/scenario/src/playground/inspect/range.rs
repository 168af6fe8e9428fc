//! A range: its keys, its leader, and how far its replicas are.

use cluster::view::ReplicaView;

use super::super::log::leader_of;
use super::{Inspection, Playground};
use crate::watch::words::{bytes_words, count_words};

impl Playground {
    pub(super) fn inspect_range(&self, range: u32) -> Option<Inspection> {
        self.range_config(range)?;
        let replicas = self.cluster.replicas(range);
        let (first, end) = self.cluster.range_keys(range);
        let leader = leader_of(&replicas);
        let majority = replicas.len() / 2 + 1;
        let running = replicas.iter().filter(|view| view.running).count();
        let mut shown = Inspection::new(format!("Range {range}"));
        let leader_name = leader.map_or("nobody", |view| self.resolved.names.node_id(view.node));
        shown.noted("leader", leader_name, "of the newest term");
        if let Some(leader) = leader {
            let lag = leader.last - leader.commit;
            shown
                .row("term", leader.term.to_string())
                .noted("committed", leader.commit.to_string(), "at its leader")
                .noted(
                    "commit lag",
                    count_words(lag, "entry"),
                    "in the leader's log and not committed yet",
                );
        }
        let slack = running.saturating_sub(majority);
        shown.noted(
            "quorum slack",
            slack.to_string(),
            "replicas that may still fail before commits stop",
        );
        let keys = format!("k{first} to k{}", end - 1);
        let row_bytes = u64::from(self.resolved.config.data.row_bytes);
        shown
            .row("keys", keys)
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
