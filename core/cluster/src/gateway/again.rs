//! Clients that got no answer and ask again, after a pause: a new request with a new number, which
//! a put makes a new write. What the first one did or will do stays: nobody takes it back.

use sim::{Micros, Ratio, Stream};

use super::requests::Request;
use super::{Ask, Gateways};
use crate::context::Context;
use crate::timeline::Event;
use model::config::RetryConfig;
use model::ids::RequestId;

/// Requests of one open workload that may be unanswered; more are not sent until some end.
pub(super) const OPEN_IN_FLIGHT_MAX: u32 = 10_000;

/// Clients of all workloads that pause before they ask again.
#[derive(Default)]
pub(super) struct Pausing {
    all: Vec<Option<Paused>>,
    free: Vec<u32>,
}

/// What a client will ask once more, and the epoch of its workload in which it asked first.
pub(super) struct Paused {
    pub(super) ask: Ask,
    pub(super) epoch: u32,
}

impl Pausing {
    fn add(&mut self, paused: Paused) -> u32 {
        if let Some(place) = self.free.pop() {
            self.all[place as usize] = Some(paused);
            return place;
        }
        self.all.push(Some(paused));
        (self.all.len() - 1) as u32
    }

    pub(super) fn take(&mut self, place: u32) -> Paused {
        self.free.push(place);
        self.all[place as usize].take().expect("it pauses once")
    }
}

impl Gateways {
    /// Whether the client of a request without an answer will ask again: then it pauses first.
    pub(super) fn asks_again(&mut self, cx: &mut Context, position: u16, ended: &Request) -> bool {
        let Some(retry) = cx.config.workloads[usize::from(position)].retry else {
            return false;
        };
        let tried = u32::from(ended.fact.retry) + 1;
        let workload = &mut self.clients[usize::from(position)];
        // Who comes and goes with its request gives up where too many are there already.
        let are_too_many = workload.in_flight + workload.pausing >= OPEN_IN_FLIGHT_MAX;
        let gives_up = ended.client.is_none() && are_too_many;
        if tried >= retry.attempts || !workload.running || gives_up {
            return false;
        }
        workload.pausing += 1;
        let pause_us = pause_us(&retry, tried, &mut workload.pauses);
        let fact = &ended.fact;
        let (retry_of, asked_us) = match fact.retry {
            0 => (fact.request, ended.invoked_us),
            _ => (fact.retry_of, fact.asked_us),
        };
        let ask = Ask {
            gateway: fact.gateway,
            workload: fact.workload,
            op: fact.op,
            key: fact.key,
            rows: fact.rows,
            value_bytes: ended.value_bytes,
            values: ended.values,
            mode: Some(fact.mode),
            client: ended.client,
            parent: RequestId::NONE,
            retry: fact.retry + 1,
            retry_of,
            asked_us,
            then: ended.then,
            operation: fact.operation,
            named: fact.named,
        };
        let epoch = workload.epoch;
        let place = self.pausing.add(Paused { ask, epoch });
        let event = Event::ClientRetry {
            workload: position,
            place,
        };
        cx.at(cx.now() + pause_us, event);
        true
    }
}

/// The pause after so many requests: each is twice as long as the one before, up to the longest; a
/// share of it is drawn.
fn pause_us(retry: &RetryConfig, tried: u32, stream: &mut Stream) -> Micros {
    let doublings = (tried - 1).min(40);
    let whole_us = (retry.backoff_us << doublings).min(retry.backoff_max_us);
    let drawn_us = whole_us * u64::from(retry.jitter.ppm) / u64::from(Ratio::ONE.ppm);
    whole_us - drawn_us + stream.between(0, drawn_us)
}
