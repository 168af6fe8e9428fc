//! Reads scenario files from disk. What cannot be used is a message that names the file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use documents::scenario::{Override, Scenario};
use vocabulary::limits::{DURATION_US_MAX, FILE_BYTES_MAX};
use vocabulary::units::parse_duration_us;

use crate::spot::lines_of;

/// Why the input is not usable: one or more lines for a person.
#[derive(Debug)]
pub(crate) struct BadInput(pub(crate) String);

/// Reads and checks a scenario file.
pub(crate) fn read_scenario(path: &Path) -> Result<Scenario, BadInput> {
    let text = read_text(path)?;
    Scenario::parse(&text).map_err(|error| BadInput(lines_of(&named(path), &text, &error)))
}

/// Values in the place of a file's.
#[derive(clap::Args)]
pub(crate) struct Values {
    /// Sets a value of the file for this run, after the variant's own, and may be given again:
    /// settings.read_mode=lease, workload[0].clients=50, workload[reads].think=1ms. What the file
    /// expects of its own runs is not judged then.
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = Override::parse)]
    set: Vec<Override>,
    /// Which reads are recorded one by one: auto, all or sampled, instead of the file's `record`.
    /// What happens is the same.
    #[arg(long, value_name = "WHICH", value_parser = record_override)]
    record: Option<Override>,
}

fn record_override(which: &str) -> Result<Override, String> {
    Override::parse(&format!("record={which}"))
}

impl Values {
    fn all(&self) -> Vec<Override> {
        self.set.iter().chain(&self.record).cloned().collect()
    }
}

/// The same with these values, measured from this instant on if one is given.
pub(crate) fn read_measured(
    path: &Path,
    values: &Values,
    from_us: Option<u64>,
) -> Result<Scenario, BadInput> {
    let scenario = read_scenario(path)?.overridden(&values.all());
    let measured = scenario.and_then(|scenario| match from_us {
        None => Ok(scenario),
        Some(from_us) => scenario.measured_from(from_us),
    });
    measured.map_err(|error| BadInput(lines_of(&named(path), "", &error)))
}

/// A file as messages name it.
pub(crate) fn named(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a file as text, and no more of it than a scenario may have.
pub(crate) fn read_text(path: &Path) -> Result<String, BadInput> {
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

/// An instant of a run.
pub(crate) fn parse_until(text: &str) -> Result<u64, String> {
    let until = parse_duration_us(text)?;
    if until > DURATION_US_MAX {
        return Err("found more than 24 hours, expected at most 1440m".to_string());
    }
    Ok(until)
}
