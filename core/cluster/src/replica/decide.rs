//! A replica tells what it decided.

use crate::context::Context;
use crate::replica::Replica;
use model::fact::{Decision, Deed, Fact, Reason};

impl Replica {
    /// Tells a decision of a replica: what and why, whom it concerns, the two figures compared.
    pub(crate) fn decide(
        &self,
        cx: &mut Context,
        (what, why): (Deed, Reason),
        (subject, other): (u64, u64),
        (figure, limit): (u64, u64),
    ) {
        let at = self.at;
        let decision = Decision {
            by: at.node,
            range: at.range,
            what,
            why,
            subject: cx.node_of_peer(at.range, subject),
            other: cx.node_of_peer(at.range, other),
            figure,
            limit,
        };
        cx.emit(Fact::Decided(decision));
    }
}
