//! The digest of every public run is pinned. The same file is compared with the WebAssembly module
//! in Node (core/wasm/tests/parity.test.ts), so that native and module are the same run.

mod common;

use common::{check_golden, public_runs};
use scenario::report::digest_text;
use scenario::runner;

#[test]
fn every_public_run_has_its_pinned_digest_and_breaks_no_check() {
    let mut lines = String::new();
    for run in public_runs() {
        let summary = runner::run(&run.resolved, run.resolved.duration_us);
        assert_eq!(
            summary.first_violation(),
            None,
            "{} {}",
            run.scenario,
            run.variant
        );
        let digest = digest_text(summary.digest);
        lines += &[run.scenario, run.variant, digest].join(" ");
        lines.push('\n');
    }
    check_golden("digests.txt", &lines);
}
