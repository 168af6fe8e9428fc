//! Hands what happens at a node to that node, with its context: each gets its own state and the
//! world, and nothing of another node.

use crate::cluster::Cluster;
use crate::context::{Context, World};
use crate::driver::PlacementDriver;
use crate::flight::{Flight, Payload};
use crate::oracle::Oracle;
use model::fact::Observer;

impl<O: Observer> Cluster<O> {
    /// What is at the placement driver's node, and what it gets while it handles something.
    fn at_driver(&mut self) -> (&mut PlacementDriver, &mut Oracle, Context<'_>) {
        let own = self.config.placement_driver();
        let own = own.expect("it is only reached where it is");
        let world = World {
            time: &mut self.time,
            transport: &mut self.transport,
            facts: &mut self.observer,
        };
        let cx = Context::new(own, &self.config, &self.settings, world);
        (&mut self.driver, &mut self.oracle, cx)
    }

    /// A message reaches the placement driver's node.
    pub(crate) fn driver_receives(&mut self, flight: Flight) {
        let (driver, oracle, mut cx) = self.at_driver();
        match flight.payload {
            Payload::StoreReport(_) | Payload::RangeReport(_) => driver.on_message(&mut cx, flight),
            _ => oracle.on_message(&mut cx, flight),
        }
    }

    /// The service beside the oracle waits no longer.
    pub(crate) fn oracle_timer(&mut self, errand: u32) {
        let (_, oracle, mut cx) = self.at_driver();
        oracle.on_timer(&mut cx, errand);
    }

    /// The placement driver's round is due; after it there may be nothing left to run for.
    pub(crate) fn driver_timer(&mut self, epoch: u32) {
        let (driver, _, mut cx) = self.at_driver();
        if driver.on_timer(&mut cx, epoch) {
            self.switch_driver();
        }
    }

    /// Starts or stops the placement driver, and reports to it, as the switches ask.
    pub(crate) fn switch_driver(&mut self) {
        let wanted = self.driver.is_wanted(&self.settings);
        if wanted == self.driver.runs() || self.config.placement_driver().is_none() {
            return;
        }
        if wanted {
            self.begin_reports();
            let (driver, _, mut cx) = self.at_driver();
            driver.start(&mut cx);
        } else {
            self.reports.end();
            self.driver.stop();
        }
    }
}
