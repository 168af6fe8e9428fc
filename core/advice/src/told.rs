//! The sentences of an answer. Must not know how the rows were judged, nor chosen.

use vocabulary::words::{count_words, duration_words, list_words};

use crate::choose::Chosen;
use crate::plan::AdvicePlan;
use crate::row::{AdviceRow, AdviceVerdict};
use crate::words::{grouped, inside, outside, usd_words};

/// The answer itself.
pub(crate) fn text(plan: &AdvicePlan, rows: &[AdviceRow], chosen: &Chosen) -> Vec<String> {
    let missing = rows
        .iter()
        .filter(|row| row.verdict == AdviceVerdict::Unknown);
    let missing = missing.count();
    let mut text = match chosen {
        Chosen::One { best, fitting, .. } => {
            let row = &rows[*best];
            let why = match fitting {
                1 => "It is the only one that keeps every limit.".to_string(),
                _ => cheapest_of(rows, *best, *fitting),
            };
            vec![format!("{}: {}.", row.title, had(row)), why]
        }
        Chosen::None {
            nearest: Some(nearest),
        } => {
            let row = &rows[*nearest];
            vec![
                "No setting keeps every limit.".to_string(),
                format!(
                    "Nearest is {}: {}. It is excluded: {}.",
                    inside(&row.title),
                    had(row),
                    row.reasons.join("; ")
                ),
            ]
        }
        Chosen::None { nearest: None } => vec!["No setting may be recommended.".to_string()],
    };
    let broken = rows
        .iter()
        .filter(|row| row.verdict == AdviceVerdict::Broken);
    let broken = broken.count();
    if broken > 0 {
        let count = count_words(broken as u64, "setting");
        text.push(format!("A promise was broken with {count}."));
    }
    if missing > 0 {
        let of = count_words(plan.settings.len() as u64, "setting");
        text.push(format!("{missing} of {of} were not run to the end."));
    }
    text
}

fn cheapest_of(rows: &[AdviceRow], best: usize, fitting: usize) -> String {
    let least = rows
        .iter()
        .filter(|row| row.verdict == AdviceVerdict::Fits)
        .map(|row| row.usd.median)
        .fold(f64::INFINITY, f64::min);
    if rows[best].usd.median <= least {
        return format!("It costs least of the {fitting} settings that keep every limit.");
    }
    format!(
        "Of the {fitting} settings that keep every limit none costs clearly less, and of those \
         that cost as much it gives the newest reads, and these fastest."
    )
}

/// What a setting gives: dollars, time, age.
fn had(row: &AdviceRow) -> String {
    format!(
        "{} a month and p99 of reads {}; {}",
        usd_words(row.usd.median),
        time(row),
        age(row)
    )
}

fn time(row: &AdviceRow) -> String {
    duration_words(row.reads_p99_us.median as u64)
}

fn age(row: &AdviceRow) -> String {
    match row.staleness_us {
        Some(0) => "they are the newest".to_string(),
        Some(us) => format!("they are up to {} old", duration_words(us)),
        None => "nothing is promised of how old they are".to_string(),
    }
}

/// What is had and given up with others that keep every limit.
pub(crate) fn instead(rows: &[AdviceRow], chosen: &Chosen) -> Vec<String> {
    let Chosen::One {
        best,
        cheapest,
        fastest,
        freshest,
        ..
    } = chosen
    else {
        return Vec::new();
    };
    let mut told = Vec::new();
    // That it costs least is said already.
    let own: Vec<&str> = [(*fastest, "the fastest"), (*freshest, "the freshest")]
        .into_iter()
        .filter(|(place, name)| place == best && (*name != "the freshest" || ages_differ(rows)))
        .map(|(_, name)| name)
        .collect();
    if !own.is_empty() {
        told.push(format!("It is also {} of those.", list_words(&own)));
    }
    let mut others: Vec<(usize, Vec<&str>)> = Vec::new();
    let named = [
        (*cheapest, "cheapest"),
        (*fastest, "fastest"),
        (*freshest, "freshest"),
    ];
    for (place, name) in named.into_iter().filter(|(place, _)| place != best) {
        match others.iter_mut().find(|(known, _)| *known == place) {
            Some((_, names)) => names.push(name),
            None => others.push((place, vec![name])),
        }
    }
    for (place, names) in &others {
        let row = &rows[*place];
        let differs = difference(&rows[*best], row);
        let names = list_words(names);
        told.push(format!(
            "{}: {}: {differs}.",
            outside(&names),
            inside(&row.title)
        ));
    }
    told.extend(newest_excluded(rows, *freshest));
    told
}

fn fits(row: &AdviceRow) -> bool {
    matches!(
        row.verdict,
        AdviceVerdict::Fits | AdviceVerdict::Recommended
    )
}

fn ages_differ(rows: &[AdviceRow]) -> bool {
    let mut ages = rows
        .iter()
        .filter(|row| fits(row))
        .map(|row| row.staleness_us);
    let first = ages.next();
    ages.any(|age| Some(age) != first)
}

/// Where only old reads keep the limits: what the newest would cost, and which limit is in the way.
fn newest_excluded(rows: &[AdviceRow], freshest: usize) -> Option<String> {
    if rows[freshest].staleness_us == Some(0) {
        return None;
    }
    let is_newest =
        |row: &&AdviceRow| row.verdict == AdviceVerdict::Excluded && row.staleness_us == Some(0);
    let by = |a: &&AdviceRow, b: &&AdviceRow| {
        let key = |row: &AdviceRow| (row.reasons.len(), row.reads_p99_us.median as u64);
        key(a)
            .cmp(&key(b))
            .then(a.usd.median.total_cmp(&b.usd.median))
    };
    let row = rows.iter().filter(is_newest).min_by(by)?;
    Some(format!(
        "No setting with the newest reads keeps every limit; nearest is {}: excluded: {}.",
        inside(&row.title),
        row.reasons.join("; ")
    ))
}

/// What another gives beside the best: more first, then less.
fn difference(best: &AdviceRow, other: &AdviceRow) -> String {
    let (ours, theirs) = (best.usd.median, other.usd.median);
    let dollars = if theirs > ours {
        format!("{} a month more", usd_words(theirs - ours))
    } else {
        format!("{} a month less", usd_words(ours - theirs))
    };
    let (ours, theirs) = (time(best), time(other));
    let speed = if ours == theirs {
        format!("p99 of reads {theirs} too")
    } else {
        format!("p99 of reads {theirs} instead of {ours}")
    };
    format!("{dollars}, {speed}; {}", age(other))
}

/// What was simulated, and what of it is real.
pub(crate) fn standing(plan: &AdvicePlan, runs: usize) -> Vec<String> {
    let seconds = duration_words(plan.form.runs.measured.0);
    let mut told = vec![format!(
        "{} of {}, each measured for {seconds} of simulated time. Consensus, bytes and verdicts \
         are real; time, network, disks and cores are modelled. Dollars are the traffic between \
         zones on the wire, 30 days at the rate that was measured; no machine is counted.",
        count_words(runs as u64, "run"),
        count_words(plan.settings.len() as u64, "setting"),
    )];
    let share = &plan.share;
    if share.is_part() {
        let of = grouped(&share.of_ranges.to_string());
        told.push(format!(
            "{} of {of} ranges were simulated, with their part of the rows and of the load; \
             dollars are multiplied by {:.4}. Stores and links had only that part to do: their \
             queues under the whole load are not seen. The command below runs all of it.",
            grouped(&share.ranges.to_string()),
            share.factor
        ));
    }
    told
}
