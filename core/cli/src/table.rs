//! A report as text for a person: figures with their units, aligned.

use std::fmt::Write;

use scenario::report::{KIND_IDS, VariantSummary, WorkloadSummary, digest_text};
use scenario::runner::Outcome;

/// All variants, then what was expected of them.
pub(crate) fn outcome(outcome: &Outcome) -> String {
    let mut text = format!("{} (seed {})\n", outcome.title, outcome.seed);
    for summary in &outcome.variants {
        variant(&mut text, summary);
    }
    line(&mut text, "");
    if outcome.cut_short {
        line(
            &mut text,
            "expectations are not judged: the run was cut short",
        );
    }
    for verdict in &outcome.verdicts {
        line(&mut text, &verdict.to_line());
    }
    text
}

fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}

/// Appends formatted text; writing to a `String` cannot fail.
macro_rules! put {
    ($text:expr, $($words:tt)*) => { let _ = writeln!($text, $($words)*); };
}

fn variant(text: &mut String, summary: &VariantSummary) {
    put!(text, "\n{}", summary.name);
    put!(text, "  digest    {}", digest_text(summary.digest));
    put!(
        text,
        "  simulated {} s, {} events, {} messages, {} elections",
        seconds(summary.simulated_us),
        summary.events,
        summary.messages,
        summary.elections
    );
    let total: u64 = summary.bytes.all.iter().sum();
    let cross: u64 = summary.bytes.cross_zone.iter().sum();
    put!(
        text,
        "  bytes     {} in all, {} between zones",
        bytes(total),
        bytes(cross)
    );
    let kinds: Vec<String> = KIND_IDS
        .iter()
        .zip(summary.bytes.cross_zone)
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{kind} {}", bytes(count)))
        .collect();
    if !kinds.is_empty() {
        put!(text, "            {}", kinds.join(", "));
    }
    let usd = (
        summary.usd_nanos / 1_000_000_000,
        summary.usd_nanos % 1_000_000_000,
    );
    put!(text, "  cost      {}.{:09} USD", usd.0, usd.1);
    let cents = |nanos: u128| (nanos / 1_000_000_000, nanos % 1_000_000_000 / 10_000);
    if let Some((whole, part)) = summary.usd_nanos_per_million_writes().map(cents) {
        put!(text, "            {whole}.{part:05} USD per million writes");
    }
    if let Some((whole, part)) = summary.usd_nanos_per_month().map(cents) {
        put!(
            text,
            "            {whole}.{part:05} USD per 30 days at this rate"
        );
    }
    workloads(text, &summary.workloads);
    for check in &summary.checks {
        put!(text, "  {:<24} {}", check.id, check.to_line());
    }
}

fn workloads(text: &mut String, workloads: &[WorkloadSummary]) {
    if workloads.is_empty() {
        return;
    }
    put!(
        text,
        "  {:<16} {:>9} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>10}",
        "load",
        "ok",
        "failed",
        "unknown",
        "ok/s",
        "mean ms",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "max ms",
        "stale",
        "oldest ms"
    );
    for load in workloads {
        put!(
            text,
            "  {:<16} {:>9} {:>7} {:>7} {:>9.1} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>10}",
            load.id,
            load.ok,
            load.failed,
            load.unknown,
            load.qps,
            millis(load.mean_us),
            millis(load.p50_us),
            millis(load.p95_us),
            millis(load.p99_us),
            millis(load.max_us),
            load.stale,
            millis(load.max_staleness_us)
        );
    }
}

pub(crate) fn seconds(us: u64) -> String {
    format!("{}.{:03}", us / 1_000_000, us % 1_000_000 / 1000)
}

pub(crate) fn millis(us: u64) -> String {
    format!("{}.{:02}", us / 1000, us % 1000 / 10)
}

/// Bytes in the greatest unit below the count, decimal as networks are priced.
pub(crate) fn bytes(count: u64) -> String {
    match count {
        0..10_000 => format!("{count} B"),
        10_000..10_000_000 => format!("{}.{} kB", count / 1000, count % 1000 / 100),
        _ => format!("{}.{} MB", count / 1_000_000, count % 1_000_000 / 100_000),
    }
}
