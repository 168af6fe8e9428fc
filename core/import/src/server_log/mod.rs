//! Logs of servers: what members of Raft groups said of their roles. Lines of etcd, as JSON or as
//! text, and of TiKV become events in the order of time; all other lines are counted, and the first
//! of them listed with their numbers.

mod etcd;
mod instant;
mod said;
mod tikv;

use serde::Serialize;
use ts_rs::TS;

use crate::note::{Complaint, Spot, quoted};

/// A file of a log.
#[derive(Copy, Clone, Debug)]
pub struct LogFile<'a> {
    /// As messages name it.
    pub name: &'a str,
    /// What it holds.
    pub text: &'a str,
}

/// What a member said of itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RoleEventKind {
    /// It follows.
    Follower,
    /// It asks whether it would be elected.
    PreCandidate,
    /// It asks for votes.
    Candidate,
    /// It leads.
    Leader,
    /// It began an election.
    Campaign,
    /// It knows a leader.
    Elected,
    /// It knows no leader any more.
    LostLeader,
    /// It heard of a later term.
    HigherTerm,
}

/// One thing that a member said.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RoleEvent {
    /// The instant in microseconds since 1970, UTC.
    #[ts(type = "number")]
    pub at_us: i64,
    /// The member, by its place in the list.
    pub member: u32,
    /// What it said.
    pub what: RoleEventKind,
    /// The term; 0 = it did not say.
    #[ts(type = "number")]
    pub term: u64,
    /// The file, by its place among those given.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// The words of the log.
    pub text: String,
}

/// A member of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
pub struct RoleMember {
    /// The group: a Region of TiKV; empty for etcd, which has one.
    pub group: String,
    /// The member's own id.
    pub id: String,
}

/// A line that is no event of a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RoleLine {
    /// The file, by its place among those given.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// Its beginning.
    pub text: String,
    /// Whether it is no line of such a log at all; the others speak of something else.
    pub is_damaged: bool,
}

/// What the members of groups said of their roles.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RoleLog {
    /// Whose log it is, as people call it; none where the files are not understood.
    pub system: Option<String>,
    /// Members, by group.
    pub members: Vec<RoleMember>,
    /// What they said, in the order of time.
    pub events: Vec<RoleEvent>,
    /// Lines that speak of something else.
    pub others: u32,
    /// Lines that are no lines of such a log.
    pub damaged: u32,
    /// The first of both.
    pub listed: Vec<RoleLine>,
    /// Why the files are no such log.
    pub complaint: Option<Complaint>,
}

/// Lines that are listed, at most, of those without a role and of damaged ones each.
const LISTED_MAX: usize = 500;

enum Line {
    Role(Box<Role>),
    /// A line of the log about something else.
    Other,
    /// No line of such a log.
    Damaged,
}

/// A role that a line tells.
struct Role {
    at_us: i64,
    member: RoleMember,
    what: RoleEventKind,
    term: u64,
    text: String,
}

/// Reads a line of one of the logs.
type Reader = fn(&str) -> Line;

/// Whether a line is one of such a log.
type Test = fn(&str) -> bool;

/// The names of the systems, each with what tells its lines and what reads them.
const SYSTEMS: [(&str, Test, Reader); 3] = [
    ("etcd", etcd::is_json, etcd::json),
    ("etcd", etcd::is_text, etcd::text),
    ("TiKV", tikv::is_line, tikv::line),
];

/// Lines at the beginning of a file by which its system is told.
const BEGIN_LINES: usize = 200;

/// Whether a text is a log of a server that is understood.
pub fn is_server_log(text: &str) -> bool {
    reader(text).is_some()
}

fn reader(text: &str) -> Option<(&'static str, Reader)> {
    let begin = || text.lines().take(BEGIN_LINES).map(str::trim);
    let known = SYSTEMS.iter().find(|(_, is, _)| begin().any(is));
    known.map(|(name, _, reader)| (*name, *reader))
}

/// Reads the logs of members.
pub fn role_log(files: &[LogFile<'_>]) -> RoleLog {
    let mut log = RoleLog {
        system: None,
        members: Vec::new(),
        events: Vec::new(),
        others: 0,
        damaged: 0,
        listed: Vec::new(),
        complaint: None,
    };
    let mut roles: Vec<(u32, u32, Role)> = Vec::new();
    for (file, given) in (0..).zip(files) {
        match reader(given.text) {
            None => {
                log.complaint = Some(not_understood(given));
                return log;
            }
            Some((name, _)) if log.system.as_deref().is_some_and(|system| system != name) => {
                let system = log.system.as_deref().unwrap_or_default();
                let text = format!("found a log of {name}, expected one of {system} as before it");
                log.complaint = Some(complaint(given.name, 0, text));
                return log;
            }
            Some((name, reader)) => {
                log.system = Some(name.to_string());
                read(file, given.text, reader, &mut log, &mut roles);
            }
        }
    }
    if roles.is_empty() {
        let name = files.first().map_or("", |file| file.name);
        let text = format!(
            "found {} lines about other things and {} that are no lines of this log, expected some \
             about roles, such as \"became leader at term 2\": they are written at the level INFO",
            log.others, log.damaged
        );
        log.complaint = Some(complaint(name, 0, text));
        return log;
    }
    place(roles, &mut log);
    log
}

/// Events in the order of time, each with its member.
fn place(mut roles: Vec<(u32, u32, Role)>, log: &mut RoleLog) {
    log.members = roles
        .iter()
        .map(|(_, _, role)| role.member.clone())
        .collect();
    log.members.sort_by_key(|member| {
        let number = |text: &str| text.parse::<u64>().unwrap_or(u64::MAX);
        (number(&member.group), number(&member.id), member.clone())
    });
    log.members.dedup();
    roles.sort_by_key(|(file, line, role)| (role.at_us, *file, *line));
    for (file, line, role) in roles {
        let member = log.members.iter().position(|member| *member == role.member);
        log.events.push(RoleEvent {
            at_us: role.at_us,
            member: member.unwrap_or(0) as u32,
            what: role.what,
            term: role.term,
            file,
            line,
            text: role.text,
        });
    }
}

fn read(
    file: u32,
    text: &str,
    reader: Reader,
    log: &mut RoleLog,
    roles: &mut Vec<(u32, u32, Role)>,
) {
    let mut listed = [0_usize; 2];
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let is_damaged = match reader(line) {
            Line::Role(role) => {
                roles.push((file, number, *role));
                continue;
            }
            Line::Other => {
                log.others += 1;
                false
            }
            Line::Damaged => {
                log.damaged += 1;
                true
            }
        };
        let count = &mut listed[usize::from(is_damaged)];
        *count += 1;
        if *count <= LISTED_MAX {
            log.listed.push(RoleLine {
                file,
                line: number,
                text: cut(line),
                is_damaged,
            });
        }
    }
}

/// The most characters of a line that a list repeats.
const CUT_CHARS: usize = 160;

fn cut(text: &str) -> String {
    match text.char_indices().nth(CUT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn not_understood(file: &LogFile<'_>) -> Complaint {
    const EXPECTED: &str = "a log of etcd, as JSON such as {\"level\":\"info\",\"ts\":\"…\",\"msg\":\
         \"… became leader at term 2\"} or as text such as 2018-05-10 12:00:00.000000 I | raft: …, or \
         one of TiKV such as [2024/01/01 00:00:00.000 +00:00] [INFO] [raft.rs:1] [\"…\"]";
    let lines = || (1..).zip(file.text.lines());
    match lines().find(|(_, line)| !line.trim().is_empty()) {
        None => complaint(
            file.name,
            0,
            format!("found an empty file, expected {EXPECTED}"),
        ),
        Some((number, line)) => complaint(
            file.name,
            number,
            format!("found {}, expected {EXPECTED}", quoted(line.trim())),
        ),
    }
}

fn complaint(file: &str, line: usize, text: String) -> Complaint {
    Complaint {
        spot: Some(Spot {
            file: file.to_string(),
            line,
        }),
        text,
    }
}
