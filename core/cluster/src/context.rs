//! What a node gets while it handles a message or a timer. Through it a node tells, sends and
//! schedules; it can reach no other node and nothing that is under way. Effects happen at once, so
//! events and facts come in the order in which the code says them.

use sim::{Micros, NodeId};

use crate::codec::Effort;
use crate::flight::Payload;
use crate::safe_time::Note;
use crate::timeline::{Event, Timeline};
use crate::transport::{Label, Outgoing, Transport};
use model::config::{ClusterConfig, Settings};
use model::fact::{Fact, Observer};

/// The world as one node may use it.
pub(crate) struct Context<'a> {
    /// What the run started from.
    pub(crate) config: &'a ClusterConfig,
    /// Switches as they are now.
    pub(crate) settings: &'a Settings,
    world: World<'a>,
}

/// Where effects go.
pub(crate) struct World<'a> {
    pub(crate) time: &'a mut Timeline,
    pub(crate) transport: &'a mut Transport,
    pub(crate) facts: &'a mut dyn Observer,
}

impl<'a> Context<'a> {
    /// For a node that is about to handle something.
    pub(crate) fn new(config: &'a ClusterConfig, settings: &'a Settings, world: World<'a>) -> Self {
        Context {
            config,
            settings,
            world,
        }
    }

    /// Simulation time.
    pub(crate) fn now(&self) -> Micros {
        self.world.time.now()
    }

    /// Tells the observer.
    pub(crate) fn emit(&mut self, fact: Fact) {
        let time = &self.world.time;
        let (number, cause) = (time.events(), time.cause());
        self.world.facts.fact(time.now(), number, cause, &fact);
    }

    /// Tells the observer which values a read found.
    pub(crate) fn emit_rows(&mut self, request: u64, first_key: u64, values: &[u64]) {
        self.world.facts.rows(request, first_key, values);
    }

    /// Puts a message on its link.
    pub(crate) fn send(&mut self, from: NodeId, to: NodeId, label: Label, payload: Payload) {
        self.post(Outgoing {
            from,
            to,
            label,
            payload,
            note: Note::default(),
            effort: Effort::default(),
        });
    }

    /// The same, with what the sender has to say of time.
    pub(crate) fn post(&mut self, out: Outgoing) {
        let World {
            time,
            transport,
            facts,
        } = &mut self.world;
        transport.post(out, time, *facts);
    }

    /// Schedules an event, caused by the one being processed.
    pub(crate) fn at(&mut self, at: Micros, event: Event) {
        self.world.time.at(at, event);
    }
}
