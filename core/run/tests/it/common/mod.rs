//! What the tests of whole runs share: the public scenarios, and goldens that are rewritten with
//! `UPDATE_GOLDEN=1`.

use model::ids::RangeId;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::thread;

use documents::scenario::{Resolved, Scenario};
use run::playground::FrameRequest;
use run::runner::{self, Outcome};

/// A variant of a public scenario, ready to start.
pub(crate) struct Run {
    /// The scenario's file without its ending.
    pub(crate) scenario: String,
    /// The variant, or `run`.
    pub(crate) variant: String,
    /// What to start.
    pub(crate) resolved: Resolved,
}

/// The text of a public scenario.
pub(crate) fn scenario_text(name: &str) -> String {
    let path = repository()
        .join("public/scenarios")
        .join(format!("{name}.json"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The public scenarios, in the order of their names.
pub(crate) fn public_names() -> Vec<String> {
    let folder = repository().join("public/scenarios");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of the public scenarios")
        .filter_map(|entry| {
            entry
                .expect("a readable folder")
                .file_name()
                .into_string()
                .ok()
        })
        .filter_map(|file| file.strip_suffix(".json").map(str::to_string))
        .filter(|name| name != "index")
        .collect();
    names.sort();
    names
}

/// Every variant of every public scenario, by name and in the order of the file.
pub(crate) fn public_runs() -> Vec<Run> {
    public_names()
        .iter()
        .flat_map(|name| runs_of(name))
        .collect()
}

/// The first seeds of what goes by dice: every day a third of the usual ones, in the long run
/// (`npm run test:long`) three times as many.
pub(crate) fn seeds(usual: u64) -> Range<u64> {
    0..if is_long() {
        3 * usual
    } else {
        usual.div_ceil(3)
    }
}

/// Every third of the public runs from this one on; in the long run all of them.
pub(crate) fn some_public_runs(first: usize) -> impl Iterator<Item = Run> {
    let (first, step) = if is_long() { (0, 1) } else { (first, 3) };
    public_runs().into_iter().skip(first).step_by(step)
}

/// Whether this is the long run.
pub(crate) fn is_long() -> bool {
    std::env::var_os("RAFT_ATLAS_LONG").is_some()
}

/// Every variant of a public scenario.
pub(crate) fn runs_of(name: &str) -> Vec<Run> {
    let scenario =
        Scenario::parse(&scenario_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let runs = runner::runs(&scenario, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let run = |resolved: Resolved| {
        let variant = if resolved.variant.is_empty() {
            "run"
        } else {
            &resolved.variant
        };
        Run {
            scenario: name.to_string(),
            variant: variant.to_string(),
            resolved,
        }
    };
    runs.into_iter().map(run).collect()
}

/// What became of every public scenario, by name: run to its end once, for all tests that read it.
pub(crate) fn outcomes() -> &'static [(String, Outcome)] {
    static OUTCOMES: LazyLock<Vec<(String, Outcome)>> = LazyLock::new(|| {
        let names = public_names();
        // Whoever asks second waits: its processor takes every other scenario.
        let (one, other) = thread::scope(|scope| {
            let other = scope.spawn(|| run_every_second(&names[1..]));
            (run_every_second(&names), other.join())
        });
        let mut all = one;
        all.extend(other.expect("the scenarios of the other half run"));
        all.sort_by(|(left, _), (right, _)| left.cmp(right));
        all
    });
    &OUTCOMES
}

fn run_every_second(names: &[String]) -> Vec<(String, Outcome)> {
    let run = |name: &String| {
        let scenario =
            Scenario::parse(&scenario_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let outcome = runner::run_all(&scenario, None, None);
        (
            name.clone(),
            outcome.unwrap_or_else(|error| panic!("{name}: {error}")),
        )
    };
    names.iter().step_by(2).map(run).collect()
}

/// A variant of a scenario that is kept for tests, by its path under `testdata`.
pub(crate) fn kept(file: &str, variant: Option<&str>, seed: u64) -> Resolved {
    let path = repository().join("core/run/testdata").join(file);
    let text = fs::read_to_string(path).expect("it is there");
    let scenario = Scenario::parse(&text).expect("it is valid");
    scenario.resolve(variant, Some(seed)).expect("it resolves")
}

/// Holds a file of the repository, which one of these tests writes, against what it should say.
/// `of` is the test, as a filter of `cargo test` names it.
pub(crate) fn check_written(file: &str, text: &str, of: &str) {
    let path = repository().join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, text).expect("the folder is there");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "{file} is not up to date; if the change is meant, rewrite it: UPDATE_GOLDEN=1 cargo test \
         -p run --test it {of}"
    );
}

/// Compares a text with the golden of this name under `testdata`, or rewrites that.
pub(crate) fn check_golden(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().expect("a golden is in a folder")).expect("a folder");
        fs::write(&path, text).expect("a golden can be written");
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    if golden == text {
        return;
    }
    let line = golden
        .lines()
        .zip(text.lines())
        .take_while(|(old, new)| old == new)
        .count();
    panic!(
        "testdata/{name} differs from line {}:\n  kept:  {}\n  found: {}\nIf the change is meant, \
         rewrite it: UPDATE_GOLDEN=1 cargo test -p run",
        line + 1,
        golden.lines().nth(line).unwrap_or("(end)"),
        text.lines().nth(line).unwrap_or("(end)"),
    );
}

pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A picture with nothing beside what stands in every one.
pub(crate) const WISH: FrameRequest = FrameRequest {
    range: RangeId(0),
    notable_after: 0,
    series_after: -1,
    completions_from: 0,
    leads_from: 0,
    commits_from: 0,
    shape: 0,
    faults: 0,
};

/// A run of three zones with a store and a gateway each (`s1` to `s3`, `ga` to `gc`), 2 ms apart,
/// with a placement driver; the rest of the file, its leaders' stores among it, is given.
pub(crate) fn three_zones(rest: &serde_json::Value) -> Resolved {
    let file = three_zones_file(rest).to_string();
    let scenario = Scenario::parse(&file).unwrap_or_else(|error| panic!("{error}"));
    let resolved = scenario.resolve(None, None);
    resolved.unwrap_or_else(|error| panic!("{error}"))
}

/// The file of such a run.
pub(crate) fn three_zones_file(rest: &serde_json::Value) -> serde_json::Value {
    let mut file = serde_json::json!({
        "format": "raft-atlas/1",
        "title": "Three zones",
        "seed": 1,
        "topology": {
            "zones": [{ "id": "a", "region": "r" }, { "id": "b", "region": "r" },
                { "id": "c", "region": "r" }],
            "stores": [{ "id": "s1", "zone": "a" }, { "id": "s2", "zone": "b" },
                { "id": "s3", "zone": "c" }],
            "gateways": [{ "id": "ga", "zone": "a" }, { "id": "gb", "zone": "b" },
                { "id": "gc", "zone": "c" }],
            "links": { "same_zone": { "rtt": "0.2ms" }, "cross_zone": { "rtt": "2ms" } },
            "pd": { "zone": "c" },
        },
    });
    let all = file.as_object_mut().expect("it is one");
    all.extend(rest.as_object().expect("keys of a file").clone());
    file
}
