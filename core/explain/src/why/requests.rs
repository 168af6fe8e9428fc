//! Requests: why one ended as it did, and what it waited for.

use model::config::OpKind;
use model::fact::{Began, Fact, Outcome};
use model::ids::RequestId;
use sim::Micros;

use crate::tell;
use crate::why::chain::Chain;
use crate::why::clause::op_words;
use crate::why::index::Index;
use crate::why::outcome::{PutEntry, entry_of, outcome};
use crate::why::waits::{series, waited_for};
use crate::why::way::way;
use crate::why::{Answer, Step, StepKind, Text, Wait, stale};
use text::say;
use text::words::duration_words;

/// Why a request ended as it did.
pub(super) fn request(index: &Index, request: RequestId) -> Answer {
    let asked = Text::request(request);
    let Some((fact, _)) = index.invoked(request) else {
        return unknown(
            index,
            tell!("Why did {request} end this way?", request = asked),
            request,
        );
    };
    if let Some(missed) = stale::missed(index, fact) {
        return stale::answer(index, fact, &missed);
    }
    let mut answer = slow(index, request);
    let what = op_words(fact);
    answer.question = match outcome(index, request) {
        Some((_, Outcome::Failed)) => {
            tell!("Why did {request}, {what}, fail?", request = asked, what)
        }
        Some((_, Outcome::Unknown)) => {
            tell!(
                "Why did {request}, {what}, get no answer?",
                request = asked,
                what
            )
        }
        Some((_, Outcome::Ok)) => {
            tell!(
                "Why did {request}, {what}, end as it did?",
                request = asked,
                what
            )
        }
        None => tell!(
            "Why did {request}, {what}, not end yet?",
            request = asked,
            what
        ),
    };
    answer
}

fn unknown(index: &Index, question: Text, request: RequestId) -> Answer {
    let mut answer = Answer::nothing(
        question,
        say!("The record has no request {number}.", number = request),
    );
    if !index.is_whole() {
        answer.wanted_us = Some(index.first_us());
    }
    answer
}

/// What a request waited for, step by step.
pub(super) fn slow(index: &Index, request: RequestId) -> Answer {
    let asked = Text::request(request);
    let Some((fact, invoked)) = index.invoked(request) else {
        return unknown(
            index,
            tell!("What did {request} wait for?", request = asked),
            request,
        );
    };
    let mut chain = Chain::new(index);
    let longest = explain_way(&mut chain, request);
    // The chain is kept newest first.
    chain.steps.reverse();
    lost_on_the_way(&mut chain, request);
    let ended = outcome(index, request);
    if fact.op == OpKind::Put
        && let Some(PutEntry {
            index: entry,
            leader,
        }) = entry_of(index, request)
    {
        let known = |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= entry);
        match index.first_of(fact.range, leader, known) {
            Some(row) => chain.acknowledgements(row, fact.range, leader, entry),
            None => {
                crate::why::absent::holds(&mut chain, fact.range, entry, leader);
            }
        }
    }
    let end_us = ended.map_or(index.last_us(), |(row, _)| index.rows[row].at_us);
    let all = duration_words(end_us - index.rows[invoked].at_us);
    let short = waited_words(longest.as_ref(), ended.map(|(_, outcome)| outcome), &all);
    let steps = chain.take_steps();
    Answer {
        question: tell!(
            "What did {request}, {what}, wait for?",
            request = asked,
            what = op_words(fact)
        ),
        short: Text::of(short),
        steps,
        wanted_us: chain.wanted_us,
    }
}

/// Rows of a series that are told one by one before the rest is left out.
const TOLD_OF_SERIES: usize = 8;

/// Waits for one thing, added up.
#[derive(Default)]
struct Totals(Vec<Wait>);

impl Totals {
    fn add(&mut self, us: Micros, what: &str) {
        match self.0.iter_mut().find(|wait| wait.what == what) {
            Some(wait) => wait.us += us,
            None => self.0.push(Wait {
                us,
                what: what.to_string(),
            }),
        }
    }

    /// The longest, the first of those that are equally long.
    fn longest(self) -> Option<Wait> {
        let mut all = self.0.into_iter();
        let first = all.next()?;
        Some(all.fold(first, |a, b| if b.us > a.us { b } else { a }))
    }
}

/// Tells a request's way step by step; returns what it waited for longest in all.
fn explain_way(chain: &mut Chain, request: RequestId) -> Option<Wait> {
    let index = chain.index;
    let rows = way(index, request);
    let all = series(index, &rows);
    let mut totals = Totals::default();
    let (mut left_out, mut left_us) = (0, 0);
    for (place, &row) in rows.iter().enumerate() {
        let Some(found) = index.fact(row) else {
            continue;
        };
        let since = rows[place.saturating_sub(1)];
        let us = index.rows[row].at_us - index.rows[since].at_us;
        let within = all
            .iter()
            .find(|series| (series.first + 1..=series.last).contains(&place));
        let own = waited_for(index, request, found, row);
        if us > 0 {
            totals.add(us, within.map_or(&own, |series| &series.what));
        }
        if let Some(series) = within
            && place > series.first + TOLD_OF_SERIES
        {
            left_us += us;
            if place < series.last {
                left_out += 1;
                continue;
            }
        }
        let mut step = chain.step(row, found);
        step.folded = std::mem::take(&mut left_out);
        let (us, what) = match (std::mem::take(&mut left_us), within) {
            (left_us, Some(series)) if left_us > 0 => (left_us, series.what.clone()),
            _ => (us, own),
        };
        step.wait = (us > 0).then_some(Wait { us, what });
        add_step(chain, step, (row, found));
    }
    chain.holders(&rows, &all);
    totals.longest()
}

/// Tells one step of the way, and what explains it.
fn add_step(chain: &mut Chain, mut step: Step, (row, fact): (usize, &Fact)) {
    let began = chain.index.began(chain.index.rows[row].event);
    if let (Some(Began::Client { .. } | Began::Arrival { .. }), Fact::Invoked(_)) = (began, fact) {
        step.kind = StepKind::Client;
    }
    if let Some(Began::Action { ordinal }) = began
        && let Some(action) = chain.action(ordinal)
    {
        chain.conditions.push(action);
    }
    chain.explain(row, fact);
    chain.steps.push(step);
}

/// How long it took, and what for.
fn waited_words(longest: Option<&Wait>, ended: Option<Outcome>, all: &str) -> String {
    let Some(outcome) = ended else {
        return say!("It has no answer after {all}.", all);
    };
    let Some(Wait { us, what }) = longest else {
        return match outcome {
            Outcome::Ok => say!("It was answered after {all}.", all),
            Outcome::Failed => say!("It failed after {all}.", all),
            Outcome::Unknown => say!("It was given up after {all}.", all),
        };
    };
    let time = duration_words(*us);
    match outcome {
        Outcome::Ok => say!(
            "It was answered after {all}; it waited longest, {time}, {what}.",
            all,
            time,
            what
        ),
        Outcome::Failed => say!(
            "It failed after {all}; it waited longest, {time}, {what}.",
            all,
            time,
            what
        ),
        Outcome::Unknown => say!(
            "It was given up after {all}; it waited longest, {time}, {what}.",
            all,
            time,
            what
        ),
    }
}

/// Messages of a request that died of a fault, and those that its leader's round lost.
fn lost_on_the_way(chain: &mut Chain, request: RequestId) {
    let index = chain.index;
    let parts = index.ties.parts(request).iter();
    let all = parts.chain([&request]);
    for &row in all.flat_map(|request| index.request(*request)) {
        let Some(Fact::Sent(sent)) = index.fact(row) else {
            continue;
        };
        if let Some((end, Some(_))) = index.end_of(sent.flight) {
            chain.in_the_way(sent.from, sent.to, index.rows[end].at_us);
        }
    }
}
