//! Lines of etcd: JSON objects of its zap logger, and the text that older versions wrote.

use serde_json::Value as Json;

use super::instant::{instant, seconds};
use super::said::role;
use super::{Line, Role, RoleMember};

/// Whether a line is JSON of etcd's logger.
pub(super) fn is_json(line: &str) -> bool {
    line.starts_with('{')
        && ["\"level\"", "\"ts\"", "\"msg\""]
            .iter()
            .all(|key| line.contains(key))
}

pub(super) fn json(line: &str) -> Line {
    let Ok(json) = serde_json::from_str::<Json>(line) else {
        return Line::Damaged;
    };
    let at = match &json["ts"] {
        Json::Number(number) => number.as_f64().and_then(seconds),
        Json::String(text) => instant(text),
        _ => None,
    };
    match (at, json["msg"].as_str()) {
        (Some(at_us), Some(words)) => said(at_us, words),
        _ => Line::Damaged,
    }
}

/// Whether a line is text of an older etcd: `2018-05-10 12:00:00.000000 I | raft: …`.
pub(super) fn is_text(line: &str) -> bool {
    split(line).is_some()
}

/// Instant, and the words after the package's name.
fn split(line: &str) -> Option<(i64, &str)> {
    let (before, words) = line.split_once(" | ")?;
    let (at, level) = before.rsplit_once(' ')?;
    let is_level = matches!(level, "C" | "E" | "W" | "N" | "I" | "D" | "T");
    let at_us = instant(at)?;
    is_level.then_some((at_us, words))
}

pub(super) fn text(line: &str) -> Line {
    match split(line) {
        Some((at_us, words)) => said(at_us, words),
        None => Line::Damaged,
    }
}

fn said(at_us: i64, words: &str) -> Line {
    let Some((what, term)) = role(words) else {
        return Line::Other;
    };
    // The member comes first, after the name of the package or of its part.
    let own = words
        .trim_start_matches("raft: ")
        .trim_start_matches("raft.node: ");
    let id = own.split(' ').next().unwrap_or_default();
    if id.is_empty() || !id.chars().all(|letter| letter.is_ascii_hexdigit()) {
        return Line::Other;
    }
    Line::Role(Box::new(Role {
        at_us,
        member: RoleMember {
            group: String::new(),
            id: id.to_string(),
        },
        what,
        term: term.unwrap_or(0),
        text: words.to_string(),
    }))
}
