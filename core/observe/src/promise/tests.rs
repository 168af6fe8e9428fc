//! Histories with one thing wrong, and the operations that show it.

use model::ids::RequestId;

use crate::bank::Bank;
use crate::history::Now;
use crate::judged::Judged;
use crate::promise::*;
use crate::testing::request;

/// Clients of one key, one step after the other.
struct Clients {
    history: History,
    pending: Pending,
}

impl Clients {
    fn new() -> Self {
        Clients {
            history: History::new(1, 0, Bank::default()),
            pending: Pending::default(),
        }
    }

    fn begin(&mut self, at_us: Micros, number: u64, op: OpKind) {
        let fact = request(number, op, 0);
        self.pending.invoked(at_us, &fact);
        self.history.invoked(at_us, &fact);
    }

    fn end(&mut self, at_us: Micros, number: u64, outcome: Outcome, value: u64) -> Judged {
        let ended = self
            .pending
            .completed(RequestId(number))
            .expect("it was sent");
        let now = Now {
            at_us,
            oldest_us: self.pending.oldest_read_us(at_us),
            whole_us: ended.invoked_us,
        };
        self.history.completed(now, &ended, outcome, value)
    }

    fn write(&mut self, from_us: Micros, until_us: Micros, number: u64) {
        self.begin(from_us, number, OpKind::Put);
        self.end(until_us, number, Outcome::Ok, number);
    }

    fn read(
        &mut self,
        from_us: Micros,
        until_us: Micros,
        number: u64,
        value: u64,
    ) -> Option<Vec<u64>> {
        self.begin(from_us, number, OpKind::Get);
        let judged = self.end(until_us, number, Outcome::Ok, value);
        let read = judged.broken?;
        let promise = BrokenPromise::new(until_us, read, &self.history, &self.pending);
        let numbers = promise.operations.iter().map(|witness| witness.request.0);
        Some(numbers.collect())
    }
}

#[test]
fn a_read_of_a_replaced_value_is_shown_by_both_writes() {
    let mut clients = Clients::new();
    clients.write(10, 20, 1);
    assert_eq!(clients.read(21, 22, 2, 1), None);
    clients.write(30, 40, 3);
    assert_eq!(clients.read(41, 42, 4, 3), None);
    assert_eq!(clients.read(50, 60, 5, 1), Some(vec![1, 3, 5]));
}

#[test]
fn a_lost_write_is_shown_by_the_write_alone() {
    let mut clients = Clients::new();
    clients.write(10, 20, 1);
    assert_eq!(clients.read(50, 60, 2, 0), Some(vec![1, 2]));
}

#[test]
fn a_read_that_goes_back_is_shown_by_the_read_before_it() {
    let mut clients = Clients::new();
    clients.write(1, 5, 1);
    clients.begin(10, 2, OpKind::Put);
    assert_eq!(clients.read(20, 30, 3, 2), None);
    assert_eq!(clients.read(40, 50, 4, 1), Some(vec![1, 2, 3, 4]));
}

#[test]
fn a_value_that_nobody_wrote_is_shown_by_its_read() {
    let mut clients = Clients::new();
    clients.write(10, 20, 1);
    assert_eq!(clients.read(50, 60, 2, 77), Some(vec![2]));
}

#[test]
fn a_write_without_an_answer_may_happen_late_and_then_stays() {
    let mut clients = Clients::new();
    clients.begin(10, 1, OpKind::Put);
    clients.end(20, 1, Outcome::Unknown, 0);
    assert_eq!(clients.read(30, 40, 2, 0), None);
    assert_eq!(clients.read(50, 60, 3, 1), None);
    assert_eq!(clients.read(70, 80, 4, 0), Some(vec![1, 3, 4]));
}

#[test]
fn what_is_replaced_long_ago_is_shown_as_well() {
    let mut clients = Clients::new();
    for number in 1..=50 {
        clients.write(number * 10, number * 10 + 5, number);
    }
    let shown = clients
        .read(1_000, 1_010, 51, 3)
        .expect("it broke the promise");
    assert_eq!((shown.len(), shown[0], shown[2]), (3, 3, 51));
}

/// Drops one operation after the other: what is left of a smallest set has an order.
#[test]
fn nothing_can_be_left_out() {
    let mut clients = Clients::new();
    clients.write(1, 5, 1);
    clients.begin(10, 2, OpKind::Put);
    clients.begin(11, 3, OpKind::Get);
    clients.begin(12, 4, OpKind::Get);
    clients.end(20, 3, Outcome::Ok, 2);
    clients.end(21, 4, Outcome::Ok, 2);
    clients.begin(30, 5, OpKind::Get);
    let judged = clients.end(40, 5, Outcome::Ok, 1);
    let read = judged.broken.expect("it went back");
    let promise = BrokenPromise::new(40, read, &clients.history, &clients.pending);
    assert!(precede_each_other(&promise.operations, (1, 2)));
    for place in 0..promise.operations.len() {
        let mut rest = promise.operations.clone();
        let gone = rest.remove(place);
        if gone.op == OpKind::Put {
            rest.retain(|witness| witness.value != gone.value);
        }
        assert!(!precede_each_other(&rest, (1, 2)), "without {gone:?}");
    }
}
