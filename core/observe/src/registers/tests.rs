//! Hand-made histories, and a comparison with a search over all orders on small random ones.

use model::ids::RequestId;
use sim::Stream;

use crate::registers::*;

/// An operation of a history of one key. `response_us` is `None` for a write without an answer.
#[derive(Copy, Clone, Debug)]
struct Op {
    is_write: bool,
    value: u64,
    invocation_us: Micros,
    response_us: Option<Micros>,
}

fn write(value: u64, invocation_us: Micros, response_us: Micros) -> Op {
    Op {
        is_write: true,
        value,
        invocation_us,
        response_us: Some(response_us),
    }
}

fn unanswered_write(value: u64, invocation_us: Micros) -> Op {
    Op {
        is_write: true,
        value,
        invocation_us,
        response_us: None,
    }
}

fn read(value: u64, invocation_us: Micros, response_us: Micros) -> Op {
    Op {
        is_write: false,
        value,
        invocation_us,
        response_us: Some(response_us),
    }
}

fn end(request: RequestId, invoked_us: Micros, at_us: Micros, oldest_us: Micros) -> ReadEnd {
    ReadEnd {
        request,
        invoked_us,
        at_us,
        oldest_us,
    }
}

/// Feeds a history in order of time and answers with what broke first.
fn judge(history: &[Op], thin_at: u32) -> Option<Broken> {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    enum Step {
        Responds,
        Invokes,
    }
    let mut steps = Vec::new();
    for (number, op) in history.iter().enumerate() {
        steps.push((op.invocation_us, Step::Invokes, number));
        // Operations that meet in an instant overlap: a response waits for the invocations.
        let end_us = op.response_us.unwrap_or(op.invocation_us + 3);
        steps.push((end_us, Step::Responds, number));
    }
    steps.sort_by_key(|(at_us, step, number)| (*at_us, *step == Step::Responds, *number));
    let mut registers = RegisterCheck::new(1);
    let mut waiting: Vec<Micros> = Vec::new();
    for (at_us, step, number) in steps {
        let op = history[number];
        match step {
            Step::Invokes => {
                waiting.push(op.invocation_us);
                if op.is_write {
                    registers.write_invoked(at_us, 0, op.value);
                }
            }
            Step::Responds => {
                let place = waiting.iter().position(|us| *us == op.invocation_us);
                waiting.remove(place.expect("it was invoked"));
                let oldest_us = waiting.iter().copied().min().unwrap_or(at_us);
                if let Some(key) = registers.key(0) {
                    key.thin_at = thin_at;
                }
                if op.is_write {
                    let outcome = if op.response_us.is_some() {
                        Outcome::Ok
                    } else {
                        Outcome::Unknown
                    };
                    registers.write_completed(at_us, 0, op.value, outcome, oldest_us);
                } else if let Err(broken) = registers.read(
                    0,
                    op.value,
                    end(RequestId(number as u64), op.invocation_us, at_us, oldest_us),
                ) {
                    return Some(broken);
                }
            }
        }
    }
    None
}

/// Whether some order of the operations explains the history: tries them all.
fn has_an_order(history: &[Op]) -> bool {
    fn search(history: &[Op], done: &mut Vec<bool>, value: u64) -> bool {
        let must = |op: &Op| op.response_us.is_some();
        if history
            .iter()
            .zip(&*done)
            .all(|(op, done)| *done || !must(op))
        {
            return true;
        }
        for place in 0..history.len() {
            let op = history[place];
            let overtaken = history.iter().zip(&*done).any(|(other, done)| {
                !done
                    && other
                        .response_us
                        .is_some_and(|end_us| end_us < op.invocation_us)
            });
            if done[place] || overtaken || (!op.is_write && op.value != value) {
                continue;
            }
            done[place] = true;
            let after = if op.is_write { op.value } else { value };
            if search(history, done, after) {
                return true;
            }
            done[place] = false;
        }
        false
    }
    search(history, &mut vec![false; history.len()], 0)
}

fn check(history: &[Op], expected: Option<Broken>) {
    assert_eq!(judge(history, ZONES_THIN), expected, "{history:?}");
    assert_eq!(
        has_an_order(history),
        expected.is_none(),
        "the search disagrees: {history:?}"
    );
}

#[test]
fn a_history_in_order_passes() {
    check(
        &[
            read(0, 1, 2),
            write(1, 3, 4),
            read(1, 5, 6),
            write(2, 7, 8),
            read(2, 9, 10),
        ],
        None,
    );
}

#[test]
fn what_overlaps_may_be_seen_or_not() {
    check(
        &[write(1, 1, 10), read(0, 2, 3), read(1, 4, 5), read(1, 6, 7)],
        None,
    );
    check(
        &[
            write(1, 1, 10),
            write(2, 2, 9),
            read(1, 11, 12),
            read(1, 13, 14),
        ],
        None,
    );
}

#[test]
fn a_stale_read_is_caught() {
    check(
        &[write(1, 1, 2), write(2, 3, 4), read(1, 5, 6)],
        Some(Broken::Replaced { by: 2 }),
    );
}

#[test]
fn a_lost_write_is_caught() {
    check(
        &[write(1, 1, 2), read(0, 3, 4)],
        Some(Broken::Replaced { by: 1 }),
    );
}

#[test]
fn a_value_that_goes_back_is_caught_while_its_write_is_still_pending() {
    check(
        &[write(1, 1, 20), read(1, 2, 3), read(0, 4, 5)],
        Some(Broken::Replaced { by: 1 }),
    );
}

#[test]
fn swapped_values_are_caught() {
    // Both keys' readers got each other's value: neither was written to this key.
    check(&[write(1, 1, 2), read(7, 3, 4)], Some(Broken::Unknown));
}

#[test]
fn a_read_from_the_future_is_caught() {
    check(
        &[write(1, 1, 2), read(2, 3, 4), write(2, 5, 6)],
        Some(Broken::Unknown),
    );
    let mut untouched = RegisterCheck::new(1);
    assert_eq!(
        untouched.read(0, 2, end(RequestId(99), 3, 4, 4)),
        Err(Broken::Unknown)
    );
}

#[test]
fn a_write_without_an_answer_may_happen_at_any_time_or_never() {
    check(&[unanswered_write(1, 1), read(0, 9, 10)], None);
    check(
        &[
            unanswered_write(1, 1),
            read(0, 9, 10),
            read(1, 11, 12),
            read(1, 13, 14),
        ],
        None,
    );
    check(
        &[unanswered_write(1, 1), read(1, 9, 10), read(0, 11, 12)],
        Some(Broken::Replaced { by: 1 }),
    );
}

#[test]
fn a_write_that_was_refused_must_not_be_read() {
    let mut registers = RegisterCheck::new(1);
    registers.write_invoked(1, 0, 1);
    registers.write_completed(2, 0, 1, Outcome::Failed, 2);
    assert_eq!(registers.read(0, 0, end(RequestId(99), 3, 4, 4)), Ok(None));
    assert_eq!(
        registers.read(0, 1, end(RequestId(99), 5, 6, 6)),
        Err(Broken::Unknown)
    );
}

#[test]
fn verdicts_equal_those_of_a_search_over_all_orders() {
    let mut broken = 0;
    for seed in 0..20_000 {
        let history = random_history(seed);
        let expected = !has_an_order(&history);
        // Once with thinning after every step, once without.
        for thin_at in [0, 100] {
            let found = judge(&history, thin_at).is_some();
            assert_eq!(
                found, expected,
                "seed {seed}, thinning at {thin_at}: {history:?}"
            );
        }
        broken += u32::from(expected);
    }
    assert!(
        (2_000..18_000).contains(&broken),
        "both verdicts are common, {broken} broken"
    );
}

/// Up to eight operations with close instants, so that many overlap and some meet.
fn random_history(seed: u64) -> Vec<Op> {
    let mut stream = Stream::fork(seed, "history", 0);
    let mut below = |bound: u64| stream.next() % bound;
    let count = 2 + below(7);
    let mut writes = 0;
    let mut history = Vec::new();
    for _ in 0..count {
        let invocation_us = 1 + below(24);
        let response_us = Some(invocation_us + 1 + below(8));
        if below(5) < 2 {
            writes += 1;
            let response_us = response_us.filter(|_| below(4) > 0);
            history.push(Op {
                is_write: true,
                value: writes,
                invocation_us,
                response_us,
            });
        } else {
            history.push(Op {
                is_write: false,
                value: 0,
                invocation_us,
                response_us,
            });
        }
    }
    for op in &mut history {
        if !op.is_write {
            op.value = below(writes + 1);
        }
    }
    history
}

#[test]
fn values_are_forgotten_and_still_bind() {
    let mut registers = RegisterCheck::new(1);
    for value in 1..=10_000_u64 {
        let at_us = value * 10;
        registers.write_invoked(at_us, 0, value);
        registers.write_completed(at_us + 2, 0, value, Outcome::Ok, at_us + 2);
        assert_eq!(
            registers.read(
                0,
                value,
                end(RequestId(99), at_us + 3, at_us + 5, at_us + 5)
            ),
            Ok(None)
        );
    }
    let key = registers.key(0).expect("the key was written");
    assert!(
        key.zones.len() <= 2 * ZONES_THIN as usize,
        "{} zones are kept",
        key.zones.len()
    );
    assert_eq!(
        registers.read(0, 17, end(RequestId(99), 199_999, 200_000, 200_000)),
        Err(Broken::Unknown)
    );
    assert_eq!(
        registers.read(0, 10_000, end(RequestId(99), 199_999, 200_000, 200_000)),
        Ok(None)
    );
}

#[test]
fn open_writes_are_bounded_and_forgetting_one_raises_no_false_alarm() {
    let mut registers = RegisterCheck::new(1);
    for value in 1..=OPEN_WRITES_MAX as u64 + 1 {
        registers.write_invoked(value, 0, value);
        registers.write_completed(value + 1, 0, value, Outcome::Unknown, value);
    }
    assert_eq!(registers.open.len(), OPEN_WRITES_MAX);
    assert_eq!(
        registers.read(0, 1, end(RequestId(99), 800_000, 900_000, 900_000)),
        Ok(Some(Forgotten::OpenWrites)),
        "it was forgotten"
    );
    assert_eq!(
        registers.read(0, 2, end(RequestId(99), 900_001, 900_002, 900_002)),
        Ok(None),
        "it is still known"
    );
    assert_eq!(registers.open.len(), OPEN_WRITES_MAX - 1);
}
