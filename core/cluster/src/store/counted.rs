//! Reads that are only counted, at a store: what `service`, `serving` and `serve` do for a read that
//! is recorded, where nothing but a core is needed for it.

use crate::context::Context;
use crate::group::PendingRead;
use crate::message::wire;
use crate::store::serving::ServingRead;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use crate::transport::{CountedRead, Stage};
use kv::row::row_bytes;
use model::config::{LeaderCheck, Service};
use model::view::StoreStatus;

impl Store {
    /// One arrives: it takes a core. False when it needs more than that.
    pub(crate) fn counted_arrives(
        &mut self,
        cx: &mut Context,
        slot: u32,
        read: &mut CountedRead,
    ) -> bool {
        let running = self.running_replica(read.range);
        let Some(index) = running.filter(|&index| self.replicas[index].is_up()) else {
            return false;
        };
        if !self.replicas[index].serves(read.key, 1) {
            return false;
        }
        self.wake(cx, index);
        if !self.leader_answers(cx, index, read) {
            return false;
        }
        let costs = &cx.config.costs;
        let cost_ns = costs.request_ns + costs.row_ns;
        let cost_ns = costs.spread.draw_ns(&mut self.service, cost_ns);
        let finish = self.cores.submit(cx.now(), cost_ns);
        self.serving.pace.learn(cost_ns);
        self.serving.counted += 1;
        (read.replica, read.stage) = (index, Stage::Serving);
        cx.go_on(slot, read, finish);
        if read.mode.service() == Service::Leader(LeaderCheck::Lease) {
            self.renew_in_advance(cx, index);
        }
        true
    }

    /// Its service is over: its row goes to the gateway. False when there is more to it.
    pub(crate) fn serve_counted(
        &mut self,
        cx: &mut Context,
        slot: u32,
        read: &mut CountedRead,
    ) -> bool {
        let index = read.replica;
        let replica = &self.replicas[index];
        if self.status != StoreStatus::Up || !replica.is_up() || !replica.serves(read.key, 1) {
            return false;
        }
        let machine = &replica.storage().machine;
        let is_news = machine.epoch != read.epoch;
        if is_news || !self.leader_answers(cx, index, read) {
            return false;
        }
        self.serving.counted -= 1;
        self.count_use(cx, index, read.gateway, false, read.key);
        let replica = &self.replicas[index];
        cx.count_served(&replica.at, read);
        let row = replica.storage().machine.row(read.key);
        read.value = row.write_id;
        read.bytes = wire::rows_bytes(read.request, row_bytes(row.value_bytes));
        read.range = replica.at.range;
        read.stage = Stage::Answered;
        cx.post_counted(slot, read, (self.node, read.gateway));
        true
    }

    /// Whether a replica leads and, where the mode asks for it, may answer under its lease.
    fn leader_answers(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: &CountedRead,
    ) -> bool {
        let replica = &mut self.replicas[index];
        if read.mode.service() == Service::Leader(LeaderCheck::Lease) {
            return replica.lease_serves(cx, &self.clock);
        }
        replica.is_leader()
    }

    /// One on its cores becomes an ordinary read: what is due in its place.
    pub(crate) fn adopt_counted(&mut self, slot: u32, read: &CountedRead) -> Event {
        self.serving.counted -= 1;
        let slot = self.serving.insert(ServingRead {
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
        let (store, life) = (self.node, self.life);
        Event::Serve { store, slot, life }
    }
}
