//! What a workload's next request is: always the same, or drawn from its mix by a stream of its
//! own. An operation of two requests sends the second once the first is answered. It must not know
//! when requests are sent.

use sim::{NodeId, scattered};

use super::requests::Request;
use super::{Ask, Gateways};
use crate::context::Context;
use model::config::{MixKey, MixOp, MixRows, OpKind, WorkloadConfig};

/// A workload's next request.
pub(super) struct Drawn {
    pub(super) op: OpKind,
    pub(super) rows: u32,
    pub(super) key: u64,
    pub(super) then: Option<Then>,
    pub(super) operation: Option<MixOp>,
}

/// What follows a request that is answered.
#[derive(Copy, Clone)]
pub(crate) struct Then {
    op: OpKind,
    key: u64,
    operation: MixOp,
}

impl Gateways {
    /// Draws a workload's next request.
    pub(super) fn draw_request(&mut self, config: &WorkloadConfig, position: u16) -> Drawn {
        let place = usize::from(position);
        let (first, end) = config.keys;
        let Some(mix) = config.mix else {
            return Drawn {
                op: config.op,
                rows: config.rows,
                key: first + self.draw_key(config, position),
                then: None,
                operation: None,
            };
        };
        let stream = &mut self.clients[place].mix;
        let operation = mix.operation(stream.below(u64::from(mix.whole())) as u32);
        let requests = operation.requests();
        let rows = match requests.rows {
            MixRows::These(rows) => rows,
            MixRows::UpTo(most) => 1 + stream.below(u64::from(most)) as u32,
        };
        let drawn = match requests.key {
            MixKey::Next => self.next_key(config, position, rows),
            MixKey::Drawn | MixKey::IndexOfDrawn => self.draw_read_key(config, position),
        };
        let key = match requests.key {
            MixKey::IndexOfDrawn => scattered(drawn, end - first),
            MixKey::Next | MixKey::Drawn => drawn,
        };
        let then = requests.then.map(|op| Then {
            op,
            key: first + drawn,
            operation,
        });
        Drawn {
            op: requests.op,
            rows,
            key: first + key,
            then,
            // It counts once: with its last request.
            operation: requests.then.is_none().then_some(operation),
        }
    }

    /// Sends what follows an answered request, if anything does.
    pub(super) fn goes_on(&mut self, cx: &mut Context, position: u16, ended: &Request) -> bool {
        let Some(then) = ended.then else {
            return false;
        };
        let workload = &mut self.clients[usize::from(position)];
        if !workload.running {
            return false;
        }
        workload.in_flight += 1;
        let gateway: NodeId = ended.fact.gateway;
        self.invoke(
            cx,
            Ask {
                gateway,
                workload: Some(position),
                op: then.op,
                key: then.key,
                rows: 1,
                value_bytes: ended.value_bytes,
                values: ended.values,
                mode: cx.config.workloads[usize::from(position)].read_mode,
                client: ended.client,
                parent: 0,
                retry: 0,
                asked_us: 0,
                then: None,
                operation: Some(then.operation),
            },
        );
        true
    }
}
