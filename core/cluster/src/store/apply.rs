//! Committed entries reach the state machine of their replica, after the apply delay, at the cost
//! of core time. How they came to be committed is not known here.

use raft::eraftpb::{Entry, EntryType};

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use kv::machine::Effect;
use model::fact::Fact;

impl Store {
    /// Committed entries go to the state machine, now or after the apply delay.
    pub(crate) fn commit(&mut self, cx: &mut Context, index: ReplicaIndex, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        let own_us = self.apply_delay_us;
        let delay_us = cx.settings.apply_delay_us + own_us;
        let replica = &mut self.replicas[index];
        if delay_us == 0 && replica.to_apply.is_empty() {
            self.apply(cx, index, entries);
            return;
        }
        let last_due = replica.to_apply.back().map_or(0, |(due, _)| *due);
        let due = (cx.now() + delay_us).max(last_due);
        let replica = &mut self.replicas[index];
        replica.to_apply.push_back((due, entries));
        let life = replica.life;
        cx.at(
            due,
            Event::Apply {
                store: self.node,
                replica: index,
                life,
            },
        );
    }

    /// Entries whose apply delay is over.
    pub(crate) fn apply_due(&mut self, cx: &mut Context, index: ReplicaIndex) {
        // A snapshot may have emptied the queue meanwhile.
        let now = cx.now();
        let replica = &mut self.replicas[index];
        if replica.to_apply.front().is_none_or(|(due, _)| *due > now) {
            return;
        }
        let (_, entries) = replica.to_apply.pop_front().expect("just seen");
        self.apply(cx, index, entries);
        if self.replicas[index].is_up() {
            self.after_call(cx, index);
        }
    }

    /// Applies entries, and does what waited for them.
    pub(crate) fn apply(&mut self, cx: &mut Context, index: ReplicaIndex, entries: Vec<Entry>) {
        let now = cx.now();
        let cost_ns = cx.config.costs.apply_ns * entries.len() as u64;
        self.cores.submit(now, cost_ns);
        let last = entries[entries.len() - 1].index;
        for entry in entries {
            let is_put = is_put(&entry);
            if is_put {
                self.replicas[index].check_safe_time(cx, &entry.data);
            }
            let replica = &mut self.replicas[index];
            let hash = replica.storage().hash(entry.index);
            let machine = &mut replica.node().mut_store().machine;
            let effect = if is_put {
                machine.apply(entry.index, entry.term, &entry.data, hash)
            } else {
                machine.advance(entry.index, entry.term, hash);
                Effect::Done
            };
            if cx.config.sabotage.loses_rows(self.node) {
                machine.lose_a_row();
            }
            let chain = machine.chain;
            let state = if is_put { machine.state_hash() } else { 0 };
            let at = replica.at;
            let (index_applied, term) = (entry.index, entry.term);
            cx.emit(Fact::Applied {
                at,
                index: index_applied,
                term,
                hash,
                chain,
                state,
            });
            self.answer_proposals(cx, index, index_applied, term, effect);
            if !is_put {
                self.apply_change(cx, index, &entry);
                if !self.replicas[index].is_up() {
                    return;
                }
            }
        }
        let replica = &mut self.replicas[index];
        replica.node().advance_apply_to(last);
        let keep = cx.config.raft.log_keep;
        if let Some(first) = replica.node().mut_store().compact(keep) {
            let at = replica.at;
            cx.emit(Fact::Compacted { at, first });
        }
        self.replicas[index].advance_safe_time();
        self.serve_applied(cx, index);
        self.serve_orders(cx, index);
    }
}

/// Whether an entry is a command for the state machine, or a new leader's empty one.
fn is_put(entry: &Entry) -> bool {
    entry.get_entry_type() == EntryType::EntryNormal && entry.context.is_empty()
}
