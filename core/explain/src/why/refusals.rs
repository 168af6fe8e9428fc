//! Why a store refused a request: what its replica was just then, by the reason that it gave.

use model::config::Action;
use model::fact::{Change, Fact, MessageType, Refusal, Role, SentFact};
use model::ids::RangeId;
use sim::NodeId;

use crate::tell;
use crate::why::chain::Chain;
use crate::why::cited::refusal_rule;
use crate::why::{Text, rule};
use text::decisions::change_text;

impl Chain<'_, '_> {
    /// How things stood at a store that refused.
    pub(super) fn refused(&mut self, row: usize, sent: &SentFact) {
        let (range, node) = (sent.range, sent.from);
        match self.index.refusal(row, sent) {
            Some(Refusal::NotLeader) => self.did_not_lead(row, range, node),
            Some(Refusal::WrongRange) => self.lost_its_keys(row, range, node),
            Some(Refusal::ProposalDropped) => self.handed_over(row, range, node),
            // The reason says it all, or it has not come to its gateway yet.
            _ => {}
        }
    }

    /// Its replica did not lead.
    fn did_not_lead(&mut self, row: usize, range: RangeId, node: NodeId) {
        let Some((at, then)) = self.index.role_at(range, node, row) else {
            return;
        };
        let names = self.index.names;
        if then.role == Role::Leader {
            // It had just become one, or gave it up with this very refusal.
            return;
        }
        let (node, term) = (Text::node(node, names), then.term);
        let text = match (then.role, then.leader) {
            (_, Some(leader)) => tell!(
                "{node} did not lead: in term {term} it followed {leader}.",
                node,
                term,
                leader = Text::node(leader, names)
            ),
            (Role::Candidate | Role::PreCandidate, None) => tell!(
                "{node} did not lead: in term {term} it campaigned itself.",
                node,
                term
            ),
            (_, None) => {
                tell!(
                    "{node} did not lead: in term {term} it knew no leader.",
                    node,
                    term
                )
            }
        };
        self.condition(at, text, Some(rule::NOT_LEADER));
    }

    /// Its replica did not hold the keys: a split or a merge took them, or it is gone.
    fn lost_its_keys(&mut self, row: usize, range: RangeId, node: NodeId) {
        let index = self.index;
        let reshaped = |fact: &Fact| {
            let Fact::Changed { what, .. } = fact else {
                return false;
            };
            match what {
                Change::Split
                | Change::MergePrepared
                | Change::Merged
                | Change::ReplicaDestroyed => true,
                Change::MemberAdded
                | Change::LearnerAdded
                | Change::MemberPromoted
                | Change::MemberDemoted
                | Change::MemberRemoved
                | Change::JointEntered
                | Change::JointLeft
                | Change::ReplicaCreated
                | Change::Hibernated
                | Change::Woken
                | Change::MergeTakenBack => false,
            }
        };
        let Some(at) = index.last_of(range, node, row, reshaped) else {
            if index.replica(range, node).is_empty() && index.is_whole() {
                let text = tell!(
                    "{node} held no replica{of_range}.",
                    node = Text::node(node, index.names),
                    of_range = Text::of_range(range, index.names)
                );
                self.condition(row, text, refusal_rule(Refusal::WrongRange));
            }
            return;
        };
        let Some(Fact::Changed { what, a, b, .. }) = index.fact(at) else {
            unreachable!("found as such")
        };
        let text = tell!(
            "{node} {change}{of_range} before.",
            node = Text::node(node, index.names),
            change = change_text(*what, *a, *b, index.names),
            of_range = Text::of_range(range, index.names)
        );
        let rule = match what {
            Change::Split => Some(rule::SPLIT),
            Change::MergePrepared | Change::Merged => Some(rule::MERGE),
            _ => Some(rule::MEMBERS),
        };
        self.condition(at, text, rule);
    }

    /// Its replica dropped the proposal: it was handing its leadership over, or led no more.
    fn handed_over(&mut self, row: usize, range: RangeId, node: NodeId) {
        let index = self.index;
        let Some((at, then)) = index.role_at(range, node, row) else {
            return;
        };
        if then.role != Role::Leader {
            return self.did_not_lead(row, range, node);
        }
        let ordered = index.sent_between(index.rows[at].at_us, index.rows[row].at_us);
        let order = ordered.rev().find(|(_, sent)| {
            sent.what == MessageType::TimeoutNow && (sent.range, sent.from) == (range, node)
        });
        if let Some((order, sent)) = order {
            let text = tell!(
                "{node} was transferring its leadership to {to}.",
                node = Text::node(node, index.names),
                to = Text::node(sent.to, index.names)
            );
            return self.condition(order, text, Some(rule::DROPPED));
        }
        let since_us = index.rows[at].at_us;
        let asked = index.actions().rev().find(|(_, at_us, action)| {
            (since_us..=index.rows[row].at_us).contains(at_us)
                && matches!(action, Action::Transfer { range: found, .. } if *found == range)
        });
        if let Some(step) = asked.and_then(|(ordinal, ..)| self.action(ordinal)) {
            self.conditions.push(step);
        }
    }
}
