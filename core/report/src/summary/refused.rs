//! Actions that could not be done, by reason, as reports tell them.

use model::operation::{NotNow, WhyUndone};
use serde_json::{Value, json};
use sim::Micros;

use text::words::instant_words;
use text::{phrase, say};

/// Actions that could not be done for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedSummary {
    /// The reason.
    pub why: WhyUndone,
    /// How many.
    pub count: u64,
    /// When the first was due.
    pub first_us: Micros,
    /// What the first was to do, a sentence.
    pub first: String,
}

impl RefusedSummary {
    /// "960 actions could not be done: the key is not inside the range, or is its first. The first,
    /// at 1.2 s: Split range 0 at key 5."
    pub fn to_line(&self) -> String {
        let at = instant_words(self.first_us);
        let (why, first) = (why_words(self.why), &self.first);
        match self.count {
            1 => say!(
                "1 action could not be done: {why}. At {at}: {first}",
                why,
                at,
                first
            ),
            count => say!(
                "{count} actions could not be done: {why}. The first, at {at}: {first}",
                count,
                why,
                at,
                first
            ),
        }
    }
}

pub(super) fn refused_json(count: u64, refused: &[RefusedSummary]) -> Value {
    let reason = |one: &RefusedSummary| {
        json!({
            "why": why_words(one.why),
            "count": one.count,
            "first_us": one.first_us,
            "first": one.first,
        })
    };
    json!({ "count": count, "reasons": refused.iter().map(reason).collect::<Vec<_>>() })
}

fn why_words(why: WhyUndone) -> &'static str {
    match why {
        WhyUndone::NotNow(not_now) => not_now_words(not_now),
        WhyUndone::NotInFlight => phrase!("the message is no longer in flight"),
        WhyUndone::MayNotStand => phrase!("the replica has no vote, or has promised it"),
    }
}

fn not_now_words(why: NotNow) -> &'static str {
    match why {
        NotNow::NoRange => phrase!("there is no such range"),
        NotNow::NoLeader => phrase!("nobody leads the range"),
        NotNow::Busy => phrase!("another operation on the range is under way"),
        NotNow::NoReplicaThere => phrase!("the store has no replica of the range"),
        NotNow::ReplicaThere => phrase!("the store has a replica of the range already"),
        NotNow::StoreDown => phrase!("the store is down"),
        NotNow::IsLearner => phrase!("the replica there is a learner"),
        NotNow::LastVoter => phrase!("the range would have no voter left"),
        NotNow::KeyOutside => phrase!("the key is not inside the range, or is its first"),
        NotNow::NoNeighbour => phrase!("the ranges are not adjacent"),
        NotNow::OtherStores => phrase!("their replicas are on different stores"),
    }
}
