//! Every fact of random runs has a chain that ends where chains end, with rising instants.

use crate::why::chain::Chain;
use crate::why::index::Index;
use crate::why::{Answer, Question, Record, Step, StepKind, Text, answer};
use crate::why::{rule, why};
use documents::scenario::Scenario;
use experiments::swarm::{FaultKind, disturbed};
use model::fact::{Began, Change, Fact, MessageType, Refusal, Role};
use model::ids::{RangeId, RequestId};
use run::runner::record;
use sim::SECONDS;
use text::said::{BEGIN, END, english_of, keep_templates};

const SCENARIO: &str = include_str!("../../../../public/scenarios/first-look.json");
const NEIGHBOUR: &str = include_str!("../../../../public/scenarios/snapshot-from-neighbour.json");
const RANGES: &str = include_str!("../../../../public/scenarios/one-way-cut.json");

/// A random run with faults, recorded from its start.
fn disturbed_run(text: &str, seed: u64) -> Record {
    let resolved = Scenario::parse(text).expect("a public scenario");
    let resolved = resolved.resolve(None, Some(seed)).expect("a seed");
    let resolved = disturbed(&resolved, &FaultKind::ALL);
    let mut kept = Record::new(&resolved);
    record(&resolved, 6 * SECONDS, |rows| kept.push(rows));
    kept
}

/// Two cities whose appends go by way of a delegate and whose snapshots come from neighbours.
fn relayed() -> String {
    let mut file: serde_json::Value = serde_json::from_str(NEIGHBOUR).expect("JSON");
    file["settings"] =
        serde_json::json!({ "follower_replication": true, "neighbour_snapshots": true });
    file["variants"] = serde_json::json!({});
    file["expect"] = serde_json::json!([]);
    file.to_string()
}

#[test]
fn what_a_delegate_passed_on_goes_back_to_the_client_by_way_of_the_leader() {
    let resolved = Scenario::parse(&relayed()).expect("a public scenario, changed");
    let resolved = resolved.resolve(None, None).expect("its seed");
    let mut kept = Record::new(&resolved);
    record(&resolved, 3 * SECONDS / 2, |rows| kept.push(rows));
    let index = Index::of(&kept);
    let passed_on = |row: &usize| match index.began(index.rows[*row].event) {
        Some(Began::Arrive { flight } | Began::Handle { flight }) => index
            .sent(flight)
            .is_some_and(|(sent, _)| sent.what == MessageType::ForwardedAppend && sent.entries > 0),
        _ => false,
    };
    let written = |row: &usize| matches!(index.fact(*row), Some(Fact::Appended { .. }));
    let row = (0..index.rows.len())
        .filter(written)
        .rfind(passed_on)
        .expect("a delegate passed an entry on");
    let mut chain = Chain::new(&index);
    chain.back(row);
    let steps = chain.take_steps();
    let words: Vec<String> = steps.iter().map(|step| step.text.plain()).collect();
    let all = words.join("\n");
    for part in [
        "an append to relay",
        "a forwarded append",
        "a client of the load",
    ] {
        assert!(all.contains(part), "{part}: {all}");
    }
    let rules: Vec<_> = steps.iter().filter_map(|step| step.rule).collect();
    assert!(rules.contains(&rule::FORWARD), "{all}");
    assert!(rules.contains(&rule::RELAY), "{all}");
    assert!(
        steps.iter().any(|step| step.kind == StepKind::Client),
        "{all}"
    );
}

#[test]
fn the_chain_of_every_fact_ends_at_a_timer_an_action_a_client_or_the_start() {
    let mut ends = [0_u32; 4];
    let relayed = relayed();
    let runs = (1..=3).flat_map(|seed| [(SCENARIO, seed), (RANGES, seed)]);
    for (text, seed) in runs.chain([(relayed.as_str(), 1)]) {
        let kept = disturbed_run(text, seed);
        let index = Index::of(&kept);
        for row in 0..index.rows.len() {
            let Some(fact) = index.fact(row) else {
                continue;
            };
            let mut chain = Chain::new(&index);
            chain.back(row);
            let steps = chain.take_steps();
            let what = || format!("seed {seed}, {:?}, {fact:?}", index.rows[row]);
            assert!(steps.is_sorted_by_key(|step| step.at_us), "{}", what());
            assert!(
                steps.iter().all(|step| step.at_us <= index.rows[row].at_us),
                "{}",
                what()
            );
            assert_eq!(chain.wanted_us, None, "{}", what());
            let end = steps.iter().find_map(|step| match step.kind {
                StepKind::Timer => Some(0),
                StepKind::Action => Some(1),
                StepKind::Client => Some(2),
                StepKind::Start => Some(3),
                StepKind::Link | StepKind::Condition => None,
            });
            ends[end.unwrap_or_else(|| panic!("{}: {steps:#?}", what()))] += 1;
        }
    }
    assert!(ends.iter().all(|count| *count > 0), "{ends:?}");
}

#[test]
fn a_record_that_begins_too_late_says_so() {
    let whole = disturbed_run(SCENARIO, 1);
    let mut late = whole.clone();
    late.keep_after(2 * SECONDS);
    let first_us = Index::of(&late).first_us();
    let node = Question::Role {
        range: RangeId(0),
        node: 0,
    };
    let answer = why(&late, node);
    assert!(why(&whole, node).wanted_us.is_none());
    // Either the end of the chain is in what is kept, or more is wanted.
    let ends = |step: &Step| !matches!(step.kind, StepKind::Link | StepKind::Condition);
    assert!(answer.steps.iter().any(ends) || answer.wanted_us == Some(first_us));
    let early = why(&late, Question::Event(1));
    assert_eq!(early.wanted_us, Some(first_us));
}

#[test]
fn a_long_record_keeps_its_elections() {
    let resolved = Scenario::parse(RANGES).expect("a public scenario");
    let resolved = resolved.resolve(None, None).expect("its seed");
    let question = Question::NoLeader(RangeId(0));
    let mut whole = Record::new(&resolved);
    let mut thin = Record::new(&resolved).with_rows_max(2_000);
    record(&resolved, 12 * SECONDS, |rows| {
        whole.push(rows);
        for piece in rows.chunks(500) {
            thin.push(piece);
        }
    });
    assert!(
        thin.len() < whole.len() / 2,
        "{} of {}",
        thin.len(),
        whole.len()
    );
    let words = |record: &Record| {
        let steps = why(record, question).steps;
        let chain = steps.iter().filter(|step| step.kind != StepKind::Condition);
        chain.map(|step| step.text.plain()).collect::<Vec<_>>()
    };
    assert_eq!(words(&thin), words(&whole));
}

#[test]
fn questions_about_what_does_not_exist_are_answered() {
    let kept = disturbed_run(SCENARIO, 2);
    let questions = [
        Question::Event(1 << 40),
        Question::Message(1 << 40),
        Question::Request(RequestId(1 << 40)),
        Question::Slow(RequestId(1 << 40)),
        Question::Role {
            range: RangeId(77),
            node: 9,
        },
        Question::Entry {
            range: RangeId(77),
            index: 3,
        },
        Question::NoLeader(RangeId(77)),
        Question::NotCommitted {
            range: RangeId(0),
            index: 1 << 40,
        },
        Question::NotMoved(RangeId(77)),
    ];
    for question in questions {
        let answer = why(&kept, question);
        assert!(
            !answer.question.is_empty() && !answer.short.is_empty(),
            "{question:?}"
        );
        assert_eq!(answer.wanted_us, None, "{question:?}");
    }
}

/// What a rule rests on, found in the record anew: independent of how it came to be cited.
fn rests_on(index: &Index, step: &Step) -> bool {
    let Some(rule) = step.rule else {
        return true;
    };
    let rows = || index.event(step.event);
    let has = |fits: &dyn Fn(&Fact) -> bool| rows().any(|row| index.fact(row).is_some_and(fits));
    let checks = index.settings_at(step.at_us).check_quorum;
    let earlier = |fits: &dyn Fn(&Fact) -> bool| {
        let upto = rows().end;
        (0..upto).any(|row| index.fact(row).is_some_and(fits))
    };
    let refused = |reason: Refusal| {
        earlier_or_later(
            index,
            step,
            |fact| matches!(fact, Fact::Refused { why, .. } if *why == reason),
        )
    };
    match rule {
        rule::CHECK_QUORUM => checks,
        rule::NO_CHECK_QUORUM => !checks,
        rule::DROPPED => refused(Refusal::ProposalDropped),
        rule::WRONG_RANGE => refused(Refusal::WrongRange),
        rule::NOT_LEADER => refused(Refusal::NotLeader),
        rule::LAGGING => refused(Refusal::LaggingIndex),
        rule::BUSY => refused(Refusal::Busy),
        rule::TRANSFER => earlier(&|fact| {
            matches!(fact, Fact::Sent(sent)
                if matches!(sent.what, MessageType::TimeoutNow | MessageType::TransferLeader))
        }),
        rule::SPLIT => has(&|fact| {
            matches!(
                fact,
                Fact::Changed {
                    what: Change::Split,
                    ..
                }
            )
        }),
        rule::MAJORITY => has(&|fact| {
            matches!(
                fact,
                Fact::Role {
                    role: Role::Leader,
                    ..
                }
            )
        }),
        rule::TIMEOUT => matches!(index.began(step.event), Some(Began::Deadline)),
        rule::CUT => has(&|fact| matches!(fact, Fact::Died { .. })),
        rule::LEASE => earlier(&|fact| matches!(fact, Fact::Lease { .. })),
        _ => true,
    }
}

/// A refusal is told when it leaves, and known when it arrives.
fn earlier_or_later(index: &Index, step: &Step, fits: impl Fn(&Fact) -> bool) -> bool {
    let range = index.event(step.event);
    let told = (range.start..index.rows.len()).any(|row| index.fact(row).is_some_and(&fits));
    told || (0..range.start).any(|row| index.fact(row).is_some_and(&fits))
}

#[test]
fn what_is_cited_is_in_the_record_comes_before_its_effect_and_bears_its_rule_out() {
    let relayed = relayed();
    let split = include_str!("../../../run/testdata/truth/why-after-split.json");
    let texts = [SCENARIO, RANGES, relayed.as_str(), split];
    for (text, seed) in texts
        .into_iter()
        .flat_map(|text| (4..=5).map(move |seed| (text, seed)))
    {
        let kept = disturbed_run(text, seed);
        let index = Index::of(&kept);
        // Every fact of a long run is too many for one test: every few, and all of the rare ones.
        let asked = (0..index.rows.len()).filter(|row| match index.fact(*row) {
            Some(Fact::Role { .. } | Fact::Refused { .. } | Fact::Changed { .. }) => true,
            Some(_) => row % 23 == 0,
            None => false,
        });
        for row in asked {
            let mut chain = Chain::new(&index);
            chain.back(row);
            for step in chain.take_steps() {
                let what = || format!("seed {seed}, row {row}: {step:?}");
                let rows = index.event(step.event);
                assert!(!rows.is_empty() || step.event == 0, "{}", what());
                assert!(rows.start <= row, "{}", what());
                assert!(step.at_us <= index.rows[row].at_us, "{}", what());
                let at = index.rows[rows.start].at_us;
                assert!(step.event == 0 || at == step.at_us, "{}", what());
                assert!(rests_on(&index, &step), "{}", what());
            }
        }
    }
}

/// All that an answer says, and the things that each text names.
fn said(answer: &Answer) -> Vec<(String, Vec<String>)> {
    let text = |text: &Text| {
        let targets = text.parts.iter().filter_map(|part| part.target);
        let mut targets: Vec<String> = targets.map(|target| format!("{target:?}")).collect();
        targets.sort();
        (text.plain(), targets)
    };
    let mut all = vec![text(&answer.question), text(&answer.short)];
    for step in &answer.steps {
        all.push(text(&step.text));
        all.extend(step.wait.iter().map(|wait| (wait.what.clone(), Vec::new())));
    }
    all
}

/// Whether a text is one sentence with its template, and nothing beside it.
fn is_one_sentence(marked: &str) -> bool {
    let mut depth = 0_u32;
    let mut ends = marked.chars().map(|sign| {
        depth += u32::from(sign == BEGIN);
        depth -= u32::from(sign == END);
        depth == 0
    });
    ends.position(|is_end| is_end) == Some(marked.chars().count() - 1)
}

#[test]
fn answers_that_carry_their_templates_are_whole_sentences_and_the_same_in_english() {
    let relayed = relayed();
    let split = include_str!("../../../run/testdata/truth/why-after-split.json");
    let mut asked = 0;
    for text in [SCENARIO, RANGES, relayed.as_str(), split] {
        let english = disturbed_run(text, 6);
        keep_templates(true);
        let marked = disturbed_run(text, 6);
        let with_templates = Index::of(&marked);
        keep_templates(false);
        let index = Index::of(&english);
        let rows = (0..index.rows.len()).step_by(211);
        let mut questions: Vec<Question> = rows
            .map(|row| Question::Event(index.rows[row].event))
            .collect();
        let requests: Vec<RequestId> = index.all_requests().collect();
        let requests = requests.iter().step_by(41);
        questions.extend(requests.flat_map(|n| [Question::Request(*n), Question::Slow(*n)]));
        let flights = (1..index.rows.len() as u64).step_by(997);
        questions.extend(flights.map(Question::Message));
        questions.extend((0..3).flat_map(|range| {
            let role = move |node| Question::Role {
                range: RangeId(range),
                node,
            };
            let entry = move |index| Question::NotCommitted {
                range: RangeId(range),
                index,
            };
            let asked = [
                Question::NoLeader(RangeId(range)),
                Question::NotMoved(RangeId(range)),
            ];
            let asked = asked.into_iter().chain((0..4).map(role));
            asked.chain((1..400).step_by(131).map(entry))
        }));
        for question in questions {
            let plain = said(&answer(&index, question));
            keep_templates(true);
            let kept = said(&answer(&with_templates, question));
            keep_templates(false);
            assert_eq!(plain.len(), kept.len(), "{question:?}");
            for ((plain, named), (kept, named_too)) in plain.iter().zip(&kept) {
                assert!(is_one_sentence(kept), "{question:?}: {kept:?}");
                assert_eq!((&english_of(kept), named_too), (plain, named));
            }
            asked += 1;
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn a_rule_crosses_as_a_sentence_where_templates_are_kept() {
    let written = || serde_json::to_value(rule::VOTE).expect("plain data");
    let plain = written();
    keep_templates(true);
    let kept = written();
    keep_templates(false);
    for field in ["text", "source"] {
        let text = |value: &serde_json::Value| value[field].as_str().map(str::to_owned);
        let (plain, kept) = (text(&plain).expect("a text"), text(&kept).expect("a text"));
        assert_eq!(
            (english_of(&kept), kept),
            (plain.clone(), format!("{BEGIN}{plain}{END}"))
        );
    }
}
