//! What the page has of the engine's tables, `web/engine/vocabulary.ts`: words by their numbers,
//! and the columns that it goes by instead of asking for names.

use std::fmt::{Display, Write};

use format::limits;
use kept::assert_kept;
use model::config::{FaultKind, OpKind, ReadMode};
use model::fact::{Change, Deed, Outcome, Reason, Refusal, Role};
use model::named::NAMED_MAX;
use model::tuning::Work;
use run::playground::Came;
use text::names::RANGES_NAMED_MAX;

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
        "/** The engine's tables; written by `UPDATE_GOLDEN=1 cargo test -p wasm_engine`. */\n",
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
    let bounds: [(&str, &dyn Display, &dyn Display); 15] = [
        (
            "bandwidth_bps",
            &limits::BANDWIDTH_BPS_MIN,
            &limits::BANDWIDTH_BPS_MAX,
        ),
        ("clients", &1, &limits::CLIENTS_MAX),
        ("cores", &1, &limits::CORES_MAX),
        ("corrupt_messages", &1, &limits::CORRUPT_MESSAGES_MAX),
        ("cost_ns", &0, &limits::COST_NS_MAX),
        ("delay_us", &0, &limits::DELAY_US_MAX),
        ("drift_ppm", &-limits::DRIFT_PPM_MAX, &limits::DRIFT_PPM_MAX),
        ("jitter_us", &0, &limits::JITTER_US_MAX),
        ("named_keys", &1, &NAMED_MAX),
        ("range", &0, &(RANGES_NAMED_MAX - 1)),
        ("rate", &limits::RATE_MIN, &limits::RATE_MAX),
        ("scan_rows", &1, &limits::SCAN_ROWS_MAX),
        ("stream", &1, &u32::MAX),
        (
            "value_bytes",
            &limits::VALUE_BYTES_MIN,
            &limits::VALUE_BYTES_MAX,
        ),
        ("window_bytes", &0, &limits::WINDOW_BYTES_MAX),
    ];
    let bounds = bounds.map(|(what, least, most)| (what, format!("min: {least}, max: {most}")));
    let what = "The least and the most that an action may hold of it.";
    push_rows(&mut text, "BOUNDS", what, &bounds);
    assert_kept("../../web/engine/vocabulary.ts", &text);
}

fn push_rows(text: &mut String, name: &str, what: &str, rows: &[(&str, String)]) {
    let _ = write!(text, "\n/** {what} */\nexport const {name} = {{\n");
    for (id, columns) in rows {
        let _ = writeln!(text, "  \"{id}\": {{ {columns} }},");
    }
    text.push_str("} as const;\n");
}
