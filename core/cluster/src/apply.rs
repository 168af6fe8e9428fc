//! Committed entries reach the state machine of their replica, after the apply delay, at the cost
//! of core time. How they came to be committed is not known here.

use raft::eraftpb::{Entry, EntryType};

use crate::cluster::{Cluster, ReplicaIndex};
use crate::timeline::Event;
use kv::machine::Effect;
use model::fact::{Fact, Observer};

impl<O: Observer> Cluster<O> {
    /// Committed entries go to the state machine, now or after the apply delay.
    pub(crate) fn commit(&mut self, index: ReplicaIndex, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        let node = self.replicas[index as usize].at.node;
        let own_us = self.stores[usize::from(node.0)].apply_delay_us;
        let delay_us = self.settings.apply_delay_us + own_us;
        let replica = &mut self.replicas[index as usize];
        if delay_us == 0 && replica.to_apply.is_empty() {
            self.apply(index, entries);
            return;
        }
        let last_due = replica.to_apply.back().map_or(0, |(due, _)| *due);
        let due = (self.now() + delay_us).max(last_due);
        let replica = &mut self.replicas[index as usize];
        replica.to_apply.push_back((due, entries));
        let life = replica.life;
        self.at(
            due,
            Event::Apply {
                replica: index,
                life,
            },
        );
    }

    /// Entries whose apply delay is over.
    pub(crate) fn apply_due(&mut self, index: ReplicaIndex, life: u32) {
        let event = Event::Apply {
            replica: index,
            life,
        };
        if !self.is_due(index, life, event) {
            return;
        }
        // A snapshot may have emptied the queue meanwhile.
        let now = self.now();
        let replica = &mut self.replicas[index as usize];
        if replica.to_apply.front().is_none_or(|(due, _)| *due > now) {
            return;
        }
        let (_, entries) = replica.to_apply.pop_front().expect("just seen");
        self.apply(index, entries);
        if self.replicas[index as usize].is_up() {
            self.after_call(index);
        }
    }

    /// Applies entries, and does what waited for them.
    pub(crate) fn apply(&mut self, index: ReplicaIndex, entries: Vec<Entry>) {
        let now = self.now();
        let node = self.replicas[index as usize].at.node;
        let cost_ns = self.config.costs.apply_ns * entries.len() as u64;
        self.stores[usize::from(node.0)].cores.submit(now, cost_ns);
        let last = entries[entries.len() - 1].index;
        for entry in entries {
            let is_put = is_put(&entry);
            if is_put {
                self.check_safe_time(index, &entry.data);
            }
            let replica = &mut self.replicas[index as usize];
            let hash = replica.storage().hash(entry.index);
            let machine = &mut replica.node().mut_store().machine;
            let effect = if is_put {
                machine.apply(entry.index, entry.term, &entry.data, hash)
            } else {
                machine.advance(entry.index, entry.term, hash);
                Effect::Done
            };
            if self.config.sabotage.loses_rows(node) {
                machine.lose_a_row();
            }
            let chain = machine.chain;
            let state = if is_put { machine.state_hash() } else { 0 };
            let at = replica.at;
            let (index_applied, term) = (entry.index, entry.term);
            self.emit(Fact::Applied {
                at,
                index: index_applied,
                term,
                hash,
                chain,
                state,
            });
            self.answer_proposals(index, index_applied, term, effect);
            if !is_put {
                self.apply_change(index, &entry);
                if !self.replicas[index as usize].is_up() {
                    return;
                }
            }
        }
        let replica = &mut self.replicas[index as usize];
        replica.node().advance_apply_to(last);
        let keep = self.config.raft.log_keep;
        if let Some(first) = replica.node().mut_store().compact(keep) {
            let at = replica.at;
            self.emit(Fact::Compacted { at, first });
        }
        self.advance_safe_time(index);
        self.serve_applied(index);
        self.serve_orders(index);
    }
}

/// Whether an entry is a command for the state machine, or a new leader's empty one.
fn is_put(entry: &Entry) -> bool {
    entry.get_entry_type() == EntryType::EntryNormal && entry.context.is_empty()
}
