//! How far a long command is: a bar on a terminal, nothing anywhere else. It writes to where errors
//! go, so what is printed stays what it is.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar that appears when there is something to wait for.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_shown: bool,
}

impl Progress {
    /// Of so many steps; `template` is indicatif's.
    pub(crate) fn new(steps: u64, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template).expect("a template of this program");
        Progress {
            bar: bar.with_style(style.progress_chars("=> ")),
            is_shown: false,
        }
    }

    /// So many are done; `words` say at what it is.
    pub(crate) fn at(&mut self, steps: u64, words: &str) {
        if !self.is_shown && self.bar.elapsed() > PATIENCE {
            // Hidden still where nobody looks: indicatif asks whether it is a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.is_shown = true;
        }
        self.bar.set_message(words.to_string());
        self.bar.set_position(steps);
    }

    /// Lines may be printed now without being mixed up with the bar.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
