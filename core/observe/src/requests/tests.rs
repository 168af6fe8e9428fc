//! Paths of hand-made requests over two zones: s0 (and the gateway g3) in az0, s1 and s2 in az1
//! and az2.

use model::fact::{ByteKind, Refusal};
use model::ids::RequestId;

use crate::meters::Meters;
use crate::requests::*;
use crate::testing::{names, request, sent};

fn meters() -> Meters {
    Meters::new(3, vec![0, 1, 2, 0], &[0; 9])
}

fn message(flight: u64, from: u16, to: u16, what: MessageType, end_us: Micros) -> SentFact {
    SentFact {
        what,
        kind: ByteKind::Read,
        end_us,
        request: RequestId(1),
        ..sent(flight, from, to)
    }
}

fn view(traces: &Traces) -> Vec<RequestView> {
    traces.views(&names(3), &meters())
}

fn end(traces: &mut Traces, at_us: Micros, fact: RequestFact, invoked_us: Micros) {
    let ended = PendingRequest {
        fact,
        invoked_us,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    let server = Some(NodeId(1));
    let judged = Judged {
        freshness: Freshness::Fresh,
        ..Judged::NOTHING
    };
    traces.completed(
        (at_us, Outcome::Ok),
        &ended,
        (server, 9),
        &judged,
        &meters(),
    );
}

#[test]
fn a_follower_read_crosses_once_each_way_for_its_index() {
    let mut traces = Traces::new(1);
    let fact = request(1, OpKind::Get, 3);
    traces.invoked(100, &fact);
    let steps = [
        (100, message(1, 3, 0, MessageType::ReadRequest, 150)),
        (150, message(2, 0, 1, MessageType::ReadIndex, 650)),
        (650, message(3, 1, 2, MessageType::Heartbeat, 1_150)),
        (650, message(4, 1, 0, MessageType::Heartbeat, 1_150)),
        (
            1_150,
            message(5, 0, 1, MessageType::HeartbeatResponse, 1_650),
        ),
        (
            1_150,
            message(6, 2, 1, MessageType::HeartbeatResponse, 1_660),
        ),
        (
            1_650,
            message(7, 1, 0, MessageType::ReadIndexResponse, 2_150),
        ),
        (2_150, message(8, 0, 3, MessageType::Rows, 2_200)),
    ];
    for (at_us, message) in steps {
        traces.sent(at_us, &message);
    }
    end(&mut traces, 2_200, fact, 100);
    let views = view(&traces);
    assert_eq!(views.len(), 1);
    assert_eq!(views[0].hops.len(), 8);
    assert_eq!(
        views[0].round_trips, 2,
        "the index, and the leader's own round"
    );
    assert_eq!(
        (views[0].value.as_str(), views[0].server),
        ("k3 = 9", Some(1))
    );
    assert_eq!(
        (views[0].verdict, views[0].completed_us),
        (FreshVerdict::Fresh, Some(2_200))
    );
    assert!(!views[0].hops[0].crosses && views[0].hops[1].crosses);
}

#[test]
fn what_the_gateway_waited_for_before_counts_as_well() {
    let mut traces = Traces::new(1);
    let fact = request(1, OpKind::Get, 3);
    traces.invoked(100, &fact);
    let steps = [
        (100, message(1, 3, 2, MessageType::TsoRequest, 600)),
        (600, message(2, 2, 3, MessageType::TsoResponse, 1_100)),
        (1_100, message(3, 3, 1, MessageType::ReadRequest, 1_600)),
        (1_600, message(4, 1, 3, MessageType::Rows, 2_100)),
    ];
    for (at_us, message) in steps {
        traces.sent(at_us, &message);
    }
    end(&mut traces, 2_100, fact, 100);
    let views = view(&traces);
    assert_eq!(views[0].round_trips, 2, "the timestamp, then the read");
}

#[test]
fn a_put_is_followed_through_its_appends() {
    let mut traces = Traces::new(1);
    let fact = request(1, OpKind::Put, 3);
    traces.invoked(100, &fact);
    traces.sent(100, &message(1, 3, 0, MessageType::WriteRequest, 150));
    traces.proposed(RequestId(1), NodeId(0), 17);
    let append = |flight, to, end_us| SentFact {
        request: RequestId::NONE,
        index: 16,
        entries: 1,
        ..SentFact {
            end_us,
            ..sent(flight, 0, to)
        }
    };
    let ack = |flight, from, end_us| SentFact {
        request: RequestId::NONE,
        index: 17,
        what: MessageType::AppendResponse,
        end_us,
        ..sent(flight, from, 0)
    };
    traces.sent(160, &append(2, 1, 660));
    traces.sent(160, &append(3, 2, 900));
    traces.sent(170, &append(4, 1, 670));
    traces.sent(
        170,
        &SentFact {
            index: 17,
            ..append(5, 1, 680)
        },
    );
    traces.sent(700, &ack(6, 1, 1_200));
    traces.sent(950, &ack(7, 2, 1_450));
    traces.sent(1_200, &message(8, 0, 3, MessageType::WriteResponse, 1_250));
    end(&mut traces, 1_250, fact, 100);
    let views = view(&traces);
    let path: Vec<(u32, u32)> = views[0].hops.iter().map(|hop| (hop.from, hop.to)).collect();
    assert_eq!(path, [(3, 0), (0, 1), (0, 2), (1, 0), (2, 0), (0, 3)]);
    assert_eq!(views[0].round_trips, 1);
}

#[test]
fn puts_of_one_poll_are_each_followed_by_its_own_entry() {
    let mut traces = Traces::new(0);
    for number in 1..=2 {
        let by_hand = RequestFact {
            workload: None,
            ..request(number, OpKind::Put, 3)
        };
        traces.invoked(100, &by_hand);
        traces.proposed(RequestId(number), NodeId(0), 16 + number);
    }
    let append = |flight, to, index| SentFact {
        request: RequestId::NONE,
        index,
        entries: 1,
        ..sent(flight, 0, to)
    };
    // The entry of each, and an older one to a follower that lags.
    traces.sent(150, &append(2, 1, 16));
    traces.sent(150, &append(3, 1, 17));
    traces.sent(150, &append(4, 2, 15));
    let views = view(&traces);
    let paths: Vec<Vec<u64>> = views
        .iter()
        .map(|view| view.hops.iter().map(|hop| hop.sent_us).collect())
        .collect();
    assert_eq!(paths, [[150], [150]]);
}

#[test]
fn of_a_workload_one_request_is_traced_at_a_time() {
    let mut traces = Traces::new(1);
    for number in 1..=3 {
        traces.invoked(number, &request(number, OpKind::Get, 0));
    }
    assert_eq!(traces.active.len(), 1);
    end(&mut traces, 50, request(2, OpKind::Get, 0), 2);
    assert_eq!(traces.active.len(), 1, "an untraced request ended");
    end(&mut traces, 60, request(1, OpKind::Get, 0), 1);
    traces.invoked(70, &request(4, OpKind::Get, 0));
    let ids: Vec<RequestId> = view(&traces).iter().map(|view| view.id).collect();
    assert_eq!(
        ids,
        [1, 4].map(RequestId),
        "the last that ended, and the one under way"
    );
}

#[test]
fn requests_by_hand_are_all_traced_and_the_last_are_kept() {
    let mut traces = Traces::new(0);
    for number in 1..=BY_HAND_MAX as u64 + 5 {
        let fact = RequestFact {
            workload: None,
            ..request(number, OpKind::Get, 0)
        };
        traces.invoked(number, &fact);
        end(&mut traces, number + 1, fact, number);
    }
    let views = view(&traces);
    assert_eq!(
        (views.len(), views[0].id, views[0].workload),
        (BY_HAND_MAX, RequestId(6), None)
    );
}

#[test]
fn a_message_that_died_is_on_nobodys_path() {
    let mut traces = Traces::new(1);
    let fact = request(1, OpKind::Get, 3);
    traces.invoked(100, &fact);
    traces.sent(100, &message(1, 3, 1, MessageType::ReadRequest, 600));
    traces.died(350, 1);
    traces.sent(500, &message(2, 3, 0, MessageType::ReadRequest, 550));
    traces.sent(550, &message(3, 0, 3, MessageType::Rows, 600));
    end(&mut traces, 600, fact, 100);
    let views = view(&traces);
    assert_eq!((views[0].hops.len(), views[0].round_trips), (3, 0));
    assert_eq!(views[0].hops[0].arrive_us, 350);
}

#[test]
fn the_reason_says_what_the_client_knows() {
    let mut traces = Traces::new(0);
    let fact = RequestFact {
        workload: None,
        ..request(1, OpKind::Get, 0)
    };
    traces.invoked(0, &fact);
    let refused = Fact::Refused {
        request: RequestId(1),
        by: NodeId(2),
        why: Refusal::NotLeader,
    };
    traces.progress(5, &refused);
    let ended = PendingRequest {
        fact,
        invoked_us: 0,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    let end = (5_000, Outcome::Failed);
    traces.completed(end, &ended, (None, 0), &Judged::NOTHING, &meters());
    let views = view(&traces);
    assert_eq!(
        views[0].reason,
        "Given up after 5 ms: the last to refuse, s2, does not lead."
    );
    assert_eq!(
        (views[0].outcome, views[0].verdict),
        (RequestOutcome::Failed, FreshVerdict::Refused)
    );
}
