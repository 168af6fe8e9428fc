//! The critical path of a request: from its answer backwards, always to the message that arrived
//! last before the next one could leave.

use sim::{Micros, NodeId};

use crate::requests::trace::Hop;

/// Positions of the messages that the answer waited for, the first first. Empty without an answer.
pub(super) fn critical_path(hops: &[Hop], gateway: NodeId, ended_us: Micros) -> Vec<usize> {
    let mut path = Vec::new();
    let mut before = hops.len();
    let mut at = gateway;
    let mut until_us = ended_us;
    while let Some(place) = latest_arrival(&hops[..before], at, until_us) {
        path.push(place);
        at = hops[place].from;
        until_us = hops[place].sent_us;
        before = place;
        // At the gateway it goes on with what that had waited for before: a timestamp, a part of
        // the request, a refusal.
    }
    path.reverse();
    path
}

/// The message that arrived at a node last, no later than an instant.
fn latest_arrival(hops: &[Hop], at: NodeId, until_us: Micros) -> Option<usize> {
    let arrived = |(_, hop): &(usize, &Hop)| hop.to == at && hop.arrives && hop.end_us <= until_us;
    hops.iter()
        .enumerate()
        .filter(arrived)
        .max_by_key(|(_, hop)| hop.end_us)
        .map(|(place, _)| place)
}
