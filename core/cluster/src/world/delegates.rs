//! What may be seen of the relay: which replicas are delegates. Nothing here changes anything.

use super::Cluster;
use model::fact::Observer;
use model::view::ReplicaView;

impl<O: Observer> Cluster<O> {
    /// Marks the delegates among a range's replicas, as the leader of the highest term chose them.
    pub(super) fn mark_delegates(&self, range: u32, views: &mut [ReplicaView]) {
        let leaders = self.existing(range).filter(|replica| replica.is_leader());
        let leader = leaders.max_by_key(|replica| replica.soft().term);
        let Some(book) = leader.and_then(|leader| leader.relay.as_ref()) else {
            return;
        };
        for (zone, delegate) in book.delegates() {
            if let Some(view) = views.iter_mut().find(|view| view.peer == delegate.peer) {
                view.delegate_for = Some(*zone);
            }
        }
    }
}
