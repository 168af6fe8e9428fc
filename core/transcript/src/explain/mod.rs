//! Which known difference explains a gap, from what stands beside it, in its block and in others.
//! What no rule claims stays unexplained.

mod appends;
mod early;
mod side;
mod waiting;

use crate::compare::Gap;
use crate::facts::Fact;
use crate::known::{but_for, parts};
use crate::text::panic_in;
pub(crate) use side::Compared;
use side::{EMPTY, Side};

/// Names what can be named, block by block.
pub(crate) fn explain(blocks: &mut [Compared]) {
    blocks.iter_mut().for_each(other_order);
    early::own_votes(blocks);
    for place in 0..blocks.len() {
        appends::after_snapshot(blocks, place);
        panics(&mut blocks[place]);
        campaigns_of_others(&mut blocks[place]);
        waiting::leaving(blocks, place);
    }
    waiting::later(blocks);
    for place in 0..blocks.len() {
        appends::appends(blocks, place);
        appends::in_other_messages(blocks, place);
        answers(blocks, place);
        consequences(blocks, place);
        waiting::beside_leaving(&mut blocks[place]);
        empty_for_that(&mut blocks[place]);
    }
    after_campaign(blocks);
}

/// The same message at another place among those of its pair.
fn other_order(block: &mut Compared) {
    for theirs in 0..block.gaps.len() {
        for ours in 0..block.gaps.len() {
            let pair = (block.gaps[theirs].alone(), block.gaps[ours].alone());
            let (Some((Side::Theirs, a)), Some((Side::Ours, b))) = pair else {
                continue;
            };
            let open = block.gaps[theirs].is_open() && block.gaps[ours].is_open();
            let alike = a == b || but_for(a, b).is_some();
            if open && alike && a.stream() == b.stream() && a.message().is_some() {
                block.gaps[theirs].known = Some("answers-last");
                block.gaps[ours].known = Some("answers-last");
            }
        }
    }
}

/// Where raft-rs panics, all that etcd-raft does in the rest of the block is missing.
fn panics(block: &mut Compared) {
    let panicked = block.ours.iter().find_map(|fact| match fact {
        Fact::Said(words) => panic_in(words),
        _ => None,
    });
    if let Some(name) = panicked {
        for gap in block.gaps.iter_mut().filter(|gap| gap.is_open()) {
            let is_last = matches!(gap.alone(), Some((Side::Ours, Fact::Said(_))));
            if is_last || matches!(gap.alone(), Some((Side::Theirs, _))) {
                gap.known = Some(name);
            }
        }
    }
}

/// A node campaigns of which etcd-raft states nothing.
fn campaigns_of_others(block: &mut Compared) {
    let (theirs, campaigns) = (&block.theirs, &block.campaigns);
    for gap in block.gaps.iter_mut().filter(|gap| gap.known.is_none()) {
        if let Some((Side::Ours, Fact::Role(id, role, _))) = gap.alone() {
            let silent = !theirs.iter().any(|fact| fact.node() == Some(*id));
            if silent && campaigns.contains(id) && role.ends_with("candidate") {
                gap.known = Some("unpromotable");
            }
        }
    }
}

/// What was sent on one side alone is received there alone.
fn consequences(blocks: &mut [Compared], place: usize) {
    for gap in 0..blocks[place].gaps.len() {
        let Some((side, fact)) = blocks[place].gaps[gap].alone() else {
            continue;
        };
        let (Fact::Received(message) | Fact::Dropped(message)) = fact else {
            continue;
        };
        if !blocks[place].gaps[gap].is_open() {
            continue;
        }
        let mut earlier = blocks[..=place].iter().rev().flat_map(|block| &block.gaps);
        blocks[place].gaps[gap].known = earlier.find_map(|gap| match gap.alone() {
            Some((other, Fact::Sent(sent))) if other == side && sent == message => gap.known,
            _ => None,
        });
    }
}

/// What was received on one side alone is answered there alone, once.
fn answers(blocks: &mut [Compared], place: usize) {
    for gap in 0..blocks[place].gaps.len() {
        let Some((side, Fact::Sent(answer))) = blocks[place].gaps[gap].alone() else {
            continue;
        };
        let is_answer =
            answer.kind == "MsgAppResp" && (answer.rejected.is_some() || answer.log.0 == 0);
        if !is_answer || !blocks[place].gaps[gap].is_open() {
            continue;
        }
        // Whoever answers on both sides, answers otherwise.
        let both = blocks[place].gaps.iter().any(|gap| match gap.alone() {
            Some((other, Fact::Sent(found))) => {
                let same = (found.from, found.to, found.kind.as_str())
                    == (answer.from, answer.to, answer.kind.as_str());
                other != side && same && gap.is_open()
            }
            _ => false,
        });
        let answer = answer.clone();
        let cause = blocks[..=place].iter_mut().rev().find_map(|block| {
            let at = block.gaps.iter().position(|gap| match gap.alone() {
                Some((other, Fact::Sent(append))) => {
                    let pair = (append.to, append.from, append.term)
                        == (answer.from, answer.to, answer.term);
                    let end = append.log.1 + append.entries.len() as u64;
                    let reached = end == answer.log.1 || append.log.1 == answer.log.1;
                    let is_append = append.kind == "MsgApp" && other == side;
                    is_append && pair && reached && !gap.is_open() && !gap.is_answered
                }
                _ => false,
            });
            at.map(|at| {
                block.gaps[at].is_answered = true;
                block.gaps[at].known
            })
        });
        if !both {
            blocks[place].gaps[gap].known = cause.flatten();
        }
    }
}

/// A Ready is empty because all that it would bring is explained.
fn empty_for_that(block: &mut Compared) {
    let empty = |gap: &Gap| {
        gap.is_open() && matches!(gap.alone(), Some((_, Fact::Said(words))) if words == EMPTY)
    };
    let mut others = block.gaps.iter().filter(|gap| !empty(gap));
    let cause = others.clone().next().and_then(|gap| gap.known);
    if others.all(|gap| !gap.is_open()) {
        for gap in block.gaps.iter_mut().filter(|gap| empty(gap)) {
            gap.known = cause;
        }
    }
}

/// A node that campaigned though it is no voter stays a candidate of a later term.
fn after_campaign(blocks: &mut [Compared]) {
    let mut nodes = Vec::new();
    for gap in blocks.iter_mut().flat_map(|block| &mut block.gaps) {
        match (gap.alone(), gap.known) {
            (Some((_, Fact::Role(id, ..))), Some("unpromotable")) => nodes.push(*id),
            (Some((side, Fact::State(id, state))), None) if nodes.contains(id) => {
                let follows = state.starts_with("StateFollower");
                if follows == (side == Side::Theirs) {
                    gap.known = Some("unpromotable");
                }
            }
            _ => {}
        }
    }
}

/// Whether nodes go another way after a block.
pub(crate) fn goes_on_apart(gaps: &[Gap]) -> bool {
    gaps.iter().any(|gap| gap.known.is_none_or(parts))
}
