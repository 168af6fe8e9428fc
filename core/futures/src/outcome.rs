//! What may come of a run: something happened in it, nobody led, or an expectation of its scenario
//! is met. A run's report and its leaders decide.

use std::collections::BTreeMap;

use documents::scenario::{Resolved, Scenario};
use observe::leaders::Lead;
use report::expect;
use report::goal::{self, Goal, Reports, Scope};
use serde_json::{Map, Value};
use sim::Micros;
use vocabulary::error::ScenarioError;
use vocabulary::names::PLAIN_RUN;

/// A range without a leader for longer than this is an outcome.
const LEADERLESS_US: Micros = 1_000_000;

/// What words stand for as goals: each is met where it happened.
const HAPPENINGS: [(&str, &[&str], &str); 4] = [
    ("stale-read", &["stale_read"], "a read was stale"),
    (
        "broken-promise",
        &["broken_promise"],
        "a read broke what its mode promises",
    ),
    (
        "failed-request",
        &["refused", "timed_out", "connection_lost"],
        "a request failed",
    ),
    (
        "no-commit",
        &["no_commit"],
        "writes waited and nothing was committed for a second",
    ),
];
const NO_LEADER: &str = "no-leader";

/// Something that may come of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it is called on the command line.
    pub id: String,
    /// What it says, in words.
    pub text: String,
    what: What,
    /// It is meant that this does not come.
    opposite: bool,
}

#[derive(Clone, Debug)]
enum What {
    /// Something on which a report decides, counted from an instant on.
    Goal(Goal),
    /// The same of the whole run.
    Expectation(Goal),
    /// A range had no leader for long.
    NoLeader,
}

/// What an outcome is judged by.
pub(crate) struct Evidence<'a> {
    /// The run's name in reports.
    pub(crate) own: &'a str,
    /// Its report at the end.
    pub(crate) by_name: &'a Map<String, Value>,
    /// That of the instant from which on things count; `None` = the start.
    pub(crate) began: Option<&'a Map<String, Value>>,
    /// Who led when.
    pub(crate) leads: &'a [Lead],
    /// From when to when.
    pub(crate) span: (Micros, Micros),
}

impl Outcome {
    /// Those that any run may have, and, where it ends when its scenario says, what that expects of
    /// it.
    pub fn all(scenario: &Scenario, resolved: &Resolved, end_us: Micros) -> Vec<Outcome> {
        let mut all: Vec<Outcome> = HAPPENINGS.iter().map(|row| happening(*row)).collect();
        all.insert(3, no_leader());
        if end_us == resolved.duration_us {
            let expects = scenario.expect().iter().enumerate();
            let own = expects.filter(|(_, goal)| is_own(goal, resolved));
            all.extend(own.map(|(place, goal)| Outcome {
                id: format!("expect-{}", place + 1),
                text: expect::asked(goal),
                what: What::Expectation(goal.clone()),
                opposite: false,
            }));
        }
        all
    }

    /// The outcome of this name among all, its opposite for `not:NAME`, or a goal as JSON.
    pub fn parse(text: &str, all: &[Outcome]) -> Result<Outcome, String> {
        if text.starts_with('{') {
            return Self::of_goal(text).map_err(|error| error.to_string());
        }
        let (opposite, id) = match text.strip_prefix("not:") {
            Some(id) => (true, id),
            None => (false, text),
        };
        let found = all.iter().find(|one| one.id == id).cloned();
        let mut found = found.ok_or_else(|| {
            let ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
            format!(
                "found \"{text}\", expected a goal as JSON or one of {}; not:NAME is its opposite",
                ids.join(", ")
            )
        })?;
        if opposite {
            found.opposite = true;
            found.id = text.to_string();
            found.text = format!("not: {}", found.text);
        }
        Ok(found)
    }

    fn of_goal(text: &str) -> Result<Outcome, ScenarioError> {
        let goal = goal::read(&vocabulary::json::parse_json(text)?)?;
        goal::check(&goal, "", &Scope::OPEN)?;
        let asked = goal::asked(&goal);
        Ok(Outcome {
            id: "goal".to_string(),
            text: asked,
            what: What::Goal(goal),
            opposite: false,
        })
    }

    /// Whether it came.
    pub(crate) fn came(&self, evidence: &Evidence<'_>) -> bool {
        self.judged(evidence).0 != self.opposite
    }

    /// When it came, where that is known.
    pub(crate) fn came_us(&self, evidence: &Evidence<'_>) -> Option<Micros> {
        let (holds, at_us) = self.judged(evidence);
        at_us.filter(|_| holds && !self.opposite)
    }

    fn judged(&self, evidence: &Evidence<'_>) -> (bool, Option<Micros>) {
        match &self.what {
            What::Goal(asked) => {
                let judged = goal::judge(
                    asked,
                    &Reports {
                        own: evidence.own,
                        by_name: evidence.by_name,
                        began: evidence.began,
                    },
                );
                (judged.holds(), judged.at_us)
            }
            What::Expectation(asked) => {
                let verdicts = expect::judge(std::slice::from_ref(asked), evidence.by_name);
                (verdicts.iter().all(expect::Verdict::met), None)
            }
            What::NoLeader => {
                let at_us = leaderless_us(evidence.leads, evidence.span);
                (at_us.is_some(), at_us)
            }
        }
    }
}

fn happening((id, moments, text): (&str, &[&str], &str)) -> Outcome {
    let of = |moment: &&str| serde_json::json!({ "happened": moment });
    let any: Vec<Value> = moments.iter().map(of).collect();
    let goal = goal::read(&serde_json::json!({ "any": any })).expect("moments have these ids");
    Outcome {
        id: id.to_string(),
        text: text.to_string(),
        what: What::Goal(goal),
        opposite: false,
    }
}

fn no_leader() -> Outcome {
    Outcome {
        id: NO_LEADER.to_string(),
        text: "a range had no leader for more than a second".to_string(),
        what: What::NoLeader,
        opposite: false,
    }
}

/// Whether a goal of the scenario speaks of this run alone.
fn is_own(goal: &Goal, resolved: &Resolved) -> bool {
    let own = match resolved.variant.as_str() {
        "" => PLAIN_RUN,
        variant => variant,
    };
    goal.variants().iter().all(|named| *named == own)
}

/// When a range had been without a leader for long first, within a span. A range that never had one
/// is still being made. A store leads by its own belief.
fn leaderless_us(leads: &[Lead], (from_us, until_us): (Micros, Micros)) -> Option<Micros> {
    let mut leaders: BTreeMap<u32, u32> = BTreeMap::new();
    let mut since: BTreeMap<u32, Micros> = BTreeMap::new();
    let mut first: Option<Micros> = None;
    let mut look = |begun_us: Micros, ended_us: Micros| {
        let long_us = begun_us.max(from_us) + LEADERLESS_US;
        if ended_us.min(until_us) > long_us {
            first = Some(first.map_or(long_us, |first| first.min(long_us)));
        }
    };
    for lead in leads {
        let count = leaders.entry(lead.range).or_default();
        if lead.began {
            if let Some(begun_us) = since.remove(&lead.range) {
                look(begun_us, lead.at_us);
            }
            *count += 1;
        } else {
            *count = count.saturating_sub(1);
            if *count == 0 {
                since.insert(lead.range, lead.at_us);
            }
        }
    }
    for begun_us in since.into_values() {
        look(begun_us, until_us);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::NodeId;

    const S: Micros = 1_000_000;

    fn lead(at_us: Micros, node: u16, began: bool) -> Lead {
        Lead {
            at_us,
            range: 0,
            node: NodeId(node),
            began,
            term: 1,
        }
    }

    #[test]
    fn a_range_is_leaderless_while_nobody_believes_that_it_leads() {
        let gap = [
            lead(0, 0, true),
            lead(2 * S, 0, false),
            lead(4 * S, 1, true),
        ];
        assert_eq!(leaderless_us(&gap, (0, 9 * S)), Some(3 * S));
        assert_eq!(leaderless_us(&gap, (2 * S + S / 2, 9 * S)), Some(7 * S / 2));
        assert_eq!(leaderless_us(&gap, (5 * S, 9 * S)), None);
        // Two lead, and one of them stops.
        let overlap = [lead(0, 0, true), lead(S, 1, true), lead(2 * S, 0, false)];
        assert_eq!(leaderless_us(&overlap, (0, 9 * S)), None);
        // Nobody leads any more at the end.
        assert_eq!(leaderless_us(&gap[..2], (0, 9 * S)), Some(3 * S));
        assert_eq!(leaderless_us(&gap[..2], (0, 3 * S)), None);
    }

    #[test]
    fn an_outcome_is_known_by_its_name_its_opposite_or_a_goal() {
        let all: Vec<Outcome> = HAPPENINGS.iter().map(|row| happening(*row)).collect();
        let read = |text: &str| Outcome::parse(text, &all);
        assert_eq!(
            read("stale-read").expect("it is one").text,
            "a read was stale"
        );
        let opposite = read("not:stale-read").expect("it is one");
        assert_eq!(opposite.text, "not: a read was stale");
        let goal = read("{\"happened\": \"elected\", \"at_least\": 2}").expect("it is a goal");
        assert!(goal.text.contains("election"), "{}", goal.text);
        let error = read("stale").expect_err("it is none");
        assert!(error.starts_with("found \"stale\", expected a goal as JSON or one of stale-read"));
    }
}
