//! Reports of etcd's robustness tests: one operation of a client a line, `{"ClientId": 1, "Input":
//! {"Type": "txn", …}, "Call": 10, "Output": {…, "Revision": 5}, "Return": 20}`, with instants in
//! ns. A report has one such file for each client: their lines, one after the other, are one
//! history.
//!
//! Each key is a register that holds nil while it does not exist. A range reads each key that it
//! covers and that the file speaks of; a transaction reads and writes at one instant. A comparison
//! of a revision is one of the value that had it. An answer with `Error` may have happened or not.
//! Counted and passed over: leases, compactions, defragmentations, and reads of older revisions. Of
//! a key with a lease nothing is judged: it may vanish at any time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::etcd_txn::{Does, Report, does};
use super::recorder::Recorder;
use super::{BadHistory, Parsed};
use crate::history::Op;
use crate::values::{Value, Values};

/// One read or write of one key.
struct Part {
    process: u64,
    key: String,
    op: Op,
    line: u32,
    from: i64,
    until: Option<i64>,
}

/// Reads the lines of all clients.
pub fn etcd(text: &str) -> Parsed {
    let mut reports = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if !text.trim().is_empty() {
            reports.push(report(text, line)?);
        }
    }
    let mut recorder = Recorder::new(false);
    let book = Book::of(&reports, &mut recorder.values);
    let mut parts = Vec::new();
    for report in &reports {
        match does(report)? {
            Some(does) => parts.extend(book.parts(report, &does, &mut recorder.values)),
            None => recorder.pass_over(),
        }
    }
    let (judged, leased): (Vec<Part>, Vec<Part>) = parts
        .into_iter()
        .partition(|part| !book.leased.contains_key(&part.key));
    for (key, line) in &book.leased {
        let count = leased.iter().filter(|part| part.key == *key).count();
        recorder.notes.push(format!(
            "line {line}: key {key:?} has a lease and may vanish at any time, so its {count} \
             operations are not judged"
        ));
    }
    record(&judged, &mut recorder);
    Ok(recorder.history(Values::NIL))
}

/// Calls and returns in the order of their instants. What meets in an instant overlaps.
fn record(parts: &[Part], recorder: &mut Recorder) {
    let mut events: Vec<(i64, bool, usize)> = Vec::with_capacity(parts.len() * 2);
    for (number, part) in parts.iter().enumerate() {
        events.push((part.from, false, number));
        events.extend(part.until.map(|until| (until, true, number)));
    }
    events.sort_unstable();
    for (_, is_end, number) in events {
        let part = &parts[number];
        if is_end {
            recorder.end(number as u64, part.op);
        } else {
            recorder.call_of(number as u64, part.process, &part.key, part.op, part.line);
        }
    }
}

fn report(text: &str, line: u32) -> Result<Report, BadHistory> {
    let json: Json = serde_json::from_str(text).map_err(|error| BadHistory {
        line,
        column: error.column().max(1) as u32,
        text: format!("found what is no JSON, expected an operation of a client: {error}"),
    })?;
    let bad = |text: String| BadHistory {
        line,
        column: 1,
        text,
    };
    let Some(process) = json["ClientId"].as_u64() else {
        return Err(bad(format!(
            "ClientId: found {}, expected a whole number, 0 or more",
            json["ClientId"]
        )));
    };
    let instant = |key: &str| {
        let found = &json[key];
        let text = || format!("{key}: found {found}, expected an instant in ns, a whole number");
        found.as_i64().ok_or_else(|| bad(text()))
    };
    let (from, until) = (instant("Call")?, instant("Return")?);
    if until < from {
        return Err(bad(format!(
            "Return: found {until}, expected an instant from the Call at {from} on"
        )));
    }
    let (input, output) = (json["Input"].clone(), json["Output"].clone());
    Ok(Report {
        process,
        line,
        from,
        until,
        input,
        output,
    })
}

/// What the file as a whole tells about keys.
struct Book {
    keys: BTreeSet<String>,
    /// Keys with a lease, and the first line that says so.
    leased: BTreeMap<String, u32>,
    /// By key and revision: the value that the key got there.
    at_revision: BTreeMap<(String, i64), Value>,
}

impl Book {
    fn of(reports: &[Report], values: &mut Values) -> Self {
        let mut book = Book {
            keys: BTreeSet::new(),
            leased: BTreeMap::new(),
            at_revision: BTreeMap::new(),
        };
        for report in reports {
            book.note(report, values);
        }
        book
    }

    fn note(&mut self, report: &Report, values: &mut Values) {
        let Ok(Some(does)) = does(report) else { return };
        for one in does.all() {
            match one {
                Does::Put {
                    key,
                    value,
                    has_lease,
                } => {
                    self.keys.insert(key.clone());
                    if *has_lease {
                        self.leased.entry(key.clone()).or_insert(report.line);
                    }
                    if does.took_place()
                        && let Some(revision) = report.revision()
                        && does.done.iter().any(|done| std::ptr::eq(done, one))
                    {
                        let value = values.of(value);
                        self.at_revision.insert((key.clone(), revision), value);
                    }
                }
                Does::Delete { key } => {
                    self.keys.insert(key.clone());
                }
                Does::Range { range, found } => {
                    self.keys.extend(range.single().map(str::to_string));
                    for row in found {
                        self.keys.insert(row.key.clone());
                        let value = values.of(&row.value);
                        self.at_revision
                            .insert((row.key.clone(), row.revision), value);
                    }
                }
            }
        }
    }

    /// The value that a key had while its revision was this; revision 0 is of a key that does not
    /// exist. `None` = the file does not tell.
    fn value_at(&self, key: &str, revision: i64) -> Option<Value> {
        match revision {
            0 => Some(Values::NIL),
            _ => self.at_revision.get(&(key.to_string(), revision)).copied(),
        }
    }

    /// Reads and writes of single keys, all within the operation's time.
    fn parts(
        &self,
        report: &Report,
        does: &super::etcd_txn::Txn,
        values: &mut Values,
    ) -> Vec<Part> {
        let mut parts: Vec<(String, Op)> = Vec::new();
        let known = does.took_place();
        let old = |key: &str| {
            let condition = does.conditions.iter().find(|one| one.key == key)?;
            self.value_at(key, condition.revision?)
        };
        let written = |key: &str, new: Value, is_success: bool| match old(key) {
            Some(old) if is_success => Op::Cas {
                old,
                new,
                done: known.then_some(true),
            },
            _ => Op::Write(new),
        };
        for (one, is_success) in does.happening() {
            match one {
                Does::Put { key, value, .. } => {
                    let new = values.of(value);
                    parts.push((key.clone(), written(key, new, is_success)));
                }
                Does::Delete { key } => {
                    parts.push((key.clone(), written(key, Values::NIL, is_success)));
                }
                // What nobody saw says nothing.
                Does::Range { .. } if !known => {}
                Does::Range { range, found } => {
                    for row in found {
                        parts.push((row.key.clone(), Op::Read(values.of(&row.value))));
                    }
                    let is_absent = |key: &&String| {
                        range.covers(key) && !found.iter().any(|row| row.key == **key)
                    };
                    // A limited range tells nothing about what it left out.
                    if range.limit == 0 {
                        let absent = self.keys.iter().filter(is_absent);
                        parts.extend(absent.map(|key| (key.clone(), Op::Read(Values::NIL))));
                    }
                }
            }
        }
        if known {
            parts.extend(self.compared(does, &parts));
        }
        let process = report.process;
        let until = known.then_some(report.until);
        let part = |(key, op)| Part {
            process,
            key,
            op,
            line: report.line,
            from: report.from,
            until,
        };
        parts.into_iter().map(part).collect()
    }

    /// What comparisons saw of keys of which the rest of the transaction tells nothing.
    fn compared(&self, does: &super::etcd_txn::Txn, parts: &[(String, Op)]) -> Vec<(String, Op)> {
        let is_told = |key: &str| parts.iter().any(|(of, _)| of == key);
        let mut seen = Vec::new();
        for condition in &does.conditions {
            let key = &condition.key;
            let Some(old) = condition.revision.and_then(|at| self.value_at(key, at)) else {
                continue;
            };
            if is_told(key) {
                continue;
            }
            if !does.failed {
                seen.push((key.clone(), Op::Read(old)));
            } else if does.conditions.len() == 1 {
                let op = Op::Cas {
                    old,
                    new: old,
                    done: Some(false),
                };
                seen.push((key.clone(), op));
            }
        }
        seen
    }
}
