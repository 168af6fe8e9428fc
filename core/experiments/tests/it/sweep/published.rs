//! The schema and the examples that are published.

use std::fs;
use std::path::{Path, PathBuf};

use experiments::sweep::schema::{Source, Sweep};
use serde_json::Value;

use crate::sweep::plan_of;

fn public(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../public")
        .join(folder)
}

/// Editors take it from there.
#[test]
fn the_page_publishes_the_schema_as_it_is() {
    let path = public("schema/sweep.json");
    let text = format!("{:#}\n", experiments::sweep::schema());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the folder is there");
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        published == text,
        "public/schema/sweep.json is not what `raft-atlas schema --of sweep` prints; if the change \
         is meant, rewrite it: UPDATE_GOLDEN=1 cargo test -p experiments"
    );
}

#[test]
fn every_published_sweep_can_be_run() {
    let mut count = 0;
    for entry in fs::read_dir(public("sweeps")).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        // Beside a sweep lie the runs that it made.
        if path.extension().is_none_or(|kind| kind != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let sweep = Sweep::parse(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(matches!(sweep.scenario, Source::Inline(_)), "{path:?}");
        let plan = plan_of(&file).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(
            (100..1000).contains(&plan.runs()),
            "{path:?}: {} runs",
            plan.runs()
        );
        count += 1;
    }
    assert!(count > 0);
}
