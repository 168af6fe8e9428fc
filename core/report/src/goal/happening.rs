//! How something that shall happen, or shall not, stands, and what is so of it in words.

use crate::goal::measure::Nature;
use crate::goal::values::{duration_text, instant_text, sentence};
use crate::goal::{Goal, Happening, Judged, Reports, Standing, words};
use crate::moments::Tally;
use vocabulary::moments::Moment;
use vocabulary::units::DurationUs;

/// When something that shall happen first did, if it came to be so.
pub(super) fn began_us(
    happening: &Happening,
    reports: &Reports<'_>,
    since_us: Option<u64>,
) -> Option<u64> {
    let tally = reports.tally(happening);
    met_us(happening, tally, since_us).map(|_| tally.first_us)
}

/// How something that shall happen stands, and with it what came of what shall happen then.
pub(super) fn judge(
    goal: &Goal,
    (happening, then): (&Happening, Option<Judged>),
    reports: &Reports<'_>,
    since_us: Option<u64>,
) -> Judged {
    let tally = reports.tally(happening);
    let own_us = met_us(happening, tally, since_us);
    let mut found = match own_us {
        Some(_) => sentence(&format!("{}.", so(happening, tally))),
        None => missing(happening, tally, since_us),
    };
    if let Some(then) = &then {
        found = format!("{found} {}", then.found);
    }
    let is_late = |before: u64| own_us.is_none() && now_us(happening, reports) > before;
    let standing = match (&then, own_us) {
        (Some(then), _) if then.standing.holds() => Standing::Met,
        (Some(_), _) => Standing::NotYet,
        (None, Some(_)) => Standing::Met,
        (None, None) if happening.before.is_some_and(|before| is_late(before.0)) => {
            Standing::Broken
        }
        (None, None) if happening.then.is_some() => Standing::Undecided,
        (None, None) => Standing::NotYet,
    };
    let at_us = match &then {
        None => own_us,
        Some(then) => then.at_us,
    };
    Judged {
        standing,
        text: words::asked(goal),
        found,
        begun: own_us.is_some(),
        at_us: at_us.filter(|_| standing == Standing::Met),
        parts: Vec::new(),
    }
}

/// How something that shall not happen stands: standing, instant, words.
pub(super) fn judge_not(
    happening: &Happening,
    reports: &Reports<'_>,
    since_us: Option<u64>,
) -> (Standing, Option<u64>, String) {
    let tally = reports.tally(happening);
    if let Some(at_us) = met_us(happening, tally, since_us) {
        let found = format!("{}; the goal is none.", so(happening, tally));
        return (Standing::Broken, Some(at_us), sentence(&found));
    }
    if let Some(after) = happening.after
        && now_us(happening, reports) < after.0
    {
        let found = format!("That counts from {} on.", instant_text(after.0));
        return (Standing::Undecided, None, found);
    }
    let one = happening.happened.words().one;
    let place = place(happening);
    if let Some(after) = happening.after {
        let found = format!("No {one}{place} since {}.", instant_text(after.0));
        return (Standing::SoFar, None, found);
    }
    let Some((seen, noun, none)) = sample(happening, reports) else {
        let found = match tally.count {
            0 => format!("No {one}{place} so far."),
            _ => format!("{} so far.", so(happening, tally)),
        };
        return (Standing::SoFar, None, sentence(&found));
    };
    if seen == 0 && reports.began.is_some() {
        return (Standing::Undecided, None, none.to_string());
    }
    let noun = if seen == 1 { noun.0 } else { noun.1 };
    let seen = crate::goal::values::number_words(seen as f64, crate::goal::values::Unit::Count);
    let found = format!("No {one}{place} so far, of {seen} {noun}.");
    (Standing::SoFar, None, found)
}

/// When what a tally tells came to be so, in µs; `None` while it is not. With an instant, of what
/// happened after it. The first and the last of them are known; which one it was that came late
/// enough is not.
fn met_us(happening: &Happening, tally: Tally, since_us: Option<u64>) -> Option<u64> {
    let or = |bound: Option<DurationUs>, default: u64| bound.map_or(default, |bound| bound.0);
    let count = happening.at_least.unwrap_or(1).max(1);
    let after_us = or(happening.after, 0);
    let met = tally.count >= count
        && tally.longest_us >= or(happening.lasting, 0)
        && tally.last_us >= after_us
        && tally.first_us <= or(happening.before, u64::MAX)
        && since_us.is_none_or(|since_us| tally.last_us > since_us);
    let is_late =
        tally.first_us < after_us || since_us.is_some_and(|since_us| tally.first_us <= since_us);
    let at_us = if count == 1 && !is_late {
        tally.first_us
    } else {
        tally.last_us
    };
    met.then_some(at_us)
}

fn now_us(happening: &Happening, reports: &Reports<'_>) -> u64 {
    let run = happening.variant.as_deref().unwrap_or(reports.own);
    let metric = format!("{run}/simulated_us");
    let now = reports.counted(&metric, Nature::Clock);
    now.as_u64().unwrap_or(0)
}

/// What there must be some of before it can be said that nothing happened to any of it: how many,
/// what they are called, and what is said while there is none.
type Seen = (u64, (&'static str, &'static str), &'static str);

fn sample(happening: &Happening, reports: &Reports<'_>) -> Option<Seen> {
    let variant = happening.variant.as_deref();
    let count = |group: &str, key: &str| reports.count_in(variant, group, key);
    match happening.happened {
        Moment::StaleRead | Moment::BrokenPromise => Some((
            count("modes", "reads"),
            ("read", "reads"),
            "No read is answered yet.",
        )),
        Moment::TimedOut | Moment::Refused => Some((
            count("workload", "ok") + count("workload", "failed") + count("workload", "unknown"),
            ("request", "requests"),
            "No request has ended yet.",
        )),
        _ => None,
    }
}

fn place(happening: &Happening) -> String {
    let place = happening.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!(" at {place}"));
    let variant = happening.variant.as_ref();
    let variant = variant.map_or_else(String::new, |run| format!(" in the run “{run}”"));
    format!("{place}{variant}")
}

/// What happened: how often, where, when and for how long.
fn so(happening: &Happening, tally: Tally) -> String {
    let words = happening.happened.words();
    let noun = if tally.count == 1 {
        words.one
    } else {
        words.many
    };
    let count =
        crate::goal::values::number_words(tally.count as f64, crate::goal::values::Unit::Count);
    let mut parts = vec![format!("{count} {noun}{}", place(happening))];
    let (first, last) = (instant_text(tally.first_us), instant_text(tally.last_us));
    match tally.count {
        0 => {}
        1 => parts.push(format!(", at {first}")),
        _ if tally.first_us == tally.last_us => parts.push(format!(", the last at {last}")),
        _ => parts.push(format!(", the first at {first}, the last at {last}")),
    }
    if happening.lasting.is_some() && tally.count > 0 {
        let longest = duration_text(tally.longest_us);
        parts.push(format!(", the longest for {longest}"));
    }
    parts.concat()
}

/// What is missing of what shall happen, as a sentence.
fn missing(happening: &Happening, tally: Tally, since_us: Option<u64>) -> String {
    let one = happening.happened.words().one;
    let place = place(happening);
    let is_old = since_us.is_some_and(|since_us| tally.last_us <= since_us);
    if tally.count == 0 || is_old {
        return match since_us {
            Some(since_us) => format!("No {one}{place} since {}.", instant_text(since_us)),
            None => format!("No {one}{place} yet."),
        };
    }
    let least = happening.at_least.unwrap_or(1);
    let mut goals = Vec::new();
    if tally.count < least {
        goals.push(format!("{least}"));
    }
    let lasting = happening
        .lasting
        .filter(|lasting| tally.longest_us < lasting.0);
    goals.extend(lasting.map(|lasting| duration_text(lasting.0)));
    let after = happening.after.filter(|after| tally.last_us < after.0);
    goals.extend(after.map(|after| format!("one at {} or later", instant_text(after.0))));
    let before = happening.before.filter(|before| tally.first_us > before.0);
    goals.extend(before.map(|before| format!("one at {} or earlier", instant_text(before.0))));
    sentence(&format!(
        "{}; the goal is {}.",
        so(happening, tally),
        goals.join(" and ")
    ))
}
