//! A read's service: it takes a core, and its rows are what the replica holds when that is over.

use crate::context::Context;
use crate::group::PendingRead;
use crate::message::{Payload, client_label, news_bytes, wire};
use crate::store::{ReplicaIndex, Store};
use kv::mvcc::Unreadable;
use kv::row::row_bytes;
use model::config::{LeaderCheck, Service};
use model::fact::{Fact, MessageType, Refusal};

impl Store {
    /// A read's service is over: its rows are what the replica holds now.
    pub(crate) fn serve(&mut self, cx: &mut Context, slot: u32) {
        let serving = self.serving.take(slot);
        let (index, read) = (serving.replica, serving.read);
        let (gateway, slot, request) = (read.gateway, read.slot, read.request);
        let service = read.mode.service();
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
        if service == Service::Leader(LeaderCheck::None) && !replica.is_leader() {
            return self.refuse(cx, index, gateway, slot, request, Refusal::NotLeader);
        }
        if !self.still_safe(cx, index, &read) {
            return;
        }
        // Its lease may have run out while it waited for a core, or while the process stood still.
        let by_lease = service == Service::Leader(LeaderCheck::Lease) && read.index.is_none();
        if by_lease && !self.replicas[index].lease_serves(cx, &self.clock) {
            if self.replicas[index].is_leader() {
                return self.ask_read_index(cx, index, read);
            }
            return self.refuse(cx, index, gateway, slot, request, Refusal::NotLeader);
        }
        let anywhere = matches!(service, Service::AtOnce | Service::ReadIndex);
        self.count_use(cx, index, read.gateway, anywhere, read.key);
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
}
