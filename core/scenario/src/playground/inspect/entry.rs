//! A log entry: what each replica of its range holds at its index, and how far that got.

use cluster::view::{EntryKind, EntryView, ReplicaView};

use super::{Inspection, Playground};
use crate::watch::words::bytes_words;

impl Playground {
    pub(super) fn inspect_entry(&self, range: u32, index: u64) -> Option<Inspection> {
        self.range_config(range)?;
        let replicas = self.cluster.replicas(range);
        let last = replicas.iter().map(|view| view.last).max()?;
        if index == 0 || index > last {
            return None;
        }
        let held = self.cluster.log(range, index..index + 1);
        let held: Vec<Option<&EntryView>> = held.iter().map(|entries| entries.first()).collect();
        let mut shown = Inspection::new(format!("Entry {index} of range {range}"));
        let committed = replicas.iter().filter(|view| view.commit >= index).count();
        let of_all = |count: usize| format!("{count} of {}", replicas.len());
        shown.row("known committed by", of_all(committed));
        if let Some(entry) = held.iter().flatten().max_by_key(|entry| entry.term) {
            let is_durable = |(view, here): &(&ReplicaView, &Option<&EntryView>)| {
                view.persisted >= index && here.is_some_and(|here| here.term == entry.term)
            };
            let durable = replicas.iter().zip(&held).filter(is_durable).count();
            shown
                .row("on the disks of", of_all(durable))
                .row("term", entry.term.to_string())
                .row("kind", kind_words(entry.kind))
                .row("size", bytes_words(entry.bytes.into()));
            if entry.request > 0 {
                shown.row("written by request", format!("r{}", entry.request));
            }
        }
        for (view, entry) in replicas.iter().zip(held) {
            let name = format!("on {}", self.resolved.names.node_id(view.node));
            shown.row(&name, place_words(view, entry, index));
        }
        Some(shown)
    }
}

/// How far an entry got on a replica.
fn place_words(view: &ReplicaView, entry: Option<&EntryView>, index: u64) -> String {
    let Some(entry) = entry else {
        return if index < view.first {
            "compacted".to_string()
        } else {
            "not there".to_string()
        };
    };
    let how_far = if view.applied >= index {
        "applied"
    } else if view.commit >= index {
        "committed"
    } else if view.persisted >= index {
        "on disk"
    } else {
        "not on disk yet"
    };
    format!("term {}, {how_far}", entry.term)
}

fn kind_words(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Normal => "a write",
        EntryKind::Empty => "the empty entry of a new leader",
        EntryKind::ConfChange => "a change of members",
    }
}
