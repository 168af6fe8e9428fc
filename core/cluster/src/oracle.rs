//! The timestamp oracle at the placement driver's node, and the service beside it that brings read
//! indexes along with a timestamp (TiKV RFC 0032, `GetTsAndReadIndex`). Both are reached by
//! messages only: while the node is cut off there are no timestamps.
//!
//! The service draws the timestamp first and asks the leaders afterwards. The other way round a
//! write could commit below the timestamp and above the index, and a snapshot would lack it.
//! It knows nothing of what the timestamps are for.

use sim::{Micros, NodeId};

use crate::cluster::{Cluster, Event, ReplicaIndex};
use crate::dispenser::Dispenser;
use crate::flight::{Flight, Payload};
use crate::replica::PendingRead;
use crate::route::{self, Asked, News, RangeCache, epoch_bytes, news_bytes};
use crate::service::client_label;
use crate::wire;
use model::config::{NodeKind, ReadMode};
use model::fact::{MessageType, Observer, Refusal, SentFact};
use model::timestamp::Timestamp;
use model::view::Epoch;

/// How long the service waits for leaders before it answers without their indexes: the follower
/// then asks for itself.
const PATIENCE_US: Micros = 300_000;
/// Replicas that the service asks for one index before it goes without.
const TRIES_MAX: u32 = 4;

/// How long the service does not ask a store again that said that it has not the keys.
const ABSENT_US: Micros = 1_000_000;

/// The oracle and the service beside it.
#[derive(Default)]
pub(crate) struct Oracle {
    /// Where it is; `None` = the cluster has none.
    pub(crate) node: Option<NodeId>,
    dispenser: Dispenser,
    /// What the service knows of ranges, from what it was told when it asked.
    ranges: Option<RangeCache>,
    /// Requests for a timestamp with indexes that wait for leaders, and the number of the last.
    errands: Vec<Errand>,
    errands_begun: u32,
}

/// A gateway's question for a timestamp with read indexes.
#[derive(Debug)]
pub(crate) struct IndexQuestion {
    pub(crate) slot: u32,
    pub(crate) question: u32,
    pub(crate) shares: Vec<Share>,
}

/// Rows of one range that shall be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) range: u32,
    pub(crate) key: u64,
    pub(crate) rows: u32,
}

/// A timestamp, and the read indexes that are known: (range, index).
#[derive(Debug)]
pub(crate) struct IndexAnswer {
    pub(crate) slot: u32,
    pub(crate) question: u32,
    pub(crate) ts: Timestamp,
    pub(crate) indexes: Vec<(u32, u64)>,
}

/// The service asks a leader for a read index.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LeaderQuestion {
    pub(crate) errand: u32,
    pub(crate) asked: Asked,
}

/// A question that the service is working on.
struct Errand {
    number: u32,
    gateway: NodeId,
    request: u64,
    slot: u32,
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

impl<O: Observer> Cluster<O> {
    pub(crate) fn build_oracle(&mut self) {
        let is_driver = |kind: &NodeKind| matches!(kind, NodeKind::PlacementDriver);
        let position = self.config.nodes.iter().position(|n| is_driver(&n.kind));
        self.oracle.node = position.map(|position| NodeId(position as u16));
        self.oracle.ranges = position.map(|_| self.created_ranges());
    }

    /// A message for the oracle or the service beside it.
    pub(crate) fn oracle_receives(&mut self, flight: Flight) {
        let (from, request, range) = (flight.fact.from, flight.fact.request, flight.fact.range);
        match flight.payload {
            Payload::TsoRequest { slot, question } => {
                let ts = self.draw_timestamp();
                let bytes = wire::timestamp_bytes(request);
                let answer = Payload::TsoResponse { slot, question, ts };
                self.oracle_sends(
                    from,
                    MessageType::TsoResponse,
                    (range, request),
                    bytes,
                    answer,
                );
            }
            Payload::TsoIndexRequest(question) => self.begin_errand(from, request, *question),
            Payload::Index {
                errand,
                index,
                news,
            } => self.index_found(errand, (from, range), index, &news),
            Payload::Refused {
                slot,
                why,
                leader,
                news,
                ..
            } => {
                self.index_refused(slot, (from, range), why, (leader, &news));
            }
            _ => panic!("the oracle is asked for timestamps and told indexes"),
        }
    }

    /// The next timestamp.
    pub(crate) fn draw_timestamp(&mut self) -> Timestamp {
        let now = self.now();
        self.oracle.dispenser.draw(now)
    }

    fn oracle_sends(
        &mut self,
        to: NodeId,
        what: MessageType,
        (range, request): (u32, u64),
        bytes: u32,
        payload: Payload,
    ) {
        let node = self.oracle.node.expect("it was asked");
        self.send(node, to, client_label(what, range, bytes, request), payload);
    }

    fn begin_errand(&mut self, gateway: NodeId, request: u64, ask: IndexQuestion) {
        self.oracle.errands_begun += 1;
        let number = self.oracle.errands_begun;
        let ts = if self.config.reads.index_before_timestamp {
            0
        } else {
            self.draw_timestamp()
        };
        let wants = ask.shares.into_iter().map(|share| Want {
            share,
            asked: self.ranges_known().entry(share.key).leader,
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
        let wants = errand.wants.len();
        self.oracle.errands.push(errand);
        for place in 0..wants {
            self.ask_leader(number, place);
        }
        self.at(self.now() + PATIENCE_US, Event::Patience { errand: number });
        self.end_if_known(number);
    }

    fn errand(&mut self, number: u32) -> Option<&mut Errand> {
        self.oracle.errands.iter_mut().find(|e| e.number == number)
    }

    fn want(&mut self, number: u32, range: u32) -> Option<(usize, &mut Want)> {
        let wants = &mut self.errand(number)?.wants;
        let open = |w: &Want| w.share.range == range && w.index.is_none();
        wants.iter_mut().enumerate().find(|(_, want)| open(want))
    }

    fn ask_leader(&mut self, number: u32, place: usize) {
        let errand = self.errand(number).expect("it waits for this");
        let (request, want) = (errand.request, &errand.wants[place]);
        let (to, share, ts) = (want.asked, want.share, errand.ts);
        let known = &self.ranges_known().entry(share.key).known;
        // Of a range that only the gateway knows, it knows nothing.
        let is_known = known.range == share.range;
        let epoch = if is_known {
            known.epoch
        } else {
            Epoch::default()
        };
        let bytes = wire::index_question_bytes(request, &[share], ts != 0) + epoch_bytes(epoch);
        let ask = LeaderQuestion {
            errand: number,
            asked: Asked {
                key: share.key,
                rows: share.rows,
                epoch,
            },
        };
        let about = (share.range, request);
        let what = MessageType::TsoIndexRequest;
        self.oracle_sends(to, what, about, bytes, Payload::IndexQuestion(ask));
    }

    /// A question for a read index reaches a replica. It is no read: what comes of it is a number.
    pub(crate) fn index_asked(&mut self, sent: &SentFact, ask: LeaderQuestion) {
        let (service, request) = (sent.from, sent.request);
        let (place, to) = ((sent.to, sent.range), (service, ask.errand, request));
        let Some(index) = self.replica_on(sent.to, sent.range) else {
            return self.refuse_keys(place, to, ask.asked);
        };
        self.wake(index);
        if !self.serves(index, ask.asked.key, ask.asked.rows) {
            return self.refuse_keys(place, to, ask.asked);
        }
        if !self.replicas[index as usize].is_leader() {
            return self.refuse(index, service, ask.errand, request, Refusal::NotLeader);
        }
        let read = PendingRead {
            slot: ask.errand,
            request,
            gateway: service,
            key: ask.asked.key,
            rows: ask.asked.rows,
            mode: ReadMode::Leader,
            deadline_us: self.now() + PATIENCE_US,
            context: 0,
            asked_tick: 0,
            index: None,
            read_ts: 0,
            only_index: true,
            freshest: false,
            epoch: ask.asked.epoch,
        };
        self.ask_read_index(index, read);
    }

    /// A leader knows the index that the service asked for.
    pub(crate) fn answer_index(&mut self, index: ReplicaIndex, read: &PendingRead) {
        let at = self.replicas[index as usize].at;
        let known = read.index.expect("it is answered once it is known");
        let news = self.news_of(index, read.epoch);
        let bytes = wire::index_answer_bytes(read.request, false, &[(at.range, known)]);
        let bytes = bytes + news_bytes(&news);
        let what = MessageType::TsoIndexResponse;
        let label = client_label(what, at.range, bytes, read.request);
        let answer = Payload::Index {
            errand: read.slot,
            index: known,
            news,
        };
        self.send(at.node, read.gateway, label, answer);
    }

    fn index_found(&mut self, number: u32, (from, range): (NodeId, u32), index: u64, news: &News) {
        self.oracle_learns(news);
        if let Some((_, want)) = self.want(number, range) {
            want.index = Some(index);
            let key = want.share.key;
            self.ranges_mut().lead(key, range, from);
            self.end_if_known(number);
        }
    }

    /// A replica could not say: the service asks the leader that it names, or the next replica.
    fn index_refused(
        &mut self,
        number: u32,
        (by, range): (NodeId, u32),
        why: Refusal,
        (leader, news): (Option<NodeId>, &News),
    ) {
        let until = self.now() + ABSENT_US;
        let Some((place, want)) = self.want(number, range) else {
            return self.oracle_learns(news);
        };
        if want.asked != by {
            return self.oracle_learns(news);
        }
        let (key, tries) = (want.share.key, want.tries + 1);
        want.tries = tries;
        let known = self.ranges_mut();
        if why == Refusal::WrongRange {
            route::learn_from_refusal(known, (key, range), (by, until), news);
        } else if let Some(leader) = leader {
            known.lead(key, range, leader);
        } else {
            known.failed(key, by);
        }
        // The leader of a range that only the gateway knows is asked without being remembered.
        let next = leader.unwrap_or_else(|| known.entry(key).leader);
        // The rows may be in several ranges, which only its gateway can tell apart.
        if tries < TRIES_MAX && why != Refusal::WrongRange {
            let (_, want) = self.want(number, range).expect("just seen");
            want.asked = next;
            return self.ask_leader(number, place);
        }
        let (_, want) = self.want(number, range).expect("just seen");
        want.index = Some(0);
        self.end_if_known(number);
    }

    fn end_if_known(&mut self, number: u32) {
        let known = |want: &Want| want.index.is_some();
        if self
            .errand(number)
            .is_some_and(|e| e.wants.iter().all(known))
        {
            self.end_errand(number);
        }
    }

    /// The service has waited long enough for leaders.
    pub(crate) fn patience_ends(&mut self, number: u32) {
        let Some(errand) = self.errand(number) else {
            return;
        };
        let open = errand.wants.iter().filter(|want| want.index.is_none());
        let silent: Vec<(u64, NodeId)> = open.map(|want| (want.share.key, want.asked)).collect();
        for (key, node) in silent {
            self.ranges_mut().failed(key, node);
        }
        self.end_errand(number);
    }

    fn end_errand(&mut self, number: u32) {
        let errands = &mut self.oracle.errands;
        let place = errands.iter().position(|e| e.number == number);
        let errand = errands.swap_remove(place.expect("it ends once"));
        let ts = match errand.ts {
            0 => self.draw_timestamp(),
            drawn => drawn,
        };
        let found = |want: &Want| Some((want.share.range, want.index.filter(|i| *i > 0)?));
        let indexes: Vec<(u32, u64)> = errand.wants.iter().filter_map(found).collect();
        let bytes = wire::index_answer_bytes(errand.request, true, &indexes);
        let answer = IndexAnswer {
            slot: errand.slot,
            question: errand.question,
            ts,
            indexes,
        };
        let what = MessageType::TsoIndexResponse;
        let about = (
            errand.wants.first().map_or(0, |w| w.share.range),
            errand.request,
        );
        let answer = Payload::TsoIndexResponse(Box::new(answer));
        self.oracle_sends(errand.gateway, what, about, bytes, answer);
    }

    fn ranges_known(&self) -> &RangeCache {
        let known = self.oracle.ranges.as_ref();
        known.expect("where there is an oracle")
    }

    fn ranges_mut(&mut self) -> &mut RangeCache {
        let known = self.oracle.ranges.as_mut();
        known.expect("where there is an oracle")
    }

    /// The service learns what an answer says of ranges.
    fn oracle_learns(&mut self, news: &News) {
        let known = self.ranges_mut();
        for info in news.iter().flat_map(|news| &news.ranges) {
            known.learn(info);
        }
    }
}
