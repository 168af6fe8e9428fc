//! Lines of TiKV in the unified format of its family:
//! `[2024/01/01 00:00:00.000 +00:00] [INFO] [raft.rs:1] ["became leader at term 6"] [term=6]
//! [raft_id=5] [region_id=4]`.

use super::instant::instant;
use super::said::role;
use super::{Line, Role, RoleMember};

/// Whether a line is one of this format.
pub(super) fn is_line(line: &str) -> bool {
    let mut parts = Parts(line);
    let Some(at) = parts.next() else {
        return false;
    };
    let levels = [
        "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "CRITICAL", "TRACE",
    ];
    instant(at).is_some() && parts.next().is_some_and(|level| levels.contains(&level))
}

pub(super) fn line(line: &str) -> Line {
    if !is_line(line) {
        return Line::Damaged;
    }
    let mut parts = Parts(line);
    let at_us = parts.next().and_then(instant);
    let words = parts.by_ref().nth(2).map(plain);
    let (Some(at_us), Some(words)) = (at_us, words) else {
        return Line::Damaged;
    };
    let Some((what, term)) = role(words) else {
        return Line::Other;
    };
    let fields: Vec<(&str, &str)> = parts.filter_map(|part| part.split_once('=')).collect();
    let field = |name: &str| {
        let found = fields.iter().find(|(key, _)| plain(key) == name);
        found.map(|(_, value)| plain(value))
    };
    // Without an id nobody knows who said it.
    let Some(id) = field("raft_id").or_else(|| field("peer_id")) else {
        return Line::Other;
    };
    let term = term.or_else(|| field("term").and_then(|term| term.parse().ok()));
    Line::Role(Box::new(Role {
        at_us,
        member: RoleMember {
            group: field("region_id").unwrap_or_default().to_string(),
            id: id.to_string(),
        },
        what,
        term: term.unwrap_or(0),
        text: words.to_string(),
    }))
}

/// Without its quotation marks.
fn plain(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}

/// What stands in brackets, one after the other. Brackets in quotation marks end nothing.
struct Parts<'a>(&'a str);

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let inner = self.0.trim_start().strip_prefix('[')?;
        let (mut is_quoted, mut is_escaped) = (false, false);
        for (at, letter) in inner.char_indices() {
            match letter {
                _ if is_escaped => is_escaped = false,
                '\\' if is_quoted => is_escaped = true,
                '"' => is_quoted = !is_quoted,
                ']' if !is_quoted => {
                    self.0 = &inner[at + 1..];
                    return Some(&inner[..at]);
                }
                _ => {}
            }
        }
        None
    }
}
