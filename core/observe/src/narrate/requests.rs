//! Requests in sentences: those sent by hand all, those of a load when they are in trouble.

use model::config::OpKind;
use model::fact::{Outcome, RequestFact};
use sim::{Micros, SECONDS};

use crate::narrate::{Narration, NotableKind};
use crate::pending::PendingRequest;
use crate::staleness::Freshness;
use crate::steps::Stood;
use text::keys::key_words;
use text::reads::refusal_words;
use text::words::duration_words;
use text::{counted, say};

/// Trouble of one workload is told at most this often.
const TROUBLE_US: Micros = 5 * SECONDS;

impl Narration {
    /// A request ended.
    #[inline]
    pub fn completed(
        &mut self,
        at_us: Micros,
        ended: &PendingRequest,
        outcome: Outcome,
        value: u64,
        freshness: Freshness,
    ) {
        match ended.fact.workload {
            None => self.by_hand(at_us, ended, outcome, value, freshness),
            Some(_) if outcome == Outcome::Ok && !matches!(freshness, Freshness::Stale { .. }) => {}
            Some(workload) => self.trouble(at_us, workload, outcome, freshness),
        }
    }

    fn by_hand(
        &mut self,
        at_us: Micros,
        ended: &PendingRequest,
        outcome: Outcome,
        value: u64,
        freshness: Freshness,
    ) {
        let fact = &ended.fact;
        let gateway = self.names.node_id(fact.gateway);
        let after = duration_words(at_us - ended.invoked_us);
        let what = what_words(fact);
        let (text, alert) = match (outcome, freshness) {
            (Outcome::Ok, Freshness::Stale { stale_us, .. }) => (
                say!(
                    "{gateway}: {what} was answered after {after}, but stale: it missed a write \
                     acknowledged {ago} before it was sent.",
                    gateway,
                    what,
                    after,
                    ago = duration_words(stale_us)
                ),
                true,
            ),
            (Outcome::Ok, _) if fact.op == OpKind::Get => (
                say!(
                    "{gateway}: {what} returned {value} after {after}.",
                    gateway,
                    what,
                    value,
                    after
                ),
                false,
            ),
            (Outcome::Ok, _) => (
                say!(
                    "{gateway}: {what} was answered after {after}.",
                    gateway,
                    what,
                    after
                ),
                false,
            ),
            (Outcome::Failed, _) => {
                let why = self.why_not(ended);
                let text = say!(
                    "{gateway}: {what} failed after {after}: {why}.",
                    gateway,
                    what,
                    after,
                    why
                );
                (text, true)
            }
            (Outcome::Unknown, _) => {
                let why = self.why_not(ended);
                let text = say!(
                    "{gateway}: {what} got no answer in {after}, and may have happened: {why}.",
                    gateway,
                    what,
                    after,
                    why
                );
                (text, true)
            }
        };
        let kind = if fact.op.is_blind_write() {
            NotableKind::Workload
        } else {
            NotableKind::Read
        };
        self.narrate(at_us, kind, text, Some(fact.gateway), alert);
    }

    /// Why a request has no answer, as the end of a sentence.
    fn why_not(&self, ended: &PendingRequest) -> String {
        let id = |node| self.names.node_id(node);
        match ended.steps.stood() {
            Stood::Nowhere => say!("it knew no store to ask"),
            Stood::Refused(store, why) => {
                say!("{store} {why}", store = id(store), why = refusal_words(why))
            }
            Stood::NoIndex(store) => say!(
                "{store} asked for a read index and heard of none in time",
                store = id(store)
            ),
            Stood::NotApplied(store) => say!(
                "{store} had not applied as far as its read index",
                store = id(store)
            ),
            Stood::NoAnswer(store) => say!("{store} did not answer in time", store = id(store)),
        }
    }

    fn trouble(&mut self, at_us: Micros, workload: u16, outcome: Outcome, freshness: Freshness) {
        let stale_us = match freshness {
            Freshness::Stale { stale_us, .. } => Some(stale_us),
            _ => None,
        };
        let told = &mut self.trouble[usize::from(workload)][usize::from(stale_us.is_some())];
        if told.is_some_and(|told_us| at_us < told_us + TROUBLE_US) {
            return;
        }
        *told = Some(at_us);
        let id = &self.names.workloads[usize::from(workload)].id;
        let (kind, text) = match (stale_us, outcome) {
            (Some(stale_us), _) => (
                NotableKind::Read,
                say!(
                    "A read of \"{id}\" was stale: it missed a write acknowledged {ago} before \
                     it was sent.",
                    id,
                    ago = duration_words(stale_us)
                ),
            ),
            (None, Outcome::Unknown) => (
                NotableKind::Workload,
                say!(
                    "A write of \"{id}\" got no answer; it may have happened.",
                    id
                ),
            ),
            (None, _) => (
                NotableKind::Workload,
                say!("A request of \"{id}\" failed.", id),
            ),
        };
        self.narrate(at_us, kind, text, None, true);
    }
}

/// What a client asked for, as the subject of a sentence.
fn what_words(fact: &RequestFact) -> String {
    let key = fact.key;
    let rows = || counted!(fact.rows, "1 row", "{n} rows");
    let keys = || key_words(&fact.named);
    match fact.op {
        OpKind::Get => say!("the get of k{key}", key),
        OpKind::Put if fact.rows == 1 => say!("the put of k{key}", key),
        OpKind::Put => say!("the put of {rows} from k{key}", rows = rows(), key),
        OpKind::Scan => say!("the scan of {rows} from k{key}", rows = rows(), key),
        OpKind::Statement if !fact.named.is_empty() => {
            say!("the statement for {keys}", keys = keys())
        }
        OpKind::Insert if !fact.named.is_empty() => {
            say!("the insert transaction of {keys}", keys = keys())
        }
        OpKind::Update if !fact.named.is_empty() => {
            say!("the update transaction of {keys}", keys = keys())
        }
        OpKind::Statement => say!("the statement from k{key}", key),
        OpKind::Transaction => say!("the transaction from k{key}", key),
        OpKind::Transfer => say!("the transfer from k{key}", key),
        OpKind::Insert => say!("the insert transaction from k{key}", key),
        OpKind::Update => say!("the update transaction from k{key}", key),
    }
}
