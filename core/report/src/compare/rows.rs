//! The table of differences: which figures stand in it, and which of them differs most.

use format::shown::Unit;
use model::fact::ByteKind;
use serde::{Serialize, Serializer};
use text::said::as_id;
use text::{phrase, say};
use ts_rs::TS;

use crate::compare::Side;

/// Nano-dollars of a dollar.
const NANOS: f64 = 1e9;
/// Differences below this share of all bytes (or dollars, or answers) are not the greatest one.
const SMALL_SHARE: f64 = 0.02;
/// Durations that differ by less are alike, in µs.
const SMALL_US: f64 = 1_000.0;

/// A figure that differs by less than this factor shows nothing.
pub(super) const TOLD_FACTOR: f64 = 1.1;
const COUNTS: [(&str, &str); 3] = [
    ("ok", phrase!("answered")),
    ("failed", phrase!("failed")),
    ("unknown", phrase!("unknown")),
];
const LATENCIES: [(&str, &str); 3] = [
    ("mean_us", phrase!("mean latency")),
    ("p50_us", phrase!("p50 latency")),
    ("p99_us", phrase!("p99 latency")),
];
const COMMITS: [(&str, &str); 2] = [
    ("p50_us", phrase!("p50 of commit")),
    ("p99_us", phrase!("p99 of commit")),
];
/// Over all clients; each workload's report has it under the same key.
const STALE: &str = "stale";
const OLDEST: &str = "max_staleness_us";
pub(super) const ELECTIONS: &str = "elections";
const ENTRIES: &str = "commit.entries";

/// What a figure is about. The order is that of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ComparisonGroup")]
pub enum Group {
    /// Payload bytes that left a zone.
    BetweenZones,
    /// The same with all that the wire has beside the payload.
    OnTheWire,
    /// What that costs.
    Money,
    /// What the clients of a workload saw.
    Workload,
    /// How fresh reads were.
    Freshness,
    /// Elections and commits.
    Raft,
    /// All payload bytes, those inside zones too.
    AllBytes,
}

/// One figure of both runs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "ComparisonRow")]
pub struct Row {
    /// What it is about.
    pub group: Group,
    /// What a table writes above the figures of its group.
    pub title: String,
    /// The workload that it is about; `None` elsewhere.
    pub of: Option<String>,
    /// What it is called in its group; a byte kind by its id.
    pub name: String,
    /// Where reports have it; what is summed over all clients has a name of its own.
    pub metric: String,
    /// What it counts.
    pub unit: Unit,
    /// The first run's; `None` = it has no such figure.
    #[serde(serialize_with = "whole")]
    pub a: Option<f64>,
    /// The second run's.
    #[serde(serialize_with = "whole")]
    pub b: Option<f64>,
    /// The second's less the first's.
    #[serde(serialize_with = "whole")]
    pub difference: Option<f64>,
    /// The second's in terms of the first's; `None` where that is 0.
    pub ratio: Option<f64>,
    /// Differences below this are noise when the greatest one is sought.
    #[serde(skip)]
    small: f64,
}

impl Group {
    fn title(self, of: Option<&str>) -> String {
        match self {
            Group::BetweenZones => say!("Bytes between zones, payload"),
            Group::OnTheWire => say!("Between zones on the wire"),
            Group::Money => say!("Cost"),
            Group::Workload => say!("Load {load}", load = as_id(of.unwrap_or_default())),
            Group::Freshness => say!("Freshness"),
            Group::Raft => say!("Raft"),
            Group::AllBytes => say!("All bytes"),
        }
    }
}

/// Counts are whole in the JSON.
#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn whole<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) if value.fract() == 0.0 => serializer.serialize_i64(*value as i64),
        other => other.serialize(serializer),
    }
}

/// The second figure less the first.
fn difference(a: f64, b: f64, unit: Unit) -> f64 {
    let difference = b - a;
    // Dollars are nano-dollars divided once: so is their difference.
    if unit == Unit::Usd {
        return (difference * NANOS).round() / NANOS;
    }
    difference
}

impl Row {
    /// How many times the greater is the lesser, where small figures count as the least that
    /// matters. 1 = alike.
    pub(super) fn weight(&self) -> f64 {
        let (Some(a), Some(b)) = (self.a, self.b) else {
            return 1.0;
        };
        (a.max(b) + self.small) / (a.min(b) + self.small)
    }
}

/// Whether a comparison of runs with these workloads has a figure of this name.
pub fn is_figure<'a>(metric: &str, workloads: impl IntoIterator<Item = &'a str>) -> bool {
    if ["usd", "money.per_month", STALE, OLDEST, ELECTIONS, ENTRIES].contains(&metric) {
        return true;
    }
    let Some((group, key)) = metric.rsplit_once('.') else {
        return false;
    };
    match group {
        "bytes" | "bytes.cross_zone" | "wire.cross_zone" => {
            key == "total" || ByteKind::IDS.contains(&key)
        }
        "commit" => COMMITS.iter().any(|(known, _)| *known == key),
        _ => {
            let is_of = |id| group.strip_prefix("workload.") == Some(id);
            let mut known = COUNTS.iter().chain(&LATENCIES);
            workloads.into_iter().any(is_of) && known.any(|(known, _)| *known == key)
        }
    }
}

/// Every figure of two runs, in the order of the table.
pub(super) fn rows(a: &Side, b: &Side) -> Vec<Row> {
    let mut rows = Vec::new();
    bytes(
        &mut rows,
        Group::BetweenZones,
        &["bytes", "cross_zone"],
        (a, b),
    );
    let wire = &["wire", "cross_zone"];
    bytes(&mut rows, Group::OnTheWire, wire, (a, b));
    let month = &["money", "per_month"];
    for (name, path) in [
        (phrase!("total"), &["usd"] as &[&str]),
        (phrase!("30 days"), month),
    ] {
        let usd = (a.figure(path), b.figure(path));
        let small = SMALL_SHARE * greater(usd);
        let name = (name, path.join("."));
        rows.push(row(Group::Money, name, Unit::Usd, usd, small));
    }
    for id in workload_ids(a, b) {
        workload(&mut rows, &id, (a, b));
    }
    freshness(&mut rows, a, b);
    raft(&mut rows, a, b);
    bytes(&mut rows, Group::AllBytes, &["bytes"], (a, b));
    rows
}

/// The row whose figures differ by the greatest factor; of equals the first. What the scenario is
/// about outweighs all, where it differs.
pub(super) fn largest(rows: &[Row], proof: Option<usize>) -> Option<usize> {
    if proof.is_some_and(|place| rows[place].weight() > TOLD_FACTOR) {
        return proof;
    }
    let mut found = None;
    let mut most = 1.0;
    for (place, row) in rows.iter().enumerate() {
        // What goes inside zones costs nothing and hides what crosses; the wire follows the
        // payload.
        let is_told = !matches!(row.group, Group::AllBytes | Group::OnTheWire);
        if is_told && row.weight() > most {
            most = row.weight();
            found = Some(place);
        }
    }
    found.or_else(|| rows.iter().position(|row| row.weight() > 1.0))
}

/// `name` is what people read, then where reports have it.
fn row(
    group: Group,
    (name, metric): (&str, String),
    unit: Unit,
    (a, b): (Option<f64>, Option<f64>),
    small: f64,
) -> Row {
    let both = a.zip(b);
    Row {
        group,
        title: group.title(None),
        of: None,
        name: name.to_string(),
        metric,
        unit,
        a,
        b,
        difference: both.map(|(a, b)| difference(a, b, unit)),
        ratio: both.filter(|(a, _)| *a != 0.0).map(|(a, b)| b / a),
        small: small.max(f64::MIN_POSITIVE),
    }
}

fn greater((a, b): (Option<f64>, Option<f64>)) -> f64 {
    a.unwrap_or(0.0).max(b.unwrap_or(0.0))
}

/// The total, and each kind that either run sent.
fn bytes(rows: &mut Vec<Row>, group: Group, path: &[&str], (a, b): (&Side, &Side)) {
    let figures = |kind: &str| {
        let path = [path, &[kind]].concat();
        (a.figure(&path), b.figure(&path))
    };
    let total = figures("total");
    let small = SMALL_SHARE * greater(total);
    let name = |kind| (kind, format!("{}.{kind}", path.join(".")));
    let total = row(group, name("total"), Unit::Bytes, total, small);
    rows.push(total);
    for kind in ByteKind::IDS {
        let of_kind = figures(kind);
        if greater(of_kind) > 0.0 {
            let of_kind = row(group, name(kind), Unit::Bytes, of_kind, small);
            rows.push(of_kind);
        }
    }
}

/// The workloads of the first run, then those that only the second has.
fn workload_ids(a: &Side, b: &Side) -> Vec<String> {
    let mut ids: Vec<String> = a.workloads().map(|(id, _)| id.clone()).collect();
    for (id, _) in b.workloads() {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    ids
}

fn workload(rows: &mut Vec<Row>, id: &str, (a, b): (&Side, &Side)) {
    let figures = |key: &str| {
        let path = ["workload", id, key];
        (a.figure(&path), b.figure(&path))
    };
    let small = SMALL_SHARE * greater(figures("ok"));
    let mut push = |key: &str, name: &str, unit: Unit, small: f64| {
        let name = (name, format!("workload.{id}.{key}"));
        rows.push(Row {
            title: Group::Workload.title(Some(id)),
            of: Some(id.to_string()),
            ..row(Group::Workload, name, unit, figures(key), small)
        });
    };
    for (key, name) in COUNTS {
        push(key, name, Unit::Count, small.max(1.0));
    }
    for (key, name) in LATENCIES {
        push(key, name, Unit::Us, SMALL_US);
    }
}

fn freshness(rows: &mut Vec<Row>, a: &Side, b: &Side) {
    let stale = |side: &Side| Some(side.of_clients(STALE) as f64);
    let oldest = |side: &Side| Some(side.worst_of_clients(OLDEST) as f64);
    let stale = (stale(a), stale(b));
    let oldest = (oldest(a), oldest(b));
    let name = (phrase!("stale reads"), STALE.to_string());
    rows.push(row(Group::Freshness, name, Unit::Count, stale, 1.0));
    // An age is as telling as the latencies, and in the same measure.
    let name = (phrase!("oldest stale read"), OLDEST.to_string());
    rows.push(row(Group::Freshness, name, Unit::Us, oldest, SMALL_US));
}

fn raft(rows: &mut Vec<Row>, a: &Side, b: &Side) {
    let figures = |path: &[&str]| (a.figure(path), b.figure(path));
    let figures_of_commit = |key: &str| figures(&["commit", key]);
    let elections = figures(&["elections"]);
    let entries = figures_of_commit("entries");
    let few = (SMALL_SHARE * greater(entries)).max(1.0);
    let mut push = |name: &str, metric: &str, unit: Unit, figures, small: f64| {
        let name = (name, metric.to_string());
        rows.push(row(Group::Raft, name, unit, figures, small));
    };
    push(phrase!("elections"), ELECTIONS, Unit::Count, elections, 1.0);
    push(
        phrase!("entries committed"),
        ENTRIES,
        Unit::Count,
        entries,
        few,
    );
    for (key, name) in COMMITS {
        let metric = format!("commit.{key}");
        push(name, &metric, Unit::Us, figures_of_commit(key), SMALL_US);
    }
}
