//! A read reaches a replica: how each mode is served.

use sim::Micros;

use crate::message::ReadPayload;
use crate::process::{PendingRead, Refused, ServingRead, StoreContext};
use crate::replica::Replica;
use crate::timeline::Event;
use model::config::{LeaderCheck, Service};
use model::fact::{Refusal, Route};

impl Replica {
    /// A get or scan reaches a replica. It is returned if the replica must do more for it than
    /// look.
    pub(crate) fn read_at_once(
        &self,
        cx: &mut StoreContext,
        read: PendingRead,
    ) -> Option<PendingRead> {
        match read.mode.service() {
            Service::AtOnce => {
                self.begin_service(cx, read);
                None
            }
            Service::Past if !self.is_leader() => self.stale_at_follower(cx, read),
            _ => Some(read),
        }
    }

    /// A get or scan reaches a replica that must do something for it. `payload` is as it came.
    pub(crate) fn read_arrives(
        &mut self,
        cx: &mut StoreContext,
        read: PendingRead,
        payload: ReadPayload,
    ) {
        let service = read.mode.service();
        // What asks nobody wakes nobody.
        if service != Service::Past {
            self.wake(cx);
        }
        let leads = self.is_leader();
        // An index may have come with the request's timestamp.
        let has_index = read.index.is_some();
        match service {
            Service::AtOnce => self.begin_service(cx, read),
            Service::Leader(_) if !leads => self.refuse(cx, read.asker(), Refusal::NotLeader),
            Service::Leader(LeaderCheck::None) => self.begin_service(cx, read),
            Service::Leader(LeaderCheck::Lease) => self.read_by_lease(cx, read),
            Service::Leader(LeaderCheck::Quorum) | Service::ReadIndex if has_index => {
                self.wait_for_apply(cx, read);
            }
            Service::Leader(LeaderCheck::Quorum | LeaderCheck::Role) | Service::ReadIndex => {
                self.ask_read_index(cx, read);
            }
            Service::Version => self.read_by_version(cx, read),
            Service::PassOn if leads => self.ask_read_index(cx, read),
            Service::PassOn => self.pass_read_on(cx, read.asker(), payload),
            Service::Past => self.stale_arrives(cx, read),
        }
    }

    /// Turns a read away that would wait longer for a core than its gateway takes.
    pub(crate) fn turns_away(
        &self,
        cx: &mut StoreContext,
        read: &PendingRead,
        busy_us: Micros,
    ) -> bool {
        let wait_us = || cx.process.serving.wait_us(cx.process.cores.len());
        let wait_us = if busy_us > 0 { wait_us() } else { 0 };
        if wait_us <= busy_us {
            return false;
        }
        let refused = Refused {
            figure: wait_us,
            ..Refused::plainly(Refusal::Busy)
        };
        cx.send_refusal(self.at.range, read.asker(), refused);
        true
    }

    /// Puts a read on the cores: a cost for the request and one for each row.
    pub(crate) fn begin_service(&self, cx: &mut StoreContext, read: PendingRead) {
        let costs = &cx.config.costs;
        let mut cost_ns = costs.request_ns + u64::from(read.rows) * costs.row_ns;
        if read.mode.service() == Service::Past {
            cost_ns += cx.config.reads.stale_read_us * 1_000;
        }
        let cost_ns = costs.spread.draw_ns(&mut cx.process.service, cost_ns);
        let finish = cx.submit(cost_ns);
        let serving = &mut cx.process.serving;
        serving.pace.learn(cost_ns);
        let slot = serving.insert(ServingRead {
            replica: self.number,
            read,
        });
        let (store, life) = (self.at.node, cx.process.life);
        cx.at(finish, Event::Serve { store, slot, life });
    }

    /// A read by version reaches a replica.
    pub(crate) fn read_by_version(&mut self, cx: &mut StoreContext, read: PendingRead) {
        let newest = self.newest_commit();
        let unchecked = cx.config.sabotage.leaves_versions_unchecked();
        if unchecked || read.is_recent_enough(newest) {
            return self.serve_by_version(cx, read);
        }
        self.emit_version_route(cx, &read, Route::VersionOld);
        if read.index.is_some() {
            self.wait_for_apply(cx, read);
        } else {
            self.ask_read_index(cx, read);
        }
    }
}
