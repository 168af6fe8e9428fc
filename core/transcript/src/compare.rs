//! Two lists of facts beside each other: what is stated on one side alone, and what is stated on
//! both but for a known difference.

use std::collections::BTreeMap;

use crate::facts::Fact;
use crate::known::but_for;
use crate::outcome::Difference;

/// A fact that the other side does not state, or states otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Gap {
    pub(crate) theirs: Option<Fact>,
    pub(crate) ours: Option<Fact>,
    /// The known difference that explains it.
    pub(crate) known: Option<&'static str>,
    /// An append whose answer is explained by it already.
    pub(crate) is_answered: bool,
}

impl Gap {
    fn new(theirs: Option<&Fact>, ours: Option<&Fact>, known: Option<&'static str>) -> Gap {
        Gap {
            theirs: theirs.cloned(),
            ours: ours.cloned(),
            known,
            is_answered: false,
        }
    }

    pub(crate) fn difference(&self) -> Difference {
        Difference {
            theirs: self.theirs.as_ref().map(Fact::to_string),
            ours: self.ours.as_ref().map(Fact::to_string),
            known: self.known,
        }
    }
}

/// All gaps, stream by stream.
pub(crate) fn gaps(theirs: &[Fact], ours: &[Fact]) -> Vec<Gap> {
    let mut streams: BTreeMap<String, (Vec<&Fact>, Vec<&Fact>)> = BTreeMap::new();
    for fact in theirs {
        streams.entry(fact.stream()).or_default().0.push(fact);
    }
    for fact in ours {
        streams.entry(fact.stream()).or_default().1.push(fact);
    }
    let mut gaps = Vec::new();
    for (theirs, ours) in streams.values() {
        in_stream(theirs, ours, &mut gaps);
    }
    gaps
}

/// The longest common sequence stays; where as much can stay, equal facts before like ones.
fn in_stream(theirs: &[&Fact], ours: &[&Fact], gaps: &mut Vec<Gap>) {
    let worth = |a: &Fact, b: &Fact| match () {
        () if a == b => 3,
        () if but_for(a, b).is_some() => 2,
        () => 0,
    };
    let (rows, columns) = (theirs.len(), ours.len());
    let mut best = vec![vec![0_u32; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let apart = best[row + 1][column].max(best[row][column + 1]);
            let pair = worth(theirs[row], ours[column]);
            let together = best[row + 1][column + 1] + pair;
            best[row][column] = if pair > 0 { apart.max(together) } else { apart };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows || column < columns {
        if row < rows && column < columns {
            let (a, b) = (theirs[row], ours[column]);
            let pair = worth(a, b);
            if pair > 0 && best[row][column] == best[row + 1][column + 1] + pair {
                if let Some(known) = but_for(a, b).filter(|_| a != b) {
                    gaps.push(Gap::new(Some(a), Some(b), Some(known)));
                }
                row += 1;
                column += 1;
                continue;
            }
        }
        let take_theirs =
            column == columns || (row < rows && best[row + 1][column] >= best[row][column + 1]);
        if take_theirs {
            gaps.push(Gap::new(Some(theirs[row]), None, None));
            row += 1;
        } else {
            gaps.push(Gap::new(None, Some(ours[column]), None));
            column += 1;
        }
    }
}
