//! Client requests at a store: how each read mode is served, and how a put becomes an entry. Read
//! indexes are in `read_index.rs`, leases in `leases.rs`.

use kv::protobuf::varint_field;
use sim::{MILLIS, NodeId};

use crate::context::Context;
use crate::group::{PendingRead, Proposal};
use crate::message::{Asked, Payload, ReadPayload, WritePayload, client_label, news_bytes, wire};
use crate::store::serving::ServingRead;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use kv::command::{self, PutOf};
use kv::machine::Effect;
use kv::mvcc::Unreadable;
use kv::row::row_bytes;
use model::config::ReadMode;
use model::fact::{Fact, MessageType, Refusal};

impl Store {
    /// A get or scan reaches a replica.
    pub(crate) fn read_arrives(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        request: u64,
        payload: ReadPayload,
    ) {
        let read = PendingRead {
            slot: payload.slot,
            request,
            gateway,
            key: payload.key,
            rows: payload.rows,
            mode: payload.mode,
            deadline_us: payload.deadline_us,
            context: 0,
            asked_tick: 0,
            index: (payload.applied_index > 0).then_some(payload.applied_index),
            read_ts: payload.read_ts,
            only_index: false,
            freshest: payload.freshest,
            epoch: payload.epoch,
        };
        if !self.replicas[index].serves(payload.key, payload.rows) {
            let at = self.replicas[index].at;
            let to = (gateway, payload.slot, request);
            return self.refuse_keys(cx, at.range, to, read.asked());
        }
        if payload.busy_us > 0 && self.turns_away(cx, index, gateway, request, payload) {
            return;
        }
        if !matches!(payload.mode, ReadMode::Local | ReadMode::Stale) {
            self.wake(cx, index);
        }
        let leads = self.replicas[index].is_leader();
        match payload.mode {
            // A read index came with the request's timestamp.
            ReadMode::Follower if read.index.is_some() => self.wait_for_apply(cx, index, read),
            ReadMode::Leader if leads && read.index.is_some() => {
                self.wait_for_apply(cx, index, read);
            }
            ReadMode::Local => self.begin_service(cx, index, read),
            ReadMode::LeaderUnchecked if leads => self.begin_service(cx, index, read),
            ReadMode::Leader | ReadMode::LeaseUnsafe if leads => {
                self.ask_read_index(cx, index, read);
            }
            ReadMode::Lease if leads => self.read_by_lease(cx, index, read),
            ReadMode::LeaderUnchecked
            | ReadMode::Leader
            | ReadMode::LeaseUnsafe
            | ReadMode::Lease => {
                self.refuse(
                    cx,
                    index,
                    gateway,
                    payload.slot,
                    request,
                    Refusal::NotLeader,
                );
            }
            ReadMode::Follower => self.ask_read_index(cx, index, read),
            ReadMode::Version => self.read_by_version(cx, index, read),
            ReadMode::Proxy if leads => self.ask_read_index(cx, index, read),
            ReadMode::Proxy => self.pass_read_on(cx, index, gateway, request, payload),
            ReadMode::Stale => self.stale_arrives(cx, index, read),
            _ => unreachable!("not in this build: the format refuses it"),
        }
    }

    /// Turns a read away that would wait longer for a core than its gateway takes.
    fn turns_away(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        request: u64,
        payload: ReadPayload,
    ) -> bool {
        let at = self.replicas[index].at;
        let wait_us = self.serving.wait_us(self.cores.len());
        if wait_us <= payload.busy_us {
            return false;
        }
        let why = Refusal::Busy;
        let bytes = wire::answer_bytes(request, 1 + why as u32, 0) + varint_field(wait_us);
        let mut label = client_label(MessageType::Refusal, at.range, bytes, request);
        label.reject = true;
        let refused = Payload::Refused {
            slot: payload.slot,
            why,
            leader: None,
            figure: wait_us,
            news: None,
        };
        self.send(cx, gateway, label, refused);
        true
    }

    /// Puts a read on the cores: a cost for the request and one for each row.
    pub(crate) fn begin_service(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: PendingRead,
    ) {
        let costs = &cx.config.costs;
        let mut cost_ns = costs.request_ns + u64::from(read.rows) * costs.row_ns;
        if read.mode == ReadMode::Stale {
            cost_ns += cx.config.reads.stale_read_us * 1_000;
        }
        let now = cx.now();
        let finish = self.cores.submit(now, cost_ns);
        self.serving.pace.note(cost_ns);
        let slot = self.serving.insert(ServingRead {
            replica: index,
            read,
        });
        let (store, life) = (self.node, self.life);
        cx.at(finish, Event::Serve { store, slot, life });
    }

    /// A read's service is over: its rows are what the replica holds now.
    pub(crate) fn serve(&mut self, cx: &mut Context, slot: u32) {
        let serving = self.serving.take(slot);
        let (index, read) = (serving.replica, serving.read);
        let (gateway, slot, request) = (read.gateway, read.slot, read.request);
        let replica = &self.replicas[index];
        if !replica.is_up() {
            let place = replica.at.range;
            return self.refuse_keys(cx, place, (gateway, slot, request), read.asked());
        }
        if !self.replicas[index].serves(read.key, read.rows) {
            let place = replica.at.range;
            return self.refuse_keys(cx, place, (gateway, slot, request), read.asked());
        }
        let replica = &self.replicas[index];
        if read.mode == ReadMode::LeaderUnchecked && !replica.is_leader() {
            return self.refuse(cx, index, gateway, slot, request, Refusal::NotLeader);
        }
        if !self.still_safe(cx, index, &read) {
            return;
        }
        // Its lease may have run out while it waited for a core, or while the process stood still.
        let by_lease = read.mode == ReadMode::Lease && read.index.is_none();
        if by_lease && !self.replicas[index].lease_serves(cx, &self.clock) {
            if self.replicas[index].is_leader() {
                return self.ask_read_index(cx, index, read);
            }
            return self.refuse(cx, index, gateway, slot, request, Refusal::NotLeader);
        }
        let anywhere = matches!(read.mode, ReadMode::Local | ReadMode::Follower);
        self.note_use(cx, index, read.gateway, anywhere, read.key);
        let replica = &self.replicas[index];
        let machine = &replica.storage().machine;
        let then;
        let rows = if read.read_ts == 0 || cx.config.sabotage.forgets_read_times() {
            machine.scan(read.key, read.rows)
        } else {
            match machine.read_at(read.key, read.rows, read.read_ts) {
                Ok(held) => then = held,
                Err(Unreadable::Locked(lock)) => {
                    return self.met_lock(cx, index, gateway, slot, request, lock);
                }
                Err(Unreadable::Collected) => {
                    return self.refuse(cx, index, gateway, slot, request, Refusal::NotSafeYet);
                }
            }
            &then
        };
        let rows_total = rows.iter().map(|r| row_bytes(r.value_bytes)).sum();
        let values: Vec<u64> = rows.iter().map(|r| r.write_id).collect();
        self.send_rows(cx, index, &read, rows_total, values);
    }

    /// What was read goes to its gateway, or to the store that passed the read on.
    fn send_rows(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: &PendingRead,
        rows_total: u32,
        values: Vec<u64>,
    ) {
        let at = self.replicas[index].at;
        cx.emit(Fact::Served {
            at,
            request: read.request,
        });
        let news = self.replicas[index].news_of(cx, read.epoch);
        let bytes = wire::rows_bytes(read.request, rows_total) + news_bytes(&news);
        let what = if cx.is_store(read.gateway) {
            MessageType::ForwardedRows
        } else {
            MessageType::Rows
        };
        let label = client_label(what, at.range, bytes, read.request);
        let payload = Payload::Rows {
            slot: read.slot,
            first_key: read.key,
            values,
            news,
        };
        self.send(cx, read.gateway, label, payload);
    }

    /// A put reaches a replica: proposed if it leads, else refused.
    pub(crate) fn write_arrives(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        request: u64,
        payload: WritePayload,
    ) {
        let now = cx.now();
        self.cores.submit(now, cx.config.costs.request_ns);
        let slot = payload.slot;
        self.wake(cx, index);
        // A follower would forward the proposal; TiKV refuses it, so that clients learn the leader.
        if !self.replicas[index].is_leader() {
            return self.refuse(cx, index, gateway, slot, request, Refusal::NotLeader);
        }
        let asked = Asked {
            key: payload.key,
            rows: payload.rows,
            epoch: payload.epoch,
        };
        if !self.replicas[index].serves(payload.key, payload.rows) {
            let at = self.replicas[index].at;
            return self.refuse_keys(cx, at.range, (gateway, slot, request), asked);
        }
        let (data, ts) = if cx.settings.reads.keeps_versions() {
            let Some(put) = self.versioned_put(cx, index, request, &payload) else {
                return self.refuse(cx, index, gateway, slot, request, Refusal::ProposalDropped);
            };
            put
        } else {
            let put = PutOf {
                row: payload.key,
                rows: payload.rows,
                write_id: request,
                value_bytes: payload.value_bytes,
                values: payload.values,
                at_ms: now / MILLIS,
            };
            (command::encode(&put), 0)
        };
        let replica = &mut self.replicas[index];
        if replica.node().propose(Vec::new(), data).is_err() {
            return self.refuse(cx, index, gateway, slot, request, Refusal::ProposalDropped);
        }
        self.note_use(cx, index, gateway, false, payload.key);
        if ts > 0 {
            let entry = self.replicas[index].node().raft.raft_log.last_index();
            self.replicas[index].note_put(entry, ts);
        }
        self.note_proposal(cx, index, |index, term| Proposal {
            index,
            term,
            slot,
            request,
            gateway,
            call: 0,
            asked,
        });
        self.after_call(cx, index);
    }

    /// Remembers whom to answer when the entry that a leader has just appended is applied.
    pub(crate) fn note_proposal(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        proposal: impl FnOnce(u64, u64) -> Proposal,
    ) {
        let raft = &self.replicas[index].node().raft;
        let (entry_index, term) = (raft.raft_log.last_index(), raft.term);
        self.refuse_overwritten(cx, index, entry_index, term);
        self.replicas[index].note_proposed(cx, &self.clock, false);
        let proposal = proposal(entry_index, term);
        self.replicas[index].proposals.push_back(proposal);
    }

    /// Proposals of an earlier term at or after this index are not in this leader's log, so they
    /// are not committed and never will be (leader completeness): their gateways may try again.
    fn refuse_overwritten(&mut self, cx: &mut Context, index: ReplicaIndex, from: u64, term: u64) {
        let overwritten = |p: &Proposal| p.index >= from && p.term < term;
        while let Some(last) = self.replicas[index]
            .proposals
            .pop_back_if(|p| overwritten(p))
        {
            self.refuse_proposal(cx, index, &last, Refusal::NotLeader);
        }
    }

    fn refuse_proposal(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        proposal: &Proposal,
        why: Refusal,
    ) {
        let (gateway, slot, request) = (proposal.gateway, proposal.slot, proposal.request);
        if proposal.call > 0 {
            let to = (gateway, slot, proposal.call);
            return self.refuse_call(cx, index, to, request, why, proposal.asked);
        }
        if why == Refusal::WrongRange {
            let at = self.replicas[index].at;
            let to = (gateway, slot, request);
            return self.refuse_keys(cx, at.range, to, proposal.asked);
        }
        self.refuse(cx, index, gateway, slot, request, why);
    }

    /// Answers the put whose entry was applied; another entry at its index means that it never
    /// will be (Raft paper 5.4.2: an index is decided once), so the gateway may try again.
    pub(crate) fn answer_proposals(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        applied: u64,
        term: u64,
        effect: Effect,
    ) {
        while let Some(&proposal) = self.replicas[index].proposals.front() {
            if proposal.index > applied {
                return;
            }
            self.replicas[index].proposals.pop_front();
            let (gateway, slot, request) = (proposal.gateway, proposal.slot, proposal.request);
            if proposal.index < applied {
                // A snapshot took this replica past the index: nobody here knows what became of it.
                continue;
            }
            if proposal.term != term {
                self.refuse_proposal(cx, index, &proposal, Refusal::NotLeader);
                continue;
            }
            match effect {
                Effect::WrongRange => {
                    self.refuse_proposal(cx, index, &proposal, Refusal::WrongRange);
                    continue;
                }
                Effect::Verdict(verdict) if proposal.call > 0 => {
                    let to = (gateway, slot, proposal.call);
                    self.answer_call(cx, index, to, request, verdict, proposal.asked);
                    continue;
                }
                Effect::Verdict(_) | Effect::Done => {}
            }
            let at = self.replicas[index].at;
            let news = self.replicas[index].news_of(cx, proposal.asked.epoch);
            let bytes = wire::answer_bytes(request, 0, 0) + news_bytes(&news);
            let label = client_label(MessageType::WriteResponse, at.range, bytes, request);
            self.send(cx, gateway, label, Payload::Written { slot, news });
        }
    }

    pub(crate) fn refuse(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        slot: u32,
        request: u64,
        why: Refusal,
    ) {
        self.refuse_with(cx, index, gateway, (slot, request), why, 0);
    }

    /// The same with a figure that says what stood in the way.
    pub(crate) fn refuse_with(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        (slot, request): (u32, u64),
        why: Refusal,
        figure: u64,
    ) {
        let at = self.replicas[index].at;
        // Where a replica lags another replica helps as well: the leader is not named.
        let (leader, hint) = match why {
            Refusal::LaggingIndex => (None, 0),
            _ => self.replicas[index].leader_hint(cx),
        };
        let mut bytes = wire::answer_bytes(request, 1 + why as u32, hint);
        bytes += varint_field(figure);
        let mut label = client_label(MessageType::Refusal, at.range, bytes, request);
        label.reject = true;
        self.send(
            cx,
            gateway,
            label,
            Payload::Refused {
                slot,
                why,
                leader,
                figure,
                news: None,
            },
        );
    }

    /// Refuses a request for keys that the range's replica on a store has not, or does not serve
    /// now, or of which there is no replica there; and says what the store knows of them.
    pub(crate) fn refuse_keys(
        &mut self,
        cx: &mut Context,
        range: u32,
        (gateway, slot, request): (NodeId, u32, u64),
        asked: Asked,
    ) {
        let why = Refusal::WrongRange;
        let news = self.news_on(cx, range, asked);
        let bytes = wire::answer_bytes(request, 1 + why as u32, 0) + news_bytes(&news);
        let mut label = client_label(MessageType::Refusal, range, bytes, request);
        label.reject = true;
        let refused = Payload::Refused {
            slot,
            why,
            leader: None,
            figure: 0,
            news,
        };
        self.send(cx, gateway, label, refused);
    }

    /// A replica goes: the reads that wait at it go elsewhere.
    pub(crate) fn refuse_all_reads(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        for read in std::mem::take(&mut replica.reads) {
            let request = (read.gateway, read.slot, read.request);
            self.refuse_keys(cx, at.range, request, read.asked());
        }
    }
}
