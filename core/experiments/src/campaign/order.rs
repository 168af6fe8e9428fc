//! Puts what comes in any order back into that of the seeds, and tells it: what is told, and where
//! it stops, is the same however many work on it. Must not know who they are.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::campaign::chunk::{Chunk, Piece, pieces};
use crate::campaign::seeds::Campaign;
use crate::campaign::telling::{Kept, Telling};

/// A campaign that is told in the order of its seeds.
#[derive(Debug)]
pub struct InOrder {
    campaign: Campaign,
    telling: Telling,
    /// By the first of their seeds.
    waiting: BTreeMap<u64, Chunk>,
    due: u64,
    missing: Vec<Range<u64>>,
}

impl InOrder {
    /// Of these seeds, of which some are known.
    pub fn new(
        campaign: Campaign,
        seeds: Range<u64>,
        known: Vec<Chunk>,
        keep_going: bool,
        kept: Option<Kept>,
    ) -> Self {
        let mut order = InOrder {
            campaign,
            telling: Telling::new(&seeds, keep_going, kept),
            waiting: BTreeMap::new(),
            due: seeds.start,
            missing: Vec::new(),
        };
        for piece in pieces(seeds, known) {
            match piece {
                Piece::Known(chunk) => {
                    order.waiting.insert(chunk.from, chunk);
                }
                Piece::Missing(range) => order.missing.push(range),
            }
        }
        order
    }

    /// What was still to be run as it began.
    pub fn missing(&self) -> &[Range<u64>] {
        &self.missing
    }

    /// What was told so far.
    pub fn telling(&self) -> &Telling {
        &self.telling
    }

    /// Takes what came of some seeds. It waits until it is its turn.
    pub fn take(&mut self, chunk: Chunk) {
        self.waiting.insert(chunk.from, chunk);
    }

    /// The lines whose turn it is.
    pub fn lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while !self.telling.is_stopped() {
            let Some(chunk) = self.waiting.remove(&self.due) else {
                break;
            };
            self.due = chunk.until;
            lines.extend(self.telling.take(&self.campaign, &chunk));
        }
        lines
    }

    /// The last lines, and whether all held.
    pub fn conclude(&self) -> (Vec<String>, bool) {
        self.telling.conclude(&self.campaign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::terms::Terms;

    fn campaign() -> Campaign {
        let text = include_str!("../../../run/testdata/swarm/reads.json");
        let terms = Terms {
            variant: Some("raw".to_string()),
            faults: "none".to_string(),
            with: "none".to_string(),
            mode: Some("local".to_string()),
            drift_beyond: false,
            same_log: false,
            search_steps: 200_000,
            shrink_tries: None,
        };
        Campaign::new("reads.json".to_string(), text.to_string(), terms).expect("it is fit")
    }

    /// Local reads promise nothing: some of these seeds do not hold.
    #[test]
    fn the_same_is_told_in_whatever_order_it_comes() {
        let campaign = campaign();
        for keep_going in [true, false] {
            let told = |order: [usize; 3]| {
                let chunks = [0..1, 1..4, 4..6].map(|seeds| campaign.run(seeds, keep_going, drop));
                let known = vec![chunks[order[0]].clone()];
                let mut in_order = InOrder::new(campaign.clone(), 0..6, known, keep_going, None);
                let mut lines = in_order.lines();
                for place in &order[1..] {
                    in_order.take(chunks[*place].clone());
                    lines.extend(in_order.lines());
                }
                let (last, all_held) = in_order.conclude();
                assert!(!all_held);
                lines.extend(last);
                lines
            };
            let expected = told([0, 1, 2]);
            assert!(expected.iter().any(|line| line.contains("FAILED")));
            for order in [[2, 1, 0], [1, 2, 0], [0, 2, 1]] {
                assert_eq!(told(order), expected, "{keep_going} {order:?}");
            }
        }
    }
}
