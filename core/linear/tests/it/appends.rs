//! Texts that grow: whoever reads one knows the order of what it holds, and the search uses that.
//! It must say what trying every order says, and be quick where that would take for ever.

use linear::{Verdict, judge, judge_within, parse};

/// SplitMix64.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ (word >> 31)) % end
    }
}

/// An append of a letter, or a read, with the events of its beginning and end.
#[derive(Clone, Debug)]
struct Op {
    appends: Option<char>,
    seen: String,
    call: u64,
    ret: Option<u64>,
}

/// A few operations, each at some instant within its own time; some reads lie.
fn draw_ops(draw: &mut Draw) -> Vec<Op> {
    let count = 3 + draw.below(4) as usize;
    let mut at: Vec<(u64, usize)> = (0..count).map(|op| (10 + draw.below(30), op)).collect();
    at.sort_unstable();
    let mut ops = vec![None; count];
    let mut text = String::new();
    for (now, op) in at {
        // Two letters only: the same text may come about in several ways.
        let letter = ['a', 'b'][draw.below(2) as usize];
        let appends = (draw.below(2) == 0).then_some(letter);
        text.extend(appends);
        let ends = appends.is_none() || draw.below(5) > 0;
        let (call, ret) = (now - draw.below(10), now + 1 + draw.below(10));
        let seen = text.clone();
        ops[op] = Some(Op {
            appends,
            seen,
            call,
            ret: ends.then_some(ret),
        });
    }
    let mut ops: Vec<Op> = ops.into_iter().flatten().collect();
    for op in ops.iter_mut().filter(|op| op.appends.is_none()) {
        match draw.below(3) {
            0 => op.seen = op.seen.chars().rev().collect(),
            1 => op.seen.truncate(1),
            _ => {}
        }
    }
    ops
}

/// As lines, in the order of events; of two at one instant calls come first, so they overlap.
fn written(ops: &[Op]) -> String {
    let mut lines = Vec::new();
    for (process, op) in ops.iter().enumerate() {
        let (name, value) = match op.appends {
            Some(letter) => ("append", letter.to_string()),
            None => ("get", op.seen.clone()),
        };
        let line = |kind: &str| {
            format!(
                "{{:process {process}, :type :{kind}, :f :{name}, :key \"k\", :value \"{value}\"}}"
            )
        };
        lines.push((op.call, 0, line("invoke")));
        lines.extend(op.ret.map(|ret| (ret, 1, line("ok"))));
    }
    lines.sort();
    lines.into_iter().map(|(_, _, line)| line + "\n").collect()
}

/// Tries every order: one after the other of those that nobody left precedes.
fn has_order(left: &[Op], text: &str) -> bool {
    if left.iter().all(|op| op.ret.is_none()) {
        return true;
    }
    (0..left.len()).any(|first| {
        let op = &left[first];
        let precedes = |other: &Op| other.ret.is_some_and(|ret| ret < op.call);
        if left.iter().any(precedes) || (op.appends.is_none() && op.seen != text) {
            return false;
        }
        let mut rest = left.to_vec();
        rest.remove(first);
        let next: String = text.chars().chain(op.appends).collect();
        has_order(&rest, &next)
    })
}

#[test]
fn the_verdict_on_texts_that_grow_is_that_of_trying_every_order() {
    let mut refused = 0;
    for seed in 0..3_000 {
        let ops = draw_ops(&mut Draw(seed));
        let text = written(&ops);
        let history = parse::kv(&text).expect("well formed");
        let expected = has_order(&ops, "");
        let found = judge(&history) == Verdict::Linearizable;
        assert_eq!(found, expected, "seed {seed}\n{text}");
        refused += u64::from(!found);
    }
    assert!(
        (300..2_700).contains(&refused),
        "both verdicts come: {refused}"
    );
}

#[test]
fn where_it_goes_wrong_is_told_by_the_first_end_that_shows_it() {
    let lines = [
        "{:process 0 :type :invoke :f :append :key \"k\" :value \"a\"}",
        "{:process 0 :type :ok :f :append :key \"k\"}",
        "{:process 1 :type :invoke :f :get :key \"k\"}",
        "{:process 1 :type :ok :f :get :key \"k\" :value \"\"}",
        "{:process 0 :type :invoke :f :append :key \"k\" :value \"b\"}",
        "{:process 0 :type :ok :f :append :key \"k\"}",
        "{:process 2 :type :invoke :f :get :key \"k\"}",
        "{:process 2 :type :ok :f :get :key \"k\" :value \"ab\"}",
    ];
    let history = parse::kv(&lines.join("\n")).expect("well formed");
    let Verdict::NotLinearizable(offence) = judge(&history) else {
        panic!("the first read misses an append");
    };
    assert_eq!((offence.at.line, offence.operations.len()), (3, 2));
}

/// Writes something more into a history.
fn add(text: &mut String, more: String) {
    text.push_str(&more);
}

/// Rounds in which fifty clients append to one key at once; then one read, of all but the first.
fn rounds(count: u64) -> String {
    let (mut lines, mut text) = (String::new(), String::new());
    for round in 0..count {
        for process in 0..50 {
            let value = format!("{process}.{round} ");
            add(
                &mut lines,
                format!(
                    "{{:process {process} :type :invoke :f :append :key \"k\" :value \"{value}\"}}\n"
                ),
            );
        }
        for process in (0..50).rev() {
            add(&mut text, format!("{process}.{round} "));
            add(
                &mut lines,
                format!("{{:process {process} :type :ok :f :append :key \"k\"}}\n"),
            );
        }
    }
    let late = text.split_once(' ').expect("there are several").1;
    lines
        + "{:process 0 :type :invoke :f :get :key \"k\"}\n"
        + &format!("{{:process 0 :type :ok :f :get :key \"k\" :value \"{late}\"}}\n")
}

#[test]
fn appends_of_many_at_once_that_no_order_explains_are_found_in_few_steps() {
    let history = parse::kv(&rounds(4)).expect("well formed");
    let (verdict, given_up) = judge_within(&history, 2_000);
    assert_eq!(given_up, 0, "the search found out");
    let Verdict::NotLinearizable(offence) = verdict else {
        panic!("an append is missing");
    };
    let part = offence.part(&history, 1_000_000);
    assert!(part.is_smallest);
    // An append that ended, and who did not read it; and all others, whose texts were read.
    assert_eq!(part.operations.len(), 201);
}

#[test]
fn shrinking_stops_when_its_work_is_done_and_what_is_left_has_no_order() {
    let history = parse::kv(&rounds(4)).expect("well formed");
    let Verdict::NotLinearizable(offence) = judge(&history) else {
        panic!("an append is missing");
    };
    for work_max in [0, 1, 500, 5_000, u64::MAX] {
        let part = offence.part(&history, work_max);
        let is_all = part.operations.len() == offence.operations.len();
        assert_eq!(part.is_smallest, work_max == u64::MAX, "{work_max}");
        assert!(work_max > 1 || is_all, "{work_max}");
        let mut rest = history.clone();
        rest.keys = vec![("k".to_string(), part.operations)];
        assert_ne!(judge(&rest), Verdict::Linearizable, "{work_max}");
    }
}

#[test]
fn a_read_that_lost_its_end_after_longer_ones_is_found_and_shrunk_in_few_steps() {
    let mut text = rounds(4);
    // Everything was read before, by another client, and fifty more appends run at once.
    let whole: String = (0..4)
        .flat_map(|round| (0..50).rev().map(move |p| format!("{p}.{round} ")))
        .collect();
    text.truncate(
        text.find("{:process 0 :type :invoke :f :get")
            .expect("the last read"),
    );
    text += "{:process 60 :type :invoke :f :get :key \"k\"}\n";
    add(
        &mut text,
        format!("{{:process 60 :type :ok :f :get :key \"k\" :value \"{whole}\"}}\n"),
    );
    for process in 100..150 {
        add(
            &mut text,
            format!(
                "{{:process {process} :type :invoke :f :append :key \"k\" :value \"z{process} \"}}\n"
            ),
        );
    }
    for process in 100..150 {
        add(
            &mut text,
            format!("{{:process {process} :type :ok :f :append :key \"k\"}}\n"),
        );
    }
    let half = &whole[..whole.len() / 2];
    text += "{:process 60 :type :invoke :f :get :key \"k\"}\n";
    add(
        &mut text,
        format!("{{:process 60 :type :ok :f :get :key \"k\" :value \"{half}\"}}\n"),
    );
    let history = parse::kv(&text).expect("well formed");
    let (Verdict::NotLinearizable(offence), 0) = judge_within(&history, 5_000) else {
        panic!("it lost its end");
    };
    assert!(offence.part(&history, 500_000).is_smallest);
}
