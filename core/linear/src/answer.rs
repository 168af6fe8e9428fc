//! A history and its verdict, for a page.

use serde::Serialize;
use ts_rs::TS;

use crate::history::{Key, Op, Operation};
use crate::judge::{Verdict, judge_within};
use crate::parse::{BadHistory, Format};
use crate::texts::Texts;
use crate::{History, Offence};

/// What is wrong with a text that should be a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HistoryComplaint {
    /// The text, by its place among those given.
    pub file: u32,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What was found and what was expected.
    pub text: String,
}

/// What an operation does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum HistoryAct {
    /// Returned a value.
    Read,
    /// Replaced the value.
    Write,
    /// Added to the end of the value.
    Append,
    /// Replaced one value by another, if it was there.
    Cas,
    /// Took a lock.
    Acquire,
    /// Gave a lock back.
    Release,
}

/// How an operation ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum HistoryEnd {
    /// It happened.
    Ok,
    /// A compare-and-set that found another value.
    Refused,
    /// It did not happen.
    Failed,
    /// Nobody knows whether it happened.
    Unknown,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HistoryOperation {
    /// The client.
    #[ts(type = "number")]
    pub process: u64,
    /// The key, by its place in the list of keys.
    pub key: u32,
    /// The event with which it began.
    pub call: u32,
    /// The event with which it ended; 0 = it never did.
    pub ret: u32,
    /// What it does.
    pub act: HistoryAct,
    /// How it ended.
    pub end: HistoryEnd,
    /// What was read, written or added; of a compare-and-set the new value.
    pub value: String,
    /// Of a compare-and-set the value that it expects; else empty.
    pub old: String,
    /// The text that it stands in, by its place among those given.
    pub file: u32,
    /// The line in which it begins, from 1.
    pub line: u32,
}

/// What holds of a history.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum HistoryVerdict {
    /// Some order explains what all clients saw.
    Linearizable,
    /// No order does.
    NotLinearizable,
    /// The search gave up.
    NotKnown,
    /// No operation may have happened.
    Nothing,
}

/// Operations that no order explains; each by its place in the list of operations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HistoryOffence {
    /// The key, by its place in the list of keys.
    pub key: u32,
    /// The operation at whose end it can be known.
    pub at: u32,
    /// As few operations as were found.
    pub part: Vec<u32>,
    /// Whether none of them can be left out.
    pub is_smallest: bool,
    /// Of how many operations of the key it is a part.
    pub of: u32,
}

/// A history and its verdict, or why it is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HistoryAnswer {
    /// The format's name; none where no format is understood.
    pub format: Option<String>,
    /// Why the texts are no history.
    pub complaint: Option<HistoryComplaint>,
    /// Keys; a history of one register has one, "".
    pub keys: Vec<String>,
    /// Operations in the order of their calls.
    pub operations: Vec<HistoryOperation>,
    /// The number of the last event.
    pub events: u32,
    /// What holds.
    pub verdict: HistoryVerdict,
    /// Keys of which nothing is known.
    pub given_up: u32,
    /// What cannot be put in order.
    pub offence: Option<HistoryOffence>,
    /// Lines of nobody who is a client.
    pub passed_over: u32,
    /// What is not judged, in sentences.
    pub notes: Vec<String>,
}

/// Reads texts in one of the formats, told by how they begin, and judges them with so many steps
/// for each key; then looks for the smallest part with so much work.
pub fn history_answer(texts: &Texts, steps_max: u64, work_max: u64) -> HistoryAnswer {
    let Some(format) = Format::of(&texts.text) else {
        return nothing(None, None);
    };
    let history = match format.parse(&texts.text, None) {
        Ok(history) => history,
        Err(error) => return nothing(Some(format), Some(complaint(texts, error))),
    };
    let (verdict, given_up) = judge_within(&history, steps_max);
    let (keys, operations) = listed(&history, texts);
    let offence = match &verdict {
        Verdict::Linearizable => None,
        Verdict::NotLinearizable(offence) => Some(offence_of(
            &history,
            offence,
            (&keys, &operations),
            work_max,
        )),
    };
    let end = |operation: &HistoryOperation| operation.call.max(operation.ret);
    HistoryAnswer {
        format: Some(format.name().to_string()),
        complaint: None,
        events: operations.iter().map(end).max().unwrap_or(0),
        verdict: match verdict {
            Verdict::NotLinearizable(_) => HistoryVerdict::NotLinearizable,
            Verdict::Linearizable if given_up > 0 => HistoryVerdict::NotKnown,
            Verdict::Linearizable if history.is_empty() => HistoryVerdict::Nothing,
            Verdict::Linearizable => HistoryVerdict::Linearizable,
        },
        given_up: given_up as u32,
        offence,
        passed_over: history.passed_over as u32,
        notes: history.notes.clone(),
        keys,
        operations,
    }
}

fn nothing(format: Option<Format>, complaint: Option<HistoryComplaint>) -> HistoryAnswer {
    HistoryAnswer {
        format: format.map(|format| format.name().to_string()),
        complaint,
        keys: Vec::new(),
        operations: Vec::new(),
        events: 0,
        verdict: HistoryVerdict::Nothing,
        given_up: 0,
        offence: None,
        passed_over: 0,
        notes: Vec::new(),
    }
}

fn complaint(texts: &Texts, error: BadHistory) -> HistoryComplaint {
    let (file, line) = texts.place(error.line);
    HistoryComplaint {
        file: file as u32,
        line,
        column: error.column,
        text: error.text,
    }
}

/// All keys, and all operations in the order of their calls, judged or not.
fn listed(history: &History, texts: &Texts) -> (Vec<Key>, Vec<HistoryOperation>) {
    let judged = history.keys.iter();
    let judged = judged.flat_map(|(key, list)| list.iter().map(move |one| (key, one, true)));
    let aside = history.set_aside.iter().map(|(key, one)| (key, one, false));
    let mut all: Vec<(&Key, &Operation, bool)> = judged.chain(aside).collect();
    all.sort_by_key(|(key, one, _)| (one.call, key.as_str()));
    let mut keys: Vec<Key> = all.iter().map(|(key, _, _)| (*key).clone()).collect();
    keys.sort_unstable();
    keys.dedup();
    let operation = |(key, one, is_judged): (&Key, &Operation, bool)| {
        let (value, old) = match one.op {
            Op::Read(value) | Op::Write(value) | Op::Append(value) => (value, None),
            Op::Cas { old, new, .. } => (new, Some(old)),
        };
        let (file, line) = texts.place(one.line);
        HistoryOperation {
            process: one.process,
            key: keys.binary_search(key).unwrap_or(0) as u32,
            call: one.call,
            ret: one.ret.unwrap_or(0),
            act: act(history, one.op),
            end: end(one, is_judged),
            value: history.values.shown(value),
            old: old.map_or_else(String::new, |old| history.values.shown(old)),
            file: file as u32,
            line,
        }
    };
    let operations = all.into_iter().map(operation).collect();
    (keys, operations)
}

fn act(history: &History, op: Op) -> HistoryAct {
    match (op, history.of_lock(op)) {
        (_, Some("acquire")) => HistoryAct::Acquire,
        (_, Some(_)) => HistoryAct::Release,
        (Op::Read(_), None) => HistoryAct::Read,
        (Op::Write(_), None) => HistoryAct::Write,
        (Op::Append(_), None) => HistoryAct::Append,
        (Op::Cas { .. }, None) => HistoryAct::Cas,
    }
}

fn end(operation: &Operation, is_judged: bool) -> HistoryEnd {
    match (is_judged, operation.ret, operation.op) {
        (_, None, _) => HistoryEnd::Unknown,
        (false, Some(_), _) => HistoryEnd::Failed,
        (
            true,
            Some(_),
            Op::Cas {
                done: Some(false), ..
            },
        ) => HistoryEnd::Refused,
        (true, Some(_), _) => HistoryEnd::Ok,
    }
}

fn offence_of(
    history: &History,
    offence: &Offence,
    (keys, operations): (&[Key], &[HistoryOperation]),
    work_max: u64,
) -> HistoryOffence {
    let key = keys.binary_search(&offence.key).unwrap_or(0) as u32;
    let place = |one: &Operation| {
        let is_it = |listed: &HistoryOperation| listed.call == one.call && listed.key == key;
        operations.iter().position(is_it).unwrap_or(0) as u32
    };
    let part = offence.part(history, work_max);
    HistoryOffence {
        key,
        at: place(&offence.at),
        part: part.operations.iter().map(place).collect(),
        is_smallest: part.is_smallest,
        of: offence.operations.len() as u32,
    }
}
