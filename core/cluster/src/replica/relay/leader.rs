//! The leader's side of the relay: which appends of a batch are stripped, and through whom they go.
//! What follows when they do not arrive is `fallback`'s.

use prost::Message as _;
use raft::ProgressState;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::ZoneId;

use super::book::DIRECT_TICKS;
use super::choose::{Able, choose};
use crate::message::{Forward, Label, Payload, RelayAppend};
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::{Deed, MessageType, Reason, Saver};

/// A member or delegate was heard from within so many heartbeats, or the relay does without it.
const HEARD_HEARTBEATS: u64 = 3;

/// What goes through one zone's delegate in one batch.
struct Route {
    delegate: u64,
    /// Those that get a header only.
    members: Vec<u64>,
    /// Position in the batch of the delegate's last append: it carries the headers.
    carrier: Option<usize>,
    inner: Option<Message>,
    forwards: Vec<Forward>,
    /// Lengths of the appends as they would have gone.
    full_bytes: u64,
    /// The stripped appends, kept for comparison while the oracle is on.
    originals: Vec<Message>,
}

/// Ticks that a new delegate has to catch up before it counts as failed.
const HANDOVER_TICKS: u64 = 3;

impl Replica {
    /// Sends a leader's batch: appends of members that a delegate can serve go as headers with the
    /// delegate's own append, all else as it is. The batch is sorted by receiver.
    #[expect(clippy::vec_box, reason = "the caller keeps the boxes")]
    pub(crate) fn send_relayed(&mut self, cx: &mut StoreContext, batch: &mut Vec<Box<Message>>) {
        let mut routes = self.routes(cx, batch);
        for (position, message) in batch.drain(..).enumerate() {
            if !is_append(&message) {
                self.send_raft_message(cx, message);
                continue;
            }
            let to = message.to;
            if let Some(route) = routes.iter_mut().find(|r| r.carrier == Some(position)) {
                route.full_bytes += message.encoded_len() as u64;
                route.inner = Some(cx.process.boxes.unboxed(message));
            } else if let Some(route) = routes.iter_mut().find(|r| r.members.contains(&to)) {
                route.full_bytes += message.encoded_len() as u64;
                route.forwards.push(Forward::of(&message));
                let message = cx.process.boxes.unboxed(message);
                if cx.config.oracle {
                    route.originals.push(message);
                }
            } else {
                self.send_raft_message(cx, message);
            }
        }
        for route in routes {
            self.send_envelope(cx, route);
        }
    }

    /// The routes of a batch, by zone.
    fn routes(&mut self, cx: &mut StoreContext, batch: &[Box<Message>]) -> Vec<Route> {
        let mut routes = Vec::new();
        let at = self.at;
        let own = cx.config.zone_of(at.node);
        let zones: Vec<Option<ZoneId>> = batch
            .iter()
            .map(|m| is_append(m).then(|| cx.zone_of_peer(at.range, m.to))?)
            .collect();
        for zone in (0..cx.config.zones).map(ZoneId) {
            let wanted = zone != own && cx.settings.follower_replication.contains(zone);
            if wanted && zones.contains(&Some(zone)) {
                routes.extend(self.route(cx, zone, batch));
            }
        }
        routes
    }

    fn route(
        &mut self,
        cx: &mut StoreContext,
        zone: ZoneId,
        batch: &[Box<Message>],
    ) -> Option<Route> {
        let able = self.able_in(cx, zone);
        let delegate = self.appoint(cx, zone, &able)?;
        let tick = self.ticks();
        let sent = able.iter().find(|a| a.peer == delegate)?.sent;
        let book = self.book();
        // All appends of a member go the same way, or one might overtake another.
        let fits = |peer: u64| {
            let of_peer = || batch.iter().filter(|m| m.to == peer && is_append(m));
            let last = of_peer().map(|m| last_of(m)).max();
            last.is_some_and(|last| last <= sent) && !book.is_direct(peer, tick)
        };
        let members: Vec<u64> = able
            .iter()
            .map(|a| a.peer)
            .filter(|&peer| peer != delegate && fits(peer))
            .collect();
        if members.is_empty() {
            return None;
        }
        let carrier = batch.iter().rposition(|m| m.to == delegate && is_append(m));
        for &peer in &members {
            let of_peer = batch.iter().filter(|m| m.to == peer && is_append(m));
            let last = of_peer.map(|m| last_of(m)).max().expect("it fits");
            if self.book().relayed(peer, delegate, last, tick) {
                let waited = (DIRECT_TICKS, DIRECT_TICKS);
                self.decide(
                    cx,
                    (Deed::ResumedRelay, Reason::Recovered),
                    (peer, delegate),
                    waited,
                );
            }
        }
        Some(Route {
            delegate,
            members,
            carrier,
            inner: None,
            forwards: Vec::new(),
            full_bytes: 0,
            originals: Vec::new(),
        })
    }

    /// Members of a zone that get appends in a steady stream and were heard from lately.
    pub(super) fn able_in(&mut self, cx: &StoreContext, zone: ZoneId) -> Vec<Able> {
        let range = self.at.range;
        let members = self.node().raft.prs().iter().map(|(peer, _)| *peer);
        let mut peers: Vec<u64> = members.collect();
        peers.retain(|peer| cx.zone_of_peer(range, *peer) == Some(zone));
        peers.sort_unstable();
        let heard_ticks = heard_ticks(cx);
        let mut able = Vec::with_capacity(peers.len());
        for peer in peers {
            if self.silent_ticks(peer) > heard_ticks {
                continue;
            }
            let progress = self.node().raft.prs();
            if let Some(member) = progress.get(peer)
                && member.state == ProgressState::Replicate
            {
                able.push(Able {
                    peer,
                    voter: progress.conf().voters().contains(peer),
                    sent: member.next_idx - 1,
                    matched: member.matched,
                });
            }
        }
        able
    }

    /// The zone's delegate for this batch; none where fewer than two members could use one. One
    /// that is able stays: policies change delegates at ticks (`turn`).
    fn appoint(&mut self, cx: &mut StoreContext, zone: ZoneId, able: &[Able]) -> Option<u64> {
        let tick = self.ticks();
        let policy = cx.settings.delegate_policy;
        let book = self.book();
        let current = book.delegate(zone);
        if let Some(current) = current {
            // Alone it has nobody to pass anything on to, until another can use it again.
            if able.iter().any(|a| a.peer == current.peer) {
                return (able.len() > 1).then_some(current.peer);
            }
            if tick < current.since_tick + HANDOVER_TICKS {
                return None;
            }
            self.leave(cx, zone, current.peer);
        }
        if able.len() < 2 {
            return None;
        }
        let book = self.book();
        let may = |a: &&Able| !book.is_barred(a.peer, tick);
        let candidates: Vec<Able> = able.iter().filter(may).copied().collect();
        let (peer, why) = choose(policy, None, tick, &candidates)?;
        self.install(cx, zone, able, (peer, current.map_or(0, |c| c.peer)), why);
        Some(peer)
    }

    /// The zone's delegate can relay no more: says why.
    pub(super) fn leave(&mut self, cx: &mut StoreContext, zone: ZoneId, delegate: u64) {
        self.book().dismiss(zone);
        let heard_ticks = heard_ticks(cx);
        let silent = self.silent_ticks(delegate);
        let raft = &self.node().raft;
        let (why, figures) = match raft.prs().get(delegate) {
            None => (Reason::DelegateDown, (0, 0)),
            _ if silent > heard_ticks => (Reason::DelegateSilent, (silent, heard_ticks)),
            Some(progress) if progress.state != ProgressState::Replicate => {
                let last = raft.raft_log.last_index();
                (Reason::MissingTail, (progress.matched, last))
            }
            Some(_) => (Reason::OnlyOne, (1, 2)),
        };
        self.decide(cx, (Deed::LeftDelegate, why), (delegate, 0), figures);
    }

    fn send_envelope(&mut self, cx: &mut StoreContext, route: Route) {
        let at = self.at;
        let term = self.node().raft.term;
        let Some(to) = cx.node_of_peer(at.range, route.delegate) else {
            return;
        };
        let head = route.inner.as_ref();
        let index_before = head.map_or(route.forwards[0].index, |inner| inner.index);
        let entries = head.map_or(0, |inner| inner.entries.len() as u32);
        let relay = RelayAppend::new(at.peer, term, route.inner, route.forwards);
        let bytes = relay.encoded_len() as u64;
        let label = Label {
            term,
            index: index_before,
            entries,
            ..Label::new(MessageType::RelayAppend, at.range, bytes)
        };
        cx.process.raft_sent += 1;
        let note = self.piggyback(cx, label.what, at.peer);
        cx.send_with(to, label, Payload::Relay(Box::new(relay)), note);
        if cx.config.oracle {
            cx.keep_originals(route.originals);
        }
        cx.emit_saved(Saver::Relay, route.full_bytes.saturating_sub(bytes));
    }
}

/// A member that was silent for longer is not relayed to, and relays nothing.
pub(super) fn heard_ticks(cx: &StoreContext) -> u64 {
    HEARD_HEARTBEATS * cx.config.raft.heartbeat_ticks as u64
}

fn is_append(message: &Message) -> bool {
    message.get_msg_type() == RaftType::MsgAppend
}

/// Last index that an append brings its receiver to.
fn last_of(append: &Message) -> u64 {
    append.entries.last().map_or(append.index, |e| e.index)
}
