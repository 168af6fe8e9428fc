//! The shortest history that still breaks the same check: fewest acts, and as early as it can be.
//!
//! Acts are left out by halves, then one by one (Zeller and Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", 2002), a fault together with what ends it. What is left is pulled
//! forward in time, and then each act has to be needed by itself. Each try is a whole run.

use cluster::Cluster;
use documents::scenario::Resolved;
use model::config::{Action, FaultKey};
use observe::Watch;
use report::check::Check;
use run::runner::watched;
use sim::{MILLIS, Micros};

use crate::swarm::drawn::Drawn;
use crate::swarm::one_run::SwarmFailure;

/// Nothing is pulled further forward than this: stores have just begun.
const EARLIEST_US: Micros = 100 * MILLIS;

/// A history from which nothing can be left out.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// What is run: its actions are those that are left, and it ends soon after the violation.
    pub resolved: Resolved,
    /// What it breaks, and when.
    pub failure: SwarmFailure,
    /// Actions that there were before the violation.
    pub actions_before: usize,
    /// Runs that were tried.
    pub tries: u32,
}

/// Leaves out what the violation does not need, within so many tries.
///
/// `None` for what is seen only once everything healed (convergence, an answer at rest), for what
/// the search for an order found alone, and for what does not come without the operator who looks
/// at the run: only the seed replays these.
pub fn shrink(drawn: &Drawn, failure: &SwarmFailure, tries_max: u32) -> Option<Shrunk> {
    let mut search = Search {
        drawn,
        check: failure.check?,
        tries: 0,
        tries_max,
    };
    let mut actions = drawn.resolved().actions.clone();
    actions.extend(ends(&actions, drawn.faults_end_us()));
    actions.retain(|(at, _)| *at <= failure.at_us);
    let actions_before = actions.len();
    let mut best = search.try_one(actions, failure.at_us)?;
    best = search.leave_out(best, units);
    best = search.pull_forward(best);
    best = search.leave_out(best, singles);
    let Found { actions, failure } = best;
    let mut resolved = drawn.resolved().clone();
    resolved.actions = actions;
    resolved.duration_us = failure.at_us + 1;
    Some(Shrunk {
        resolved,
        failure,
        actions_before,
        tries: search.tries,
    })
}

type Acts = Vec<(Micros, Action)>;

/// A history that still breaks the check.
struct Found {
    actions: Acts,
    failure: SwarmFailure,
}

struct Search<'a> {
    drawn: &'a Drawn,
    check: Check,
    tries: u32,
    tries_max: u32,
}

impl Search<'_> {
    /// Whether these acts break the same check by that instant.
    fn try_one(&mut self, actions: Acts, until_us: Micros) -> Option<Found> {
        if self.tries == self.tries_max {
            return None;
        }
        self.tries += 1;
        let mut resolved = self.drawn.resolved().clone();
        resolved.actions.clone_from(&actions);
        let failure = breaks(&resolved, self.drawn.judges_all(), until_us)?;
        let mut actions = actions;
        actions.retain(|(at, _)| *at <= failure.at_us);
        (failure.check == Some(self.check)).then_some(Found { actions, failure })
    }

    /// Leaves out as much as it can: pieces of half of it first, then smaller ones.
    fn leave_out(&mut self, mut best: Found, units_of: fn(&[(Micros, Action)]) -> Units) -> Found {
        let mut units = units_of(&best.actions);
        let mut piece = units.len().div_ceil(2);
        while piece > 0 && !units.is_empty() {
            let mut from = 0;
            let mut is_less = false;
            while from < units.len() {
                let end = (from + piece).min(units.len());
                match self.try_one(
                    without(&best.actions, &units[from..end]),
                    best.failure.at_us,
                ) {
                    Some(found) => {
                        best = found;
                        units = units_of(&best.actions);
                        is_less = true;
                    }
                    None => from = end,
                }
            }
            // What could not go may go once something else is gone.
            piece = match (piece, is_less) {
                (1, true) => 1,
                (1, false) => 0,
                _ => piece.div_ceil(2),
            };
        }
        best
    }

    /// Brings everything nearer to the start, and by the same share nearer to each other.
    fn pull_forward(&mut self, mut best: Found) -> Found {
        for (share, of) in [(1, 8), (1, 4), (1, 2), (3, 4), (7, 8)] {
            loop {
                let until_us = best.failure.at_us * share / of;
                let nearer = |at: Micros| (at * share / of).max(at.min(EARLIEST_US));
                let actions = best.actions.iter();
                let actions = actions.map(|(at, act)| (nearer(*at), act.clone()));
                match self.try_one(actions.collect(), until_us) {
                    Some(found) => best = found,
                    None => break,
                }
            }
        }
        best
    }
}

/// The first violation of a run by an instant: its actions are all that happens to it.
pub fn breaks(resolved: &Resolved, judge_all: bool, until_us: Micros) -> Option<SwarmFailure> {
    let mut watch = Watch::new(watched(resolved));
    if judge_all {
        watch.judge_all();
    }
    let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), watch);
    // By events: what is seen of the violation is what there was when it came.
    while cluster.observer().violation().is_none() {
        if cluster.run_until(until_us, EVENTS) < EVENTS {
            break;
        }
    }
    let watch = cluster.observer();
    let violation = watch.violation()?;
    Some(SwarmFailure::of_check(
        resolved.config.seed,
        violation,
        watch.digest(),
    ))
}

/// Events between two looks at the checks, which keep the first violation by themselves.
const EVENTS: u64 = 256;

/// What is left out together, by positions in the list of actions.
type Units = Vec<Vec<usize>>;

/// Each action alone: a fault that ends nowhere is simpler than one that does.
fn singles(actions: &[(Micros, Action)]) -> Units {
    (0..actions.len()).map(|i| vec![i]).collect()
}

/// A fault and its end, or an action alone.
fn units(actions: &[(Micros, Action)]) -> Units {
    let mut units = Units::new();
    let mut open: Vec<(FaultKey, usize)> = Vec::new();
    for (i, (_, action)) in actions.iter().enumerate() {
        let begun = action
            .ends()
            .and_then(|key| open.iter().position(|(fault, _)| *fault == key));
        if let Some(place) = begun {
            let (_, unit) = open.remove(place);
            units[unit].push(i);
            continue;
        }
        if let Some(fault) = action.fault() {
            open.push((fault, units.len()));
        }
        units.push(vec![i]);
    }
    units
}

/// What ends the faults that stand once they are over, as the swarm itself ends them.
fn ends(actions: &[(Micros, Action)], over_us: Micros) -> Acts {
    let mut standing: Vec<FaultKey> = Vec::new();
    for (_, action) in actions {
        if let Some(key) = action.ends() {
            standing.retain(|fault| *fault != key);
        } else if let Some(fault) = action.fault().filter(|fault| !standing.contains(fault)) {
            standing.push(fault);
        }
    }
    let ends = standing.into_iter().map(Action::ending);
    ends.map(|action| (over_us + 1, action)).collect()
}

fn without(actions: &[(Micros, Action)], units: &[Vec<usize>]) -> Acts {
    let gone = |i: &usize| units.iter().any(|unit| unit.contains(i));
    let left = actions.iter().enumerate().filter(|(i, _)| !gone(i));
    left.map(|(_, action)| action.clone()).collect()
}
