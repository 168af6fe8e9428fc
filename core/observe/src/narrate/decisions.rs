//! Decisions and changes of shape in the story: each once, however many replicas apply it and
//! however often somebody decides the same. The page has the words for them (web/model/decided.ts).

use std::collections::VecDeque;

use model::fact::{Change, Decision, Reason, ReplicaRef};
use model::ids::RangeId;
use sim::{Micros, NodeId, SECONDS};

use crate::narrate::{AppliedChange, Narration, NotableFact, NotableKind, RANGES_TOLD_MAX};

/// The same is told again after this long.
const AGAIN_US: Micros = 5 * SECONDS;
const RECENT_MAX: usize = 64;

/// What was told lately, each with the instant at which it last happened.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    kept: VecDeque<(Micros, Key)>,
}

/// What makes two the same: what happened, to which range, and two numbers more.
type Key = (u16, RangeId, u64, u64);

impl Recent {
    /// Keeps that this happened; true when it did not a short while ago.
    fn insert(&mut self, at_us: Micros, key: Key) -> bool {
        if let Some(known) = self.kept.iter_mut().find(|(_, known)| *known == key) {
            let was_us = std::mem::replace(&mut known.0, at_us);
            return at_us > was_us + AGAIN_US;
        }
        if self.kept.len() == RECENT_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back((at_us, key));
        true
    }
}

impl Narration {
    /// A decision. Who is a delegate by turns is no news.
    pub(super) fn decided(&mut self, at_us: Micros, decision: &Decision) {
        let number = |node: Option<NodeId>| node.map_or(u64::MAX, |node| node.0.into());
        let what = (decision.what as u16) << 8 | decision.why as u16;
        let (subject, other) = (number(decision.subject), number(decision.other));
        let is_new = self
            .recent
            .insert(at_us, (what, decision.range, subject, other));
        if is_new && decision.why != Reason::NextInTurn {
            let fact = NotableFact::Decision(*decision);
            self.narrate_fact(at_us, decision.by, fact);
        }
    }

    /// A change that a replica applied. Where there are many ranges their sleep is no news.
    pub(super) fn changed(
        &mut self,
        at_us: Micros,
        at: ReplicaRef,
        what: Change,
        [a, b]: [u64; 2],
    ) {
        let is_sleep = matches!(what, Change::Hibernated | Change::Woken);
        if is_sleep && self.replicas.len() > RANGES_TOLD_MAX {
            return;
        }
        let is_own = matches!(what, Change::ReplicaCreated | Change::ReplicaDestroyed);
        let a_or_peer = if is_own { at.peer } else { a };
        let key = (u16::MAX - what as u16, at.range, a_or_peer, b);
        if self.recent.insert(at_us, key) {
            let range = at.range;
            let fact = NotableFact::Change(AppliedChange { range, what, a, b });
            self.narrate_fact(at_us, at.node, fact);
        }
    }

    fn narrate_fact(&mut self, at_us: Micros, node: NodeId, fact: NotableFact) {
        let kind = NotableKind::Decision;
        self.narrate(at_us, kind, String::new(), Some(node), false);
        if let Some(told) = self.kept.back_mut() {
            told.fact = Some(fact);
        }
    }
}
