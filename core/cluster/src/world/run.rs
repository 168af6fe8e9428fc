//! The event loop: one event at a time is taken from the queue and handed to the part that it
//! concerns.

use sim::{Micros, NodeId};

use super::AnyCluster;
use crate::timeline::{Event, ReplicaIndex};
use model::config::Action;
use model::fact::Began;

impl AnyCluster {
    /// Instant of the next event.
    pub fn next_event_us(&self) -> Option<Micros> {
        self.time.next_us()
    }

    /// Processes events up to and including `until`, at most `max_events` of them, and returns how
    /// many. Unless the limit stopped it, `now` is `until` afterwards.
    pub fn run_until(&mut self, until: Micros, max_events: u64) -> u64 {
        let mut done = 0;
        while done < max_events {
            self.transport
                .carry_on(&mut self.time, &mut self.observer, until);
            let Some(event) = self.time.next(until) else {
                break;
            };
            self.process(event);
            done += 1;
        }
        if done == max_events && self.due_us(until).is_some_and(|at| at <= until) {
            return done;
        }
        if self.now() < until {
            self.time.advance_to(until);
        }
        done
    }

    /// Instant of the next event, once all segments up to it or up to `until` are on their way.
    #[inline]
    fn due_us(&mut self, until: Micros) -> Option<Micros> {
        self.transport
            .carry_on(&mut self.time, &mut self.observer, until);
        self.time.next_us()
    }

    /// Processes exactly one event; false when none is left.
    pub fn step(&mut self) -> bool {
        self.transport
            .carry_on(&mut self.time, &mut self.observer, Micros::MAX);
        let next = self.time.next(Micros::MAX);
        if let Some(event) = next {
            self.process(event);
        }
        next.is_some()
    }

    /// For the end of a run: what waits for a shared link leaves it as if nothing else came, so
    /// that the observer is told of all bytes.
    pub fn drain_links(&mut self) {
        self.transport
            .drain_links(&mut self.time, &mut self.observer);
    }

    #[inline]
    fn process(&mut self, event: Event) {
        if self.observer.wants_began() {
            let what = self.began(event);
            let (number, cause) = (self.time.events(), self.time.cause());
            self.observer.began(self.time.now(), number, cause, what);
        }
        self.dispatch(event);
        if !self.time.has_more() {
            self.finish_event();
        }
        self.make_late_ordinary();
    }

    /// Schedules an action for an instant after now; it runs before every ordinary event of that
    /// instant. Returns its position in the run's action list.
    pub fn act(&mut self, at: Micros, action: Action) -> u32 {
        assert!(
            at > self.now(),
            "actions are for the future: the present is being processed"
        );
        let ordinal = self.actions.len() as u32;
        self.actions.push(action);
        self.time.at_first(at, Event::Action { ordinal });
        ordinal
    }

    fn dispatch(&mut self, event: Event) {
        match event {
            Event::Arrive { slot, number } => self.arrive(slot, number),
            Event::Counted { slot, request } => {
                if let Some(event) = self.counted(slot, request) {
                    self.dispatch(event);
                }
            }
            Event::Tick { store, .. }
            | Event::TickReplica { store, .. }
            | Event::Poll { store, .. }
            | Event::PollNext { store, .. }
            | Event::Serve { store, .. }
            | Event::Synced { store, .. }
            | Event::Apply { store, .. }
            | Event::SnapshotReport { store, .. }
            | Event::Unreachable { store, .. }
            | Event::Report { store, .. }
            | Event::SafeTick { store, .. } => self.store_timer(store, event),
            Event::Client { .. }
            | Event::ClientWakes { .. }
            | Event::Arrival { .. }
            | Event::ClientRetry { .. }
            | Event::Deadline { .. }
            | Event::Admit { .. }
            | Event::Begin { .. }
            | Event::Retry { .. }
            | Event::AttemptTimeout { .. }
            | Event::AskAgain { .. }
            | Event::Call { .. } => self.gateway_timer(event),
            Event::Patience { errand } => self.oracle_timer(errand),
            Event::Broken {
                slot,
                request,
                store,
                is_refused,
            } => self.broken((slot, request), store, is_refused),
            Event::Action { ordinal } => self.carry_out(ordinal),
            Event::Round { epoch } => self.driver_timer(epoch),
        }
    }

    /// What an event is, for the observer.
    fn began(&self, event: Event) -> Began {
        let at =
            |store: NodeId, replica: ReplicaIndex| self.stores[usize::from(store.0)].at(replica);
        match event {
            Event::Arrive { number, .. } => Began::Arrive { flight: number },
            Event::Counted { slot, request } => match self.began_counted(slot, request) {
                Ok(began) => began,
                // One that has ended: nothing happens.
                Err(due) => due.map_or(Began::Deadline, |event| self.began(event)),
            },
            Event::Tick { store, .. } => {
                let first = self.stores[usize::from(store.0)].existing().next();
                // Without a replica nothing happens.
                first.map_or(Began::Deadline, |replica| Began::Tick { at: replica.at })
            }
            Event::TickReplica { store, replica, .. } => Began::Tick {
                at: at(store, replica),
            },
            Event::Poll { first, .. } => Began::Handle { flight: first },
            Event::PollNext { message, .. } => Began::Handle { flight: message },
            Event::Serve { .. } => Began::Serve,
            Event::Synced { store, .. } => Began::Synced { store },
            Event::Apply { store, replica, .. } => Began::Apply {
                at: at(store, replica),
            },
            Event::SnapshotReport { store, replica, .. } => Began::SnapshotReport {
                at: at(store, replica),
            },
            Event::Unreachable { store, replica, .. } => Began::Unreachable {
                at: at(store, replica),
            },
            Event::Client { workload, .. }
            | Event::ClientWakes { workload, .. }
            | Event::ClientRetry { workload, .. } => Began::Client { workload },
            Event::Arrival { workload, .. } => Began::Arrival { workload },
            Event::Deadline { .. } | Event::AttemptTimeout { .. } => Began::Deadline,
            Event::Admit { request, .. } | Event::Begin { request, .. } => {
                Began::Admitted { request }
            }
            Event::Retry { request, .. } | Event::AskAgain { request, .. } => {
                Began::Retry { request }
            }
            Event::Patience { .. } | Event::Round { .. } => Began::Schedule {
                node: self.config.placement_driver().expect("it has a timer"),
            },
            Event::Broken { request, store, .. } => Began::Broken { request, store },
            Event::Call { place, number, .. } => Began::Retry {
                request: self.gateways.request_of_call(place, number),
            },
            Event::Action { ordinal } => Began::Action { ordinal },
            Event::Report { store: node, .. } | Event::SafeTick { store: node, .. } => {
                Began::Schedule { node }
            }
        }
    }
}
