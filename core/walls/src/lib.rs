//! Which modules of a crate name which others, and where that goes round in a circle: what neither
//! crates nor visibility can refuse. And who leaves kinds of a table to `_`. Made for one test,
//! which goes over every crate of the engine.
//!
//! It reads source text with `syn` and knows no types: imports and paths count, calls of methods do
//! not.

mod circle;
mod kinds;
mod lean;
mod names;
mod source;

pub use circle::{circles, levels};
pub use kinds::left_open;
pub use lean::{Lean, Way, leans};
pub use source::{Crate, Place};
