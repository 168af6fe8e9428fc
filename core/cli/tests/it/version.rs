//! `--version`: the version of everything that is released, and the commit that the build is of.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commit::commit_of;
use crate::common::{raft_atlas, stdout};

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("created");
    folder
}

fn git(folder: &Path, args: &[&str]) -> String {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.org"])
        .args(args)
        .output()
        .expect("git runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout)
        .expect("text")
        .trim()
        .to_owned()
}

/// A repository with one commit of a file.
fn repository(name: &str) -> PathBuf {
    let folder = folder(name);
    git(&folder, &["init", "--quiet"]);
    fs::write(folder.join("source"), "one").expect("written");
    git(&folder, &["add", "source"]);
    git(
        &folder,
        &["commit", "--quiet", "--no-gpg-sign", "--message", "One"],
    );
    folder
}

fn told(folder: &Path) -> Option<String> {
    commit_of(folder, &["source"]).map(|found| found.told)
}

#[test]
fn the_version_names_the_release_and_the_commit() {
    let output = raft_atlas(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    let built = text
        .strip_prefix(concat!("raft-atlas ", env!("CARGO_PKG_VERSION"), " ("))
        .and_then(|rest| rest.strip_suffix(")\n"))
        .unwrap_or_else(|| panic!("{text}"));
    let commit = built
        .strip_prefix("commit ")
        .map(|rest| rest.trim_end_matches(", with changes"));
    let is_commit = commit
        .is_some_and(|name| name.len() >= 12 && name.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert!(is_commit || built == "built without git", "{text}");
}

#[test]
fn the_commit_is_the_one_that_is_checked_out() {
    let folder = repository("version-commit");
    let name = git(&folder, &["rev-parse", "--short=12", "HEAD"]);
    assert_eq!(told(&folder), Some(format!("commit {name}")));
}

#[test]
fn sources_that_differ_from_the_commit_are_told() {
    let folder = repository("version-changes");
    let before = told(&folder).expect("a commit");
    fs::write(folder.join("source"), "two").expect("written");
    assert_eq!(told(&folder), Some(format!("{before}, with changes")));
}

#[test]
fn another_commit_changes_a_file_that_is_watched() {
    let folder = repository("version-watched");
    let texts = |folder: &Path| {
        let found = commit_of(folder, &["source"]).expect("a commit");
        assert!(!found.watched.is_empty());
        let texts: Vec<_> = found
            .watched
            .iter()
            .map(|file| fs::read(file).expect("a file"))
            .collect();
        texts
    };
    let before = texts(&folder);
    git(
        &folder,
        &[
            "commit",
            "--quiet",
            "--no-gpg-sign",
            "--allow-empty",
            "--message",
            "Two",
        ],
    );
    assert_ne!(texts(&folder), before);
}

#[test]
fn a_folder_inside_another_repository_has_no_commit() {
    let outer = repository("version-outer");
    let inner = outer.join("inner");
    fs::create_dir_all(&inner).expect("created");
    assert_eq!(told(&inner), None);
}

#[test]
fn a_folder_that_is_not_there_has_no_commit() {
    assert_eq!(told(Path::new("/nowhere/at/all")), None);
}
