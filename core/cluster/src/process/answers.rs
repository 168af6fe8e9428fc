//! What leaves a store for whoever asked it: a refusal, or what became of a transaction's command.

use kv::mvcc::Verdict;
use kv::protobuf::varint_field;
use sim::NodeId;

use super::StoreContext;
use crate::message::{Answer, Asked, News, Payload, Place, Slot, client_label, news_bytes, wire};
use model::fact::{MessageType, Refusal};
use model::ids::{RangeId, RequestId};

/// Whom a request is of: its place and number there.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) gateway: NodeId,
    pub(crate) slot: Slot,
    pub(crate) request: RequestId,
}

/// Whom a transaction's call is of: its place and number there, and the request that it is for.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) gateway: NodeId,
    pub(crate) place: Place,
    pub(crate) number: u32,
    pub(crate) request: RequestId,
}

/// A replica has not, or does not serve now, the keys that it was asked for: its store refuses, and
/// says what it knows of them.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Elsewhere {
    Request(Asker, Asked),
    /// With who leads as the replica knows it, and the leader's peer.
    Call(Caller, Asked, (Option<NodeId>, u64)),
}

impl Elsewhere {
    /// The keys, and the epoch that whoever asked went by.
    pub(crate) fn asked(&self) -> Asked {
        match self {
            Elsewhere::Request(_, asked) | Elsewhere::Call(_, asked, _) => *asked,
        }
    }
}

/// Why a request is refused, and what helps whoever asked.
pub(crate) struct Refused {
    pub(crate) why: Refusal,
    /// Who leads, with its peer.
    pub(crate) leader: (Option<NodeId>, u64),
    /// What stood in the way.
    pub(crate) figure: u64,
    pub(crate) news: News,
}

impl Refused {
    /// For this reason, with nothing else to say.
    pub(crate) fn plainly(why: Refusal) -> Self {
        Refused {
            why,
            leader: (None, 0),
            figure: 0,
            news: None,
        }
    }
}

impl StoreContext<'_, '_> {
    /// Tells whoever asked for something of a range that it is refused.
    pub(crate) fn send_refusal(&mut self, range: RangeId, to: Asker, refused: Refused) {
        let (why, figure, (leader, hint)) = (refused.why, refused.figure, refused.leader);
        let news = refused.news;
        let bytes = wire::answer_bytes(to.request, 1 + why as u32, hint) + varint_field(figure);
        let bytes = bytes + news_bytes(&news);
        let mut label = client_label(MessageType::Refusal, range, bytes, to.request);
        label.reject = true;
        let refused = Payload::Refused {
            slot: to.slot,
            why,
            leader,
            figure,
            news,
        };
        self.send(to.gateway, label, refused);
    }

    /// Tells whoever made a call what became of it.
    pub(crate) fn send_answer(
        &mut self,
        range: RangeId,
        to: Caller,
        bytes: u32,
        (answer, news): (Answer, News),
    ) {
        let bytes = bytes + news_bytes(&news);
        let mut label = client_label(MessageType::TxnResponse, range, bytes, to.request);
        label.reject = !matches!(answer, Answer::Verdict(Verdict::Done));
        let payload = Payload::CallAnswer {
            place: to.place,
            number: to.number,
            answer: Box::new(answer),
            news,
        };
        self.send(to.gateway, label, payload);
    }

    /// Refuses what was asked of a range for want of the keys.
    pub(crate) fn refuse_elsewhere(&mut self, range: RangeId, elsewhere: Elsewhere, news: News) {
        let why = Refusal::WrongRange;
        match elsewhere {
            Elsewhere::Request(to, _) => {
                let refused = Refused {
                    news,
                    ..Refused::plainly(why)
                };
                self.send_refusal(range, to, refused);
            }
            Elsewhere::Call(to, _, (leader, hint)) => {
                let bytes = wire::answer_bytes(to.request, 1 + why as u32, hint);
                self.send_answer(range, to, bytes, (Answer::Refused(why, leader), news));
            }
        }
    }
}
