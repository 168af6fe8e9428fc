//! Committed entries reach the state machine of their replica. How they came to be committed is not
//! known here.

use raft::eraftpb::{Entry, EntryType};

use crate::process::{Elsewhere, StoreContext};
use crate::replica::Replica;
use kv::machine::Effect;
use model::fact::Fact;

impl Replica {
    /// Applies an entry and answers what waited for it.
    ///
    /// # Errors
    ///
    /// The range does not serve the keys of what was proposed any more.
    pub(crate) fn apply_entry(
        &mut self,
        cx: &mut StoreContext,
        entry: &Entry,
    ) -> Result<(), Elsewhere> {
        let is_command = is_command(entry);
        if is_command {
            self.check_safe_time(cx, &entry.data);
        }
        let (index, term) = (entry.index, entry.term);
        let hash = self.storage().hash(index);
        let machine = &mut self.node().mut_store().machine;
        let effect = if is_command {
            machine.apply(index, term, &entry.data, hash)
        } else {
            machine.advance(index, term, hash);
            Effect::Done
        };
        if cx.config.sabotage.loses_rows(cx.process.node) {
            machine.lose_a_row();
        }
        let chain = machine.chain;
        let state = if is_command { machine.state_hash() } else { 0 };
        cx.emit(Fact::Applied {
            at: self.at,
            index,
            term,
            hash,
            chain,
            state,
        });
        self.answer_proposals(cx, index, term, effect)
    }

    /// Entries were applied, the last at this index: what waited for that goes on.
    pub(crate) fn applied(&mut self, cx: &mut StoreContext, last: u64) {
        self.node().advance_apply_to(last);
        let keep = cx.config.raft.log_keep;
        if let Some(first) = self.node().mut_store().compact(keep) {
            let at = self.at;
            cx.emit(Fact::Compacted { at, first });
        }
        self.advance_safe_time();
        self.serve_applied(cx);
        self.serve_orders(cx);
    }
}

/// Whether an entry is a command for the state machine: neither a new leader's empty one, nor one
/// that changes the group or its range.
pub(crate) fn is_command(entry: &Entry) -> bool {
    entry.get_entry_type() == EntryType::EntryNormal && entry.context.is_empty()
}
