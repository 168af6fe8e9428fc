//! How a put becomes an entry.

use sim::MILLIS;

use crate::message::{Asked, WritePayload};
use crate::process::{Asker, Elsewhere, StoreContext};
use crate::replica::writes::Proposed;
use crate::replica::{Proposal, Replica};
use kv::command::{self, PutOf};
use model::fact::Refusal;
use model::ids::RequestId;
use model::timestamp::Timestamp;

impl Replica {
    /// A put reaches a replica: proposed if it leads, else refused.
    ///
    /// # Errors
    ///
    /// It does not serve these keys.
    pub(crate) fn write_arrives(
        &mut self,
        cx: &mut StoreContext,
        to: Asker,
        payload: WritePayload,
    ) -> Result<(), Elsewhere> {
        cx.submit(cx.config.costs.request_ns);
        self.wake(cx);
        // A follower would forward the proposal; TiKV refuses it, so that clients learn the leader.
        if !self.is_leader() {
            self.refuse(cx, to, Refusal::NotLeader);
            return Ok(());
        }
        let asked = Asked {
            key: payload.key,
            rows: payload.rows,
            epoch: payload.epoch,
        };
        if !self.serves(payload.key, payload.rows) {
            return Err(Elsewhere::Request(to, asked));
        }
        if !self.propose_put(cx, to, &payload, asked) {
            self.refuse(cx, to, Refusal::ProposalDropped);
        }
        Ok(())
    }

    /// False when there is no timestamp to give, or Raft would not take it now.
    fn propose_put(
        &mut self,
        cx: &mut StoreContext,
        to: Asker,
        put: &WritePayload,
        asked: Asked,
    ) -> bool {
        let Some((data, ts)) = self.encoded_put(cx, to.request, put) else {
            return false;
        };
        self.lend(&mut cx.process.list);
        if self.node().propose(Vec::new(), data).is_err() {
            return false;
        }
        cx.count_use((self.number, self.life), to.gateway, false, put.key);
        if ts > 0 {
            let entry = self.node().raft.raft_log.last_index();
            self.record_put(entry, ts);
        }
        self.record_proposal(cx, |index, term| Proposal {
            index,
            term,
            request: to.request,
            gateway: to.gateway,
            of: Proposed::Put(to.slot),
            asked,
        });
        self.after_call(cx);
        true
    }

    /// A put as an entry's data, and its timestamp, 0 where rows have none.
    fn encoded_put(
        &mut self,
        cx: &mut StoreContext,
        request: RequestId,
        put: &WritePayload,
    ) -> Option<(Vec<u8>, Timestamp)> {
        if cx.process.keeps_versions {
            return self.versioned_put(cx, request, put);
        }
        let put = PutOf {
            row: put.key,
            rows: put.rows,
            write_id: request.write_id(),
            value_bytes: put.value_bytes,
            values: put.values,
            at_ms: cx.now() / MILLIS,
        };
        Some((command::encode(&put), 0))
    }
}
