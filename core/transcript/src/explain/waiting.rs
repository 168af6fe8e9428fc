//! What raft-rs does later than etcd-raft: it waits until an entry is stored, or for the next
//! append.

use super::side::{Compared, EMPTY, LEAVING, Side, leaves};
use crate::compare::Gap;
use crate::facts::Fact;
use crate::message::Told;

/// The entry that leaves a joint configuration, sent at once by etcd-raft and with a later append
/// by raft-rs: the same entry between the same nodes, with a commit that came meanwhile.
pub(crate) fn leaving(blocks: &mut [Compared], place: usize) {
    for gap in 0..blocks[place].gaps.len() {
        let Some((Side::Theirs, Fact::Sent(soon))) = blocks[place].gaps[gap].alone() else {
            continue;
        };
        if !leaves(soon) {
            continue;
        }
        let soon = soon.clone();
        let late = blocks[place..]
            .iter_mut()
            .enumerate()
            .find_map(|(after, block)| {
                let gaps = block.gaps.iter_mut().filter(|gap| gap.known.is_none());
                let mut late = gaps.filter(|gap| match gap.alone() {
                    Some((Side::Ours, Fact::Sent(late))) => {
                        let same = (late.from, late.to, late.term, late.entries.last())
                            == (soon.from, soon.to, soon.term, soon.entries.last());
                        let waited =
                            late.commit > soon.commit || (after > 0 && late.commit == soon.commit);
                        same && waited && late.log.1 <= soon.log.1
                    }
                    _ => false,
                });
                late.next()
            });
        if let Some(late) = late {
            late.known = Some("leave-waits");
            blocks[place].gaps[gap].known = Some("leave-waits");
        }
    }
    // The commit came with the entry.
    let commits: Vec<(u64, u64, u64)> = blocks[place]
        .gaps
        .iter()
        .filter(|gap| gap.known == Some("leave-waits"))
        .filter_map(|gap| match gap.alone() {
            Some((Side::Ours, fact)) => fact.message(),
            _ => None,
        })
        .map(|message| (message.from, message.to, message.commit))
        .collect();
    for gap in blocks[place]
        .gaps
        .iter_mut()
        .filter(|gap| gap.known.is_none())
    {
        if let Some((Side::Theirs, Fact::Sent(message))) = gap.alone() {
            let beside = (message.from, message.to, message.commit);
            if is_empty_append(message) && commits.contains(&beside) {
                gap.known = Some("leave-waits");
            }
        }
    }
}

/// What a node does a block or more later than in etcd-raft.
pub(crate) fn later(blocks: &mut [Compared]) {
    for place in 0..blocks.len() {
        for gap in 0..blocks[place].gaps.len() {
            let Some((Side::Theirs, fact)) = blocks[place].gaps[gap].alone() else {
                continue;
            };
            let waits = blocks[place]
                .gaps
                .iter()
                .any(|gap| gap.known == Some("leave-waits"));
            let name = match fact {
                Fact::Appends(_, entry) if entry.ends_with(LEAVING) => "leave-waits",
                _ if waits => "leave-waits",
                Fact::Applies(..) | Fact::Configuration(..) => "persisted-first",
                _ => continue,
            };
            if !blocks[place].gaps[gap].is_open() {
                continue;
            }
            let fact = fact.clone();
            let found = blocks[place + 1..]
                .iter_mut()
                .flat_map(|block| &mut block.gaps)
                .find(|gap| gap.is_open() && gap.alone() == Some((Side::Ours, &fact)));
            if let Some(late) = found {
                late.known = Some(name);
                blocks[place].gaps[gap].known = Some(name);
            }
        }
    }
    // The Ready that brings them is one that etcd-raft does not have.
    for block in blocks {
        let is_late = block.gaps.iter().any(|gap| {
            gap.known == Some("persisted-first")
                && gap.alone().is_some_and(|(s, _)| s == Side::Ours)
        });
        for gap in block
            .gaps
            .iter_mut()
            .filter(|gap| is_late && gap.known.is_none())
        {
            if matches!(gap.alone(), Some((Side::Theirs, Fact::Said(words))) if words == EMPTY) {
                gap.known = Some("persisted-first");
            }
        }
    }
}

/// Beside an entry that waits, commits come in other steps, and answers that nobody takes.
pub(crate) fn beside_leaving(block: &mut Compared) {
    let waits = |gap: &Gap| gap.known == Some("leave-waits");
    if !block.gaps.iter().any(waits) {
        return;
    }
    for gap in block.gaps.iter_mut().filter(|gap| gap.known.is_none()) {
        let claimed = match gap.alone() {
            Some((Side::Ours, Fact::Hard(..))) => true,
            Some((_, Fact::Said(words))) => words == "raft: cannot step as peer not found",
            _ => false,
        };
        if claimed {
            gap.known = Some("leave-waits");
        }
    }
}

fn is_empty_append(message: &Told) -> bool {
    message.kind == "MsgApp" && message.entries.is_empty()
}
