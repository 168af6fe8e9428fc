//! A gateway dies: whatever it knew is gone, requests and transactions included. Its clients see a
//! broken connection and come back when it does. Stores notice nothing, except that locks stay
//! until somebody meets them.

use sim::{Micros, NodeId};

use super::Gateways;
use crate::context::Context;
use crate::route::RangeCache;
use model::config::ClusterConfig;
use model::fact::Outcome;

impl Gateways {
    /// A gateway's process ends.
    pub(crate) fn crash(&mut self, node: NodeId, now: Micros) {
        let gateway = self.gateway_mut(node);
        gateway.up = false;
        if let Some(cores) = &mut gateway.cores {
            cores.reset(now);
        }
        self.forget_transactions(node);
    }

    /// The clients of a gateway that has crashed learn it.
    pub(crate) fn end_requests(&mut self, cx: &mut Context, node: NodeId) {
        for (slot, request, is_write) in self.requests.at_gateway(node) {
            if self.requests.get(slot, request).is_some() {
                // A write may be done, or half done and settled either way.
                let outcome = if is_write {
                    Outcome::Unknown
                } else {
                    Outcome::Failed
                };
                self.complete(cx, slot, request, outcome, None, 0);
            }
        }
    }

    /// A dead gateway starts again, and knows what it is configured with: the cluster as it was
    /// created. The rest it learns anew.
    pub(crate) fn restart(&mut self, node: NodeId, config: &ClusterConfig) {
        let gateway = self.gateway_mut(node);
        gateway.up = true;
        gateway.gone_us.fill(0);
        gateway.ranges = RangeCache::created(config);
    }
}
