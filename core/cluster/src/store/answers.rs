//! What a store answers besides rows: a command's verdict or refusal, a lock that a read met, and a
//! read index that was asked for alone.

use kv::mvcc::{Lock, Verdict};
use sim::NodeId;

use crate::context::Context;
use crate::group::PendingRead;
use crate::message::{Answer, Asked, News, Payload, client_label, news_bytes, wire};
use crate::store::{ReplicaIndex, Store};
use model::fact::{MessageType, Refusal};

impl Store {
    /// Says what became of a command.
    pub(crate) fn answer_call(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        to: (NodeId, u32, u32),
        request: u64,
        verdict: Verdict,
        asked: Asked,
    ) {
        let news = self.replicas[index].news_of(cx, asked.epoch);
        let bytes = wire::answer_bytes(request, 0, 0) + wire::verdict_bytes(&verdict);
        let (range, answer) = (self.replicas[index].at.range, Answer::Verdict(verdict));
        self.send_answer(cx, range, to, request, bytes, (answer, news));
    }

    /// Refuses a call: nothing was done.
    pub(crate) fn refuse_call(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        to: (NodeId, u32, u32),
        request: u64,
        why: Refusal,
        asked: Asked,
    ) {
        let at = self.replicas[index].at;
        let (leader, hint) = self.replicas[index].leader_hint(cx);
        let news = match why {
            Refusal::WrongRange => self.news_on(cx, at.range, asked),
            _ => None,
        };
        let bytes = wire::answer_bytes(request, 1 + why as u32, hint);
        let answer = Answer::Refused(why, leader);
        self.send_answer(cx, at.range, to, request, bytes, (answer, news));
    }

    /// Refuses a call for a range of which the store has no replica.
    pub(crate) fn refuse_absent_call(
        &mut self,
        cx: &mut Context,
        range: u32,
        to: (NodeId, u32, u32),
        request: u64,
        asked: Asked,
    ) {
        let why = Refusal::WrongRange;
        let news = self.news_on(cx, range, asked);
        let bytes = wire::answer_bytes(request, 1 + why as u32, 0);
        let answer = Answer::Refused(why, None);
        self.send_answer(cx, range, to, request, bytes, (answer, news));
    }

    fn send_answer(
        &mut self,
        cx: &mut Context,
        range: u32,
        (gateway, place, number): (NodeId, u32, u32),
        request: u64,
        bytes: u32,
        (answer, news): (Answer, News),
    ) {
        let bytes = bytes + news_bytes(&news);
        let mut label = client_label(MessageType::TxnResponse, range, bytes, request);
        label.reject = !matches!(answer, Answer::Verdict(Verdict::Done));
        let payload = Payload::CallAnswer {
            place,
            number,
            answer: Box::new(answer),
            news,
        };
        self.send(cx, gateway, label, payload);
    }

    /// A read found a lock where it wanted to read: its gateway shall settle it and come back.
    pub(crate) fn met_lock(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        slot: u32,
        request: u64,
        lock: Lock,
    ) {
        let at = self.replicas[index].at;
        let why = 1 + Refusal::Locked as u32;
        let bytes = wire::answer_bytes(request, why, 0) + wire::lock_bytes(&lock);
        let mut label = client_label(MessageType::Refusal, at.range, bytes, request);
        label.reject = true;
        let payload = Payload::LockMet {
            slot,
            lock: Box::new(lock),
        };
        self.send(cx, gateway, label, payload);
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
