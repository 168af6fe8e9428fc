//! A ShiViz log: two lines for each event of a node, the host with its vector clock and what
//! happened, as ShiViz's usual expression reads them:
//! `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`.
//!
//! A node's clock counts its events. A message carries the clock that its sender had; the receiver
//! takes the greater of each count, then counts its own event. Actions stand on a host of their
//! own, `(run)`, and what they make a node do comes after them.

use std::fmt::Write;

use sim::NodeId;

use crate::export::RunHeader;
use crate::export::in_flight::InFlight;
use crate::export::phrase::phrase;
use model::fact::Fact;
use model::ids::RequestId;
use record::{Row, What};
use std::collections::BTreeMap;
use text::names::Names;

/// The host of what happens to the whole run; no node can have this id.
const RUN: &str = "(run)";

#[derive(Debug)]
pub(super) struct ShiViz {
    names: Names,
    /// By node, then the run: its vector clock.
    clocks: Vec<Vec<u64>>,
    in_flight: InFlight<Vec<u64>>,
    /// Gateways of requests that have not ended.
    gateways: BTreeMap<RequestId, NodeId>,
}

impl ShiViz {
    pub(super) fn new(header: &RunHeader) -> Self {
        let hosts = header.names.nodes.len() + 1;
        ShiViz {
            names: header.names.clone(),
            clocks: vec![vec![0; hosts]; hosts],
            in_flight: InFlight::new(),
            gateways: BTreeMap::new(),
        }
    }

    pub(super) fn event(&mut self, rows: &[Row], out: &mut String) {
        let run = self.clocks.len() - 1;
        let mut acted = false;
        for (host, facts) in self.by_host(rows) {
            for fact in &facts {
                if let Fact::Delivered { flight } = fact
                    && let Some(moving) = self.in_flight.get(*flight)
                {
                    merge(&mut self.clocks[host], &moving.note.clone());
                }
            }
            if host == run {
                acted = true;
            } else if acted {
                let clock = self.clocks[run].clone();
                merge(&mut self.clocks[host], &clock);
            }
            self.clocks[host][host] += 1;
            let lookup = |flight| self.in_flight.get(flight).map(|moving| &moving.sent);
            let phrases: Vec<String> = facts
                .iter()
                .map(|fact| phrase(fact, &self.names, lookup))
                .collect();
            self.line(host, &phrases, out);
            for fact in &facts {
                self.follow(host, rows[0].at_us, fact);
            }
        }
    }

    /// The facts of an event by the host that they happened on, in the order of first appearance.
    fn by_host(&mut self, rows: &[Row]) -> Vec<(usize, Vec<Fact>)> {
        let run = self.clocks.len() - 1;
        let mut hosts: Vec<(usize, Vec<Fact>)> = Vec::new();
        for row in rows {
            let What::Fact(fact) = row.what else { continue };
            if let Fact::Invoked(request) = &fact {
                self.gateways.insert(request.request, request.gateway);
            }
            let gateway = |request| self.gateways.get(&request).copied();
            let node = self.in_flight.node_of(&fact, gateway);
            let host = node.map_or(run, |node| usize::from(node.0));
            match hosts.iter_mut().find(|(known, _)| *known == host) {
                Some((_, facts)) => facts.push(fact),
                None => hosts.push((host, vec![fact])),
            }
        }
        hosts
    }

    fn follow(&mut self, host: usize, at_us: u64, fact: &Fact) {
        match fact {
            Fact::Sent(sent) => {
                let clock = self.clocks[host].clone();
                self.in_flight.insert(sent, at_us, clock);
            }
            Fact::Delivered { flight } | Fact::Died { flight, .. } => {
                self.in_flight.remove(*flight);
            }
            Fact::Completed { request, .. } => {
                self.gateways.remove(request);
            }
            _ => {}
        }
    }

    fn line(&self, host: usize, phrases: &[String], out: &mut String) {
        let name = |host: usize| match self.names.nodes.get(host) {
            Some(node) => node.id.as_str(),
            None => RUN,
        };
        let counted = |(_, count): &(usize, &u64)| **count > 0;
        let clock: Vec<String> = self.clocks[host]
            .iter()
            .enumerate()
            .filter(counted)
            .map(|(host, count)| format!("\"{}\":{count}", name(host)))
            .collect();
        writeln!(out, "{} {{{}}}", name(host), clock.join(",")).expect("a text takes all");
        writeln!(out, "{}", phrases.join("; ")).expect("a text takes all");
    }
}

/// The greater of each count.
fn merge(clock: &mut [u64], other: &[u64]) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}
