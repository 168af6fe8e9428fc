//! What may be seen of the relay: which replicas are delegates. Nothing here changes anything.

use crate::cluster::{Cluster, ReplicaIndex};
use model::fact::Observer;
use model::view::ReplicaView;

impl<O: Observer> Cluster<O> {
    /// Marks the delegates among a range's replicas, as the leader of the highest term chose them.
    pub(crate) fn mark_delegates(&self, range: u32, views: &mut [ReplicaView]) {
        let term_of = |&index: &ReplicaIndex| self.replicas[index as usize].soft().term;
        let leads = |index: &ReplicaIndex| self.replicas[*index as usize].is_leader();
        let replicas = self.ranges.get(range as usize).map(|r| &r.replicas);
        let leader = replicas
            .into_iter()
            .flatten()
            .copied()
            .filter(leads)
            .max_by_key(term_of);
        let book = leader.and_then(|index| self.replicas[index as usize].relay.as_ref());
        let Some(book) = book else {
            return;
        };
        for (zone, delegate) in book.delegates() {
            if let Some(view) = views.iter_mut().find(|view| view.peer == delegate.peer) {
                view.delegate_for = Some(*zone);
            }
        }
    }
}
