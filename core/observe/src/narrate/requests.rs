//! Requests in sentences: those sent by hand all, those of a load when they are in trouble.

use model::config::OpKind;
use model::fact::Outcome;
use sim::{Micros, SECONDS};

use crate::narrate::{Narration, NotableKind};
use crate::pending::PendingRequest;
use crate::staleness::Freshness;
use crate::steps::Stood;
use vocabulary::reads::refusal_words;
use vocabulary::words::{count_words, duration_words};

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
        let what = match fact.op {
            OpKind::Get => format!("the get of k{}", fact.key),
            OpKind::Put if fact.rows == 1 => format!("the put of k{}", fact.key),
            OpKind::Put => {
                let rows = count_words(u64::from(fact.rows), "row");
                format!("the put of {rows} from k{}", fact.key)
            }
            OpKind::Scan => {
                let rows = count_words(u64::from(fact.rows), "row");
                format!("the scan of {rows} from k{}", fact.key)
            }
            OpKind::Statement if !fact.named.is_empty() => {
                format!("the statement for {}", fact.named.words())
            }
            OpKind::Insert | OpKind::Update if !fact.named.is_empty() => {
                let what = fact.op.id();
                format!("the {what} transaction of {}", fact.named.words())
            }
            OpKind::Statement => format!("the statement from k{}", fact.key),
            OpKind::Transaction => format!("the transaction from k{}", fact.key),
            OpKind::Transfer => format!("the transfer from k{}", fact.key),
            OpKind::Insert => format!("the insert transaction from k{}", fact.key),
            OpKind::Update => format!("the update transaction from k{}", fact.key),
        };
        let (text, alert) = match (outcome, freshness) {
            (Outcome::Ok, Freshness::Stale { stale_us, .. }) => (
                format!(
                    "{gateway}: {what} was answered after {after}, but stale: it missed a write \
                     acknowledged {} before it was sent.",
                    duration_words(stale_us)
                ),
                true,
            ),
            (Outcome::Ok, _) if fact.op == OpKind::Get => (
                format!("{gateway}: {what} returned {value} after {after}."),
                false,
            ),
            (Outcome::Ok, _) => (
                format!("{gateway}: {what} was answered after {after}."),
                false,
            ),
            (Outcome::Failed, _) => {
                let why = self.why_not(ended);
                (
                    format!("{gateway}: {what} failed after {after}: {why}."),
                    true,
                )
            }
            (Outcome::Unknown, _) => {
                let why = self.why_not(ended);
                let text =
                    format!("{gateway}: {what} got no answer in {after}, and may have happened: ");
                (text + &why + ".", true)
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
            Stood::Nowhere => "it knew no store to ask".to_string(),
            Stood::Refused(store, why) => format!("{} {}", id(store), refusal_words(why)),
            Stood::NoIndex(store) => {
                format!(
                    "{} asked for a read index and heard of none in time",
                    id(store)
                )
            }
            Stood::NotApplied(store) => {
                format!("{} had not applied as far as its read index", id(store))
            }
            Stood::NoAnswer(store) => format!("{} did not answer in time", id(store)),
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
                format!(
                    "A read of \"{id}\" was stale: it missed a write acknowledged {} before it \
                     was sent.",
                    duration_words(stale_us)
                ),
            ),
            (None, Outcome::Unknown) => (
                NotableKind::Workload,
                format!("A write of \"{id}\" got no answer; it may have happened."),
            ),
            (None, _) => (
                NotableKind::Workload,
                format!("A request of \"{id}\" failed."),
            ),
        };
        self.narrate(at_us, kind, text, None, true);
    }
}
