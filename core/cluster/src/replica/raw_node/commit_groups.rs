//! Group commit: an entry counts only when replicas in two zones hold it. raft-rs does the counting
//! (`assign_commit_groups`); this tells it which zone each member is in.
//!
//! raft-rs keeps the groups in memory only and forgets them with a restart, a snapshot and for new
//! members. A member without a group (id 0) makes it wait for every replica, so whoever changes
//! the members of a replica's configuration calls this again.

use crate::context::Context;
use crate::replica::Replica;

impl Replica {
    /// Tells a running replica the groups of its members, as the switch stands. The caller
    /// processes what becomes ready.
    pub(crate) fn assign_commit_groups(&mut self, cx: &Context) {
        let on = cx.settings.group_commit;
        let range = self.at.range;
        if !on && !self.node().raft.group_commit() {
            return;
        }
        let raft = &self.node().raft;
        // A leader that is no member any more counts itself in raft-rs, and panics.
        if raft.prs().get(raft.id).is_none() {
            return;
        }
        // All members, those too whose replica does not exist yet: one without a group would be
        // waited for. Zones count from 0, groups from 1; the map's order does not matter.
        let members: Vec<u64> = raft.prs().iter().map(|(peer, _)| *peer).collect();
        let group = |peer: u64| {
            let node = cx.node_of_peer(range, peer)?;
            Some((peer, u64::from(cx.config.zone_of(node).0) + 1))
        };
        let groups: Vec<(u64, u64)> = members.into_iter().filter_map(group).collect();
        let raft = &mut self.node().raft;
        raft.enable_group_commit(on);
        if on {
            raft.assign_commit_groups(&groups);
        }
    }
}
