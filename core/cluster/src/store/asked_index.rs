//! A store is asked for a read index alone, by the service beside the oracle. It is no read: what
//! comes of it is a number. What the number is for is not known here.

use crate::context::Context;
use crate::group::PendingRead;
use crate::message::{LeaderQuestion, PATIENCE_US, Payload, client_label, news_bytes, wire};
use crate::store::{ReplicaIndex, Store};
use model::config::ReadMode;
use model::fact::{MessageType, Refusal, SentFact};

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

    /// A leader knows the index that the service asked for.
    pub(crate) fn answer_index(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: &PendingRead,
    ) {
        let at = self.replicas[index].at;
        let known = read.index.expect("it is answered once it is known");
        let news = self.replicas[index].news_of(cx, read.epoch);
        let bytes = wire::index_answer_bytes(read.request, false, &[(at.range, known)]);
        let bytes = bytes + news_bytes(&news);
        let what = MessageType::TsoIndexResponse;
        let label = client_label(what, at.range, bytes, read.request);
        let answer = Payload::Index {
            errand: read.slot,
            index: known,
            news,
        };
        self.send(cx, read.gateway, label, answer);
    }
}
