//! What one replica does for a merge: see `store::merge`.

use raft::eraftpb::Entry;

use crate::process::StoreContext;
use crate::replica::Replica;
use kv::admin::{PrepareMerge, RefuseMerge};
use kv::machine::Merging;
use model::fact::Change;
use model::ids::RangeId;
use model::view::Epoch;

impl Replica {
    pub(crate) fn apply_prepare_merge(&mut self, cx: &mut StoreContext, prepare: &PrepareMerge) {
        let at = self.at;
        let machine = &mut self.node().mut_store().machine;
        if machine.merging.is_some() {
            return;
        }
        let frozen = machine.applied;
        machine.merging = Some(Merging {
            target: RangeId(prepare.target),
            index: frozen,
            shape: Epoch {
                members: prepare.members,
                keys: prepare.keys,
            },
        });
        machine.epoch.keys += 1;
        if cx.settings.reads.suspend_lease {
            self.suspend_lease(cx);
        }
        cx.emit_change(at, Change::MergePrepared, u64::from(prepare.target), 0);
    }

    pub(crate) fn apply_rollback_merge(&mut self, cx: &mut StoreContext) {
        let at = self.at;
        let machine = &mut self.node().mut_store().machine;
        if machine.merging.take().is_some() {
            machine.epoch.keys += 1;
            cx.emit_change(at, Change::MergeTakenBack, 0, 0);
        }
    }

    /// In the shape that it names no more: whoever counts on it is set free.
    pub(crate) fn apply_refuse_merge(&mut self, refuse: &RefuseMerge) {
        let machine = &mut self.node().mut_store().machine;
        if (machine.epoch.members, machine.epoch.keys) == (refuse.members, refuse.keys) {
            machine.epoch.keys += 1;
        }
    }

    /// Whether every member acknowledged the log up to an index: it is on its disk.
    pub(crate) fn all_have(&mut self, upto: u64) -> bool {
        let own = self.at.peer;
        let mut members = self.node().raft.prs().iter();
        members.all(|(peer, progress)| *peer == own || progress.matched >= upto)
    }

    /// The entries of a frozen range's log that are not applied yet, up to where it ends. That it
    /// is committed so far is known from the log of the range that stays, whatever this replica has
    /// heard itself; that it is on the disk, from its acknowledgement.
    pub(crate) fn take_upto(&mut self, upto: u64) -> Vec<Entry> {
        let applied = self.storage().machine.applied;
        if upto <= applied {
            return Vec::new();
        }
        self.to_apply.clear();
        self.node().raft.raft_log.commit_to(upto);
        let context = raft::GetEntriesContext::empty(false);
        let entries = raft::Storage::entries(self.storage(), applied + 1, upto + 1, None, context);
        entries.expect("what is not applied is not compacted")
    }
}
