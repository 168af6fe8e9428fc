//! No text makes an import panic, or a scenario that does not read: examples with pieces taken out,
//! doubled and replaced.

use import::{ClusterFile, Complaint, Imported, LatencyFile, import};
use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::examples::{sample, samples};

/// Changed texts of each example.
const CHANGES: usize = 60;
/// Signs that mean something to one of the readers.
const SIGNS: [&str; 16] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "'",
    "\n",
    "- ",
    "| ",
    "=",
    "%",
    "-1",
    "99999999999",
    "é",
];

/// A place between two characters.
fn place(text: &str, random: &mut Pcg64) -> usize {
    let mut at = random.next_u64() as usize % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn changed(text: &str, random: &mut Pcg64) -> String {
    let mut text = text.to_string();
    for _ in 0..=random.next_u32() % 4 {
        let (a, b) = (place(&text, random), place(&text, random));
        let (from, to) = (a.min(b), a.max(b));
        match random.next_u32() % 4 {
            0 => text.replace_range(from..to, ""),
            1 => text.truncate(to),
            2 => {
                let piece: String = text[from..to].chars().take(200).collect();
                text.insert_str(from, &piece);
            }
            _ => text.insert_str(from, SIGNS[random.next_u32() as usize % SIGNS.len()]),
        }
    }
    text
}

/// What is wrong with a file is told with words of the file, never with those of the scenario that
/// would come of it.
fn told(result: Result<Imported, Vec<Complaint>>) {
    for complaint in result.err().unwrap_or_default() {
        let text = complaint.to_string();
        assert!(!text.contains("the scenario would be wrong"), "{text}");
    }
}

#[test]
fn changed_examples_are_read_or_told() {
    let mut random = Pcg64::new(7, 11);
    let members = sample("etcd-members.json");
    for name in samples() {
        let text = sample(&name);
        for _ in 0..CHANGES {
            let text = changed(&text, &mut random);
            let name = name.as_str();
            let cluster = ClusterFile { name, text: &text };
            told(import(&[cluster], &[]));
            let cluster = ClusterFile {
                name: "members",
                text: &members,
            };
            let between = Some(("infra1", "infra2"));
            told(import(
                &[cluster],
                &[LatencyFile {
                    name,
                    text: &text,
                    between,
                }],
            ));
        }
    }
}

#[test]
fn deep_and_wide_texts_are_told_at_once() {
    let deep = "[".repeat(100_000);
    let aliases = "a: &a [x, x]\nb: &b [*a, *a]\ntikv_servers: [*b, *b]\n";
    let wide = format!("tikv_servers: [{}]", "{}, ".repeat(300_000));
    for text in [deep.as_str(), aliases, wide.as_str()] {
        let complaints = import(&[ClusterFile { name: "f", text }], &[]).expect_err("no cluster");
        assert!(complaints[0].spot.is_some(), "{complaints:?}");
    }
}
