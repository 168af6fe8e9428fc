//! What a node gets while it handles a message or a timer. Through it a node tells, sends in its
//! own name and schedules; it can reach no other node and nothing that is under way. Effects happen
//! at once, so events and facts come in the order in which the code says them.

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
    own: NodeId,
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
    pub(crate) fn new(
        own: NodeId,
        config: &'a ClusterConfig,
        settings: &'a Settings,
        world: World<'a>,
    ) -> Self {
        Context {
            config,
            settings,
            own,
            world,
        }
    }

    /// The node that it is for.
    pub(crate) fn own(&self) -> NodeId {
        self.own
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

    /// Puts a message on its link.
    pub(crate) fn send(&mut self, to: NodeId, label: Label, payload: Payload) {
        let World {
            time,
            transport,
            facts,
        } = &mut self.world;
        let out = Outgoing {
            from: self.own,
            to,
            label,
            payload,
            note: Note::default(),
            effort: Effort::default(),
        };
        transport.post(out, time, *facts);
    }

    /// Schedules an event, caused by the one being processed.
    pub(crate) fn at(&mut self, at: Micros, event: Event) {
        self.world.time.at(at, event);
    }
}
