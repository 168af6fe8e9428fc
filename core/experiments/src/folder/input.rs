//! Reads files from disk as text. What cannot be used is a message that names the file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use documents::scenario::Scenario;
use format::limits::FILE_BYTES_MAX;

use crate::folder::spot::lines_of;

/// Why the input is not usable: one or more lines for a person.
#[derive(Debug)]
pub struct BadInput(pub String);

/// Reads and checks a scenario file.
pub fn read_scenario(path: &Path) -> Result<Scenario, BadInput> {
    let text = read_text(path)?;
    Scenario::parse(&text).map_err(|error| BadInput(lines_of(&named(path), &text, &error)))
}

/// The scheme of what is an address and no path: `s3` of `s3://bucket/runs`.
pub fn scheme_of(path: &Path) -> Option<&str> {
    let (scheme, _) = path.to_str()?.split_once("://")?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then_some(scheme)
}

/// What is said of an address where a path is needed.
pub fn no_address(scheme: &str) -> String {
    format!(
        "found an address of {scheme}://, expected a path on this machine: write there, and copy \
         the result, or mount the store"
    )
}

/// The path that stands for standard input, as with other programs.
const STDIN: &str = "-";

/// A file as messages name it.
pub fn named(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "standard input".to_string();
    }
    path.display().to_string()
}

/// All bytes of a file, or of standard input where the path is `-`, but no more than `most`.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, BadInput> {
    let bad = |error| BadInput(format!("{}: cannot be read: {error}", named(path)));
    let mut bytes = Vec::new();
    if path == Path::new(STDIN) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    }
    .map_err(bad)?;
    Ok(bytes)
}

/// Reads a file as text, or standard input where the path is `-`, and no more of it than a scenario
/// may have.
pub fn read_text(path: &Path) -> Result<String, BadInput> {
    let bad = |what: String| BadInput(format!("{}: {what}", named(path)));
    let bytes = read_bytes(path, FILE_BYTES_MAX as u64 + 1)?;
    if bytes.len() > FILE_BYTES_MAX {
        let most = FILE_BYTES_MAX;
        return Err(bad(format!(
            "found more than {most} bytes, expected at most that (2 MiB)"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        bad(format!(
            "found bytes that are no UTF-8 text at offset {at}, expected JSON"
        ))
    })
}
