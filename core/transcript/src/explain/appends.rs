//! Appends that one side alone sends: after an answer, after a heartbeat, around a snapshot.

use std::collections::BTreeSet;

use super::side::{Compared, Side};
use crate::compare::Gap;
use crate::facts::Fact;
use crate::message::Told;

/// Whether a follower is in StateProbe because of a snapshot that it was sent.
pub(crate) fn after_snapshot(blocks: &mut [Compared], place: usize) {
    let (before, here) = blocks.split_at_mut(place);
    for gap in &mut here[0].gaps {
        if let (Some("probe-answer"), Some(Fact::Progress(progress))) = (gap.known, &gap.ours)
            && last_snapshot(before, None, progress.id).is_some()
        {
            gap.known = Some("snapshot-probe");
        }
    }
}

/// The index of the last snapshot that a node was sent.
fn last_snapshot(before: &[Compared], here: Option<&Compared>, to: u64) -> Option<u64> {
    let blocks = here.into_iter().chain(before.iter().rev());
    blocks
        .flat_map(|block| block.ours.iter().rev())
        .filter_map(Fact::message)
        .find(|message| message.to == to && message.kind == "MsgSnap")
        .and_then(|message| {
            let snapshot = message.snapshot.as_deref()?;
            let index = snapshot.strip_prefix("Index:")?.split(' ').next()?;
            index.parse().ok()
        })
}

/// Appends that one side alone sends.
pub(crate) fn appends(blocks: &mut [Compared], place: usize) {
    let (before, rest) = blocks.split_at_mut(place);
    let (here, _) = rest.split_first_mut().expect("the block");
    let mut names = vec![None; here.gaps.len()];
    for (at, gap) in here.gaps.iter().enumerate() {
        let Some((side, Fact::Sent(message))) = gap.alone() else {
            continue;
        };
        if message.kind != "MsgApp" || !gap.is_open() {
            continue;
        }
        let heard = last_heard(before, here, message.from);
        let answer = |kind: &str| {
            let mut received = heard.iter().filter_map(|fact| fact.message());
            let is_it = |answer: &&Told| {
                let pair = (answer.from, answer.to) == (message.to, message.from);
                pair && answer.kind == kind && answer.rejected.is_none()
            };
            received.find(is_it).map(|answer| answer.log.1)
        };
        let snapshot = last_snapshot(before, Some(here), message.to);
        let empty = message.entries.is_empty();
        names[at] = match (side, answer("MsgAppResp"), answer("MsgHeartbeatResp")) {
            (Side::Ours, Some(index), _) if empty && snapshot == Some(index) => {
                Some("snapshot-probe")
            }
            (Side::Ours, Some(_), _) if empty => Some("paused-append"),
            (Side::Theirs, Some(index), _)
                if snapshot.is_some_and(|sent| index < sent) && message.log.1 == index =>
            {
                Some("snapshot-behind")
            }
            (side, _, Some(_)) if fills(&here.gaps, side, message) => Some("full-window"),
            (Side::Theirs, _, Some(_)) if empty => Some("probe-answer"),
            _ => None,
        };
    }
    for (gap, name) in here.gaps.iter_mut().zip(names) {
        gap.known = gap.known.or(name);
    }
}

/// What a node received last: in this block, or else in the last one before it that brought it
/// anything.
fn last_heard<'a>(before: &'a [Compared], here: &'a Compared, id: u64) -> Vec<&'a Fact> {
    let blocks = std::iter::once(here).chain(before.iter().rev());
    let received = blocks.map(|block| {
        let facts = block.ours.iter();
        facts
            .filter(|fact| matches!(fact, Fact::Received(message) if message.to == id))
            .collect::<Vec<_>>()
    });
    received
        .into_iter()
        .find(|facts| !facts.is_empty())
        .unwrap_or_default()
}

/// Whether the other side sends to the same follower from the same place: entries against none.
fn fills(gaps: &[Gap], side: Side, message: &Told) -> bool {
    gaps.iter().any(|gap| match gap.alone() {
        Some((other, Fact::Sent(found))) => {
            let same = (found.from, found.to, found.log) == (message.from, message.to, message.log);
            let (theirs, ours) = if side == Side::Ours {
                (found, message)
            } else {
                (message, found)
            };
            other != side && same && theirs.entries.is_empty() && !ours.entries.is_empty()
        }
        _ => false,
    })
}

/// A follower that raft-rs probes after a snapshot is sent the same entries in fewer messages.
pub(crate) fn in_other_messages(blocks: &mut [Compared], place: usize) {
    let (before, rest) = blocks.split_at_mut(place);
    let here = &mut rest[0];
    let pairs: BTreeSet<(u64, u64)> = here.gaps.iter().filter_map(open_append).collect();
    for pair in pairs {
        let probed = before.iter().flat_map(|block| &block.gaps).any(|gap| {
            let message = gap.alone().and_then(|(_, fact)| fact.message());
            let same = message.is_some_and(|message| (message.from, message.to) == pair);
            same && gap.known == Some("snapshot-probe")
        });
        let sent = |wanted: Side| -> Vec<&String> {
            let gaps = here
                .gaps
                .iter()
                .filter(|gap| open_append(gap) == Some(pair));
            let facts = gaps
                .filter_map(Gap::alone)
                .filter(|(side, _)| *side == wanted);
            facts
                .filter_map(|(_, fact)| fact.message())
                .flat_map(|m| &m.entries)
                .collect()
        };
        let entries = sent(Side::Theirs);
        let same_entries = !entries.is_empty() && entries == sent(Side::Ours);
        let count = |wanted: Side| {
            let gaps = here
                .gaps
                .iter()
                .filter(|gap| open_append(gap) == Some(pair));
            gaps.filter_map(Gap::alone)
                .filter(|(side, _)| *side == wanted)
                .count()
        };
        let same_entries = same_entries && count(Side::Theirs) > count(Side::Ours);
        for gap in here
            .gaps
            .iter_mut()
            .filter(|gap| open_append(gap) == Some(pair))
        {
            if probed && same_entries {
                gap.known = Some("snapshot-probe");
            }
        }
    }
}

/// Between whom an append is sent on one side alone that nothing explains yet.
fn open_append(gap: &Gap) -> Option<(u64, u64)> {
    match gap.alone() {
        Some((_, Fact::Sent(message))) if gap.is_open() && message.kind == "MsgApp" => {
            Some((message.from, message.to))
        }
        _ => None,
    }
}
