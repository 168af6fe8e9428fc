//! The program that wasm-pack calls, with the options that wasm-pack gives: by the library that
//! wasm-bindgen's own command line calls.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use wasm_bindgen_cli_support::Bindgen;

/// What the JavaScript beside a module is for.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    Bundler,
    Web,
    Nodejs,
    NoModules,
    Deno,
}

#[derive(Parser)]
#[command(name = "wasm-bindgen", version = wasm_bindgen_shared::version())]
struct Args {
    input: PathBuf,
    #[arg(long)]
    out_dir: PathBuf,
    #[arg(long)]
    out_name: Option<String>,
    #[arg(long, value_enum, default_value_t = Target::Bundler)]
    target: Target,
    #[arg(long)]
    typescript: bool,
    #[arg(long, conflicts_with = "typescript")]
    no_typescript: bool,
    #[arg(long)]
    debug: bool,
    #[arg(long)]
    no_demangle: bool,
    #[arg(long)]
    keep_debug: bool,
    #[arg(long)]
    omit_default_module_path: bool,
    #[arg(long)]
    split_linked_modules: bool,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut bindgen = Bindgen::new();
    match args.target {
        Target::Bundler => bindgen.bundler(true)?,
        Target::Web => bindgen.web(true)?,
        Target::Nodejs => bindgen.nodejs(true)?,
        Target::NoModules => bindgen.no_modules(true)?,
        Target::Deno => bindgen.deno(true)?,
    };
    bindgen
        .input_path(&args.input)
        .typescript(!args.no_typescript)
        .debug(args.debug)
        .demangle(!args.no_demangle)
        .keep_debug(args.keep_debug)
        .omit_default_module_path(args.omit_default_module_path)
        .split_linked_modules(args.split_linked_modules);
    if let Some(name) = &args.out_name {
        bindgen.out_name(name);
    }
    bindgen.generate(&args.out_dir)
}
