//! Who leans on whom among the modules of a crate, by imports and by method calls, and where that
//! goes round in a circle. Made for one test, which goes over every crate of the engine.
//!
//! It reads source text with `syn` and knows no types but those that a signature or a field states.
//! A method call counts where the type of what it is called on is stated, or else where one room
//! alone defines a method of that name. So it misses a call now and then, and hardly invents one.

mod calls;
mod circle;
mod define;
mod kinds;
mod source;

pub use calls::{Lean, Way, leans};
pub use circle::{circles, levels};
pub use define::Names;
pub use kinds::left_open;
pub use source::{Crate, Place};
