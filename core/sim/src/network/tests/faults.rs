//! What faults do to messages.

use super::*;

#[test]
fn a_cut_blocks_one_direction_halfway_and_takes_no_bandwidth() {
    let mut network = network(
        1,
        LinkParams {
            bandwidth_bps: SLOW_BPS,
            ..PLAIN
        },
    );
    let cut = network.impair(Place::Node(A), ZONE_B, Impairment::Cut);
    let blocked = Sent::once(0, 500, Fate::Blocked);
    assert_eq!(network.send(0, A, B, 100), blocked);
    assert_eq!(network.send(0, B, A, 100), stands(0, 1_100));
    assert_eq!(network.send(0, A2, B, 100), stands(0, 1_100));
    assert!(network.is_cut(A, B2));
    assert!(!network.is_cut(B2, A));
    network.heal(cut);
    assert_eq!(network.send(500, A, B, 100), stands(500, 1_600));
}

#[test]
fn an_isolated_zone_goes_on_inside_and_an_isolated_node_is_alone() {
    let mut network = network(1, PLAIN);
    let zone = network.isolate(ZONE_A);
    let cuts = |network: &Network| pairs().filter(|&(a, b)| network.is_cut(a, b)).count();
    assert_eq!(cuts(&network), 12);
    assert!(!network.is_cut(A, A2));
    assert!(network.is_cut(C, A2));
    network.heal(zone);
    network.isolate(Place::Node(A));
    assert_eq!(cuts(&network), 8);
    assert!(network.is_cut(A, A2));
    assert!(!network.is_cut(A, A));
    network.heal_all();
    assert_eq!(cuts(&network), 0);
}

#[test]
fn faults_overlap_and_each_ends_by_its_own_name() {
    let mut network = network(1, PLAIN);
    let late = Degrade {
        delay_us: 300,
        ..Degrade::default()
    };
    let first = network.impair(ZONE_A, ZONE_B, degrade(late));
    let second = network.impair(Place::Node(A), Place::Node(B), degrade(late));
    let cut = network.isolate(ZONE_B);
    assert_eq!(network.delay_us(A, B), 1_600);
    assert_eq!(network.delay_us(A2, B), 1_300);
    assert_eq!(network.delay_us(B, A), 1_000);
    network.heal(cut);
    assert!(!network.is_cut(A, B));
    network.heal(first);
    assert_eq!(network.delay_us(A, B), 1_300);
    assert_eq!(network.send(0, A, B, 1), arrives(0, 1_300));
    network.heal_all();
    network.heal(second);
    assert_eq!(network.delay_us(A, B), 1_000);
}

#[test]
fn a_cap_between_zones_slows_the_whole_link() {
    let mut network = network(
        1,
        LinkParams {
            bandwidth_bps: 80_000_000,
            ..PLAIN
        },
    );
    let cap = Degrade {
        bandwidth_bps: SLOW_BPS,
        ..Degrade::default()
    };
    let fault = network.impair(ZONE_A, ZONE_B, degrade(cap));
    assert_eq!(network.send(0, A, B, 100), stands(0, 1_100));
    assert_eq!(network.send(0, A2, B, 100), stands(0, 1_200));
    assert_eq!(network.send(0, B, A, 100), stands(0, 1_010));
    network.heal(fault);
    assert_eq!(network.send(200, A, B, 100), stands(200, 1_210));
}

#[test]
fn a_cap_on_a_node_is_shared_by_its_connections_and_slows_nobody_else() {
    let mut network = network(
        1,
        LinkParams {
            bandwidth_bps: 80_000_000,
            ..PLAIN
        },
    );
    let cap = Degrade {
        bandwidth_bps: SLOW_BPS,
        ..Degrade::default()
    };
    network.impair(Place::Node(A), ZONE_B, degrade(cap));
    assert_eq!(network.send(0, A, B, 100), stands(0, 1_100));
    assert_eq!(network.send(0, A, B2, 100), stands(100, 1_200));
    assert_eq!(network.send(0, A2, B, 100), stands(0, 1_030));
    // Of two caps on one way the narrower one counts, whichever came first.
    let narrow = Degrade {
        bandwidth_bps: SLOW_BPS / 10,
        ..Degrade::default()
    };
    let fault = network.impair(Place::Node(A), Place::Node(B), degrade(narrow));
    assert_eq!(network.send(10_000, A, B, 100), stands(10_000, 12_000));
    network.heal(fault);
    assert_eq!(network.send(20_000, A, B, 100), stands(20_000, 21_100));
}

#[test]
fn a_fault_changes_no_luck_elsewhere_nor_its_own_once_healed() {
    // Method: two networks of one seed, the same messages; faults come and go in one of them
    // on the way from A to B.
    let params = LinkParams {
        jitter_us: 900,
        vanish: Ratio { ppm: 200_000 },
        ..PLAIN
    };
    for seed in 0..50 {
        let (mut calm, mut faulty) = (network(seed, params), network(seed, params));
        let mut stream = Stream::fork(seed, "faults", 0);
        let mut fault = None;
        for step in 0..500 {
            let now = step * 10_000;
            if stream.below(20) == 0 {
                fault = match fault {
                    Some(fault) => {
                        faulty.heal(fault);
                        None
                    }
                    None if stream.chance(HALF) => {
                        Some(faulty.impair(Place::Node(A), Place::Node(B), Impairment::Cut))
                    }
                    None => {
                        let worse = Degrade {
                            vanish: HALF,
                            jitter_us: 70,
                            ..Degrade::default()
                        };
                        Some(faulty.impair(Place::Node(A), Place::Node(B), degrade(worse)))
                    }
                };
            }
            for (from, to) in pairs() {
                let sent = (calm.send(now, from, to, 10), faulty.send(now, from, to, 10));
                if (from, to) != (A, B) || fault.is_none() {
                    assert_eq!(sent.0, sent.1, "seed {seed} step {step}");
                }
            }
        }
    }
}

#[test]
fn every_mixture_of_faults_keeps_instants_in_order() {
    for seed in 0..50 {
        let mut stream = Stream::fork(seed, "mixture", 0);
        let params = LinkParams {
            jitter_us: stream.below(1_000),
            bandwidth_bps: stream.below(2) * 1_000_000,
            window_bytes: stream.below(2) * 2_000,
            ..PLAIN
        };
        let mut network = network(seed, params);
        let (mut now, mut faults) = (0, Vec::new());
        for _ in 0..500 {
            now += stream.exponential(500);
            let place = |stream: &mut Stream| match stream.below(2) {
                0 => Place::Zone(ZoneId(stream.below(3) as u16)),
                _ => Place::Node(NodeId(stream.below(5) as u16)),
            };
            let (from, to) = (place(&mut stream), place(&mut stream));
            let worse = Degrade {
                delay_us: stream.below(5_000),
                jitter_us: stream.below(500),
                loss: Ratio {
                    ppm: stream.below(300_000) as u32,
                },
                vanish: Ratio {
                    ppm: stream.below(300_000) as u32,
                },
                bandwidth_bps: stream.below(2) * 100_000,
            };
            match stream.below(40) {
                0 => faults.push(network.isolate(from)),
                1 if from != to => faults.push(network.impair(from, to, Impairment::Cut)),
                2 if from != to => faults.push(network.impair(from, to, degrade(worse))),
                3..=5 => faults.drain(..).for_each(|fault| network.heal(fault)),
                _ => {}
            }
            for (from, to) in pairs() {
                let cut = network.is_cut(from, to);
                let sent = network.send(now, from, to, stream.below(3_000));
                assert_eq!(sent.fate == Fate::Blocked, cut, "seed {seed}");
                assert!(now <= sent.depart_us, "seed {seed}");
                assert!(sent.depart_us <= now + BACKLOG_US_MAX, "seed {seed}");
                assert!(sent.depart_us <= sent.end_us, "seed {seed}");
            }
        }
    }
}

/// What the ways between all nodes are worth, and the windows of those that were used.
fn worth(network: &Network) -> Vec<String> {
    let one = |(from, to): (NodeId, NodeId)| {
        let course = network.course(from, to);
        let place = network.places[network.index(from, to)].checked_sub(1);
        let window = place.map(|place| {
            network.connections[place as usize].sides[MAIN]
                .window
                .round_trip_ns
        });
        let bandwidth_bps = network.links[course.link as usize].bandwidth_bps;
        format!("{course:?} {window:?} {bandwidth_bps}")
    };
    pairs().map(one).collect()
}

#[test]
fn what_comes_and_goes_leaves_each_way_worth_what_all_that_stands_makes_of_it() {
    let places = [ZONE_A, ZONE_B, Place::Zone(ZoneId(2)), Place::Node(A)];
    let places = [&places[..], &[Place::Node(A2), Place::Node(B)]].concat();
    for seed in 0..20 {
        let mut network = network(seed, PLAIN);
        // Half of the ways are used from the start, the others are not.
        for (from, to) in pairs().step_by(2) {
            network.send(0, from, to, 1);
        }
        let mut stream = Stream::fork(seed, "faults", 0);
        let mut standing = Vec::new();
        for _ in 0..60 {
            let mut draw = |below: usize| usize::try_from(stream.below(below as u64)).unwrap();
            let (from, to) = (places[draw(places.len())], places[draw(places.len())]);
            let what = Degrade {
                delay_us: draw(3) as u64 * 10,
                loss: Ratio {
                    ppm: draw(2) as u32 * 300_007,
                },
                bandwidth_bps: draw(3) as u64 * 1_000,
                ..Degrade::default()
            };
            match draw(5) {
                0 if !standing.is_empty() => network.heal(standing.remove(draw(standing.len()))),
                1 => standing.push(network.isolate(from)),
                2 if from != to => standing.push(network.impair(from, to, Impairment::Cut)),
                _ if from != to => standing.push(network.impair(from, to, degrade(what))),
                _ => {}
            }
            let changed = worth(&network);
            network.refresh();
            assert_eq!(changed, worth(&network), "seed {seed}");
            for (from, to) in pairs() {
                assert_eq!(network.course(from, to), network.work_out(from, to));
            }
        }
    }
}

#[test]
fn a_fault_costs_what_it_meets_however_many_stand() {
    let zones: Vec<ZoneId> = (0..60).map(|node| ZoneId(node % 3)).collect();
    let mut network = Network::new(1, &zones, 3, |_, _| PLAIN);
    let late = Degrade {
        delay_us: 1,
        ..Degrade::default()
    };
    let before = network.ways_worked_out;
    let mut made = 0;
    for from in (0..60).map(NodeId) {
        for to in (0..60).map(NodeId).filter(|to| *to != from).take(16) {
            network.impair(Place::Node(from), Place::Node(to), degrade(late));
            made += 1;
        }
    }
    assert_eq!((made, network.ways_worked_out - before), (960, 960));
    assert_eq!(network.faults_met(NodeId(0), NodeId(1)).len(), 1);
}
