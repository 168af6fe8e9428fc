//! Histories small enough to be judged by eye, as their files write them.

use linear::{Verdict, judge, parse};

/// Jepsen's lines from short ones: "0 invoke write 1".
fn jepsen(lines: &[&str]) -> String {
    let line = |line: &&str| {
        let mut words = line.splitn(4, ' ');
        let mut next = || words.next().expect("four words");
        let (process, kind, function, value) = (next(), next(), next(), next());
        format!("INFO  jepsen.util - {process}\t:{kind}\t:{function}\t{value}\n")
    };
    lines.iter().map(line).collect()
}

/// A key-value store's lines from short ones: `0 invoke put k "x"`.
fn kv(lines: &[&str]) -> String {
    let line = |line: &&str| {
        let mut words = line.splitn(5, ' ');
        let mut next = || words.next().expect("five words");
        let (process, kind, function) = (next(), next(), next());
        let (key, value) = (next(), next());
        format!(
            "{{:process {process}, :type :{kind}, :f :{function}, :key \"{key}\", :value {value}}}\n"
        )
    };
    lines.iter().map(line).collect()
}

/// The words of what cannot be ordered; nothing if all can.
fn offence(history: &linear::History) -> Vec<String> {
    match judge(history) {
        Verdict::Linearizable => Vec::new(),
        Verdict::NotLinearizable(offence) => offence
            .part(history, 1_000_000)
            .operations
            .iter()
            .map(|o| history.words(o))
            .collect(),
    }
}

fn register(lines: &[&str]) -> Vec<String> {
    offence(&parse::jepsen(&jepsen(lines)).expect("well formed"))
}

fn store(lines: &[&str]) -> Vec<String> {
    offence(&parse::kv(&kv(lines)).expect("well formed"))
}

#[test]
fn an_empty_history_is_linearizable() {
    assert!(register(&[]).is_empty());
    assert!(store(&[]).is_empty());
}

#[test]
fn a_register_holds_nil_at_first() {
    assert!(register(&["0 invoke read nil", "0 ok read nil"]).is_empty());
    assert_eq!(register(&["0 invoke read nil", "0 ok read 3"]), ["read 3"]);
}

#[test]
fn a_read_of_a_value_that_was_replaced_before_it_began_is_found() {
    let lines = [
        "0 invoke write 1",
        "0 ok write 1",
        "0 invoke write 2",
        "0 ok write 2",
        "1 invoke read nil",
        "1 ok read 1",
    ];
    assert_eq!(register(&lines), ["write 1", "write 2", "read 1"]);
}

#[test]
fn a_read_beside_a_write_may_see_either_value() {
    for seen in ["1", "2"] {
        let last = format!("1 ok read {seen}");
        let lines = [
            "0 invoke write 1",
            "0 ok write 1",
            "0 invoke write 2",
            "1 invoke read nil",
            &last,
            "0 ok write 2",
        ];
        assert!(register(&lines).is_empty(), "{seen}");
    }
}

#[test]
fn two_reads_beside_a_write_do_not_go_back() {
    let lines = [
        "0 invoke write 2",
        "1 invoke read nil",
        "1 ok read 2",
        "1 invoke read nil",
        "1 ok read nil",
        "0 ok write 2",
    ];
    assert_eq!(register(&lines), ["write 2", "read 2", "read nil"]);
}

#[test]
fn a_write_that_timed_out_may_happen_late_or_never() {
    let base = ["0 invoke write 7", "0 info write :timed-out"];
    let seen = ["1 invoke read nil", "1 ok read 7"];
    let not_seen = ["1 invoke read nil", "1 ok read nil"];
    let with = |tail: &[&[&str]]| {
        let mut lines = base.to_vec();
        for part in tail {
            lines.extend_from_slice(part);
        }
        register(&lines)
    };
    assert!(with(&[&seen]).is_empty());
    assert!(with(&[&not_seen]).is_empty());
    assert!(with(&[&not_seen, &seen]).is_empty());
    assert_eq!(with(&[&seen, &not_seen]).len(), 3);
}

#[test]
fn a_write_that_failed_did_not_happen() {
    let lines = [
        "0 invoke write 7",
        "0 fail write 7",
        "1 invoke read nil",
        "1 ok read 7",
    ];
    assert_eq!(register(&lines), ["read 7"]);
}

#[test]
fn a_read_that_timed_out_says_nothing() {
    for kind in ["info", "fail"] {
        let end = format!("1 {kind} read :timed-out");
        let lines = [
            "0 invoke write 7",
            "0 ok write 7",
            "1 invoke read nil",
            &end,
        ];
        assert!(register(&lines).is_empty());
    }
}

#[test]
fn a_process_may_go_on_after_an_operation_that_it_left_open() {
    let lines = [
        "0 invoke cas [1 2]",
        "0 info cas :timed-out",
        "0 invoke write 1",
        "0 ok write 1",
        "0 invoke read nil",
        "0 ok read 2",
    ];
    assert!(register(&lines).is_empty());
}

#[test]
fn a_cas_takes_effect_on_its_old_value_only() {
    let done = ["0 invoke cas [1 2]", "0 ok cas [1 2]"];
    assert_eq!(register(&done), ["cas 1 to 2"]);
    let failed = ["0 invoke cas [1 2]", "0 fail cas [1 2]"];
    assert!(register(&failed).is_empty());
    let lines = [
        "0 invoke write 1",
        "0 ok write 1",
        "0 invoke cas [1 2]",
        "0 fail cas [1 2]",
    ];
    let found = register(&lines);
    assert_eq!(found, ["write 1", "cas 1 to 2, found another value"]);
}

#[test]
fn keys_are_judged_apart() {
    let lines = [
        "0 invoke put a \"x\"",
        "0 ok put a \"x\"",
        "1 invoke get b nil",
        "1 ok get b \"\"",
        "1 invoke get a nil",
        "1 ok get a \"x\"",
    ];
    assert!(store(&lines).is_empty());
}

#[test]
fn appends_are_seen_in_one_order_by_all() {
    let both = [
        "0 invoke append a \"x\"",
        "1 invoke append a \"y\"",
        "0 ok append a \"x\"",
        "1 ok append a \"y\"",
        "2 invoke get a nil",
    ];
    for (seen, is_right) in [("\"xy\"", true), ("\"yx\"", true), ("\"x\"", false)] {
        let last = format!("2 ok get a {seen}");
        let lines: Vec<&str> = both.iter().copied().chain([last.as_str()]).collect();
        assert_eq!(store(&lines).is_empty(), is_right, "{seen}");
    }
}

#[test]
fn what_does_not_matter_is_left_out_of_an_offence() {
    let mut lines = Vec::new();
    for value in 1..200 {
        lines.push(format!("0 invoke write {value}"));
        lines.push(format!("0 ok write {value}"));
        lines.push("1 invoke read nil".to_string());
        let seen = if value == 150 { 149 } else { value };
        lines.push(format!("1 ok read {seen}"));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(register(&lines), ["write 149", "write 150", "read 149"]);
}

#[test]
fn the_engine_s_export_is_read_by_request() {
    let head = r#"{"format":"raft-atlas-facts/1","title":"t","variant":"","seed":1,"nodes":[]}"#;
    let put = r#"{"event":1,"fact":"invoked","request":1,"op":"put","key":5}"#;
    let put_end = r#"{"event":2,"fact":"completed","request":1,"outcome":"ok","value":1}"#;
    let get = r#"{"event":3,"fact":"invoked","request":2,"op":"get","key":5}"#;
    let right = r#"{"event":4,"fact":"completed","request":2,"outcome":"ok","value":1}"#;
    let wrong = r#"{"event":4,"fact":"completed","request":2,"outcome":"ok","value":0}"#;
    let read = |last: &str| {
        let text = [head, put, put_end, get, last].join("\n");
        offence(&parse::jsonl(&text, None).expect("well formed"))
    };
    assert!(read(right).is_empty());
    assert_eq!(read(wrong), ["write 1", "read 0"]);
    // Of a scan each row counts, not only the first.
    let scan = r#"{"event":3,"fact":"invoked","request":2,"op":"scan","key":3,"rows":3}"#;
    let scanned = |values: &str| {
        let end = format!(
            r#"{{"event":4,"fact":"completed","request":2,"outcome":"ok","value":0,"values":{values}}}"#
        );
        let text = [head, put, put_end, scan, &end].join("\n");
        offence(&parse::jsonl(&text, None).expect("well formed"))
    };
    assert!(scanned("[0,0,1]").is_empty());
    assert_eq!(scanned("[0,0,0]"), ["write 1", "read 0"]);
}

/// A history as Jepsen stores it: with `:index` and `:time`, and faults among the operations.
const STORED: [&str; 8] = [
    "{:index 0, :time 11, :type :info, :process :nemesis, :f :start, :value nil}",
    "{:index 1, :time 12, :type :invoke, :process 0, :f :write, :value 1}",
    "{:index 2, :time 13, :type :info, :process :nemesis, :f :start, :value {\"n1\" #{\"n2\"}}}",
    "{:index 3, :time 14, :type :ok, :process 0, :f :write, :value 1}",
    "{:index 4, :time 15, :type :invoke, :process 1, :f :cas, :value [1 2]}",
    "{:index 5, :time 16, :type :fail, :process 1, :f :cas, :value [1 2], :error [:timeout 0.5]}",
    "{:index 6, :time 17, :type :invoke, :process 2, :f :read, :value nil}",
    "{:index 7, :time 18, :type :ok, :process 2, :f :read, :value 1}",
];

/// What is wrong with it, after a change of its last map, however it is laid out.
fn stored(last: &str) -> Vec<Vec<String>> {
    let lines = [&STORED[..7], &[last]].concat();
    let records: Vec<String> = lines
        .iter()
        .map(|map| format!("#jepsen.history.Op{map}"))
        .collect();
    let layouts = [
        lines.join("\n"),
        format!("[{}]", lines.join("\n ")),
        format!("; made by hand\n({})\n", lines.join(", ")),
        records.join("\n"),
    ];
    let read = |text: &String| {
        let history = parse::jepsen(text).expect("well formed");
        assert_eq!(history.passed_over, 2, "two of :nemesis: {text}");
        offence(&history)
    };
    layouts.iter().map(read).collect()
}

#[test]
fn a_history_as_jepsen_stores_it_is_read_in_every_layout() {
    for found in stored(STORED[7]) {
        assert!(found.is_empty(), "{found:?}");
    }
    for found in stored("{:type :ok, :process 2, :f :read, :value nil}") {
        assert_eq!(found, ["write 1", "read nil"]);
    }
    // A cas that failed tells nothing; a value that it would have written was never there.
    for found in stored("{:type :ok, :process 2, :f :read, :value 2}") {
        assert_eq!(found, ["read 2"]);
    }
}

#[test]
fn operations_of_independent_registers_have_keys() {
    let history = |seen: &str| {
        let text = [
            "{:type :invoke, :process 0, :f :write, :value [:a 1]}",
            "{:type :invoke, :process 1, :f :cas, :value [\"b\" [nil 5]]}",
            "{:type :info, :process 0, :f :write, :value [:a 1], :error :timeout}",
            "{:type :ok, :process 1, :f :cas, :value [\"b\" [nil 5]]}",
            "{:type :invoke, :process 1, :f :read, :value [:a nil]}",
            &format!("{{:type :ok, :process 1, :f :read, :value [:a {seen}]}}"),
        ];
        let history = parse::jepsen(&text.join("\n")).expect("well formed");
        let keys: Vec<&str> = history.keys.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["\"b\"", ":a"]);
        offence(&history)
    };
    assert!(history("1").is_empty() && history("nil").is_empty());
    assert_eq!(history("5"), ["read 5"]);
}

#[test]
fn lines_of_a_log_that_tell_of_no_client_are_counted_and_passed_over() {
    let text = "INFO  jepsen.core - Worker 0 starting\n\
                INFO  jepsen.util - :nemesis\t:info\t:start\t\"Cut off {:n1 #{:n2}}\"\n\
                INFO  jepsen.util - 0\t:invoke\t:write\t1\n\
                WARN  jepsen.core - Process 0 indeterminate\n\
                INFO [2026-01-02 03:04:05] jepsen worker 0 - jepsen.util 0\t:ok\t:write\t1\n";
    let history = parse::jepsen(text).expect("well formed");
    assert_eq!((history.len(), history.passed_over), (1, 3));
}

/// Line, column and the words that must be in the text.
fn refused(parsed: parse::Parsed, line: u32, column: u32, words: &str) {
    let error = parsed.expect_err("it is refused");
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.text.contains(words), "{error}");
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "a list of bad lines, each with its place"
)]
fn a_bad_line_is_named_with_its_place() {
    let good = "INFO  jepsen.util - 0\t:invoke\t:read\tnil\n";
    let with = |line: &str| parse::jepsen(&[good, line].concat());
    refused(with("jepsen.util - 0"), 2, 1, "\"INFO\"");
    refused(with("INFO jepsen.util - x :ok"), 2, 20, "a whole number");
    refused(
        with("INFO jepsen.util - 0 :done :read 1"),
        2,
        22,
        ":invoke, :ok",
    );
    refused(
        with("INFO jepsen.util - 0 :ok :read x"),
        2,
        32,
        "a whole number",
    );
    refused(
        with("INFO jepsen.util - 1 :ok :read 1"),
        2,
        26,
        "has not begun",
    );
    refused(
        with("INFO jepsen.util - 0 :invoke :read nil"),
        2,
        30,
        "of line 1",
    );
    refused(
        with("INFO jepsen.util - 0 :ok :read 1 2"),
        2,
        34,
        "the end of the line",
    );
    refused(
        with("INFO jepsen.util - 1 :invoke :cas [1]"),
        2,
        37,
        "a whole number",
    );
    refused(
        parse::kv("{:process 0, :type :invoke, :f :put, :key \"a\"}"),
        1,
        47,
        "no :value",
    );
    refused(
        parse::kv("{:process 0, :type :invoke, :f :get}"),
        1,
        37,
        "no :key",
    );
    refused(
        parse::kv("{:process 0 :key \"a"),
        1,
        20,
        "the end of the text",
    );
    refused(parse::kv("{:process 0"), 1, 12, "the end of the text");
    refused(parse::kv("{:process 0}}"), 1, 13, "closes nothing");
    refused(
        parse::kv("\n [{:process 0.5}]"),
        2,
        13,
        "found 0.5, expected a process",
    );
    refused(
        parse::kv("\n {:process 0 :type :done}"),
        2,
        20,
        "found :done, expected one of :invoke",
    );
    refused(parse::jepsen("7 {:process 0}"), 1, 1, "\"INFO\"");
    refused(parse::jepsen("[7]"), 1, 2, "found 7, expected a map");
    refused(
        parse::kv(&"[".repeat(200_000)),
        1,
        65,
        "brackets in each other",
    );
    refused(parse::jsonl("{\"a\": ", None), 1, 6, "no JSON");
    refused(
        parse::jsonl("{\"format\":\"x\"}", None),
        1,
        1,
        "raft-atlas-facts/1",
    );
}
