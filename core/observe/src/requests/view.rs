//! Traced requests as pictures show them.

use model::config::{OpKind, ReadMode};
use model::fact::Outcome;
use model::ids::RequestId;
use serde::Serialize;
use sim::{Micros, NodeId};
use ts_rs::TS;

use crate::meters::Meters;
use crate::requests::path::critical_path;
use crate::requests::{Trace, Traces};
use crate::staleness::Freshness;
use text::keys::key_words;
use text::names::Names;
use text::reads::refusal_words;
use text::say;
use text::words::duration_words;

/// How a request ended, or that it has not.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum RequestOutcome {
    /// No answer yet.
    Pending,
    /// Answered.
    Ok,
    /// Certainly not done.
    Failed,
    /// It may have happened or may yet happen.
    Unknown,
}

/// What the client history says of a read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum FreshVerdict {
    /// Nothing to judge: a write, or no answer.
    None,
    /// It missed nothing; in a mode that promises so, it can be ordered among all that clients saw.
    Fresh,
    /// It missed a write that was acknowledged before it began, in a mode that promises no more.
    Past,
    /// It missed such a write in a mode whose readers take what they read for the newest, or there
    /// is no order of all that clients saw in which it can be.
    Stale,
    /// A store refused it, and time ran out.
    Refused,
}

/// One request and its path.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RequestView {
    /// Its number.
    pub id: RequestId,
    /// The gateway where it entered.
    pub node: u32,
    /// Its workload; `None` = by hand.
    pub workload: Option<u32>,
    /// What it does.
    pub op: OpKind,
    /// First key.
    pub key: u64,
    /// Rows.
    pub rows: u32,
    /// Its keys, where they are named one by one.
    pub keys: Vec<u64>,
    /// How it reads.
    pub mode: ReadMode,
    /// When the client sent it.
    pub invoked_us: Micros,
    /// When the client had its answer or gave up.
    pub completed_us: Option<Micros>,
    /// How it ended.
    pub outcome: RequestOutcome,
    /// A sentence when it failed or is unknown.
    pub reason: String,
    /// "k3 = 41" for gets and puts, "" for scans.
    pub value: String,
    /// What the client history says of it.
    pub verdict: FreshVerdict,
    /// How long the value that it missed had been acknowledged when it began.
    pub stale_us: Micros,
    /// How many acknowledged writes it missed.
    pub stale_commits: u32,
    /// The store that answered.
    pub server: Option<u32>,
    /// Messages that served it, in the order of departure.
    pub hops: Vec<HopView>,
    /// Round trips between zones on its critical path.
    pub round_trips: u32,
}

/// One message that served a request.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HopView {
    /// Sender's node.
    pub from: u32,
    /// Receiver's node.
    pub to: u32,
    /// Message type, an index into the world's.
    #[serde(rename = "type")]
    pub what: u8,
    /// When it left.
    pub sent_us: Micros,
    /// When it arrives, or died.
    pub arrive_us: Micros,
    /// Payload bytes.
    pub bytes: u64,
    /// Whether it leaves its zone.
    pub crosses: bool,
    /// Whether it arrives; else it dies halfway.
    pub arrives: bool,
}

impl Traces {
    /// What to show, by request number: of each workload the last that ended and the one that is
    /// under way, and all by hand.
    pub fn views(&self, names: &Names, meters: &Meters) -> Vec<RequestView> {
        let shown: Vec<&Trace> = self.all().collect();
        let numbers = shown.iter().map(|trace| trace.fact.request);
        let mut order: Vec<(RequestId, u32)> = numbers.zip(0..).collect();
        order.sort_unstable();
        order
            .into_iter()
            .map(|(_, place)| shown[place as usize].view(names, meters))
            .collect()
    }
}

impl Trace {
    /// The request as pictures show it.
    pub(crate) fn view(&self, names: &Names, meters: &Meters) -> RequestView {
        let fact = &self.fact;
        let outcome = match self.ended {
            None => RequestOutcome::Pending,
            Some((_, Outcome::Ok)) => RequestOutcome::Ok,
            Some((_, Outcome::Failed)) => RequestOutcome::Failed,
            Some((_, Outcome::Unknown)) => RequestOutcome::Unknown,
        };
        let is_answered = outcome == RequestOutcome::Ok;
        let writes_named = fact.op.is_write() && !fact.named.is_empty();
        let value = if is_answered && writes_named {
            format!("{} = {}", key_words(&fact.named), self.value)
        } else if is_answered && fact.op != OpKind::Scan {
            format!("k{} = {}", fact.key, self.value)
        } else {
            String::new()
        };
        let (stale_us, stale_commits) = match self.freshness {
            Freshness::NotJudged | Freshness::Fresh => (0, 0),
            Freshness::Stale { stale_us, commits } => (stale_us, commits),
        };
        RequestView {
            id: fact.request,
            node: number(fact.gateway),
            workload: fact.workload.map(u32::from),
            op: fact.op,
            key: fact.key,
            rows: fact.rows,
            keys: fact.named.iter().collect(),
            mode: fact.mode,
            invoked_us: self.invoked_us,
            completed_us: self.ended.map(|(at_us, _)| at_us),
            outcome,
            reason: self.reason(names),
            value,
            verdict: self.verdict(),
            stale_us,
            stale_commits,
            server: self.server.map(number),
            hops: self.hop_views(meters),
            round_trips: self.round_trips(meters),
        }
    }

    fn verdict(&self) -> FreshVerdict {
        let failed = matches!(self.ended, Some((_, Outcome::Failed)));
        match self.freshness {
            _ if self.is_broken => FreshVerdict::Stale,
            Freshness::NotJudged if failed && self.refused.is_some() => FreshVerdict::Refused,
            Freshness::NotJudged => FreshVerdict::None,
            Freshness::Fresh => FreshVerdict::Fresh,
            Freshness::Stale { .. } if self.fact.mode.claims_newest() => FreshVerdict::Stale,
            Freshness::Stale { .. } => FreshVerdict::Past,
        }
    }

    fn hop_views(&self, meters: &Meters) -> Vec<HopView> {
        let view = |hop: &crate::requests::trace::Hop| HopView {
            from: number(hop.from),
            to: number(hop.to),
            what: hop.what as u8,
            sent_us: hop.sent_us,
            arrive_us: hop.end_us,
            bytes: hop.bytes,
            crosses: meters.crosses(hop.from, hop.to),
            arrives: hop.arrives,
        };
        self.hops.iter().map(view).collect()
    }

    /// Round trips between zones on the critical path: two crossings each.
    fn round_trips(&self, meters: &Meters) -> u32 {
        self.crossings(meters).unwrap_or_default().div_ceil(2)
    }

    /// Crossings from zone to zone on the critical path of an answered request.
    pub(super) fn crossings(&self, meters: &Meters) -> Option<u32> {
        let Some((ended_us, Outcome::Ok)) = self.ended else {
            return None;
        };
        let path = critical_path(&self.hops, self.fact.gateway, ended_us);
        let crossings = path.iter().filter(|place| {
            let hop = &self.hops[**place];
            meters.crosses(hop.from, hop.to)
        });
        Some(crossings.count() as u32)
    }

    /// Why it was not answered.
    fn reason(&self, names: &Names) -> String {
        let Some((at_us, outcome)) = self.ended else {
            return String::new();
        };
        let after = duration_words(at_us - self.invoked_us);
        match (outcome, self.refused) {
            (Outcome::Ok, _) => String::new(),
            (Outcome::Unknown, _) => {
                say!(
                    "No answer after {after}: the write may have happened or may yet happen.",
                    after
                )
            }
            (Outcome::Failed, None) => say!("No answer after {after}.", after),
            (Outcome::Failed, Some((by, why))) => {
                let node = names.node_id(by);
                let why = refusal_words(why);
                say!(
                    "Given up after {after}: the last to refuse, {node}, {why}.",
                    after,
                    node,
                    why
                )
            }
        }
    }
}

fn number(node: NodeId) -> u32 {
    u32::from(node.0)
}
