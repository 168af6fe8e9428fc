//! Leases: what they save, when they end, and which of their rules keeps which stale read away.

use crate::common::reads::{G0, G1, G2, S0, S1, S2, cut, every, gets, puts, run, with_mode};
use crate::common::request;
use model::config::{Action, ClusterConfig, OpKind, ReadMode};
use model::fact::{LeaseChange, Refusal};
use model::ids::RangeId;
use model::view::LeaseState;
use sim::{MILLIS, Place, SECONDS, ZoneId};

#[test]
fn under_a_lease_reads_cost_no_round_and_without_one_each_costs_a_round() {
    let rounds = |mode| {
        let actions = [
            puts(G0, SECONDS, 2 * SECONDS),
            gets(G0, 2 * SECONDS, 6 * SECONDS),
        ]
        .concat();
        let cluster = run(with_mode(mode), actions, 7 * SECONDS);
        let seen = cluster.observer();
        assert_eq!(seen.answered(OpKind::Get), 400, "{mode:?}");
        assert_eq!(seen.stale(), 0, "{mode:?}");
        seen.rounds
    };
    // Two followers hear of each round, and a tick's heartbeat repeats the last one.
    assert_eq!(rounds(ReadMode::Leader), 880);
    assert_eq!(rounds(ReadMode::LeaseUnsafe), 0);
    assert_eq!(rounds(ReadMode::LeaderUnchecked), 0);
    assert_eq!(rounds(ReadMode::Lease), 4, "the first two reads begin it");
}

#[test]
fn a_lease_is_renewed_before_it_ends_so_that_no_later_read_waits() {
    let cluster = run(
        with_mode(ReadMode::Lease),
        gets(G0, SECONDS, 9 * SECONDS),
        10 * SECONDS,
    );
    let seen = cluster.observer();
    let slow = seen
        .ended
        .iter()
        .filter(|e| e.done_us - e.invoked_us > 5 * MILLIS);
    // The second one comes before the answer to the first one's round.
    assert_eq!(slow.count(), 2, "nobody writes, and no later read waits");
    assert_eq!(seen.changes(S0), [LeaseChange::Began, LeaseChange::Expired]);
    let expired_us = seen.leases[1].0;
    assert!(expired_us > 9 * SECONDS, "it ends once nobody reads");
}

#[test]
fn a_lease_shows_how_long_it_lasts() {
    let cluster = run(
        with_mode(ReadMode::Lease),
        gets(G0, SECONDS, 2 * SECONDS),
        2 * SECONDS,
    );
    let leases: Vec<_> = cluster
        .replicas(RangeId(0))
        .into_iter()
        .map(|r| r.lease)
        .collect();
    let lease = leases[0].expect("the leader has one");
    assert_eq!(lease.state, LeaseState::Valid);
    assert!((1..=900 * MILLIS).contains(&lease.left_us));
    assert_eq!(leases[1..], [None, None]);
}

/// The leader's zone is cut off in each of twenty phases of its ticks; the others go on.
fn beside_a_cut_off_leader(config: &ClusterConfig) -> usize {
    let phases = 0..20;
    let stale = phases.map(|phase| {
        let cut_us = 5 * SECONDS + phase * 100 * MILLIS;
        let mut actions = vec![(cut_us, Action::Isolate(Place::Zone(ZoneId(0))))];
        actions.extend(puts(G1, SECONDS, 12 * SECONDS));
        actions.extend(gets(G0, 4 * SECONDS, 12 * SECONDS));
        run(config.clone(), actions, 13 * SECONDS)
            .observer()
            .stale()
    });
    stale.sum()
}

#[test]
fn a_leader_that_goes_by_its_role_is_stale_with_perfect_clocks_and_one_with_a_lease_is_not() {
    assert!(beside_a_cut_off_leader(&with_mode(ReadMode::LeaseUnsafe)) > 0);
    assert_eq!(beside_a_cut_off_leader(&with_mode(ReadMode::Lease)), 0);
    assert_eq!(beside_a_cut_off_leader(&with_mode(ReadMode::Leader)), 0);
}

#[test]
fn a_lease_longer_than_the_election_timeout_is_stale() {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.reads.lease_us = 4 * SECONDS;
    assert!(beside_a_cut_off_leader(&config) > 0);
}

/// The leader's clock runs at another rate from second 2 on.
fn beside_a_cut_off_leader_with(drift_ppm: i32) -> usize {
    let mut actions = vec![
        (
            2 * SECONDS,
            Action::SetClock {
                store: S0,
                drift_ppm,
            },
        ),
        (5 * SECONDS, Action::Isolate(Place::Zone(ZoneId(0)))),
    ];
    actions.extend(puts(G1, SECONDS, 12 * SECONDS));
    actions.extend(gets(G0, 4 * SECONDS, 12 * SECONDS));
    let cluster = run(with_mode(ReadMode::Lease), actions, 13 * SECONDS);
    assert!(cluster.observer().answered(OpKind::Get) >= 100);
    cluster.observer().stale()
}

#[test]
fn a_lease_tolerates_a_little_drift_and_not_much() {
    // Round trips of 10 ms let a lease of nine ticks tolerate 2.2 %.
    for within in [-20_000, 0, 20_000, 900_000] {
        assert_eq!(beside_a_cut_off_leader_with(within), 0, "{within} ppm");
    }
    assert!(
        beside_a_cut_off_leader_with(-800_000) > 0,
        "a fifth of its speed"
    );
}

#[test]
fn without_check_quorum_nobody_promises_anything_and_each_read_takes_a_round() {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.check_quorum = false;
    let cluster = run(config.clone(), gets(G0, SECONDS, 2 * SECONDS), 3 * SECONDS);
    assert_eq!(cluster.observer().rounds, 220);
    assert_eq!(beside_a_cut_off_leader(&config), 0);
}

#[test]
fn switching_check_quorum_off_ends_a_lease_at_once() {
    let config = with_mode(ReadMode::Lease);
    let mut off = config.settings.clone();
    off.check_quorum = false;
    let mut actions = gets(G0, SECONDS, 3 * SECONDS);
    actions.push((2 * SECONDS, Action::Set(off)));
    let cluster = run(config, actions, 3 * SECONDS);
    let ended = (2 * SECONDS, S0, LeaseChange::Expired);
    assert_eq!(cluster.observer().leases[1], ended);
}

/// The leader's process stands still while the others elect another, and goes on with the reads
/// that wait in its buffers.
fn through_a_pause(mode: ReadMode) -> usize {
    let mut config = with_mode(mode);
    config.settings.request_timeout_us = 1_200 * MILLIS;
    let mut actions = vec![
        (5 * SECONDS, Action::Pause(S0)),
        (7_100 * MILLIS, Action::Resume(S0)),
        (5 * SECONDS, cut(1, 0, true)),
        (5 * SECONDS, cut(2, 0, true)),
    ];
    actions.extend(puts(G1, SECONDS, 4 * SECONDS));
    actions.extend(puts(G2, 5 * SECONDS, 9 * SECONDS));
    actions.extend(gets(G0, 4 * SECONDS, 4_900 * MILLIS));
    actions.extend(gets(G0, 6 * SECONDS, 9 * SECONDS));
    run(config, actions, 13 * SECONDS).observer().stale()
}

#[test]
fn a_read_that_waited_through_a_pause_is_judged_when_it_is_served() {
    assert!(through_a_pause(ReadMode::LeaseUnsafe) > 0);
    assert_eq!(through_a_pause(ReadMode::Lease), 0);
}

/// Store 2 does not hear the leader and stands for election; store 1 does, and restarts. Then it is
/// cut off from the leader too. Returns stale reads and votes withheld.
fn around_a_restart(withhold: bool) -> (usize, usize) {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.reads.withhold_votes = withhold;
    let mut actions = vec![
        (3 * SECONDS, cut(0, 2, true)),
        (5 * SECONDS, Action::Crash(S1)),
        (5_010 * MILLIS, Action::Restart(S1)),
        (5_010 * MILLIS, cut(0, 1, true)),
    ];
    // Its own timeout ran out long ago: it only tries once more.
    let tries = (5_020..5_900).step_by(40);
    let campaign = Action::Campaign {
        store: S2,
        range: RangeId(0),
    };
    actions.extend(tries.map(|at| (at * MILLIS, campaign.clone())));
    actions.extend(puts(G2, SECONDS, 9 * SECONDS));
    actions.extend(gets(G0, 4 * SECONDS, 9 * SECONDS));
    let cluster = run(config, actions, 10 * SECONDS);
    (cluster.observer().stale(), cluster.observer().withheld)
}

#[test]
fn a_restarted_store_grants_no_vote_until_the_promise_that_it_forgot_has_run_out() {
    let (stale, withheld) = around_a_restart(true);
    assert_eq!(stale, 0);
    assert!(withheld > 0);
    let (stale, withheld) = around_a_restart(false);
    assert!(stale > 0);
    assert_eq!(withheld, 0);
}

#[test]
fn the_group_elects_a_leader_when_the_withheld_votes_are_due() {
    let actions = vec![
        (2 * SECONDS, Action::Crash(S0)),
        (2 * SECONDS, Action::Crash(S1)),
        (2 * SECONDS, Action::Crash(S2)),
        (3 * SECONDS, Action::Restart(S0)),
        (3 * SECONDS, Action::Restart(S1)),
        (3 * SECONDS, Action::Restart(S2)),
    ];
    for seed in 0..20 {
        let config = ClusterConfig {
            seed,
            ..with_mode(ReadMode::Lease)
        };
        let cluster = run(config, actions.clone(), 10 * SECONDS);
        assert_eq!(
            cluster
                .replicas(RangeId(0))
                .iter()
                .filter(|r| r.leads > 0)
                .count(),
            1,
            "seed {seed}"
        );
    }
}

/// The leader hands over and hears nothing any more: its zone sends and does not receive.
fn around_a_transfer(suspend: bool, delayed: bool) -> (usize, Vec<LeaseChange>) {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.reads.suspend_lease = suspend;
    let mut actions = vec![(
        5 * SECONDS,
        Action::Transfer {
            to: S1,
            range: RangeId(0),
        },
    )];
    if delayed {
        let how = sim::Degrade {
            delay_us: 300 * MILLIS,
            ..sim::Degrade::default()
        };
        let (from, to) = (Place::Node(S0), Place::Node(S1));
        actions.insert(
            0,
            (
                5 * SECONDS - 1,
                Action::Degrade {
                    from,
                    to,
                    both: false,
                    how,
                },
            ),
        );
        actions.push((5_200 * MILLIS, cut(1, 0, false)));
        actions.push((5_200 * MILLIS, cut(2, 0, false)));
    } else {
        actions.push((5 * SECONDS + 1, cut(1, 0, false)));
        actions.push((5 * SECONDS + 1, cut(2, 0, false)));
    }
    actions.extend(puts(G1, SECONDS, 4_800 * MILLIS));
    actions.extend(puts(G2, 5_010 * MILLIS, 8 * SECONDS));
    actions.extend(gets(G0, 4 * SECONDS, 8 * SECONDS));
    let cluster = run(config, actions, 10 * SECONDS);
    (cluster.observer().stale(), cluster.observer().changes(S0))
}

#[test]
fn a_leader_that_hands_over_uses_its_lease_no_more() {
    let (stale, changes) = around_a_transfer(true, false);
    assert_eq!(stale, 0);
    assert_eq!(changes[..2], [LeaseChange::Began, LeaseChange::Suspended]);
    assert!(around_a_transfer(false, false).0 > 0);
}

#[test]
fn an_order_to_take_over_that_is_late_finds_the_lease_suspended_still() {
    assert_eq!(around_a_transfer(true, true).0, 0);
    assert!(around_a_transfer(false, true).0 > 0);
}

#[test]
fn a_transfer_that_comes_to_nothing_ends_the_suspension_once_the_other_answers_again() {
    let mut actions = vec![
        // The order is lost; what leaves later is not.
        (3 * SECONDS - 1, cut(0, 1, false)),
        (
            3 * SECONDS,
            Action::Transfer {
                to: S1,
                range: RangeId(0),
            },
        ),
        (3 * SECONDS + 20 * MILLIS, Action::HealAll),
    ];
    actions.extend(gets(G0, SECONDS, 9 * SECONDS));
    let config = with_mode(ReadMode::Lease);
    let idle = run(config.clone(), actions.clone(), 9 * SECONDS);
    assert_eq!(
        idle.observer().changes(S0),
        [LeaseChange::Began, LeaseChange::Suspended]
    );
    // Nothing that is written shows that it will not obey any more; an entry does.
    actions.extend(puts(G0, 6 * SECONDS, 7 * SECONDS));
    let busy = run(config, actions, 9 * SECONDS);
    let expected = [
        LeaseChange::Began,
        LeaseChange::Suspended,
        LeaseChange::Began,
    ];
    assert_eq!(busy.observer().changes(S0), expected);
}

#[test]
fn a_leader_with_a_lease_answers_a_followers_question_without_a_round() {
    let rounds = |by_lease: bool| {
        let mut config = with_mode(ReadMode::Follower);
        config.settings.reads.index_by_lease = by_lease;
        let actions = [
            puts(G0, SECONDS, 2 * SECONDS),
            gets(G1, 2 * SECONDS, 4 * SECONDS),
        ]
        .concat();
        let cluster = run(config, actions, 5 * SECONDS);
        let seen = cluster.observer();
        assert_eq!((seen.answered(OpKind::Get), seen.stale()), (200, 0));
        let latency = seen.ended.last().map(|e| e.done_us - e.invoked_us);
        (seen.rounds, latency.expect("it ended") / MILLIS)
    };
    assert_eq!(rounds(false).0, 440);
    let (few, latency_ms) = rounds(true);
    assert!((2..40).contains(&few), "{few} heartbeats with a read index");
    assert_eq!(latency_ms, 10, "one round trip to the leader, of two");
}

#[test]
fn reads_that_wait_together_share_a_round() {
    for mode in [ReadMode::Leader, ReadMode::Follower] {
        let questions = |batch: bool| {
            let mut config = with_mode(mode);
            config.settings.reads.batch_read_index = batch;
            let mut actions = puts(G0, SECONDS, 2 * SECONDS);
            actions.extend(every(MILLIS, G1, OpKind::Get, (2 * SECONDS, 4 * SECONDS)));
            let cluster = run(config, actions, 5 * SECONDS);
            let seen = cluster.observer();
            assert_eq!((seen.answered(OpKind::Get), seen.stale()), (2_000, 0));
            seen.rounds
        };
        assert_eq!(questions(false), 4_040);
        let shared = questions(true);
        assert!(
            (200..600).contains(&shared),
            "{mode:?}: {shared} heartbeats"
        );
    }
}

#[test]
fn a_shared_round_that_is_lost_is_asked_for_again() {
    let mut config = with_mode(ReadMode::Follower);
    config.settings.reads.batch_read_index = true;
    config.settings.request_timeout_us = 8 * SECONDS;
    let mut actions = every(MILLIS, G1, OpKind::Get, (SECONDS, 1_100 * MILLIS));
    actions.push((1_004 * MILLIS, Action::Crash(S0)));
    let cluster = run(config, actions, 9 * SECONDS);
    assert_eq!(cluster.observer().answered(OpKind::Get), 100);
}

#[test]
fn a_follower_that_lags_too_far_gives_the_read_back() {
    let mut config = with_mode(ReadMode::Follower);
    config.settings.request_timeout_us = 2 * SECONDS;
    config.settings.apply_delay_us = 400 * MILLIS;
    config.reads.log_gap_max = 20;
    let mut actions = every(5 * MILLIS, G0, OpKind::Put, (SECONDS, 3 * SECONDS));
    actions.push((2 * SECONDS, request(G1, OpKind::Get, 5)));
    let refused = run(config.clone(), actions.clone(), 4 * SECONDS);
    assert!(refused.observer().refusals.contains(&Refusal::LaggingIndex));
    assert_eq!(
        refused.observer().answered(OpKind::Get),
        1,
        "another replica answers"
    );
    config.reads.log_gap_max = 1_000;
    let waited = run(config, actions, 4 * SECONDS);
    assert_eq!(waited.observer().refusals, []);
}

#[test]
fn a_sleeping_range_wakes_for_a_read_by_lease_and_begins_a_new_one() {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.hibernate = true;
    let actions = vec![
        (SECONDS, request(G0, OpKind::Get, 5)),
        (20 * SECONDS, request(G0, OpKind::Get, 5)),
    ];
    let mut cluster = run(config, actions, 20 * SECONDS - 1);
    assert!(cluster.replicas(RangeId(0)).iter().all(|r| r.asleep));
    cluster.run_until(21 * SECONDS, u64::MAX);
    assert_eq!(cluster.observer().answered(OpKind::Get), 2);
    assert_eq!(cluster.observer().rounds, 4);
}
