//! Tables of round trips: CSV or Markdown; a matrix of places, or a row for each pair.

use csv::{ReaderBuilder, Trim};

use super::Reading;
use crate::note::{Complaint, quoted};

/// A row with its line.
struct Row {
    line: usize,
    cells: Vec<String>,
}

pub(super) fn read(reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let is_markdown = |line: &str| line.trim_start().starts_with('|');
    let rows = if reading.file.text.lines().any(is_markdown) {
        markdown(reading)
    } else {
        comma_separated(reading)?
    };
    let mut rows = rows.into_iter();
    let Some(head) = rows.next() else {
        return Err(reading.wrong(0, "found no table, expected one of round trips"));
    };
    let rows: Vec<Row> = rows.collect();
    if rows.is_empty() {
        let text = "found a heading without rows, expected a row for each place or pair";
        return Err(reading.wrong(head.line, text));
    }
    let named = |names: &[&str]| {
        let is = |cell: &String| names.contains(&cell.to_ascii_lowercase().as_str());
        head.cells.iter().position(is)
    };
    match (
        named(&["from", "source", "src"]),
        named(&["to", "target", "dst"]),
    ) {
        (Some(from), Some(to)) => pairs(&head, &rows, from, to, reading),
        _ => matrix(&head, &rows, reading),
    }
}

fn markdown(reading: &mut Reading<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let text = reading.file.text;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let Some(inside) = line.strip_prefix('|') else {
            if !line.is_empty() {
                let spot = reading.at(number);
                let text = format!("the line {}", quoted(line));
                reading.notes.unused(spot, text);
            }
            continue;
        };
        let inside = inside.strip_suffix('|').unwrap_or(inside);
        if inside.chars().all(|sign| "-:| ".contains(sign)) && inside.contains('-') {
            continue;
        }
        let cell = |cell: &str| cell.trim().trim_matches(['*', '`']).trim().to_string();
        rows.push(Row {
            line: number,
            cells: inside.split('|').map(cell).collect(),
        });
    }
    rows
}

fn comma_separated(reading: &Reading<'_>) -> Result<Vec<Row>, Complaint> {
    let first = reading
        .file
        .text
        .lines()
        .find(|line| !line.trim().is_empty());
    let first = first.unwrap_or_default();
    let delimiter = [b',', b'\t', b';']
        .into_iter()
        .max_by_key(|sign| first.matches(char::from(*sign)).count())
        .unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .comment(Some(b'#'))
        .delimiter(delimiter)
        .from_reader(reading.file.text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(0, |at| at.line() as usize);
            reading.wrong(line, format!("found no CSV ({error}), expected a table"))
        })?;
        rows.push(Row {
            line: record.position().map_or(0, |at| at.line() as usize),
            cells: record.iter().map(str::to_string).collect(),
        });
    }
    Ok(rows)
}

/// The unit that a heading names: `rtt_ms`, `latency (us)`.
fn unit(heading: &str) -> Option<&'static str> {
    let mut words = heading.split(|sign: char| !sign.is_alphanumeric());
    words.find_map(|word| ["ms", "us", "s"].into_iter().find(|unit| *unit == word))
}

fn pairs(
    head: &Row,
    rows: &[Row],
    from: usize,
    to: usize,
    reading: &mut Reading<'_>,
) -> Result<(), Complaint> {
    let starts = |words: &[&str]| {
        let is = |cell: &String| {
            let cell = cell.to_ascii_lowercase();
            words.iter().any(|word| cell.starts_with(word))
        };
        head.cells.iter().position(is)
    };
    let Some(time) = starts(&["rtt", "round", "latency", "avg", "ms"]) else {
        let text = format!(
            "found the columns {}, expected one of round trips such as rtt_ms",
            head.cells.join(", ")
        );
        return Err(reading.wrong(head.line, text));
    };
    let jitter = starts(&["jitter"]);
    for (at, name) in head.cells.iter().enumerate() {
        if ![Some(from), Some(to), Some(time), jitter].contains(&Some(at)) {
            let spot = reading.at(head.line);
            reading
                .notes
                .unused(spot, format!("the column {}", quoted(name)));
        }
    }
    for row in rows {
        let of = |at: usize| row.cells.get(at).map_or("", String::as_str);
        if of(from).is_empty() || of(to).is_empty() {
            let text = "found a row without its two places, expected from and to";
            return Err(reading.wrong(row.line, text));
        }
        let Some(rtt_us) = reading.time(row.line, of(time), unit(&head.cells[time]))? else {
            continue;
        };
        let before = reading.list.len();
        reading.add(row.line, of(from), of(to), rtt_us)?;
        let Some(jitter) = jitter else { continue };
        let most = reading.time(row.line, of(jitter), unit(&head.cells[jitter]))?;
        if let Some(last) = reading.list.get_mut(before) {
            last.jitter_us = most;
        }
    }
    Ok(())
}

fn matrix(head: &Row, rows: &[Row], reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let columns: Vec<&str> = head.cells.iter().skip(1).map(String::as_str).collect();
    if columns.iter().all(|name| name.is_empty()) {
        let expected = "the names of places, or from, to and rtt_ms";
        let text = format!(
            "found the heading {}, expected {expected}",
            quoted(&head.cells.join(", "))
        );
        return Err(reading.wrong(head.line, text));
    }
    let unit = head.cells.first().and_then(|corner| unit(corner));
    for row in rows {
        let from = row.cells.first().map_or("", String::as_str);
        let cells = row.cells.len().saturating_sub(1);
        if cells != columns.len() {
            let text = format!("{from}: found {cells} figures, expected {}", columns.len());
            return Err(reading.wrong(row.line, text));
        }
        for (to, cell) in columns.iter().zip(row.cells.iter().skip(1)) {
            if let Some(rtt_us) = reading.time(row.line, cell, unit)? {
                reading.add(row.line, from, to, rtt_us)?;
            }
        }
    }
    Ok(())
}
