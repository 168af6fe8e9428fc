//! What shells offer after a tab. The shells themselves are asked, with the script that this
//! program writes for them. Needed: bash everywhere; zsh and fish where nothing may be left out
//! (`RAFT_ATLAS_SKIP_NOTHING`, as in continuous integration). Elsewhere a test of a shell that is
//! missing says so and passes.

use std::path::PathBuf;
use std::process::Command;

use crate::common::{raft_atlas, stdout};

/// What is typed before the tab, and a word that is offered then, in every shell.
const OFFERED: [(&str, &str); 13] = [
    ("raft-atlas ru", "run"),
    ("raft-atlas load-s", "load-sweep"),
    ("raft-atlas futures --no-r", "--no-return"),
    ("raft-atlas run --measure-f", "--measure-from"),
    ("raft-atlas load-sweep --loa", "--loads"),
    ("raft-atlas sweep rep", "report"),
    ("raft-atlas sweep report --al", "--all"),
    ("raft-atlas sweep a-file.json --thr", "--threads"),
    ("raft-atlas schema --of cha", "challenge"),
    ("raft-atlas export a-file.json --format shi", "shiviz"),
    ("raft-atlas export a-file.json --format chaos", "chaos-mesh"),
    ("raft-atlas import --lat", "--latency"),
    ("raft-atlas completions fi", "fish"),
];

/// The script for a shell, in a folder of its own under the name by which the shell finds it.
fn script(shell: &str, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("completions-{shell}"));
    std::fs::create_dir_all(&folder).expect("made");
    let text = stdout(&raft_atlas(&["completions", shell]));
    std::fs::write(folder.join(name), text).expect("written");
    folder.join(name)
}

/// Whether the shell is there; where it must be, it is.
#[expect(clippy::print_stderr, reason = "a test that asks nobody says so")]
fn is_there(shell: &str, is_needed: bool) -> bool {
    let found = Command::new(shell).arg("--version").output().is_ok();
    let package =
        format!("this test needs {shell}: apt-get install {shell}, or brew install {shell}");
    assert!(found || !is_needed, "{package}");
    if !found {
        eprintln!("not asked: {package}");
    }
    found
}

fn is_needed() -> bool {
    std::env::var_os("RAFT_ATLAS_SKIP_NOTHING").is_some()
}

/// What a program prints, where it may end as it likes.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("it was there before");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn bash_completes_every_word() {
    assert!(is_there("bash", true));
    let script = script("bash", "raft-atlas");
    // As readline calls it: the function, with the program, the word and the one before it.
    let ask = r#"
        source "$1"; COMP_WORDS=($2); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
        function=$(complete -p raft-atlas); function=${function##*-F }; function=${function%% *}
        $function raft-atlas "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    for (typed, expected) in OFFERED {
        let mut bash = Command::new("bash");
        let offered = printed(
            bash.args(["--norc", "-c", ask, "bash"])
                .arg(&script)
                .arg(typed),
        );
        let is_offered = offered.lines().any(|word| word == expected);
        assert!(is_offered, "{typed}: {offered}");
    }
}

#[test]
fn fish_completes_every_word() {
    if !is_there("fish", is_needed()) {
        return;
    }
    let script = script("fish", "raft-atlas.fish");
    for (typed, expected) in OFFERED {
        let mut fish = Command::new("fish");
        let ask = "source $argv[1]; complete -C $argv[2]";
        let offered = printed(
            fish.args(["--no-config", "-c", ask])
                .arg(&script)
                .arg(typed),
        );
        // A word, a tab and what it is for.
        let mut words = offered.lines().filter_map(|line| line.split('\t').next());
        assert!(words.any(|word| word == expected), "{typed}: {offered}");
    }
}

#[test]
fn zsh_completes_every_word() {
    if !is_there("zsh", is_needed()) {
        return;
    }
    let script = script("zsh", "_raft-atlas");
    let folder = script.parent().expect("it is in a folder");
    // Completion works while a person types: in a terminal, which zsh plays itself. Nothing is
    // typed before the line editor says that it has begun.
    let ask = r#"
        zmodload zsh/zpty; zpty typist zsh -f -i
        zpty -w typist "PROMPT=; stty -echo; fpath=($1 \$fpath); autoload -Uz compinit
            compinit -u -D; setopt nobeep; LISTMAX=10000; bindkey '^I' list-choices
            zstyle ':completion:*' list-separator '#'
            zle-line-init() { print BE''GIN }; zle -N zle-line-init"
        zpty -r typist text '*BEGIN*'
        zpty -w -n typist "$2"$'\t'
        zpty -w -n typist $'\C-u'"print E''ND"$'\n'
        zpty -r typist text '*END*'
        print -r -- "$text"; zpty -d typist"#;
    for (typed, expected) in OFFERED {
        let mut zsh = Command::new("zsh");
        let offered = printed(zsh.args(["-f", "-c", ask, "zsh"]).arg(folder).arg(typed));
        let words =
            offered.split(|sign: char| sign.is_whitespace() || sign.is_control() || sign == '[');
        let is_offered = words
            .map(|word| word.trim_start_matches(['J', 'K']))
            .any(|word| word == expected);
        assert!(is_offered, "{typed}: {offered:?}");
    }
}
