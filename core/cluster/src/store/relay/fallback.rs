//! What a leader does when an append that went through a delegate is not acknowledged: it gives the
//! relay up after a bounded time, at once where it knows, and sends directly for a while. Which
//! appends go through a delegate is `leader`'s.

use sim::ZoneId;

use crate::context::Context;
use crate::group::{Member, RELAY_WAIT_TICKS};
use crate::message::RelayNack;
use crate::store::{ReplicaIndex, Store};
use model::fact::{Deed, Reason};

impl Store {
    /// Gives up on relays that were not acknowledged in time. Once per tick.
    pub(crate) fn tick_relays(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].relay.is_none() {
            return;
        }
        if !self.replicas[index].is_leader() {
            self.replicas[index].relay = None;
            return;
        }
        let tick = self.replicas[index].ticks();
        while let Some(late) = self.replicas[index].book().late(tick) {
            self.give_up(cx, index, late, tick);
            if !self.replicas[index].is_leader() {
                return;
            }
        }
        self.take_turns(cx, index);
    }

    /// Whose fault it is that a relayed append is not acknowledged: the member's if nothing else
    /// of it was heard either, else the delegate's.
    fn give_up(&mut self, cx: &mut Context, index: ReplicaIndex, late: Member, tick: u64) {
        let waited = (tick - late.since_tick, RELAY_WAIT_TICKS);
        let replica = &mut self.replicas[index];
        // An answer to a heartbeat that was sent before may still have been under way.
        let alive = replica.silent_ticks(late.peer) + 1 < tick - late.since_tick;
        let delegate = replica.node().raft.prs().get(late.via);
        let has_it = delegate.is_some_and(|d| d.matched >= late.oldest);
        if alive || !has_it {
            self.fail_delegate(cx, index, late.via, Reason::DelegateSilent, waited);
        }
        let why = if has_it {
            Reason::TookTooLong
        } else {
            Reason::DelegateSilent
        };
        self.go_direct(cx, index, late.peer, late.via, why, waited);
    }

    /// A delegate failed: it is not chosen for a while.
    fn fail_delegate(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        delegate: u64,
        why: Reason,
        figures: (u64, u64),
    ) {
        let tick = self.replicas[index].ticks();
        let at = self.replicas[index].at;
        let zone = cx.zone_of_peer(at.range, delegate);
        let book = self.replicas[index].book();
        book.bar(delegate, tick);
        if book.is_delegate(delegate)
            && let Some(zone) = zone
        {
            book.dismiss(zone);
            self.replicas[index].decide(cx, (Deed::LeftDelegate, why), (delegate, 0), figures);
        }
    }

    /// Sends to a member directly for a while, from what it is known to have, and at once.
    fn go_direct(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        peer: u64,
        via: u64,
        why: Reason,
        figures: (u64, u64),
    ) {
        let tick = self.replicas[index].ticks();
        self.replicas[index].book().go_direct(peer, tick);
        self.replicas[index].decide(cx, (Deed::SentDirect, why), (peer, via), figures);
        let node = self.replicas[index].node();
        node.report_unreachable(peer);
        if node.raft.prs().get(peer).is_some() {
            node.raft.send_append(peer);
        }
        self.after_call(cx, index);
    }

    /// A delegate refused to pass an append on.
    pub(crate) fn nack_arrives(&mut self, cx: &mut Context, index: ReplicaIndex, nack: &RelayNack) {
        let replica = &mut self.replicas[index];
        if !replica.is_leader() || replica.node().raft.term != nack.term {
            return;
        }
        let tick = replica.ticks();
        let book = self.replicas[index].book();
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
            self.fail_delegate(cx, index, member.via, why, figures);
        }
        self.go_direct(cx, index, nack.to, member.via, why, figures);
    }

    /// The transport knows that a delegate's process is gone: whatever waits for it goes directly.
    pub(crate) fn delegate_unreachable(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        delegate: u64,
    ) {
        let replica = &self.replicas[index];
        if replica.relay.is_none() || !replica.is_leader() {
            return;
        }
        if self.replicas[index].book().is_delegate(delegate) {
            self.fail_delegate(cx, index, delegate, Reason::DelegateDown, (0, 0));
        }
        while let Some(member) = self.replicas[index].book().waiting_via(delegate) {
            self.go_direct(
                cx,
                index,
                member.peer,
                delegate,
                Reason::DelegateDown,
                (0, 0),
            );
            if !self.replicas[index].is_leader() {
                return;
            }
        }
    }

    /// Switches changed: a leader leaves the delegates that it may not use any more.
    pub(crate) fn settle_relays(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &self.replicas[index];
        let Some(book) = replica.relay.as_ref().filter(|_| replica.is_leader()) else {
            return;
        };
        let on = cx.settings.follower_replication;
        let delegates = book.delegates().iter();
        let left: Vec<(ZoneId, u64)> = delegates
            .filter(|(zone, _)| !on.contains(*zone))
            .map(|(zone, current)| (*zone, current.peer))
            .collect();
        for (zone, peer) in left {
            self.replicas[index].book().dismiss(zone);
            let why = (Deed::LeftDelegate, Reason::SwitchedOff);
            self.replicas[index].decide(cx, why, (peer, 0), (0, 0));
        }
    }
}
