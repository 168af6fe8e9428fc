//! JSON lines: the first says what the run is and what its numbers stand for, each other is a fact
//! or, with `began`, the reason why the event was due whose facts follow.
//!
//! Every line has `event`, `cause` (the event that scheduled it, 0 = the start or an action) and
//! `at_us`; the other keys are those of the fact. Nodes go by their ids, replicas by range and
//! node, faults by the ids that actions name them with. A request that a client repeats for want of
//! an answer has `retry`, which repetition it is, and `retry_of`, the first request. The end of a
//! read of several rows has `values`, what it found in each, from its key on.

use model::fact::{Began, Decision, Fact, RequestFact, SentFact};
use model::ids::{RangeId, RequestId};
use serde_json::{Map, Value, json};
use sim::{Fate, NodeId};

use crate::export::RunHeader;
use crate::export::phrase::{began_id, death, node, role_id};
use record::{Row, What};
use text::messages::message_words;
use text::names::{Names, fault_id};

/// Version of the format.
const FORMAT: &str = "raft-atlas-facts/1";

#[derive(Debug)]
pub(super) struct JsonLines {
    names: Names,
    /// What the read found that ends next.
    found: Vec<u64>,
}

impl JsonLines {
    pub(super) fn begin(header: &RunHeader, out: &mut String) -> Self {
        let names = header.names.clone();
        let nodes = names.nodes.iter().map(|place| {
            json!({
                "id": place.id,
                "kind": place.kind.id(),
                "zone": names.zone_id(place.zone),
            })
        });
        let line = json!({
            "format": FORMAT,
            "title": header.title,
            "variant": header.variant,
            "seed": header.seed,
            "nodes": nodes.collect::<Vec<_>>(),
        });
        push_line(out, &line);
        JsonLines {
            names,
            found: Vec::new(),
        }
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
                What::Rows(found) => {
                    self.found.extend(found.values.iter());
                    continue;
                }
            };
            let Value::Object(fields) = fields else {
                unreachable!("fields are an object")
            };
            line.extend(fields);
            if !self.found.is_empty() {
                line.insert("values".to_string(), json!(self.found));
                self.found.clear();
            }
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
            Began::Admitted { request } | Began::Retry { request } => {
                json!({ "began": id, "request": request })
            }
            Began::Broken { request, store } => {
                json!({ "began": id, "request": request, "node": node(store, &self.names) })
            }
            Began::Action { ordinal } => json!({ "began": id, "action": ordinal }),
            Began::Serve | Began::Deadline => json!({ "began": id }),
        }
    }

    fn decided(&self, decision: &Decision) -> Value {
        let names = &self.names;
        let id = |at: Option<NodeId>| at.map(|at| node(at, names).to_string());
        json!({
            "fact": "decided", "node": node(decision.by, names),
            "range": (decision.range != RangeId::NONE).then_some(decision.range),
            "what": kebab(&decision.what), "why": kebab(&decision.why),
            "subject": id(decision.subject), "other": id(decision.other),
            "figure": decision.figure, "limit": decision.limit,
        })
    }

    fn invoked(&self, request: &RequestFact) -> Value {
        let names = &self.names;
        let workload = request
            .workload
            .map(|at| &names.workloads[usize::from(at)].id);
        let reads = !request.op.is_blind_write();
        json!({
            "fact": "invoked", "request": request.request,
            "node": node(request.gateway, names), "workload": workload,
            "op": request.op.id(), "key": request.key, "rows": request.rows,
            "mode": reads.then(|| request.mode.id()), "range": request.range,
            "parent": (request.parent != RequestId::NONE).then_some(request.parent),
            "client": request.client,
            "bound_us": (request.bound_us != 0).then_some(request.bound_us),
            "retry": (request.retry != 0).then_some(request.retry),
            "retry_of": (request.retry_of != RequestId::NONE).then_some(request.retry_of),
        })
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

/// Declares how a line tells a fact: its name, and its keys besides. Facts of replicas have the
/// replica's range and node, too.
macro_rules! facts {
    (
        |$line:ident, $fact:ident, $names:ident, $at:ident|
        of_replicas { $($part_id:literal $part:pat => { $($part_keys:tt)* };)+ }
        others { $($id:literal $other:pat => { $($keys:tt)* };)+ }
        apart { $($apart:pat => $value:expr;)+ }
    ) => {
        /// Names of facts, but for those that are told apart.
        #[cfg(test)]
        const FACTS: &[&str] = &[$($part_id,)+ $($id),+];

        impl JsonLines {
            fn fact(&self, $fact: &Fact) -> Value {
                let ($line, $names) = (self, &self.names);
                match *$fact {
                    $($part => json!({
                        "fact": $part_id, "range": $at.range, "node": node($at.node, $names),
                        $($part_keys)*
                    }),)+
                    $($other => json!({ "fact": $id, $($keys)* }),)+
                    $($apart => $value,)+
                }
            }
        }
    };
}

facts! {
    |line, fact, names, at|
    of_replicas {
        "role" Fact::Role { at, role, term, leader_peer, vote, last_index, last_term } => {
            "role": role_id(role), "term": term, "leader_peer": leader_peer, "vote": vote,
            "last_index": last_index, "last_term": last_term
        };
        "appended" Fact::Appended { at, index, term, .. } => { "index": index, "term": term };
        "persisted" Fact::Persisted { at, index } => { "index": index };
        "committed" Fact::Committed { at, index, term } => { "index": index, "term": term };
        "applied" Fact::Applied { at, index, term, .. } => { "index": index, "term": term };
        "snapshot-installed" Fact::SnapshotInstalled { at, index, term, .. } =>
            { "index": index, "term": term };
        "compacted" Fact::Compacted { at, first } => { "first": first };
        "proposed" Fact::Proposed { at, request, index } =>
            { "request": request, "index": index };
        "read-index-asked" Fact::ReadIndexAsked { at, request } => { "request": request };
        "read-index-known" Fact::ReadIndexKnown { at, request, index, applied } =>
            { "request": request, "index": index, "applied": applied };
        "changed" Fact::Changed { at, what, a, b } => { "what": kebab(&what), "a": a, "b": b };
        "served" Fact::Served { at, request } => { "request": request };
        "lease" Fact::Lease { at, what, until_us } =>
            { "what": kebab(&what), "until_us": until_us };
        "vote-withheld" Fact::Withheld { at, to_peer } => { "to_peer": to_peer };
    }
    others {
        "delivered" Fact::Delivered { flight } => { "message": flight };
        "died" Fact::Died { flight, how } => { "message": flight, "how": death(how) };
        "fault-began" Fact::FaultBegan { fault } => { "fault": fault_id(&fault, names) };
        "fault-ended" Fact::FaultEnded { fault } => { "fault": fault_id(&fault, names) };
        "settings-changed" Fact::SettingsChanged => {};
        "workload-switched" Fact::WorkloadSwitched { workload, running } =>
            { "workload": names.workloads[usize::from(workload)].id, "running": running };
        "acted" Fact::Acted { ordinal } => { "action": ordinal };
        "saved" Fact::Saved { flight, by, bytes } =>
            { "message": flight, "by": kebab(&by), "bytes": bytes };
        "held-back" Fact::HeldBack { flight, held_us, resent } =>
            { "message": flight, "held_us": held_us, "resent": resent };
        "attempted" Fact::Attempted { request, to } =>
            { "request": request, "to": node(to, names) };
        "refused" Fact::Refused { request, by, why } =>
            { "request": request, "by": node(by, names), "why": kebab(&why) };
        "completed" Fact::Completed { request, outcome, server, value, invoked_us } => {
            "request": request, "outcome": outcome.id(), "value": value,
            "server": server.map(|server| node(server, names)), "invoked_us": invoked_us
        };
        "named" Fact::Named { request, keys } =>
            { "request": request, "keys": keys.iter().collect::<Vec<_>>() };
        "timestamped" Fact::Timestamped { request, ts, index } =>
            { "request": request, "ts": ts, "index": index };
        "routed" Fact::Routed { request, to, why, figure, limit } => {
            "request": request, "to": node(to, names), "why": kebab(&why), "figure": figure,
            "limit": limit
        };
        "txn" Fact::Txn { request, what, key, ts } =>
            { "request": request, "what": kebab(&what), "key": key, "ts": ts };
    }
    apart {
        Fact::Sent(ref sent) => line.sent(sent);
        Fact::Decided(ref decision) => line.decided(decision);
        Fact::Invoked(ref request) => line.invoked(request);
    }
}

fn push_line(out: &mut String, line: &Value) {
    out.push_str(&line.to_string());
    out.push('\n');
}

/// The name of an enumeration's value as files write it: `SentDirect` is "sent-direct". It is part of
/// the format: docs/facts.md lists all of them, and a test compares.
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

#[cfg(test)]
mod tests {
    use model::config::{OpKind, ReadMode};
    use model::fact::{
        ByteKind, Change, Death, Deed, LeaseChange, Outcome, Reason, Refusal, Role, Route, Saver,
        TxnStep,
    };
    use sim::Fate;

    use super::{FACTS, FORMAT, death, fate_id, kebab, role_id};

    /// What people read about this format.
    const DOCUMENT: &str = include_str!("../../../../docs/facts.md");

    #[test]
    fn the_document_is_of_this_version() {
        assert!(DOCUMENT.contains(&format!("format `{FORMAT}`")));
    }

    fn kebabs<T: std::fmt::Debug, const COUNT: usize>(all: [T; COUNT]) -> Vec<String> {
        all.iter().map(|value| kebab(value)).collect()
    }

    fn ids<T: Copy, const COUNT: usize>(all: [T; COUNT], id: fn(T) -> &'static str) -> Vec<String> {
        all.map(|value| id(value).to_string()).to_vec()
    }

    /// Names are part of the format: another one is another version, and a new one is documented.
    #[test]
    fn every_value_that_is_a_word_stands_in_the_document() {
        let fates = [
            Fate::Arrives,
            Fate::Lost,
            Fate::Blocked,
            Fate::Full,
            Fate::Closed,
        ];
        let rows = [
            ("`kind` of `sent`", ids(ByteKind::ALL, ByteKind::id)),
            ("`fate` of `sent`", ids(fates, fate_id)),
            ("`how` of `died`", ids(Death::ALL, death)),
            ("`by` of `saved`", kebabs(Saver::ALL)),
            ("`role`", ids(Role::ALL, role_id)),
            ("`what` of `changed`", kebabs(Change::ALL)),
            ("`what` of `lease`", kebabs(LeaseChange::ALL)),
            ("`op` of `invoked`", ids(OpKind::ALL, OpKind::id)),
            ("`mode` of `invoked`", ids(ReadMode::ALL, ReadMode::id)),
            ("`why` of `routed`", kebabs(Route::ALL)),
            ("`why` of `refused`", kebabs(Refusal::ALL)),
            ("`what` of `txn`", kebabs(TxnStep::ALL)),
            ("`outcome` of `completed`", ids(Outcome::ALL, Outcome::id)),
            ("`what` of `decided`", kebabs(Deed::ALL)),
            ("`why` of `decided`", kebabs(Reason::ALL)),
        ];
        let row =
            |(key, words): (&str, Vec<String>)| format!("| {key} | `{}` |", words.join("`, `"));
        let missing = rows
            .map(row)
            .into_iter()
            .filter(|row| !DOCUMENT.contains(row));
        let missing = missing.collect::<Vec<_>>().join("\n");
        assert!(missing.is_empty(), "docs/facts.md lacks\n{missing}");
    }

    #[test]
    fn every_fact_stands_in_the_document() {
        let apart = ["sent", "decided", "invoked"];
        for fact in FACTS.iter().chain(&apart) {
            assert!(
                DOCUMENT.contains(&format!("`{fact}`")),
                "docs/facts.md lacks {fact}"
            );
        }
    }

    #[test]
    fn every_key_of_a_fact_stands_in_the_document() {
        let own = include_str!("jsonl.rs")
            .split("#[cfg(test)]\nmod tests")
            .next();
        let keys = own.expect("a part").split('"').collect::<Vec<_>>();
        let keys = keys
            .windows(2)
            .filter(|pair| pair[1].starts_with(": "))
            .map(|pair| pair[0]);
        for key in keys {
            assert!(
                DOCUMENT.contains(&format!("`{key}`")),
                "docs/facts.md lacks {key}"
            );
        }
    }
}
