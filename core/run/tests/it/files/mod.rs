//! What a scenario file may say, and what is said of one that is wrong.

mod accepted;
mod actions;
mod beats;
mod errors;
mod fixture;
mod hostile;
mod loads;
mod machines;
mod parts;
mod published;
mod runs;
mod schema;
mod shown;
mod typescript;
mod values;
