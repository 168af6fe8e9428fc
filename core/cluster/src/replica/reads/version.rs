//! Reads by version: a replica whose range has a commit above the reader's timestamp answers
//! without a message (named as further work by Follower Read, 2020).
//!
//! Why that is enough: a transaction's locks are in the log before its commit timestamp is drawn.
//! Whoever has applied a commit above the read time has applied the locks of every transaction that
//! can commit below it, so the read sees its version or meets its lock. That holds for the whole
//! range, because one log has them all. A replica that has not got so far asks for a read index,
//! and serves as soon as either is there.

use crate::process::{PendingRead, StoreContext};
use crate::replica::Replica;
use model::fact::{Fact, Route};
use model::timestamp::{self, Timestamp};

impl Replica {
    /// What the replica holds is new enough for the read.
    pub(crate) fn serve_by_version(&mut self, cx: &mut StoreContext, read: PendingRead) {
        self.emit_version_route(cx, &read, Route::VersionEnough);
        self.begin_service(cx, read);
    }

    /// Greatest commit timestamp that a replica has applied.
    pub(crate) fn newest_commit(&self) -> Timestamp {
        let machine = &self.storage().machine;
        machine.newest_commit()
    }

    pub(crate) fn emit_version_route(
        &mut self,
        cx: &mut StoreContext,
        read: &PendingRead,
        why: Route,
    ) {
        let newest = self.newest_commit();
        let (figure, limit) = (timestamp::instant(newest), timestamp::instant(read.read_ts));
        cx.emit(Fact::Routed {
            request: read.request,
            to: self.at.node,
            why,
            figure,
            limit,
        });
    }
}
