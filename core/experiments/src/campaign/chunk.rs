//! Neighbouring seeds and what came of them: what one task of a campaign hands over, and what is
//! kept of those that are done. Must not know how seeds are run.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::campaign::found::FailedSeed;
use crate::campaign::sums::Sums;

/// What came of some neighbouring seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    /// The first of them.
    pub from: u64,
    /// The first that is none of them.
    pub until: u64,
    /// Sums over them.
    pub sums: Sums,
    /// Those that did not hold, rising.
    pub broken: Vec<FailedSeed>,
}

impl Chunk {
    /// The seeds.
    pub fn seeds(&self) -> Range<u64> {
        self.from..self.until
    }

    /// Takes in the seeds that follow.
    pub fn join(&mut self, next: Chunk) {
        assert_eq!(self.until, next.from, "they are neighbours");
        self.until = next.until;
        self.sums.add(&next.sums);
        self.broken.extend(next.broken);
    }

    /// As it is kept and handed over: one line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    /// From its line.
    pub fn parse(line: &str) -> Result<Self, String> {
        let chunk: Chunk = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let count = chunk.until.checked_sub(chunk.from);
        if count != Some(chunk.sums.done) || count == Some(0) {
            let of = chunk.sums.done;
            return Err(format!("found sums over {of} seeds, expected those of it"));
        }
        Ok(chunk)
    }
}

/// A part of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// What is known of it.
    Known(Chunk),
    /// Seeds that are still to be run.
    Missing(Range<u64>),
}

/// A campaign over these seeds in their order, of which some are known. What reaches beyond it, or
/// over what came before, does not count: its sums are of other seeds too.
pub fn pieces(seeds: Range<u64>, mut known: Vec<Chunk>) -> Vec<Piece> {
    known.sort_by_key(|chunk| (chunk.from, chunk.until));
    let mut pieces = Vec::new();
    let mut due = seeds.start;
    for chunk in known {
        if chunk.from < due || chunk.until > seeds.end {
            continue;
        }
        if due < chunk.from {
            pieces.push(Piece::Missing(due..chunk.from));
        }
        due = chunk.until;
        pieces.push(Piece::Known(chunk));
    }
    if due < seeds.end {
        pieces.push(Piece::Missing(due..seeds.end));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(seeds: Range<u64>) -> Chunk {
        let sums = Sums {
            done: seeds.end - seeds.start,
            ..Sums::default()
        };
        Chunk {
            from: seeds.start,
            until: seeds.end,
            sums,
            broken: Vec::new(),
        }
    }

    #[test]
    fn what_is_known_is_not_run_again_and_nothing_is_left_out() {
        let known = vec![chunk(6..8), chunk(0..2), chunk(1..3), chunk(9..12)];
        let expected = vec![
            Piece::Known(chunk(0..2)),
            Piece::Missing(2..6),
            Piece::Known(chunk(6..8)),
            Piece::Missing(8..10),
        ];
        assert_eq!(pieces(0..10, known), expected);
        assert_eq!(pieces(3..5, vec![]), vec![Piece::Missing(3..5)]);
    }

    #[test]
    fn a_line_is_what_it_was_made_of_and_a_wrong_one_is_refused() {
        let line = chunk(4..6).line();
        assert_eq!(Chunk::parse(&line), Ok(chunk(4..6)));
        let wrong = line.replace("\"until\":6", "\"until\":7");
        assert!(Chunk::parse(&wrong).is_err());
        assert!(Chunk::parse(&line[..line.len() - 3]).is_err());
    }
}
