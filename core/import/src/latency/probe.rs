//! What `ping` and `mtr` print of one pair. The least round trip is the link's; what the mean is
//! above it becomes jitter, and half of the lost probes were lost on each way.

use super::Reading;
use crate::note::{Complaint, quoted};
use crate::tree::Node;

/// The summary of a series of probes.
struct Summary<'a> {
    line: usize,
    least: &'a str,
    mean: &'a str,
    /// In percent.
    lost: Option<&'a str>,
}

pub(super) fn is_ping(text: &str) -> bool {
    text.contains("min/avg/max") || text.contains("packet loss") || text.contains("Minimum = ")
}

pub(super) fn is_mtr(text: &str) -> bool {
    text.lines().any(|line| line.contains("Loss%")) || text.contains(".|--")
}

/// Reads the summary of ping, of Linux, BSD and macOS, or Windows.
pub(super) fn ping(reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let text = reading.file.text;
    let mut lost = None;
    let mut times = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some((before, _)) = line
            .split_once("% packet loss")
            .or_else(|| line.split_once("% loss"))
        {
            lost = before.rsplit([' ', '(']).next();
        }
        if line.contains("min/avg/max") {
            let figures = line.split_once('=').map_or("", |(_, after)| after.trim());
            let figures = figures.split_whitespace().next().unwrap_or_default();
            let mut parts = figures.split('/');
            if let (Some(least), Some(mean)) = (parts.next(), parts.next()) {
                times = Some((number, least, mean));
            }
        } else if let Some((_, after)) = line.split_once("Minimum = ") {
            let least = after.split(',').next().unwrap_or_default();
            let mean = line
                .split_once("Average = ")
                .map_or(least, |(_, mean)| mean);
            times = Some((number, least.trim(), mean.trim()));
        }
    }
    let Some((line, least, mean)) = times else {
        let text = "found no line of min/avg/max, expected one: did no answer come back?";
        return Err(reading.wrong(0, text));
    };
    let (from, to) = reading.pair(line, "ping")?;
    let summary = Summary {
        line,
        least,
        mean,
        lost,
    };
    take(&from, &to, &summary, reading)
}

/// Reads a report of mtr: its last hop is the target.
pub(super) fn mtr(reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let text = reading.file.text;
    let hop = |line: &str| line.split_once("|--").is_some();
    let last = (1..).zip(text.lines()).filter(|(_, line)| hop(line)).last();
    let Some((line, hop)) = last else {
        let text = "found the heading of mtr and no hops, expected a report";
        return Err(reading.wrong(0, text));
    };
    let host = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("HOST:"));
    let source = host.and_then(|rest| rest.split_whitespace().next());
    let cells: Vec<&str> = hop
        .split_once("|--")
        .map_or("", |(_, after)| after)
        .split_whitespace()
        .collect();
    let [target, lost, _, _, mean, least, ..] = cells.as_slice() else {
        let expected = "host, Loss%, Snt, Last, Avg, Best";
        let text = format!("found {}, expected {expected}", quoted(hop.trim()));
        return Err(reading.wrong(line, text));
    };
    let (from, to) = match (reading.file.between, source) {
        (None, Some(source)) => (source.to_string(), (*target).to_string()),
        _ => reading.pair(line, "mtr")?,
    };
    let summary = Summary {
        line,
        least,
        mean,
        lost: lost.strip_suffix('%'),
    };
    take(&from, &to, &summary, reading)
}

/// Reads a report of `mtr --json`; whether it is one.
pub(super) fn mtr_json(tree: &Node, reading: &mut Reading<'_>) -> Result<bool, Complaint> {
    let Some(report) = tree.get("report") else {
        return Ok(false);
    };
    let hubs = report.get("hubs").map_or(&[][..], Node::items);
    let Some(hub) = hubs.last() else {
        return Err(reading.wrong(
            report.line,
            "report: found no hubs, expected the hops of mtr",
        ));
    };
    let of = |key: &str| hub.get(key).and_then(Node::text);
    let (Some(mean), Some(least)) = (of("Avg"), of("Best")) else {
        let text = format!(
            "hubs: found {} without Avg and Best, expected them",
            hub.found()
        );
        return Err(reading.wrong(hub.line, text));
    };
    let end = |key: &str| report.path(&format!("mtr.{key}")).and_then(Node::text);
    let (from, to) = match (reading.file.between, end("src"), end("dst")) {
        (None, Some(from), Some(to)) => (from.to_string(), to.to_string()),
        _ => reading.pair(hub.line, "mtr")?,
    };
    let summary = Summary {
        line: hub.line,
        least,
        mean,
        lost: of("Loss%"),
    };
    take(&from, &to, &summary, reading)?;
    Ok(true)
}

fn take(
    from: &str,
    to: &str,
    summary: &Summary<'_>,
    reading: &mut Reading<'_>,
) -> Result<(), Complaint> {
    let line = summary.line;
    let least = reading.time(line, summary.least, Some("ms"))?;
    let mean = reading.time(line, summary.mean, Some("ms"))?;
    let (Some(least), Some(mean)) = (least, mean) else {
        return Err(reading.wrong(
            line,
            "found no round trips, expected the least and the mean",
        ));
    };
    let lost = match summary.lost {
        None => 0.0,
        Some(text) => {
            let percent: Option<f64> = text.trim().parse().ok();
            let percent = percent.filter(|percent| (0.0..100.0).contains(percent));
            percent.ok_or_else(|| {
                let expected = "a share of lost packets below 100";
                reading.wrong(line, format!("found {}, expected {expected}", quoted(text)))
            })? / 100.0
        }
    };
    let before = reading.list.len();
    reading.add(line, from, to, least)?;
    if let Some(last) = reading.list.get_mut(before) {
        // A probe goes two ways, each drawn evenly from 0 to the jitter: both means add up to it.
        last.jitter_us = Some(mean.saturating_sub(least)).filter(|us| *us > 0);
        last.loss = Some(1.0 - (1.0 - lost).sqrt()).filter(|loss| *loss > 0.0);
    }
    let spot = reading.at(line);
    let text = "of a series of probes, the least is the round trip, the mean above it is jitter, \
                and both ways lose alike";
    reading.notes.assumed(Some(spot), text);
    Ok(())
}
