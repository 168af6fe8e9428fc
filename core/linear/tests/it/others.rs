//! Histories of other programs: locks, registers in transactions, and reports of etcd. What is not
//! understood is refused by name.

use linear::parse::{self, Format};
use linear::{HistoryAct, HistoryEnd, HistoryVerdict, Texts, Verdict, history_answer, judge};

fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    std::fs::read_to_string(format!("{folder}{name}")).expect("an example")
}

/// Maps from short lines: `0 invoke acquire nil`.
fn edn(lines: &[&str]) -> String {
    let line = |line: &&str| {
        let mut words = line.splitn(4, ' ');
        let mut next = || words.next().expect("four words");
        let (process, kind, function, value) = (next(), next(), next(), next());
        format!("{{:process {process}, :type :{kind}, :f :{function}, :value {value}}}\n")
    };
    lines.iter().map(line).collect()
}

/// The words of what cannot be ordered; nothing if all can.
fn offence(history: &linear::History) -> Vec<String> {
    match judge(history) {
        Verdict::Linearizable => Vec::new(),
        Verdict::NotLinearizable(offence) => {
            let part = offence.part(history, 1_000_000);
            part.operations.iter().map(|o| history.words(o)).collect()
        }
    }
}

fn jepsen(lines: &[&str]) -> Vec<String> {
    offence(&parse::jepsen(&edn(lines)).expect("well formed"))
}

fn wrong(text: &str) -> String {
    parse::jepsen(text).expect_err("refused").to_string()
}

#[test]
fn a_lock_is_held_by_one_at_a_time() {
    let taken = ["0 invoke acquire nil", "0 ok acquire nil"];
    let by_two = [&taken[..], &["1 invoke acquire nil", "1 ok acquire nil"]].concat();
    assert_eq!(jepsen(&by_two), ["acquire", "acquire"]);
    let given_back = ["0 invoke release nil", "0 ok release nil"];
    let in_turn = [&taken[..], &given_back, &by_two[2..]].concat();
    assert!(jepsen(&in_turn).is_empty());
    // Nobody knows whether it was given back: it may have been.
    let perhaps = ["0 invoke release nil", "0 info release nil"];
    let open = [&taken[..], &perhaps, &by_two[2..]].concat();
    assert!(jepsen(&open).is_empty());
    let refused = ["1 invoke acquire nil", "1 fail acquire nil"];
    assert!(jepsen(&[&taken[..], &refused].concat()).is_empty());
    assert_eq!(jepsen(&given_back), ["release"]);
}

#[test]
fn a_lock_s_smallest_part_leaves_out_whoever_gave_it_back() {
    let history = parse::jepsen(&example("lock.edn")).expect("well formed");
    assert_eq!(offence(&history), ["acquire", "acquire"]);
    assert_eq!(history.passed_over, 1);
}

#[test]
fn locks_with_keys_are_judged_apart_and_in_a_log_too() {
    let apart = [
        "0 invoke acquire [:a nil]",
        "0 ok acquire [:a nil]",
        "1 invoke acquire [:b nil]",
        "1 ok acquire [:b nil]",
    ];
    assert!(jepsen(&apart).is_empty());
    let log = "INFO  jepsen.util - 0\t:invoke\t:acquire\tnil\n\
               INFO  jepsen.util - 0\t:ok\t:acquire\tnil\n\
               INFO  jepsen.util - 1\t:invoke\t:acquire\tnil\n\
               INFO  jepsen.util - 1\t:ok\t:acquire\tnil\n";
    let history = parse::jepsen(log).expect("well formed");
    assert_eq!(offence(&history), ["acquire", "acquire"]);
}

#[test]
fn a_transaction_of_one_read_or_write_is_that_read_or_write() {
    let history = parse::jepsen(&example("stale-read.edn")).expect("well formed");
    assert_eq!(history.keys.len(), 2);
    assert_eq!(offence(&history), ["write 1", "write 2", "read 1"]);
}

#[test]
fn what_others_check_is_refused_with_their_name() {
    let lists = edn(&["0 invoke txn [[:append 3 1] [:r 3 nil]]"]);
    let text = wrong(&lists);
    assert!(
        text.contains("line 1 column") && text.contains("elle.list-append"),
        "{text}"
    );
    let several = edn(&["0 invoke txn [[:w 3 1] [:r 4 nil]]"]);
    let text = wrong(&several);
    assert!(
        text.contains("2 operations") && text.contains("elle.rw-register"),
        "{text}"
    );
    let mixed = edn(&["0 invoke write 1", "1 invoke acquire nil"]);
    let text = wrong(&mixed);
    assert!(
        text.contains("line 2") && text.contains("expected one kind"),
        "{text}"
    );
}

/// The lines of etcd's clients that a test is about.
fn put(client: u32, key: &str, value: &str, (call, ret): (u32, u32), revision: u32) -> String {
    format!(
        r#"{{"ClientId":{client},"Input":{{"Type":"txn","Txn":{{"OperationsOnSuccess":[{{"Type":"put-operation","Put":{{"Key":"{key}","Value":{{"Value":"{value}"}}}}}}]}}}},"Call":{call},"Output":{{"Txn":{{"Results":[{{}}]}},"Revision":{revision}}},"Return":{ret}}}
"#
    )
}

fn range(client: u32, (start, end): (&str, &str), seen: &str, (call, ret): (u32, u32)) -> String {
    format!(
        r#"{{"ClientId":{client},"Input":{{"Type":"range","Range":{{"Start":"{start}","End":"{end}"}}}},"Call":{call},"Output":{{"Range":{{"KVs":[{seen}]}},"Revision":9}},"Return":{ret}}}
"#
    )
}

fn row(key: &str, value: &str, revision: u32) -> String {
    format!(r#"{{"Key":"{key}","Value":{{"Value":"{value}"}},"ModRevision":{revision}}}"#)
}

fn of_etcd(text: &str) -> Vec<String> {
    offence(&parse::etcd(text).expect("well formed"))
}

#[test]
fn clients_of_etcd_are_one_history_whatever_the_order_of_their_files() {
    let (one, other) = (
        example("etcd-client-1.jsonl"),
        example("etcd-client-2.jsonl"),
    );
    for (first, second) in [(&one, &other), (&other, &one)] {
        let history = parse::etcd(&[first.as_str(), second].concat()).expect("well formed");
        assert_eq!(offence(&history), ["write 1", "cas 1 to 2", "read 1"]);
        assert_eq!(history.passed_over, 1);
    }
}

#[test]
fn a_range_of_etcd_sees_what_is_not_there() {
    let text = put(1, "a1", "x", (0, 10), 2) + &range(2, ("a", "b"), "", (20, 30));
    assert_eq!(of_etcd(&text), ["write x", "read nil"]);
    let beside = put(1, "a1", "x", (0, 25), 2) + &range(2, ("a", "b"), "", (20, 30));
    assert!(of_etcd(&beside).is_empty());
    let outside = put(1, "c1", "x", (0, 10), 2) + &range(2, ("a", "b"), "", (20, 30));
    assert!(of_etcd(&outside).is_empty());
    let seen =
        put(1, "a1", "x", (0, 10), 2) + &range(2, ("a", "\\u0000"), &row("a1", "x", 2), (20, 30));
    assert!(of_etcd(&seen).is_empty());
}

#[test]
fn what_etcd_never_answered_may_have_happened() {
    let lost = put(1, "k", "y", (5, 10), 0).replace(
        r#""Output":{"Txn":{"Results":[{}]},"#,
        r#""Output":{"Error":"timeout","#,
    );
    let seen_late = lost.clone() + &range(2, ("k", ""), &row("k", "y", 2), (40, 50));
    assert!(of_etcd(&seen_late).is_empty());
    let never_seen = lost + &range(2, ("k", ""), "", (40, 50));
    assert!(of_etcd(&never_seen).is_empty());
}

#[test]
fn keys_of_etcd_with_a_lease_are_told_and_not_judged() {
    let leased = put(1, "k", "x", (0, 10), 2).replace(
        r#""Value":{"Value":"x"}"#,
        r#""Value":{"Value":"x"},"LeaseID":7"#,
    );
    let history = parse::etcd(&(leased + &range(2, ("k", ""), "", (20, 30)))).expect("well formed");
    assert!(offence(&history).is_empty());
    assert!(
        history.notes[0].contains("line 1: key \"k\" has a lease"),
        "{:?}",
        history.notes
    );
}

#[test]
fn a_format_is_told_by_how_a_text_begins() {
    for (name, format) in [
        ("lock.edn", Some(Format::Jepsen)),
        ("stale-read.edn", Some(Format::Jepsen)),
        ("etcd-client-1.jsonl", Some(Format::Etcd)),
        ("element.html", None),
    ] {
        assert_eq!(Format::of(&example(name)), format, "{name}");
    }
    assert_eq!(
        Format::of("{:process 0, :type :ok, :f :get, :key \"x\"}"),
        Some(Format::Kv)
    );
    assert_eq!(
        Format::of("{\"format\":\"raft-atlas-facts/1\"}"),
        Some(Format::Jsonl)
    );
    assert_eq!(Format::of("{\"format\":\"raft-atlas/1\"}"), None);
    assert_eq!(Format::of(""), None);
}

#[test]
fn a_page_gets_operations_in_their_order_with_the_verdict_and_the_smallest_part() {
    let mut texts = Texts::default();
    texts.push("etcd-client-1.jsonl", &example("etcd-client-1.jsonl"));
    texts.push("etcd-client-2.jsonl", &example("etcd-client-2.jsonl"));
    let answer = history_answer(&texts, 1_000_000, 1_000_000);
    assert_eq!(answer.format.as_deref(), Some("etcd"));
    assert_eq!(answer.verdict, HistoryVerdict::NotLinearizable);
    assert_eq!(answer.keys, ["key0", "key1"]);
    let offence = answer.offence.expect("one");
    let part = offence
        .part
        .iter()
        .map(|place| &answer.operations[*place as usize]);
    let part: Vec<_> = part
        .map(|one| (one.act, one.process, one.file, one.line))
        .collect();
    assert_eq!(
        part,
        [
            (HistoryAct::Write, 1, 0, 1),
            (HistoryAct::Cas, 1, 0, 2),
            (HistoryAct::Read, 2, 1, 2)
        ]
    );
    let open = answer.operations.last().expect("some");
    assert_eq!((open.end, open.ret), (HistoryEnd::Unknown, 0));
}

#[test]
fn what_did_not_happen_is_shown_and_not_judged() {
    let mut texts = Texts::default();
    texts.push("a.edn", &edn(&["0 invoke write 1", "0 fail write 1"]));
    let answer = history_answer(&texts, 1000, 1000);
    assert_eq!(answer.verdict, HistoryVerdict::Nothing);
    assert_eq!(answer.operations[0].end, HistoryEnd::Failed);
    assert_eq!(
        (answer.operations[0].call, answer.operations[0].ret),
        (1, 2)
    );
}

/// Damage, and what must be told of it.
const DAMAGED: [(&str, &str, &str); 12] = [
    (
        "no JSON",
        "{\"ClientId\":1,",
        "line 1 column 14: found what is no JSON",
    ),
    (
        "no client",
        r#"{"Call":1}"#,
        "ClientId: found null, expected a whole number",
    ),
    (
        "a client that is a text",
        r#"{"ClientId":"a","Call":1}"#,
        "ClientId: found \"a\"",
    ),
    (
        "no call",
        r#"{"ClientId":1,"Return":2}"#,
        "Call: found null, expected an instant in ns",
    ),
    (
        "no return",
        r#"{"ClientId":1,"Call":2}"#,
        "Return: found null, expected an instant in ns",
    ),
    (
        "an end before its beginning",
        r#"{"ClientId":1,"Call":2,"Return":1}"#,
        "Return: found 1",
    ),
    (
        "no input",
        r#"{"ClientId":1,"Call":1,"Return":2}"#,
        "Input.Type: found null, expected range",
    ),
    (
        "an unknown type",
        r#"{"ClientId":1,"Call":1,"Return":2,"Input":{"Type":"watch"}}"#,
        "Input.Type: found \"watch\", expected range, txn",
    ),
    (
        "a range of nothing",
        r#"{"ClientId":1,"Call":1,"Return":2,"Input":{"Type":"range"}}"#,
        "Input.Range: found null, expected an object with Start",
    ),
    (
        "a range without an answer's rows",
        r#"{"ClientId":1,"Call":1,"Return":2,"Input":{"Type":"range","Range":{"Start":"a"}},"Output":{}}"#,
        "Output.Range: found null, expected an object with KVs",
    ),
    (
        "an unknown operation",
        r#"{"ClientId":1,"Call":1,"Return":2,"Input":{"Type":"txn","Txn":{"OperationsOnSuccess":[{"Type":"x"}]}},"Output":{"Txn":{"Results":[{}]}}}"#,
        "Input.Txn.OperationsOnSuccess: found the type \"x\"",
    ),
    (
        "results of others",
        r#"{"ClientId":1,"Call":1,"Return":2,"Input":{"Type":"txn","Txn":{"OperationsOnSuccess":[]}},"Output":{"Txn":{"Results":[{}]}}}"#,
        "Output.Txn.Results: found 1, expected 0, one for each of OperationsOnSuccess",
    ),
];

#[test]
fn damaged_reports_of_etcd_are_named_with_their_line() {
    for (what, text, told) in DAMAGED {
        let second = put(1, "k", "x", (0, 1), 2) + text;
        for (text, line) in [(text, "line 1 "), (second.as_str(), "line 2 ")] {
            let error = parse::etcd(text).expect_err(what).to_string();
            let told = told.trim_start_matches("line 1 column 14: ");
            assert!(
                error.starts_with(line) && error.contains(told),
                "{what}: {error}"
            );
        }
    }
}

/// One writer and many readers that overlap, with a read of a value that was replaced long before.
#[test]
fn the_smallest_part_of_thousands_of_operations_is_found() {
    let mut lines = Vec::new();
    for round in 1..=700 {
        lines.push(format!("0 invoke write {round}"));
        lines.extend((1..8).map(|reader| format!("{reader} invoke read nil")));
        lines.extend((1..8).map(|reader| format!("{reader} ok read {}", round - reader % 2)));
        lines.push(format!("0 ok write {round}"));
    }
    let last = lines.len() - 3;
    lines[last] = "6 ok read 640".to_string();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let text = edn(&lines).replace(":value 0}", ":value nil}");
    let history = parse::jepsen(&text).expect("well formed");
    let Verdict::NotLinearizable(offence) = judge(&history) else {
        panic!("a value came back");
    };
    let part = offence.part(&history, 2_000_000);
    assert!(part.is_smallest && offence.operations.len() > 5_000);
    let words: Vec<String> = part
        .operations
        .iter()
        .map(|one| history.words(one))
        .collect();
    assert_eq!(words.len(), 3, "{words:?}");
    assert_eq!(
        (words[0].as_str(), words[2].as_str()),
        ("write 640", "read 640")
    );
}
