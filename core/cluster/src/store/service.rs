//! Client requests at a store: how each read mode is served, and how a put becomes an entry. Read
//! indexes are in `read_index.rs`, leases in `leases.rs`.

use sim::{MILLIS, NodeId};

use crate::context::Context;
use crate::group::{PendingRead, Proposal};
use crate::message::{Asked, ReadPayload, WritePayload};
use crate::store::refusals::Refused;
use crate::store::{ReplicaIndex, Store};
use kv::command::{self, PutOf};
use model::config::{LeaderCheck, Service};
use model::fact::{Refusal, Route};

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
        let service = payload.mode.service();
        // What asks nobody wakes nobody.
        if !matches!(service, Service::AtOnce | Service::Past) {
            self.wake(cx, index);
        }
        let leads = self.replicas[index].is_leader();
        // An index may have come with the request's timestamp.
        let has_index = read.index.is_some();
        match service {
            Service::AtOnce => self.begin_service(cx, index, read),
            Service::Leader(_) if !leads => {
                let (slot, why) = (payload.slot, Refusal::NotLeader);
                self.refuse(cx, index, gateway, slot, request, why);
            }
            Service::Leader(LeaderCheck::None) => self.begin_service(cx, index, read),
            Service::Leader(LeaderCheck::Lease) => self.read_by_lease(cx, index, read),
            Service::Leader(LeaderCheck::Quorum) | Service::ReadIndex if has_index => {
                self.wait_for_apply(cx, index, read);
            }
            Service::Leader(LeaderCheck::Quorum | LeaderCheck::Role) | Service::ReadIndex => {
                self.ask_read_index(cx, index, read);
            }
            Service::Version => self.read_by_version(cx, index, read),
            Service::PassOn if leads => self.ask_read_index(cx, index, read),
            Service::PassOn => self.pass_read_on(cx, index, gateway, request, payload),
            Service::Past => self.stale_arrives(cx, index, read),
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
        let refused = Refused {
            figure: wait_us,
            ..Refused::plainly(Refusal::Busy)
        };
        self.send_refusal(cx, at.range, (gateway, payload.slot, request), refused);
        true
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
        let (data, ts) = if self.keeps_versions {
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
        replica.lend(&mut self.list);
        if replica.node().propose(Vec::new(), data).is_err() {
            return self.refuse(cx, index, gateway, slot, request, Refusal::ProposalDropped);
        }
        self.count_use(cx, index, gateway, false, payload.key);
        if ts > 0 {
            let entry = self.replicas[index].node().raft.raft_log.last_index();
            self.replicas[index].record_put(entry, ts);
        }
        self.record_proposal(cx, index, |index, term| Proposal {
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

    /// A read by version reaches a replica.
    pub(crate) fn read_by_version(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: PendingRead,
    ) {
        let newest = self.newest_commit(index);
        let unchecked = cx.config.sabotage.leaves_versions_unchecked();
        if unchecked || read.is_recent_enough(newest) {
            return self.serve_by_version(cx, index, read);
        }
        self.emit_version_route(cx, index, &read, Route::VersionOld);
        if read.index.is_some() {
            self.wait_for_apply(cx, index, read);
        } else {
            self.ask_read_index(cx, index, read);
        }
    }
}
