//! Proxies and toxics of Toxiproxy: a proxy for each directed pair of nodes that a fault meets, and
//! the calls of its interface with their instants.

use std::collections::BTreeMap;

use model::fault::FaultKind;
use serde_json::{Value, json};
use sim::Micros;

use super::{Fault, Script};

/// Most proxies: each listens on a port of its own.
const PROXIES_MAX: usize = 40_000;
/// Calls after which no more faults are written.
const CALLS_MAX: usize = 200_000;
/// The first port on which a proxy listens.
const PORT: usize = 20_000;

/// A call of Toxiproxy's interface.
struct Call {
    at_us: Micros,
    method: &'static str,
    path: String,
    body: Value,
}

/// What is written: proxies by their names, each with the node that it leads to, and calls.
#[derive(Default)]
struct Made<'a> {
    proxies: BTreeMap<String, &'a str>,
    calls: Vec<Call>,
}

pub(super) fn write(script: &mut Script<'_>) -> String {
    let mut made = Made::default();
    for (number, fault) in (1..).zip(script.faults.clone()) {
        let toxics = toxics(&fault, script);
        if toxics.is_empty() {
            continue;
        }
        let pairs = pairs(&fault, script);
        let proxies = made.proxies.len() + 2 * pairs.len();
        if proxies > PROXIES_MAX || made.calls.len() > CALLS_MAX {
            let why = format!("more than {PROXIES_MAX} proxies or {CALLS_MAX} calls");
            script.leave_out(&fault, &why);
            continue;
        }
        made.fault(number, &fault, &pairs, &toxics);
    }
    made.calls.sort_by_key(|call| (call.at_us, call.method));
    let proxies = (PORT..).zip(&made.proxies).map(|(port, (name, called))| {
        json!({
            "name": name, "listen": format!("127.0.0.1:{port}"),
            "upstream": format!("{called}:20160"), "enabled": true,
        })
    });
    let calls = made.calls.iter().map(|call| {
        let mut one = json!({
            "at_ms": call.at_us.div_ceil(1000), "method": call.method, "path": call.path,
        });
        if !call.body.is_null() {
            one["body"] = call.body.clone();
        }
        one
    });
    format!(
        "{{\n  \"title\": {},\n  \"proxies\": [\n{}\n  ],\n  \"calls\": [\n{}\n  ]\n}}\n",
        json!(script.title),
        listed(proxies),
        listed(calls)
    )
}

fn listed(items: impl Iterator<Item = Value>) -> String {
    let lines: Vec<String> = items.map(|item| format!("    {item}")).collect();
    lines.join(",\n")
}

/// Senders and receivers of what a fault meets.
fn pairs<'a>(fault: &Fault, script: &Script<'a>) -> Vec<(&'a str, &'a str)> {
    let mut pairs = Vec::new();
    for (senders, receivers) in script.pairs(fault) {
        for from in senders {
            let others = receivers.iter().filter(|to| **to != from);
            pairs.extend(others.map(|to| (from, *to)));
        }
    }
    pairs
}

impl<'a> Made<'a> {
    /// Adds a fault. A connection carries requests up and answers down: what goes from here to
    /// there is up where this side called, and down where the other did.
    fn fault(
        &mut self,
        number: usize,
        fault: &Fault,
        pairs: &[(&'a str, &'a str)],
        toxics: &[(&'static str, Value)],
    ) {
        let ways = pairs
            .iter()
            .flat_map(|(from, to)| [(*from, *to, "upstream"), (*to, *from, "downstream")]);
        for (caller, called, stream) in ways {
            let proxy = format!("{caller}-to-{called}");
            self.proxies.insert(proxy.clone(), called);
            for (kind, attributes) in toxics {
                let name = format!("fault-{number}-{kind}-{stream}");
                self.calls.push(Call {
                    at_us: fault.from_us,
                    method: "POST",
                    path: format!("/proxies/{proxy}/toxics"),
                    body: json!({
                        "name": name, "type": kind, "stream": stream, "toxicity": 1.0,
                        "attributes": attributes,
                    }),
                });
                self.calls.push(Call {
                    at_us: fault.until_us,
                    method: "DELETE",
                    path: format!("/proxies/{proxy}/toxics/{name}"),
                    body: Value::Null,
                });
            }
        }
    }
}

/// The toxics of a fault; what none of them does is told.
fn toxics(fault: &Fault, script: &mut Script<'_>) -> Vec<(&'static str, Value)> {
    match fault.key.kind() {
        // Without an end of its own it lets nothing through until it is taken away.
        FaultKind::Cut | FaultKind::Isolate => vec![("timeout", json!({ "timeout": 0 }))],
        FaultKind::Crash | FaultKind::Pause => {
            script.leave_out(fault, "Toxiproxy stops no process");
            Vec::new()
        }
        FaultKind::Degrade => {
            let how = fault.how;
            let mut toxics = Vec::new();
            if how.delay_us + how.jitter_us > 0 {
                let (mean, spread) = fault.mean_and_spread_us();
                let in_ms = |us: Micros| (us + 500) / 1000;
                if mean % 1000 != 0 || spread % 1000 != 0 {
                    script.leave_out(fault, "parts of a millisecond: its delays are whole ones");
                }
                toxics.push((
                    "latency",
                    json!({ "latency": in_ms(mean), "jitter": in_ms(spread) }),
                ));
            }
            if how.bandwidth_bps > 0 {
                let rate = (how.bandwidth_bps / 8000).max(1);
                toxics.push(("bandwidth", json!({ "rate": rate })));
            }
            if how.loss.ppm > 0 {
                script.leave_out(fault, "loss: it passes streams on, which lose no packets");
            }
            if how.vanish.ppm > 0 {
                script.leave_out(
                    fault,
                    "vanish: it passes streams on, which lose no messages",
                );
            }
            toxics
        }
    }
}
