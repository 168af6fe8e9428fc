//! One run of a swarm: random faults, then everything heals, and the cluster must converge.
//!
//! Everything is drawn from the run's seed, so the seed replays the run.

use cluster::Cluster;
use model::config::{Action, NodeConfig, NodeKind, OpKind};
use model::view::StoreStatus;
use sim::{MILLIS, Micros, NodeId, SECONDS};

use crate::swarm::converge::{SwarmWatch, applied, unrest};
use crate::swarm::drawn::Drawn;
use crate::swarm::operator::Operator;
use crate::swarm::pace::{LOAD_US, Pace};
use crate::swarm::patience::Patience;
use crate::swarm::{FaultKind, Feature};
use documents::scenario::Resolved;
use observe::Watch;
use observe::checks::Violation;
use observe::history::Operation;
use report::check::Check;
use run::runner::watched;

/// How long group commit may keep it from rest. A leader that does not know yet that a member left
/// (its predecessor committed that, and is gone with the member) waits for an answer from a zone in
/// which nobody is any more: for ever, as raft-rs counts. TiKV's placement driver gives up the
/// second zone then (DR Auto-Sync falls back to `async`), and so does who looks after a swarm.
const GROUP_COMMIT_US_MAX: Micros = 30 * SECONDS;
/// How often the run is looked at from outside, where faults last that long; the checks themselves
/// see every event.
const SLICE_US: Micros = 200 * MILLIS;

/// A run that held.
#[derive(Clone, Debug)]
pub struct SwarmRun {
    /// Its seed.
    pub seed: u64,
    /// Hash over its trace.
    pub digest: u64,
    /// Events processed.
    pub events: u64,
    /// Requests answered.
    pub ok: u64,
    /// How long it took to come to rest once the load had stopped.
    pub rest_us: Micros,
    /// Whether group commit had to be given up for that.
    pub gave_up_group_commit: bool,
    /// What clients saw, as far as it is kept.
    pub operations: Vec<Operation>,
}

/// A run that did not hold.
#[derive(Clone, Debug)]
pub struct SwarmFailure {
    /// Its seed.
    pub seed: u64,
    /// Which check it was, where a check saw it while it ran.
    pub check: Option<Check>,
    /// What did not hold, and how.
    pub what: String,
    /// Instant of the violation.
    pub at_us: Micros,
    /// Hash over its trace up to where it was seen.
    pub digest: u64,
}

impl SwarmFailure {
    pub(crate) fn of_check(seed: u64, violation: &Violation, digest: u64) -> Self {
        SwarmFailure {
            seed,
            check: Some(violation.check),
            what: format!("{}: {}", violation.check.id(), violation.text),
            at_us: violation.at_us,
            digest,
        }
    }
}

/// Runs the scenario with its seed under faults of these kinds, with these features coming and
/// going. The scenario's own actions are left out: the faults take their place.
pub fn swarm_run(
    resolved: &Resolved,
    kinds: &[FaultKind],
    features: &[Feature],
) -> Result<SwarmRun, SwarmFailure> {
    run_drawn(&Drawn::of(resolved, kinds, features))
}

/// Runs what a seed drew: faults first, then everything heals, and it must come to rest.
pub fn run_drawn(drawn: &Drawn) -> Result<SwarmRun, SwarmFailure> {
    let resolved = drawn.resolved();
    let config = &resolved.config;
    let mut watch = Watch::new(watched(resolved));
    if drawn.judges_all() {
        watch.judge_all();
    }
    let watch = SwarmWatch::new(watch);
    let cluster = Cluster::new(config.clone(), resolved.actions.clone(), watch);
    let pace = Pace::of(resolved);
    let mut run = Run {
        resolved,
        cluster,
        pace,
    };
    run.disturb(Operator::new(
        config.seed,
        drawn.features(),
        run.stores() as u16,
    ))?;
    let before = run.ok();
    run.heal();
    run.until(pace.end_us())?;
    let answered = run.ok() > before;
    run.stop_load();
    let (rest_us, gave_up_group_commit) = run.rest()?;
    if !answered {
        run.answers_at_rest()?;
    }
    Ok(SwarmRun {
        seed: config.seed,
        digest: run.watch().digest(),
        events: run.cluster.events(),
        ok: run.ok(),
        rest_us,
        gave_up_group_commit,
        operations: run.watch().operations(),
    })
}

struct Run<'a> {
    resolved: &'a Resolved,
    cluster: Cluster<SwarmWatch>,
    pace: Pace,
}

impl Run<'_> {
    /// The time of faults, with an operator who looks in now and then.
    fn disturb(&mut self, mut operator: Operator) -> Result<(), SwarmFailure> {
        while self.cluster.now() < self.pace.faults_us {
            self.until(self.cluster.now() + self.pace.scale(SLICE_US))?;
            operator.look(&mut self.cluster);
        }
        Ok(())
    }

    /// Runs to this instant, and looks at the checks after every slice.
    fn until(&mut self, end: Micros) -> Result<(), SwarmFailure> {
        while self.cluster.now() < end {
            let slice_end = (self.cluster.now() + SLICE_US).min(end);
            self.cluster.run_until(slice_end, u64::MAX);
            if let Some(violation) = self.watch().violation() {
                let (seed, digest) = (self.resolved.config.seed, self.watch().digest());
                return Err(SwarmFailure::of_check(seed, violation, digest));
            }
        }
        Ok(())
    }

    /// Ends every fault that stands.
    fn heal(&mut self) {
        self.act(Action::HealAll);
        for store in 0..self.stores() as u16 {
            match self.cluster.store(NodeId(store)).status {
                StoreStatus::Up => {}
                StoreStatus::Crashed => self.act(Action::Restart(NodeId(store))),
                StoreStatus::Paused => self.act(Action::Resume(NodeId(store))),
            }
        }
    }

    fn stop_load(&mut self) {
        for workload in 0..self.resolved.config.workloads.len() as u16 {
            self.act(Action::SetWorkload {
                workload,
                running: false,
            });
        }
    }

    /// Runs until the cluster is at rest and returns how long that took, and whether group commit
    /// had to be given up.
    fn rest(&mut self) -> Result<(Micros, bool), SwarmFailure> {
        let start = self.cluster.now();
        let mut gave_up = false;
        let mut patience = Patience::from(start);
        loop {
            self.until(self.cluster.now() + SLICE_US)?;
            let waited = self.cluster.now() - start;
            let is_over = patience.is_over(self.cluster.now(), applied(&self.cluster));
            match unrest(&self.cluster) {
                None => return Ok((waited, gave_up)),
                Some(problem) if is_over => {
                    let seconds = waited / SECONDS;
                    let what =
                        format!("convergence: not at rest {seconds} s after the load: {problem}");
                    return Err(self.failure(what));
                }
                Some(_) if waited >= GROUP_COMMIT_US_MAX && !gave_up => {
                    gave_up = self.give_up_group_commit();
                }
                Some(_) => {}
            }
        }
    }

    /// Returns whether it was on.
    fn give_up_group_commit(&mut self) -> bool {
        let mut settings = self.cluster.settings().clone();
        let was_on = std::mem::replace(&mut settings.group_commit, false);
        if was_on {
            self.act(Action::Set(settings));
        }
        was_on
    }

    /// Nothing was answered while the load went on: with appends of one entry, one at a time, all
    /// of that may pass in catching up. At rest there is no excuse. Asked more than once: an answer
    /// may travel on a connection that faults had stalled, and go down with it when it is closed.
    fn answers_at_rest(&mut self) -> Result<(), SwarmFailure> {
        let gateway = NodeId(self.stores() as u16);
        let nodes = &self.cluster.config().nodes;
        let is_gateway = |node: &NodeConfig| node.kind == NodeKind::Gateway;
        if !nodes.get(usize::from(gateway.0)).is_some_and(is_gateway) {
            return Ok(());
        }
        let before = self.ok();
        for _ in 0..LOAD_US / SECONDS {
            self.act(Action::Request {
                gateway,
                op: OpKind::Get,
                key: 0,
                rows: 1,
                value_bytes: 8,
                mode: None,
            });
            self.until(self.cluster.now() + SECONDS)?;
            if self.ok() > before {
                return Ok(());
            }
        }
        Err(self.failure("liveness: no request is answered at rest".into()))
    }

    fn act(&mut self, action: Action) {
        let at = self.cluster.now() + 1;
        self.cluster.act(at, action);
    }

    fn stores(&self) -> usize {
        self.resolved
            .names
            .ids_of(text::names::NodeRole::Store)
            .count()
    }

    fn watch(&self) -> &Watch {
        &self.cluster.observer().watch
    }

    fn ok(&self) -> u64 {
        let workloads = self.resolved.config.workloads.len() as u16;
        let of_workloads: u64 = (0..workloads).map(|w| self.watch().load(w).ok).sum();
        of_workloads + self.watch().load_by_hand().ok
    }

    fn failure(&self, what: String) -> SwarmFailure {
        SwarmFailure {
            seed: self.resolved.config.seed,
            check: None,
            what,
            at_us: self.cluster.now(),
            digest: self.watch().digest(),
        }
    }
}

#[cfg(test)]
mod tests;
