//! An answer as text for a terminal: the sentences, a table of the settings, why which are
//! excluded, and what to set for the recommended one. Must not know how it was found.

use std::fmt::Write;

use advice::{AdviceAnswer, AdvicePlan, AdviceRow, AdviceSpread, AdviceVerdict};

use crate::table::millis;
use crate::words::{aligned, shell_word};

/// Appends a line; writing to a `String` cannot fail.
macro_rules! put {
    ($text:expr, $($words:tt)*) => { let _ = writeln!($text, $($words)*); };
}

pub(crate) fn advice_text(plan: &AdvicePlan, answer: &AdviceAnswer) -> String {
    let mut text = format!("{}\n\n", plan.form.title);
    for sentence in answer.text.iter().chain(&answer.instead) {
        put!(text, "{sentence}");
    }
    put!(text, "");
    text.push_str(&aligned(&lines(answer)));
    put!(text, "");
    text.push_str(&aligned(&zones(answer)));
    put!(text, "");
    for (reasons, titles) in excluded(answer) {
        put!(text, "{reasons}:");
        for title in titles {
            put!(text, "  {title}");
        }
    }
    for sentence in &answer.standing {
        put!(text, "{sentence}");
    }
    if let Some(place) = answer.recommended {
        let set = &plan.settings[place as usize].set;
        let set: String = set
            .iter()
            .flat_map(|set| [" --set ".to_string(), shell_word(set)])
            .collect();
        put!(text, "\nWhat to set:{set}");
    }
    text
}

/// Those that may not be used, by what keeps them from it.
fn excluded(answer: &AdviceAnswer) -> Vec<(String, Vec<&str>)> {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    for row in answer.rows.iter().filter(|row| !row.reasons.is_empty()) {
        let why = format!("{}: {}", word(row), row.reasons.join("; "));
        match all.iter_mut().find(|(known, _)| *known == why) {
            Some((_, titles)) => titles.push(&row.title),
            None => all.push((why, vec![&row.title])),
        }
    }
    all
}

fn lines(answer: &AdviceAnswer) -> Vec<Vec<String>> {
    let head = [
        "setting",
        "USD a month",
        "to",
        "payload",
        "heartbeats",
        "p99 reads",
        "to",
        "p99 writes",
        "age",
        "zone lost",
    ];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    lines.extend(answer.rows.iter().map(|row| {
        vec![
            format!("{} {}", mark(row), row.title),
            format!("{:.2}", row.usd.min),
            format!("{:.2}", row.usd.max),
            format!("{:.2}", row.usd_payload.median),
            format!("{:.2}", row.heartbeats_usd.median),
            ms(row.reads_p99_us, |spread| spread.min),
            ms(row.reads_p99_us, |spread| spread.max),
            ms(row.writes_p99_us, |spread| spread.max),
            age(row),
            lost(row),
        ]
    }));
    lines
}

/// What the clients of each zone saw: the median over the seeds.
fn zones(answer: &AdviceAnswer) -> Vec<Vec<String>> {
    let head = ["setting", "zone", "p50 reads", "p99", "p50 writes", "p99"];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    for row in &answer.rows {
        for (place, zone) in row.zones.iter().enumerate() {
            let of = |spread| ms(spread, |spread| spread.median);
            lines.push(vec![
                if place == 0 {
                    row.title.clone()
                } else {
                    String::new()
                },
                zone.zone.clone(),
                of(zone.reads_p50_us),
                of(zone.reads_p99_us),
                of(zone.writes_p50_us),
                of(zone.writes_p99_us),
            ]);
        }
    }
    lines
}

fn ms(spread: AdviceSpread, of: fn(&AdviceSpread) -> f64) -> String {
    format!("{} ms", millis(of(&spread) as u64))
}

fn age(row: &AdviceRow) -> String {
    match row.staleness_us {
        Some(0) => "newest".to_string(),
        Some(us) => format!("{} ms", millis(us)),
        None => "any".to_string(),
    }
}

/// Whether it goes on without a zone, and what the farthest write takes then at least.
fn lost(row: &AdviceRow) -> String {
    match (row.survives, row.writes_after_loss_us) {
        (false, _) => "stops".to_string(),
        (true, None) => "goes on".to_string(),
        (true, Some(us)) => format!("goes on, writes from {} ms", millis(us)),
    }
}

fn mark(row: &AdviceRow) -> &'static str {
    match row.verdict {
        AdviceVerdict::Recommended => ">",
        AdviceVerdict::Fits => "+",
        AdviceVerdict::Excluded => "-",
        AdviceVerdict::Broken => "!",
        AdviceVerdict::Unknown => "?",
    }
}

fn word(row: &AdviceRow) -> &'static str {
    match row.verdict {
        AdviceVerdict::Recommended | AdviceVerdict::Fits => "Fits",
        AdviceVerdict::Excluded => "Excluded",
        AdviceVerdict::Broken => "Not to be used",
        AdviceVerdict::Unknown => "Not known",
    }
}
