//! Scenario files with values that the command line puts in the place of theirs.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use documents::scenario::{Override, Scenario};
use format::limits::DURATION_US_MAX;
use format::units::parse_duration_us;

pub(crate) use experiments::folder::{
    BadInput, lines_of, named, read_bytes, read_scenario, read_text,
};

/// Values in the place of a file's.
#[derive(clap::Args)]
pub(crate) struct Values {
    /// Sets a value of the file for this run, after the variant's own, and may be given again:
    /// `settings.read_mode=lease`, `workload[0].clients=50`, `workload[reads].think=1ms`. What the
    /// file expects of its own runs is not judged then.
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

/// The same with these values, of one variant alone if one is named, measured from this instant on
/// if one is given.
pub(crate) fn read_measured(
    path: &Path,
    values: &Values,
    variant: Option<&str>,
    from_us: Option<u64>,
) -> Result<Scenario, BadInput> {
    let scenario = match variant {
        None => Ok(read_scenario(path)?),
        Some(id) => read_scenario(path)?.only(id),
    };
    let scenario = scenario.and_then(|scenario| scenario.overridden(&values.all()));
    let measured = scenario.and_then(|scenario| match from_us {
        None => Ok(scenario),
        Some(from_us) => scenario.measured_from(from_us),
    });
    measured.map_err(|error| BadInput(lines_of(&named(path), "", &error)))
}

/// Reads the path of something that is written, or of a folder that was: on this machine. An
/// address would become a folder of that name.
pub(crate) fn local_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match experiments::folder::scheme_of(&path) {
        Some(scheme) => Err(experiments::folder::no_address(scheme)),
        None => Ok(path),
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
