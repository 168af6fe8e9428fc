//! A read reaches a replica: how each mode is served. Its service takes a core, and its rows are
//! what the replica holds when that is over.

use sim::Micros;

use crate::message::{Payload, ReadPayload, client_label, news_bytes, wire};
use crate::process::{PendingRead, Refused, ServingRead, StoreContext};
use crate::replica::Replica;
use crate::timeline::Event;
use kv::mvcc::Unreadable;
use kv::row::row_bytes;
use model::config::{LeaderCheck, Service};
use model::fact::{Fact, MessageType, Refusal, Route};

impl Replica {
    /// A get or scan reaches a replica. It is returned if the replica must do more for it than
    /// look.
    pub(crate) fn read_at_once(
        &self,
        cx: &mut StoreContext,
        read: PendingRead,
    ) -> Option<PendingRead> {
        match read.mode.service() {
            Service::AtOnce => {
                self.begin_service(cx, read);
                None
            }
            Service::Past if !self.is_leader() => self.stale_at_follower(cx, read),
            _ => Some(read),
        }
    }

    /// A get or scan reaches a replica that must do something for it. `payload` is as it came.
    pub(crate) fn read_arrives(
        &mut self,
        cx: &mut StoreContext,
        read: PendingRead,
        payload: ReadPayload,
    ) {
        let service = read.mode.service();
        // What asks nobody wakes nobody.
        if service != Service::Past {
            self.wake(cx);
        }
        let leads = self.is_leader();
        // An index may have come with the request's timestamp.
        let has_index = read.index.is_some();
        match service {
            Service::AtOnce => self.begin_service(cx, read),
            Service::Leader(_) if !leads => self.refuse(cx, read.asker(), Refusal::NotLeader),
            Service::Leader(LeaderCheck::None) => self.begin_service(cx, read),
            Service::Leader(LeaderCheck::Lease) => self.read_by_lease(cx, read),
            Service::Leader(LeaderCheck::Quorum) | Service::ReadIndex if has_index => {
                self.wait_for_apply(cx, read);
            }
            Service::Leader(LeaderCheck::Quorum | LeaderCheck::Role) | Service::ReadIndex => {
                self.ask_read_index(cx, read);
            }
            Service::Version => self.read_by_version(cx, read),
            Service::PassOn if leads => self.ask_read_index(cx, read),
            Service::PassOn => self.pass_read_on(cx, read.asker(), payload),
            Service::Past => self.stale_arrives(cx, read),
        }
    }

    /// Turns a read away that would wait longer for a core than its gateway takes.
    pub(crate) fn turns_away(
        &self,
        cx: &mut StoreContext,
        read: &PendingRead,
        busy_us: Micros,
    ) -> bool {
        let wait_us = || cx.process.serving.wait_us(cx.process.cores.len());
        let wait_us = if busy_us > 0 { wait_us() } else { 0 };
        if wait_us <= busy_us {
            return false;
        }
        let refused = Refused {
            figure: wait_us,
            ..Refused::plainly(Refusal::Busy)
        };
        cx.send_refusal(self.at.range, read.asker(), refused);
        true
    }

    /// Puts a read on the cores: a cost for the request and one for each row.
    pub(crate) fn begin_service(&self, cx: &mut StoreContext, read: PendingRead) {
        let costs = &cx.config.costs;
        let mut cost_ns = costs.request_ns + u64::from(read.rows) * costs.row_ns;
        if read.mode.service() == Service::Past {
            cost_ns += cx.config.reads.stale_read_us * 1_000;
        }
        let cost_ns = costs.spread.draw_ns(&mut cx.process.service, cost_ns);
        let finish = cx.submit(cost_ns);
        let serving = &mut cx.process.serving;
        serving.pace.learn(cost_ns);
        let slot = serving.insert(ServingRead {
            replica: self.number,
            read,
        });
        let (store, life) = (self.at.node, cx.process.life);
        cx.at(finish, Event::Serve { store, slot, life });
    }

    /// A read by version reaches a replica.
    pub(crate) fn read_by_version(&mut self, cx: &mut StoreContext, read: PendingRead) {
        let newest = self.newest_commit();
        let unchecked = cx.config.sabotage.leaves_versions_unchecked();
        if unchecked || read.is_recent_enough(newest) {
            return self.serve_by_version(cx, read);
        }
        self.emit_version_route(cx, &read, Route::VersionOld);
        if read.index.is_some() {
            self.wait_for_apply(cx, read);
        } else {
            self.ask_read_index(cx, read);
        }
    }

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
