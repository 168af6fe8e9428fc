//! A build without `protoc` says what to do.

#[expect(
    dead_code,
    clippy::print_stdout,
    reason = "cargo calls its main, and reads it"
)]
#[path = "../../build.rs"]
mod build;

#[test]
fn a_missing_protoc_is_told_with_what_to_do() {
    let said = build::complaint(Some("/no/such/protoc")).expect("it does not run");
    assert!(
        said.starts_with("PROTOC names /no/such/protoc, which does not run."),
        "{said}"
    );
    for way in [
        "apt-get install protobuf-compiler",
        "npm run setup",
        "set PROTOC",
    ] {
        assert!(said.contains(way), "{said}");
    }
    assert!(!said.contains('\n'), "cargo takes one line");
}

#[test]
fn a_protoc_that_runs_is_no_complaint() {
    // The program that is sure to be there, and answers `--version`.
    assert_eq!(build::complaint(Some(env!("CARGO"))), None);
}
