//! The folder of a sweep: what it is of, parts while it is under way, and one file of all rows once
//! it is done. Every file appears whole: it is written under another name and renamed, so that what
//! a killed process leaves behind is either a part that counts or one that is passed over.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use ::sweep::{Cell, Digest, Key, Plan, Table};
use sheet::{Merge, Note, Part};

use super::given::{Given, SCENARIO};
use crate::out::Stop;

const SWEEP: &str = "sweep.json";
const RUNS: &str = "runs.parquet";
const PARTS: &str = "parts";
/// Who holds it writes; the system lets go of it when a process is killed.
const LOCK: &str = "lock";
/// End of the name of a file that is not whole yet.
const UNFINISHED: &str = "unfinished";

/// The folder of a sweep.
pub(crate) struct Folder {
    path: PathBuf,
    /// Held while it is written to.
    lock: Option<File>,
    /// What it is of, as the file of all rows says it: that file needs no other.
    notes: Vec<Note>,
    next_part: AtomicU64,
}

impl Folder {
    /// The folder for a sweep that begins or goes on. One of another sweep is refused: its rows
    /// would be taken for this one's.
    pub(crate) fn begin(path: &Path, given: &Given) -> Result<Self, Stop> {
        let unwritten = |error| Stop::UnwrittenFile(path.to_path_buf(), error);
        fs::create_dir_all(path.join(PARTS)).map_err(unwritten)?;
        let lock = File::create(path.join(LOCK)).map_err(unwritten)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let text = "found a sweep that is writing here, expected none";
                return Err(bad(path, text));
            }
            Err(TryLockError::Error(error)) => return Err(unwritten(error)),
        }
        let folder = Folder {
            path: path.to_path_buf(),
            lock: Some(lock),
            notes: notes_of(given),
            next_part: AtomicU64::new(0),
        };
        // The sweep comes last: where it stands, the scenario does.
        for (name, text) in [(SCENARIO, &given.scenario_text), (SWEEP, &given.sweep_text)] {
            folder.claim(name, text)?;
        }
        folder.tidy()?;
        Ok(folder)
    }

    /// A folder to read from, with what it is of.
    pub(crate) fn open(path: &Path) -> Result<(Self, Given), Stop> {
        let given = Given::read(&path.join(SWEEP))?;
        let folder = Folder {
            path: path.to_path_buf(),
            lock: None,
            notes: notes_of(&given),
            next_part: AtomicU64::new(0),
        };
        Ok((folder, given))
    }

    /// The file of all rows.
    pub(crate) fn runs_path(&self) -> PathBuf {
        self.path.join(RUNS)
    }

    /// The scenario's file.
    pub(crate) fn scenario_path(&self) -> PathBuf {
        self.path.join(SCENARIO)
    }

    /// Whether all is done.
    pub(crate) fn is_whole(&self) -> bool {
        self.runs_path().exists()
    }

    /// Numbers of the runs that are there, rising.
    pub(crate) fn runs(&self, plan: &Plan) -> Result<Vec<u64>, Stop> {
        let (_, merge) = self.parts(plan)?;
        Ok(merge.runs().collect())
    }

    /// Adds rows.
    pub(crate) fn add(&self, table: &Table) -> Result<(), Stop> {
        let number = self.next_part.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PARTS}/{number:06}.parquet");
        let bytes = sheet::write(table).expect("a table that was made here can be written");
        self.put(&name, |file| file.write_all(&bytes))
    }

    /// Makes the one file of all parts, and removes them.
    pub(crate) fn finish(&self, plan: &Plan) -> Result<(), Stop> {
        let (files, merge) = self.parts(plan)?;
        let found = merge.runs().count() as u64;
        assert_eq!(found, plan.runs(), "every run is there once");
        let mut unread = None;
        self.put(RUNS, |file| {
            let mut open = |part: usize| read(&files[part], sheet::read);
            let written = merge.write(io::BufWriter::new(file), &self.notes, &mut open);
            let flushed = written.map(|mut out| out.flush());
            flushed.unwrap_or_else(|error| {
                unread = Some(error);
                Err(io::Error::other("a part cannot be read"))
            })
        })
        .map_err(|stop| unread.map_or(stop, |Unread(stop)| stop))?;
        self.tidy()
    }

    /// Some columns of all rows that are there, in the order of the plan.
    pub(crate) fn columns(&self, plan: &Plan, names: &[&str]) -> Result<Table, Stop> {
        let (files, merge) = self.parts(plan)?;
        let open = |path: &PathBuf| read(path, |file| sheet::read_columns(file, names));
        let tables: Result<Vec<Table>, Unread> = files.iter().map(open).collect();
        let tables = tables.map_err(|Unread(stop)| stop)?;
        Ok(merge.gather(&tables))
    }

    /// All rows that are there, whole, in the order of the plan.
    pub(crate) fn rows(&self, plan: &Plan) -> Result<Table, Stop> {
        let (files, merge) = self.parts(plan)?;
        let open = |path: &PathBuf| read(path, sheet::read);
        let tables: Result<Vec<Table>, Unread> = files.iter().map(open).collect();
        let tables = tables.map_err(|Unread(stop)| stop)?;
        Ok(merge.gather(&tables))
    }

    /// One digest for all rows.
    pub(crate) fn digest(&self) -> Result<String, Stop> {
        let names = ["point", "seed", "digest"];
        let table = read(&self.runs_path(), |file| sheet::read_columns(file, &names));
        Ok(digest_of(&table.map_err(|Unread(stop)| stop)?))
    }

    /// The files that count, and which rows of them make the whole.
    fn parts(&self, plan: &Plan) -> Result<(Vec<PathBuf>, Merge), Stop> {
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
        let parts = parts.map_err(|Unread(stop)| stop)?;
        Ok((files, Merge::of(&parts)))
    }

    fn part_files(&self) -> Result<Vec<PathBuf>, Stop> {
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

    /// Writes a file that says which sweep this is, or finds that it says the same.
    fn claim(&self, name: &str, text: &str) -> Result<(), Stop> {
        let path = self.path.join(name);
        match fs::read_to_string(&path) {
            Ok(there) if there == text => Ok(()),
            Ok(_) => {
                let text = "found another sweep or scenario than this one's, expected the same, \
                            or a new folder";
                Err(bad(&path, text))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.put(name, |file| file.write_all(text.as_bytes()))
            }
            Err(error) => Err(bad(&path, &format!("cannot be read: {error}"))),
        }
    }

    /// Removes what a killed process left unfinished, and parts that the whole has taken in.
    fn tidy(&self) -> Result<(), Stop> {
        let unwritten = |error| Stop::UnwrittenFile(self.path.clone(), error);
        let parts = self.path.join(PARTS);
        if self.is_whole() {
            return match fs::remove_dir_all(&parts) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritten(error)),
                Ok(()) | Err(_) => Ok(()),
            };
        }
        for entry in fs::read_dir(&parts).map_err(unwritten)? {
            let path = entry.map_err(unwritten)?.path();
            if path.extension().is_some_and(|end| end == UNFINISHED) {
                fs::remove_file(&path).map_err(unwritten)?;
            }
        }
        let last = self.part_files()?.pop();
        let number = last.and_then(|path| path.file_stem()?.to_str()?.parse::<u64>().ok());
        self.next_part
            .store(number.map_or(0, |number| number + 1), Ordering::Relaxed);
        Ok(())
    }

    /// Writes a file whole or not at all.
    fn put(&self, name: &str, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
        assert!(self.lock.is_some(), "who writes holds the lock");
        let path = self.path.join(name);
        let unfinished = self.path.join(format!("{name}.{UNFINISHED}"));
        let write_all = || {
            let mut file = File::create(&unfinished)?;
            write(&mut file)?;
            file.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        write_all().map_err(|error| Stop::UnwrittenFile(path.clone(), error))
    }
}

/// The sweep and its scenario, by the names of their files without the ending.
fn notes_of(given: &Given) -> Vec<Note> {
    vec![
        ("sweep", given.sweep_text.clone()),
        ("scenario", given.scenario_text.clone()),
    ]
}

/// One digest for rows in the order of their plan.
pub(crate) fn digest_of(table: &Table) -> String {
    let mut all = Digest::default();
    for (row, key) in table.keys().into_iter().enumerate() {
        if let (Some((point, seed)), Some(Cell::Text(digest))) = (key, table.cell("digest", row)) {
            all.add(point, seed, digest);
        }
    }
    all.text()
}

/// Why a file of rows could not be read.
struct Unread(Stop);

impl From<sheet::Error> for Unread {
    fn from(error: sheet::Error) -> Self {
        Unread(Stop::BadInput(error.to_string()))
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

fn bad(path: &Path, text: &str) -> Stop {
    Stop::BadInput(format!("{}: {text}", path.display()))
}
