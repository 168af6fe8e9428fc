//! `raft-atlas export`: a run as text for other programs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use explain::export::{Exporter, Format, RunHeader};
use explain::faults::{FaultFormat, write_faults};
use run::runner;

use crate::exit::EXIT_OK;
use crate::input::{BadInput, local_path, parse_until, read_scenario};
use crate::out::{self, Stop};

/// Options of `export`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// Who shall read it: perfetto (Chrome trace events, for ui.perfetto.dev), shiviz (events with
    /// vector clocks) or jsonl (every fact with its cause, one JSON object a line); or, of the
    /// scenario's faults alone, chaos-mesh (a Workflow), toxiproxy (proxies, and calls with their
    /// instants) or tc (a script of netem). What these cannot say is told.
    #[arg(long, value_parser = FormatWords)]
    format: Reader,
    /// The variant; without it the first, or the scenario itself.
    #[arg(long)]
    variant: Option<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// Ends the run at this instant, e.g. 10s.
    #[arg(long, value_parser = parse_until, allow_hyphen_values = true)]
    until: Option<u64>,
    /// Writes to this file instead of the terminal.
    #[arg(long, value_parser = local_path())]
    out: Option<PathBuf>,
}

/// Who reads it: a program that shows a run, or one that causes faults.
#[derive(Copy, Clone, Debug)]
enum Reader {
    Run(Format),
    Faults(FaultFormat),
}

impl Reader {
    fn ids() -> impl Iterator<Item = &'static str> {
        Format::IDS.into_iter().chain(FaultFormat::IDS)
    }

    fn parse(text: &str) -> Option<Self> {
        let faults = || FaultFormat::parse(text).map(Reader::Faults);
        Format::parse(text).map(Reader::Run).or_else(faults)
    }
}

/// Reads the word of a format, and tells shells which there are.
#[derive(Clone)]
struct FormatWords;

impl TypedValueParser for FormatWords {
    type Value = Reader;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Reader, clap::Error> {
        let parse = |text: &str| {
            let ids = Reader::ids().collect::<Vec<&str>>().join(", ");
            Reader::parse(text).ok_or_else(|| format!("found {text:?}, expected one of {ids}"))
        };
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Reader::ids().map(PossibleValue::new)))
    }
}

/// Runs the scenario and writes while it runs; of its faults alone it runs nothing.
pub(crate) fn export(args: &Args) -> Result<u8, Stop> {
    let scenario = read_scenario(&args.file)?;
    let resolved = scenario
        .resolve(args.variant.as_deref(), args.seed)
        .map_err(|error| BadInput(error.to_string()))?;
    let mut out: Box<dyn Write> = match &args.out {
        Some(path) => Box::new(File::create(path).map_err(|error| {
            BadInput(format!("{}: cannot be written: {error}", path.display()))
        })?),
        None => Box::new(std::io::stdout().lock()),
    };
    let mut buffered = BufWriter::new(&mut out);
    match args.format {
        Reader::Run(format) => write(&resolved, args, format, &mut buffered),
        Reader::Faults(format) => {
            let until_us = args.until.unwrap_or(resolved.duration_us);
            let written = write_faults(&resolved, format, until_us);
            if written.faults == 0 {
                out::complain("the scenario has no faults: there is nothing to cause");
            }
            for told in &written.left_out {
                out::complain(&format!("left out: {told}"));
            }
            let text = buffered.write_all(written.text.as_bytes());
            text.and_then(|()| buffered.flush())
        }
    }
    .map_err(|error| match &args.out {
        Some(path) => Stop::UnwrittenFile(path.clone(), error),
        None => Stop::Unwritten(error),
    })?;
    Ok(EXIT_OK)
}

fn write(
    resolved: &documents::scenario::Resolved,
    args: &Args,
    format: Format,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let mut exporter = Exporter::new(&RunHeader::of(resolved), format);
    let mut broken = None;
    let until_us = args.until.unwrap_or(resolved.duration_us);
    runner::record_with_rows(resolved, until_us, |rows| {
        exporter.push(rows);
        let text = exporter.take();
        broken = out.write_all(text.as_bytes()).err();
        broken.is_none()
    });
    if let Some(error) = broken {
        return Err(error);
    }
    exporter.finish();
    out.write_all(exporter.take().as_bytes())?;
    out.flush()
}
