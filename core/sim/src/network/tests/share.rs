//! Connections that share a link fairly: shares, order, conservation, and what is told of them.

use std::collections::BTreeMap;

use super::*;

const SLOW: LinkParams = LinkParams {
    bandwidth_bps: SLOW_BPS,
    ..PLAIN
};
/// As in the run that showed it: 125 MB held a reader up for 20 s.
const THIN: LinkParams = LinkParams {
    bandwidth_bps: 50_000_000,
    ..PLAIN
};

#[test]
fn two_connections_with_as_much_to_send_get_half_of_the_link_each() {
    let mut network = network(1, SLOW);
    network.send(0, A, B, 1_000_000);
    network.send(0, A2, B2, 1_000_000);
    assert_eq!(carry(&mut network), [(1, 2_001_000), (2, 2_001_000)].into());
}

#[test]
fn what_one_connection_does_not_need_is_shared_by_the_others() {
    let mut network = network(1, SLOW);
    network.send(0, A, B, 300);
    network.send(0, A2, B2, 600);
    network.send(0, A, B2, 900);
    // A third each for 900 µs, a half each for 600 µs, then all of it.
    let ends = carry(&mut network);
    assert_eq!(ends, [(1, 1_900), (2, 2_500), (3, 2_800)].into());
}

#[test]
fn a_small_message_waits_no_longer_than_its_own_time_beside_125_mb_of_another_connection() {
    for message_bytes in [125_000_000, 1_000_000] {
        let mut network = network(1, THIN);
        for _ in 0..125_000_000 / message_bytes {
            network.send(0, A, B, message_bytes);
        }
        let asked_us = SECONDS;
        let mut ends = carry_until(&mut network, asked_us);
        // 160 µs alone.
        network.send(asked_us, A2, B, 1_000);
        let number = network.sent;
        ends.extend(carry(&mut network));
        assert_eq!(ends[&number], asked_us + 2 * 160 + 1_000);
        assert_eq!(ends[&(number - 1)], 20 * SECONDS + 160 + 1_000);
    }
}

#[test]
fn a_connection_keeps_the_order_of_its_messages() {
    let mut network = network(1, SLOW);
    network.send(0, A, B, 1_000);
    network.send(0, A2, B, 10_000);
    network.send(0, A, B, 10);
    let ends = carry(&mut network);
    assert_eq!((ends[&1], ends[&3]), (3_000, 3_020));
}

#[test]
fn a_snapshot_has_a_connection_of_its_own_where_the_link_has_a_bandwidth() {
    let ends = |params: LinkParams| {
        let mut network = network(1, params);
        let pair = (A, B);
        network.send_on(0, pair, Lane::Snapshots, 1_000_000, Ticket::default());
        let sent = network.send_on(0, pair, Lane::Replicas, 100, Ticket::default());
        let ends = carry(&mut network);
        ends.get(&2).copied().unwrap_or(sent.end_us)
    };
    assert_eq!(ends(SLOW), 1_200);
    let window_bytes = 100_000;
    let windowed = |bandwidth_bps| LinkParams {
        bandwidth_bps,
        window_bytes,
        ..PLAIN
    };
    assert_eq!(
        ends(windowed(SLOW_BPS)),
        1_200,
        "nor does its window hold it up"
    );
    assert_eq!(
        ends(windowed(0)),
        19_002,
        "without one it shares all with others"
    );
}

#[test]
fn alone_on_a_link_all_arrives_as_was_said_when_it_was_sent() {
    for seed in 0..40 {
        let mut stream = Stream::fork(seed, "alone", 0);
        let params = LinkParams {
            bandwidth_bps: SLOW_BPS << stream.below(8),
            window_bytes: [0, 3_000, 20_000][stream.below(3) as usize],
            loss: Ratio {
                ppm: stream.below(2) as u32 * 50_000,
            },
            jitter_us: stream.below(2) * 700,
            ..PLAIN
        };
        let mut network = network(seed, params);
        let (mut said, mut ends) = (BTreeMap::new(), BTreeMap::new());
        let mut now = 0;
        for _ in 0..300 {
            now += stream.below(4_000);
            ends.extend(carry_until(&mut network, now));
            let sent = network.send(now, A, B, 1 + stream.below(30_000));
            let number = network.sent;
            said.insert(number, sent.end_us);
            if sent.certainty == Certainty::Certain {
                ends.insert(number, sent.end_us);
            }
            for (number, end_us) in network.moved().to_vec() {
                said.insert(number, end_us);
                ends.entry(number).and_modify(|end| *end = end_us);
            }
        }
        ends.extend(carry(&mut network));
        assert_eq!(ends, said, "seed {seed}");
    }
}

#[test]
fn lost_packets_of_a_shared_link_hold_up_their_own_connection_and_nothing_overtakes() {
    for seed in 0..60 {
        let params = LinkParams {
            loss: Ratio { ppm: 30_000 },
            jitter_us: 3_000,
            ..SLOW
        };
        let mut network = network(seed, params);
        let mut stream = Stream::fork(seed, "senders", 0);
        let mut ends = BTreeMap::new();
        let mut sent_on: BTreeMap<(NodeId, NodeId), Vec<u64>> = BTreeMap::new();
        let mut now = 0;
        for _ in 0..400 {
            now += stream.below(4_000);
            ends.extend(carry_until(&mut network, now));
            let way = [(A, B), (A2, B), (A, B2)][stream.below(3) as usize];
            let sent = network.send(now, way.0, way.1, stream.below(6_000));
            assert_eq!(sent.fate, Fate::Arrives, "seed {seed}");
            sent_on.entry(way).or_default().push(network.sent);
            if sent.certainty == Certainty::Certain {
                ends.insert(network.sent, sent.end_us);
            }
            for (number, end_us) in network.moved().to_vec() {
                if let Some(end) = ends.get_mut(&number) {
                    assert!(now < end_us && end_us <= *end, "seed {seed}, {number}");
                    *end = end_us;
                }
            }
        }
        ends.extend(carry(&mut network));
        assert_eq!(ends.len(), 400, "seed {seed}: each arrives");
        for sent in sent_on.values() {
            assert!(sent.is_sorted_by_key(|number| ends[number]), "seed {seed}");
        }
    }
}

#[test]
fn what_is_cut_still_takes_its_room_and_what_is_healed_comes_behind_it() {
    let mut network = network(1, SLOW);
    network.send(0, A, B, 1_000);
    let cut = network.impair(Place::Node(A), ZONE_B, Impairment::Cut);
    network.heal(cut);
    network.send(0, A, B, 10);
    network.send(0, A2, B, 10);
    let ends = carry(&mut network);
    assert_eq!((ends[&2], ends[&3]), (2_020, 1_020));
}

#[test]
fn a_bandwidth_that_is_lifted_leaves_what_was_accepted_as_it_was() {
    let mut network = network(1, SLOW);
    network.send(0, A, B, 1_000);
    network.set_link(ZoneId(0), ZoneId(1), PLAIN);
    network.send(100, A, B, 1_000);
    assert_eq!(network.send(100, A2, B, 1_000), arrives(100, 1_100));
    assert_eq!(carry(&mut network), [(1, 2_000), (2, 2_000)].into());
}

/// Of a long message it is told every 10 ms how much of it has left, and all of it once.
#[test]
fn parts_of_a_message_add_up_and_never_exceed_the_bandwidth() {
    let mut network = network(1, SLOW);
    let ticket = Ticket { slot: 7, cause: 9 };
    network.send_on(0, (A, B), Lane::Replicas, 95_000, ticket);
    network.send(0, A2, B, 95_000);
    carry(&mut network);
    let parts: Vec<Part> = network.parts().collect();
    let mut by_end: BTreeMap<Micros, u64> = BTreeMap::new();
    for part in &parts {
        *by_end.entry(part.end_us).or_default() += part.after - part.before;
    }
    let whole: Vec<_> = parts.iter().filter(|p| p.after == p.whole).collect();
    assert_eq!(whole.len(), 2);
    let first: Vec<_> = parts.iter().filter(|p| p.number == 1).collect();
    assert!(first.iter().all(|part| part.ticket == ticket));
    assert!(first.is_sorted_by(|part, next| part.after == next.before));
    assert_eq!((first[0].before, by_end.len()), (0, 20));
    let mut before_us = 1_000;
    for (end_us, left_ns) in by_end {
        assert!(end_us % 10_000 == 0 || end_us == 191_000, "{end_us}");
        assert!(left_ns.div_ceil(1_000) <= end_us - before_us, "{end_us}");
        before_us = end_us;
    }
}

/// A message over one link: when it was sent, on which connection, how long the link needs for it,
/// and when it had left.
#[derive(Copy, Clone)]
struct Load {
    sent_us: Micros,
    connection: usize,
    takes_us: u64,
    left_us: Micros,
}

/// What is wrong with a link that carried this, as it must be told for a wrong one.
fn wrong(loads: &[Load]) -> Option<&'static str> {
    let (mut busy_until_us, mut last_us) = (0, 0);
    for load in loads {
        if load.sent_us >= busy_until_us {
            if last_us != busy_until_us {
                return Some("idle");
            }
            busy_until_us = load.sent_us;
        }
        busy_until_us += load.takes_us;
        last_us = last_us.max(load.left_us);
    }
    if last_us != busy_until_us {
        return Some("idle");
    }
    for since in loads.iter().map(|load| load.sent_us) {
        for until in loads.iter().map(|load| load.left_us) {
            let within = |load: &&Load| since <= load.sent_us && load.left_us <= until;
            let done_us: u64 = loads.iter().filter(within).map(|l| l.takes_us).sum();
            if done_us > until.saturating_sub(since) + 1 && done_us > 0 {
                return Some("too fast");
            }
        }
    }
    let fair = fair_ends(loads);
    let is_fair = fair
        .iter()
        .zip(loads)
        .all(|(fair_us, load)| (fair_us - load.left_us as f64).abs() < 2.0);
    (!is_fair).then_some("unfair")
}

/// When each would have left if the link served all connections at once, worked out step by step.
fn fair_ends(loads: &[Load]) -> Vec<f64> {
    let mut left: Vec<f64> = loads.iter().map(|load| load.takes_us as f64).collect();
    let mut ends = vec![0.0; loads.len()];
    let (mut now, mut come) = (0.0, 0);
    loop {
        let mut firsts: BTreeMap<usize, usize> = BTreeMap::new();
        for place in (0..come).rev().filter(|place| left[*place] > 0.0) {
            firsts.insert(loads[place].connection, place);
        }
        let next = loads.get(come).map(|load| load.sent_us as f64);
        let sharing = firsts.len() as f64;
        let least = firsts.values().map(|place| left[*place]).reduce(f64::min);
        let ends_at = least.map(|least| now + least * sharing);
        let until = match (next, ends_at) {
            (None, None) => return ends,
            (Some(next), Some(ends_at)) => next.min(ends_at),
            (next, ends_at) => next.or(ends_at).unwrap_or(now),
        };
        for place in firsts.values() {
            left[*place] -= (until - now) / sharing;
            if left[*place] < 1e-6 {
                (left[*place], ends[*place]) = (0.0, until);
            }
        }
        now = until;
        while loads.get(come).is_some_and(|l| l.sent_us as f64 <= now) {
            come += 1;
        }
    }
}

/// Messages of random sizes on five connections, as the link carries them.
fn carried(seed: u64) -> Vec<Load> {
    let mut network = network(seed, SLOW);
    let mut stream = Stream::fork(seed, "loads", 0);
    let ways = [(A, B), (A2, B), (A, B2), (A2, B2)];
    let mut now = 0;
    let mut loads = Vec::new();
    let mut ends = BTreeMap::new();
    for _ in 0..150 {
        now += stream.below(400);
        ends.extend(carry_until(&mut network, now));
        let connection = stream.below(4) as usize;
        let takes_us = 2 + stream.below(350);
        let (from, to) = ways[connection];
        assert_eq!(network.send(now, from, to, takes_us).fate, Fate::Arrives);
        loads.push(Load {
            sent_us: now,
            connection,
            takes_us,
            left_us: 0,
        });
    }
    ends.extend(carry(&mut network));
    for (load, number) in loads.iter_mut().zip(1..) {
        load.left_us = ends[&number] - PLAIN.delay_us;
    }
    loads
}

#[test]
fn a_link_is_never_faster_than_its_bandwidth_nor_idle_nor_unfair() {
    for seed in 0..30 {
        assert_eq!(wrong(&carried(seed)), None, "seed {seed}");
    }
}

/// The canary of the test above: it tells links that are wrong.
#[test]
fn a_link_that_is_too_fast_or_idle_or_unfair_is_told() {
    let right = carried(1);
    let changed = |change: &dyn Fn(&mut Vec<Load>)| {
        let mut loads = right.clone();
        change(&mut loads);
        wrong(&loads)
    };
    let idle = changed(&|loads| {
        let last = loads.iter_mut().max_by_key(|load| load.left_us);
        last.expect("there are some").left_us += 2;
    });
    assert_eq!(idle, Some("idle"));
    let fast = changed(&|loads| {
        let large = (0..149).max_by_key(|place| loads[*place].takes_us);
        let load = &mut loads[large.expect("there are some")];
        load.left_us = load.sent_us + load.takes_us - 3;
    });
    assert_eq!(fast, Some("too fast"));
    let in_one_queue = changed(&|loads| {
        let mut free_us = 0;
        for load in loads {
            free_us = load.sent_us.max(free_us) + load.takes_us;
            load.left_us = free_us;
        }
    });
    assert_eq!(in_one_queue, Some("unfair"));
}
