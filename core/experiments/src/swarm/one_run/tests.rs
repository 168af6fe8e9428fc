//! What a swarm says of a cluster that does not come to rest.

use documents::scenario::Scenario;
use sim::Place;

use super::*;

/// A cluster that was asked for five seconds and is not any more, after this was done to it.
fn with_run<T>(before: Option<Action>, judge: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let text = include_str!("../../../../../public/scenarios/first-look.json");
    let scenario = Scenario::parse(text).expect("a scenario");
    let mut resolved: Resolved = scenario.resolve(None, None).expect("it resolves");
    resolved.actions.clear();
    let watch = SwarmWatch::new(Watch::new(watched(&resolved)));
    let mut run = Run {
        cluster: Cluster::new(resolved.config.clone(), Vec::new(), watch),
        pace: Pace::of(&resolved),
        resolved: &resolved,
    };
    run.until(2 * SECONDS).expect("it holds");
    if let Some(action) = before {
        run.act(action);
    }
    run.until(7 * SECONDS).expect("it holds");
    run.stop_load();
    judge(&mut run)
}

#[test]
fn a_cluster_that_nothing_ails_comes_to_rest() {
    with_run(None, |run| {
        let (rest_us, gave_up) = run.rest().expect("it comes to rest");
        assert!(rest_us < 5 * SECONDS && !gave_up);
    });
}

#[test]
fn a_store_that_nothing_reaches_keeps_it_from_rest() {
    let cut_off = Action::Isolate(Place::Node(NodeId(2)));
    let failure = with_run(Some(cut_off), |run| run.rest().expect_err("it has no rest"));
    let said = &failure.what;
    assert!(
        said.starts_with("convergence: not at rest 60 s after the load: range 0: "),
        "{said}"
    );
    assert_eq!(failure.check, None);
}

#[test]
fn a_log_that_is_behind_keeps_it_from_rest() {
    with_run(Some(Action::Crash(NodeId(2))), |run| {
        run.until(run.cluster.now() + SECONDS).expect("it holds");
        let problem = unrest(&run.cluster).expect("a log is behind");
        assert!(problem.contains(" entries\n"), "{problem}");
    });
}

#[test]
fn replicas_that_applied_something_else_keep_it_from_rest() {
    with_run(None, |run| {
        run.rest().expect("it comes to rest");
        run.cluster.observer_mut().distort(NodeId(1));
        let problem = unrest(&run.cluster).expect("one applied something else");
        assert!(
            problem.starts_with("range 0: replicas applied different things"),
            "{problem}"
        );
    });
}
