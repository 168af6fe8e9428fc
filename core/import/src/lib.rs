//! Files that describe a real cluster, and measured round trips, become a scenario. Text in; the
//! scenario's text and notes out, or every complaint with its file and line. Logs of its servers
//! become events of roles.
//!
//! It must not read files nor run anything, and no input makes it panic.

mod answer;
mod cockroach;
mod etcd;
mod found;
mod keys;
mod latency;
mod links;
mod map;
mod note;
mod placed;
mod published;
mod scenario;
mod server_log;
mod tidb;
mod tree;
mod written;
mod yugabyte;
mod zone_config;

use documents::scenario::Scenario;

pub use answer::{ImportAnswer, answer};
pub use found::Product;
pub use keys::{Key, keys};
pub use latency::{LatencyFile, pair_of};
pub use note::{Complaint, Note, NoteKind, Spot};
pub use published::{Published, rows as published_round_trips};
pub use server_log::{
    LogFile, RoleEvent, RoleEventKind, RoleLine, RoleLog, RoleMember, is_server_log, role_log,
};

use found::{Found, Reading};
use note::Notes;
use tree::Node;

/// A file of a cluster.
#[derive(Copy, Clone, Debug)]
pub struct ClusterFile<'a> {
    /// As messages name it.
    pub name: &'a str,
    /// What it holds.
    pub text: &'a str,
}

/// A scenario that was made of files.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Whose files they are.
    pub product: Product,
    /// A scenario file that reads without an error.
    pub scenario: String,
    /// What was understood, assumed and not used.
    pub notes: Vec<Note>,
}

/// Makes a scenario of the files of one cluster.
pub fn import(
    files: &[ClusterFile<'_>],
    latencies: &[LatencyFile<'_>],
) -> Result<Imported, Vec<Complaint>> {
    let (mut found, mut notes) = (Found::default(), Notes::default());
    let mut complaints = Vec::new();
    for file in files {
        let mut reading = Reading {
            file: file.name,
            found: &mut found,
            notes: &mut notes,
        };
        complaints.extend(read(file.text, &mut reading).err());
    }
    let mut measured = Vec::new();
    for file in latencies {
        match latency::read(*file, &mut notes) {
            Ok(rows) => measured.extend(rows),
            Err(complaint) => complaints.push(complaint),
        }
    }
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let mut reading = Reading {
        file: "",
        found: &mut found,
        notes: &mut notes,
    };
    yugabyte::fill(&mut reading);
    let product = match &found.product {
        Some((product, _)) if !found.stores.is_empty() => *product,
        _ => {
            let text = "found no stores, expected files that say where the nodes of a cluster are";
            return Err(vec![Complaint {
                spot: None,
                text: text.to_string(),
            }]);
        }
    };
    let sections = scenario::scenario(&found, &measured, &mut notes)?;
    let text = written::written(&sections);
    // Judged as any scenario file is: nobody is handed one that does not run.
    Scenario::parse(&text).map_err(|error| {
        let told = |problem: &format::error::Problem| Complaint {
            spot: None,
            text: format!(
                "the scenario would be wrong: {}: {}",
                problem.path, problem.text
            ),
        };
        error.problems().iter().map(told).collect::<Vec<_>>()
    })?;
    Ok(Imported {
        product,
        scenario: text,
        notes: notes.list,
    })
}

/// Reads a document of one kind.
type Reader = fn(&Node, &mut Reading<'_>) -> Result<(), Complaint>;

/// Whether a document is of a kind.
type Test = fn(&Node) -> bool;

/// Who reads a document of this kind.
fn reader_of(tree: &Node) -> Option<Reader> {
    let kinds: [(Test, Reader); 5] = [
        (tidb::is_tiup, tidb::tiup),
        (tidb::is_operator, tidb::operator),
        (etcd::is_tree, etcd::tree),
        // Before CockroachDB's: both have a num_replicas.
        (yugabyte::is_tree, yugabyte::tree),
        (cockroach::is_tree, cockroach::tree),
    ];
    let kind = kinds.into_iter().find(|(is, _)| is(tree));
    kind.map(|(_, reader)| reader)
}

/// Reads one file: as what it is, its contents say.
fn read(text: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    const EXPECTED: &str = "a topology of TiUP, an object of tidb-operator, localities or a zone \
         configuration of CockroachDB, a placement of YugabyteDB, or members of etcd";
    let is = |test: fn(&str) -> bool| text.lines().any(|line| test(line.trim()));
    if text.trim().is_empty() {
        return Err(reading.wrong(0, format!("found an empty file, expected {EXPECTED}")));
    }
    let begins_tree = text.trim_start().starts_with(['{', '[']);
    let is_operator =
        is(|line| line.starts_with("apiVersion:") || line.starts_with("tikv_servers:"));
    if !begins_tree && !is_operator {
        if is(yugabyte::is_line) {
            return yugabyte::text(text, reading);
        }
        if is(etcd::is_line) {
            return etcd::text(text, reading);
        }
        if is(cockroach::is_line) {
            return cockroach::text(text, reading);
        }
    }
    let trees = tree::parse(reading.file, text)?;
    let mut is_known = false;
    for one in &trees {
        match reader_of(one) {
            Some(reader) => {
                is_known = true;
                reader(one, reading)?;
                one.tell_unused(reading.file, reading.notes);
            }
            None => reading.unused(one.line, format!("a document that is {}", one.found())),
        }
    }
    if is_known {
        Ok(())
    } else {
        Err(reading.wrong(
            0,
            format!("found none of what is understood, expected {EXPECTED}"),
        ))
    }
}
