//! The digest of every public run is pinned. The same file is compared with the WebAssembly module
//! in Node (core/wasm/tests/parity.test.ts), so that native and module are the same run.

use crate::common::{check_golden, public_runs};
use report::summary::digest_text;
use run::runner;

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
    for run in public_runs() {
        let summary = runner::run(&run.resolved, run.resolved.duration_us);
        let broken = summary.first_violation();
        let name = format!("{} {}", run.scenario, run.variant);
        if BROKEN.contains(&name.as_str()) {
            let text = broken.unwrap_or_else(|| panic!("{name} keeps its promise"));
            assert!(text.starts_with("linearizable"), "{name}: {text}");
        } else {
            assert_eq!(broken, None, "{name}");
        }
        let digest = digest_text(summary.digest);
        lines += &[run.scenario, run.variant, digest].join(" ");
        lines.push('\n');
    }
    check_golden("digests.txt", &lines);
}
