//! How what happens is told: one wording per fact, which whys, exports, narration and the page have
//! alike, with the names and quantities that stand in it. It must not know how files are read, nor
//! how anything is done.

pub mod decisions;
pub mod keys;
pub mod messages;
pub mod names;
pub mod quantity;
pub mod reads;
pub mod said;
pub mod sentence;
mod switch_words;
pub mod words;
