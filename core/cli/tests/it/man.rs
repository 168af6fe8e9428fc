//! Manual pages, and the document of the command line: both have every command.

use std::fs;
use std::path::PathBuf;

use crate::common::{raft_atlas, refused, stdout};

const DOCUMENT: &str = include_str!("../../../../docs/command-line.md");

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = stdout(&raft_atlas(&["--help"]));
    let list = help.split("Commands:\n").nth(1).expect("a list");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_program_and_each_command_have_a_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    let output = raft_atlas(&["man", &folder.display().to_string()]);
    assert_eq!(output.status.code(), Some(0));
    let page = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    assert!(page("raft-atlas.1").contains(".TH raft-atlas 1"));
    for command in commands() {
        let text = page(&format!("raft-atlas-{command}.1"));
        assert!(
            text.contains(&format!(".TH raft-atlas-{command} 1")),
            "{command}"
        );
        assert!(text.contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(page("raft-atlas-run.1").contains("measure\\-from"));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man-file");
    fs::write(&file, "").expect("written");
    let folder = file.join("man1").display().to_string();
    refused(&raft_atlas(&["man", &folder]), &folder);
}

#[test]
fn the_document_of_the_command_line_has_every_command() {
    let is_told = |name: &String| {
        [
            format!("| `{name} "),
            format!("| `{name}`"),
            format!("raft-atlas {name} "),
        ]
        .iter()
        .any(|words| DOCUMENT.contains(words))
    };
    let lacking: Vec<_> = commands()
        .into_iter()
        .filter(|name| !is_told(name))
        .collect();
    assert!(lacking.is_empty(), "docs/command-line.md lacks {lacking:?}");
}
