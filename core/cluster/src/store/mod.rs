//! A store: a machine with cores, a disk and a clock, and its replicas. What happens at it comes as
//! a message or a timer. It goes by what its messages said, its configuration and its clock, and
//! must not know another store, nor any replica but its own.
//!
//! What one replica does is in the room `replica`, and what all of them use in `process`. Here is
//! what takes the store: `replicas` (which it has, and what they are beside one another), `poll`
//! (messages that wait), `receive` (whom they are for), `ticks`, `ready` (what raft-rs has ready,
//! once for all calls of a poll), `apply`, `lifecycle`, `merge`, `requests`, `safe_rounds`,
//! `reports`; `outside` is what the world does to it.

mod apply;
mod lifecycle;
mod merge;
mod outside;
mod poll;
mod receive;
mod replicas;
mod reports;
mod requests;
mod safe_rounds;
mod ticks;

use sim::NodeId;

use crate::context::Context;
use crate::process::{Process, StoreContext};
use crate::replica::Replica;
use crate::store::poll::Pollers;
use crate::store::replicas::Replicas;
use crate::store::safe_rounds::SafeRounds;
use crate::timeline::{Event, ReplicaIndex};
use model::config::StoreConfig;
use model::view::StoreStatus;

/// A store's process and machine, its condition and its replicas.
pub(crate) struct Store {
    process: Process,
    status: StoreStatus,
    replicas: Replicas,
    /// While it is paused: events that wait for it to go on, in order.
    backlog: Vec<(Event, u64)>,
    /// And the bytes that wait in its connections' socket buffers, by sender.
    buffered: Vec<(NodeId, u64)>,
    /// Messages that arrived and wait to be handled.
    pollers: Pollers,
    /// Its rounds that make times safe.
    safe_rounds: SafeRounds,
    /// What election timeouts of its replicas are drawn from.
    timeouts_seed: u64,
    /// What core times are drawn from; both are the run's until they are drawn anew.
    service_seed: u64,
}

impl Store {
    /// A store that runs and has no replica.
    pub(crate) fn new(node: NodeId, config: &StoreConfig, seed: u64) -> Self {
        Store {
            process: Process::new(node, config, seed),
            status: StoreStatus::Up,
            replicas: Replicas::default(),
            backlog: Vec::new(),
            buffered: Vec::new(),
            pollers: Pollers::default(),
            safe_rounds: SafeRounds::default(),
            timeouts_seed: seed,
            service_seed: seed,
        }
    }

    /// A replica, and what it gets while the store handles something that may change it.
    pub(crate) fn at_replica<'a, 'w>(
        &'a mut self,
        cx: &'a mut Context<'w>,
        index: ReplicaIndex,
    ) -> (&'a mut Replica, StoreContext<'a, 'w>) {
        let cx = StoreContext::new(cx, &mut self.process);
        (&mut self.replicas[index], cx)
    }

    /// A replica to look at: idle ticks of it go on passing unseen (`replicas`).
    fn look_at<'a, 'w>(
        &'a mut self,
        cx: &'a mut Context<'w>,
        index: ReplicaIndex,
    ) -> (&'a Replica, StoreContext<'a, 'w>) {
        let cx = StoreContext::new(cx, &mut self.process);
        (&self.replicas[index], cx)
    }

    /// What its replicas get, for the store itself.
    fn at_process<'a, 'w>(&'a mut self, cx: &'a mut Context<'w>) -> StoreContext<'a, 'w> {
        StoreContext::new(cx, &mut self.process)
    }

    /// Something is due. What is due to a process that stands still happens when it goes on, but
    /// for its own rounds, which it skips.
    pub(crate) fn on_timer(&mut self, cx: &mut Context, event: Event) {
        let is_round = matches!(event, Event::Report { .. } | Event::SafeTick { .. });
        if !self.is_due(event) || !is_round && self.hold_back(cx, event) {
            return;
        }
        match event {
            Event::Tick { .. } => self.tick(cx, event),
            Event::TickReplica { replica, .. } => self.tick_replica(cx, replica),
            Event::Poll { poller, .. } => self.poll(cx, poller),
            Event::PollNext { poller, .. } => self.poll_next(cx, poller),
            Event::Serve { slot, .. } => self.serve(cx, slot),
            Event::Synced { .. } => self.synced(cx),
            Event::Apply { replica, .. } => self.apply_due(cx, replica),
            Event::SnapshotReport {
                replica, peer, ok, ..
            } => {
                let (replica, cx) = &mut self.at_replica(cx, replica);
                replica.report_snapshot(cx, u64::from(peer), ok);
            }
            Event::Unreachable { replica, peer, .. } => {
                let (replica, cx) = &mut self.at_replica(cx, replica);
                replica.unreachable(cx, u64::from(peer));
            }
            Event::Report { epoch, .. } => self.report(cx, epoch),
            Event::SafeTick { epoch, .. } => self.safe_tick(cx, epoch),
            Event::Broken { request, store, .. } => {
                self.at_process(cx).passed_broken(request, store);
            }
            Event::Arrive { .. }
            | Event::Counted { .. }
            | Event::Client { .. }
            | Event::ClientWakes { .. }
            | Event::Arrival { .. }
            | Event::ClientRetry { .. }
            | Event::Deadline { .. }
            | Event::Admit { .. }
            | Event::Begin { .. }
            | Event::Retry { .. }
            | Event::AttemptTimeout { .. }
            | Event::AskAgain { .. }
            | Event::Patience { .. }
            | Event::Call { .. }
            | Event::Action { .. }
            | Event::Round { .. } => panic!("not a store's timer"),
        }
    }

    /// Whether what an event was made for has not crashed, restarted or gone since.
    fn is_due(&self, event: Event) -> bool {
        match event {
            Event::Apply { replica, life, .. }
            | Event::SnapshotReport { replica, life, .. }
            | Event::Unreachable { replica, life, .. } => self.replicas[replica].lives(life),
            Event::Serve { life, .. }
            | Event::Poll { life, .. }
            | Event::PollNext { life, .. }
            | Event::Tick { life, .. }
            | Event::TickReplica { life, .. } => self.process.life == life,
            Event::Synced { generation, .. } => self.process.disk.generation() == generation,
            _ => true,
        }
    }

    /// Keeps an event until the store goes on. False when it does not stand still.
    pub(crate) fn hold_back(&mut self, cx: &Context, event: Event) -> bool {
        let is_paused = self.is_paused();
        if is_paused {
            self.backlog.push((event, cx.cause()));
        }
        is_paused
    }
}
