//! A leader's delegates, as its replica remembers them.

use raft::ProgressState;
use sim::ZoneId;

use super::Book;
use super::choose::Able;
use crate::context::Context;
use crate::replica::Replica;
use model::fact::{Deed, Reason};

impl Replica {
    /// Whether this replica's appends may go through delegates.
    pub(crate) fn relays(&self, cx: &Context) -> bool {
        !cx.settings.follower_replication.is_empty() && self.is_leader()
    }

    /// From now on `peer` is the zone's delegate; `before` was.
    pub(crate) fn install(
        &mut self,
        cx: &mut Context,
        zone: ZoneId,
        able: &[Able],
        (peer, before): (u64, u64),
        why: Reason,
    ) {
        let (tick, last) = (self.ticks, self.node().raft.raft_log.last_index());
        self.book().appoint(zone, peer, tick);
        let found = able.iter().find(|a| a.peer == peer);
        let sent = found.map_or(0, |a| a.sent);
        self.decide(cx, (Deed::ChoseDelegate, why), (peer, before), (sent, last));
    }

    /// The book of a leader's term; what an earlier term left is gone.
    pub(crate) fn book(&mut self) -> &mut Book {
        let term = self.node().raft.term;
        let book = self.relay.get_or_insert_with(|| Box::new(Book::new(term)));
        if book.term != term {
            **book = Book::new(term);
        }
        book
    }

    /// Notes an answer to an append, once Raft has seen it.
    pub(crate) fn record_append_answer(&mut self, from: u64) {
        if self.relay.is_none() || !self.is_leader() {
            return;
        }
        let progress = self.node().raft.prs().get(from);
        let answer = progress.map(|p| (p.matched, p.state == ProgressState::Replicate));
        let tick = self.ticks;
        let Some((matched, streams)) = answer else {
            return;
        };
        let book = self.book();
        book.acknowledged(from, matched, tick);
        if !streams {
            // Raft begins anew from what is known to match: nothing relayed is waited for.
            book.forget(from);
        }
    }
}
