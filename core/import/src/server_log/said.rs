//! What raft's own words say of a role. etcd's library and TiKV's, which was written after it, have
//! the same words; only etcd puts the member before them.

use super::RoleEventKind;

/// Words of a role, and what they say. The longer ones come first.
const WORDS: [(&str, RoleEventKind); 9] = [
    ("became follower at term", RoleEventKind::Follower),
    ("became pre-candidate at term", RoleEventKind::PreCandidate),
    ("became candidate at term", RoleEventKind::Candidate),
    ("became leader at term", RoleEventKind::Leader),
    (
        "is starting a new election at term",
        RoleEventKind::Campaign,
    ),
    ("starting a new election", RoleEventKind::Campaign),
    ("elected leader", RoleEventKind::Elected),
    ("lost leader", RoleEventKind::LostLeader),
    ("message with higher term", RoleEventKind::HigherTerm),
];

/// What words say, and the term that they name; `None` = nothing of a role.
pub(super) fn role(words: &str) -> Option<(RoleEventKind, Option<u64>)> {
    let (_, what) = WORDS.iter().find(|(known, _)| words.contains(known))?;
    Some((*what, term(words)))
}

/// The last term that words name: "at term 6", "[term: 6]".
fn term(words: &str) -> Option<u64> {
    let after = ["at term ", "term: "].iter();
    let after = after.filter_map(|known| words.rfind(known).map(|at| at + known.len()));
    let rest = &words[after.max()?..];
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    rest[..end].parse().ok()
}
