//! The driver's rules as a person would state them: reports in, decisions out, no cluster.

use sim::{Micros, NodeId, SECONDS, ZoneId};

use crate::Driver;
use crate::report::{Member, RangeReport, StoreReport, ZoneUse};
use crate::round::{Choice, Outcome};
use model::config::Settings;
use model::fact::{Deed, Reason};
use model::ids::RangeId;
use model::operation::Operation;
use model::schedule::{LeaderRule, ScheduleConfig};

/// A driver that hears of stores and ranges as a test says.
struct World {
    driver: Driver,
    settings: Settings,
    schedule: ScheduleConfig,
    now: Micros,
    silent: Vec<u16>,
    ranges: Vec<RangeReport>,
}

/// Stores by zone, e.g. `[1, 1, 1]`; a range of three replicas each, led by its first store.
fn world(zones: &[u16], ranges: &[&[u16]]) -> World {
    let mut stores = Vec::new();
    for (zone, &count) in zones.iter().enumerate() {
        for _ in 0..count {
            stores.push((NodeId(stores.len() as u16), ZoneId(zone as u16)));
        }
    }
    let ranges = ranges.iter().enumerate().map(|(range, nodes)| RangeReport {
        range: RangeId(range as u32),
        leader: NodeId(nodes[0]),
        term: 1,
        epoch: 0,
        first_key: 100 * range as u64,
        end_key: 100 * (range as u64 + 1),
        bytes: 1_000,
        joint: false,
        members: nodes.iter().map(|&node| member(node)).collect(),
        covers_us: SECONDS,
        requests: 0,
        halfway_key: 0,
        zones: Vec::new(),
    });
    World {
        driver: Driver::new(zones.len() as u16, &stores, 3, 0),
        settings: Settings::default(),
        schedule: ScheduleConfig::default(),
        now: 0,
        silent: Vec::new(),
        ranges: ranges.collect(),
    }
}

fn member(node: u16) -> Member {
    Member {
        node: NodeId(node),
        peer: u64::from(node) + 1,
        learner: false,
        behind: 0,
    }
}

impl World {
    /// One second: everybody who is not silent reports, then the driver's round.
    fn second(&mut self) -> Outcome {
        self.now += SECONDS;
        for node in 0..self.driver.records.stores.len() as u16 {
            if !self.silent.contains(&node) {
                let report = StoreReport {
                    node: NodeId(node),
                    covers_us: SECONDS,
                    served: 0,
                    reads: Vec::new(),
                };
                self.driver
                    .records
                    .handle_store_heartbeat(&report, self.now);
            }
        }
        for report in &self.ranges {
            if !self.silent.contains(&report.leader.0) {
                self.driver
                    .records
                    .handle_range_heartbeat(report.clone(), SECONDS, self.now);
            }
        }
        self.driver.round(&self.settings, &self.schedule, self.now)
    }

    /// Seconds in which orders are done at once; all decisions.
    fn obedient(&mut self, seconds: u32) -> Vec<Choice> {
        let mut choices = Vec::new();
        for _ in 0..seconds {
            let outcome = self.second();
            choices.extend(outcome.choices);
            for order in outcome.orders {
                self.carry_out(order.range, order.step);
            }
        }
        choices
    }

    fn carry_out(&mut self, range: RangeId, step: Operation) {
        let next = self.ranges.len() as u32;
        let report = &mut self.ranges[range.0 as usize];
        match step {
            Operation::MoveLeader { to } => {
                assert!(report.members.iter().any(|m| m.node == to && !m.learner));
                report.leader = to;
                report.term += 1;
            }
            Operation::AddLearner { store } => {
                assert!(!report.members.iter().any(|m| m.node == store));
                report.members.push(Member {
                    learner: true,
                    ..member(store.0)
                });
            }
            Operation::Add { store } | Operation::Promote { store } => {
                report.members.retain(|m| m.node != store);
                report.members.push(member(store.0));
            }
            Operation::Remove { store } => {
                report.members.retain(|m| m.node != store);
                report.leader = report.members[0].node;
            }
            Operation::Replace { add, remove } => {
                report.members.retain(|m| m.node != remove && m.node != add);
                report.members.push(member(add.0));
                if report.leader == remove {
                    report.leader = report.members[0].node;
                    report.term += 1;
                }
            }
            Operation::Split { at_key } => {
                let mut upper = report.clone();
                upper.range = RangeId(next);
                upper.first_key = at_key;
                upper.bytes /= 2;
                upper.epoch += 1;
                report.epoch += 1;
                report.end_key = at_key;
                report.bytes /= 2;
                self.ranges.push(upper);
            }
            Operation::Merge { .. } => {}
        }
    }

    fn uses(&mut self, range: usize, by: &[(u16, u64)]) {
        let zone = |&(zone, others): &(u16, u64)| ZoneUse {
            zone: ZoneId(zone),
            reads: 0,
            others,
        };
        self.ranges[range].zones = by.iter().map(zone).collect();
        self.ranges[range].requests = by.iter().map(|(_, requests)| requests).sum();
    }

    fn leaders(&self) -> Vec<u16> {
        self.ranges.iter().map(|report| report.leader.0).collect()
    }

    fn nodes(&self, range: usize) -> Vec<u16> {
        let members = self.ranges[range].members.iter();
        let mut nodes: Vec<u16> = members.map(|m| m.node.0).collect();
        nodes.sort_unstable();
        nodes
    }
}

fn told(choices: &[Choice]) -> Vec<(RangeId, Deed, Reason)> {
    choices.iter().map(|c| (c.range, c.what, c.why)).collect()
}

const THREE: [u16; 3] = [1, 1, 1];

#[test]
fn with_all_switches_off_nothing_is_decided() {
    let mut world = world(&THREE, &[&[0, 1, 2], &[0, 1, 2], &[0, 1, 2]]);
    world.uses(0, &[(2, 100)]);
    world.silent = vec![1];
    assert_eq!(world.obedient(60), []);
}

#[test]
fn the_leader_goes_to_the_zone_that_uses_the_range_most() {
    let mut world = world(&THREE, &[&[0, 1, 2]]);
    world.settings.location_affinity = true;
    world.uses(0, &[(0, 20), (1, 80)]);
    let choices = world.obedient(30);
    assert_eq!(world.leaders(), [1]);
    assert_eq!(
        told(&choices),
        [(RangeId(0), Deed::MovedLeader, Reason::UsedMostHere)]
    );
    let choice = choices[0];
    assert_eq!(
        (choice.subject, choice.other),
        (Some(NodeId(1)), Some(NodeId(0)))
    );
    assert_eq!((choice.figure, choice.limit), (800, 600));
}

#[test]
fn balanced_writers_do_not_make_the_leader_flap() {
    for shares in [[50, 50, 0], [34, 33, 33], [41, 59, 0], [59, 41, 0]] {
        let mut world = world(&THREE, &[&[0, 1, 2]]);
        world.settings.location_affinity = true;
        world.uses(0, &[(0, shares[0]), (1, shares[1]), (2, shares[2])]);
        let choices = world.obedient(120);
        assert_eq!(world.leaders(), [0], "{shares:?}");
        let only_held = choices
            .iter()
            .all(|c| (c.what, c.why) == (Deed::HeldBack, Reason::BelowThreshold));
        assert!(only_held, "{choices:?}");
    }
}

#[test]
fn load_that_swings_moves_the_leader_once_per_hold_down_at_most() {
    let mut world = world(&THREE, &[&[0, 1, 2]]);
    world.settings.location_affinity = true;
    let mut choices = Vec::new();
    for swing in 0..20 {
        world.uses(0, &[(swing % 2, 1_000)]);
        choices.extend(world.obedient(6));
    }
    let moves = choices.iter().filter(|c| c.what == Deed::MovedLeader);
    let hold_down_s = world.schedule.hold_down_us / SECONDS;
    assert!(moves.count() as u64 <= 120 / hold_down_s + 1);
    let held = |c: &Choice| (c.what, c.why) == (Deed::HeldBack, Reason::HoldDown);
    assert!(choices.iter().any(held), "and it says so");
}

#[test]
fn leaders_are_evened_out_and_then_left_alone() {
    let mut world = world(&THREE, &[[0, 1, 2].as_slice(); 9]);
    world.settings.balance_leaders = true;
    let choices = world.obedient(60);
    let mut leaders = world.leaders();
    leaders.sort_unstable();
    assert_eq!(leaders, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    assert_eq!(choices.len(), 6, "six moves, no more: {choices:?}");
}

/// All ranges are used from zone 0 alone, and led there.
fn conflict(priority: [LeaderRule; 3]) -> (Vec<u16>, Vec<Choice>) {
    let mut world = world(&THREE, &[[0, 1, 2].as_slice(); 6]);
    world.settings.location_affinity = true;
    world.settings.balance_leaders = true;
    world.schedule.priority = priority;
    for range in 0..6 {
        world.uses(range, &[(0, 100)]);
    }
    let choices = world.obedient(120);
    let mut leaders = world.leaders();
    leaders.sort_unstable();
    (leaders, choices)
}

#[test]
fn the_first_rule_wins_and_the_loser_says_so() {
    use LeaderRule::{Affinity, Balance, Hot};
    let (leaders, choices) = conflict([Affinity, Hot, Balance]);
    assert_eq!(leaders, [0; 6]);
    assert!(choices.iter().all(|c| c.why == Reason::AffinityFirst));
    assert!(!choices.is_empty());
    let (leaders, choices) = conflict([Balance, Affinity, Hot]);
    assert_eq!(leaders, [0, 0, 1, 1, 2, 2]);
    assert!(choices.iter().any(|c| c.why == Reason::BalanceFirst));
    let moves = choices.iter().filter(|c| c.what == Deed::MovedLeader);
    assert_eq!(moves.count(), 4, "nothing is moved to and fro");
}

#[test]
fn hot_leaders_part_and_a_lone_hot_leader_stays() {
    let mut world = world(&THREE, &[[0, 1, 2].as_slice(); 3]);
    world.settings.schedule_hot = true;
    for (range, requests) in [(0, 900), (1, 800), (2, 50)] {
        world.uses(range, &[(0, requests)]);
    }
    let choices = world.obedient(60);
    let leaders = world.leaders();
    assert_ne!(leaders[0], leaders[1]);
    assert_eq!(leaders[2], 0, "a cold range is of no interest");
    assert_eq!(choices.len(), 1, "{choices:?}");
}

#[test]
fn replicas_of_a_lost_store_are_made_elsewhere_in_its_zone_if_possible() {
    let mut world = world(&[2, 2, 2], &[&[0, 2, 4], &[1, 3, 5], &[2, 4, 0]]);
    world.settings.balance_replicas = true;
    assert_eq!(world.obedient(5), []);
    world.silent = vec![4];
    let choices = world.obedient(60);
    for range in 0..3 {
        let nodes = world.nodes(range);
        assert_eq!(nodes.len(), 3);
        assert!(nodes.contains(&5), "the other store of the zone: {nodes:?}");
        assert!(!nodes.contains(&4));
    }
    let lost = choices.iter().filter(|c| c.why == Reason::StoreDown);
    assert_eq!(lost.count(), 2);
}

#[test]
fn a_lost_zone_is_replaced_elsewhere_and_gets_its_replicas_back() {
    let mut world = world(&[2, 2, 2], &[&[0, 2, 4], &[1, 3, 5], &[2, 4, 0]]);
    world.settings.balance_replicas = true;
    world.obedient(5);
    world.silent = vec![4, 5];
    world.obedient(60);
    for range in 0..3 {
        let nodes = world.nodes(range);
        assert_eq!(nodes.len(), 3);
        assert!(nodes.iter().all(|&node| node < 4), "{nodes:?}");
    }
    world.silent = Vec::new();
    let choices = world.obedient(60);
    assert!(choices.iter().any(|c| c.why == Reason::ZoneWithout));
    for range in 0..3 {
        let zones: Vec<u16> = world.nodes(range).iter().map(|node| node / 2).collect();
        assert_eq!(zones, [0, 1, 2], "one in each zone again");
    }
}

#[test]
fn no_move_takes_a_zones_only_replica() {
    // Zone 2 has four stores, three of them empty.
    let ranges: [&[u16]; 8] = [&[0, 1, 2]; 8];
    let mut world = world(&[1, 1, 4], &ranges);
    world.settings.balance_replicas = true;
    let choices = world.obedient(120);
    let mut held = [0; 6];
    for range in 0..8 {
        let nodes = world.nodes(range);
        assert_eq!(nodes[..2], [0, 1], "zones 0 and 1 keep theirs");
        held[usize::from(nodes[2])] += 1;
    }
    assert_eq!(held[2..], [2, 2, 2, 2]);
    assert!(choices.iter().any(|c| c.why == Reason::ReplicasUneven));
    let refused = |c: &Choice| (c.what, c.why) == (Deed::HeldBack, Reason::ZoneWithout);
    assert!(choices.iter().any(refused), "and says what it did not do");
}

#[test]
fn a_driver_that_hears_nothing_decides_nothing() {
    let mut world = world(&[2, 2, 2], &[&[0, 2, 4], &[1, 3, 5]]);
    world.settings.balance_replicas = true;
    world.settings.balance_leaders = true;
    world.settings.location_affinity = true;
    world.obedient(5);
    world.silent = (0..6).collect();
    assert_eq!(world.obedient(100), []);
}

#[test]
fn a_large_range_is_split_in_the_middle_and_a_busy_one_where_its_load_is_halved() {
    let mut world = world(&THREE, &[&[0, 1, 2], &[0, 1, 2]]);
    world.settings.split_merge = true;
    world.schedule.split_bytes = 3_000;
    world.schedule.merge_bytes = 10;
    world.schedule.split_requests_per_s = 500;
    world.ranges[0].bytes = 5_000;
    world.uses(1, &[(0, 2_000)]);
    world.ranges[1].halfway_key = 117;
    let choices = world.obedient(12);
    assert_eq!(world.ranges[0].end_key, 50);
    assert_eq!(world.ranges[1].end_key, 117);
    let why: Vec<Reason> = choices.iter().map(|c| c.why).collect();
    assert_eq!(why, [Reason::RangeTooLarge, Reason::RangeTooHot]);
}

#[test]
fn small_quiet_neighbours_are_merged_and_busy_ones_are_not() {
    let mut world = world(&THREE, &[&[0, 1, 2], &[0, 1, 2], &[0, 1, 2]]);
    world.settings.split_merge = true;
    world.uses(0, &[(0, 500)]);
    let choices = world.obedient(14);
    assert_eq!(
        told(&choices),
        [(RangeId(2), Deed::MergedRanges, Reason::RangesSmall)]
    );
}

#[test]
fn a_goal_that_is_not_reached_is_given_up_and_said_so() {
    let mut world = world(&THREE, &[&[0, 1, 2]]);
    world.settings.location_affinity = true;
    world.uses(0, &[(1, 100)]);
    let mut choices = Vec::new();
    for _ in 0..20 {
        choices.extend(world.second().choices);
    }
    let why: Vec<Reason> = choices.iter().map(|c| c.why).collect();
    assert_eq!(why[..2], [Reason::UsedMostHere, Reason::TookTooLong]);
}
