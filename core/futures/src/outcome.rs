//! What may come of a run: something happened in it, nobody led, or an expectation of its scenario
//! is met. A run's report and its leaders decide.

use model::ids::RangeId;
use std::collections::BTreeMap;

use documents::scenario::{Resolved, Scenario};
use report::expect;
use report::goal::{self, Goal, Reports};
use serde_json::{Map, Value};
use sim::Micros;
use text::names::PLAIN_RUN;
use text::say;

/// A range without a leader for longer than this is an outcome.
const LEADERLESS_US: Micros = 1_000_000;

/// What words stand for as goals: each is met where it happened.
const HAPPENINGS: [(&str, &[&str]); 4] = [
    ("stale-read", &["stale_read"]),
    ("broken-promise", &["broken_promise"]),
    (
        "failed-request",
        &["refused", "timed_out", "connection_lost"],
    ),
    ("no-commit", &["no_commit"]),
];
const NO_LEADER: &str = "no-leader";

/// Something that may come of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it is called on the command line.
    pub id: String,
    /// What it says, in words.
    pub text: String,
    pub(crate) what: What,
    /// It is meant that this does not come.
    pub(crate) opposite: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// Something on which a report decides, counted from an instant on.
    Goal(Goal),
    /// The same of the whole run.
    Expectation(Goal),
    /// A range had no leader for long.
    NoLeader,
}

/// A store began or ceased to lead a range, by its own belief.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// When.
    pub at_us: Micros,
    /// The range.
    pub range: RangeId,
    /// Whether it leads from now on.
    pub began: bool,
}

/// What a run says of itself at its end: what outcomes are judged by.
#[derive(Copy, Clone)]
pub struct Evidence<'a> {
    /// The run's name in reports.
    pub own: &'a str,
    /// Its report.
    pub by_name: &'a Map<String, Value>,
    /// That of the instant from which on things count; `None` = the start.
    pub began: Option<&'a Map<String, Value>>,
    /// Who led when, in order.
    pub leads: &'a [Lead],
    /// From which instant on things count, and the end.
    pub span: (Micros, Micros),
}

impl Outcome {
    /// Those that any run may have, and, where it ends when its scenario says, what that expects of
    /// it.
    pub fn all(scenario: &Scenario, resolved: &Resolved, end_us: Micros) -> Vec<Outcome> {
        let mut all = Outcome::happenings();
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

    /// What words stand for, as goals.
    pub(crate) fn happenings() -> Vec<Outcome> {
        HAPPENINGS.iter().map(|row| happening(*row)).collect()
    }

    /// Whether it came, and when, where that is known.
    pub(crate) fn judged(&self, evidence: &Evidence<'_>) -> (bool, Option<Micros>) {
        let (holds, at_us) = self.held(evidence);
        let came = holds != self.opposite;
        (came, at_us.filter(|_| came && holds))
    }

    fn held(&self, evidence: &Evidence<'_>) -> (bool, Option<Micros>) {
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

fn happening((id, moments): (&str, &[&str])) -> Outcome {
    let of = |moment: &&str| serde_json::json!({ "happened": moment });
    let any: Vec<Value> = moments.iter().map(of).collect();
    let goal = goal::read(&serde_json::json!({ "any": any })).expect("moments have these ids");
    Outcome {
        id: id.to_string(),
        text: happening_text(id),
        what: What::Goal(goal),
        opposite: false,
    }
}

fn happening_text(id: &str) -> String {
    match id {
        "stale-read" => say!("a read was stale"),
        "broken-promise" => say!("a read broke what its mode promises"),
        "failed-request" => say!("a request failed"),
        _ => say!("writes waited and nothing was committed for a second"),
    }
}

fn no_leader() -> Outcome {
    Outcome {
        id: NO_LEADER.to_string(),
        text: say!("a range had no leader for more than a second"),
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
    let mut leaders: BTreeMap<RangeId, u32> = BTreeMap::new();
    let mut since: BTreeMap<RangeId, Micros> = BTreeMap::new();
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

    const S: Micros = 1_000_000;

    fn lead(at_us: Micros, began: bool) -> Lead {
        Lead {
            at_us,
            range: RangeId(0),
            began,
        }
    }

    #[test]
    fn a_range_is_leaderless_while_nobody_believes_that_it_leads() {
        let gap = [lead(0, true), lead(2 * S, false), lead(4 * S, true)];
        assert_eq!(leaderless_us(&gap, (0, 9 * S)), Some(3 * S));
        assert_eq!(leaderless_us(&gap, (2 * S + S / 2, 9 * S)), Some(7 * S / 2));
        assert_eq!(leaderless_us(&gap, (5 * S, 9 * S)), None);
        // Two lead, and one of them stops.
        let overlap = [lead(0, true), lead(S, true), lead(2 * S, false)];
        assert_eq!(leaderless_us(&overlap, (0, 9 * S)), None);
        // Nobody leads any more at the end.
        assert_eq!(leaderless_us(&gap[..2], (0, 9 * S)), Some(3 * S));
        assert_eq!(leaderless_us(&gap[..2], (0, 3 * S)), None);
    }
}
