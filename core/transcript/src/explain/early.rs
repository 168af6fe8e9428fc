//! What a lone voter of raft-rs does before etcd-raft's does it.

use super::side::{Compared, EMPTY, Side};
use crate::facts::Fact;

/// A lone voter leads at once: its becoming a candidate is missing, and what a leader does is
/// early.
pub(crate) fn own_votes(blocks: &mut [Compared]) {
    for place in 0..blocks.len() {
        let leads = blocks[place].gaps.iter().find_map(|gap| match gap.alone() {
            Some((Side::Ours, Fact::Role(id, role, term))) if role == "leader" => {
                Some((*id, *term))
            }
            _ => None,
        });
        let Some((id, term)) = leads else { continue };
        let stands = blocks[place].gaps.iter().any(|gap| {
            matches!(gap.alone(), Some((Side::Theirs, Fact::Role(node, role, _)))
                if *node == id && role.ends_with("candidate"))
        });
        if stands {
            leads_early(&mut blocks[place..], id, term);
        }
    }
}

/// Claims what a node does until etcd-raft has caught up with it.
fn leads_early(blocks: &mut [Compared], id: u64, term: u64) {
    let mut ahead: Vec<Fact> = Vec::new();
    let mut led = false;
    for block in blocks {
        for gap in block.gaps.iter_mut().filter(|gap| gap.known.is_none()) {
            let Some((side, fact)) = gap.alone() else {
                continue;
            };
            let is_its = fact.node().is_none_or(|node| node == id);
            let claimed = is_its
                && match (side, fact) {
                    (Side::Theirs, Fact::Role(_, role, at)) => {
                        led |= role == "leader" && *at == term;
                        *at == term || (role == "pre-candidate" && *at + 1 == term)
                    }
                    (Side::Theirs, Fact::Soft(_, 0, role)) if role.ends_with("Candidate") => true,
                    (Side::Theirs, Fact::Said(words)) => words == EMPTY,
                    (Side::Theirs, fact) => {
                        let early = ahead.iter().position(|ours| ours == fact);
                        early.map(|early| ahead.remove(early)).is_some()
                    }
                    (Side::Ours, Fact::Said(words)) => words == EMPTY,
                    (Side::Ours, fact) => {
                        ahead.push(fact.clone());
                        matches!(
                            fact,
                            Fact::Role(..)
                                | Fact::Soft(..)
                                | Fact::Hard(..)
                                | Fact::Appends(..)
                                | Fact::Applies(..)
                        )
                    }
                };
            if claimed {
                gap.known = Some("own-vote");
            }
        }
        // A commit of its own for what etcd-raft commits together may stay.
        let mut waited = ahead
            .iter()
            .filter(|fact| !matches!(fact, Fact::Hard(..) | Fact::Role(..)));
        if led && waited.next().is_none() {
            return;
        }
    }
}
