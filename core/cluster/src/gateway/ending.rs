//! The end of a request: its client has an answer, or its whole goes on.

use sim::NodeId;

use super::Gateways;
use super::mixes::following;
use super::requests::Request;
use crate::context::Context;
use crate::message::Slot;
use crate::timeline::Event;
use model::config::{Load, OpKind};
use model::fact::{Fact, Outcome};
use model::ids::RequestId;

impl Gateways {
    /// A request ends: its client has an answer, or its whole goes on.
    pub(super) fn complete(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        outcome: Outcome,
        server: Option<NodeId>,
        value: u64,
    ) {
        let ended = self.requests.remove(slot);
        assert_eq!(ended.fact.request, request);
        let invoked_us = ended.invoked_us;
        if ended.is_counted {
            cx.count(&ended.counted(outcome, value));
        } else {
            cx.emit(Fact::Completed {
                request,
                outcome,
                server,
                value,
                invoked_us,
            });
        }
        if let Some(parent) = ended.parent {
            return self.part_ended(cx, parent, &ended.fact, outcome, value);
        }
        if let Some(workload) = ended.fact.workload {
            self.request_ended(cx, workload, &ended, outcome);
        }
    }

    /// A workload's request ended; without an answer its client may ask again, else a closed one
    /// thinks and goes on.
    fn request_ended(
        &mut self,
        cx: &mut Context,
        position: u16,
        ended: &Request,
        outcome: Outcome,
    ) {
        let workload = &mut self.clients[usize::from(position)];
        workload.in_flight -= 1;
        let goes_on = match outcome {
            Outcome::Ok => self.follow(cx, position, ended),
            Outcome::Failed | Outcome::Unknown => self.asks_again(cx, position, ended),
        };
        if goes_on {
            return;
        }
        if let Some(client) = ended.client {
            self.client_goes_on(cx, position, client);
        }
    }

    /// Sends what follows an answered request; false if nothing does, or its workload stopped.
    fn follow(&mut self, cx: &mut Context, position: u16, ended: &Request) -> bool {
        if !self.clients[usize::from(position)].running {
            return false;
        }
        let config = &cx.config.workloads[usize::from(position)];
        let Some(ask) = following(config, ended) else {
            return false;
        };
        self.clients[usize::from(position)].in_flight += 1;
        self.invoke(cx, ask);
        true
    }

    /// A closed client has its answer: it thinks.
    pub(super) fn client_goes_on(
        &mut self,
        cx: &mut Context,
        position: u16,
        (client, epoch): (u32, u32),
    ) {
        let config = &cx.config.workloads[usize::from(position)];
        let Load::Closed { think_us, .. } = config.load else {
            panic!("open arrivals have no clients")
        };
        if think_us == 0 && cx.config.asks_at_once && config.op == OpKind::Get {
            return self.client(cx, position, epoch, client);
        }
        cx.at(
            cx.now() + think_us,
            Event::Client {
                workload: position,
                epoch,
                client,
            },
        );
    }
}
