//! Reads that are only counted, at their gateway. They do what `admit`, `attempt` and `ending`
//! do for a request that is recorded, by the same draws and at the same instants.

use sim::Micros;

use super::Gateways;
use super::admit::{statement_ns, through, way_us};
use super::attempt::zone_label_bytes;
use super::requests::Request;
use crate::context::Context;
use crate::message::{Slot, epoch_bytes, wire};
use crate::timeline::Event;
use crate::transport::{CountedRead, Stage};
use model::config::{Compression, LeaderCheck, OpKind, Routing, Service, Timestamps, ValueKind};
use model::fact::{CountedFact, Outcome, RequestFact};
use model::ids::RequestId;
use model::named::NamedKeys;
use model::view::Epoch;

impl Gateways {
    /// Whether a read needs nothing but cores and links, and is none of those that are recorded.
    /// The first request of a load always is.
    pub(super) fn is_counted(&self, cx: &Context, fact: &RequestFact) -> bool {
        let one_in = cx.config.record_one_in;
        if one_in <= 1 || fact.request.0 & (one_in - 1) == 0 {
            return false;
        }
        let spec = fact.mode.spec();
        let checks = matches!(
            spec.service,
            Service::Leader(LeaderCheck::Lease | LeaderCheck::None)
        );
        let reads = &cx.settings.reads;
        let is_plain = |load: u16| {
            let place = usize::from(load);
            self.clients[place].begun && cx.config.workloads[place].mix.is_none()
        };
        fact.op == OpKind::Get
            && fact.workload.is_some_and(is_plain)
            && (fact.parent, fact.retry) == (RequestId::NONE, 0)
            && checks
            && spec.routing == Routing::Leader
            && reads.timestamps == Timestamps::None
            && !reads.keeps_safe_times()
            && !cx.settings.delta_encoding
            && cx.settings.compression == Compression::None
            && self.runs(fact.gateway)
    }

    /// A client sends one to its gateway.
    pub(super) fn count_read(
        &mut self,
        cx: &mut Context,
        fact: &RequestFact,
        deadline_us: Micros,
        client: Option<(u32, u32)>,
    ) {
        let slot = self.requests.reserve();
        let read = CountedRead {
            request: fact.request,
            invoked_us: cx.now(),
            deadline_us,
            key: fact.key,
            value: 0,
            flight: 0,
            sent_us: 0,
            due_us: 0,
            bytes: 0,
            range: fact.range,
            replica: 0,
            client,
            epoch: Epoch::default(),
            gateway: fact.gateway,
            store: fact.gateway,
            workload: fact.workload.expect("a load's"),
            mode: fact.mode,
            stage: Stage::Admitted,
        };
        let mut read = cx.begin_counted(slot, read);
        self.admit_counted(cx, slot, &mut read, through(cx.config, fact, client));
        cx.keep_counted(slot, read);
    }

    /// It goes to its gateway, through a balancer where there is one.
    fn admit_counted(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        read: &mut CountedRead,
        balancer: Option<u16>,
    ) {
        let Some(place) = balancer else {
            return self.take_core_counted(cx, slot, read);
        };
        let place = usize::from(place);
        let balancer = cx.config.machines.balancers[place];
        let costs = &cx.config.machines.costs;
        let mean_ns = costs.balance_of_ns(balancer.cores);
        let cost_ns = cx.config.costs.spread.draw_ns(&mut self.service, mean_ns);
        let finish = self.balancers[place].submit(cx.now(), cost_ns);
        let due_us = finish + way_us(cx.config, balancer.zone, read.gateway);
        cx.go_on(slot, read, due_us);
    }

    /// It came through its balancer.
    pub(crate) fn take_core_counted(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        read: &mut CountedRead,
    ) {
        read.stage = Stage::Begun;
        let now = cx.now();
        let mut begin_us = cx.handle_packets(read.gateway, 2);
        let mean_ns = statement_ns(cx, OpKind::Get, None);
        let cost_ns = cx.config.costs.spread.draw_ns(&mut self.service, mean_ns);
        if let Some(cores) = &mut self.gateway_mut(read.gateway).cores {
            begin_us = begin_us.max(cores.submit(now, cost_ns));
        }
        if begin_us == now {
            return self.send_counted(cx, slot, read);
        }
        cx.go_on(slot, read, begin_us);
    }

    /// The gateway's core has done its part: it goes to its leader.
    pub(crate) fn send_counted(&mut self, cx: &mut Context, slot: Slot, read: &mut CountedRead) {
        let known = self.gateway(read.gateway).ranges.entry(read.key);
        (read.range, read.store) = (known.known.range, known.leader);
        read.epoch = known.known.epoch;
        read.stage = Stage::Asked;
        read.bytes = zone_label_bytes(cx, read.gateway)
            + epoch_bytes(read.epoch)
            + wire::read_request_bytes(read.request, read.range, 1, read.mode as u32);
        cx.post_counted(slot, read, (read.gateway, read.store));
    }

    /// Its row has come.
    pub(crate) fn counted_answered(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        read: Box<CountedRead>,
    ) {
        if read.mode.service() == Service::Leader(LeaderCheck::None) {
            self.learn_leader(read.gateway, read.key, read.range, read.store);
        }
        let (workload, client) = (read.workload, read.client);
        let ended = CountedFact {
            request: read.request,
            workload,
            mode: read.mode,
            gateway: read.gateway,
            invoked_us: read.invoked_us,
            outcome: Outcome::Ok,
            value: read.value,
        };
        cx.end_counted(slot, read);
        self.requests.give_back(slot);
        cx.count(&ended);
        self.clients[usize::from(workload)].in_flight -= 1;
        if let Some(client) = client {
            self.client_goes_on(cx, workload, client);
        }
    }

    /// It becomes an ordinary request, at the point where it is.
    pub(crate) fn adopt_counted(&mut self, cx: &mut Context, slot: Slot, read: &CountedRead) {
        let is_out = !matches!(read.stage, Stage::Admitted | Stage::Begun);
        let fact = RequestFact {
            request: read.request,
            gateway: read.gateway,
            workload: Some(read.workload),
            op: OpKind::Get,
            key: read.key,
            rows: 1,
            mode: read.mode,
            range: read.range,
            value: 0,
            parent: RequestId::NONE,
            client: read.client.map(|(client, _)| client),
            retry_of: RequestId::NONE,
            asked_us: 0,
            operation: None,
            bound_us: 0,
            retry: 0,
            named: NamedKeys::default(),
        };
        cx.join(read.invoked_us, &fact, is_out.then_some(read.store));
        let request = Request {
            fact,
            invoked_us: read.invoked_us,
            deadline_us: read.deadline_us,
            value_bytes: 0,
            values: ValueKind::Line,
            attempts: u64::from(is_out),
            waiting_for: is_out.then_some(read.store),
            named: None,
            has_left: is_out,
            sent_us: read.sent_us,
            serve: read.mode,
            client: read.client,
            parent: None,
            read_ts: 0,
            applied_index: 0,
            task: None,
            is_counted: true,
            then: None,
        };
        self.requests.put(slot, request);
        let config = &cx.config.workloads[usize::from(read.workload)];
        let of = config.timeout_us.map_or(0, |_| read.workload + 1);
        self.arm_deadline_late(cx, of, (read.deadline_us, slot, read.request));
    }

    /// The deadline of a request that was sent before others whose deadlines are known.
    fn arm_deadline_late(&mut self, cx: &mut Context, of: u16, due: (Micros, Slot, RequestId)) {
        let deadlines = self.requests.deadlines(of);
        let place = deadlines.due.partition_point(|(at, ..)| *at <= due.0);
        deadlines.due.insert(place, due);
        let at = due.0.max(cx.now());
        if deadlines.armed_us.is_none_or(|armed_us| at < armed_us) {
            // That of a later instant finds that it is not waited for.
            deadlines.armed_us = Some(at);
            cx.at(at, Event::Deadline { of });
        }
    }
}
