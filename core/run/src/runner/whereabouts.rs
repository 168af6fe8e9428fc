//! When a request of a run is sent and ends, for whoever asked about it at another instant.

use model::fact::Fact;
use model::ids::RequestId;
use sim::Micros;

use crate::runner::record::record_while;
use documents::scenario::Resolved;
use record::{Row, What};

/// Where in a run a request is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// When a client sent it; `None` = never.
    pub sent_us: Option<Micros>,
    /// When it ended.
    pub ended_us: Option<Micros>,
    /// Greatest number of a request until then.
    pub last: RequestId,
}

/// Looks for a request in a run up to this instant.
pub fn whereabouts(resolved: &Resolved, until_us: Micros, request: RequestId) -> Whereabouts {
    let mut found = Whereabouts::default();
    record_while(resolved, until_us, |rows| {
        for row in rows {
            found.see(row, request);
        }
        found.ended_us.is_none()
    });
    found
}

impl Whereabouts {
    fn see(&mut self, row: &Row, request: RequestId) {
        match row.what {
            What::Fact(Fact::Invoked(fact)) => {
                self.last = self.last.max(fact.request);
                if fact.request == request {
                    self.sent_us = Some(row.at_us);
                }
            }
            What::Fact(Fact::Completed { request: ended, .. }) if ended == request => {
                self.ended_us = Some(row.at_us);
            }
            _ => {}
        }
    }
}
