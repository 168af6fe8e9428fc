//! How every block of every transcript stands, and that each known difference is shown by one.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use transcript::{Agreement, KNOWN, play, rewritten};

use crate::{golden, transcripts};

#[test]
fn every_block_stands_as_it_is_written_down() {
    let mut text = String::new();
    for (name, transcript) in transcripts() {
        let blocks = play(&transcript).unwrap_or_else(|complaint| panic!("{name}: {complaint}"));
        let _ = writeln!(text, "{name}");
        for block in blocks {
            let known = block.named().join(", ");
            let standing = match &block.standing {
                Agreement::Equal => "equal".to_owned(),
                Agreement::Different(_) if !block.is_unexplained() => format!("different: {known}"),
                Agreement::Different(_) => {
                    format!("different: {known}, not explained").replace(": , ", ": ")
                }
                Agreement::NotSpoken(_) => format!("not spoken here: {known}"),
            };
            let (line, facts) = (block.line, block.facts);
            let _ = write!(
                text,
                "  {line} {}: {standing} ({facts} facts)",
                block.command
            );
            match block.follows.filter(|_| block.is_unexplained()) {
                Some(line) => writeln!(text, ", after line {line}").expect("a string"),
                None => text.push('\n'),
            }
        }
    }
    golden("tests/standings.txt", &text);
}

#[test]
fn every_known_difference_is_shown_by_a_transcript() {
    let played = transcripts()
        .into_iter()
        .flat_map(|(_, text)| play(&text).expect("read"));
    let shown: BTreeSet<&str> = played.flat_map(|block| block.named()).collect();
    let known: BTreeSet<&str> = KNOWN.iter().map(|known| known.name).collect();
    assert_eq!(shown, known);
}

#[test]
fn the_document_has_a_row_for_every_known_difference() {
    let document =
        std::fs::read_to_string(crate::path("../../docs/transcripts.md")).expect("a text");
    let names: BTreeSet<String> = transcripts().into_iter().map(|(name, _)| name).collect();
    for known in KNOWN {
        let row = format!("| `{}` |", known.name);
        let row = document.lines().find(|line| line.starts_with(&row));
        let row = row.unwrap_or_else(|| panic!("docs/transcripts.md lacks `{}`", known.name));
        let shows = row.rsplit('`').nth(1).expect("a transcript that shows it");
        assert!(
            names.contains(shows),
            "{}: `{shows}` is no transcript",
            known.name
        );
        let text = transcripts()
            .into_iter()
            .find(|(name, _)| name == shows)
            .expect("it is there");
        let blocks = play(&text.1).expect("read");
        assert!(
            blocks
                .iter()
                .any(|block| block.named().contains(&known.name)),
            "{shows} does not show {}",
            known.name
        );
    }
}

#[test]
fn what_raft_rs_does_is_equal_to_itself() {
    for (name, text) in transcripts() {
        let own = rewritten(&text).expect("read");
        for block in play(&own).expect("read") {
            let differs = matches!(block.standing, Agreement::Different(_));
            assert!(!differs, "{name} line {}: {:?}", block.line, block.standing);
        }
        assert_eq!(rewritten(&own).expect("read"), own, "{name}");
    }
}

#[test]
fn a_transcript_plays_the_same_twice() {
    for (name, text) in transcripts() {
        assert_eq!(play(&text), play(&text), "{name}");
    }
}
