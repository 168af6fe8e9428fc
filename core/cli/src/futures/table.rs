//! What came of futures, as a table for people.

use std::fmt::Write as _;

use ::futures::{Interval, NoReturn, Point, Share, Spread};
use run::past::{Future, Narrated, Past};
use text::words::{duration_words, instant_words};

use super::blame::Compared;
use super::share;

/// Lines of what happened that are told.
const LINES_MAX: usize = 5;
const WRITTEN: &str = "it is memory";

/// How often each outcome came, and how each figure spreads.
pub(super) fn shares(past: &Past<'_>, at_us: u64, own: &Narrated, futures: &[Future]) -> String {
    let (from, until) = (instant_words(at_us), instant_words(past.end_us()));
    let mut text = format!("{} futures from {from} to {until}\n", futures.len());
    let head = ("outcome", "came", "share", "95 % interval", "this run");
    let (id, came, percent, interval, run) = head;
    writeln!(
        text,
        "  {id:<16} {came:>7} {percent:>8} {interval:>16} {run:>9}  says"
    )
    .expect(WRITTEN);
    for (place, outcome) in past.asked().outcomes.iter().enumerate() {
        let share = share(futures, place);
        let own = if own.future.answer.came[place] {
            "yes"
        } else {
            "no"
        };
        let (id, says, came) = (&outcome.id, &outcome.text, share.came);
        writeln!(
            text,
            "  {id:<16} {came:>7} {:>8} {:>16} {own:>9}  {says}",
            percent_words(share.value()),
            interval_words(share.interval()),
        )
        .expect(WRITTEN);
    }
    for (place, figure) in past.asked().figures.iter().enumerate() {
        let spread = Spread::of(futures.iter().map(|future| future.answer.figures[place]));
        writeln!(
            text,
            "{}",
            spread_line(figure, &spread, own.future.answer.figures[place])
        )
        .expect(WRITTEN);
    }
    text
}

fn spread_line(figure: &str, spread: &Spread, own: Option<f64>) -> String {
    let at = |percent| spread.percentile(percent).map(number);
    let [Some(least), Some(p10), Some(median), Some(p90), Some(most)] =
        [0, 10, 50, 90, 100].map(at)
    else {
        return format!("{figure}: no future has this figure");
    };
    let line =
        format!("{figure}: least {least}, p10 {p10}, median {median}, p90 {p90}, most {most}");
    match own {
        None => format!("{line}; this run has none"),
        Some(own) => {
            let (less, same) = spread.place_of(own);
            let own = number(own);
            format!(
                "{line}; this run {own}: {less:.0} % of the futures have less, {same:.0} % as much"
            )
        }
    }
}

/// From when on an outcome could no longer be avoided.
pub(super) fn no_return(past: &Past<'_>, own: &Narrated, found: &NoReturn) -> String {
    let outcome = &past.asked().outcomes[0];
    let mut text = format!("{}: {}\n", outcome.id, outcome.text);
    if let Some(came_us) = own.future.answer.came_us[0] {
        writeln!(text, "  it came at {}", instant_words(came_us)).expect(WRITTEN);
    }
    let (at, came, percent, interval) = ("from", "came", "share", "95 % interval");
    writeln!(text, "  {at:>12} {came:>12} {percent:>8} {interval:>16}").expect(WRITTEN);
    for Point { at_us, share } in &found.points {
        writeln!(
            text,
            "  {:>12} {:>12} {:>8} {:>16}",
            instant_words(*at_us),
            format!("{} of {}", share.came, share.runs),
            percent_words(share.value()),
            interval_words(share.interval()),
        )
        .expect(WRITTEN);
    }
    conclusion(&mut text, found);
    happened(&mut text, own, found);
    text
}

/// What changes how often an outcome comes.
pub(super) fn blame(past: &Past<'_>, rows: &[Compared]) -> String {
    let outcome = &past.asked().outcomes[0];
    let mut text = format!("{}: {}\n", outcome.id, outcome.text);
    if rows.is_empty() {
        text.push_str("no act came before it, and no other variant has other switches\n");
        return text;
    }
    let (as_it_is, changed, difference) = ("as it is", "changed", "95 %: changed, less as it is");
    writeln!(
        text,
        "  {as_it_is:>12} {changed:>12} {difference:>28}  from"
    )
    .expect(WRITTEN);
    for row in rows {
        let [as_it_is, changed] = row
            .shares
            .map(|one| format!("{} of {}", one.came, one.runs));
        let difference = interval_words(row.difference());
        let (at, said) = (instant_words(row.at_us), &row.text);
        writeln!(
            text,
            "  {as_it_is:>12} {changed:>12} {difference:>28}  {at}  {said}"
        )
        .expect(WRITTEN);
    }
    text
}

fn conclusion(text: &mut String, found: &NoReturn) {
    if let Some(Point { at_us, share }) = found.certain {
        let (at, runs, low) = (instant_words(at_us), share.runs, share.interval().low);
        writeln!(
            text,
            "from {at} on it came in all {runs} futures: in {} at least, with 95 %",
            percent_words(low)
        )
        .expect(WRITTEN);
    }
    match found.escaped {
        None => writeln!(text, "no future of any of these instants escaped it"),
        Some(Point { at_us, share }) => {
            let escaped = Share {
                came: share.runs - share.came,
                runs: share.runs,
            };
            writeln!(
                text,
                "at {} {} of {} futures still escaped it ({}, 95 %: {})",
                instant_words(at_us),
                escaped.came,
                escaped.runs,
                percent_words(escaped.value()),
                interval_words(escaped.interval())
            )
        }
    }
    .expect(WRITTEN);
}

/// What happened in the run where the share grows most.
fn happened(text: &mut String, own: &Narrated, found: &NoReturn) {
    let Some(jump) = found.jump else {
        return;
    };
    let (from_us, until_us) = (jump.before.at_us, jump.after.at_us);
    writeln!(
        text,
        "its share grows most from {} to {}, in the {} before {}:",
        percent_words(jump.before.share.value()),
        percent_words(jump.after.share.value()),
        duration_words(until_us - from_us),
        instant_words(until_us),
    )
    .expect(WRITTEN);
    let within = |&&(at_us, _): &&(u64, String)| from_us < at_us && at_us <= until_us;
    let lines: Vec<&(u64, String)> = own.lines.iter().filter(within).collect();
    for (_, line) in lines.iter().take(LINES_MAX) {
        writeln!(text, "  {}", line.trim_start()).expect(WRITTEN);
    }
    if lines.is_empty() {
        let before = own.lines.iter().rfind(|(at_us, _)| *at_us <= from_us);
        let before = before.map_or("nothing", |(_, line)| line.trim_start());
        writeln!(text, "  nothing notable; the last before it: {before}").expect(WRITTEN);
    }
}

fn percent_words(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn interval_words(Interval { low, high }: Interval) -> String {
    format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)
}

/// Without digits that nobody reads.
fn number(figure: f64) -> String {
    let text = format!("{figure:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_string()
}
