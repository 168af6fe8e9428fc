//! What became of a request: how it ended, and the entry that a put wrote.

use model::fact::{Began, Fact, MessageType, Outcome};
use model::ids::RequestId;
use record::What;
use sim::NodeId;

use crate::why::index::Index;

/// Rows among which a queued message is handled.
const QUEUED_ROWS: usize = 50_000;

/// When and how a request ended.
pub(super) fn outcome(index: &Index, request: RequestId) -> Option<(usize, Outcome)> {
    index
        .request(request)
        .iter()
        .find_map(|&at| match index.fact(at) {
            Some(Fact::Completed { outcome, .. }) => Some((at, *outcome)),
            _ => None,
        })
}

/// The entry that a put became.
pub(super) struct PutEntry {
    /// Its place in the log.
    pub(super) index: u64,
    /// Who wrote it.
    pub(super) leader: NodeId,
}

/// The entry of a put.
pub(super) fn entry_of(index: &Index, request: RequestId) -> Option<PutEntry> {
    let rows = index.request(request);
    rows.iter().rev().find_map(|&at| {
        let Some(Fact::Sent(sent)) = index.fact(at) else {
            return None;
        };
        if sent.what != MessageType::WriteRequest {
            return None;
        }
        let (arrived, _) = index
            .end_of(sent.flight)
            .filter(|(_, died)| died.is_none())?;
        let handled = handled_in(index, sent.flight, arrived);
        index.event(handled).find_map(|row| match index.fact(row) {
            Some(Fact::Appended {
                at, index: entry, ..
            }) if at.node == sent.to => Some(PutEntry {
                index: *entry,
                leader: at.node,
            }),
            _ => None,
        })
    })
}

/// The event in which a message was handled: that of its arrival, or a later one.
fn handled_in(index: &Index, flight: u64, arrived: usize) -> u64 {
    let at_once = index.rows[arrived].event;
    let later = index.rows[arrived..]
        .iter()
        .take(QUEUED_ROWS)
        .find(|row| row.what == What::Began(Began::Handle { flight }));
    later.map_or(at_once, |row| row.event)
}
