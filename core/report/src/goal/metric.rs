//! Which figures a report can have, so that a goal that names none of them is refused where it is
//! written and not found wanting when it is judged. A report of everything is made by the code that
//! makes reports, and the metric's path is followed in it.

use std::sync::OnceLock;

use model::config::ReadMode;
use model::machines::ResourceKind;
use model::operation::WhyUndone;
use serde_json::{Map, Value};

use crate::bottleneck::ResourceSummary;
use crate::check::{Check, CheckVerdict};
use crate::goal::Scope;
use crate::moments::{MomentSummary, Tally};
use crate::summary::{CheckSummary, ModeSummary, PairBytes, VariantSummary, WorkloadSummary};
use crate::summary::{RangeState, RefusedSummary, StateSummary};
use format::error::{one_of, quoted};
use format::moments::Moment;
use format::switches::SettingsText;
use text::names::{Names, NodeName, NodeRole, ZoneName};
use text::{phrase, say};

/// Stands for any id that the run gives its own things.
const ANY: &str = "*";
/// Two words that are so near are thought to be one, misspelt.
const DISTANCE_MAX: usize = 3;

/// What is wrong with the path of a figure: what was found, and what was expected.
#[derive(Debug)]
pub(super) struct Misspelt {
    pub(super) found: String,
    pub(super) expected: String,
}

/// Follows `path.in.report`.
pub(super) fn follow(path: &str, scope: &Scope<'_>) -> Result<(), Misspelt> {
    let mut here = everything();
    let mut walked: Vec<&str> = Vec::new();
    for step in path.split('.') {
        here = match here {
            Value::Object(fields) => {
                let ids = ids_of(&walked, scope);
                field(fields, step, ids.as_deref()).ok_or_else(|| misspelt(fields, step, ids))?
            }
            Value::Array(list) => list
                .first()
                .filter(|_| step.parse::<usize>().is_ok())
                .ok_or_else(|| wrong(step, phrase!("the number of one of them, from 0")))?,
            _ => return Err(wrong(step, phrase!("nothing after a figure"))),
        };
        walked.push(step);
    }
    match here {
        Value::Object(fields) => {
            let expected = say!("a figure in it: {known}", known = one_of(names(fields)));
            Err(wrong(walked.last().unwrap_or(&path), &expected))
        }
        Value::Array(_) => {
            let expected = phrase!("the number of one of them, from 0, after it");
            Err(wrong(walked.last().unwrap_or(&path), expected))
        }
        _ => Ok(()),
    }
}

/// The ids that may stand at this place, if the run gives them and they are known.
fn ids_of<'a>(walked: &[&str], scope: &'a Scope<'_>) -> Option<Vec<&'a str>> {
    match walked {
        ["workload"] => scope.workloads.clone(),
        ["moments", _, "at"] => scope.places.clone(),
        _ => None,
    }
}

fn field<'a>(
    fields: &'a Map<String, Value>,
    step: &str,
    ids: Option<&[&str]>,
) -> Option<&'a Value> {
    let any = fields.get(ANY);
    match ids {
        Some(ids) if any.is_some() => any.filter(|_| ids.contains(&step)),
        _ => fields.get(step).or(any),
    }
}

fn misspelt(fields: &Map<String, Value>, step: &str, ids: Option<Vec<&str>>) -> Misspelt {
    let known: Vec<&str> = ids.unwrap_or_else(|| names(fields).collect());
    let distance = |name: &&str| strsim::damerau_levenshtein(step, name);
    let nearest = known.iter().copied().min_by_key(distance);
    let is_near = |name: &&str| distance(name) <= DISTANCE_MAX.min(name.len().max(2) / 2);
    match nearest.filter(is_near) {
        Some(nearest) => wrong(step, &quoted(nearest)),
        None => wrong(step, &one_of(known)),
    }
}

fn wrong(step: &str, expected: &str) -> Misspelt {
    Misspelt {
        found: quoted(step),
        expected: expected.to_string(),
    }
}

fn names(fields: &Map<String, Value>) -> impl Iterator<Item = &str> {
    fields.keys().map(String::as_str)
}

/// The report of a run of which everything can be told.
fn everything() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| summary_of_everything().to_json())
}

fn summary_of_everything() -> VariantSummary {
    let modes = ReadMode::ALL.map(|mode| ModeSummary {
        mode,
        figures: [0; crate::summary::MODE_FIGURES.len()],
        round_trips_milli: 0,
        verdict: CheckVerdict::Kept,
    });
    let check = |check: &Check| CheckSummary {
        id: check.id().into(),
        verdict: CheckVerdict::Kept,
        unpromised: Vec::new(),
    };
    let tally = Tally {
        count: 1,
        longest_us: 1,
        ..Tally::default()
    };
    let moments = Moment::ALL.map(|kind| MomentSummary {
        kind,
        total: tally,
        places: vec![(0, tally)],
    });
    let mut summary = VariantSummary {
        simulated_us: 1,
        sampled: Some((1, 1)),
        settings: Some(SettingsText::all(&model::config::Settings::default(), &[])),
        workloads: vec![WorkloadSummary {
            id: ANY.to_string(),
            ..WorkloadSummary::default()
        }],
        modes: modes.to_vec(),
        checks: Check::ALL.iter().map(check).collect(),
        moments: moments.to_vec(),
        resources: vec![
            resource(ResourceKind::StoreCores),
            resource(ResourceKind::HostPackets),
        ],
        state: StateSummary {
            ranges: vec![RangeState::default()],
            down: vec![0],
            ..StateSummary::default()
        },
        refused_count: 1,
        refused: vec![RefusedSummary {
            why: WhyUndone::NotInFlight,
            count: 1,
            first_us: 1,
            first: String::new(),
        }],
        names: names_of_everything(),
        ..VariantSummary::default()
    };
    let kinds = [1; model::fact::ByteKind::ALL.len()];
    summary.bytes.between = vec![PairBytes {
        from: ANY.to_string(),
        to: ANY.to_string(),
        wire: kinds,
        kinds,
    }];
    summary
}

fn resource(kind: ResourceKind) -> ResourceSummary {
    ResourceSummary {
        kind,
        id: ANY.to_string(),
        servers: 1,
        used_ppm: 1,
        queued_us: 0,
    }
}

fn names_of_everything() -> Names {
    Names {
        zones: vec![ZoneName {
            id: ANY.to_string(),
            name: ANY.to_string(),
            region: ANY.to_string(),
        }],
        nodes: vec![NodeName {
            id: ANY.to_string(),
            kind: NodeRole::Store,
            zone: sim::ZoneId(0),
        }],
        ..Names::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::measure::measure;

    /// What people read about figures.
    const FIGURES: &str = include_str!("../../../../docs/figures.md");

    fn scope() -> Scope<'static> {
        Scope {
            workloads: Some(vec!["scan", "by_hand"]),
            places: Some(vec!["az1", "s1"]),
            ..Scope::OPEN
        }
    }

    /// Found and expected, of a path that no report can have.
    fn refused(path: &str) -> (String, String) {
        let wrong = follow(path, &scope()).expect_err(path);
        (wrong.found, wrong.expected)
    }

    /// Every path of a report of everything.
    fn all_paths() -> Vec<String> {
        fn paths(value: &Value, path: &str, all: &mut Vec<String>) {
            match value {
                Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                    paths(value, &format!("{path}.{key}"), all);
                }),
                Value::Array(list) => list.iter().for_each(|value| {
                    paths(value, &format!("{path}.0"), all);
                }),
                _ => all.push(path.trim_start_matches('.').to_string()),
            }
        }
        let mut all = Vec::new();
        paths(everything(), "", &mut all);
        assert!(all.len() > 300, "{}", all.len());
        all
    }

    #[test]
    fn every_figure_of_a_report_can_be_named_and_has_words() {
        for path in all_paths() {
            let path = path
                .replace("workload.*", "workload.scan")
                .replace("at.*", "at.az1");
            assert!(follow(&path, &scope()).is_ok(), "{path}");
            assert!(measure(&path).is_some(), "{path} has no words");
        }
    }

    /// Rows of the document's tables: what stands in their first cell, and their unit.
    fn documented() -> Vec<(String, String)> {
        let rows = FIGURES.lines().filter(|line| line.starts_with("| `"));
        let cells = rows.map(|line| line.split(" | ").collect::<Vec<_>>());
        cells
            .flat_map(|cells| {
                let figures = cells[0].trim_start_matches("| ").split(", ");
                let unit = cells[1].trim_end_matches(" |").to_string();
                figures.map(move |figure| (figure.trim_matches('`').to_string(), unit.clone()))
            })
            .collect()
    }

    /// Words in capitals stand for any one step of a path.
    fn fits(pattern: &str, path: &str) -> bool {
        let steps = pattern.split('.').zip(path.split('.'));
        let is_any = |step: &str| step.bytes().all(|letter| letter.is_ascii_uppercase());
        pattern.split('.').count() == path.split('.').count()
            && steps
                .into_iter()
                .all(|(word, step)| is_any(word) || word == step)
    }

    #[test]
    fn every_figure_of_a_report_stands_in_the_document_and_nothing_else() {
        let (rows, paths) = (documented(), all_paths());
        for path in &paths {
            assert!(
                rows.iter().any(|(row, _)| fits(row, path)),
                "docs/figures.md lacks {path}"
            );
        }
        let is_figure = |value: &Value| !value.is_object() && !value.is_array();
        let is_path = |row: &str| row.contains('.') || everything().get(row).is_some_and(is_figure);
        for (row, _) in rows.iter().filter(|(row, _)| is_path(row)) {
            assert!(
                paths.iter().any(|path| fits(row, path)),
                "docs/figures.md tells of {row}, which no report has"
            );
        }
    }

    #[test]
    fn the_document_gives_each_figure_the_unit_that_its_name_ends_in() {
        for (row, unit) in documented() {
            if row.ends_with("_us") {
                assert_eq!(unit, "µs", "{row}");
            }
            if row.ends_with("qps") {
                assert_eq!(unit, "requests a second", "{row}");
            }
            if row.ends_with("_bytes") || row.starts_with("wire.") && row.ends_with("total") {
                assert_eq!(unit, "bytes", "{row}");
            }
        }
    }

    #[test]
    fn the_document_has_every_moment_check_and_kind_of_bytes() {
        let rows = documented();
        let has = |word: &str| rows.iter().any(|(row, _)| row == word);
        for kind in Moment::ALL {
            let words = kind.words();
            let row = (words.id.to_string(), words.what.to_string());
            assert!(rows.contains(&row), "docs/figures.md lacks {row:?}");
        }
        for kind in model::fact::ByteKind::ALL {
            assert!(has(kind.id()), "docs/figures.md lacks {}", kind.id());
        }
        for check in Check::ALL {
            let row = format!("checks.{}", check.id());
            assert!(has(&row), "docs/figures.md lacks {row}");
        }
        let decisions = everything()["decisions"]
            .as_object()
            .expect("a list of counts");
        for word in decisions.keys() {
            assert!(has(word), "docs/figures.md lacks the decision {word}");
        }
    }

    #[test]
    fn a_word_that_is_nearly_one_is_suggested_and_else_all_that_could_stand_there() {
        let pair = |found: &str, expected: &str| (found.to_string(), expected.to_string());
        assert_eq!(refused("usdd"), pair("\"usdd\"", "\"usd\""));
        assert_eq!(
            refused("bytes.cros_zone.total"),
            pair("\"cros_zone\"", "\"cross_zone\"")
        );
        assert_eq!(refused("workload.scan.p59us").1, "\"p50_us\"");
        assert_eq!(refused("workload.scna.ok").1, "\"scan\"");
        assert_eq!(
            refused("workload.writes.ok"),
            pair("\"writes\"", "one of \"scan\", \"by_hand\"")
        );
        assert_eq!(refused("moments.stale_read.at.az7.count").1, "\"az1\"");
        let (found, expected) = refused("commit.fastest");
        assert_eq!(found, "\"fastest\"");
        assert!(expected.starts_with("one of \"entries\""), "{expected}");
    }

    #[test]
    fn what_is_no_single_figure_is_refused() {
        assert!(refused("commit").1.starts_with("a figure in it: one of"));
        assert_eq!(
            refused("state.ranges.first").1,
            "the number of one of them, from 0"
        );
        assert!(
            refused("refused.reasons")
                .1
                .starts_with("the number of one")
        );
        assert_eq!(refused("usd.total").1, "nothing after a figure");
        assert!(refused("state.down").1.starts_with("the number of one"));
    }
}
