//! Canaries: a history that a register made, with one thing wrong, is refused whatever its seed.
//! Operations that never end are handled both ways.

use linear::{Recorded, Verdict, judge, registers};

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

/// Operations of a few registers, each of which takes effect at one instant within its own time;
/// every write is read once it is done, before the next one of its key.
fn healthy(seed: u64, keys: u64, rounds: u64) -> Vec<Recorded> {
    let mut draw = Draw(seed);
    let mut operations = Vec::new();
    for key in 0..keys {
        let mut now = draw.below(50);
        for round in 1..=rounds {
            let write = Recorded {
                key,
                is_write: true,
                value: key * rounds + round,
                from: now,
                until: Some(now + 5 + draw.below(20)),
            };
            now += 30;
            operations.push(write);
            for reader in 0..=draw.below(3) {
                operations.push(Recorded {
                    is_write: false,
                    from: now + reader,
                    until: Some(now + 5 + draw.below(10)),
                    ..write
                });
            }
            now += 20;
        }
    }
    operations
}

fn refused(operations: &[Recorded]) -> usize {
    let history = registers(operations);
    match judge(&history) {
        Verdict::Linearizable => 0,
        Verdict::NotLinearizable(offence) => offence.part(&history, 10_000_000).operations.len(),
    }
}

/// A read of the history, not of its first or last round.
fn a_read(draw: &mut Draw, operations: &[Recorded]) -> usize {
    loop {
        let place = draw.below(operations.len() as u64) as usize;
        let is_inner = place > 4 && place + 8 < operations.len();
        if !operations[place].is_write && is_inner {
            return place;
        }
    }
}

#[test]
fn what_registers_did_is_accepted() {
    for seed in 0..200 {
        assert_eq!(refused(&healthy(seed, 3, 20)), 0, "seed {seed}");
    }
}

#[test]
fn one_swapped_value_is_refused() {
    for seed in 0..200 {
        let mut operations = healthy(seed, 1, 20);
        let mut draw = Draw(seed + 1_000);
        let one = a_read(&mut draw, &operations);
        let other = loop {
            let other = a_read(&mut draw, &operations);
            if operations[other].value != operations[one].value {
                break other;
            }
        };
        let value = operations[one].value;
        operations[one].value = operations[other].value;
        operations[other].value = value;
        let shown = refused(&operations);
        assert!((1..=5).contains(&shown), "seed {seed}: {shown} operations");
    }
}

#[test]
fn one_lost_write_is_refused() {
    for seed in 0..200 {
        let mut operations = healthy(seed, 1, 20);
        let mut draw = Draw(seed + 2_000);
        // Everybody reads what stood before.
        let lost = operations[a_read(&mut draw, &operations)].value;
        for read in operations.iter_mut().filter(|read| !read.is_write) {
            if read.value == lost {
                read.value = lost - 1;
            }
        }
        let shown = refused(&operations);
        assert!((2..=4).contains(&shown), "seed {seed}: {shown} operations");
    }
}

#[test]
fn one_read_from_the_future_is_refused() {
    for seed in 0..200 {
        let mut operations = healthy(seed, 1, 20);
        let mut draw = Draw(seed + 3_000);
        let early = a_read(&mut draw, &operations);
        operations[early].value += 1;
        assert!(refused(&operations) > 0, "seed {seed}");
    }
}

#[test]
fn a_value_that_nobody_wrote_is_refused() {
    let mut operations = healthy(1, 1, 5);
    let place = operations.iter().position(|read| !read.is_write);
    operations[place.expect("there are reads")].value = 99_999;
    assert_eq!(refused(&operations), 1);
}

#[test]
fn a_write_that_never_ends_may_be_seen_late_early_or_not_at_all() {
    let open = Recorded {
        key: 0,
        is_write: true,
        value: 1,
        from: 10,
        until: None,
    };
    let read = |value, from| Recorded {
        is_write: false,
        value,
        from,
        until: Some(from + 5),
        ..open
    };
    assert_eq!(refused(&[open, read(0, 20), read(0, 30)]), 0, "never");
    assert_eq!(refused(&[open, read(0, 20), read(1, 30)]), 0, "late");
    assert_eq!(refused(&[open, read(1, 20), read(1, 30)]), 0, "early");
    assert_eq!(
        refused(&[open, read(1, 20), read(0, 30)]),
        3,
        "seen, then gone"
    );
    assert_eq!(refused(&[open, read(1, 2)]), 1, "before it began");
}

#[test]
fn a_long_healthy_history_is_judged_with_little_memory() {
    let operations = healthy(7, 50, 700);
    assert!(operations.len() > 100_000);
    assert_eq!(refused(&operations), 0);
}
