//! A read's service: it takes a core, and its rows are what the replica holds when that is over.

use crate::message::{Payload, client_label, news_bytes, wire};
use crate::process::{PendingRead, StoreContext};
use crate::replica::Replica;
use kv::mvcc::Unreadable;
use kv::row::row_bytes;
use model::config::{LeaderCheck, Service};
use model::fact::{Fact, MessageType, Refusal};

impl Replica {
    /// A read's service is over: its rows are what the replica holds now.
    pub(crate) fn serve(&self, cx: &mut StoreContext, read: &PendingRead) {
        let service = read.mode.service();
        if service == Service::Leader(LeaderCheck::None) && !self.is_leader() {
            return self.refuse(cx, read.asker(), Refusal::NotLeader);
        }
        if !self.still_safe(cx, read) {
            return;
        }
        let anywhere = matches!(service, Service::AtOnce | Service::ReadIndex);
        cx.count_use((self.number, self.life), read.gateway, anywhere, read.key);
        let machine = &self.storage().machine;
        let then;
        let rows = if read.read_ts == 0 || cx.config.sabotage.forgets_read_times() {
            machine.scan(read.key, read.rows)
        } else {
            match machine.read_at(read.key, read.rows, read.read_ts) {
                Ok(held) => then = held,
                Err(Unreadable::Locked(lock)) => {
                    return self.met_lock(cx, read.asker(), lock);
                }
                Err(Unreadable::Collected) => {
                    return self.refuse(cx, read.asker(), Refusal::NotSafeYet);
                }
            }
            &then
        };
        let rows_total = rows.iter().map(|r| row_bytes(r.value_bytes)).sum();
        let values: Vec<u64> = rows.iter().map(|r| r.write_id).collect();
        self.send_rows(cx, read, rows_total, values);
    }

    /// What was read goes to its gateway, or to the store that passed the read on.
    fn send_rows(
        &self,
        cx: &mut StoreContext,
        read: &PendingRead,
        rows_total: u32,
        values: Vec<u64>,
    ) {
        let at = self.at;
        cx.emit(Fact::Served {
            at,
            request: read.request,
        });
        let news = self.news_of(cx, read.epoch);
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
        cx.send(read.gateway, label, payload);
    }
}
