//! Logs of etcd and TiKV: what their lines say of roles, and what is said of lines and files that
//! say nothing of them.

use import::{LogFile, RoleEventKind, RoleLog, is_server_log, role_log};

fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    std::fs::read_to_string(format!("{folder}{name}")).expect("an example")
}

fn read(text: &str) -> RoleLog {
    role_log(&[LogFile {
        name: "a.log",
        text,
    }])
}

/// Member, kind and term of each event.
fn told(log: &RoleLog) -> Vec<(String, RoleEventKind, u64)> {
    let told = |event: &import::RoleEvent| {
        let member = &log.members[event.member as usize];
        let name = format!("{}/{}", member.group, member.id);
        (name, event.what, event.term)
    };
    log.events.iter().map(told).collect()
}

#[test]
fn etcd_tells_roles_as_json() {
    let log = read(&example("etcd-server.log"));
    assert_eq!(log.complaint, None);
    assert_eq!(log.system.as_deref(), Some("etcd"));
    assert_eq!(log.members.len(), 3);
    let leaders = told(&log);
    let leaders: Vec<_> = leaders
        .iter()
        .filter(|(_, what, _)| *what == RoleEventKind::Leader)
        .map(|(member, _, term)| (member.as_str(), *term))
        .collect();
    assert_eq!(
        leaders,
        [("/8211f1d0f64f3269", 2), ("/fd422379fda50e48", 3)]
    );
    let higher = log
        .events
        .iter()
        .find(|event| event.what == RoleEventKind::HigherTerm);
    let higher = higher.expect("one");
    assert_eq!((higher.term, higher.line), (2, 8));
    assert_eq!(higher.at_us, 1_715_342_401_322_000);
    // The line of the start, and that of a connection; the line that was cut off.
    assert_eq!((log.others, log.damaged), (2, 1));
    let listed: Vec<_> = log
        .listed
        .iter()
        .map(|one| (one.line, one.is_damaged))
        .collect();
    assert_eq!(listed, [(1, false), (13, false), (20, true)]);
}

#[test]
fn older_etcd_tells_roles_as_text() {
    let log = read(
        "2018-05-10 12:00:00.000000 I | etcdmain: etcd Version: 3.2.1\n\
         2018-05-10 12:00:01.000000 I | raft: 8e9e05c52164694d became candidate at term 2\n\
         2018-05-10 12:00:01.500000 I | raft: 8e9e05c52164694d became leader at term 2\n\
         2018-05-10 12:00:01.600000 I | raft: raft.node: 8e9e05c52164694d elected leader 8e9e05c52164694d at term 2\n",
    );
    let member = || "/8e9e05c52164694d".to_string();
    assert_eq!(
        told(&log),
        [
            (member(), RoleEventKind::Candidate, 2),
            (member(), RoleEventKind::Leader, 2),
            (member(), RoleEventKind::Elected, 2),
        ]
    );
    assert_eq!((log.others, log.damaged), (1, 0));
}

#[test]
fn tikv_tells_roles_by_region_and_peer() {
    let log = read(&example("tikv-server.log"));
    assert_eq!(log.system.as_deref(), Some("TiKV"));
    let members = log
        .members
        .iter()
        .map(|one| (one.group.as_str(), one.id.as_str()));
    let members: Vec<_> = members.collect();
    assert_eq!(members, [("4", "5"), ("8", "9")]);
    let first = &told(&log)[0];
    assert_eq!(*first, ("4/5".to_string(), RoleEventKind::Follower, 5));
    assert_eq!(log.events[0].at_us, 1_704_067_201_001_000);
    assert_eq!((log.others, log.damaged), (2, 1));
}

#[test]
fn the_logs_of_several_members_are_one_in_the_order_of_time() {
    let line = |second: u32, id: &str| {
        format!(
            "{{\"level\":\"info\",\"ts\":\"2024-01-01T00:00:0{second}Z\",\"msg\":\"{id} became follower at term {second}\"}}\n"
        )
    };
    let (a, b) = (line(1, "a") + &line(3, "a"), line(2, "b"));
    let file = |name, text| LogFile { name, text };
    let log = role_log(&[file("a.log", &a), file("b.log", &b)]);
    let places: Vec<_> = log
        .events
        .iter()
        .map(|event| (event.file, event.line))
        .collect();
    assert_eq!(places, [(0, 1), (1, 1), (0, 2)]);
}

/// What a file holds, and what must be said of it.
const DAMAGED: [(&str, &str); 8] = [
    ("", "a.log: found an empty file, expected a log of etcd"),
    ("\n \n", "a.log: found an empty file"),
    (
        "\nhello\n",
        "a.log:2: found \"hello\", expected a log of etcd",
    ),
    (
        "{\"level\":\"info\"}\n",
        "a.log:1: found \"{\\\"level\\\":\\\"info\\\"}\", expected",
    ),
    (
        "{\"level\":\"info\",\"ts\":\"noon\",\"msg\":\"a became leader at term 2\"}\n",
        "a.log: found 0 lines about other things and 1 that are no lines of this log",
    ),
    (
        "{\"level\":\"info\",\"ts\":\"2024-01-01T00:00:00Z\",\"msg\":\"ready\"}\n",
        "a.log: found 1 lines about other things and 0 that are no lines",
    ),
    (
        "[2024/01/01 00:00:00.000 +00:00] [INFO] [raft.rs:1] [\"became leader at term 6\"]\n",
        "a.log: found 1 lines about other things",
    ),
    (
        "[2024/99/01 00:00:00.000 +00:00] [INFO] [raft.rs:1] [\"became leader at term 6\"]\n",
        "a.log:1: found \"[2024/99/01",
    ),
];

#[test]
fn damaged_logs_are_told_with_file_line_and_what_is_understood() {
    for (text, expected) in DAMAGED {
        let log = read(text);
        let complaint = log.complaint.expect(text).to_string();
        assert!(complaint.starts_with(expected), "{text:?}: {complaint}");
    }
}

#[test]
fn logs_of_two_systems_are_refused_by_name() {
    let (etcd, tikv) = (example("etcd-server.log"), example("tikv-server.log"));
    let file = |name, text| LogFile { name, text };
    let log = role_log(&[file("a.log", &etcd), file("b.log", &tikv)]);
    let complaint = log.complaint.expect("one").to_string();
    assert!(
        complaint.starts_with("b.log: found a log of TiKV, expected one of etcd"),
        "{complaint}"
    );
}

#[test]
fn what_is_no_log_is_not_taken_for_one() {
    for name in ["lock.edn", "etcd-client-1.jsonl", "element.html"] {
        assert!(!is_server_log(&example(name)), "{name}");
    }
    assert!(is_server_log(&example("tikv-server.log")));
}

#[test]
fn cut_off_anywhere_a_log_is_read_without_a_panic() {
    for name in ["etcd-server.log", "tikv-server.log"] {
        let text = example(name);
        for end in (0..text.len()).step_by(7) {
            read(&text[..end]);
            read(&text[end..]);
        }
    }
}
