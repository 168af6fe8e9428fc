//! The schema and the forms that are published.

use std::fs;
use std::path::{Path, PathBuf};

use advice::Extent;

fn public(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../public")
        .join(folder)
}

/// Editors take it from there.
#[test]
fn the_page_publishes_the_schema_as_it_is() {
    let path = public("schema/advice.json");
    let text = format!("{:#}\n", advice::schema());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the folder is there");
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        published == text,
        "public/schema/advice.json is not what `raft-atlas schema --of advice` prints; if the \
         change is meant, rewrite it: UPDATE_GOLDEN=1 cargo test -p advice"
    );
}

#[test]
fn every_published_form_can_be_tried() {
    let mut count = 0;
    for entry in fs::read_dir(public("advice")).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let text = fs::read_to_string(&path).expect("a text");
        for extent in [Extent::Whole, Extent::Page] {
            let plan = advice::plan(&text, extent);
            plan.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        count += 1;
    }
    assert!(count >= 4);
}
