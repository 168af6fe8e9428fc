//! Is a history of client operations linearizable? It knows what clients saw and nothing else: no
//! cluster, no simulation, no Raft.
//!
//! A history is a list of [`Operation`]s by key. Each key is judged on its own, which is sound
//! (Herlihy and Wing, "Linearizability", 1990, theorem 1: locality). The search is that of Wing and
//! Gong ("Testing and Verifying Concurrent Objects", 1993) with the memory of Lowe ("Testing for
//! Linearizability", 2017). What cannot be ordered is made as small as possible before it is shown.

mod answer;
mod history;
mod judge;
pub mod parse;
mod registers;
mod search;
mod shrink;
mod texts;
mod values;

pub use answer::{
    HistoryAct, HistoryAnswer, HistoryComplaint, HistoryEnd, HistoryOffence, HistoryOperation,
    HistoryVerdict, history_answer,
};
pub use history::{History, Key, Op, Operation};
pub use judge::{Offence, Part, Verdict, judge, judge_within};
pub use registers::{Recorded, registers};
pub use texts::Texts;
pub use values::Value;
