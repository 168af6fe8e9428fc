//! How something that shall happen, or shall not, stands, and what is so of it in words.

use crate::goal::measure::Nature;
use crate::goal::values::{Unit, duration_text, instant_text, number_words};
use crate::goal::{Goal, Happening, Judged, Reports, Standing, words};
use crate::moments::Tally;
use format::moments::Moment;
use format::units::DurationUs;
use text::said::as_id;
use text::say;

/// When something that shall happen first did, if it came to be so.
pub(super) fn began_us(
    happening: &Happening,
    reports: &Reports<'_>,
    since_us: Option<u64>,
) -> Option<u64> {
    let tally = reports.tally(happening);
    is_met(happening, tally, since_us).then_some(tally.first_us)
}

/// How something that shall happen stands, and with it what came of what shall happen then.
pub(super) fn judge(
    goal: &Goal,
    (happening, then): (&Happening, Option<Judged>),
    reports: &Reports<'_>,
    since_us: Option<u64>,
) -> Judged {
    let tally = reports.tally(happening);
    let own_us = met_us(happening, reports, since_us);
    let mut found = match own_us {
        Some(_) => say!("{so}.", so = so(happening, tally)),
        None => missing(happening, tally, since_us),
    };
    if let Some(then) = &then {
        found = words::in_turn(found, then.found.clone());
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
    if let Some(at_us) = met_us(happening, reports, since_us) {
        let found = say!("{so}; the goal is none.", so = so(happening, tally));
        return (Standing::Broken, Some(at_us), found);
    }
    if let Some(after) = happening.after
        && now_us(happening, reports) < after.0
    {
        let found = say!(
            "That counts from {instant} on.",
            instant = instant_text(after.0)
        );
        return (Standing::Undecided, None, found);
    }
    let what = at_place(happening.happened.words().one, happening);
    if let Some(after) = happening.after {
        let found = say!(
            "No {what} since {instant}.",
            what,
            instant = instant_text(after.0)
        );
        return (Standing::SoFar, None, found);
    }
    let Some(sample) = sample(happening, reports) else {
        let found = if tally.count == 0 {
            say!("No {what} so far.", what)
        } else {
            say!("{so} so far.", so = so(happening, tally))
        };
        return (Standing::SoFar, None, found);
    };
    if sample.seen() == 0 && reports.began.is_some() {
        return (Standing::Undecided, None, sample.none());
    }
    let found = say!(
        "No {what} so far, of {seen}.",
        what,
        seen = sample.seen_words()
    );
    (Standing::SoFar, None, found)
}

/// Whether what is asked for has come to be so. With an instant, of what happened after it.
fn is_met(happening: &Happening, tally: Tally, since_us: Option<u64>) -> bool {
    let or = |bound: Option<DurationUs>, default: u64| bound.map_or(default, |bound| bound.0);
    tally.count >= happening.at_least.unwrap_or(1).max(1)
        && tally.longest_us >= or(happening.lasting, 0)
        && tally.last_us >= or(happening.after, 0)
        && tally.first_us <= or(happening.before, u64::MAX)
        && since_us.is_none_or(|since_us| tally.last_us > since_us)
}

/// When it came to be so, in µs; `None` while it is not. What shall last is met once it has lasted,
/// not when it began. The first and the last of several are known, not those between: where one of
/// those came late or lasted long enough, the instant told may be too early.
fn met_us(happening: &Happening, reports: &Reports<'_>, since_us: Option<u64>) -> Option<u64> {
    let tally = reports.tally(happening);
    if !is_met(happening, tally, since_us) {
        return None;
    }
    let count = happening.at_least.unwrap_or(1);
    let after_us = happening.after.map_or(0, |after| after.0);
    let is_late =
        tally.first_us < after_us || since_us.is_some_and(|since_us| tally.first_us <= since_us);
    let began_us = if count <= 1 && !is_late {
        tally.first_us
    } else {
        tally.last_us
    };
    match happening.lasting {
        None => Some(began_us),
        // It has lasted so long by now: where the last one has not, another one did before.
        Some(lasting) => Some((began_us + lasting.0).min(now_us(happening, reports))),
    }
}

fn now_us(happening: &Happening, reports: &Reports<'_>) -> u64 {
    let run = happening.variant.as_deref().unwrap_or(reports.own);
    let metric = format!("{run}/simulated_us");
    let now = reports.counted(&metric, Nature::Clock);
    now.as_u64().unwrap_or(0)
}

/// What there must be some of before it can be said that nothing happened to any of it.
enum Sample {
    Reads(u64),
    Requests(u64),
}

impl Sample {
    fn seen(&self) -> u64 {
        match self {
            Sample::Reads(seen) | Sample::Requests(seen) => *seen,
        }
    }

    fn seen_words(&self) -> String {
        let seen = self.seen();
        let n = number_words(seen as f64, Unit::Count);
        match self {
            Sample::Reads(1) => say!("1 read"),
            Sample::Reads(_) => say!("{n} reads", n),
            Sample::Requests(1) => say!("1 request"),
            Sample::Requests(_) => say!("{n} requests", n),
        }
    }

    /// What is said while there is none.
    fn none(&self) -> String {
        match self {
            Sample::Reads(_) => say!("No read is answered yet."),
            Sample::Requests(_) => say!("No request has ended yet."),
        }
    }
}

fn sample(happening: &Happening, reports: &Reports<'_>) -> Option<Sample> {
    let variant = happening.variant.as_deref();
    let count = |group: &str, key: &str| reports.count_in(variant, group, key);
    match happening.happened {
        Moment::StaleRead | Moment::BrokenPromise => Some(Sample::Reads(count("modes", "reads"))),
        Moment::TimedOut | Moment::Refused | Moment::ConnectionLost => {
            let ended = ["ok", "failed", "unknown"].map(|key| count("workload", key));
            Some(Sample::Requests(ended.into_iter().sum()))
        }
        Moment::Elected
        | Moment::SteppedDown
        | Moment::TwoLeaders
        | Moment::Candidate
        | Moment::CommittedWithout
        | Moment::NoCommit
        | Moment::WaitedForApply
        | Moment::Behind
        | Moment::Crashed
        | Moment::Restarted
        | Moment::ZoneDown
        | Moment::Cut
        | Moment::Healed
        | Moment::Set
        | Moment::LeaseRead
        | Moment::Redirected
        | Moment::MetLock
        | Moment::Split
        | Moment::Merged
        | Moment::MovedLeader => None,
    }
}

/// What happens, with the place and the run where it shall.
fn at_place(what: &str, happening: &Happening) -> String {
    let mut told = what.to_string();
    if let Some(place) = &happening.place {
        told = say!("{what} at {place}", what = told, place);
    }
    if let Some(run) = &happening.variant {
        told = say!("{what} in the run “{run}”", what = told, run = as_id(run));
    }
    told
}

/// What happened: how often, where, when and for how long.
fn so(happening: &Happening, tally: Tally) -> String {
    let words = happening.happened.words();
    let noun = if tally.count == 1 {
        words.one
    } else {
        words.many
    };
    let count = number_words(tally.count as f64, Unit::Count);
    let what = at_place(noun, happening);
    let mut so = say!("{count} {what}", count, what);
    let (first, last) = (instant_text(tally.first_us), instant_text(tally.last_us));
    so = match tally.count {
        0 => so,
        1 => say!("{so}, at {instant}", so, instant = first),
        _ if tally.first_us == tally.last_us => say!("{so}, the last at {last}", so, last),
        _ => say!(
            "{so}, the first at {first}, the last at {last}",
            so,
            first,
            last
        ),
    };
    if happening.lasting.is_some() && tally.count > 0 {
        let longest = duration_text(tally.longest_us);
        so = say!("{so}, the longest for {longest}", so, longest);
    }
    so
}

/// What is missing of what shall happen, as a sentence.
fn missing(happening: &Happening, tally: Tally, since_us: Option<u64>) -> String {
    let what = at_place(happening.happened.words().one, happening);
    let is_old = since_us.is_some_and(|since_us| tally.last_us <= since_us);
    if tally.count == 0 || is_old {
        return if let Some(since_us) = since_us {
            say!(
                "No {what} since {instant}.",
                what,
                instant = instant_text(since_us)
            )
        } else {
            say!("No {what} yet.", what)
        };
    }
    let least = happening.at_least.unwrap_or(1);
    let lasting = happening
        .lasting
        .filter(|lasting| tally.longest_us < lasting.0);
    let after = happening.after.filter(|after| tally.last_us < after.0);
    let before = happening.before.filter(|before| tally.first_us > before.0);
    let goals = [
        (tally.count < least).then(|| least.to_string()),
        lasting.map(|lasting| duration_text(lasting.0)),
        after.map(|after| say!("one at {instant} or later", instant = instant_text(after.0))),
        before.map(|before| {
            say!(
                "one at {instant} or earlier",
                instant = instant_text(before.0)
            )
        }),
    ];
    let both = |one, other| say!("{one} and {other}", one, other);
    let goal = goals.into_iter().flatten().reduce(both);
    say!(
        "{so}; the goal is {goal}.",
        so = so(happening, tally),
        goal = goal.unwrap_or_default()
    )
}
