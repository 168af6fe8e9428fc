//! What happened and how things stand, in a report: numbers from the engine, ids of places from the
//! reader.

use serde_json::Value;

use crate::moments::{MomentSummary, Tally};
use crate::summary::{Fields, VariantSummary};
use vocabulary::names::Names;

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
    let mut all = Fields::new();
    for moment in moments {
        let mut fields = tally_fields(&moment.total);
        if !moment.places.is_empty() {
            let mut places = Fields::new();
            for (place, tally) in &moment.places {
                let place = usize::from(*place);
                let zones = &names.zones;
                let node = || Some(&names.nodes.get(place - zones.len())?.id);
                let id = zones.get(place).map(|zone| &zone.id).or_else(node);
                if let Some(id) = id {
                    places.put(id, tally_fields(tally).object());
                }
            }
            fields.put("at", places.object());
        }
        all.put(moment.kind.words().id, fields.object());
    }
    all.object()
}

fn tally_fields(tally: &Tally) -> Fields {
    let mut fields = Fields::new();
    fields.count("count", tally.count);
    fields.count("first_us", tally.first_us);
    fields.count("last_us", tally.last_us);
    if tally.longest_us > 0 {
        fields.count("longest_us", tally.longest_us);
    }
    fields
}

pub(super) fn state_json(variant: &VariantSummary) -> Value {
    let (state, names) = (&variant.state, &variant.names);
    let text = |id: &String| Value::String(id.clone());
    let node = |node: u16| {
        let known = names.nodes.get(usize::from(node));
        known.map_or(Value::Null, |node| text(&node.id))
    };
    let zone = |zone: u16| {
        let known = names.zones.get(usize::from(zone));
        known.map_or(Value::Null, |zone| text(&zone.id))
    };
    let range = |range: &RangeState| {
        let mut fields = Fields::new();
        fields.put("leader", range.leader.map_or(Value::Null, node));
        fields.put("leader_zone", range.leader_zone.map_or(Value::Null, zone));
        fields.count("term", range.term);
        fields.count("leaders", range.leaders.into());
        fields.count("commit", range.commit);
        fields.count("applied_least", range.applied_least);
        fields.count("applied_most", range.applied_most);
        fields.object()
    };
    let mut fields = Fields::new();
    fields.put("ranges", state.ranges.iter().map(range).collect());
    fields.put("down", state.down.iter().map(|down| node(*down)).collect());
    fields.count("down_count", state.down.len() as u64);
    fields.count("cut", state.cut.into());
    fields.count("faults", state.faults.into());
    fields.object()
}
