//! Damaged files and what is said of each, as a list. After a change that is meant:
//! `UPDATE_GOLDEN=1 cargo test -p import damaged`.

use std::path::PathBuf;

use import::{ClusterFile, LatencyFile, import};

use crate::examples::sample;

#[test]
fn every_damaged_file_is_told_with_its_line() {
    let cases = sample("damaged.txt");
    let members = sample("etcd-members.json");
    let mut told = String::new();
    let mut count = 0;
    for case in cases.split("\n=== ").skip(1) {
        let (name, text) = case.split_once('\n').expect("a name and a text");
        count += 1;
        let result = match name.strip_prefix("latency ") {
            None => import(&[ClusterFile { name, text }], &[]),
            Some(name) => {
                let cluster = ClusterFile {
                    name: "members.json",
                    text: &members,
                };
                import(
                    &[cluster],
                    &[LatencyFile {
                        name,
                        text,
                        between: None,
                    }],
                )
            }
        };
        let complaints = result.err().unwrap_or_else(|| panic!("{name} is imported"));
        for complaint in complaints {
            told.push_str(&complaint.to_string());
            told.push('\n');
        }
    }
    assert!(count >= 20, "{count} damaged files");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/damaged-told.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &told).expect("written");
    }
    let golden = std::fs::read_to_string(&path).expect("it is there");
    assert!(
        told == golden,
        "UPDATE_GOLDEN=1 cargo test -p import damaged:\n{told}"
    );
}
