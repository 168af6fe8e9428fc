//! `raft-atlas transcript` from outside, on the transcripts of `core/transcript/testdata`.

use std::path::PathBuf;

use crate::common::{raft_atlas, raft_atlas_given, refused, stdout};

fn sample(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../transcript/testdata");
    folder.join(name).display().to_string()
}

fn given(text: &str) -> (Option<i32>, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let output = raft_atlas_given(&["transcript", "-"], &folder, text);
    (output.status.code(), stdout(&output))
}

#[test]
fn known_differences_are_named_with_both_sides_and_end_with_0() {
    let output = raft_atlas(&["transcript", &sample("refused-vote.txt")]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for expected in [
        "line 49: stabilize 3: different, explained by vote-commit\n",
        "    etcd-raft: sent 3->1 MsgVote Term:2 Log:1/11\n    raft-rs:   sent 3->1 MsgVote Term:2 \
         Log:1/11 Commit:11 [vote-commit]\n",
        "0 different beyond them, 0 not spoken here",
        "known differences (docs/transcripts.md):\n  vote-commit: requests for votes",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let brief = stdout(&raft_atlas(&[
        "transcript",
        "--brief",
        &sample("refused-vote.txt"),
    ]));
    assert!(!brief.contains("etcd-raft:"), "{brief}");
}

#[test]
fn a_wrong_term_ends_with_1() {
    let right = "add-nodes 1 voters=(1) index=3\n----\n\
        INFO 1 switched to configuration voters=(1)\nINFO 1 became follower at term 0\n\
        INFO newRaft 1 [peers: [1], term: 0, commit: 3, applied: 3, lastindex: 3, lastterm: 1]\n\n\
        raft-state\n----\n1: StateFollower (Voter) Term:0 Lead:0\n";
    let (code, text) = given(right);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = given(&right.replace("Term:0 Lead", "Term:1 Lead"));
    assert_eq!(code, Some(1));
    let expected = "  line 7: raft-state: different, no known difference explains it\n    \
        etcd-raft: node 1 is StateFollower (Voter) Term:1 Lead:0\n    \
        raft-rs:   - [not explained]\n    etcd-raft: -\n    raft-rs:   node 1 is StateFollower (Voter) Term:0 Lead:0 [not explained]\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn what_is_not_spoken_ends_with_3_and_says_why() {
    let output = raft_atlas(&["transcript", &sample("forget-leader.txt")]);
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    let expected = "not spoken here (forget-leader): raft-rs cannot forget its leader";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("it may follow from line 22"), "{text}");
}

#[test]
fn a_file_that_is_none_is_refused_with_its_line() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let output = raft_atlas_given(&["transcript", "-"], &folder, "campaign 1\n----\n");
    refused(
        &output,
        "line 1: found node 1, expected add-nodes before it",
    );
}

#[test]
fn rewritten_it_is_what_raft_rs_does() {
    let output = raft_atlas(&["transcript", "--rewrite", &sample("lone-voter.txt")]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(
        text.contains("campaign 1\n----\nINFO 1 became leader at term 1\n"),
        "{text}"
    );
    assert_eq!(given(&text).0, Some(0));
}
