//! Reads by version: a replica whose range has a commit above the reader's timestamp answers
//! without a message (named as further work by Follower Read, 2020).
//!
//! Why that is enough: a transaction's locks are in the log before its commit timestamp is drawn.
//! Whoever has applied a commit above the read time has applied the locks of every transaction that
//! can commit below it, so the read sees its version or meets its lock. That holds for the whole
//! range, because one log has them all. A replica that has not got so far asks for a read index,
//! and serves as soon as either is there.

use crate::cluster::{Cluster, ReplicaIndex};
use crate::replica::PendingRead;
use model::config::ReadMode;
use model::fact::{Fact, Observer, Route};
use model::timestamp::{self, Timestamp};

impl<O: Observer> Cluster<O> {
    /// A read by version reaches a replica.
    pub(crate) fn read_by_version(&mut self, index: ReplicaIndex, read: PendingRead) {
        let newest = self.newest_commit(index);
        let unchecked = self.config.sabotage.leaves_versions_unchecked();
        if unchecked || read.is_recent_enough(newest) {
            return self.serve_by_version(index, read);
        }
        self.tell_version(index, &read, Route::VersionOld);
        if read.index.is_some() {
            self.wait_for_apply(index, read);
        } else {
            self.ask_read_index(index, read);
        }
    }

    /// What the replica holds is new enough for the read.
    pub(crate) fn serve_by_version(&mut self, index: ReplicaIndex, read: PendingRead) {
        self.tell_version(index, &read, Route::VersionEnough);
        self.begin_service(index, read);
    }

    /// Greatest commit timestamp that a replica has applied.
    pub(crate) fn newest_commit(&self, index: ReplicaIndex) -> Timestamp {
        let machine = &self.replicas[index as usize].storage().machine;
        machine.newest_commit()
    }

    fn tell_version(&mut self, index: ReplicaIndex, read: &PendingRead, why: Route) {
        let newest = self.newest_commit(index);
        let (figure, limit) = (timestamp::instant(newest), timestamp::instant(read.read_ts));
        self.emit(Fact::Routed {
            request: read.request,
            to: self.replicas[index as usize].at.node,
            why,
            figure,
            limit,
        });
    }
}

impl PendingRead {
    /// Whether a replica with this newest commit may serve it without a read index.
    pub(crate) fn is_recent_enough(&self, newest: Timestamp) -> bool {
        self.mode == ReadMode::Version && self.read_ts > 0 && newest > self.read_ts
    }
}
