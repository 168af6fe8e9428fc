//! Random histories, by seed: those that a real register made are always accepted, those with one
//! fault are refused exactly when trying every order says so.

use linear::{History, Op, Operation, Verdict, judge, parse};

/// Enough to shrink any history of these to its smallest part.
const WORK_MAX: u64 = 10_000_000;

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

/// What a client is about.
#[derive(Copy, Clone)]
enum Client {
    Idle,
    /// It asked.
    Begun(Request),
    /// Its request took effect, with this answer, of which it does not know yet.
    Done(Request, u64),
}

#[derive(Copy, Clone)]
enum Request {
    Read,
    Write(u64),
    Cas(u64, u64),
}

impl Request {
    fn name(self) -> &'static str {
        match self {
            Request::Read => "read",
            Request::Write(_) => "write",
            Request::Cas(..) => "cas",
        }
    }

    fn value(self) -> String {
        match self {
            Request::Read => "nil".to_string(),
            Request::Write(new) => shown(new),
            Request::Cas(old, new) => format!("[{} {}]", shown(old), shown(new)),
        }
    }

    /// Changes the register and answers: what it held, or whether it changed.
    fn take_effect(self, register: &mut u64) -> u64 {
        match self {
            Request::Read => *register,
            Request::Write(new) => {
                *register = new;
                1
            }
            Request::Cas(old, new) => {
                let fits = *register == old;
                if fits {
                    *register = new;
                }
                u64::from(fits)
            }
        }
    }
}

fn shown(value: u64) -> String {
    match value {
        0 => "nil".to_string(),
        value => value.to_string(),
    }
}

/// What a log is made of.
struct Shape {
    operations: usize,
    clients: u64,
    values: u64,
    /// Whether there are compare-and-sets.
    cas: bool,
    /// Whether one read returns another value than it found.
    lie: bool,
}

/// A Jepsen log of a register whose operations take effect at one instant each.
fn log(draw: &mut Draw, shape: &Shape) -> String {
    let mut text = String::new();
    let mut states = vec![Client::Idle; shape.clients as usize];
    let (mut register, mut begun, mut lied) = (0, 0, !shape.lie);
    while begun < shape.operations || states.iter().any(|s| !matches!(s, Client::Idle)) {
        let client = draw.below(shape.clients);
        let state = &mut states[client as usize];
        let mut say = |kind: &str, of: Request, value: &str| {
            let line = format!(
                "INFO  jepsen.util - {client}\t:{kind}\t:{}\t{value}\n",
                of.name()
            );
            text += &line;
        };
        *state = match *state {
            Client::Idle if begun == shape.operations => Client::Idle,
            Client::Idle => {
                begun += 1;
                let value = 1 + draw.below(shape.values);
                let of = match draw.below(if shape.cas { 3 } else { 2 }) {
                    0 => Request::Read,
                    1 => Request::Write(value),
                    _ => Request::Cas(draw.below(shape.values + 1), value),
                };
                say("invoke", of, &of.value());
                Client::Begun(of)
            }
            Client::Begun(of) => Client::Done(of, of.take_effect(&mut register)),
            Client::Done(of, answer) => {
                match of {
                    Request::Read if !lied && draw.below(4) == 0 => {
                        lied = true;
                        say("ok", of, &shown(draw.below(shape.values + 1)));
                    }
                    Request::Read => say("ok", of, &shown(answer)),
                    _ if draw.below(12) == 0 => say("info", of, ":timed-out"),
                    Request::Cas(..) if answer == 0 => say("fail", of, &of.value()),
                    _ => say("ok", of, &of.value()),
                }
                Client::Idle
            }
        };
    }
    text
}

/// Tries every order: the definition.
fn by_definition(history: &History) -> bool {
    let one = |list: &[Operation]| {
        let mut left: Vec<&Operation> = list.iter().collect();
        can_be_ordered(&mut left, history.initial)
    };
    history.keys.iter().all(|(_, list)| one(list))
}

fn can_be_ordered(left: &mut Vec<&Operation>, state: linear::Value) -> bool {
    let Some(first_end) = left.iter().filter_map(|o| o.ret).min() else {
        return true;
    };
    for place in 0..left.len() {
        let operation = left[place];
        if operation.call > first_end {
            continue;
        }
        let next = match operation.op {
            Op::Read(seen) if seen != state => continue,
            Op::Read(_) => state,
            Op::Write(new) => new,
            Op::Cas { old, new, done } => match (old == state, done) {
                (true, Some(true) | None) => new,
                (false, Some(false) | None) => state,
                _ => continue,
            },
            Op::Append(_) => unreachable!("not drawn"),
        };
        left.remove(place);
        let is_order = can_be_ordered(left, next);
        left.insert(place, operation);
        if is_order {
            return true;
        }
    }
    false
}

#[test]
fn the_search_says_what_the_definition_says() {
    let mut refused = 0;
    for seed in 0..3_000 {
        let mut draw = Draw(seed);
        let (operations, clients) = (3 + draw.below(6) as usize, 2 + draw.below(3));
        let shape = Shape {
            operations,
            clients,
            values: 2,
            cas: seed % 4 < 2,
            lie: seed % 2 == 0,
        };
        let text = log(&mut draw, &shape);
        let history = parse::jepsen(&text).expect("well formed");
        let expected = by_definition(&history);
        let found = judge(&history);
        assert_eq!(
            found == Verdict::Linearizable,
            expected,
            "seed {seed}\n{text}"
        );
        if let Verdict::NotLinearizable(offence) = found {
            refused += 1;
            let smallest = offence.part(&history, WORK_MAX);
            assert!(smallest.is_smallest, "seed {seed}");
            let part = History {
                keys: vec![(offence.key, smallest.operations)],
                ..history
            };
            assert!(
                !by_definition(&part),
                "seed {seed}: the part has no order either\n{text}"
            );
        }
    }
    assert!(refused > 200, "the lies are found: {refused}");
}

#[test]
fn what_a_register_did_is_linearizable_however_long() {
    for seed in 0..20 {
        let mut draw = Draw(seed);
        let shape = Shape {
            operations: 5_000,
            clients: 2 + seed,
            values: 1_000_000,
            cas: false,
            lie: false,
        };
        let text = log(&mut draw, &shape);
        let history = parse::jepsen(&text).expect("well formed");
        assert_eq!(judge(&history), Verdict::Linearizable, "seed {seed}");
    }
}

#[test]
fn noise_is_refused_and_never_panics() {
    let shape = Shape {
        operations: 20,
        clients: 3,
        values: 5,
        cas: true,
        lie: false,
    };
    let good = log(&mut Draw(1), &shape).into_bytes();
    for seed in 0..2_000 {
        let mut draw = Draw(seed);
        let mut bytes = good.clone();
        for _ in 0..=draw.below(4) {
            let at = draw.below(bytes.len() as u64) as usize;
            bytes[at] = draw.below(128) as u8;
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = parse::jepsen(&text);
        let _ = parse::kv(&text);
        let _ = parse::jsonl(&text, None);
    }
}
