//! What clients, transactions and the oracle's service ask of a store: it goes to the replica of
//! the range, or is refused for want of the keys with what the store knows of them. A read that is
//! only counted is handled here alone, where nothing but a core is needed for it.

use crate::context::Context;
use crate::message::{
    Asked, CallPayload, LeaderQuestion, PATIENCE_US, ReadPayload, Slot, WritePayload, wire,
};
use crate::process::{Asker, Caller, Elsewhere, PendingRead, ServingRead};
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex};
use crate::transport::{CountedRead, Stage};
use kv::row::row_bytes;
use model::config::{LeaderCheck, ReadMode, Service};
use model::fact::{Refusal, SentFact};
use model::ids::RangeId;
use model::view::StoreStatus;

impl Store {
    /// A get or scan reaches a store.
    pub(super) fn read_arrives(
        &mut self,
        cx: &mut Context,
        index: Option<ReplicaIndex>,
        sent: &SentFact,
        read: ReadPayload,
    ) {
        let Some(index) = index else {
            let (key, rows, epoch) = (read.key, read.rows, read.epoch);
            return self.refuse_absent(cx, sent, read.slot, Asked { key, rows, epoch });
        };
        let pending = PendingRead::of(sent, &read);
        let (replica, at) = &mut self.look_at(cx, index);
        if !replica.serves(read.key, read.rows) {
            return self.refuse_elsewhere(cx, sent.range, pending.elsewhere());
        }
        if replica.turns_away(at, &pending, read.busy_us) {
            return;
        }
        if let Some(pending) = replica.read_at_once(at, pending) {
            let (replica, at) = &mut self.at_replica(cx, index);
            replica.read_arrives(at, pending, read);
        }
    }

    /// A put reaches a store.
    pub(super) fn write_arrives(
        &mut self,
        cx: &mut Context,
        index: Option<ReplicaIndex>,
        sent: &SentFact,
        write: WritePayload,
    ) {
        let Some(index) = index else {
            let (key, rows, epoch) = (write.key, write.rows, write.epoch);
            return self.refuse_absent(cx, sent, write.slot, Asked { key, rows, epoch });
        };
        let to = asker(sent, write.slot);
        let (replica, at) = &mut self.at_replica(cx, index);
        if let Err(elsewhere) = replica.write_arrives(at, to, write) {
            self.refuse_elsewhere(cx, sent.range, elsewhere);
        }
    }

    /// A transaction's call reaches a store.
    pub(super) fn call_arrives(
        &mut self,
        cx: &mut Context,
        index: Option<ReplicaIndex>,
        sent: &SentFact,
        call: &CallPayload,
    ) {
        let to = Caller {
            gateway: sent.from,
            place: call.place,
            number: call.number,
            request: sent.request,
        };
        let Some(index) = index else {
            let elsewhere = Elsewhere::Call(to, call.asked(), (None, 0));
            return self.refuse_elsewhere(cx, sent.range, elsewhere);
        };
        let (replica, at) = &mut self.at_replica(cx, index);
        if let Err(elsewhere) = replica.call_arrives(at, to, call) {
            self.refuse_elsewhere(cx, sent.range, elsewhere);
        }
    }

    /// A question for a read index reaches a replica.
    pub(super) fn index_asked(&mut self, cx: &mut Context, sent: &SentFact, ask: LeaderQuestion) {
        let to = Asker {
            gateway: sent.from,
            slot: Slot(ask.errand),
            request: sent.request,
        };
        let Some(index) = self.replicas.on(sent.range) else {
            let elsewhere = Elsewhere::Request(to, ask.asked);
            return self.refuse_elsewhere(cx, sent.range, elsewhere);
        };
        let (replica, at) = &mut self.at_replica(cx, index);
        replica.wake(at);
        if !replica.serves(ask.asked.key, ask.asked.rows) {
            let elsewhere = Elsewhere::Request(to, ask.asked);
            return self.refuse_elsewhere(cx, sent.range, elsewhere);
        }
        if !replica.is_leader() {
            return replica.refuse(at, to, Refusal::NotLeader);
        }
        let read = PendingRead {
            slot: to.slot,
            request: to.request,
            gateway: to.gateway,
            key: ask.asked.key,
            rows: ask.asked.rows,
            mode: ReadMode::Leader,
            deadline_us: at.now() + PATIENCE_US,
            context: 0,
            asked_tick: 0,
            index: None,
            read_ts: 0,
            only_index: true,
            freshest: false,
            epoch: ask.asked.epoch,
        };
        replica.ask_read_index(at, read);
    }

    /// A read's service is over.
    pub(super) fn serve(&mut self, cx: &mut Context, slot: u32) {
        let ServingRead {
            replica: index,
            mut read,
        } = self.process.serving.take(slot);
        let replica = &self.replicas[index];
        if !replica.is_up() || !replica.serves(read.key, read.rows) {
            let range = replica.at.range;
            return self.refuse_elsewhere(cx, range, read.elsewhere());
        }
        if read.is_by_lease() {
            let (replica, at) = &mut self.at_replica(cx, index);
            match replica.still_leases(at, read) {
                Some(leased) => read = leased,
                None => return,
            }
        }
        let (replica, at) = &mut self.look_at(cx, index);
        replica.serve(at, &read);
    }

    fn refuse_absent(&mut self, cx: &mut Context, sent: &SentFact, slot: Slot, asked: Asked) {
        let elsewhere = Elsewhere::Request(asker(sent, slot), asked);
        self.refuse_elsewhere(cx, sent.range, elsewhere);
    }

    /// Refuses what was asked of a range for want of the keys, and says what the store knows of
    /// them.
    pub(super) fn refuse_elsewhere(
        &mut self,
        cx: &mut Context,
        range: RangeId,
        elsewhere: Elsewhere,
    ) {
        let news = self.replicas.news_on(cx, range, elsewhere.asked());
        self.at_process(cx).refuse_elsewhere(range, elsewhere, news);
    }

    /// One arrives: it takes a core. False when it needs more than that.
    pub(crate) fn counted_arrives(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        read: &mut CountedRead,
    ) -> bool {
        let running = self.running_replica(read.range);
        let Some(index) = running.filter(|&index| self.replicas[index].is_up()) else {
            return false;
        };
        if !self.replicas[index].serves(read.key, 1) {
            return false;
        }
        let (replica, cx) = &mut self.at_replica(cx, index);
        replica.wake(cx);
        if !replica.answers_counted(cx, read.mode) {
            return false;
        }
        let costs = &cx.config.costs;
        let cost_ns = costs.request_ns + costs.row_ns;
        let cost_ns = costs.spread.draw_ns(&mut cx.process.service, cost_ns);
        let finish = cx.submit(cost_ns);
        cx.process.serving.pace.learn(cost_ns);
        cx.process.serving.counted += 1;
        (read.replica, read.stage) = (index, Stage::Serving);
        cx.go_on(slot, read, finish);
        if read.mode.service() == Service::Leader(LeaderCheck::Lease) {
            replica.renew_in_advance(cx);
        }
        true
    }

    /// Its service is over: its row goes to the gateway. False when there is more to it.
    pub(crate) fn serve_counted(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        read: &mut CountedRead,
    ) -> bool {
        let index = read.replica;
        let replica = &self.replicas[index];
        if self.status != StoreStatus::Up || !replica.is_up() || !replica.serves(read.key, 1) {
            return false;
        }
        let machine = &replica.storage().machine;
        let is_news = machine.epoch != read.epoch;
        let (replica, cx) = &mut self.at_replica(cx, index);
        if is_news || !replica.answers_counted(cx, read.mode) {
            return false;
        }
        cx.process.serving.counted -= 1;
        cx.count_use((index, replica.life), read.gateway, false, read.key);
        cx.count_served(&replica.at, read);
        let row = replica.storage().machine.row(read.key);
        read.value = row.write_id;
        read.bytes = wire::rows_bytes(read.request, row_bytes(row.value_bytes));
        read.range = replica.at.range;
        read.stage = Stage::Answered;
        cx.post_counted(slot, read, (replica.at.node, read.gateway));
        true
    }

    /// One on its cores becomes an ordinary read: what is due in its place.
    pub(crate) fn adopt_counted(&mut self, slot: Slot, read: &CountedRead) -> Event {
        self.process.serving.counted -= 1;
        let slot = self.process.serving.insert(ServingRead {
            replica: read.replica,
            read: PendingRead {
                slot,
                request: read.request,
                gateway: read.gateway,
                key: read.key,
                rows: 1,
                mode: read.mode,
                deadline_us: read.deadline_us,
                context: 0,
                asked_tick: 0,
                index: None,
                read_ts: 0,
                only_index: false,
                freshest: false,
                epoch: read.epoch,
            },
        });
        let (store, life) = (self.process.node, self.process.life);
        Event::Serve { store, slot, life }
    }
}

/// Whose request it is that was sent.
fn asker(sent: &SentFact, slot: Slot) -> Asker {
    Asker {
        gateway: sent.from,
        slot,
        request: sent.request,
    }
}
