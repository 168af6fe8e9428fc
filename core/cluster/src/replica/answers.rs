//! What a replica answers besides rows: a refusal, a command's verdict, a lock that a read met, and
//! a read index that was asked for alone.

use kv::mvcc::{Lock, Verdict};

use crate::message::{Answer, Asked, Payload, client_label, news_bytes, wire};
use crate::process::{Asker, Caller, PendingRead, Refused, StoreContext};
use crate::replica::Replica;
use model::fact::{MessageType, Refusal};

impl Replica {
    /// Refuses a request.
    pub(crate) fn refuse(&self, cx: &mut StoreContext, to: Asker, why: Refusal) {
        self.refuse_with(cx, to, why, 0);
    }

    /// Refuses a request, with a figure that says what stood in the way.
    pub(crate) fn refuse_with(&self, cx: &mut StoreContext, to: Asker, why: Refusal, figure: u64) {
        // Where a replica lags another replica helps as well: the leader is not named.
        let leader = match why {
            Refusal::LaggingIndex => (None, 0),
            _ => self.leader_hint(cx),
        };
        let refused = Refused {
            leader,
            figure,
            ..Refused::plainly(why)
        };
        cx.send_refusal(self.at.range, to, refused);
    }

    /// Says what became of a command.
    pub(crate) fn answer_call(
        &self,
        cx: &mut StoreContext,
        to: Caller,
        verdict: Verdict,
        asked: Asked,
    ) {
        let news = self.news_of(cx, asked.epoch);
        let bytes = wire::answer_bytes(to.request, 0, 0) + wire::verdict_bytes(&verdict);
        let answer = Answer::Verdict(verdict);
        cx.send_answer(self.at.range, to, bytes, (answer, news));
    }

    /// Refuses a call: nothing was done.
    pub(crate) fn refuse_call(&self, cx: &mut StoreContext, to: Caller, why: Refusal) {
        let (leader, hint) = self.leader_hint(cx);
        let bytes = wire::answer_bytes(to.request, 1 + why as u32, hint);
        let answer = Answer::Refused(why, leader);
        cx.send_answer(self.at.range, to, bytes, (answer, None));
    }

    /// A read found a lock where it wanted to read: its gateway shall settle it and come back.
    pub(crate) fn met_lock(&self, cx: &mut StoreContext, to: Asker, lock: Lock) {
        let why = 1 + Refusal::Locked as u32;
        let bytes = wire::answer_bytes(to.request, why, 0) + wire::lock_bytes(&lock);
        let range = self.at.range;
        let mut label = client_label(MessageType::Refusal, range, bytes, to.request);
        label.reject = true;
        let payload = Payload::LockMet {
            slot: to.slot,
            lock: Box::new(lock),
        };
        cx.send(to.gateway, label, payload);
    }

    /// A leader knows the index that the service asked for.
    pub(crate) fn answer_index(&self, cx: &mut StoreContext, read: &PendingRead) {
        let range = self.at.range;
        let known = read.index.expect("it is answered once it is known");
        let news = self.news_of(cx, read.epoch);
        let bytes = wire::index_answer_bytes(read.request, false, &[(range, known)]);
        let bytes = bytes + news_bytes(&news);
        let what = MessageType::TsoIndexResponse;
        let label = client_label(what, range, bytes, read.request);
        let answer = Payload::Index {
            errand: read.slot.0,
            index: known,
            news,
        };
        cx.send(read.gateway, label, answer);
    }
}
