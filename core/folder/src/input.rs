//! Reads files from disk as text. What cannot be used is a message that names the file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use documents::scenario::Scenario;
use vocabulary::limits::FILE_BYTES_MAX;

use crate::spot::lines_of;

/// Why the input is not usable: one or more lines for a person.
#[derive(Debug)]
pub struct BadInput(pub String);

/// Reads and checks a scenario file.
pub fn read_scenario(path: &Path) -> Result<Scenario, BadInput> {
    let text = read_text(path)?;
    Scenario::parse(&text).map_err(|error| BadInput(lines_of(&named(path), &text, &error)))
}

/// A file as messages name it.
pub fn named(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a file as text, and no more of it than a scenario may have.
pub fn read_text(path: &Path) -> Result<String, BadInput> {
    let bad = |what: String| BadInput(format!("{}: {what}", path.display()));
    let file = File::open(path).map_err(|error| bad(format!("cannot be read: {error}")))?;
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| bad(format!("cannot be read: {error}")))?;
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
