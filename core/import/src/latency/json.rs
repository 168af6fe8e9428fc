//! Round trips as JSON: a map of maps, or a list of pairs.

use super::Reading;
use crate::note::Complaint;
use crate::tree::{Kind, Node};

const EXPECTED: &str =
    "{\"a\": {\"b\": 28.3}} or [{\"from\": \"a\", \"to\": \"b\", \"rtt_ms\": 28.3}]";

pub(super) fn read(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    match &tree.kind {
        Kind::List(_) => {
            for item in tree.items() {
                pair(item, reading)?;
            }
            if tree.items().is_empty() {
                let text = format!("found an empty list, expected {EXPECTED}");
                return Err(reading.wrong(tree.line, text));
            }
        }
        Kind::Map(entries) => {
            for (from, row) in entries {
                if row.entries().is_empty() && !matches!(row.kind, Kind::Map(_)) {
                    let text = format!("{from}: found {}, expected {EXPECTED}", row.found());
                    return Err(reading.wrong(row.line, text));
                }
                for (to, cell) in row.entries() {
                    let Some(text) = cell.text() else {
                        let text = format!(
                            "{from} to {to}: found {}, expected {EXPECTED}",
                            cell.found()
                        );
                        return Err(reading.wrong(cell.line, text));
                    };
                    if let Some(rtt_us) = reading.time(cell.line, text, None)? {
                        reading.add(cell.line, from, to, rtt_us)?;
                    }
                }
            }
        }
        Kind::Scalar(_) => {
            let text = format!("found {}, expected {EXPECTED}", tree.found());
            return Err(reading.wrong(tree.line, text));
        }
    }
    Ok(())
}

fn pair(item: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let of = |key: &str| item.get(key).and_then(Node::text);
    let named = [
        ("rtt_ms", Some("ms")),
        ("rtt_us", Some("us")),
        ("rtt", None),
    ];
    let time = named
        .into_iter()
        .find_map(|(key, unit)| Some((of(key)?, unit)));
    let (Some(from), Some(to), Some((time, unit))) = (of("from"), of("to"), time) else {
        let text = format!(
            "found {} without from, to or rtt_ms, expected {EXPECTED}",
            item.found()
        );
        return Err(reading.wrong(item.line, text));
    };
    let Some(rtt_us) = reading.time(item.line, time, unit)? else {
        return Ok(());
    };
    let before = reading.list.len();
    reading.add(item.line, from, to, rtt_us)?;
    if let Some(jitter) = of("jitter_ms") {
        let jitter_us = reading.time(item.line, jitter, Some("ms"))?;
        if let Some(last) = reading.list.get_mut(before) {
            last.jitter_us = jitter_us;
        }
    }
    let file = reading.file.name;
    item.tell_unused(file, reading.notes);
    Ok(())
}
