//! What a run came to: plain figures, the report that is made of them, goals that are judged on
//! reports, scores, and two reports compared. It must not know how anything was counted.

pub mod bottleneck;
pub mod check;
pub mod compare;
pub mod curve;
pub mod expect;
pub mod goal;
pub mod leaves;
pub mod moments;
pub mod score;
pub mod summary;
#[cfg(test)]
mod testing;
pub mod whole;
