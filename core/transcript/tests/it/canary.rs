//! A transcript that says something wrong must be called different: every number of every stated
//! line is raised by one, in turn.

use std::fmt::Write as _;

use transcript::{Agreement, Block, play};

use crate::{golden, transcripts};

const ELECTION: &str = "\
add-nodes 3 voters=(1,2,3) index=5
----
ok

campaign 1
----
INFO 1 became candidate at term TERM
";

#[test]
fn a_wrong_term_is_called_different() {
    let standing = |term: &str| {
        let text = format!("log-level none\n----\n\n{}", ELECTION.replace("TERM", term));
        let text = text.replace("campaign 1\n", "log-level info\n----\n\ncampaign 1\n");
        play(&text).expect("read").pop().expect("a block").standing
    };
    assert_eq!(standing("1"), Agreement::Equal);
    let Agreement::Different(differences) = standing("2") else {
        panic!("a wrong term is not noticed");
    };
    let sides: Vec<_> = differences
        .iter()
        .map(|one| (one.theirs.as_deref(), one.ours.as_deref(), one.known))
        .collect();
    assert_eq!(
        sides,
        [
            (Some("node 1 becomes candidate at term 2"), None, None),
            (None, Some("node 1 becomes candidate at term 1"), None),
        ]
    );
}

/// Gaps that nothing explains.
fn unexplained(blocks: &[Block]) -> usize {
    let differences = blocks.iter().filter_map(|block| match &block.standing {
        Agreement::Different(differences) => Some(differences),
        _ => None,
    });
    differences
        .flatten()
        .filter(|one| one.known.is_none())
        .count()
}

#[test]
fn every_number_that_is_wrong_is_noticed_but_for_those_written_down() {
    let mut unnoticed = String::new();
    let mut raised = 0;
    for (name, text) in transcripts() {
        let blocks = play(&text).expect("read");
        let before = unexplained(&blocks);
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if !is_stated(&blocks, &lines, at) {
                continue;
            }
            let mut missed = 0;
            for wrong in with_one_number_raised(line) {
                raised += 1;
                let mut lines = lines.clone();
                lines[at] = &wrong;
                let blocks = play(&lines.join("\n")).expect("read");
                missed += usize::from(unexplained(&blocks) <= before);
            }
            if missed > 0 {
                let _ = writeln!(unnoticed, "{name} {}: {missed} of {}", at + 1, line.trim());
            }
        }
    }
    assert!(raised > 5000, "{raised} numbers");
    golden("tests/unnoticed.txt", &unnoticed);
}

/// Whether a line is expected of a block that is played, and is more than its wording.
fn is_stated(blocks: &[Block], lines: &[&str], at: usize) -> bool {
    let block = blocks.iter().rev().find(|block| block.line <= at + 1);
    let Some(block) = block.filter(|block| !matches!(block.standing, Agreement::NotSpoken(_)))
    else {
        return false;
    };
    let dashes = lines[block.line - 1..]
        .iter()
        .position(|line| *line == "----");
    let line = lines[at].trim();
    let wording = line.starts_with("DEBUG ")
        || line.starts_with("WARN ")
        || line.starts_with("> ")
        || line.starts_with("Ready ")
        || (line.starts_with("INFO ")
            && !["became", "newRaft", "switched"]
                .iter()
                .any(|word| line.contains(word)));
    dashes.is_some_and(|dashes| at >= block.line + dashes) && !wording && !line.is_empty()
}

fn with_one_number_raised(line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut begin = 0;
    while let Some(offset) = line[begin..].find(|letter: char| letter.is_ascii_digit()) {
        let from = begin + offset;
        let length = line[from..].find(|letter: char| !letter.is_ascii_digit());
        let to = length.map_or(line.len(), |length| from + length);
        let is_word = line[..from].ends_with(|letter: char| letter.is_alphanumeric());
        if !is_word {
            let raised = line[from..to].parse::<u64>().expect("digits") + 1;
            lines.push(format!("{}{raised}{}", &line[..from], &line[to..]));
        }
        begin = to;
    }
    lines
}
