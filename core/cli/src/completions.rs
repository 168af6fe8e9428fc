//! `raft-atlas completions`: words and options of this program after a tab, as `clap_complete`
//! writes them, with what it gets wrong put right. What a shell then offers, the tests ask shells.

use std::fmt::Write;

use clap::{Command, builder::PossibleValue};
use clap_complete::Shell;

/// The script for a shell.
pub(crate) fn script(shell: Shell, mut command: Command) -> String {
    let name = command.get_name().to_string();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, &name, &mut script);
    let script = String::from_utf8(script).expect("the generator writes text");
    match shell {
        Shell::Bash => one_name_in_bash(&script, &name),
        Shell::Zsh => subcommands_beside_files(&script),
        Shell::Fish => script + &places_in_fish(&command),
        _ => script,
    }
}

/// A program's name with a hyphen is spelt in two ways, so that no state is ever found again: both
/// become one.
fn one_name_in_bash(script: &str, name: &str) -> String {
    let (sought, set) = (name.replace('-', "__subcmd__"), name.replace('-', "__"));
    script.replace(&sought, &set)
}

/// Where a file or a subcommand may stand, the first word is taken for a file alone: it is offered
/// both.
fn subcommands_beside_files(script: &str) -> String {
    let lines: Vec<&str> = script.lines().collect();
    let mut text = String::new();
    for (i, line) in lines.iter().enumerate() {
        let next = lines
            .get(i + 1)
            .and_then(|next| next.strip_prefix("\":: :"));
        let commands = next
            .and_then(|next| next.split_once("_commands\""))
            .map(|(name, _)| name);
        let place = line
            .strip_prefix("':")
            .and_then(|line| line.strip_suffix(":_files' \\"));
        if let (Some(_), Some(commands)) = (place, commands) {
            let _ = writeln!(text, "'1: :{{ {commands}_commands; _files }}' \\");
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// Words that stand without an option before them: the generator leaves them out for fish.
fn places_in_fish(command: &Command) -> String {
    let mut text = String::new();
    let function = format!(
        "__fish_{}_using_subcommand",
        command.get_name().replace('-', "_")
    );
    for subcommand in command.get_subcommands() {
        for place in subcommand.get_positionals() {
            let values = place.get_possible_values();
            if values.is_empty() {
                continue;
            }
            let words: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            let (program, name) = (command.get_name(), subcommand.get_name());
            let words = words.join(" ");
            let is_there = format!("{function} {name}");
            let _ = writeln!(
                text,
                "complete -c {program} -n \"{is_there}\" -f -a \"{words}\""
            );
        }
    }
    text
}
