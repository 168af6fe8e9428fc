//! The score of a run: conditions that must hold at its end, and how well it did, in a figure, in
//! points or in acts, with one to three stars. A pure function of reports, so that a person's try,
//! a class's table and a test come to the same. It must not know who played, nor how.

mod judge;
mod schema;
mod words;

#[cfg(test)]
mod tests;

pub use judge::{RunScore, ScoredRun, score};
pub use schema::{ActScore, Better, FigureScore, PointScore, Pointed, Score};
pub use words::asked;
