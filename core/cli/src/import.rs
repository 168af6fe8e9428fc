//! `raft-atlas import`: files of a real cluster and measured round trips become a scenario. What
//! they mean, the crate `import` knows; here they are read and its notes are printed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ::import::{ClusterFile, Imported, LatencyFile, NoteKind, keys, pair_of};

use crate::exit::EXIT_OK;
use crate::input::{BadInput, local_path, named, read_text};
use crate::out::{self, Stop};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas import topology.yaml --latency round-trips.csv --as scenario.json
  raft-atlas import start.sh zone.sql --as scenario.json && raft-atlas run scenario.json
  raft-atlas import members.json --latency infra1:infra2=ping.txt | raft-atlas validate -";

/// Options of `import`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of one cluster: a topology of TiUP, objects of tidb-operator, localities and zone
    /// configurations of CockroachDB, a placement of YugabyteDB, members of etcd. What each is, its
    /// contents say; docs/import.md lists the forms. `-` is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Round trips as CSV, JSON or a Markdown table, or the output of ping or mtr, and may be given
    /// again. What names no pair of zones itself, as the output of ping, is given as FROM:TO=FILE.
    #[arg(long, value_name = "FILE")]
    latency: Vec<String>,
    /// Writes the scenario into this file, instead of the terminal.
    #[arg(long = "as", value_name = "FILE", value_parser = local_path())]
    target: Option<PathBuf>,
}

/// Makes the scenario and tells what was understood, assumed and not used.
pub(crate) fn import(args: &Args) -> Result<u8, Stop> {
    let files: Vec<(String, String)> = args
        .files
        .iter()
        .map(|path| read(path))
        .collect::<Result<_, _>>()?;
    let files: Vec<ClusterFile<'_>> = files
        .iter()
        .map(|(name, text)| ClusterFile { name, text })
        .collect();
    let mut latencies = Vec::new();
    for given in &args.latency {
        let (between, path) = pair_of(given);
        let (name, text) = read(Path::new(path))?;
        latencies.push((between, name, text));
    }
    let latencies: Vec<LatencyFile<'_>> = latencies
        .iter()
        .map(|(between, name, text)| LatencyFile {
            name,
            text,
            between: *between,
        })
        .collect();
    let imported = ::import::import(&files, &latencies).map_err(|complaints| {
        let lines: Vec<String> = complaints.iter().map(ToString::to_string).collect();
        BadInput(lines.join("\n"))
    })?;
    if let Some(path) = &args.target {
        fs::write(path, &imported.scenario)
            .map_err(|error| Stop::UnwrittenFile(path.clone(), error))?;
        out::print(format_args!("{}", notes_text(&imported)))?;
    } else {
        out::verbatim(imported.scenario.as_bytes())?;
        out::complain(notes_text(&imported).trim_end());
    }
    Ok(EXIT_OK)
}

fn read(path: &Path) -> Result<(String, String), BadInput> {
    Ok((named(path), read_text(path)?))
}

/// The notes, kind by kind, and the keys of the real system.
fn notes_text(imported: &Imported) -> String {
    let mut text = String::new();
    for (kind, heading) in [
        (NoteKind::Understood, "understood"),
        (NoteKind::Assumed, "assumed"),
        (NoteKind::Unused, "not used"),
    ] {
        let mut notes = imported
            .notes
            .iter()
            .filter(|note| note.kind == kind)
            .peekable();
        if notes.peek().is_some() {
            let _ = writeln!(text, "{heading}:");
        }
        for note in notes {
            let _ = match &note.spot {
                Some(spot) => writeln!(text, "  {spot}: {}", note.text),
                None => writeln!(text, "  {}", note.text),
            };
        }
    }
    let rows = keys(imported.product);
    let _ = writeln!(text, "what does the same in {}:", imported.product.name());
    let wide = rows.iter().map(|key| key.ours.len()).max().unwrap_or(0);
    for key in rows {
        let _ = writeln!(text, "  {:wide$}  {}", key.ours, key.theirs);
    }
    text
}
