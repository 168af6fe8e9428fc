//! A chain of causes under way: its steps, and how things stood beside them.

use std::collections::BTreeSet;

use model::fact::Fact;
use sim::Micros;

use crate::tell;
use crate::why::cited::rule_of;
use crate::why::clause::{did, made_by, node_of};
use crate::why::index::Index;
use crate::why::{Step, StepKind};
use crate::why::{Text, rule};

/// A chain under way, newest step first.
pub(super) struct Chain<'i, 'a> {
    pub(super) index: &'i Index<'a>,
    pub(super) steps: Vec<Step>,
    /// How things stood, which explains the chain.
    pub(super) conditions: Vec<Step>,
    /// The record begins too late.
    pub(super) wanted_us: Option<Micros>,
    /// Rows that it went by.
    pub(super) seen: BTreeSet<usize>,
}

impl<'i, 'a> Chain<'i, 'a> {
    pub(super) fn new(index: &'i Index<'a>) -> Self {
        Chain {
            index,
            steps: Vec::new(),
            conditions: Vec::new(),
            wanted_us: None,
            seen: BTreeSet::new(),
        }
    }

    /// A row as a step.
    pub(super) fn step(&self, row: usize, fact: &Fact) -> Step {
        let at = &self.index.rows[row];
        let node = node_of(self.index, fact);
        let who = node.map_or_else(Text::default, |node| Text::node(node, self.index.names));
        let began = node.and(self.index.began(at.event));
        let cause = began.and_then(|began| made_by(self.index, &who, began, (row, fact)));
        let deed = match cause {
            Some(cause) => {
                let effect = did(self.index, Text::default(), fact);
                tell!("{cause} and {effect}", cause, effect)
            }
            None => did(self.index, who, fact),
        };
        let text = tell!("{deed}.", deed);
        Step {
            rule: rule_of(self.index, row, fact),
            ..Step::at(at.at_us, at.event, StepKind::Link, text)
        }
    }

    /// A row as something that explains the chain.
    pub(super) fn condition(&mut self, row: usize, text: Text, rule: Option<rule::Rule>) {
        let at = &self.index.rows[row];
        self.conditions.push(Step {
            rule,
            ..Step::at(at.at_us, at.event, StepKind::Condition, text)
        });
    }

    /// An action as the end of a chain.
    pub(super) fn action(&self, ordinal: u32) -> Option<Step> {
        let (at_us, words, event) = self.index.action(ordinal)?;
        Some(Step::at(at_us, event, StepKind::Action, Text::of(words)))
    }

    /// The whole answer's steps: chain and conditions, oldest first.
    pub(super) fn take_steps(&mut self) -> Vec<Step> {
        let mut steps: Vec<Step> = std::mem::take(&mut self.steps);
        steps.reverse();
        steps.append(&mut self.conditions);
        let mut all: Vec<Step> = Vec::new();
        for step in steps {
            let known = all
                .iter()
                .any(|other| other.at_us == step.at_us && other.text == step.text);
            if !known {
                all.push(step);
            }
        }
        // Stable: within an instant the chain keeps its order.
        all.sort_by_key(|step| step.at_us);
        all
    }
}
