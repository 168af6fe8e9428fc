//! How a bound on a figure stands, and what is so of the figure in words.

use serde_json::{Value, json};

use crate::check::CheckVerdict;
use crate::goal::measure::{Measure, Nature};
use crate::goal::reports::named;
use crate::goal::values::{Unit, equal, number_words, on_or_off, sentence, value_words};
use crate::goal::{Figure, Reports, Standing};
use text::names::BY_HAND;
use text::say;

/// What a look at a figure shows.
pub(super) struct Looked {
    pub(super) standing: Standing,
    /// When it came true, where a figure tells that: the clock does.
    pub(super) at_us: Option<u64>,
    so: So,
}

enum So {
    /// Nothing that could be held against what is asked for: a whole sentence.
    Nothing(String),
    /// A figure, without a full stop, and what is asked for.
    Figure { so: String, goal: String },
}

impl Looked {
    /// What is so, as a sentence, with what is asked for while it is not.
    pub(super) fn found(&self) -> String {
        let is_open = matches!(self.standing, Standing::NotYet | Standing::Broken);
        match &self.so {
            So::Nothing(sentence) => sentence.clone(),
            So::Figure { so, goal } if is_open && !goal.is_empty() => {
                sentence(say!("{so}; the goal is {goal}.", so, goal))
            }
            So::Figure { so, .. } => sentence(say!("{so}.", so)),
        }
    }
}

/// A figure and what it is held against, at one instant.
struct Held {
    value: Value,
    /// What bounds are multiplied by.
    factor: Option<f64>,
}

pub(super) fn look(figure: &Figure, reports: &Reports<'_>) -> Looked {
    let Some(measure) = named(&figure.metric) else {
        return unknown(&figure.metric);
    };
    if let Some(times) = &figure.times
        && named(times).is_none()
    {
        return unknown(times);
    }
    if let Some(undecided) = undecided(figure, &measure, reports) {
        return undecided;
    }
    let held = held(figure, &measure, reports);
    let standing = standing(figure, &measure, &held, reports);
    let is_clock = measure.nature == Nature::Clock && figure.metric == "simulated_us";
    let clock_us = || figure.at_least.filter(|least| *least >= 0.0);
    Looked {
        standing,
        at_us: match standing {
            Standing::SoFar => Some(0),
            Standing::Met if is_clock => clock_us().map(|least| least as u64),
            Standing::Undecided | Standing::NotYet | Standing::Met | Standing::Broken => None,
        },
        so: So::Figure {
            so: with_unanswered(so(figure, &measure, &held), figure, reports),
            goal: goal_words(figure, &measure, Told::SoFar),
        },
    }
}

/// What a figure of a whole run is and what it should be, as `elections of a leader: 2; the goal
/// is at most 1`.
pub(super) fn held_against(figure: &Figure, reports: &Reports<'_>) -> String {
    let Some(measure) = named(&figure.metric) else {
        return say!("reports have no figure “{metric}”", metric = figure.metric);
    };
    let held = held(figure, &measure, reports);
    let so = so(figure, &measure, &held);
    let goal = goal_words(figure, &measure, Told::Whole);
    say!("{so}; the goal is {goal}", so, goal)
}

/// What is asked of a figure while a run goes on, as `Elections of a leader: at most 1`.
pub(super) fn asked_of(figure: &Figure) -> String {
    asked_in(figure, Told::SoFar)
}

/// What is asked of a figure of a whole run.
pub(crate) fn asked_of_whole(figure: &Figure) -> String {
    asked_in(figure, Told::Whole)
}

fn asked_in(figure: &Figure, told: Told) -> String {
    let Some(measure) = named(&figure.metric) else {
        return say!("A figure “{metric}”", metric = figure.metric);
    };
    let label = &measure.label;
    let goal = goal_words(figure, &measure, told);
    sentence(match figure.times.as_deref().and_then(named) {
        None => say!("{label}: {goal}", label, goal),
        Some(whole) => say!(
            "{label}: {goal} of {whole}",
            label,
            goal,
            whole = whole.label
        ),
    })
}

/// With what else is to be said of stale reads by hand: those without an answer are none.
fn with_unanswered(so: String, figure: &Figure, reports: &Reports<'_>) -> String {
    if figure.metric != format!("workload.{BY_HAND}.stale") {
        return so;
    }
    let failed = reports.counted(&format!("workload.{BY_HAND}.failed"), Nature::Count);
    match failed.as_u64().unwrap_or(0) {
        0 => so,
        1 => say!(
            "{so} (1 request that you sent had no answer: the story says why)",
            so
        ),
        many => say!(
            "{so} ({many} requests that you sent had no answer: the story says why)",
            so,
            many
        ),
    }
}

/// How the opposite stands: what a figure shall not be.
pub(super) fn look_not(figure: &Figure, reports: &Reports<'_>) -> Looked {
    let mut looked = look(figure, reports);
    let Some(measure) = named(&figure.metric) else {
        return looked;
    };
    let grows = measure.nature == Nature::Count && figure.times.is_none();
    let held_before = || began_holds(figure, &measure, reports) == Some(false);
    looked.standing = match looked.standing {
        Standing::Undecided => Standing::Undecided,
        Standing::Met | Standing::SoFar if grows && figure.at_least.is_some() => Standing::Broken,
        Standing::Met | Standing::SoFar => Standing::NotYet,
        Standing::Broken => Standing::Met,
        Standing::NotYet if grows || held_before() => Standing::SoFar,
        Standing::NotYet => Standing::Met,
    };
    looked.at_us = (looked.standing == Standing::SoFar).then_some(0);
    if let So::Figure { goal, .. } = &mut looked.so {
        *goal = if let Some(Value::Bool(is_on)) = &figure.equals {
            on_or_off(!is_on)
        } else {
            say!("anything but {goal}", goal)
        };
    }
    looked
}

fn unknown(metric: &str) -> Looked {
    Looked {
        standing: Standing::NotYet,
        at_us: None,
        so: So::Nothing(say!("Reports have no figure “{metric}”.", metric)),
    }
}

/// What is said while there is nothing that the figure speaks of.
fn undecided(figure: &Figure, measure: &Measure, reports: &Reports<'_>) -> Option<Looked> {
    let with = |so: String| Looked {
        standing: Standing::Undecided,
        at_us: None,
        so: So::Nothing(so),
    };
    if let Some(times) = &figure.times
        && let Some(whole) = named(times)
    {
        let nature = whole.nature;
        let whole_value = reports.counted(times, nature).as_f64().unwrap_or(0.0);
        if whole_value <= 0.0 {
            let label = &whole.label;
            return Some(with(say!(
                "There is nothing to compare with yet: no {label}.",
                label
            )));
        }
    }
    // A whole run that is over is judged by what it has.
    reports.began?;
    let sample = measure.sample.as_ref()?;
    // What is asked to grow has grown not at all: it is not met, and that can be said.
    let asks_for_more = measure.nature == Nature::Count && figure.at_least.is_some();
    let is_own = figure.metric.contains(&format!("workload.{BY_HAND}."));
    let none = reports.sampled(&figure.metric, sample) == 0;
    (none && (!asks_for_more || is_own)).then(|| with(sample.none.clone()))
}

fn held(figure: &Figure, measure: &Measure, reports: &Reports<'_>) -> Held {
    let factor = figure.times.as_ref().and_then(|times| {
        let nature = named(times)?.nature;
        reports.counted(times, nature).as_f64()
    });
    Held {
        value: reports.counted(&figure.metric, measure.nature),
        factor,
    }
}

fn holds(figure: &Figure, held: &Held) -> bool {
    let number = held.value.as_f64();
    let factor = if figure.times.is_some() {
        held.factor
    } else {
        Some(1.0)
    };
    let bounded = |bound: Option<f64>, meets: &dyn Fn(f64, f64) -> bool| {
        bound.is_none_or(|bound| match (number, factor) {
            (Some(number), Some(factor)) => meets(number, bound * factor),
            _ => false,
        })
    };
    bounded(figure.at_least, &|number, bound| number >= bound)
        && bounded(figure.at_most, &|number, bound| number <= bound)
        && figure
            .equals
            .as_ref()
            .is_none_or(|wanted| equal(&held.value, wanted))
}

/// Whether it held when things began to count; `None` when they count from the start of the run.
fn began_holds(figure: &Figure, measure: &Measure, reports: &Reports<'_>) -> Option<bool> {
    let value = reports.began(&figure.metric)?;
    let factor = figure.times.as_ref().and_then(|times| reports.began(times));
    let factor = factor.and_then(|factor| factor.as_f64());
    let was_there = !value.is_null() || measure.nature == Nature::State;
    Some(was_there && holds(figure, &Held { value, factor }))
}

fn standing(figure: &Figure, measure: &Measure, held: &Held, reports: &Reports<'_>) -> Standing {
    let is_so = holds(figure, held);
    let came = || match began_holds(figure, measure, reports) {
        Some(true) => Standing::SoFar,
        _ => Standing::Met,
    };
    let value = held.value.as_f64().unwrap_or(0.0);
    // Counted up to just this.
    let grew = figure.equals.is_some() && value > 0.0;
    let is_past = figure.at_most.is_some_and(|most| value > most)
        || figure
            .equals
            .as_ref()
            .and_then(Value::as_f64)
            .is_some_and(|wanted| value > wanted);
    match measure.nature {
        _ if figure.times.is_some() && is_so => Standing::Met,
        _ if figure.times.is_some() => Standing::NotYet,
        Nature::Count | Nature::Clock | Nature::Greatest if is_past => Standing::Broken,
        Nature::Greatest if is_so && figure.at_least.is_some() => came(),
        Nature::Count | Nature::Clock if is_so && (figure.at_least.is_some() || grew) => {
            Standing::Met
        }
        Nature::Count | Nature::Clock | Nature::Greatest if is_so => Standing::SoFar,
        Nature::Check => check(&held.value, is_so),
        Nature::Sampled | Nature::State if is_so => came(),
        Nature::Count | Nature::Clock | Nature::Greatest | Nature::Sampled | Nature::State => {
            Standing::NotYet
        }
    }
}

fn check(value: &Value, is_so: bool) -> Standing {
    let verdict = CheckVerdict::read(value);
    let is_violated = verdict.is_some_and(|verdict| verdict.violation().is_some());
    match (is_so, is_violated) {
        (true, true) => Standing::Met,
        (true, false) => Standing::SoFar,
        (false, true) => Standing::Broken,
        (false, false) => Standing::NotYet,
    }
}

fn so(figure: &Figure, measure: &Measure, held: &Held) -> String {
    let label = &measure.label;
    if let (Some(times), Some(factor)) = (&figure.times, held.factor) {
        let whole = named(times).map_or_else(String::new, |whole| whole.label);
        let share = held.value.as_f64().unwrap_or(0.0) / factor;
        let unit = share_unit(figure);
        let share = number_words(share, unit);
        return if unit == Unit::Share {
            say!("{label}: {share} of {whole}", label, share, whole)
        } else {
            say!("{label}: {times} {whole}", label, times = share, whole)
        };
    }
    say!(
        "{label}: {value}",
        label,
        value = shown(&held.value, measure)
    )
}

/// Parts of a whole are told in percent, multiples of it as such.
fn share_unit(figure: &Figure) -> Unit {
    let bounds = [figure.at_least, figure.at_most];
    let is_more = bounds.iter().flatten().any(|bound| *bound > 1.0);
    if is_more { Unit::Ratio } else { Unit::Share }
}

fn shown(value: &Value, measure: &Measure) -> String {
    let is_check = measure.nature == Nature::Check;
    match CheckVerdict::read(value).filter(|_| is_check) {
        Some(CheckVerdict::Kept) => return say!("holds"),
        Some(CheckVerdict::Violated(_)) => return say!("violated"),
        Some(CheckVerdict::NotJudged(_) | CheckVerdict::NotPromised) | None => {}
    }
    let none = json!(0);
    let is_none = measure.nature == Nature::Count && value.is_null();
    value_words(if is_none { &none } else { value }, measure.unit)
}

/// Of what a goal is told: while a run goes on, what grows is asked to come so far; over a whole
/// run it may go beyond.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Told {
    SoFar,
    Whole,
}

/// What is asked for, as the end of "the goal is".
fn goal_words(figure: &Figure, measure: &Measure, told: Told) -> String {
    let unit = match figure.times {
        Some(_) => share_unit(figure),
        None => measure.unit,
    };
    let grows = matches!(measure.nature, Nature::Count | Nature::Clock) && figure.times.is_none();
    let comes_so_far = grows && figure.at_most.is_none() && told == Told::SoFar;
    let least = figure.at_least.map(|value| {
        let number = number_words(value, unit);
        if comes_so_far {
            return number;
        }
        say!("at least {number}", number)
    });
    let most = figure.at_most.map(|value| match value {
        0.0 => say!("none"),
        value => say!("at most {number}", number = number_words(value, unit)),
    });
    let equals = figure.equals.as_ref().map(|value| match value.as_f64() {
        Some(0.0) if measure.nature == Nature::Count => say!("none"),
        _ => shown(value, measure),
    });
    let bounds = [least, most, equals].into_iter().flatten();
    let both = |one, other| say!("{one} and {other}", one, other);
    bounds.reduce(both).unwrap_or_default()
}
