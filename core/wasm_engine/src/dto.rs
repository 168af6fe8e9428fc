//! What crosses to the page in another shape than it has here: actions, which cross as text. All
//! else crosses as the engine has it.

mod action;

pub use action::{Action, LoggedAction};
