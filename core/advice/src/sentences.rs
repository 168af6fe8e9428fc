//! The sentences of an answer. Must not know how the rows were judged, nor chosen.

use text::words::{duration_words, side_by_side};
use text::{counted, phrase, say};

use crate::choose::Chosen;
use crate::heartbeats;
use crate::plan::AdvicePlan;
use crate::row::{AdviceRow, AdviceVerdict};
use crate::words::{grouped, usd_words};

pub(crate) fn text(plan: &AdvicePlan, rows: &[AdviceRow], chosen: &Chosen) -> Vec<String> {
    let missing = rows
        .iter()
        .filter(|row| row.verdict == AdviceVerdict::Unknown);
    let missing = missing.count();
    let mut text = match chosen {
        Chosen::One { best, fitting, .. } => {
            let row = &rows[*best];
            let why = match fitting {
                1 => say!("It is the only one that keeps every limit."),
                _ => cheapest_of(rows, *best, *fitting),
            };
            let (setting, had) = (&row.title, had(row));
            vec![say!("{setting}: {had}.", setting, had), why]
        }
        Chosen::None {
            nearest: Some(nearest),
        } => {
            let row = &rows[*nearest];
            vec![
                say!("No setting keeps every limit."),
                say!(
                    "Nearest is {setting}: {had}. It is excluded: {reasons}.",
                    setting = plan.settings[*nearest].inside,
                    had = had(row),
                    reasons = side_by_side(&row.reasons)
                ),
            ]
        }
        Chosen::None { nearest: None } => vec![say!("No setting may be recommended.")],
    };
    if let Some(place) = chosen
        .foremost()
        .filter(|place| heartbeats::are_much(&rows[*place]))
    {
        text.push(heartbeats::cost(plan, place, &rows[place]));
    }
    let broken = rows
        .iter()
        .filter(|row| row.verdict == AdviceVerdict::Broken);
    let broken = broken.count();
    if broken > 0 {
        text.push(counted!(
            broken as u64,
            "A promise was broken with 1 setting.",
            "A promise was broken with {n} settings."
        ));
    }
    if missing > 0 {
        let of = counted!(plan.settings.len() as u64, "1 setting", "{n} settings");
        text.push(say!(
            "{missing} of {of} were not run to the end.",
            missing,
            of
        ));
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
        return say!(
            "It costs least of the {fitting} settings that keep every limit.",
            fitting
        );
    }
    say!(
        "Of the {fitting} settings that keep every limit none costs clearly less, and of those \
         that cost as much it gives the newest reads, and these fastest.",
        fitting
    )
}

/// What a setting gives: dollars, time, age.
fn had(row: &AdviceRow) -> String {
    say!(
        "{usd} a month and p99 of reads {time}; {age}",
        usd = usd_words(row.usd.median),
        time = time(row),
        age = age(row)
    )
}

fn time(row: &AdviceRow) -> String {
    duration_words(row.reads_p99_us.median as u64)
}

fn age(row: &AdviceRow) -> String {
    match row.staleness_us {
        Some(0) => say!("they are always current"),
        Some(us) => say!("they are up to {age} old", age = duration_words(us)),
        None => say!("nothing is promised of how old they are"),
    }
}

/// What is had and given up with others that keep every limit.
pub(crate) fn instead(plan: &AdvicePlan, rows: &[AdviceRow], chosen: &Chosen) -> Vec<String> {
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
    let is_freshest = freshest == best && ages_differ(rows);
    match (fastest == best, is_freshest) {
        (true, true) => told.push(say!("It is also the fastest and the freshest of those.")),
        (true, false) => told.push(say!("It is also the fastest of those.")),
        (false, true) => told.push(say!("It is also the freshest of those.")),
        (false, false) => {}
    }
    let mut others = Vec::new();
    for place in [*cheapest, *fastest, *freshest] {
        if place != *best && !others.contains(&place) {
            others.push(place);
        }
    }
    for place in others {
        let most = [*cheapest, *fastest, *freshest].map(|most| most == place);
        told.push(say!(
            "{ahead}: {setting}: {differs}.",
            ahead = ahead_words(most),
            setting = plan.settings[place].inside,
            differs = difference(&rows[*best], &rows[place])
        ));
    }
    told.extend(newest_excluded(plan, rows, *freshest));
    told
}

/// In what another is ahead, at the beginning of a sentence: cheapest, fastest, freshest.
fn ahead_words(most: [bool; 3]) -> &'static str {
    match most {
        [false, false, false] => "",
        [true, false, false] => phrase!("Cheapest"),
        [false, true, false] => phrase!("Fastest"),
        [false, false, true] => phrase!("Freshest"),
        [true, true, false] => phrase!("Cheapest and fastest"),
        [true, false, true] => phrase!("Cheapest and freshest"),
        [false, true, true] => phrase!("Fastest and freshest"),
        [true, true, true] => phrase!("Cheapest, fastest and freshest"),
    }
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
fn newest_excluded(plan: &AdvicePlan, rows: &[AdviceRow], freshest: usize) -> Option<String> {
    if rows[freshest].staleness_us == Some(0) {
        return None;
    }
    let is_newest =
        |row: &AdviceRow| row.verdict == AdviceVerdict::Excluded && row.staleness_us == Some(0);
    let by = |a: &&(&AdviceRow, _), b: &&(&AdviceRow, _)| {
        let key = |row: &AdviceRow| (row.reasons.len(), row.reads_p99_us.median as u64);
        key(a.0)
            .cmp(&key(b.0))
            .then(a.0.usd.median.total_cmp(&b.0.usd.median))
    };
    let of_settings = rows.iter().zip(&plan.settings);
    let newest: Vec<_> = of_settings.filter(|(row, _)| is_newest(row)).collect();
    let (row, setting) = newest.iter().min_by(by)?;
    Some(say!(
        "No setting with the newest reads keeps every limit; nearest is {setting}: excluded: \
         {reasons}.",
        setting = setting.inside,
        reasons = side_by_side(&row.reasons)
    ))
}

/// What another gives beside the best: more first, then less.
fn difference(best: &AdviceRow, other: &AdviceRow) -> String {
    let (ours, theirs) = (best.usd.median, other.usd.median);
    let dollars = if theirs > ours {
        say!("{usd} a month more", usd = usd_words(theirs - ours))
    } else {
        say!("{usd} a month less", usd = usd_words(ours - theirs))
    };
    let (ours, theirs) = (time(best), time(other));
    let speed = if ours == theirs {
        say!("p99 of reads {theirs} too", theirs)
    } else {
        say!("p99 of reads {theirs} instead of {ours}", theirs, ours)
    };
    let age = age(other);
    say!("{dollars}, {speed}; {age}", dollars, speed, age)
}

/// What was simulated, and what of it is real.
pub(crate) fn standing(
    plan: &AdvicePlan,
    rows: &[AdviceRow],
    chosen: &Chosen,
    runs: usize,
) -> Vec<String> {
    let seconds = duration_words(plan.form.runs.measured.0);
    let mut told = vec![say!(
        "{runs} of {settings}, each measured for {seconds} of simulated time. Consensus, bytes and \
         verdicts are real; time, network, disks and cores are modelled. Dollars are the traffic \
         between zones on the wire, 30 days at the rate that was measured; no machine is counted.",
        runs = counted!(runs as u64, "1 run", "{n} runs"),
        settings = counted!(plan.settings.len() as u64, "1 setting", "{n} settings"),
        seconds,
    )];
    told.push(heartbeats::rhythm(&plan.form));
    // Where they are much, the answer itself says it.
    let little = |place: &usize| !heartbeats::are_much(&rows[*place]);
    if let Some(place) = chosen.foremost().filter(little) {
        told.push(heartbeats::cost(plan, place, &rows[place]));
    }
    told.extend(heartbeats::stale(&plan.form));
    let share = &plan.share;
    if share.is_part() {
        told.push(say!(
            "{part} of {of} ranges were simulated, with their part of the rows and of the load; \
             dollars are multiplied by {factor}. Stores and links had only that part to do: their \
             queues under the whole load are not seen. The command below runs all of it.",
            part = grouped(&share.ranges.to_string()),
            of = grouped(&share.of_ranges.to_string()),
            factor = format!("{:.4}", share.factor)
        ));
    }
    told
}
