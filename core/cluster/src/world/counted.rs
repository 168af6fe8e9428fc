//! Reads that are only counted: each step is handed to the node where it happens. What is done to
//! the world may concern any of them, so before that all become ordinary requests.

use sim::Sent;

use super::AnyCluster;
use crate::message::Slot;
use crate::timeline::Event;
use crate::transport::{CountedRead, Stage};
use model::fact::Began;
use model::ids::RequestId;

impl AnyCluster {
    /// A counted read takes its next step. If it has become an ordinary request, returns the event
    /// that is due in place of that step.
    pub(super) fn counted(&mut self, slot: Slot, request: RequestId) -> Option<Event> {
        if let Some(read) = self.transport.counted.take(slot, request) {
            if self.step_counted(slot, read) {
                return None;
            }
            self.make_ordinary(slot, None);
        }
        self.transport.counted.take_due(request)
    }

    /// False when the step cannot be only counted: the read must become an ordinary request.
    fn step_counted(&mut self, slot: Slot, mut read: Box<CountedRead>) -> bool {
        let is_simple = match read.stage {
            Stage::Admitted => {
                let (gateways, mut cx) = self.at_gateways();
                gateways.take_core_counted(&mut cx, slot, &mut read);
                true
            }
            Stage::Begun => {
                let (gateways, mut cx) = self.at_gateways();
                gateways.send_counted(&mut cx, slot, &mut read);
                true
            }
            Stage::Asked => {
                let (store, mut cx) = self.at_store(read.store);
                store.counted_arrives(&mut cx, slot, &mut read)
            }
            Stage::Serving => {
                let (store, mut cx) = self.at_store(read.store);
                store.serve_counted(&mut cx, slot, &mut read)
            }
            Stage::Answered => {
                let (gateways, mut cx) = self.at_gateways();
                gateways.counted_answered(&mut cx, slot, read);
                return true;
            }
        };
        self.transport.counted.put_back(slot, read);
        is_simple
    }

    /// Something is about to be done to the world: all of them become ordinary requests.
    pub(super) fn make_all_ordinary(&mut self) {
        for slot in self.transport.counted.under_way() {
            self.make_ordinary(slot, None);
        }
    }

    /// Those become ordinary requests that were found not to be simple.
    #[inline]
    pub(super) fn make_late_ordinary(&mut self) {
        while let Some((slot, sent)) = self.transport.counted.next_late() {
            self.make_ordinary(slot, sent);
        }
    }

    fn make_ordinary(&mut self, slot: Slot, sent: Option<Sent>) {
        let read = self.transport.counted.remove(slot);
        let request = read.request;
        let (gateways, mut cx) = self.at_gateways();
        gateways.adopt_counted(&mut cx, slot, &read);
        let event = match read.stage {
            Stage::Admitted => Event::Admit { slot, request },
            Stage::Begun => Event::Begin { slot, request },
            Stage::Asked | Stage::Answered => {
                let (event, fact) = self.transport.fly_on(slot, &read, sent);
                self.observer.under_way(self.time.event_ref(), &fact);
                event
            }
            Stage::Serving => {
                let (store, _) = self.at_store(read.store);
                store.adopt_counted(slot, &read)
            }
        };
        self.transport.counted.set_due_instead(request, event);
    }

    /// What its next step is, for the observer; else what is due in its place, if anything is.
    pub(super) fn began_counted(
        &self,
        slot: Slot,
        request: RequestId,
    ) -> Result<Began, Option<Event>> {
        let counted = &self.transport.counted;
        let Some(read) = counted.get(slot, request) else {
            return Err(counted.due(request));
        };
        Ok(match read.stage {
            Stage::Admitted | Stage::Begun => Began::Admitted { request },
            Stage::Asked | Stage::Answered => Began::Arrive {
                flight: read.flight,
            },
            Stage::Serving => Began::Serve,
        })
    }
}
