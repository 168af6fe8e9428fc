//! What crosses to the page in another shape than it has here: actions, which cross as text, and
//! lessons. All else crosses as the engine has it.

mod action;
mod lesson;

pub use action::{Action, LoggedAction};
pub use lesson::Lesson;
