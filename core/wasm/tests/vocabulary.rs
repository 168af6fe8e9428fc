//! What the page has of the engine's tables, `web/engine/vocabulary.ts`: words by their numbers,
//! and the columns that it goes by instead of asking for names.

use std::fmt::Write;

use kept::assert_kept;
use model::config::{FaultKind, OpKind, ReadMode};
use model::fact::{Change, Deed, Outcome, Reason, Refusal, Role};
use model::tuning::Work;
use run::playground::Came;

mod kept;

#[test]
fn the_page_has_the_tables_of_the_engine() {
    let lists: [(&str, &str, &[&str]); 9] = [
        ("OPS", "What a request does.", &OpKind::IDS),
        ("OUTCOMES", "How a request ended.", &Outcome::IDS),
        ("CAME", "What came of a request.", &Came::IDS),
        ("REFUSALS", "Why a store refused a request.", &Refusal::IDS),
        ("DEEDS", "What was decided.", &Deed::IDS),
        ("REASONS", "Why.", &Reason::IDS),
        ("CHANGES", "How a group or a range changed.", &Change::IDS),
        ("ROLES", "What a replica is in its group.", &Role::IDS),
        ("WORK", "A piece of work that takes core time.", &Work::IDS),
    ];
    let mut text = String::from(
        "/** The engine's tables; written by `UPDATE_GOLDEN=1 cargo test -p wasm`. */\n",
    );
    for (name, what, words) in lists {
        let _ = write!(
            text,
            "\n/** {what} By its number. */\nexport const {name} = [\n"
        );
        for word in words {
            let _ = writeln!(text, "  \"{word}\",");
        }
        text.push_str("] as const;\n");
    }
    let faults = FaultKind::ALL.map(|kind| {
        let (target, blocks) = (kind.target().id(), kind.blocks());
        (kind.id(), format!("target: \"{target}\", blocks: {blocks}"))
    });
    let what = "Faults: what each is about, and whether nothing gets past it.";
    push_rows(&mut text, "FAULT_KINDS", what, &faults);
    let modes = ReadMode::ALL.map(|mode| {
        let promise = mode.spec().promise.id();
        (mode.id(), format!("promise: \"{promise}\""))
    });
    let what = "Read modes: what their reader may rely on.";
    push_rows(&mut text, "READ_MODES", what, &modes);
    assert_kept("../../web/engine/vocabulary.ts", &text);
}

fn push_rows(text: &mut String, name: &str, what: &str, rows: &[(&str, String)]) {
    let _ = write!(text, "\n/** {what} */\nexport const {name} = {{\n");
    for (id, columns) in rows {
        let _ = writeln!(text, "  \"{id}\": {{ {columns} }},");
    }
    text.push_str("} as const;\n");
}
