//! Another future of a run: from an instant on, some kinds of chance are drawn from other streams.

use super::AnyCluster;
use model::chance::{Chance, Chances};

impl AnyCluster {
    /// These kinds of chance come from another stream from now on. What was drawn and has a place
    /// in the queue stays: messages in flight arrive when they would have. What is drawn and still
    /// open, an election timeout or a client's next arrival, is drawn anew from what is still
    /// possible. The new stream is a function of the one before it, so a future of a future is new.
    pub(super) fn redraw(&mut self, stream: u32, of: Chances) {
        if of.has(Chance::Network) {
            self.transport.network.redraw(stream);
        }
        if of.has(Chance::Elections) {
            for store in &mut self.stores {
                store.redraw_timeouts(stream);
            }
        }
        if of.has(Chance::Arrivals) {
            let (gateways, mut cx) = self.at_gateways();
            gateways.redraw_clients(&mut cx, stream);
        }
        if of.has(Chance::Service) {
            for store in &mut self.stores {
                store.redraw_service(stream);
            }
            self.gateways.redraw_service(stream);
        }
    }
}
