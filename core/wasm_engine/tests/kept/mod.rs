//! Files that a test writes from the engine's own tables.

use std::path::Path;

/// The file, from this crate's folder, has this text. After a change that is meant:
/// `UPDATE_GOLDEN=1 cargo test -p wasm_engine`.
pub(crate) fn assert_kept(file: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == text,
        "{} is not up to date: UPDATE_GOLDEN=1 cargo test -p wasm_engine",
        file.display()
    );
}
