//! Chrome trace events (the JSON that the Perfetto UI and chrome://tracing open): a process for
//! each zone and one for the run, a track for each store and gateway, a slice of one µs for each of
//! its events, arrows for messages, spans for requests, leaders, services, fsyncs and faults,
//! instants for changes of role and for actions. Times are µs of the simulation.
//!
//! The format is the "Trace Event Format" (object form). Arrows (`s`, `f`) join the slices of the
//! events in which a message left and arrived, so both are written when it has arrived: one that
//! died has no arrow. Spans that may overlap are async events (`b`, `e`).

mod spans;

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

use model::fact::{Began, Fact};
use model::ids::RequestId;
use serde_json::{Value, json};
use sim::{Micros, NodeId};

use crate::export::RunHeader;
use crate::export::in_flight::InFlight;
use crate::export::phrase::{began_id, phrase};
use record::{Row, What};
use text::messages::message_words;
use text::names::Names;

use spans::Spans;

/// Process and track of what happens to the whole run; zones and nodes follow. Not 0: the Perfetto
/// UI takes that number for the idle process.
const RUN: Track = Track {
    process: 1,
    thread: 1,
};
/// Events whose instants are remembered, for spans that begin in one and end in another.
const EVENTS_MAX: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Perfetto {
    names: Names,
    in_flight: InFlight<()>,
    /// Gateways of requests that have not ended.
    gateways: BTreeMap<RequestId, NodeId>,
    spans: Spans,
    /// Number and instant of the last events, in order.
    instants: VecDeque<(u64, Micros)>,
    last_us: Micros,
}

/// Where a trace event stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Track {
    process: usize,
    thread: usize,
}

impl Perfetto {
    pub(super) fn begin(header: &RunHeader, out: &mut String) -> Self {
        let about = json!({
            "title": header.title,
            "variant": header.variant,
            "seed": header.seed,
            "source": "raft-atlas",
        });
        writeln!(
            out,
            "{{\"displayTimeUnit\":\"ms\",\"otherData\":{about},\"traceEvents\":["
        )
        .expect("a text takes all");
        let names = header.names.clone();
        let mut perfetto = Perfetto {
            in_flight: InFlight::new(),
            gateways: BTreeMap::new(),
            spans: Spans::new(&names),
            instants: VecDeque::new(),
            last_us: 0,
            names,
        };
        perfetto.name_tracks(out);
        perfetto
    }

    fn name_tracks(&mut self, out: &mut String) {
        let lines = [
            name("process_name", RUN, "run"),
            sort("process_sort_index", RUN, 0),
            name("thread_name", RUN, "actions and faults"),
        ];
        out.push_str(&lines.map(|line| line.to_string()).join(",\n"));
        for (zone, words) in self.names.zones.iter().enumerate() {
            let track = Track {
                process: zone + 2,
                thread: 0,
            };
            push(out, &name("process_name", track, &words.name));
            push(out, &sort("process_sort_index", track, zone + 1));
        }
        for (at, node) in self.names.nodes.iter().enumerate() {
            let track = self.track(Some(NodeId(at as u16)));
            let text = format!("{} {}", node.kind.id(), node.id);
            push(out, &name("thread_name", track, &text));
            push(out, &sort("thread_sort_index", track, at + 1));
        }
    }

    /// Ends what is still open, and the text.
    pub(super) fn end(&mut self, out: &mut String) {
        self.spans.end(self.last_us, out);
        out.push_str("\n]}\n");
    }

    pub(super) fn event(&mut self, rows: &[Row], out: &mut String) {
        let at_us = rows[0].at_us;
        self.last_us = at_us;
        for row in rows {
            if let What::Fact(Fact::Invoked(request)) = &row.what {
                self.gateways.insert(request.request, request.gateway);
            }
        }
        self.slices(rows, out);
        self.event_spans(&rows[0], out);
        for row in rows {
            if let What::Fact(fact) = &row.what {
                self.fact(row, fact, out);
            }
        }
        self.instants.push_back((rows[0].event, at_us));
        if self.instants.len() > EVENTS_MAX {
            self.instants.pop_front();
        }
    }

    /// One slice on each track that the event touched.
    fn slices(&self, rows: &[Row], out: &mut String) {
        let mut tracks: Vec<(Track, Vec<String>)> = Vec::new();
        let lookup = |flight| self.in_flight.get(flight).map(|moving| &moving.sent);
        for row in rows {
            let What::Fact(fact) = &row.what else {
                continue;
            };
            let track = self.track(self.node_of(fact));
            let text = phrase(fact, &self.names, lookup);
            match tracks.iter_mut().find(|(known, _)| *known == track) {
                Some((_, phrases)) => phrases.push(text),
                None => tracks.push((track, vec![text])),
            }
        }
        let title = self.title(&rows[0]);
        for (track, phrases) in tracks {
            push(
                out,
                &json!({
                    "ph": "X", "cat": "event", "name": title, "ts": rows[0].at_us, "dur": 1,
                    "pid": track.process, "tid": track.thread,
                    "args": { "event": rows[0].event, "cause": rows[0].cause, "what": phrases },
                }),
            );
        }
    }

    /// A short name for an event.
    fn title(&self, row: &Row) -> String {
        let What::Began(began) = row.what else {
            return "start".to_string();
        };
        let flight = match began {
            Began::Arrive { flight } | Began::Handle { flight } => self.in_flight.get(flight),
            _ => None,
        };
        match flight {
            Some(moving) => message_words(moving.sent.what).1.to_string(),
            None => began_id(&began).to_string(),
        }
    }

    /// Spans that the event itself ends: an fsync, a read's service.
    fn event_spans(&self, row: &Row, out: &mut String) {
        let What::Began(began) = row.what else { return };
        let Some(since_us) = self.instant_of(row.cause) else {
            return;
        };
        if let Began::Synced { store } = began {
            let track = self.track(Some(store));
            let id = format!("{}-{}", store.0, row.event);
            let args = json!({ "event": row.event });
            spans::span(
                out,
                ("disk", "fsync"),
                &id,
                track,
                (since_us, row.at_us),
                &args,
            );
        }
    }

    fn fact(&mut self, row: &Row, fact: &Fact, out: &mut String) {
        let track = self.track(self.node_of(fact));
        match fact {
            Fact::Sent(sent) => self.in_flight.insert(sent, row.at_us, ()),
            Fact::Delivered { flight } => self.arrow(row.at_us, *flight, out),
            Fact::Died { flight, .. } => {
                self.in_flight.remove(*flight);
            }
            Fact::Served { request, .. } => {
                if let Some(since_us) = self.instant_of(row.cause) {
                    let id = format!("{request}-{}", row.event);
                    let args = json!({ "request": request });
                    spans::span(
                        out,
                        ("service", "read"),
                        &id,
                        track,
                        (since_us, row.at_us),
                        &args,
                    );
                }
            }
            Fact::Role { at, role, term, .. } => {
                self.spans.role(row.at_us, at, *role, *term, track, out);
            }
            Fact::FaultBegan { fault } => {
                self.spans.fault(row.at_us, fault, true, &self.names, out);
            }
            Fact::FaultEnded { fault } => {
                self.spans.fault(row.at_us, fault, false, &self.names, out);
            }
            Fact::Acted { ordinal } => push(
                out,
                &json!({
                    "ph": "i", "cat": "action", "name": format!("action {ordinal}"), "s": "g",
                    "ts": row.at_us, "pid": track.process, "tid": track.thread,
                }),
            ),
            Fact::Invoked(request) => self.spans.request_begins(row.at_us, request, track, out),
            Fact::Completed {
                request, outcome, ..
            } => {
                self.spans.request_ends(row.at_us, *request, *outcome, out);
                self.gateways.remove(request);
            }
            _ => {}
        }
    }

    /// The arrow of a message that arrived, and its request's arrow through the same slices.
    fn arrow(&mut self, at_us: Micros, flight: u64, out: &mut String) {
        let Some(moving) = self.in_flight.remove(flight) else {
            return;
        };
        let sent = &moving.sent;
        let (from, to) = (self.track(Some(sent.from)), self.track(Some(sent.to)));
        let label = message_words(sent.what).1;
        let end = |phase: &str, at_us: Micros, track: Track| {
            json!({
                "ph": phase, "bp": "e", "cat": "message", "name": label, "id": flight,
                "ts": at_us, "pid": track.process, "tid": track.thread,
                "args": { "bytes": sent.bytes, "request": sent.request, "range": sent.range },
            })
        };
        push(out, &end("s", moving.sent_us, from));
        push(out, &end("f", at_us, to));
        self.spans.step(at_us, sent.request, to, out);
    }

    fn instant_of(&self, event: u64) -> Option<Micros> {
        let at = self.instants.partition_point(|(known, _)| *known < event);
        let (known, at_us) = self.instants.get(at)?;
        (*known == event).then_some(*at_us)
    }

    fn node_of(&self, fact: &Fact) -> Option<NodeId> {
        let gateway = |request| self.gateways.get(&request).copied();
        self.in_flight.node_of(fact, gateway)
    }

    fn track(&self, node: Option<NodeId>) -> Track {
        match node {
            None => RUN,
            Some(node) => {
                let at = usize::from(node.0);
                let zone = self.names.nodes[at].zone;
                Track {
                    process: usize::from(zone.0) + 2,
                    thread: at + 2,
                }
            }
        }
    }
}

fn push(out: &mut String, event: &Value) {
    out.push_str(",\n");
    out.push_str(&event.to_string());
}

fn name(what: &str, track: Track, text: &str) -> Value {
    json!({
        "ph": "M", "name": what, "pid": track.process, "tid": track.thread,
        "args": { "name": text },
    })
}

fn sort(what: &str, track: Track, index: usize) -> Value {
    json!({
        "ph": "M", "name": what, "pid": track.process, "tid": track.thread,
        "args": { "sort_index": index },
    })
}
