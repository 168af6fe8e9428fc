//! Which limits a setting does not keep, by the worst of its runs, in words. Must not know which
//! setting is recommended.

use std::fmt::Display;

use model::config::Promise;
use sim::Micros;
use text::said::said;
use text::words::duration_words;
use text::{counted, phrase, say};

use crate::form::AdviceForm;
use crate::loss::after_loss;
use crate::placed::survives;
use crate::plan::AdvicePlan;
use crate::scenario::{asked_per_s, staleness_us, with_clients};
use crate::seen::{Seen, SeenZone};
use crate::settings::AdviceSetting;
use crate::words::usd_words;

/// Less than this share of what is asked is not the load that the form says: arrivals are drawn,
/// and differ by some percent.
const ANSWERED_LEAST: f64 = 0.9;

/// What a reader of a setting may rely on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Age {
    Newest,
    /// At most so old.
    Bounded(Micros),
    /// Nothing.
    Unbounded,
}

impl Age {
    pub(crate) fn of(form: &AdviceForm, setting: &AdviceSetting) -> Self {
        match setting.mode.spec().promise {
            Promise::Newest | Promise::Snapshot => Age::Newest,
            Promise::Past => Age::Bounded(staleness_us(form)),
            Promise::TakenForNewest | Promise::Nothing => Age::Unbounded,
        }
    }

    pub(crate) fn words(self) -> String {
        match self {
            Age::Newest => say!("reads are always current"),
            Age::Bounded(us) => say!("reads are up to {age} old", age = duration_words(us)),
            Age::Unbounded => say!("nothing is promised of how old reads are"),
        }
    }
}

/// A promise that one of the runs broke.
pub(crate) fn broken(runs: &[&Seen]) -> Option<String> {
    runs.iter().find_map(|run| {
        let broken = run.broken.as_ref()?;
        Some(say!(
            "a promise was broken with seed {seed}: {broken}",
            seed = run.seed,
            broken
        ))
    })
}

/// Every limit that a setting does not keep.
pub(crate) fn reasons(plan: &AdvicePlan, setting: &AdviceSetting, runs: &[&Seen]) -> Vec<String> {
    let form = &plan.form;
    let mut reasons = Vec::new();
    reasons.extend(too_old(form, setting));
    reasons.extend(lost(form, setting));
    reasons.extend(too_slow(form, runs));
    reasons.extend(too_slow_after_loss(form, setting));
    reasons.extend(too_dear(form, runs));
    reasons.extend(too_much(plan, runs));
    reasons
}

fn too_old(form: &AdviceForm, setting: &AdviceSetting) -> Option<String> {
    let allowed = form.limits.staleness.map(|age| age.0);
    match (Age::of(form, setting), allowed) {
        (Age::Newest, _) => None,
        (Age::Bounded(us), Some(most)) if us <= most => None,
        (age, None) => {
            let age = age.words();
            Some(say!("{age}, and yours must be the newest", age))
        }
        (age, Some(most)) => {
            let (age, most) = (age.words(), duration_words(most));
            Some(say!("{age}, and you allow {most}", age, most))
        }
    }
}

fn lost(form: &AdviceForm, setting: &AdviceSetting) -> Option<String> {
    let is_lost = form.limits.survive_zone_loss && !survives(form, setting.replicas);
    is_lost.then(|| {
        say!("a zone holds half of a range’s replicas or more: without it nothing is answered")
    })
}

fn too_slow(form: &AdviceForm, runs: &[&Seen]) -> Vec<String> {
    type Figure = fn(&SeenZone) -> Micros;
    let limits: [(&str, Option<Micros>, Figure); 2] = [
        (
            phrase!("p99 of reads {us} in {zone}, over your {most}"),
            form.limits.p99_of_reads.map(|us| us.0),
            |zone| zone.reads_p99_us,
        ),
        (
            phrase!("p99 of writes {us} in {zone}, over your {most}"),
            form.limits.p99_of_writes.map(|us| us.0),
            |zone| zone.writes_p99_us,
        ),
    ];
    let mut reasons = Vec::new();
    for (template, most, figure) in limits {
        let Some(most) = most else {
            continue;
        };
        let worst = with_clients(form).enumerate().map(|(place, zone)| {
            let us = runs.iter().map(|run| figure(&run.zones[place])).max();
            (us.unwrap_or(0), zone.id.as_str())
        });
        if let Some((us, zone)) = worst.max_by_key(|(us, _)| *us)
            && us > most
        {
            let (us, most) = (duration_words(us), duration_words(most));
            let values: [(&str, &dyn Display); 3] = [("us", &us), ("zone", &zone), ("most", &most)];
            reasons.push(said(template, &values));
        }
    }
    reasons
}

/// Where writes must go on when a zone is lost, they must be as fast then, too.
fn too_slow_after_loss(form: &AdviceForm, setting: &AdviceSetting) -> Option<String> {
    let most = form.limits.p99_of_writes?.0;
    let worst = after_loss(form, setting).filter(|worst| worst.us > most)?;
    form.limits.survive_zone_loss.then(|| {
        say!(
            "without {lost} a write from {client} takes {us} or more, over your {most}",
            lost = worst.lost,
            client = worst.client,
            us = duration_words(worst.us),
            most = duration_words(most)
        )
    })
}

fn too_dear(form: &AdviceForm, runs: &[&Seen]) -> Option<String> {
    let most = form.limits.usd_per_month?;
    let usd = runs.iter().map(|run| run.usd).fold(0.0, f64::max);
    let words = || {
        let (usd, most) = (usd_words(usd), usd_words(most));
        say!("{usd} a month, over your {most}", usd, most)
    };
    (usd > most).then(words)
}

/// What was asked and not answered: its dollars and times are not those of the form's load.
fn too_much(plan: &AdvicePlan, runs: &[&Seen]) -> Option<String> {
    let unanswered: u64 = runs.iter().map(|run| run.unanswered).sum();
    if unanswered > 0 {
        return Some(counted!(
            unanswered,
            "1 request had no answer",
            "{n} requests had no answer"
        ));
    }
    let asked = asked_per_s(&plan.form, &plan.share);
    let least = runs.iter().map(|run| run.answered_per_s / asked);
    let least = least.fold(1.0, f64::min);
    let words = || {
        let percent = format!("{:.0}", least * 100.0);
        say!("only {percent} % of the load is answered in time", percent)
    };
    (least < ANSWERED_LEAST).then(words)
}
