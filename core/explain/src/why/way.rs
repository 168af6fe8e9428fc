//! The rows of a request's way, in order: what it and its parts went through, from the client's
//! question to the answer.

use std::collections::BTreeSet;

use model::fact::{Fact, MessageType, ReplicaRef};
use model::ids::RequestId;
use sim::Micros;

use crate::why::index::Index;
use crate::why::outcome::outcome;

/// Parts that are told step by step; of more only the slowest are, the others by their ends.
const PARTS_TOLD: usize = 3;

/// The rows of a request's way up to its end, its parts' and its messages' arrivals among them.
/// Nothing is left out that time went by before: a message that left long after what was told
/// before it is told as it leaves.
pub(super) fn way(index: &Index, request: RequestId) -> Vec<usize> {
    let mut rows = own_rows(index, request);
    let parts = index.ties.parts(request);
    let slow = slowest(index, parts);
    for part in parts {
        if slow.contains(part) {
            rows.extend(own_rows(index, *part));
        } else {
            rows.extend(outcome(index, *part).map(|(end, _)| end));
        }
    }
    if let Some((end, _)) = outcome(index, request) {
        rows.retain(|row| *row <= end);
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Whether a row is how a part ended of which nothing else is told.
pub(super) fn is_part_alone(index: &Index, whole: RequestId, row: usize) -> bool {
    let Some(Fact::Completed { request, .. }) = index.fact(row) else {
        return false;
    };
    *request != whole && !slowest(index, index.ties.parts(whole)).contains(request)
}

/// The parts of a request that took longest, in no order.
fn slowest(index: &Index, parts: &[RequestId]) -> BTreeSet<RequestId> {
    let took = |part: RequestId| -> Option<Micros> {
        let (_, invoked) = index.invoked(part)?;
        let end_us = outcome(index, part).map_or(index.last_us(), |(end, _)| index.rows[end].at_us);
        Some(end_us - index.rows[invoked].at_us)
    };
    let mut by_time: Vec<(Option<Micros>, RequestId)> =
        parts.iter().map(|part| (took(*part), *part)).collect();
    by_time.sort_by(|a, b| b.cmp(a));
    by_time
        .into_iter()
        .take(PARTS_TOLD)
        .map(|(_, part)| part)
        .collect()
}

/// The rows of one request or part. The leader's round for a read is told by its result.
fn own_rows(index: &Index, request: RequestId) -> Vec<usize> {
    let mut rows = Vec::new();
    for &row in index.request(request) {
        match index.fact(row) {
            Some(Fact::Sent(sent)) => {
                if is_round(sent.what) {
                    continue;
                }
                let answer = matches!(sent.what, MessageType::Rows | MessageType::WriteResponse);
                if answer
                    || sent.what == MessageType::Refusal
                    || sent.what == MessageType::ReadIndexResponse
                {
                    rows.push(row);
                }
                if let Some((end, died)) = index.end_of(sent.flight)
                    && (died.is_some() || !answer)
                    && sent.what != MessageType::Refusal
                {
                    rows.push(end);
                }
            }
            // A request is taken and sent on in one event; the first attempt is told by it.
            Some(Fact::Attempted { .. }) if follows_invoked(index, row) => {}
            Some(Fact::ReadIndexKnown {
                at,
                index: entry,
                applied,
                ..
            }) => {
                rows.push(row);
                if applied < entry {
                    rows.extend(applied_in(index, row, *at, *entry));
                }
            }
            Some(_) => rows.push(row),
            None => {}
        }
    }
    let told: BTreeSet<u64> = rows.iter().map(|row| index.rows[*row].event).collect();
    for &row in index.request(request) {
        if let Some(Fact::Sent(sent)) = index.fact(row)
            && !is_round(sent.what)
            && !told.contains(&index.rows[row].event)
        {
            rows.push(row);
        }
    }
    rows
}

fn is_round(what: MessageType) -> bool {
    matches!(
        what,
        MessageType::Heartbeat | MessageType::HeartbeatResponse
    )
}

/// Where a replica came to hold an entry that it lacked at a row.
fn applied_in(index: &Index, row: usize, at: ReplicaRef, entry: u64) -> Option<usize> {
    let rows = index.replica(at.range, at.node);
    let after = rows.partition_point(|known| *known <= row);
    let holds = |known: &&usize| match index.fact(**known) {
        Some(Fact::Applied { index, .. } | Fact::SnapshotInstalled { index, .. }) => {
            *index >= entry
        }
        _ => false,
    };
    rows[after..].iter().find(holds).copied()
}

fn follows_invoked(index: &Index, row: usize) -> bool {
    let before = row.checked_sub(1).and_then(|row| index.fact(row));
    matches!(before, Some(Fact::Invoked(_)))
}
