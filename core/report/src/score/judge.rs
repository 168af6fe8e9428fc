//! What a run's score comes to, by its report. It must not know who played, nor how.

use serde::Serialize;
use ts_rs::TS;

use crate::goal::{Goal, Judged, Reports, Standing, judge};
use crate::score::words::{asked, label, value_words};
use crate::score::{Better, Score};
use text::say;

/// A run to be scored.
#[derive(Copy, Clone, Debug)]
pub struct ScoredRun<'a> {
    /// Its report, as goals read it.
    pub reports: &'a Reports<'a>,
    /// How many acts were done in it.
    pub acts: usize,
    /// Whether its time is over.
    pub is_over: bool,
    /// Whether nothing was done in it that was not allowed.
    pub is_fair: bool,
}

/// The score of a run, at its end or so far.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RunScore {
    /// Its time is over, every condition holds, and nothing was done that is not allowed.
    pub solved: bool,
    /// Its time is over.
    pub over: bool,
    /// A condition can no longer come to hold, or something was done that is not allowed.
    pub lost: bool,
    /// How each condition stands.
    pub conditions: Vec<Judged>,
    /// How each goal stands that earns points; none where nothing does.
    pub points: Vec<PointsFor>,
    /// What is counted.
    pub label: String,
    /// The score; null while there is nothing that it speaks of.
    pub value: Option<f64>,
    /// The same with its unit; "none" without.
    pub told: String,
    /// Which way it is better.
    pub better: Better,
    /// Stars that it has at this instant, were it the end: none while a condition does not hold.
    pub stars: u8,
    /// What the second star asks for, and the third.
    #[ts(type = "[string, string]")]
    pub asked: [String; 2],
}

/// A goal that earns points.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct PointsFor {
    /// How it stands.
    pub judged: Judged,
    /// The points that it earns.
    pub worth: u32,
}

/// Scores a run: the same run comes to the same, whoever asks.
pub fn score(conditions: &[Goal], rule: &Score, run: &ScoredRun<'_>) -> RunScore {
    let judged = |goal: &Goal| judge(goal, run.reports);
    let conditions: Vec<Judged> = conditions.iter().map(judged).collect();
    let points: Vec<PointsFor> = match rule {
        Score::Figure(_) | Score::Acts(_) => Vec::new(),
        Score::Points(score) => {
            let each = score.points.iter();
            each.map(|one| PointsFor {
                judged: judged(&one.goal),
                worth: one.worth,
            })
            .collect()
        }
    };
    let value = match rule {
        Score::Figure(figure) => run.reports.figure(&figure.metric).as_f64(),
        Score::Points(_) => {
            let earned = points.iter().filter(|one| one.judged.holds());
            Some(f64::from(earned.map(|one| one.worth).sum::<u32>()))
        }
        Score::Acts(_) => Some(run.acts as f64),
    };
    let holds = run.is_fair && conditions.iter().all(Judged::holds);
    let is_broken = |judged: &Judged| judged.standing == Standing::Broken;
    RunScore {
        solved: run.is_over && holds,
        over: run.is_over,
        lost: !run.is_fair || conditions.iter().any(is_broken),
        label: label(rule),
        told: value.map_or_else(|| say!("none"), |value| value_words(rule, value)),
        better: rule.better(),
        stars: if holds { stars(rule, value) } else { 0 },
        asked: asked(rule),
        conditions,
        points,
        value,
    }
}

/// Stars of a run whose conditions hold.
fn stars(rule: &Score, value: Option<f64>) -> u8 {
    let (second, third) = rule.stars();
    let has = |bound: f64| value.is_some_and(|value| rule.better().reaches(value, bound));
    match (has(second), has(third)) {
        (_, true) => 3,
        (true, false) => 2,
        (false, false) => 1,
    }
}
