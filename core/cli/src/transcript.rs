//! `raft-atlas transcript`: transcripts of etcd-raft's interaction tests, played on raft-rs. What
//! they mean, the crate `transcript` knows; here they are read and their standings are printed.

use std::collections::BTreeSet;
use std::path::PathBuf;

use transcript::{Agreement, Block, Difference, KNOWN};

use crate::exit::{EXIT_FAILED, EXIT_NOT_KNOWN, EXIT_OK};
use crate::input::{BadInput, named, read_text};
use crate::out::{self, Stop, say};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas transcript core/transcript/testdata/first-election.txt
  raft-atlas transcript --brief testdata/*.txt
  raft-atlas transcript --rewrite testdata/campaign.txt > on-raft-rs.txt";

/// Options of `transcript`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files in the language of etcd-raft's interaction tests: commands, a line of four dashes, and
    /// what is expected. `-` is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One line for each block, without the facts.
    #[arg(long, conflicts_with = "rewrite")]
    brief: bool,
    /// Prints the transcript with what raft-rs does in the place of what is expected.
    #[arg(long)]
    rewrite: bool,
}

/// Exit code 0 if known differences explain all, 1 if not, 3 if that is not known because something
/// is not spoken here.
pub(crate) fn transcript(args: &Args) -> Result<u8, Stop> {
    let mut code = EXIT_OK;
    let mut names = BTreeSet::new();
    for path in &args.files {
        let (file, text) = (named(path), read_text(path)?);
        let bad = |complaint: ::transcript::Complaint| BadInput(format!("{file}: {complaint}"));
        if args.rewrite {
            let text = ::transcript::rewritten(&text).map_err(bad)?;
            out::verbatim(text.as_bytes())?;
            continue;
        }
        let blocks = ::transcript::play(&text).map_err(bad)?;
        say!("{file}")?;
        for block in &blocks {
            print_block(block, args.brief)?;
            names.extend(block.named());
        }
        say!("{}", total(&blocks))?;
        code = match (code, code_of(&blocks)) {
            (EXIT_FAILED, _) | (_, EXIT_FAILED) => EXIT_FAILED,
            (EXIT_OK, other) => other,
            (kept, _) => kept,
        };
    }
    print_names(&names)?;
    Ok(code)
}

/// What follows from a block that was not played is no verdict on raft-rs.
fn code_of(blocks: &[Block]) -> u8 {
    let mut unspoken = false;
    for block in blocks {
        if block.is_unexplained() && !unspoken {
            return EXIT_FAILED;
        }
        unspoken |= matches!(block.standing, Agreement::NotSpoken(_));
    }
    if unspoken { EXIT_NOT_KNOWN } else { EXIT_OK }
}

fn print_block(block: &Block, brief: bool) -> Result<(), Stop> {
    let head = format!("  line {}: {}", block.line, block.command);
    let names = block.named().join(", ");
    match &block.standing {
        Agreement::Equal if block.facts == 0 => say!("{head}: equal"),
        Agreement::Equal => say!("{head}: equal in {}", facts(block.facts)),
        Agreement::NotSpoken(known) => say!("{head}: not spoken here ({names}): {}", known.why),
        Agreement::Different(differences) => {
            let why = match (names.is_empty(), block.is_unexplained()) {
                (_, false) => format!("explained by {names}"),
                (false, true) => format!("partly explained by {names}"),
                (true, true) => "no known difference explains it".to_owned(),
            };
            let after = match block.follows.filter(|_| block.is_unexplained()) {
                Some(line) => format!("; it may follow from line {line}"),
                None => String::new(),
            };
            say!("{head}: different, {why}{after}")?;
            let shown = differences.iter().filter(|_| !brief);
            shown.into_iter().try_for_each(print_difference)
        }
    }
}

/// The two sides, and the name of what explains them.
fn print_difference(difference: &Difference) -> Result<(), Stop> {
    let known = difference.known.unwrap_or("not explained");
    let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    say!("    etcd-raft: {}", side(&difference.theirs))?;
    say!("    raft-rs:   {} [{known}]", side(&difference.ours))
}

fn total(blocks: &[Block]) -> String {
    let count = |is: &dyn Fn(&Block) -> bool| blocks.iter().filter(|block| is(block)).count();
    let different = |block: &Block| matches!(block.standing, Agreement::Different(_));
    let passed_over: usize = blocks.iter().map(|block| block.passed_over).sum();
    format!(
        "{} blocks: {} equal, {} different by known differences, {} different beyond them, {} not \
         spoken here; {passed_over} lines of log were not compared",
        blocks.len(),
        count(&|block| block.standing == Agreement::Equal),
        count(&|block| different(block) && !block.is_unexplained()),
        count(&|block| block.is_unexplained()),
        count(&|block| matches!(block.standing, Agreement::NotSpoken(_))),
    )
}

/// Why each difference that was named is one.
fn print_names(names: &BTreeSet<&str>) -> Result<(), Stop> {
    let named = KNOWN.iter().filter(|known| names.contains(known.name));
    let mut named = named.filter(|known| !known.is_unspoken).peekable();
    if named.peek().is_some() {
        say!("known differences (docs/transcripts.md):")?;
    }
    named.try_for_each(|known| say!("  {}: {}", known.name, known.why))
}

fn facts(count: usize) -> String {
    if count == 1 {
        "1 fact".to_owned()
    } else {
        format!("{count} facts")
    }
}
