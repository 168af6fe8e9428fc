//! The placement driver's node: what it hears goes to its decisions (the crate `pd`), what they
//! come to is told and sent as orders. It runs while a switch asks for it or learners of its making
//! are left, and knows of the cluster only what reports say.

use sim::{NodeId, ZoneId};

use crate::context::Context;
use crate::message::{Payload, client_label};
use crate::timeline::Event;
use crate::transport::Envelope;
use model::config::{ClusterConfig, NodeKind, Settings};
use model::fact::{Decision, Fact, MessageType};
use model::ids::RequestId;
use pd::report::{ScheduleOrder, order_bytes};
use pd::{Choice, Driver, Order};

/// The placement driver at its node.
pub(crate) struct PlacementDriver {
    own: NodeId,
    /// Bumped whenever it starts or stops, so that timers of before fall silent.
    epoch: u32,
    /// What it knows; `None` = it does not run.
    driver: Option<Driver>,
}

impl PlacementDriver {
    /// It rests until it is started.
    pub(crate) fn new(own: NodeId) -> Self {
        PlacementDriver {
            own,
            epoch: 0,
            driver: None,
        }
    }

    /// Whether it runs.
    pub(crate) fn runs(&self) -> bool {
        self.driver.is_some()
    }

    /// Whether it shall run: learners that it made are taken away before it stops.
    pub(crate) fn is_wanted(&self, settings: &Settings) -> bool {
        pd::is_wanted(settings) || self.driver.as_ref().is_some_and(Driver::has_learners)
    }

    /// It knows nothing yet, and looks at what it heard after the first interval.
    pub(crate) fn start(&mut self, cx: &mut Context) {
        let now = cx.now();
        let stores = stores(cx.config);
        let voters = cx.config.data.placement.iter().map(Vec::len).max();
        let driver = Driver::new(cx.config.zones, &stores, voters.unwrap_or(1), now);
        self.driver = Some(driver);
        self.epoch += 1;
        let epoch = self.epoch;
        cx.at(now + cx.config.schedule.report_us, Event::Round { epoch });
    }

    /// It forgets everything.
    pub(crate) fn stop(&mut self) {
        self.driver = None;
        self.epoch += 1;
    }

    /// A report arrives; one that was on its way when the driver stopped is not heard.
    pub(crate) fn on_message(&mut self, cx: &mut Context, envelope: Envelope) {
        let Some(driver) = &mut self.driver else {
            return;
        };
        let (now, every_us) = (cx.now(), cx.config.schedule.report_us);
        match envelope.payload {
            Payload::StoreReport(report) => driver.handle_store_heartbeat(&report, now),
            Payload::RangeReport(report) => driver.handle_range_heartbeat(*report, every_us, now),
            _ => panic!("only reports go to the placement driver"),
        }
    }

    /// A round is due. False when it is of before the driver stopped, and nothing is done.
    pub(crate) fn on_timer(&mut self, cx: &mut Context, epoch: u32) -> bool {
        let Some(driver) = self.driver.as_mut().filter(|_| self.epoch == epoch) else {
            return false;
        };
        let (now, schedule) = (cx.now(), &cx.config.schedule);
        let outcome = driver.round(cx.settings, schedule, now);
        for choice in outcome.choices {
            cx.emit(Fact::Decided(decision(self.own, choice)));
        }
        for order in outcome.orders {
            send_order(cx, self.own, order);
        }
        cx.at(now + schedule.report_us, Event::Round { epoch });
        true
    }
}

/// The stores and their zones, which are configuration.
fn stores(config: &ClusterConfig) -> Vec<(NodeId, ZoneId)> {
    let nodes = config.nodes.iter().enumerate();
    nodes
        .filter(|(_, node)| matches!(node.kind, NodeKind::Store(_)))
        .map(|(position, node)| (NodeId(position as u16), node.zone))
        .collect()
}

fn send_order(cx: &mut Context, from: NodeId, order: Order) {
    let Order { range, to, step } = order;
    let order = ScheduleOrder { range, step };
    let label = client_label(
        MessageType::ScheduleOrder,
        range,
        order_bytes(order),
        RequestId::NONE,
    );
    cx.send(from, to, label, Payload::Order(order));
}

fn decision(by: NodeId, choice: Choice) -> Decision {
    Decision {
        by,
        range: choice.range,
        what: choice.what,
        why: choice.why,
        subject: choice.subject,
        other: choice.other,
        figure: choice.figure,
        limit: choice.limit,
    }
}
