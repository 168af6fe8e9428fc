//! The timestamp oracle at the placement driver's node, and the service beside it that brings read
//! indexes along with a timestamp (TiKV RFC 0032, `GetTsAndReadIndex`). Both are reached by
//! messages only: while the node is cut off there are no timestamps.
//!
//! The service draws the timestamp first and asks the leaders afterwards. The other way round a
//! write could commit below the timestamp and above the index, and a snapshot would lack it.
//! It knows nothing of what the timestamps are for.

use sim::{Micros, NodeId};

use crate::cluster::{Cluster, Event, ReplicaIndex};
use crate::config::{NodeKind, ReadMode};
use crate::fact::{MessageType, Observer, Refusal, SentFact};
use crate::flight::{Flight, Payload};
use crate::replica::PendingRead;
use crate::service::client_label;
use crate::timestamp::{Dispenser, Timestamp};
use crate::wire;

/// How long the service waits for leaders before it answers without their indexes: the follower
/// then asks for itself.
const PATIENCE_US: Micros = 300_000;
/// Replicas that the service asks for one index before it goes without.
const TRIES_MAX: u32 = 4;

/// The oracle and the service beside it.
#[derive(Default)]
pub(crate) struct Oracle {
    /// Where it is; `None` = the cluster has none.
    pub(crate) node: Option<NodeId>,
    dispenser: Dispenser,
    /// Believed leader of each range; ranges that came later may be missing.
    leaders: Vec<NodeId>,
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
    pub(crate) key: u64,
    pub(crate) rows: u32,
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
            Payload::Index { errand, index } => self.index_found(errand, range, index),
            Payload::Refused {
                slot, why, leader, ..
            } => {
                self.index_refused(slot, range, from, why, leader);
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
            asked: self.leader_for_oracle(share.range),
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
        let bytes = wire::index_question_bytes(request, &[share], ts != 0);
        let ask = LeaderQuestion {
            errand: number,
            key: share.key,
            rows: share.rows,
        };
        let about = (share.range, request);
        let what = MessageType::TsoIndexRequest;
        self.oracle_sends(to, what, about, bytes, Payload::IndexQuestion(ask));
    }

    /// A question for a read index reaches a replica. It is no read: what comes of it is a number.
    pub(crate) fn index_asked(&mut self, sent: &SentFact, ask: LeaderQuestion) {
        let (service, request) = (sent.from, sent.request);
        let Some(index) = self.replica_on(sent.to, sent.range) else {
            return self.refuse_absent(sent.to, sent.range, (service, ask.errand, request));
        };
        self.wake(index);
        if !self.serves(index, ask.key, ask.rows) {
            return self.refuse(index, service, ask.errand, request, Refusal::WrongRange);
        }
        if !self.replicas[index as usize].is_leader() {
            return self.refuse(index, service, ask.errand, request, Refusal::NotLeader);
        }
        let read = PendingRead {
            slot: ask.errand,
            request,
            gateway: service,
            key: ask.key,
            rows: ask.rows,
            mode: ReadMode::Leader,
            deadline_us: self.now() + PATIENCE_US,
            context: 0,
            asked_tick: 0,
            index: None,
            read_ts: 0,
            only_index: true,
            freshest: false,
        };
        self.ask_read_index(index, read);
    }

    /// A leader knows the index that the service asked for.
    pub(crate) fn answer_index(&mut self, index: ReplicaIndex, read: &PendingRead) {
        let at = self.replicas[index as usize].at;
        let known = read.index.expect("it is answered once it is known");
        let bytes = wire::index_answer_bytes(read.request, false, &[(at.range, known)]);
        let what = MessageType::TsoIndexResponse;
        let label = client_label(what, at.range, bytes, read.request);
        let answer = Payload::Index {
            errand: read.slot,
            index: known,
        };
        self.send(at.node, read.gateway, label, answer);
    }

    fn index_found(&mut self, number: u32, range: u32, index: u64) {
        if let Some((_, want)) = self.want(number, range) {
            want.index = Some(index);
            self.end_if_known(number);
        }
    }

    /// A replica could not say: the service asks the leader that it names, or the next replica.
    fn index_refused(
        &mut self,
        number: u32,
        range: u32,
        by: NodeId,
        why: Refusal,
        leader: Option<NodeId>,
    ) {
        let next = leader.unwrap_or_else(|| self.replica_after(range, by));
        self.oracle_learns(range, next);
        let Some((place, want)) = self.want(number, range) else {
            return;
        };
        if want.asked != by {
            return;
        }
        want.tries += 1;
        if want.tries < TRIES_MAX && why != Refusal::WrongRange {
            want.asked = next;
            return self.ask_leader(number, place);
        }
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
        let silent: Vec<(u32, NodeId)> = open.map(|want| (want.share.range, want.asked)).collect();
        for (range, node) in silent {
            let next = self.replica_after(range, node);
            self.oracle_learns(range, next);
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

    fn leader_for_oracle(&self, range: u32) -> NodeId {
        let known = self.oracle.leaders.get(range as usize);
        known.copied().unwrap_or_else(|| self.first_leader(range))
    }

    fn oracle_learns(&mut self, range: u32, leader: NodeId) {
        for new in self.oracle.leaders.len() as u32..=range {
            let first = self.first_leader(new);
            self.oracle.leaders.push(first);
        }
        self.oracle.leaders[range as usize] = leader;
    }

    /// The store of the replica that is placed after a store's.
    fn replica_after(&self, range: u32, node: NodeId) -> NodeId {
        let held = self.ranges[range as usize].replicas.iter();
        let nodes: Vec<NodeId> = held.map(|&r| self.replicas[r as usize].at.node).collect();
        let place = nodes.iter().position(|&n| n == node).map_or(0, |p| p + 1);
        let next = place.checked_rem(nodes.len()).map(|place| nodes[place]);
        next.unwrap_or(node)
    }
}
