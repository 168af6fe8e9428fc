//! The folder of a sweep: what it is of, parts while it is under way, and one file of all rows once
//! it is done.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::sheet::{self, Merge, Notes, Part};
use crate::sweep::{Cell, Digest, Key, Plan, Table};

use crate::folder::given::{Given, SCENARIO};
use crate::folder::held::{Held, Trouble, bad};

const SWEEP: &str = "sweep.json";
const RUNS: &str = "runs.parquet";
const PARTS: &str = "parts";
/// What is said where another sweep is.
const OTHER: &str = "found another sweep or scenario than this one's, expected the same, \
                     or a new folder";

/// The folder of a sweep.
pub struct SweepFolder {
    path: PathBuf,
    /// Who writes to it; nobody does where it is only read.
    held: Option<Held>,
    /// What it is of, as the file of all rows says it: that file needs no other.
    notes: Notes,
    next_part: AtomicU64,
}

impl SweepFolder {
    /// The folder for a sweep that begins or goes on. One of another sweep is refused: its rows
    /// would be taken for this one's.
    pub fn begin(path: &Path, given: &Given) -> Result<Self, Trouble> {
        let held = Held::hold(path, "a sweep")?;
        let parts = path.join(PARTS);
        fs::create_dir_all(&parts).map_err(|error| Trouble::Unwritten(parts, error))?;
        // The sweep comes last: where it stands, the scenario does.
        for (name, text) in [(SCENARIO, &given.scenario_text), (SWEEP, &given.sweep_text)] {
            held.claim(name, text, OTHER)?;
        }
        let folder = SweepFolder {
            path: path.to_path_buf(),
            held: Some(held),
            notes: notes_of(given),
            next_part: AtomicU64::new(0),
        };
        folder.tidy()?;
        Ok(folder)
    }

    /// A folder to read from, with what it is of.
    pub fn open(path: &Path) -> Result<(Self, Given), Trouble> {
        let given = Given::read(&path.join(SWEEP))?;
        let folder = SweepFolder {
            path: path.to_path_buf(),
            held: None,
            notes: notes_of(&given),
            next_part: AtomicU64::new(0),
        };
        Ok((folder, given))
    }

    /// The file of all rows.
    pub fn runs_path(&self) -> PathBuf {
        self.path.join(RUNS)
    }

    /// The scenario's file.
    pub fn scenario_path(&self) -> PathBuf {
        self.path.join(SCENARIO)
    }

    /// Whether all is done.
    pub fn is_whole(&self) -> bool {
        self.runs_path().exists()
    }

    /// Numbers of the runs that are not there yet, rising.
    pub fn missing(&self, plan: &Plan) -> Result<Vec<Range<u64>>, Trouble> {
        let (_, merge) = self.parts(plan)?;
        let mut missing = Vec::new();
        let mut from = 0;
        for run in merge.runs().chain([plan.runs()]) {
            if from < run {
                missing.push(from..run);
            }
            from = run + 1;
        }
        Ok(missing)
    }

    /// Adds rows.
    pub fn add(&self, table: &Table) -> Result<(), Trouble> {
        let bytes = sheet::write(table).expect("a table that was made here can be written");
        self.add_part(&bytes)
    }

    /// Adds the bytes of a part that was made elsewhere.
    pub fn add_part(&self, bytes: &[u8]) -> Result<(), Trouble> {
        let number = self.next_part.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PARTS}/{number:06}.parquet");
        self.held().put(&name, |file| file.write_all(bytes))
    }

    /// Makes the one file of all parts, and removes them.
    pub fn finish(&self, plan: &Plan) -> Result<(), Trouble> {
        let (files, merge) = self.parts(plan)?;
        let found = merge.runs().count() as u64;
        assert_eq!(found, plan.runs(), "every run is there once");
        let mut unread = None;
        self.held()
            .put(RUNS, |file| {
                let mut open = |part: usize| read(&files[part], sheet::read);
                let written = merge.write(io::BufWriter::new(file), &self.notes, &mut open);
                let flushed = written.map(|mut out| out.flush());
                flushed.unwrap_or_else(|error| {
                    unread = Some(error);
                    Err(io::Error::other("a part cannot be read"))
                })
            })
            .map_err(|trouble| unread.map_or(trouble, |Unread(trouble)| trouble))?;
        self.tidy()
    }

    /// Some columns of all rows that are there, in the order of the plan.
    pub fn columns(&self, plan: &Plan, names: &[&str]) -> Result<Table, Trouble> {
        let (files, merge) = self.parts(plan)?;
        let open = |path: &PathBuf| read(path, |file| sheet::read_columns(file, names));
        let tables: Result<Vec<Table>, Unread> = files.iter().map(open).collect();
        let tables = tables.map_err(|Unread(trouble)| trouble)?;
        Ok(merge.gather(&tables))
    }

    /// All rows that are there, whole, in the order of the plan.
    pub fn rows(&self, plan: &Plan) -> Result<Table, Trouble> {
        let (files, merge) = self.parts(plan)?;
        let open = |path: &PathBuf| read(path, sheet::read);
        let tables: Result<Vec<Table>, Unread> = files.iter().map(open).collect();
        let tables = tables.map_err(|Unread(trouble)| trouble)?;
        Ok(merge.gather(&tables))
    }

    /// One digest for all rows.
    pub fn digest(&self) -> Result<String, Trouble> {
        let names = ["point", "seed", "digest"];
        let table = read(&self.runs_path(), |file| sheet::read_columns(file, &names));
        Ok(digest_of(&table.map_err(|Unread(trouble)| trouble)?))
    }

    /// The files that count, and which rows of them make the whole.
    fn parts(&self, plan: &Plan) -> Result<(Vec<PathBuf>, Merge), Trouble> {
        let files = if self.is_whole() {
            vec![self.runs_path()]
        } else {
            self.part_files()?
        };
        let number = plan.numbers();
        let known = |path: &PathBuf| {
            let schema = read(path, sheet::schema)?;
            let keys = read(path, |file| sheet::read_columns(file, &["point", "seed"]))?;
            let run = |(point, seed)| number(Key { point, seed });
            let runs = keys.keys().into_iter().map(|key| key.and_then(run));
            Ok(Part {
                schema,
                runs: runs.collect(),
            })
        };
        let parts: Result<Vec<Part>, Unread> = files.iter().map(known).collect();
        let parts = parts.map_err(|Unread(trouble)| trouble)?;
        Ok((files, Merge::of(&parts)))
    }

    fn part_files(&self) -> Result<Vec<PathBuf>, Trouble> {
        let folder = self.path.join(PARTS);
        let unread = |error: io::Error| bad(&folder, &format!("cannot be read: {error}"));
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unread)? {
            let path = entry.map_err(unread)?.path();
            if path.extension().is_some_and(|end| end == "parquet") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Removes what a killed process left unfinished, and parts that the whole has taken in.
    fn tidy(&self) -> Result<(), Trouble> {
        let unwritten = |error| Trouble::Unwritten(self.path.clone(), error);
        let parts = self.path.join(PARTS);
        if self.is_whole() {
            return match fs::remove_dir_all(&parts) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritten(error)),
                Ok(()) | Err(_) => Ok(()),
            };
        }
        self.held().tidy(PARTS)?;
        let last = self.part_files()?.pop();
        let number = last.and_then(|path| path.file_stem()?.to_str()?.parse::<u64>().ok());
        self.next_part
            .store(number.map_or(0, |number| number + 1), Ordering::Relaxed);
        Ok(())
    }

    fn held(&self) -> &Held {
        self.held.as_ref().expect("who writes holds the folder")
    }
}

/// The sweep and its scenario, by the names of their files without the ending, and which of its
/// axes are circumstances and which have units, as JSON.
fn notes_of(given: &Given) -> Notes {
    let circumstances: Vec<&str> = given.plan.circumstances().collect();
    let units: Vec<(String, &'static str)> = given.plan.units().collect();
    let as_json: BTreeMap<&str, &str> = units.iter().map(|(name, unit)| (&**name, *unit)).collect();
    let texts = vec![
        (
            "circumstances",
            serde_json::json!(circumstances).to_string(),
        ),
        ("units", serde_json::json!(as_json).to_string()),
        ("sweep", given.sweep_text.clone()),
        ("scenario", given.scenario_text.clone()),
    ];
    Notes { texts, units }
}

/// One digest for rows in the order of their plan.
pub fn digest_of(table: &Table) -> String {
    let mut all = Digest::default();
    for (row, key) in table.keys().into_iter().enumerate() {
        if let (Some((point, seed)), Some(Cell::Text(digest))) = (key, table.cell("digest", row)) {
            all.add(point, seed, digest);
        }
    }
    all.text()
}

/// Why a file of rows could not be read.
struct Unread(Trouble);

impl From<sheet::Error> for Unread {
    fn from(error: sheet::Error) -> Self {
        Unread(Trouble::Bad(error.to_string()))
    }
}

fn read<T>(path: &Path, read: impl FnOnce(File) -> Result<T, sheet::Error>) -> Result<T, Unread> {
    let unread = |error: &dyn std::fmt::Display| {
        let text = format!("found what cannot be read as rows of a sweep ({error}), expected them");
        Unread(bad(path, &text))
    };
    let file = File::open(path).map_err(|error| unread(&error))?;
    read(file).map_err(|error| unread(&error))
}
