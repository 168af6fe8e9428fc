//! A traced request.

use cluster::config::OpKind;

use super::{Inspection, Playground};
use crate::format::read_mode_id;
use crate::watch::requests::{FreshVerdict, RequestOutcome, RequestView, Trace};
use crate::watch::words::{count_words, duration_words, instant_words};

impl Playground {
    pub(super) fn inspect_request(&self, request: u64) -> Option<Inspection> {
        let trace = self.watch().traces().get(request)?;
        let names = &self.resolved.names;
        let view = trace.view(names, self.watch().meters());
        let mut shown = Inspection::new(format!("{}, request r{request}", what_words(&view)));
        let sender = view
            .workload
            .map_or("by hand", |load| &names.workloads[load as usize].id);
        let end_us = view.completed_us.unwrap_or(self.cluster.now());
        shown
            .row("latency", duration_words(end_us - view.invoked_us))
            .row("round trips", view.round_trips.to_string())
            .row("from", names.node_id(trace.fact.gateway))
            .row("load", sender)
            .row("range", trace.fact.range.to_string());
        if view.op != OpKind::Put {
            shown.row("read mode", read_mode_id(view.mode));
        }
        shown.row("sent", instant_words(view.invoked_us));
        step_rows(&mut shown, trace);
        self.end_rows(&mut shown, &view);
        Some(shown)
    }

    fn end_rows(&self, shown: &mut Inspection, view: &RequestView) {
        let outcome = match view.outcome {
            RequestOutcome::Pending => "waiting",
            RequestOutcome::Ok => "answered",
            RequestOutcome::Failed => "failed",
            RequestOutcome::Unknown => "unknown",
        };
        shown.noted("outcome", outcome, &view.reason);
        if let Some(at_us) = view.completed_us {
            shown.row("ended", instant_words(at_us));
        }
        if let Some(server) = view.server {
            shown.row(
                "answered by",
                self.resolved.names.node_id(sim::NodeId(server as u16)),
            );
        }
        if !view.value.is_empty() {
            shown.row("value", view.value.clone());
        }
        match view.verdict {
            FreshVerdict::None => {}
            FreshVerdict::Fresh => {
                shown.row("verdict", "fresh");
            }
            FreshVerdict::Stale => {
                let value = format!("stale by {}", duration_words(view.stale_us));
                let missed = count_words(view.stale_commits.into(), "acknowledged write");
                shown.noted("verdict", value, &format!("it missed {missed}"));
            }
        }
        shown.row("messages", view.hops.len().to_string());
    }
}

fn what_words(view: &RequestView) -> String {
    match view.op {
        OpKind::Get => format!("Get of k{}", view.key),
        OpKind::Put => format!("Put of k{}", view.key),
        OpKind::Scan => {
            format!(
                "Scan of {} from k{}",
                count_words(view.rows.into(), "row"),
                view.key
            )
        }
    }
}

/// What a read waited for inside a store.
fn step_rows(shown: &mut Inspection, trace: &Trace) {
    let asked_us = trace.asked_us;
    if let Some(asked_us) = asked_us {
        shown.row("read index asked", instant_words(asked_us));
    }
    if let Some((known_us, index, applied)) = trace.known {
        let took = duration_words(known_us - asked_us.unwrap_or(trace.invoked_us));
        let note = format!("after {took}; the store had applied {applied} by then");
        shown.noted("read index", index.to_string(), &note);
    }
    if let Some(served_us) = trace.served_us {
        shown.row("rows read", instant_words(served_us));
    }
}
