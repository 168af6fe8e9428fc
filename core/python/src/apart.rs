//! Runs what takes long without Python's lock, on a stack as deep as a program's own; a panic of
//! the engine is an error that says of which run. Must not know what is run.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use experiments::folder::{BadInput, Trouble};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// As a program's main thread has it: a scenario is as deep here as there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// What is at work, by its number.
#[derive(Default)]
pub(crate) struct Now(AtomicU64);

impl Now {
    pub(crate) fn at(&self, number: u64) {
        self.0.store(number, Ordering::Relaxed);
    }
}

/// `work` tells what it is at, and `words` of that are said of a panic.
pub(crate) fn apart<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Now) -> T + Send,
    words: impl FnOnce(u64) -> String + Send,
) -> PyResult<T> {
    py.detach(|| {
        let now = Now::default();
        let result = thread::scope(|scope| {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let now = &now;
            let thread = builder.spawn_scoped(scope, move || work(now));
            thread.expect("the system starts a thread").join()
        });
        result.map_err(|panic| {
            let at = words(now.0.load(Ordering::Relaxed));
            PyRuntimeError::new_err(format!("{}, {at}", said(&*panic)))
        })
    })
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the engine panicked")
}

/// What cannot be used is a value that is wrong.
pub(crate) fn bad_input(BadInput(text): BadInput) -> PyErr {
    PyValueError::new_err(text)
}

/// The same of files; what cannot be written is the system's.
pub(crate) fn trouble(trouble: Trouble) -> PyErr {
    let text = trouble.to_string();
    match trouble {
        Trouble::Bad(_) => PyValueError::new_err(text),
        Trouble::Unwritten(..) => PyOSError::new_err(text),
    }
}
