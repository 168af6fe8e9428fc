//! A folder that one process writes to at a time. Every file appears whole: it is written under
//! another name and renamed, so that what a killed process leaves behind either counts or is passed
//! over. Must not know what the files are of.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::folder::input::BadInput;

/// Who holds it writes; the system lets go of it when a process is killed.
const LOCK: &str = "lock";
/// End of the name of a file that is not whole yet.
const UNFINISHED: &str = "unfinished";

/// Why files could not be read or written.
#[derive(Debug)]
pub enum Trouble {
    /// They are not what they should be: one or more lines for a person.
    Bad(String),
    /// This one could not be written.
    Unwritten(PathBuf, io::Error),
}

impl From<BadInput> for Trouble {
    fn from(BadInput(message): BadInput) -> Self {
        Trouble::Bad(message)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Bad(message) => out.write_str(message),
            Trouble::Unwritten(path, error) => {
                write!(out, "{}: cannot be written: {error}", path.display())
            }
        }
    }
}

pub(crate) fn bad(path: &Path, text: &str) -> Trouble {
    Trouble::Bad(format!("{}: {text}", path.display()))
}

/// A folder that this process alone writes to.
pub(crate) struct Held {
    path: PathBuf,
    /// Held as long as this is.
    _lock: File,
}

impl Held {
    /// Makes the folder where it is not, and holds it; `what` writes there.
    pub(crate) fn hold(path: &Path, what: &str) -> Result<Self, Trouble> {
        let unwritten = |error| Trouble::Unwritten(path.to_path_buf(), error);
        fs::create_dir_all(path).map_err(unwritten)?;
        let lock = File::create(path.join(LOCK)).map_err(unwritten)?;
        match lock.try_lock() {
            Ok(()) => Ok(Held {
                path: path.to_path_buf(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => {
                let text = format!("found {what} that is writing here, expected none");
                Err(bad(path, &text))
            }
            Err(TryLockError::Error(error)) => Err(unwritten(error)),
        }
    }

    /// Writes a file that says what this folder is of, or finds that it says the same.
    pub(crate) fn claim(&self, name: &str, text: &str, other: &str) -> Result<(), Trouble> {
        let path = self.path.join(name);
        match fs::read_to_string(&path) {
            Ok(there) if there == text => Ok(()),
            Ok(_) => Err(bad(&path, other)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.put(name, |file| file.write_all(text.as_bytes()))
            }
            Err(error) => Err(bad(&path, &format!("cannot be read: {error}"))),
        }
    }

    /// Writes a file whole or not at all.
    pub(crate) fn put(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        let path = self.path.join(name);
        let unfinished = self.path.join(format!("{name}.{UNFINISHED}"));
        let write_all = || {
            let mut file = File::create(&unfinished)?;
            write(&mut file)?;
            file.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        write_all().map_err(|error| Trouble::Unwritten(path.clone(), error))
    }

    /// Removes what a killed process left unfinished.
    pub(crate) fn tidy(&self, below: &str) -> Result<(), Trouble> {
        let unwritten = |error| Trouble::Unwritten(self.path.clone(), error);
        for entry in fs::read_dir(self.path.join(below)).map_err(unwritten)? {
            let path = entry.map_err(unwritten)?.path();
            if path.extension().is_some_and(|end| end == UNFINISHED) {
                fs::remove_file(&path).map_err(unwritten)?;
            }
        }
        Ok(())
    }
}
