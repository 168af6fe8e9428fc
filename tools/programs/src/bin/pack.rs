//! wasm-pack as its crate has it, without the question on the network whether there is a newer one.

use clap::Parser;
use wasm_pack::{Cli, PBAR, command::run_wasm_pack};

fn main() -> anyhow::Result<()> {
    let Cli {
        cmd,
        log_level,
        quiet,
        ..
    } = Cli::parse();
    PBAR.set_log_level(log_level);
    PBAR.set_quiet(quiet);
    run_wasm_pack(cmd)
}
