//! What is common to the formats of files: a tree of JSON with the places of what is wrong in it,
//! quantities, bounds, choices, switches, kinds of moments, schemas. It must not know any file as a
//! whole, nor how anything is done.

// `derive(Read)` names this crate as others do.
extern crate self as format;

pub mod amount;
pub mod bound;
pub mod common_unit;
pub mod error;
pub mod json;
pub mod lanes;
pub mod limits;
pub mod moments;
pub mod numbers;
pub mod schema;
pub mod shown;
pub mod switch_types;
pub mod switches;
pub mod tree;
pub mod units;
pub mod word;
