//! Client load: closed clients that wait and think, and open arrivals that do not care.

use sim::{Micros, NodeId, Stream};

use super::again::OPEN_IN_FLIGHT_MAX;
use super::keys::KeyChoice;
use super::keys::tables;
use super::ramp::Ramp;
use super::txn::accounts;
use super::{Ask, Gateways};
use crate::context::Context;
use crate::timeline::Event;
use model::config::{ClusterConfig, Load, OpKind};
use model::fact::Fact;
use model::ids::RequestId;
use model::named::NamedKeys;

/// Closed clients start within this time, so that they do not march in step.
const CLIENT_START_SPREAD_US: Micros = 1_000;

/// Pause before a client tries its dead gateway again.
const RECONNECT_US: Micros = 100_000;

/// A workload's progress.
pub(super) struct Workload {
    pub(super) running: bool,
    /// Bumped by each start, so that clients of an earlier one fall silent.
    pub(super) epoch: u32,
    /// Requests of an open load that were due: they go to its gateways in turn.
    turn: u32,
    pub(super) in_flight: u32,
    /// Whether any of its requests was ever sent.
    pub(super) begun: bool,
    pub(super) keys: KeyChoice,
    /// Which operation of its mix is next.
    pub(super) mix: Stream,
    ramp: Option<Ramp>,
    /// Clients that pause before they ask again.
    pub(super) pausing: u32,
    /// Clients of this start that there ever were, by number: whether each waits because it is not
    /// wanted now.
    parked: Vec<bool>,
    /// Bumped with each change of the rate, so that arrivals that were due at the old one do not
    /// come.
    pace: u32,
    arrivals: Stream,
    /// Pauses of clients that ask again.
    pub(super) pauses: Stream,
    /// Instant of the next open arrival in ns, so that short intervals do not round away.
    next_ns: u64,
    /// Its last start.
    start_us: Micros,
}

/// Clients of every workload before any of them begins.
pub(super) fn resting(config: &ClusterConfig) -> Vec<Workload> {
    let stream = |label: &str, index: u64| Stream::fork(config.seed, label, index);
    let workload = |index: usize| Workload {
        running: false,
        epoch: 0,
        turn: 0,
        in_flight: 0,
        begun: false,
        keys: KeyChoice::new(&config.workloads, index, stream("keys", index as u64)),
        mix: stream("mix", index as u64),
        ramp: Ramp::of(&config.workloads[index]),
        pausing: 0,
        parked: Vec::new(),
        pace: 0,
        arrivals: stream("arrivals", index as u64),
        pauses: stream("pauses", index as u64),
        next_ns: 0,
        start_us: 0,
    };
    (0..config.workloads.len()).map(workload).collect()
}

impl Gateways {
    /// Clients that run from the start begin.
    pub(crate) fn start_clients(&mut self, cx: &mut Context) {
        for (position, workload) in cx.config.workloads.iter().enumerate() {
            if workload.running {
                self.start_workload(cx, position as u16, workload.start_us);
            }
        }
    }

    /// Whether a workload runs, and how many of its requests are in flight.
    pub(crate) fn workload(&self, position: u16) -> (bool, u32) {
        let workload = &self.clients[usize::from(position)];
        (workload.running, workload.in_flight)
    }

    /// A workload starts or stops; one that is as asked already stays as it is.
    pub(crate) fn set_workload(&mut self, cx: &mut Context, position: u16, running: bool) {
        if self.clients[usize::from(position)].running == running {
            return;
        }
        if running {
            self.start_workload(cx, position, cx.now());
        } else {
            self.clients[usize::from(position)].running = false;
        }
        cx.emit(Fact::WorkloadSwitched {
            workload: position,
            running,
        });
    }

    fn start_workload(&mut self, cx: &mut Context, position: u16, start_us: Micros) {
        let load = cx.config.workloads[usize::from(position)].load;
        let workload = &mut self.clients[usize::from(position)];
        workload.running = true;
        workload.epoch += 1;
        workload.next_ns = start_us * 1_000;
        workload.start_us = start_us;
        workload.pace += 1;
        workload.parked.clear();
        match load {
            Load::Closed { clients, .. } => {
                let ramp = &self.clients[usize::from(position)].ramp;
                let most = ramp.as_ref().map_or(clients, |ramp| ramp.most() as u32);
                self.start_clients_up_to(cx, position, most, start_us);
            }
            Load::Open { .. } => self.schedule_arrival(cx, position),
        }
    }

    /// Clients begin until there were so many of this start, within a millisecond.
    fn start_clients_up_to(
        &mut self,
        cx: &mut Context,
        position: u16,
        count: u32,
        from_us: Micros,
    ) {
        let started = self.clients[usize::from(position)].parked.len() as u32;
        for client in started..count {
            self.clients[usize::from(position)].parked.push(false);
            self.start_client(cx, position, client, from_us);
        }
    }

    fn start_client(&mut self, cx: &mut Context, position: u16, client: u32, from_us: Micros) {
        let workload = &mut self.clients[usize::from(position)];
        let at = from_us + 1 + workload.arrivals.below(CLIENT_START_SPREAD_US);
        let event = Event::Client {
            workload: position,
            epoch: workload.epoch,
            client,
        };
        cx.at(at, event);
    }

    /// A closed workload has another number of clients from now on, as the config has it already.
    /// One that is too many ends its request and waits until it is wanted again.
    pub(crate) fn set_clients(&mut self, cx: &mut Context, position: u16, count: u32) {
        let workload = &mut self.clients[usize::from(position)];
        workload.ramp = Some(Ramp::level(count.into()));
        if !workload.running {
            return;
        }
        let started = workload.parked.len().min(count as usize);
        for client in 0..started {
            let parked = &mut self.clients[usize::from(position)].parked[client];
            if std::mem::take(parked) {
                self.start_client(cx, position, client as u32, cx.now());
            }
        }
        self.start_clients_up_to(cx, position, count, cx.now());
    }

    /// It is the instant at which a client may be wanted again.
    pub(super) fn wake_client(&mut self, cx: &mut Context, position: u16, epoch: u32, client: u32) {
        let workload = &mut self.clients[usize::from(position)];
        if workload.epoch == epoch && std::mem::take(&mut workload.parked[client as usize]) {
            self.client(cx, position, epoch, client);
        }
    }

    /// An open workload has another rate from now on, as the config has it already.
    pub(crate) fn set_rate(&mut self, cx: &mut Context, position: u16) {
        let workload = &mut self.clients[usize::from(position)];
        workload.ramp = None;
        workload.pace += 1;
        workload.next_ns = cx.now() * 1_000;
        if workload.running {
            self.schedule_arrival(cx, position);
        }
    }

    /// What clients do from now on is drawn from another stream. Arrivals have no memory, so the
    /// time to the next one is drawn anew; a pause that has begun stays as long as it is.
    pub(crate) fn redraw_clients(&mut self, cx: &mut Context, stream: u32) {
        self.clients_seed = sim::mix(self.clients_seed, u64::from(stream));
        let seed = self.clients_seed;
        for position in 0..self.clients.len() as u16 {
            let drawn = |label| Stream::fork(seed, label, u64::from(position));
            let workload = &mut self.clients[usize::from(position)];
            workload.keys.redraw(drawn("keys"));
            workload.mix = drawn("mix");
            workload.arrivals = drawn("arrivals");
            workload.pauses = drawn("pauses");
            let load = cx.config.workloads[usize::from(position)].load;
            if workload.running && matches!(load, Load::Open { .. }) {
                workload.pace += 1;
                workload.next_ns = cx.now().max(workload.start_us) * 1_000;
                self.schedule_arrival(cx, position);
            }
        }
    }

    /// A closed client sends its next request.
    pub(super) fn client(&mut self, cx: &mut Context, position: u16, epoch: u32, client: u32) {
        let workload = &self.clients[usize::from(position)];
        if !workload.running || workload.epoch != epoch {
            return;
        }
        let now = cx.now();
        if let Some(ramp) = &workload.ramp {
            let wanted_us = ramp.above(client.into(), now);
            if wanted_us != Some(now) {
                return self.client_sleeps(cx, (position, epoch, client), wanted_us);
            }
        }
        let gateway = cx.config.workloads[usize::from(position)].gateway_of(client);
        if self.runs(gateway) {
            return self.ask(cx, position, gateway, Some((client, epoch)));
        }
        let event = Event::Client {
            workload: position,
            epoch,
            client,
        };
        cx.at(now + RECONNECT_US, event);
    }

    /// A client is not wanted before an instant, or never again unless somebody changes the load.
    fn client_sleeps(
        &mut self,
        cx: &mut Context,
        (workload, epoch, client): (u16, u32, u32),
        until_us: Option<Micros>,
    ) {
        let load = &mut self.clients[usize::from(workload)];
        load.parked[client as usize] = true;
        if let Some(at) = until_us {
            let event = Event::ClientWakes {
                workload,
                epoch,
                client,
            };
            cx.at(at + load.arrivals.below(CLIENT_START_SPREAD_US), event);
        }
    }

    /// An open workload's next request arrives.
    pub(super) fn arrival(&mut self, cx: &mut Context, position: u16, pace: u32) {
        let workload = &mut self.clients[usize::from(position)];
        if !workload.running || workload.pace != pace {
            return;
        }
        let gateway = cx.config.workloads[usize::from(position)].gateway_of(workload.turn);
        workload.turn = workload.turn.wrapping_add(1);
        if workload.in_flight < OPEN_IN_FLIGHT_MAX && self.runs(gateway) {
            self.ask(cx, position, gateway, None);
        }
        self.schedule_arrival(cx, position);
    }

    fn schedule_arrival(&mut self, cx: &mut Context, position: u16) {
        let Load::Open { interval_ns } = cx.config.workloads[usize::from(position)].load else {
            panic!("closed clients are not scheduled by arrivals")
        };
        let now = cx.now();
        let workload = &mut self.clients[usize::from(position)];
        match &workload.ramp {
            None => workload.next_ns += workload.arrivals.exponential(interval_ns),
            Some(ramp) => match ramp.next_ns(workload.next_ns, &mut workload.arrivals) {
                Some(next_ns) => workload.next_ns = next_ns,
                None => return,
            },
        }
        let at = (workload.next_ns / 1_000).max(now);
        cx.at(
            at,
            Event::Arrival {
                workload: position,
                pace: workload.pace,
            },
        );
    }

    /// A client asks again, unless its workload was stopped meanwhile.
    pub(super) fn ask_once_more(&mut self, cx: &mut Context, position: u16, place: u32) {
        let paused = self.pausing.take(place);
        let workload = &mut self.clients[usize::from(position)];
        workload.pausing -= 1;
        if workload.running && workload.epoch == paused.epoch {
            workload.in_flight += 1;
            self.invoke(cx, paused.ask);
        }
    }

    fn ask(
        &mut self,
        cx: &mut Context,
        position: u16,
        gateway: NodeId,
        client: Option<(u32, u32)>,
    ) {
        let config = &cx.config.workloads[usize::from(position)];
        let (first, end) = config.keys;
        let (mode, value_bytes, values) = (config.read_mode, config.value_bytes, config.values);
        let drawn = self.draw_request(config, position);
        let (op, mut rows, mut key) = (drawn.op, drawn.rows, drawn.key);
        let mut named = NamedKeys::default();
        self.clients[usize::from(position)].in_flight += 1;
        if op == OpKind::Transfer {
            (key, rows) = accounts(key, (first, end));
        } else if op == OpKind::Insert {
            (key, rows) = tables(key, (first, end));
        } else if op == OpKind::Update {
            named = NamedKeys::spread(key, rows, (first, end)).expect("checked: so many keys");
            key = named.first();
        } else if op.is_composed() {
            key = key.min(cx.config.data.rows.saturating_sub(u64::from(rows)));
        } else if rows > 1 {
            // A request starts where all its rows are in one range, if the range has that many.
            let (range_first, range_end) = self.gateway(gateway).ranges.keys(key);
            let last_start = range_end.saturating_sub(u64::from(rows)).max(range_first);
            key = key.min(last_start);
        }
        let ask = Ask {
            gateway,
            workload: Some(position),
            op,
            key,
            rows,
            value_bytes,
            values,
            mode,
            client,
            parent: RequestId::NONE,
            retry: 0,
            retry_of: RequestId::NONE,
            asked_us: 0,
            then: drawn.then,
            operation: drawn.operation,
            named,
        };
        self.invoke(cx, ask);
    }
}
