//! A report as text for a person: figures with their units, aligned.

use std::fmt::Write;

use model::fact::ByteKind;
use report::summary::{LatencySummary, VariantSummary, WorkloadSummary, digest_text};
use run::runner::Outcome;

/// Appends formatted text; writing to a `String` cannot fail.
macro_rules! put {
    ($text:expr, $($words:tt)*) => { let _ = writeln!($text, $($words)*); };
}

/// All variants, then what was expected of them.
pub(crate) fn outcome(outcome: &Outcome) -> String {
    let mut text = format!("{} (seed {})\n", outcome.title, outcome.seed);
    for summary in &outcome.variants {
        variant(&mut text, summary);
    }
    if !outcome.conclusions.is_empty() {
        line(&mut text, "\nwhat it shows");
    }
    for told in &outcome.conclusions {
        put!(text, "  {}", told.variant);
        put!(text, "    {}", told.text);
        put!(text, "    {}", told.figure_line());
    }
    line(&mut text, "");
    if outcome.ends_elsewhere {
        line(
            &mut text,
            "expectations are not judged: they speak of the run as long as the file says",
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

/// A variant's name, and what people call it where that is something else.
pub(crate) fn heading(id: &str, title: &str) -> String {
    if title.is_empty() || title == id {
        return id.to_string();
    }
    format!("{id}: {title}")
}

fn variant(text: &mut String, summary: &VariantSummary) {
    put!(text, "\n{}", heading(&summary.name, &summary.title));
    put!(text, "  digest    {}", digest_text(summary.digest));
    put!(
        text,
        "  simulated {} s, {} events, {} messages, {} elections",
        seconds(summary.simulated_us),
        summary.events,
        summary.messages,
        summary.elections
    );
    put!(
        text,
        "  measured  {} s to {} s: percentiles, rates and 30 days are of this window, \
         counts, bytes and cost of the whole run",
        seconds(summary.measure_from_us),
        seconds(summary.simulated_us)
    );
    let totals = &summary.bytes;
    traffic(text, "payload", &totals.all, &totals.cross_zone);
    traffic(text, "wire", &totals.wire_all, &totals.wire_cross_zone);
    money(text, summary);
    workloads(text, &summary.workloads);
    percentiles(text, summary);
    for check in &summary.checks {
        put!(text, "  {:<24} {}", check.id, check.to_line());
    }
    for refused in &summary.refused {
        put!(text, "  refused   {}", refused.to_line());
    }
}

/// One of the two amounts of bytes, and what of it crossed by kind.
fn traffic(text: &mut String, amount: &str, all: &[u64], cross_zone: &[u64]) {
    put!(
        text,
        "  {amount:<9} {} in all, {} between zones",
        bytes(all.iter().sum()),
        bytes(cross_zone.iter().sum())
    );
    let kinds: Vec<String> = ByteKind::IDS
        .iter()
        .zip(cross_zone)
        .filter(|(_, count)| **count > 0)
        .map(|(kind, count)| format!("{kind} {}", bytes(*count)))
        .collect();
    if !kinds.is_empty() {
        put!(text, "            {}", kinds.join(", "));
    }
}

/// What the wire costs, beside what its payload alone would.
fn money(text: &mut String, summary: &VariantSummary) {
    let usd = |nanos: u128| format!("{}.{:09}", nanos / NANOS, nanos % NANOS);
    let cents = |nanos: u128| format!("{}.{:05}", nanos / NANOS, nanos % NANOS / 10_000);
    put!(
        text,
        "  cost      {} USD on the wire ({} of it payload)",
        usd(summary.usd_nanos),
        usd(summary.usd_nanos_payload)
    );
    if let Some(nanos) = summary.usd_nanos_per_million_writes() {
        put!(text, "            {} USD per million writes", cents(nanos));
    }
    if let Some((wire, payload)) = summary.usd_nanos_per_month() {
        put!(
            text,
            "            {} USD per 30 days of the same load ({} of it payload)",
            cents(wire),
            cents(payload)
        );
    }
}

/// Nano-dollars of a dollar.
const NANOS: u128 = 1_000_000_000;

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
            millis(load.latency.mean_us),
            millis(load.latency.p50_us),
            millis(load.latency.p95_us),
            millis(load.latency.p99_us),
            millis(load.latency.max_us),
            load.stale,
            millis(load.max_staleness_us)
        );
    }
}

/// Percentiles by load, read mode and zone, where they tell more than the table of loads.
fn percentiles(text: &mut String, summary: &VariantSummary) {
    let loads = summary.workloads.iter().filter(|load| load.measured > 0);
    let loads = loads.map(|load| (load.id.clone(), load.latency));
    let modes = summary.modes.iter().filter(|mode| mode.reads() > 0);
    let modes = modes.map(|mode| (format!("mode {}", mode.mode.id()), mode.latency()));
    let zones = summary.zones.iter();
    let zones = zones.map(|zone| (format!("zone {}", zone.id), zone.latency));
    let all: Vec<_> = loads.chain(modes).chain(zones).collect();
    if all.is_empty() {
        return;
    }
    let head = ["p50", "p90", "p95", "p99", "p99.9", "p99.99", "max"];
    let head: String = head.map(|name| format!(" {name:>9}")).concat();
    put!(text, "  {:<24}{head}", "latency in ms");
    for (id, latency) in all {
        let LatencySummary {
            p50_us,
            p90_us,
            p95_us,
            p99_us,
            p999_us,
            p9999_us,
            max_us,
            mean_us: _,
        } = latency;
        let row = [p50_us, p90_us, p95_us, p99_us, p999_us, p9999_us, max_us];
        let row: String = row.map(|us| format!(" {:>9}", millis(us))).concat();
        put!(text, "  {id:<24}{row}");
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
