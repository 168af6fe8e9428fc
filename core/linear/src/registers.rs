//! A history of registers from plain records, for those who have one and no file.

use crate::history::{History, Op};
use crate::parse::Recorder;
use crate::values::Values;

/// One operation of one client on one register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The register.
    pub key: u64,
    /// Written, or else read.
    pub is_write: bool,
    /// What it wrote or read; registers hold 0 at first.
    pub value: u64,
    /// When it began.
    pub from: u64,
    /// When it ended; `None` = it never did, and may take effect at any time or not at all.
    pub until: Option<u64>,
}

/// The history of these operations, each of a client of its own. Operations that meet in an instant
/// overlap. A line of an operation is its place in the list, from 1.
pub fn registers(recorded: &[Recorded]) -> History {
    let mut events: Vec<(u64, bool, u64)> = Vec::with_capacity(recorded.len() * 2);
    for (place, operation) in recorded.iter().enumerate() {
        let place = place as u64;
        events.push((operation.from, false, place));
        events.extend(operation.until.map(|until| (until, true, place)));
    }
    events.sort_unstable();
    let mut recorder = Recorder::new(false);
    let initial = recorder.values.of("0");
    for (_, is_end, place) in events {
        let operation = &recorded[place as usize];
        let value = recorder.values.of(&operation.value.to_string());
        let op = match operation.is_write {
            true => Op::Write(value),
            false if is_end => Op::Read(value),
            false => Op::Read(Values::NIL),
        };
        if is_end {
            recorder.end(place, op);
        } else {
            let key = format!("k{}", operation.key);
            recorder.call(place, &key, op, place as u32 + 1);
        }
    }
    recorder.history(initial)
}
