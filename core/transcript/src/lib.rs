//! Transcripts in the language of etcd-raft's interaction tests, played on unmodified raft-rs and
//! compared fact by fact. It reads no files.

mod command;
mod compare;
mod complaint;
mod disk;
mod explain;
mod facts;
mod known;
mod message;
mod node;
mod outcome;
mod play;
mod script;
mod text;

use command::{Command, Order, commands};
use compare::Gap;
pub use complaint::Complaint;
use explain::Compared;
use facts::{Reader, Roles};
pub use known::{KNOWN, Known};
pub use outcome::{Agreement, Block, Difference};
use play::Stage;

/// Plays a transcript from its first block to its last.
pub fn play(text: &str) -> Result<Vec<Block>, Complaint> {
    let mut stage = Stage::new();
    let mut blocks = Vec::new();
    let mut compared = Vec::new();
    let mut roles = Roles::default();
    // Why nothing can be played any more: nodes are missing, or raft-rs would have panicked.
    let mut ended_by: Option<&'static str> = None;
    for block in script::blocks(text)? {
        let commands = commands(&block)?;
        let lines = || block.expected.iter().map(|(_, line)| line.as_str());
        let mut theirs = Reader::read(&ready_of(&commands), lines());
        theirs.facts.retain(|fact| roles.is_news(fact));
        let unspoken = commands.iter().find_map(|command| match command.order {
            Order::Unspoken(name) => Some(name),
            _ => None,
        });
        if unspoken.is_some() && block.given[0].1.starts_with("add-nodes") {
            ended_by = unspoken;
        }
        let mut played = String::new();
        let mut standing = Agreement::Equal;
        if let Some(name) = ended_by.or(unspoken) {
            standing = Agreement::NotSpoken(known::named(name));
        } else {
            for command in &commands {
                played.push_str(&stage.run_command(command)?);
                ended_by = text::panic_in(&played);
                if ended_by.is_some() {
                    break;
                }
            }
        }
        let facts = theirs.facts.len();
        let mut beside = Compared::default();
        if standing == Agreement::Equal {
            let ours = Reader::read(&ready_of(&commands), played.lines());
            beside.gaps = compare::gaps(&theirs.facts, &ours.facts);
            (beside.theirs, beside.ours) = (theirs.facts, ours.facts);
            beside.campaigns = campaigns(&commands);
        }
        if played.is_empty() {
            played.push_str("ok\n");
        }
        compared.push(beside);
        blocks.push(Block {
            line: block.at,
            command: block.given[0].1.clone(),
            standing,
            facts,
            passed_over: theirs.passed_over,
            played,
            follows: None,
            below: (block.dashes, block.expected.len()),
        });
    }
    explain::explain(&mut compared);
    let mut first = None;
    for (block, Compared { gaps, .. }) in blocks.iter_mut().zip(compared) {
        block.follows = first;
        if !gaps.is_empty() {
            block.standing = Agreement::Different(gaps.iter().map(Gap::difference).collect());
        }
        if explain::goes_on_apart(&gaps) || matches!(block.standing, Agreement::NotSpoken(_)) {
            first = first.or(Some(block.line));
        }
    }
    Ok(blocks)
}

/// The transcript with what raft-rs did in the place of what is expected.
pub fn rewritten(text: &str) -> Result<String, Complaint> {
    let blocks = play(text)?;
    let mut blocks = blocks.iter().peekable();
    let mut out = String::new();
    let mut skipped = 0;
    for (place, line) in text.lines().enumerate() {
        if skipped > 0 {
            skipped -= 1;
            continue;
        }
        out.push_str(line);
        out.push('\n');
        let here = blocks.next_if(|block| block.below.0 == place + 1);
        if let Some(block) = here.filter(|block| !matches!(block.standing, Agreement::NotSpoken(_)))
        {
            out.push_str(&block.played);
            skipped = block.below.1;
        }
    }
    Ok(out)
}

/// The nodes whose Readies a block's commands print without naming them.
fn ready_of(commands: &[Command]) -> Vec<u64> {
    let readies = commands.iter().filter_map(|command| match &command.order {
        Order::ProcessReady(ids) if ids.len() == 1 => Some(ids[0]),
        _ => None,
    });
    readies.collect()
}

fn campaigns(commands: &[Command]) -> Vec<u64> {
    let campaigns = commands.iter().filter_map(|command| match command.order {
        Order::Campaign(id) => Some(id),
        _ => None,
    });
    campaigns.collect()
}
