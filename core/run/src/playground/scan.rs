//! Searching a run for events that touch one thing.

use model::ids::RangeId;
use sim::Micros;

use crate::playground::Playground;
use observe::spot::{Marks, Spot, Subject};

impl Playground {
    /// Runs on as `advance` does, and returns the number of the last event that touched the
    /// subject, 0 when none did. With `stop_at_first` it stops right after the first one.
    pub fn scan(
        &mut self,
        subject: Subject,
        until_us: Micros,
        max_events: u64,
        stop_at_first: bool,
    ) -> u64 {
        let nodes = &self.cluster.config().nodes;
        let zone_of = nodes.iter().map(|node| node.zone.0).collect();
        let on_their_way = self.cluster.flights().map(|(sent, _)| sent);
        let marks = match subject {
            Subject::Entry { range, .. } => self.marks(range),
            _ => Vec::new(),
        };
        let spot = Spot::new(subject, zone_of, marks, on_their_way);
        self.cluster.observer_mut().set_spot(Some(spot));
        if stop_at_first {
            self.step_to_touch(until_us, max_events);
        } else {
            self.advance(until_us, max_events);
        }
        let last = self.last_touch();
        self.cluster.observer_mut().set_spot(None);
        last
    }

    /// How far each replica of a range is; none for a range that does not exist.
    fn marks(&self, range: RangeId) -> Vec<Marks> {
        let replicas = self.cluster.replicas(range);
        let mark = |view: &model::view::ReplicaView| Marks {
            node: view.node,
            persisted: view.persisted,
            committed: view.commit,
        };
        replicas.iter().map(mark).collect()
    }

    fn step_to_touch(&mut self, until_us: Micros, max_events: u64) {
        for _ in 0..max_events {
            let is_due = self.next_event_us().is_some_and(|at_us| at_us <= until_us);
            if !is_due {
                return;
            }
            self.step();
            if self.last_touch() != 0 {
                return;
            }
        }
    }

    fn last_touch(&self) -> u64 {
        self.watch().spot().map_or(0, Spot::last)
    }
}
