//! Which commit the command line is built from, as git tells it. Nothing here fails: where there is
//! no git, or no repository of this very project, there is no commit to name.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What of a commit's name is shown.
const DIGITS: &str = "--short=12";

/// What a build was made from: what `--version` says, and the files that change when it does.
pub(crate) struct Commit {
    /// For example `commit 0123456789ab`, `, with changes` after it where a source differs.
    pub(crate) told: String,
    /// git's own files that another commit, branch or amendment changes.
    pub(crate) watched: Vec<PathBuf>,
}

/// The commit of the repository whose top is `root`; `sources` are paths from there.
pub(crate) fn commit_of(root: &Path, sources: &[impl AsRef<str>]) -> Option<Commit> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    // Inside another project's repository its commits say nothing of this one.
    if PathBuf::from(top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let name = git(root, &["rev-parse", DIGITS, "HEAD"])?;
    let mut asked = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    asked.extend(sources.iter().map(AsRef::as_ref));
    let changes = git(root, &asked)?;
    let suffix = if changes.is_empty() {
        ""
    } else {
        ", with changes"
    };
    let branch = git(root, &["symbolic-ref", "--quiet", "HEAD"]);
    let watched = ["HEAD", "logs/HEAD", "packed-refs"]
        .into_iter()
        .chain(branch.as_deref())
        .filter_map(|file| git(root, &["rev-parse", "--git-path", file]))
        .map(|file| root.join(file))
        .filter(|file| file.is_file())
        .collect();
    Some(Commit {
        told: format!("commit {name}{suffix}"),
        watched,
    })
}

/// What git prints, or nothing where it fails or is not there.
fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(args)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
