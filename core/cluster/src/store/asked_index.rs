//! A store is asked for a read index alone, by the service beside the oracle. It is no read: what
//! comes of it is a number. What the number is for is not known here.

use crate::context::Context;
use crate::group::PendingRead;
use crate::message::{LeaderQuestion, PATIENCE_US};
use crate::store::Store;
use model::config::ReadMode;
use model::fact::{Refusal, SentFact};

impl Store {
    /// A question for a read index reaches a replica.
    pub(crate) fn index_asked(&mut self, cx: &mut Context, sent: &SentFact, ask: LeaderQuestion) {
        let (service, request) = (sent.from, sent.request);
        let (place, to) = (sent.range, (service, ask.errand, request));
        let Some(index) = self.replica_on(sent.range) else {
            return self.refuse_keys(cx, place, to, ask.asked);
        };
        self.wake(cx, index);
        if !self.replicas[index].serves(ask.asked.key, ask.asked.rows) {
            return self.refuse_keys(cx, place, to, ask.asked);
        }
        if !self.replicas[index].is_leader() {
            return self.refuse(cx, index, service, ask.errand, request, Refusal::NotLeader);
        }
        let read = PendingRead {
            slot: ask.errand,
            request,
            gateway: service,
            key: ask.asked.key,
            rows: ask.asked.rows,
            mode: ReadMode::Leader,
            deadline_us: cx.now() + PATIENCE_US,
            context: 0,
            asked_tick: 0,
            index: None,
            read_ts: 0,
            only_index: true,
            freshest: false,
            epoch: ask.asked.epoch,
        };
        self.ask_read_index(cx, index, read);
    }
}
