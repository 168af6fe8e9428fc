//! What is said of files that are no transcripts: the line, what was found, what is understood.

use transcript::play;

/// Files, and what is said of them.
const BAD: &[(&str, &str)] = &[
    (
        "campaign 1\n",
        "line 1: found the end of the file after `campaign 1`, expected a line of four dashes after it",
    ),
    (
        "----\nok\n",
        "line 1: found ----, expected a command above the dashes",
    ),
    (
        "# why\n\ndance 1\n----\n",
        "line 3: found `dance`, expected one of add-nodes, campaign,",
    ),
    (
        "campaign one\n----\n",
        "line 1: found `one`, expected a number",
    ),
    (
        "campaign\n----\n",
        "line 1: found `campaign` with 0 words, expected at least 1",
    ),
    (
        "campaign 1\n----\n",
        "line 1: found node 1, expected add-nodes before it",
    ),
    (
        "add-nodes 1 voters=(1\n----\n",
        "line 1: found `add-nodes 1 voters=(1`, expected a `)` at the end",
    ),
    (
        "add-nodes 1 voters=(1)\n----\n",
        "line 1: found index 0, expected an index above 1 for nodes with a configuration",
    ),
    (
        "add-nodes 1 colour=red\n----\n",
        "line 1: found `colour`, expected voters, learners,",
    ),
    (
        "add-nodes 1 prevote=maybe\n----\n",
        "line 1: found `maybe`, expected true or false",
    ),
    (
        "log-level loud\n----\n",
        "line 1: found `loud`, expected debug, info, warn, error, fatal or none",
    ),
    (
        "raft-state\n----\n----\n1: x\n",
        "line 1: found the end of the file, expected two lines of four dashes at the end of what is expected",
    ),
];

/// The same below two nodes, whose block takes three lines.
const BAD_AFTER_NODES: &[(&str, &str)] = &[
    (
        "campaign 3\n----\n",
        "line 4: found node 3, expected a node from 1 to 2",
    ),
    (
        "compact 1 9\n----\n",
        "line 4: found index 9, expected an index from 6 to 5",
    ),
    (
        "send-snapshot 1 1\n----\n",
        "line 4: found node 1 twice, expected a sender and another node",
    ),
    (
        "send-snapshot 1 2\n----\n",
        "line 4: found a snapshot of node 1, which is at term 0, expected a node that has seen an \
         election",
    ),
    (
        "deliver-msgs 1 type=MsgPigeon\n----\n",
        "line 4: found `MsgPigeon`, expected a kind of message, such as MsgApp",
    ),
    (
        "deliver-msgs 1 drop=(1)\n----\n",
        "line 4: found node 1 twice, expected to deliver or to drop",
    ),
    (
        "transfer-leadership from=1\n----\n",
        "line 4: found `transfer-leadership` without `to=`, expected `to=` and a number",
    ),
    (
        "propose-conf-change 1\nx3\n----\n",
        "line 5: found `x3`, expected a change: v, l, r or u and the id of a node",
    ),
    (
        "propose-conf-change 1 v1=true\nv3 v4\n----\n",
        "line 4: found 2 changes, expected one change, with v1=true",
    ),
    (
        "propose-conf-change 1 transition=later\nv3\n----\n",
        "line 4: found `transition=later`, expected v1=true, or transition=auto, implicit or explicit",
    ),
    (
        "set-randomized-election-timeout 1 timeout=9\n----\n",
        "line 4: found a timeout of 9 ticks, expected 3 to 5, as raft-rs draws them",
    ),
    (
        "raft-state\ncampaign x\n----\n",
        "line 5: found `x`, expected a number",
    ),
];

#[test]
fn every_complaint_names_the_line_what_was_found_and_what_is_understood() {
    let nodes = "add-nodes 2 voters=(1,2) index=5\n----\n\n";
    for (text, expected) in BAD {
        let complaint = play(text).expect_err(text).to_string();
        assert!(complaint.starts_with(expected), "{text:?}: {complaint}");
    }
    for (text, expected) in BAD_AFTER_NODES {
        let complaint = play(&format!("{nodes}{text}")).expect_err(text).to_string();
        assert_eq!(complaint, *expected, "{text:?}");
    }
}

#[test]
fn blocks_may_hold_blank_lines_and_several_commands() {
    let text = "log-level info\nadd-nodes 1 voters=(1) index=3\n----\n----\n\n\
        INFO 1 switched to configuration voters=(1)\n\
        INFO 1 became follower at term 0\n\
        INFO newRaft 1 [peers: [1], term: 0, commit: 3, applied: 3, lastindex: 3, lastterm: 1]\n\n\
        ----\n----\n\nraft-state\n----\n1: StateFollower (Voter) Term:0 Lead:0\n";
    let blocks = play(text).expect("read");
    assert!(
        blocks
            .iter()
            .all(|block| block.standing == transcript::Agreement::Equal)
    );
    assert_eq!(
        blocks.iter().map(|block| block.facts).collect::<Vec<_>>(),
        [3, 1]
    );
}

#[test]
fn changed_and_cut_files_are_refused_or_played_and_never_panic() {
    for (_, text) in crate::transcripts() {
        let lines: Vec<&str> = text.lines().collect();
        for cut in (0..lines.len()).step_by(3) {
            let mut lines = lines.clone();
            lines.remove(cut);
            let _ = play(&lines.join("\n"));
        }
    }
}
