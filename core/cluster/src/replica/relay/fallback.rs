//! What a leader does when an append that went through a delegate is not acknowledged: it gives the
//! relay up after a bounded time, at once where it knows, and sends directly for a while. Which
//! appends go through a delegate is `leader`'s.

use sim::ZoneId;

use super::book::{Member, RELAY_WAIT_TICKS};
use crate::message::RelayNack;
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::{Deed, Reason};

impl Replica {
    /// Gives up on relays that were not acknowledged in time. Once per tick.
    pub(crate) fn tick_relays(&mut self, cx: &mut StoreContext) {
        if self.relay.is_none() {
            return;
        }
        if !self.is_leader() {
            self.relay = None;
            return;
        }
        let tick = self.ticks();
        while let Some(late) = self.book().late(tick) {
            self.give_up(cx, late, tick);
            if !self.is_leader() {
                return;
            }
        }
        self.take_turns(cx);
    }

    /// Whose fault it is that a relayed append is not acknowledged: the member's if nothing else
    /// of it was heard either, else the delegate's.
    fn give_up(&mut self, cx: &mut StoreContext, late: Member, tick: u64) {
        let waited = (tick - late.since_tick, RELAY_WAIT_TICKS);
        // An answer to a heartbeat that was sent before may still have been under way.
        let alive = self.silent_ticks(late.peer) + 1 < tick - late.since_tick;
        let delegate = self.node().raft.prs().get(late.via);
        let has_it = delegate.is_some_and(|d| d.matched >= late.oldest);
        if alive || !has_it {
            self.fail_delegate(cx, late.via, Reason::DelegateSilent, waited);
        }
        let why = if has_it {
            Reason::TookTooLong
        } else {
            Reason::DelegateSilent
        };
        self.go_direct(cx, late.peer, late.via, why, waited);
    }

    /// A delegate failed: it is not chosen for a while.
    fn fail_delegate(
        &mut self,
        cx: &mut StoreContext,
        delegate: u64,
        why: Reason,
        figures: (u64, u64),
    ) {
        let tick = self.ticks();
        let at = self.at;
        let zone = cx.zone_of_peer(at.range, delegate);
        let book = self.book();
        book.bar(delegate, tick);
        if book.is_delegate(delegate)
            && let Some(zone) = zone
        {
            book.dismiss(zone);
            self.decide(cx, (Deed::LeftDelegate, why), (delegate, 0), figures);
        }
    }

    /// Sends to a member directly for a while, from what it is known to have, and at once.
    fn go_direct(
        &mut self,
        cx: &mut StoreContext,
        peer: u64,
        via: u64,
        why: Reason,
        figures: (u64, u64),
    ) {
        let tick = self.ticks();
        self.book().go_direct(peer, tick);
        self.decide(cx, (Deed::SentDirect, why), (peer, via), figures);
        let node = self.node();
        node.report_unreachable(peer);
        if node.raft.prs().get(peer).is_some() {
            node.raft.send_append(peer);
        }
        self.after_call(cx);
    }

    /// A delegate refused to pass an append on.
    pub(crate) fn nack_arrives(&mut self, cx: &mut StoreContext, nack: &RelayNack) {
        if !self.is_leader() || self.node().raft.term != nack.term {
            return;
        }
        let tick = self.ticks();
        let book = self.book();
        let Some(&member) = book.member(nack.to) else {
            return;
        };
        // Others of the same burst find it on the direct way already.
        if member.waits_for == 0 || book.is_direct(nack.to, tick) {
            return;
        }
        let why = Reason::ALL
            .get(nack.reason as usize)
            .copied()
            .unwrap_or(Reason::MissingTail);
        let figures = (nack.figure, nack.limit);
        if why == Reason::Overloaded {
            self.fail_delegate(cx, member.via, why, figures);
        }
        self.go_direct(cx, nack.to, member.via, why, figures);
    }

    /// The transport knows that a delegate's process is gone: whatever waits for it goes directly.
    pub(crate) fn delegate_unreachable(&mut self, cx: &mut StoreContext, delegate: u64) {
        if self.relay.is_none() || !self.is_leader() {
            return;
        }
        if self.book().is_delegate(delegate) {
            self.fail_delegate(cx, delegate, Reason::DelegateDown, (0, 0));
        }
        while let Some(member) = self.book().waiting_via(delegate) {
            self.go_direct(cx, member.peer, delegate, Reason::DelegateDown, (0, 0));
            if !self.is_leader() {
                return;
            }
        }
    }

    /// Switches changed: a leader leaves the delegates that it may not use any more.
    pub(crate) fn settle_relays(&mut self, cx: &mut StoreContext) {
        let Some(book) = self.relay.as_ref().filter(|_| self.is_leader()) else {
            return;
        };
        let on = cx.settings.follower_replication;
        let delegates = book.delegates().iter();
        let left: Vec<(ZoneId, u64)> = delegates
            .filter(|(zone, _)| !on.contains(*zone))
            .map(|(zone, current)| (*zone, current.peer))
            .collect();
        for (zone, peer) in left {
            self.book().dismiss(zone);
            let why = (Deed::LeftDelegate, Reason::SwitchedOff);
            self.decide(cx, why, (peer, 0), (0, 0));
        }
    }
}
