//! Why, asked of the public scenarios: the answers that the scenarios were made to show.

use crate::common::{Run, runs_of};
use explain::why::{Answer, Question, Record, StepKind, why};
use model::config::OpKind;
use model::fact::{Fact, Outcome, Refusal, Role};
use model::ids::{RangeId, RequestId};
use record::{Row, What};
use run::runner;
use sim::{Micros, SECONDS};

fn run(name: &str, variant: &str) -> Run {
    let found = runs_of(name).into_iter().find(|run| run.variant == variant);
    found.unwrap_or_else(|| panic!("{name} has a variant {variant}"))
}

/// A run's record up to an instant, and its facts.
fn recorded(run: &Run, until_us: Micros) -> (Record, Vec<Row>) {
    let mut record = Record::new(&run.resolved);
    let mut rows = Vec::new();
    runner::record(&run.resolved, until_us, |piece| {
        record.push(piece);
        rows.extend_from_slice(piece);
    });
    (record, rows)
}

/// The first request that ended so after an instant.
fn ended(
    rows: &[Row],
    since_us: Micros,
    fits: impl Fn(RequestId, Outcome, Option<u16>) -> bool,
) -> RequestId {
    let found = rows.iter().filter(|row| row.at_us >= since_us);
    found
        .filter_map(|row| match row.what {
            What::Fact(Fact::Completed {
                request,
                outcome,
                server,
                ..
            }) => Some((request, outcome, server.map(|node| node.0))),
            _ => None,
        })
        .find(|(request, outcome, server)| fits(*request, *outcome, *server))
        .expect("one ended so")
        .0
}

fn is_read(rows: &[Row], request: RequestId) -> bool {
    rows.iter().any(|row| match row.what {
        What::Fact(Fact::Invoked(fact)) => fact.request == request && fact.op != OpKind::Put,
        _ => false,
    })
}

/// The steps of an answer in words.
fn words(answer: &Answer) -> String {
    let steps = answer.steps.iter().map(|step| step.text.plain());
    steps.collect::<Vec<_>>().join("\n")
}

fn has_action(answer: &Answer, words: &str) -> bool {
    let is_action = |kind| kind == StepKind::Action;
    let mut steps = answer.steps.iter();
    steps.any(|step| is_action(step.kind) && step.text.plain().contains(words))
}

#[test]
fn a_stale_read_goes_back_to_the_cut_and_to_the_election_that_its_server_missed() {
    let (record, rows) = recorded(&run("stale-leader", "leader-unchecked"), 9 * SECONDS);
    let stale = ended(&rows, 8 * SECONDS, |request, _, server| {
        server == Some(0) && is_read(&rows, request)
    });
    let answer = why(&record, Question::Request(stale));
    assert!(
        answer.question.plain().contains("stale"),
        "{}",
        answer.question.plain()
    );
    assert!(has_action(&answer, "Isolate Dublin"), "{}", words(&answer));
    let story = words(&answer);
    for part in [
        "s2 became leader in term 2",
        "had been acknowledged",
        "s1 had become leader in term 1",
    ] {
        assert!(story.contains(part), "{part}: {story}");
    }
    assert!(
        answer
            .short
            .plain()
            .contains("Dublin isolated since 5.000000s")
    );
}

#[test]
fn a_read_is_called_stale_when_its_verdict_is() {
    for (variant, until_us) in [
        ("leader-unchecked", 8 * SECONDS),
        ("check-quorum", 8 * SECONDS),
    ] {
        let run = run("stale-leader", variant);
        let (record, rows) = recorded(&run, until_us);
        let reads = rows.iter().filter_map(|row| match row.what {
            What::Fact(Fact::Invoked(fact)) if fact.op != OpKind::Put => Some(fact.request),
            _ => None,
        });
        let stale = reads.filter(|request| {
            let answer = why(&record, Question::Request(*request));
            answer.question.plain().ends_with("stale?")
        });
        let report = runner::run(&run.resolved, until_us).to_json();
        let judged = report["workload"]["reads"]["stale"].as_u64();
        assert_eq!(Some(stale.count() as u64), judged, "{variant}");
    }
}

#[test]
fn a_fresh_read_is_not_called_stale() {
    let (record, rows) = recorded(&run("stale-leader", "leader"), 4 * SECONDS);
    let fresh = ended(&rows, 3 * SECONDS, |request, _, _| is_read(&rows, request));
    let answer = why(&record, Question::Request(fresh));
    assert!(!answer.question.plain().contains("stale"));
    assert!(
        answer
            .short
            .plain()
            .contains("the leader's round to a majority")
    );
}

#[test]
fn a_read_that_fails_goes_back_to_the_cut() {
    let (record, rows) = recorded(&run("stale-leader", "leader"), 9 * SECONDS);
    let failed = ended(&rows, 6 * SECONDS, |_, outcome, _| {
        outcome == Outcome::Failed
    });
    let answer = why(&record, Question::Request(failed));
    assert!(answer.question.plain().ends_with("fail?"));
    assert!(has_action(&answer, "Isolate Dublin"), "{}", words(&answer));
}

#[test]
fn a_follower_read_waits_for_the_leaders_round() {
    let (record, rows) = recorded(&run("follower-read", "follower"), 3 * SECONDS);
    let read = ended(&rows, 2 * SECONDS, |request, outcome, _| {
        outcome == Outcome::Ok && is_read(&rows, request)
    });
    let answer = why(&record, Question::Slow(read));
    let waits = answer.steps.iter().filter_map(|step| step.wait.as_ref());
    let all_us: Micros = waits.map(|wait| wait.us).sum();
    let took_us = answer.steps.last().expect("a step").at_us - answer.steps[0].at_us;
    assert!(all_us >= took_us, "{}", words(&answer));
    assert!(words(&answer).contains("asked for a read index"));
}

#[test]
fn an_election_goes_back_to_a_timer_and_to_what_silenced_the_leader() {
    let (record, _) = recorded(&run("stale-leader", "leader"), 9 * SECONDS);
    let answer = why(
        &record,
        Question::Role {
            range: RangeId(0),
            node: 1,
        },
    );
    assert_eq!(answer.question.plain(), "Why is s2 leader in term 2?");
    assert!(answer.steps.iter().any(|step| step.kind == StepKind::Timer));
    assert!(has_action(&answer, "Isolate Dublin"));
    assert!(words(&answer).contains("Votes of term 2: s2 and s3, 2 of 3."));
}

#[test]
fn the_one_way_cut_explains_every_new_leader() {
    for run in runs_of("one-way-cut") {
        let (record, rows) = recorded(&run, run.resolved.duration_us);
        let roles = rows.iter().filter_map(|row| match row.what {
            What::Fact(Fact::Role {
                role: Role::Leader, ..
            }) => Some(row.event),
            _ => None,
        });
        for event in roles {
            let answer = why(&record, Question::Event(event));
            let story = words(&answer);
            assert!(story.contains("Votes of term"), "{story}");
            let ends = |kind| !matches!(kind, StepKind::Link | StepKind::Condition);
            assert!(answer.steps.iter().any(|step| ends(step.kind)), "{story}");
        }
    }
}

#[test]
fn an_entry_beyond_the_cut_is_not_committed_and_the_answer_says_who_lacks_it() {
    let (record, rows) = recorded(&run("stale-leader", "leader"), 6 * SECONDS);
    // What the old leader wrote after it was cut off.
    let stranded = rows.iter().rev().find_map(|row| match row.what {
        What::Fact(Fact::Appended { at, index, .. })
            if at.node.0 == 0 && row.at_us > 5 * SECONDS =>
        {
            Some(index)
        }
        _ => None,
    });
    let Some(index) = stranded else { return };
    let answer = why(
        &record,
        Question::NotCommitted {
            range: RangeId(0),
            index,
        },
    );
    assert!(
        answer.short.plain().contains("are needed"),
        "{}",
        answer.short.plain()
    );
    assert!(has_action(&answer, "Isolate Dublin"), "{}", words(&answer));
}

#[test]
fn a_range_without_a_majority_says_who_does_not_run() {
    let mut found = run("first-look", "run");
    let crash = |store: u16| {
        (
            2 * SECONDS,
            model::config::Action::Crash(sim::NodeId(store)),
        )
    };
    found.resolved.actions = vec![crash(0), crash(1)];
    let (record, _) = recorded(&found, 6 * SECONDS);
    let answer = why(&record, Question::NoLeader(RangeId(0)));
    assert!(
        has_action(&answer, "Crash s1") && has_action(&answer, "Crash s2"),
        "{}",
        words(&answer)
    );
}

#[test]
fn a_lead_that_nobody_asked_to_move_says_who_heard_from_it() {
    let (record, _) = recorded(&run("first-look", "run"), 3 * SECONDS);
    let answer = why(&record, Question::NotMoved(RangeId(0)));
    assert!(answer.short.plain().starts_with("Nobody asked it to"));
    assert_eq!(
        words(&answer).matches("last heard from").count(),
        2,
        "{}",
        words(&answer)
    );
}

/// Rules that an answer cites.
fn rules(answer: &Answer) -> String {
    let rules = answer.steps.iter().filter_map(|step| step.rule);
    rules.map(|rule| rule.text).collect::<Vec<_>>().join("\n")
}

/// A put whose range was split while it was on its way.
#[test]
fn a_put_that_a_split_sent_elsewhere_is_told_by_the_split_and_by_no_hand_over() {
    let text = include_str!("../../testdata/truth/why-after-split.json");
    let file = documents::scenario::Scenario::parse(text).expect("a right scenario");
    let resolved = file.resolve(None, None).expect("its seed");
    let mut record = Record::new(&resolved);
    let mut rows = Vec::new();
    runner::record(&resolved, 3 * SECONDS + SECONDS / 5, |piece| {
        record.push(piece);
        rows.extend_from_slice(piece);
    });
    let refused = rows.iter().find_map(|row| match row.what {
        What::Fact(Fact::Refused {
            request,
            why: Refusal::WrongRange,
            ..
        }) => Some(request),
        _ => None,
    });
    let request = refused.expect("the split catches some put on its way");
    let answer = why(&record, Question::Request(request));
    let (story, rules) = (words(&answer), rules(&answer));
    assert!(!rules.contains("handed over"), "{story}\n{rules}");
    assert!(
        rules.contains("A split is an entry of the log"),
        "{story}\n{rules}"
    );
    assert!(
        rules.contains("does not hold (any more)"),
        "{story}\n{rules}"
    );
}

#[test]
fn a_lease_that_outlived_an_election_is_told_with_the_lease_the_clock_and_the_election() {
    let (record, rows) = recorded(&run("lease-and-drift", "beyond"), 9 * SECONDS);
    let reads = rows.iter().filter_map(|row| match row.what {
        What::Fact(Fact::Invoked(fact)) if fact.op == OpKind::Get => Some(fact.request),
        _ => None,
    });
    let is_stale = |answer: &Answer| answer.question.plain().ends_with("stale?");
    let answers = reads.map(|request| why(&record, Question::Request(request)));
    let answer = answers.into_iter().find(is_stale).expect("a stale read");
    let (story, rules) = (words(&answer), rules(&answer));
    for part in [
        "went by its lease",
        "became leader in term 2",
        "election timeout",
    ] {
        assert!(story.contains(part), "{part}: {story}");
    }
    assert!(has_action(&answer, "s1"), "{story}");
    assert!(
        rules.contains("A leader answers alone until the last round"),
        "{rules}"
    );
    let short = answer.short.plain();
    assert!(
        short.contains("guarantees that this does not happen"),
        "{short}"
    );
}

#[test]
fn a_stale_read_of_a_mode_that_promises_nothing_says_so() {
    let (record, rows) = recorded(&run("stale-leader", "leader-unchecked"), 9 * SECONDS);
    let stale = ended(&rows, 8 * SECONDS, |request, _, server| {
        server == Some(0) && is_read(&rows, request)
    });
    let answer = why(&record, Question::Request(stale));
    let short = answer.short.plain();
    assert!(short.contains("does not promise more"), "{short}");
}

#[test]
fn check_quorum_is_called_off_only_where_it_was() {
    for (variant, is_off) in [("leader-unchecked", true), ("check-quorum", false)] {
        let run = run("stale-leader", variant);
        assert_eq!(
            run.resolved.config.settings.check_quorum, !is_off,
            "{variant}"
        );
        let (record, rows) = recorded(&run, 9 * SECONDS);
        let reads = rows.iter().filter_map(|row| match row.what {
            What::Fact(Fact::Invoked(fact)) if fact.op != OpKind::Put => Some(fact.request),
            _ => None,
        });
        let is_stale = |answer: &Answer| answer.question.plain().ends_with("stale?");
        let mut answers = reads.map(|request| why(&record, Question::Request(request)));
        let answer = answers.find(is_stale).expect("a stale read");
        let cites = rules(&answer).contains("Without check quorum");
        assert_eq!(cites, is_off, "{variant}: {}", words(&answer));
    }
}

#[test]
fn a_store_that_lost_power_leads_nothing() {
    let mut found = run("stale-leader", "leader");
    let crash = model::config::Action::Crash(sim::NodeId(0));
    found.resolved.actions = vec![(2 * SECONDS, crash)];
    let (record, rows) = recorded(&found, 2 * SECONDS + SECONDS / 10);
    let led = rows.iter().any(|row| {
        matches!(row.what, What::Fact(Fact::Role { at, role: Role::Leader, .. }) if at.node.0 == 0)
    });
    assert!(led, "s1 leads until it is crashed");
    let answer = why(
        &record,
        Question::Role {
            range: RangeId(0),
            node: 0,
        },
    );
    let short = answer.short.plain();
    assert!(
        short.starts_with("s1 does not run since 2.000000s"),
        "{short}"
    );
    assert!(!answer.question.plain().contains("Why is s1 leader"));
    assert!(has_action(&answer, "Crash s1"), "{}", words(&answer));
    let moved = why(&record, Question::NotMoved(RangeId(0)));
    assert!(
        !words(&moved).contains("s1 has led since"),
        "{}",
        words(&moved)
    );
}
