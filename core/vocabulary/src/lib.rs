//! Words of files, reports and the page: names, units, limits, switches, errors, and how what
//! happens is told. It must not know any file as a whole, nor how anything is done.

// `derive(Read)` names this crate as others do.
extern crate self as vocabulary;

pub mod amount;
pub mod bound;
pub mod common_unit;
pub mod decisions;
pub mod error;
pub mod json;
pub mod keys;
pub mod lanes;
pub mod limits;
pub mod messages;
pub mod moments;
pub mod names;
pub mod numbers;
pub mod reads;
pub mod said;
pub mod schema;
pub mod sentence;
pub mod shown;
pub mod switch_types;
pub mod switches;
pub mod tree;
pub mod units;
pub mod word;
pub mod words;
