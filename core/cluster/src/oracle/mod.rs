//! The timestamp oracle at the placement driver's node, and the service beside it that brings read
//! indexes along with a timestamp (TiKV RFC 0032, `GetTsAndReadIndex`). Both are reached by
//! messages only: while the node is cut off there are no timestamps.
//!
//! The service draws the timestamp first and asks the leaders afterwards. The other way round a
//! write could commit below the timestamp and above the index, and a snapshot would lack it.
//! It knows nothing of what the timestamps are for, and of the cluster only what messages say.

mod dispenser;

use sim::{Micros, NodeId};

use crate::context::Context;
use crate::message::{
    Asked, IndexAnswer, IndexQuestion, LeaderQuestion, News, PATIENCE_US, Payload, SafeMessage,
    Share, Slot, client_label, epoch_bytes, safe_label, wire,
};
use crate::route::{self, RangeCache};
use crate::timeline::Event;
use crate::transport::Envelope;
use dispenser::Dispenser;
use model::fact::{MessageType, Refusal};
use model::ids::{RangeId, RequestId};
use model::timestamp::Timestamp;
use model::view::Epoch;

/// Replicas that the service asks for one index before it goes without.
const TRIES_MAX: u32 = 4;
/// How long the service does not ask a store again that said that it has not the keys.
const ABSENT_US: Micros = 1_000_000;

/// The oracle and the service beside it.
pub(crate) struct Oracle {
    own: NodeId,
    dispenser: Dispenser,
    /// What the service knows of ranges, from what it was told when it asked.
    ranges: RangeCache,
    /// Requests for a timestamp with indexes that wait for leaders, and the number of the last.
    errands: Vec<Errand>,
    errands_begun: u32,
}

/// A question that the service is working on.
struct Errand {
    number: u32,
    gateway: NodeId,
    request: RequestId,
    slot: Slot,
    question: u32,
    /// 0 until it is drawn.
    ts: Timestamp,
    wants: Vec<Want>,
}

/// An index that an errand waits for.
struct Want {
    share: Share,
    asked: NodeId,
    tries: u32,
    /// Known; 0 = given up.
    index: Option<u64>,
}

impl Errand {
    /// The index of a range that it still waits for, and its place.
    fn open(&mut self, range: RangeId) -> Option<(usize, &mut Want)> {
        let wants = self.wants.iter_mut().enumerate();
        let mut open = wants.filter(|(_, want)| want.index.is_none());
        open.find(|(_, want)| want.share.range == range)
    }

    fn is_known(&self) -> bool {
        self.wants.iter().all(|want| want.index.is_some())
    }
}

impl Oracle {
    /// Nothing was drawn yet; `ranges` is what the service knows at the start.
    pub(crate) fn new(own: NodeId, ranges: RangeCache) -> Self {
        Oracle {
            own,
            dispenser: Dispenser::default(),
            ranges,
            errands: Vec::new(),
            errands_begun: 0,
        }
    }

    /// A message for the oracle or the service beside it.
    pub(crate) fn on_message(&mut self, cx: &mut Context, envelope: Envelope) {
        let (from, request, range) = (
            envelope.fact.from,
            envelope.fact.request,
            envelope.fact.range,
        );
        match envelope.payload {
            Payload::TsoRequest { slot, question } => {
                let ts = self.dispenser.draw(cx.now());
                let bytes = wire::timestamp_bytes(request);
                let label = client_label(MessageType::TsoResponse, range, bytes, request);
                cx.send(
                    self.own,
                    from,
                    label,
                    Payload::TsoResponse { slot, question, ts },
                );
            }
            Payload::Safe(message) => {
                assert_eq!(*message, SafeMessage::AskTime, "all else is for stores");
                let answer = SafeMessage::Time(self.dispenser.draw(cx.now()));
                let label = safe_label(&answer);
                cx.send(self.own, from, label, Payload::Safe(Box::new(answer)));
            }
            Payload::TsoIndexRequest(question) => self.begin_errand(cx, from, request, *question),
            Payload::Index {
                errand,
                index,
                news,
            } => {
                self.learn(&news);
                self.index_found(cx, errand, (from, range), index);
            }
            Payload::Refused {
                slot,
                why,
                leader,
                news,
                ..
            } => self.index_refused(cx, slot.0, (from, range), why, (leader, &news)),
            _ => panic!("the oracle is asked for timestamps and told indexes"),
        }
    }

    /// The service has waited long enough for leaders.
    pub(crate) fn on_timer(&mut self, cx: &mut Context, number: u32) {
        let Some(place) = self.place(number) else {
            return;
        };
        let wants = self.errands[place].wants.iter();
        for want in wants.filter(|want| want.index.is_none()) {
            self.ranges.failed(want.share.key, want.asked);
        }
        self.end_errand(cx, place);
    }

    fn begin_errand(
        &mut self,
        cx: &mut Context,
        gateway: NodeId,
        request: RequestId,
        ask: IndexQuestion,
    ) {
        self.errands_begun += 1;
        let number = self.errands_begun;
        let ts = if cx.config.reads.index_before_timestamp {
            0
        } else {
            self.dispenser.draw(cx.now())
        };
        let wants = ask.shares.into_iter().map(|share| Want {
            share,
            asked: self.ranges.entry(share.key).leader,
            tries: 0,
            index: None,
        });
        let errand = Errand {
            number,
            gateway,
            request,
            slot: ask.slot,
            question: ask.question,
            ts,
            wants: wants.collect(),
        };
        for want in &errand.wants {
            self.ask_leader(cx, &errand, want);
        }
        self.errands.push(errand);
        cx.at(cx.now() + PATIENCE_US, Event::Patience { errand: number });
        self.end_if_known(cx, self.errands.len() - 1);
    }

    /// Where an errand is that has not ended.
    fn place(&self, number: u32) -> Option<usize> {
        self.errands.iter().position(|e| e.number == number)
    }

    fn index_found(
        &mut self,
        cx: &mut Context,
        number: u32,
        (from, range): (NodeId, RangeId),
        index: u64,
    ) {
        let Some(place) = self.place(number) else {
            return;
        };
        if let Some((_, want)) = self.errands[place].open(range) {
            want.index = Some(index);
            self.ranges.lead(want.share.key, range, from);
            self.end_if_known(cx, place);
        }
    }

    /// A replica could not say: the service asks the leader that it names, or the next replica.
    fn index_refused(
        &mut self,
        cx: &mut Context,
        number: u32,
        (by, range): (NodeId, RangeId),
        why: Refusal,
        (leader, news): (Option<NodeId>, &News),
    ) {
        let Some(place) = self.place(number) else {
            return self.learn_late(range, leader, news);
        };
        let open = self.errands[place].open(range);
        let Some((nth, want)) = open.filter(|(_, want)| want.asked == by) else {
            return self.learn_late(range, leader, news);
        };
        let key = want.share.key;
        want.tries += 1;
        if why == Refusal::WrongRange {
            let until = cx.now() + ABSENT_US;
            route::learn_from_refusal(&mut self.ranges, (key, range), (by, until), news);
        } else if let Some(leader) = leader {
            self.ranges.lead(key, range, leader);
        } else {
            self.ranges.failed(key, by);
        }
        // The rows may be in several ranges, which only its gateway can tell apart.
        if want.tries < TRIES_MAX && why != Refusal::WrongRange {
            // The leader of a range that only the gateway knows is asked without being remembered.
            want.asked = leader.unwrap_or_else(|| self.ranges.entry(key).leader);
            let errand = &self.errands[place];
            return self.ask_leader(cx, errand, &errand.wants[nth]);
        }
        want.index = Some(0);
        self.end_if_known(cx, place);
    }

    fn end_if_known(&mut self, cx: &mut Context, place: usize) {
        if self.errands[place].is_known() {
            self.end_errand(cx, place);
        }
    }

    fn end_errand(&mut self, cx: &mut Context, place: usize) {
        let errand = self.errands.swap_remove(place);
        let ts = match errand.ts {
            0 => self.dispenser.draw(cx.now()),
            drawn => drawn,
        };
        let found = |want: &Want| Some((want.share.range, want.index.filter(|i| *i > 0)?));
        let indexes: Vec<(RangeId, u64)> = errand.wants.iter().filter_map(found).collect();
        let bytes = wire::index_answer_bytes(errand.request, true, &indexes);
        let answer = IndexAnswer {
            slot: errand.slot,
            question: errand.question,
            ts,
            indexes,
        };
        let range = errand
            .wants
            .first()
            .map_or(RangeId(0), |want| want.share.range);
        let what = MessageType::TsoIndexResponse;
        let label = client_label(what, range, bytes, errand.request);
        let answer = Payload::TsoIndexResponse(Box::new(answer));
        cx.send(self.own, errand.gateway, label, answer);
    }

    /// Asks a replica for an index.
    fn ask_leader(&self, cx: &mut Context, errand: &Errand, want: &Want) {
        let (share, request) = (want.share, errand.request);
        let known = &self.ranges.entry(share.key).known;
        // Of a range that only the gateway knows, it knows nothing.
        let is_known = known.range == share.range;
        let epoch = if is_known {
            known.epoch
        } else {
            Epoch::default()
        };
        let timed = errand.ts != 0;
        let bytes = wire::index_question_bytes(request, &[share], timed) + epoch_bytes(epoch);
        let ask = LeaderQuestion {
            errand: errand.number,
            asked: Asked {
                key: share.key,
                rows: share.rows,
                epoch,
            },
        };
        let label = client_label(MessageType::TsoIndexRequest, share.range, bytes, request);
        cx.send(self.own, want.asked, label, Payload::IndexQuestion(ask));
    }

    /// What a refusal names that nobody waits for any more: it is true all the same.
    fn learn_late(&mut self, range: RangeId, leader: Option<NodeId>, news: &News) {
        self.learn(news);
        if let Some(leader) = leader {
            self.ranges.lead_range(range, leader);
        }
    }

    /// The service learns what an answer says of ranges.
    fn learn(&mut self, news: &News) {
        for info in news.iter().flat_map(|news| &news.ranges) {
            self.ranges.learn(info);
        }
    }
}
