//! The engine's own export, JSON lines of facts (`raft-atlas-facts/1`): requests become operations
//! on keys, and what else happened is passed over.
//!
//! Values are numbers of writes; every row holds 0 at first. A scan reads each of its rows,
//! and each is judged by itself. A write without an answer is open for ever. Whoever asks again
//! sends another request: of a put that is another write, whatever became of the first.

use serde_json::Value as Json;

use super::recorder::Recorder;
use super::{BadHistory, Parsed};
use crate::history::Op;
use crate::values::Values;

/// What the first line must say.
const FORMAT: &str = "raft-atlas-facts/1";

/// Reads JSON lines of facts: all operations, or all writes and of the reads those that were served
/// in one mode, by its word. Modes promise different things, so a run of several is judged by each.
pub fn jsonl(text: &str, mode: Option<&str>) -> Parsed {
    let mut recorder = Recorder::new(false);
    let initial = recorder.values.of("0");
    for (number, line) in text.lines().enumerate() {
        let number = number as u32 + 1;
        if line.trim().is_empty() {
            continue;
        }
        let fact: Json = serde_json::from_str(line).map_err(|error| BadHistory {
            line: number,
            column: error.column().max(1) as u32,
            text: format!("found what is no JSON, expected an object: {error}"),
        })?;
        if number == 1 {
            if fact["format"] != FORMAT {
                let found = &fact["format"];
                return Err(bad(
                    number,
                    format!("found the format {found}, expected {FORMAT:?}"),
                ));
            }
            continue;
        }
        if is_read_of_another(&fact, mode) {
            continue;
        }
        add(&fact, number, &mut recorder)?;
    }
    Ok(recorder.history(initial))
}

/// Whether the line is the beginning of a read that was served in another mode than this one.
fn is_read_of_another(fact: &Json, mode: Option<&str>) -> bool {
    let own = fact["mode"].as_str();
    let is_read = fact["fact"] == "invoked" && own.is_some();
    mode.is_some() && is_read && own != mode
}

/// A read ends, which found these from its key on.
fn end_read(recorder: &mut Recorder, request: u64, rows: &[Json]) {
    let first = recorder
        .under_way(request)
        .and_then(|(key, _)| key.strip_prefix('k')?.parse().ok())
        .unwrap_or(0u64);
    let keys = (first..).map(|key| format!("k{key}"));
    let seen = rows.iter().map(Json::to_string);
    let reads = keys.zip(seen);
    let reads = reads.map(|(key, seen)| (key, Op::Read(recorder.values.of(&seen))));
    let reads: Vec<_> = reads.collect();
    recorder.end_each(request, reads);
}

fn bad(line: u32, text: String) -> BadHistory {
    BadHistory {
        line,
        column: 1,
        text,
    }
}

fn add(fact: &Json, line: u32, recorder: &mut Recorder) -> Result<(), BadHistory> {
    let whole = |key: &str| {
        let found = &fact[key];
        let text = || format!("{key}: found {found}, expected a whole number, 0 or more");
        found.as_u64().ok_or_else(|| bad(line, text()))
    };
    match fact["fact"].as_str() {
        Some("invoked") => {
            let request = whole("request")?;
            if recorder.line_of(request).is_some() {
                return Err(bad(
                    line,
                    format!("request: found {request} twice, expected each once"),
                ));
            }
            let op = match fact["op"].as_str() {
                Some("put") => Op::Write(recorder.values.of(&request.to_string())),
                Some("get" | "scan") => Op::Read(Values::NIL),
                _ => {
                    let found = &fact["op"];
                    return Err(bad(
                        line,
                        format!("op: found {found}, expected get, scan or put"),
                    ));
                }
            };
            recorder.call(request, &format!("k{}", whole("key")?), op, line);
        }
        Some("completed") => {
            let request = whole("request")?;
            let Some((_, op)) = recorder.under_way(request) else {
                // It began before the record did: what it saw cannot be placed.
                return Ok(());
            };
            match (fact["outcome"].as_str(), op) {
                (Some("ok"), Op::Read(_)) => {
                    let seen = whole("value")?;
                    let rows = fact["values"].as_array().cloned();
                    end_read(
                        recorder,
                        request,
                        &rows.unwrap_or_else(|| vec![seen.into()]),
                    );
                }
                (Some("ok"), op) => recorder.end(request, op),
                (Some("failed"), _) => recorder.forget(request),
                (Some("unknown"), _) => recorder.leave_open(request),
                (_, _) => {
                    let found = &fact["outcome"];
                    let text = format!("outcome: found {found}, expected ok, failed or unknown");
                    return Err(bad(line, text));
                }
            }
        }
        _ => {}
    }
    Ok(())
}
