//! What a workload's next request is: always the same, or drawn from its mix by a stream of its
//! own. An operation of two requests sends the second once the first is answered. It must not know
//! when requests are sent.

use sim::scattered;

use super::requests::{Request, Then};
use super::{Ask, Gateways};
use model::config::{INSERT_ROWS, MixKey, MixOp, MixRows, OpKind, WorkloadConfig};
use model::ids::RequestId;
use model::named::NamedKeys;

/// A workload's next request.
pub(super) struct Drawn {
    pub(super) op: OpKind,
    pub(super) rows: u32,
    pub(super) key: u64,
    pub(super) then: Option<Then>,
    pub(super) operation: Option<MixOp>,
}

/// What follows an answered request, if anything does.
pub(super) fn following(config: &WorkloadConfig, ended: &Request) -> Option<Ask> {
    let then = ended.then?;
    Some(Ask {
        gateway: ended.fact.gateway,
        workload: ended.fact.workload,
        op: then.op,
        key: then.key,
        rows: 1,
        value_bytes: ended.value_bytes,
        values: ended.values,
        mode: config.read_mode,
        client: ended.client,
        parent: RequestId::NONE,
        retry: 0,
        retry_of: RequestId::NONE,
        asked_us: 0,
        then: None,
        operation: Some(then.operation),
        named: NamedKeys::default(),
    })
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
        let operation = mix.operation_for(stream.below(u64::from(mix.whole())) as u32);
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

    /// The key of the next request, counted from the first of its workload's.
    fn draw_key(&mut self, config: &WorkloadConfig, position: u16) -> u64 {
        if config.op == OpKind::Insert {
            return self.next_key(config, position, INSERT_ROWS);
        }
        let drawn = self.draw_read_key(config, position);
        let keys = &self.clients[usize::from(position)].keys;
        if keys.newest_at().is_some() && config.op.is_write() {
            return self.next_key(config, position, config.rows);
        }
        drawn
    }

    /// The first key of a request that reads.
    fn draw_read_key(&mut self, config: &WorkloadConfig, position: u16) -> u64 {
        let keys = &mut self.clients[usize::from(position)].keys;
        let drawn = keys.draw(config);
        let Some(home) = keys.newest_at() else {
            return drawn;
        };
        let n = config.keys.1 - config.keys.0;
        (*self.clients[home].keys.newest_mut() + n - drawn) % n
    }

    /// The key after the newest; so many rows from there on become the newest.
    fn next_key(&mut self, config: &WorkloadConfig, position: u16, rows: u32) -> u64 {
        let n = config.keys.1 - config.keys.0;
        let own = usize::from(position);
        let home = self.clients[own].keys.newest_at().unwrap_or(own);
        let newest = self.clients[home].keys.newest_mut();
        let key = (*newest + 1) % n;
        *newest = (*newest + u64::from(rows)) % n;
        key
    }
}
