//! JSON lines: the first says what the run is and what its numbers stand for, each other is a fact
//! or, with `began`, the reason why the event was due whose facts follow.
//!
//! Every line has `event`, `cause` (the event that scheduled it, 0 = the start or an action) and
//! `at_us`; the other keys are those of the fact. Nodes go by their ids, replicas by range and
//! node, faults by the ids that actions name them with.

use model::config::OpKind;
use model::fact::{Began, Fact, ReplicaRef, SentFact};
use serde_json::{Map, Value, json};
use sim::Fate;

use crate::export::Cast;
use crate::export::phrase::{began_id, death, node, outcome_id, role_id};
use record::{Row, What};
use vocabulary::messages::message_words;
use vocabulary::names::{Names, fault_id};

/// Version of the format.
const FORMAT: &str = "raft-atlas-facts/1";

/// Writes lines.
#[derive(Debug)]
pub(super) struct JsonLines {
    names: Names,
}

impl JsonLines {
    pub(super) fn begin(cast: &Cast, out: &mut String) -> Self {
        let names = cast.names.clone();
        let nodes = names.nodes.iter().map(|place| {
            json!({
                "id": place.id,
                "kind": place.kind.id(),
                "zone": names.zone_id(place.zone),
            })
        });
        let line = json!({
            "format": FORMAT,
            "title": cast.title,
            "variant": cast.variant,
            "seed": cast.seed,
            "nodes": nodes.collect::<Vec<_>>(),
        });
        push_line(out, &line);
        JsonLines { names }
    }

    pub(super) fn event(&mut self, rows: &[Row], out: &mut String) {
        for row in rows {
            let mut line = Map::new();
            line.insert("event".to_string(), json!(row.event));
            line.insert("cause".to_string(), json!(row.cause));
            line.insert("at_us".to_string(), json!(row.at_us));
            let fields = match &row.what {
                What::Began(began) => self.began(began),
                What::Fact(fact) => self.fact(fact),
            };
            let Value::Object(fields) = fields else {
                unreachable!("fields are an object")
            };
            line.extend(fields);
            push_line(out, &Value::Object(line));
        }
    }

    fn began(&self, began: &Began) -> Value {
        let id = began_id(began);
        match *began {
            Began::Arrive { flight } | Began::Handle { flight } => {
                json!({ "began": id, "message": flight })
            }
            Began::Tick { at }
            | Began::Apply { at }
            | Began::SnapshotReport { at }
            | Began::Unreachable { at } => {
                json!({ "began": id, "range": at.range, "node": node(at.node, &self.names) })
            }
            Began::Synced { store } | Began::Schedule { node: store } => {
                json!({ "began": id, "node": node(store, &self.names) })
            }
            Began::Client { workload } | Began::Arrival { workload } => {
                let workload = &self.names.workloads[usize::from(workload)].id;
                json!({ "began": id, "workload": workload })
            }
            Began::Retry { request } => json!({ "began": id, "request": request }),
            Began::Broken { request, store } => {
                json!({ "began": id, "request": request, "node": node(store, &self.names) })
            }
            Began::Act { ordinal } => json!({ "began": id, "action": ordinal }),
            Began::Serve | Began::Deadline => json!({ "began": id }),
        }
    }

    fn fact(&self, fact: &Fact) -> Value {
        match fact {
            Fact::Sent(sent) => self.sent(sent),
            Fact::Delivered { flight } => json!({ "fact": "delivered", "message": flight }),
            Fact::Died { flight, how } => {
                json!({ "fact": "died", "message": flight, "how": death(*how) })
            }
            _ => match replica_fact(fact) {
                Some((id, at, fields)) => {
                    let mut line = json!({ "fact": id, "range": at.range });
                    line["node"] = json!(node(at.node, &self.names));
                    if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
                        line.extend(fields);
                    }
                    line
                }
                None => self.outside(fact),
            },
        }
    }

    /// What happens at gateways and to the whole run.
    fn outside(&self, fact: &Fact) -> Value {
        let names = &self.names;
        match fact {
            Fact::FaultBegan { fault } => {
                json!({ "fact": "fault-began", "fault": fault_id(fault, names) })
            }
            Fact::FaultEnded { fault } => {
                json!({ "fact": "fault-ended", "fault": fault_id(fault, names) })
            }
            Fact::WorkloadSwitched { workload, running } => {
                let workload = &names.workloads[usize::from(*workload)].id;
                json!({ "fact": "workload-switched", "workload": workload, "running": running })
            }
            Fact::Acted { ordinal } => json!({ "fact": "acted", "action": ordinal }),
            Fact::Saved { flight, by, bytes } => {
                json!({ "fact": "saved", "message": flight, "by": kebab(by), "bytes": bytes })
            }
            Fact::HeldBack {
                flight,
                held_us,
                resent,
            } => json!({
                "fact": "held_back", "message": flight, "held_us": held_us, "resent": resent,
            }),
            Fact::Decided(decision) => {
                let id = |at: Option<sim::NodeId>| at.map(|at| node(at, names).to_string());
                json!({
                    "fact": "decided", "node": node(decision.by, names),
                    "range": (decision.range != u32::MAX).then_some(decision.range),
                    "what": kebab(&decision.what), "why": kebab(&decision.why),
                    "subject": id(decision.subject), "other": id(decision.other),
                    "figure": decision.figure, "limit": decision.limit,
                })
            }
            Fact::Invoked(request) => {
                let workload = request
                    .workload
                    .map(|at| &names.workloads[usize::from(at)].id);
                let is_put = request.op == OpKind::Put;
                json!({
                    "fact": "invoked", "request": request.request,
                    "node": node(request.gateway, names), "workload": workload,
                    "op": request.op.id(), "key": request.key, "rows": request.rows,
                    "mode": (!is_put).then(|| request.mode.id()), "range": request.range,
                    "parent": (request.parent != 0).then_some(request.parent),
                    "client": request.client,
                    "bound_us": (request.bound_us != 0).then_some(request.bound_us),
                })
            }
            Fact::Attempted { request, to } => {
                json!({ "fact": "attempted", "request": request, "to": node(*to, names) })
            }
            Fact::Refused { request, by, why } => {
                json!({ "fact": "refused", "request": request, "by": node(*by, names), "why": kebab(why) })
            }
            Fact::Completed {
                request,
                outcome,
                server,
                value,
                invoked_us,
            } => json!({
                "fact": "completed", "request": request, "outcome": outcome_id(*outcome),
                "server": server.map(|server| node(server, names)), "value": value,
                "invoked_us": invoked_us,
            }),
            Fact::Timestamped { .. } | Fact::Routed { .. } | Fact::Txn { .. } => self.of_read(fact),
            _ => json!({ "fact": "settings-changed" }),
        }
    }

    /// Timestamps, choices of a replica, steps of transactions.
    fn of_read(&self, fact: &Fact) -> Value {
        let names = &self.names;
        match fact {
            Fact::Timestamped { request, ts, index } => {
                json!({ "fact": "timestamped", "request": request, "ts": ts, "index": index })
            }
            Fact::Routed {
                request,
                to,
                why,
                figure,
                limit,
            } => json!({
                "fact": "routed", "request": request, "to": node(*to, names), "why": kebab(why),
                "figure": figure, "limit": limit,
            }),
            Fact::Txn {
                request,
                what,
                key,
                ts,
            } => json!({
                "fact": "txn", "request": request, "what": kebab(what), "key": key, "ts": ts,
            }),
            _ => unreachable!("not about a read"),
        }
    }

    fn sent(&self, sent: &SentFact) -> Value {
        let (message_type, _) = message_words(sent.what);
        json!({
            "fact": "sent", "message": sent.flight,
            "from": node(sent.from, &self.names), "to": node(sent.to, &self.names),
            "type": message_type, "kind": sent.kind.id(), "range": sent.range,
            "bytes": sent.bytes, "framing": sent.framing, "end_us": sent.end_us,
            "fate": fate_id(sent.fate), "reject": sent.reject, "request": sent.request,
            "term": sent.term, "index": sent.index, "entries": sent.entries,
        })
    }
}

/// A fact of a replica: its name, where, and what else it says.
fn replica_fact(fact: &Fact) -> Option<(&'static str, ReplicaRef, Value)> {
    Some(match *fact {
        Fact::Role {
            at,
            role,
            term,
            leader_peer,
            vote,
            last_index,
            last_term,
        } => (
            "role",
            at,
            json!({
                "role": role_id(role), "term": term, "leader_peer": leader_peer, "vote": vote,
                "last_index": last_index, "last_term": last_term,
            }),
        ),
        Fact::Appended {
            at, index, term, ..
        } => ("appended", at, json!({ "index": index, "term": term })),
        Fact::Persisted { at, index } => ("persisted", at, json!({ "index": index })),
        Fact::Committed { at, index, term } => {
            ("committed", at, json!({ "index": index, "term": term }))
        }
        Fact::Applied {
            at, index, term, ..
        } => ("applied", at, json!({ "index": index, "term": term })),
        Fact::SnapshotInstalled {
            at, index, term, ..
        } => (
            "snapshot-installed",
            at,
            json!({ "index": index, "term": term }),
        ),
        Fact::Compacted { at, first } => ("compacted", at, json!({ "first": first })),
        Fact::ReadIndexAsked { at, request } => {
            ("read-index-asked", at, json!({ "request": request }))
        }
        Fact::ReadIndexKnown {
            at,
            request,
            index,
            applied,
        } => (
            "read-index-known",
            at,
            json!({ "request": request, "index": index, "applied": applied }),
        ),
        Fact::Changed { at, what, a, b } => (
            "changed",
            at,
            json!({ "what": kebab(&what), "a": a, "b": b }),
        ),
        Fact::Served { at, request } => ("served", at, json!({ "request": request })),
        Fact::Lease { at, what, until_us } => (
            "lease",
            at,
            json!({ "what": kebab(&what), "until_us": until_us }),
        ),
        Fact::Withheld { at, to_peer } => ("vote-withheld", at, json!({ "to_peer": to_peer })),
        _ => return None,
    })
}

fn push_line(out: &mut String, line: &Value) {
    out.push_str(&line.to_string());
    out.push('\n');
}

/// The name of an enumeration's value as files write it: `SentDirect` is "sent-direct".
fn kebab(value: &impl std::fmt::Debug) -> String {
    let mut id = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_ascii_uppercase() && !id.is_empty() {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    id
}

fn fate_id(fate: Fate) -> &'static str {
    match fate {
        Fate::Arrives => "arrives",
        Fate::Lost => "lost",
        Fate::Blocked => "cut",
        Fate::Full => "buffer full",
        Fate::Closed => "closed",
    }
}
