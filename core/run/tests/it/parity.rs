//! The digest of every public run is pinned. The same file is compared with the WebAssembly module
//! in Node (web/engine/worker/digests.test.ts), so that native and module are the same run.

use crate::common::{check_golden, outcomes};
use report::summary::digest_text;

/// Runs that show how a promise breaks.
const BROKEN: [&str; 5] = [
    "async-apply raw",
    "lease-and-drift beyond",
    "lease-and-drift too-long",
    "lease-and-restart wrong",
    "lease-and-transfer wrong",
];

#[test]
fn every_public_run_has_its_pinned_digest_and_breaks_no_check() {
    let mut lines = String::new();
    let runs = outcomes()
        .iter()
        .flat_map(|(name, outcome)| outcome.variants.iter().map(move |run| (name, run)));
    for (scenario, summary) in runs {
        let name = format!("{scenario} {}", summary.name);
        let broken = summary.first_violation();
        if BROKEN.contains(&name.as_str()) {
            let text = broken.unwrap_or_else(|| panic!("{name} keeps its promise"));
            assert!(text.starts_with("linearizable"), "{name}: {text}");
        } else {
            assert_eq!(broken, None, "{name}");
        }
        let digest = digest_text(summary.digest);
        lines += &[name, digest].join(" ");
        lines.push('\n');
    }
    check_golden("digests.txt", &lines);
}
