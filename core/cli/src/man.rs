//! `raft-atlas man`: the help of all commands as manual pages, by `clap_mangen`.

use std::fs;
use std::path::Path;

use clap::Command;

use crate::exit::EXIT_OK;
use crate::out::Stop;

/// Writes `raft-atlas.1`, `raft-atlas-run.1` and so on.
pub(crate) fn write_pages(folder: &Path, command: Command) -> Result<u8, Stop> {
    let unwritten = |error| Stop::UnwrittenFile(folder.to_path_buf(), error);
    fs::create_dir_all(folder).map_err(unwritten)?;
    // What `help` prints is in each page.
    let command = command.disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder).map_err(unwritten)?;
    Ok(EXIT_OK)
}
