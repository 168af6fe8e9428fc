//! How things stood when a link of the chain came about: who voted, who had the entry on disk,
//! since when nobody had been heard, which fault was in the way.

use model::fact::{Death, Decision, Fact, MessageType, Reason, Role, SentFact};
use model::ids::RangeId;
use sim::{Micros, NodeId};

use crate::tell;
use crate::why::chain::Chain;
use crate::why::faults::{FaultSpan, hinders};
use crate::why::{StepKind, Text, rule};
use text::sentence::fault_text;
use text::words::{duration_words, instant_words};

impl Chain<'_, '_> {
    /// What explains a fact beside its cause.
    pub(super) fn explain(&mut self, row: usize, fact: &Fact) {
        match fact {
            Fact::Role {
                at,
                role: Role::Leader,
                term,
                ..
            } => {
                self.votes(row, at.range, at.node, *term);
            }
            Fact::Committed { at, index, .. } => {
                let then = self.index.role_at(at.range, at.node, row);
                if then.is_some_and(|(_, then)| then.role == Role::Leader) {
                    self.acknowledgements(row, at.range, at.node, *index);
                }
            }
            Fact::Sent(sent) if sent.what == MessageType::Refusal => self.refused(row, sent),
            Fact::Decided(decision) => self.decided(row, decision),
            Fact::Died {
                flight,
                how: Death::Cut | Death::ReceiverDown | Death::Broken,
            } => {
                if let Some((sent, _)) = self.index.sent(*flight) {
                    self.in_the_way(sent.from, sent.to, self.index.rows[row].at_us);
                }
            }
            _ => {}
        }
    }

    /// Silence that somebody acted on has a fault behind it, more often than not.
    fn decided(&mut self, row: usize, decision: &Decision) {
        let is_silence = matches!(
            decision.why,
            Reason::DelegateSilent
                | Reason::DelegateDown
                | Reason::TookTooLong
                | Reason::StoreDown
                | Reason::SourceDown
                | Reason::DidNotArrive
        );
        let at_us = self.index.rows[row].at_us;
        for node in [decision.subject, decision.other].into_iter().flatten() {
            if is_silence && node != decision.by {
                self.in_the_way(node, decision.by, at_us);
            }
        }
    }

    /// What explains that a timer ran out.
    pub(super) fn explain_end(&mut self, row: usize, fact: &Fact, kind: StepKind) {
        if kind != StepKind::Timer {
            return;
        }
        match fact {
            Fact::Role {
                at,
                role: Role::PreCandidate | Role::Candidate,
                ..
            } => {
                self.silence(row, at.range, at.node);
            }
            Fact::Role { at, .. } => self.unheard(row, at.range, at.node),
            Fact::Sent(sent) if matches!(sent.what, MessageType::PreVote | MessageType::Vote) => {
                self.silence(row, sent.range, sent.from);
            }
            _ => {}
        }
    }

    /// Who voted for a new leader.
    pub(super) fn votes(&mut self, row: usize, range: RangeId, node: NodeId, term: u64) {
        let index = self.index;
        let mut voters = vec![node];
        let until_us = index.rows[row].at_us;
        let stores = index.voters(range, row);
        for &other in stores.iter().filter(|other| **other != node) {
            let gave = |sent: &SentFact| {
                sent.what == MessageType::VoteResponse
                    && (sent.from, sent.to, sent.range, sent.term) == (other, node, range, term)
                    && !sent.reject
            };
            if self.arrived(until_us, row, gave).is_some() {
                voters.push(other);
            }
        }
        let text = tell!(
            "Votes of term {term}: {voters}, {count} of {all}.",
            term,
            voters = Text::nodes(&voters, index.names),
            count = voters.len(),
            all = stores.len()
        );
        self.condition(row, text, Some(rule::VOTE));
    }

    /// Who had an entry on disk when its leader took it for committed.
    pub(super) fn acknowledgements(
        &mut self,
        row: usize,
        range: RangeId,
        leader: NodeId,
        entry: u64,
    ) {
        let index = self.index;
        let mut holders = Vec::new();
        let durable =
            |fact: &Fact| matches!(fact, Fact::Persisted { index, .. } if *index >= entry);
        if index.last_of(range, leader, row, durable).is_some() {
            holders.push(leader);
        }
        let until_us = index.rows[row].at_us;
        let stores = index.voters(range, row);
        // Delegates that pass on what others answer.
        let is_bundle = |node: &NodeId| {
            let bundled = |sent: &SentFact| {
                sent.what == MessageType::AckBundle
                    && (sent.from, sent.to, sent.range) == (*node, leader, range)
            };
            self.arrived(until_us, row, bundled).is_some()
        };
        let bundles: Vec<NodeId> = stores.iter().copied().filter(is_bundle).collect();
        for &other in stores.iter().filter(|other| **other != leader) {
            let told = |sent: &SentFact| {
                sent.what == MessageType::AppendResponse
                    && (sent.from, sent.range) == (other, range)
                    && (sent.to == leader || bundles.contains(&sent.to))
                    && !sent.reject
                    && sent.index >= entry
            };
            if self.arrived(until_us, row, told).is_some() {
                holders.push(other);
            }
        }
        let text = tell!(
            "{leader} knew that {entry} is on disk at {holders}: {count} of {all}.",
            leader = Text::node(leader, index.names),
            entry = Text::entry(range, entry),
            holders = Text::nodes(&holders, index.names),
            count = holders.len(),
            all = stores.len()
        );
        self.condition(row, text, Some(rule::COMMIT));
    }

    /// The arrival of a message that fits, up to a row.
    fn arrived(
        &self,
        until_us: Micros,
        row: usize,
        fits: impl Fn(&SentFact) -> bool,
    ) -> Option<usize> {
        let since_us = until_us.saturating_sub(LOOK_BACK_US);
        let sent = self.index.sent_between(since_us, until_us);
        sent.filter(|(_, sent)| fits(sent)).find_map(|(_, sent)| {
            let (end, died) = self.index.end_of(sent.flight)?;
            (died.is_none() && end <= row).then_some(end)
        })
    }

    /// Since when a replica had not heard from its leader, and what was in the way.
    pub(super) fn silence(&mut self, row: usize, range: RangeId, node: NodeId) {
        let index = self.index;
        let names = index.names;
        let at_us = index.rows[row].at_us;
        let with_leader =
            |fact: &Fact| matches!(fact, Fact::Role { leader_peer, .. } if *leader_peer > 0);
        let Some(known) = index.last_of(range, node, row, with_leader) else {
            if !index.is_whole() {
                self.wanted_us = Some(index.first_us());
                return;
            }
            let node = Text::node(node, names);
            let text = tell!("{node} had not heard of any leader.", node);
            return self.condition(row, text, Some(rule::ELECTION_TIMEOUT));
        };
        let leader = match index.fact(known) {
            Some(Fact::Role { leader_peer, .. }) => index.node_of_peer(range, *leader_peer),
            _ => None,
        };
        let Some(leader) = leader.filter(|leader| *leader != node) else {
            return;
        };
        let last = index.last_heard(range, leader, node, row);
        let heard_us = index.rows[last.unwrap_or(known)].at_us;
        let ago = duration_words(at_us - heard_us);
        let (who, its) = (Text::node(node, names), Text::node(leader, names));
        let text = match last {
            Some(_) => tell!(
                "{node} had last heard from its leader {leader} {ago} before its timer ran out.",
                node = who,
                leader = its,
                ago
            ),
            None => tell!(
                "{node} had not heard from its leader {leader} since it knew of it, {ago} before \
                 its timer ran out.",
                node = who,
                leader = its,
                ago
            ),
        };
        self.condition(last.unwrap_or(known), text, Some(rule::HEARTBEAT));
        self.in_the_way_between(leader, node, (heard_us, at_us));
        self.silent_leader(row, range, leader, heard_us);
    }

    /// What the leader did meanwhile: it may no longer lead, or its messages died.
    fn silent_leader(&mut self, row: usize, range: RangeId, leader: NodeId, heard_us: Micros) {
        let index = self.index;
        let Some((at, then)) = index.role_at(range, leader, row) else {
            return;
        };
        if then.role != Role::Leader && index.rows[at].at_us >= heard_us {
            let text = tell!(
                "{leader} no longer led: it followed in term {term}.",
                leader = Text::node(leader, index.names),
                term = then.term
            );
            self.condition(at, text, None);
        }
    }

    /// A leader steps down because a majority is silent.
    fn unheard(&mut self, row: usize, range: RangeId, leader: NodeId) {
        let index = self.index;
        let at_us = index.rows[row].at_us;
        let mut silent = Vec::new();
        for &other in index.stores(range).iter().filter(|other| **other != leader) {
            let last = index.last_heard(range, other, leader, row);
            let heard_us = last.map_or(0, |at| index.rows[at].at_us);
            if self.in_the_way_between(other, leader, (heard_us, at_us)) {
                silent.push(other);
            }
        }
        if !silent.is_empty() {
            let text = tell!(
                "{leader} could not hear from {silent}.",
                leader = Text::node(leader, index.names),
                silent = Text::nodes(&silent, index.names)
            );
            let checks = index.settings_at(at_us).check_quorum;
            self.condition(row, text, checks.then_some(rule::CHECK_QUORUM));
        }
    }

    /// Tells of the faults that stood between two nodes at an instant.
    pub(super) fn in_the_way(&mut self, from: NodeId, to: NodeId, at_us: Micros) -> bool {
        self.in_the_way_between(from, to, (at_us, at_us))
    }

    /// Tells of the faults that stood between two nodes at the end of a time or within it.
    pub(super) fn in_the_way_between(
        &mut self,
        from: NodeId,
        to: NodeId,
        (since_us, until_us): (Micros, Micros),
    ) -> bool {
        let index = self.index;
        let met = |fault: &&FaultSpan| {
            let overlaps =
                fault.since_us <= until_us && fault.until_us.is_none_or(|end| end > since_us);
            overlaps
                && (hinders(&fault.key, from, to, index.names)
                    || hinders(&fault.key, to, from, index.names) && fault.stood(until_us))
        };
        let found: Vec<FaultSpan> = index.faults.iter().filter(met).copied().collect();
        for fault in &found {
            self.fault(fault);
        }
        !found.is_empty()
    }

    /// A fault, told as the action that began it.
    pub(super) fn fault(&mut self, fault: &FaultSpan) {
        let Some(mut step) = self.action(fault.ordinal) else {
            return;
        };
        // Told alone or with its fault.
        let action = step.text.plain();
        if self
            .conditions
            .iter()
            .chain(&self.steps)
            .any(|known| known.text.plain().contains(&action) && known.at_us == step.at_us)
        {
            return;
        }
        let (action, words) = (step.text, fault_text(&fault.key, self.index.names));
        step.text = match fault.until_us {
            Some(until_us) if until_us <= self.index.last_us() => tell!(
                "{action} From then on until {until}: {fault}.",
                action,
                until = instant_words(until_us),
                fault = words
            ),
            _ => tell!("{action} From then on: {fault}.", action, fault = words),
        };
        self.conditions.push(step);
    }
}

/// How far back votes and acknowledgements of a decision may lie.
const LOOK_BACK_US: Micros = 20_000_000;
