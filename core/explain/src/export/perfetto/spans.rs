//! Spans that begin with one fact and end with another: requests, leaders, faults; and the arrow
//! of a request from its client through every node that worked for it.

use std::collections::BTreeMap;

use model::config::FaultKey;
use model::fact::{Outcome, ReplicaRef, RequestFact, Role};
use model::ids::{RangeId, RequestId};
use serde_json::{Value, json};
use sim::Micros;

use crate::export::perfetto::{RUN, Track, push};
use crate::export::phrase::{request_words, role_id};
use text::names::{Names, fault_id};
use text::sentence::fault_text;

#[derive(Debug)]
pub(super) struct Spans {
    /// By request: its span and where the gateway's slices are.
    requests: BTreeMap<RequestId, (String, Track)>,
    /// Replicas that lead, with what their span is called.
    leaders: BTreeMap<ReplicaRef, (String, Track)>,
    faults: BTreeMap<FaultKey, (String, String)>,
    /// Whether the run starts with several ranges: spans then name theirs.
    many: bool,
    nodes: Vec<String>,
}

impl Spans {
    pub(super) fn new(names: &Names) -> Self {
        Spans {
            requests: BTreeMap::new(),
            leaders: BTreeMap::new(),
            faults: BTreeMap::new(),
            many: names.ranges > 1,
            nodes: names.nodes.iter().map(|node| node.id.clone()).collect(),
        }
    }

    /// An instant for the new role, and the span of those that lead.
    pub(super) fn role(
        &mut self,
        at_us: Micros,
        at: &ReplicaRef,
        role: Role,
        term: u64,
        track: Track,
        out: &mut String,
    ) {
        let range = if self.many || at.range > RangeId(0) {
            format!(" of range {}", at.range)
        } else {
            String::new()
        };
        push(
            out,
            &json!({
                "ph": "i", "cat": "role", "s": "t", "ts": at_us,
                "name": format!("{}{range}, term {term}", role_id(role)),
                "pid": track.process, "tid": track.thread,
            }),
        );
        if let Some((words, track)) = self.leaders.remove(at) {
            push(
                out,
                &edge("e", ("leader", &words), &leader_id(at), track, at_us),
            );
        }
        if role == Role::Leader {
            let node = &self.nodes[usize::from(at.node.0)];
            let words = format!("{node} leads{range}");
            push(
                out,
                &edge("b", ("leader", &words), &leader_id(at), track, at_us),
            );
            self.leaders.insert(*at, (words, track));
        }
    }

    pub(super) fn fault(
        &mut self,
        at_us: Micros,
        fault: &FaultKey,
        began: bool,
        names: &Names,
        out: &mut String,
    ) {
        let (id, words) = (fault_id(fault, names), fault_text(fault, names));
        let phase = if began { "b" } else { "e" };
        push(out, &edge(phase, ("fault", &words), &id, RUN, at_us));
        if began {
            self.faults.insert(*fault, (id, words));
        } else {
            self.faults.remove(fault);
        }
    }

    pub(super) fn request_begins(
        &mut self,
        at_us: Micros,
        request: &RequestFact,
        track: Track,
        out: &mut String,
    ) {
        let words = request_words(request);
        let id = request.request.to_string();
        push(out, &edge("b", ("request", &words), &id, track, at_us));
        push(out, &flow("s", request.request, at_us, track));
        self.requests.insert(request.request, (words, track));
    }

    /// A message of an open request reached a node.
    pub(super) fn step(&self, at_us: Micros, request: RequestId, track: Track, out: &mut String) {
        if self.requests.contains_key(&request) {
            push(out, &flow("t", request, at_us, track));
        }
    }

    pub(super) fn request_ends(
        &mut self,
        at_us: Micros,
        request: RequestId,
        outcome: Outcome,
        out: &mut String,
    ) {
        let Some((words, track)) = self.requests.remove(&request) else {
            return;
        };
        push(out, &flow("f", request, at_us, track));
        let mut end = edge("e", ("request", &words), &request.to_string(), track, at_us);
        end["args"] = json!({ "outcome": outcome.id() });
        push(out, &end);
    }

    /// The run ends while some are open.
    pub(super) fn end(&mut self, at_us: Micros, out: &mut String) {
        for (request, (words, track)) in std::mem::take(&mut self.requests) {
            push(out, &flow("f", request, at_us, track));
            push(
                out,
                &edge("e", ("request", &words), &request.to_string(), track, at_us),
            );
        }
        for (at, (words, track)) in std::mem::take(&mut self.leaders) {
            push(
                out,
                &edge("e", ("leader", &words), &leader_id(&at), track, at_us),
            );
        }
        for (id, words) in std::mem::take(&mut self.faults).into_values() {
            push(out, &edge("e", ("fault", &words), &id, RUN, at_us));
        }
    }
}

/// A span whose both ends are known.
pub(super) fn span(
    out: &mut String,
    called: (&str, &str),
    id: &str,
    track: Track,
    (since_us, until_us): (Micros, Micros),
    args: &Value,
) {
    let mut begin = edge("b", called, id, track, since_us);
    begin["args"] = args.clone();
    push(out, &begin);
    push(out, &edge("e", called, id, track, until_us));
}

fn edge(
    phase: &str,
    (category, words): (&str, &str),
    id: &str,
    track: Track,
    at_us: Micros,
) -> Value {
    json!({
        "ph": phase, "cat": category, "name": words, "id": id, "ts": at_us,
        "pid": track.process, "tid": track.thread,
    })
}

fn flow(phase: &str, request: RequestId, at_us: Micros, track: Track) -> Value {
    json!({
        "ph": phase, "bp": "e", "cat": "request", "name": "request", "id": request, "ts": at_us,
        "pid": track.process, "tid": track.thread,
    })
}

fn leader_id(at: &ReplicaRef) -> String {
    format!("{}-{}", at.range, at.node.0)
}
