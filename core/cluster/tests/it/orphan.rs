//! Replicas that were removed while nobody could tell them: they must hear of it once they can.

use crate::common::{Seen, act, run_for, zones};
use cluster::Cluster;
use model::config::{Action, FaultKey};
use model::ids::RangeId;
use model::operation::Operation;
use sim::{NodeId, Place, SECONDS};

/// Three of five stores hold the range; store 0 leads.
fn three_of_five() -> Cluster<Seen> {
    let mut config = zones(&[1, 2, 2], 1);
    config.data.placement = vec![vec![NodeId(0), NodeId(1), NodeId(2)]];
    let mut cluster = Cluster::new(config, vec![], Seen::default());
    cluster.run_until(SECONDS, u64::MAX);
    cluster
}

/// Does it and waits until it is done.
fn operate(cluster: &mut Cluster<Seen>, step: Operation) {
    cluster
        .operate(RangeId(0), step)
        .expect("it can be done now");
    run_for(cluster, 3 * SECONDS);
    assert_eq!(cluster.operation(RangeId(0)), None, "{step:?} is done");
}

fn stores(cluster: &Cluster<Seen>) -> Vec<u16> {
    cluster
        .members(RangeId(0))
        .iter()
        .map(|(_, node)| node.0)
        .collect()
}

#[test]
fn a_learner_that_was_removed_behind_its_back_hears_of_it() {
    let mut cluster = three_of_five();
    let place = Place::Node(NodeId(3));
    operate(&mut cluster, Operation::AddLearner { store: NodeId(3) });
    act(&mut cluster, Action::Isolate(place));
    operate(&mut cluster, Operation::Remove { store: NodeId(3) });
    assert_eq!(stores(&cluster), [0, 1, 2, 3], "it is still there");
    act(&mut cluster, Action::Heal(FaultKey::Isolate(place)));
    run_for(&mut cluster, 8 * SECONDS);
    assert_eq!(stores(&cluster), [0, 1, 2]);
}

#[test]
fn a_voter_of_whose_peers_none_is_left_hears_of_it() {
    let mut cluster = three_of_five();
    let place = Place::Node(NodeId(2));
    act(&mut cluster, Action::Isolate(place));
    operate(&mut cluster, Operation::Remove { store: NodeId(2) });
    for (add, remove) in [(3, 1), (4, 0)] {
        let (add, remove) = (NodeId(add), NodeId(remove));
        operate(&mut cluster, Operation::Replace { add, remove });
    }
    let mut left = stores(&cluster);
    left.sort_unstable();
    assert_eq!(left, [2, 3, 4], "it is still there");
    act(&mut cluster, Action::Heal(FaultKey::Isolate(place)));
    run_for(&mut cluster, 8 * SECONDS);
    let mut left = stores(&cluster);
    left.sort_unstable();
    assert_eq!(left, [3, 4]);
}
