//! Hands what happens at a node to that node, with its context: each gets its own state and the
//! world, and nothing of another node.

use sim::{Micros, NodeId};

use super::AnyCluster;
use crate::context::{Context, World};
use crate::driver::PlacementDriver;
use crate::gateway::{Ask, Gateways};
use crate::message::{CallPayload, Payload};
use crate::oracle::Oracle;
use crate::store::Store;
use crate::timeline::Event;
use crate::transport::Envelope;

impl AnyCluster {
    /// The nodes that get a context, and what they get while they handle something.
    fn parts(&mut self) -> (Nodes<'_>, Context<'_>) {
        let world = World {
            time: &mut self.time,
            transport: &mut self.transport,
            directory: &mut self.directory,
            called: &mut self.called,
            facts: &mut self.observer,
        };
        let told = (&mut self.names, &mut self.hand);
        let cx = Context::new(&self.config, &self.settings, told, world);
        let nodes = Nodes {
            stores: &mut self.stores,
            gateways: &mut self.gateways,
            driver: self.driver.as_mut(),
            oracle: self.oracle.as_mut(),
        };
        (nodes, cx)
    }

    /// The gateways, and what they get while they handle something.
    pub(super) fn at_gateways(&mut self) -> (&mut Gateways, Context<'_>) {
        let (nodes, cx) = self.parts();
        (nodes.gateways, cx)
    }

    /// A store, and what it gets while it handles something.
    pub(super) fn at_store(&mut self, node: NodeId) -> (&mut Store, Context<'_>) {
        let (nodes, cx) = self.parts();
        (&mut nodes.stores[usize::from(node.0)], cx)
    }

    fn at_driver(&mut self) -> Option<(&mut PlacementDriver, Context<'_>)> {
        let (nodes, cx) = self.parts();
        Some((nodes.driver?, cx))
    }

    fn at_oracle(&mut self) -> Option<(&mut Oracle, Context<'_>)> {
        let (nodes, cx) = self.parts();
        Some((nodes.oracle?, cx))
    }

    /// A message reaches the placement driver's node, where the oracle is too.
    pub(super) fn driver_receives(&mut self, envelope: Envelope) {
        if let Payload::StoreReport(_) | Payload::RangeReport(_) = envelope.payload {
            let (driver, mut cx) = self.at_driver().expect("a message reached it");
            driver.on_message(&mut cx, envelope);
        } else {
            let (oracle, mut cx) = self.at_oracle().expect("a message reached it");
            oracle.on_message(&mut cx, envelope);
        }
    }

    /// The service beside the oracle waits no longer.
    pub(super) fn oracle_timer(&mut self, errand: u32) {
        let (oracle, mut cx) = self.at_oracle().expect("it has a timer");
        oracle.on_timer(&mut cx, errand);
    }

    /// The placement driver's round is due; after it there may be nothing left to run for.
    pub(super) fn driver_timer(&mut self, epoch: u32) {
        let (driver, mut cx) = self.at_driver().expect("it has a timer");
        if driver.on_timer(&mut cx, epoch) {
            self.switch_driver();
        }
    }

    /// Starts or stops the placement driver, and reports to it, as the switches ask.
    pub(super) fn switch_driver(&mut self) {
        let Some((driver, cx)) = self.at_driver() else {
            return;
        };
        let wanted = driver.is_wanted(cx.settings);
        if wanted == driver.runs() {
            return;
        }
        if !wanted {
            driver.stop();
            self.stores.iter_mut().for_each(Store::end_reports);
            return;
        }
        for node in 0..self.stores.len() as u16 {
            let (store, mut cx) = self.at_store(NodeId(node));
            store.begin_reports(&mut cx);
        }
        let (driver, mut cx) = self.at_driver().expect("just seen");
        driver.start(&mut cx);
    }

    /// A message reaches a gateway.
    pub(super) fn gateway_receives(&mut self, envelope: Envelope) {
        let note = self.transport.take_piggyback(envelope.fact.flight);
        let (gateways, mut cx) = self.at_gateways();
        gateways.on_message(&mut cx, envelope, note);
    }

    /// Something is due at a gateway or one of its clients.
    pub(super) fn gateway_timer(&mut self, event: Event) {
        let (gateways, mut cx) = self.at_gateways();
        gateways.on_timer(&mut cx, event);
    }

    /// A person asks a gateway.
    pub(super) fn invoke(&mut self, ask: Ask) {
        let (gateways, mut cx) = self.at_gateways();
        gateways.invoke(&mut cx, ask);
    }

    /// A store found down refuses the connection of a gateway's call, which learns it then.
    pub(super) fn call_refused_at(&mut self, call: &CallPayload, at: Micros) {
        if let Some(event) = self.gateways.call_broken(call) {
            self.at(at, event);
        }
    }
}

/// The nodes that own their state.
struct Nodes<'a> {
    stores: &'a mut [Store],
    gateways: &'a mut Gateways,
    driver: Option<&'a mut PlacementDriver>,
    oracle: Option<&'a mut Oracle>,
}
