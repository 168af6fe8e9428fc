//! What happened and how things stand, in a report: numbers from the engine, ids of places from the
//! reader.

use serde_json::{Value, json};

use crate::moments::{MomentSummary, Tally};
use crate::summary::VariantSummary;
use text::names::Names;

/// How things stand at an instant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateSummary {
    /// The first ranges.
    pub ranges: Vec<RangeState>,
    /// Stores that are down.
    pub down: Vec<u16>,
    /// Directed pairs of zones between which nothing passes.
    pub cut: u32,
    /// Faults that stand.
    pub faults: u32,
}

/// How a range stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeState {
    /// The store whose replica leads in the highest term, of those that run.
    pub leader: Option<u16>,
    /// Its zone.
    pub leader_zone: Option<u16>,
    /// Greatest term of a replica.
    pub term: u64,
    /// Replicas that believe that they lead, of those that run.
    pub leaders: u32,
    /// Greatest commit index that a replica knows.
    pub commit: u64,
    /// Least applied index.
    pub applied_least: u64,
    /// Greatest applied index.
    pub applied_most: u64,
}

/// The `moments` of a report.
pub fn moments_json(moments: &[MomentSummary], names: &Names) -> Value {
    let mut all = json!({});
    for moment in moments {
        let mut fields = tally_json(&moment.total);
        for (place, tally) in &moment.places {
            let place = usize::from(*place);
            let zones = &names.zones;
            let node = || Some(&names.nodes.get(place - zones.len())?.id);
            let id = zones.get(place).map(|zone| &zone.id).or_else(node);
            if let Some(id) = id {
                fields["at"][id] = tally_json(tally);
            }
        }
        all[moment.kind.words().id] = fields;
    }
    all
}

fn tally_json(tally: &Tally) -> Value {
    let mut fields = json!({
        "count": tally.count, "first_us": tally.first_us, "last_us": tally.last_us,
    });
    if tally.longest_us > 0 {
        fields["longest_us"] = json!(tally.longest_us);
    }
    fields
}

pub(super) fn state_json(variant: &VariantSummary) -> Value {
    let (state, names) = (&variant.state, &variant.names);
    let node = |node: u16| names.nodes.get(usize::from(node)).map(|node| &node.id);
    let zone = |zone: u16| names.zones.get(usize::from(zone)).map(|zone| &zone.id);
    let range = |range: &RangeState| {
        json!({
            "leader": range.leader.and_then(node),
            "leader_zone": range.leader_zone.and_then(zone),
            "term": range.term,
            "leaders": range.leaders,
            "commit": range.commit,
            "applied_least": range.applied_least,
            "applied_most": range.applied_most,
        })
    };
    json!({
        "ranges": state.ranges.iter().map(range).collect::<Vec<_>>(),
        "down": state.down.iter().map(|down| node(*down)).collect::<Vec<_>>(),
        "down_count": state.down.len(),
        "cut": state.cut,
        "faults": state.faults,
    })
}
