//! The point of no return: how probable an outcome is at instants back along a run in which it
//! came. Where neighbours differ for certain, the instant between them is looked at next.

use sim::Micros;

use crate::share::Share;

/// Instants that are looked at first.
const FIRST: u64 = 9;
/// Instants that are looked at in one go after that: who plays futures at once has enough of them.
const AT_ONCE: usize = 2;

/// How much a search may cost.
#[derive(Copy, Clone, Debug)]
pub struct Budget {
    /// Futures at each instant.
    pub futures: u32,
    /// Futures in all.
    pub runs: u64,
    /// Instants closer than this are not told apart.
    pub step_us: Micros,
}

/// Futures that are wanted: so many, from number 1 on, at each of these instants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The instants, in order.
    pub at_us: Vec<Micros>,
    /// How many at each.
    pub futures: u32,
}

/// How often the outcome comes from an instant on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The instant.
    pub at_us: Micros,
    /// Of the futures that begin there.
    pub share: Share,
}

/// Two neighbours between which the share grows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// Before it.
    pub before: Point,
    /// After it.
    pub after: Point,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReturn {
    /// Every instant that was looked at.
    pub points: Vec<Point>,
    /// From here on it came in every future.
    pub certain: Option<Point>,
    /// The last instant from which some future escaped.
    pub escaped: Option<Point>,
    /// Where its share grows most, if two neighbours differ for certain.
    pub jump: Option<Jump>,
}

/// A search under way: it says what it wants to know, and is told.
pub struct Search {
    budget: Budget,
    points: Vec<Point>,
    spent: u64,
    first: Vec<Micros>,
}

impl Search {
    /// Between two instants: before the first nothing is asked, and at the second the outcome has
    /// come, or the run ends.
    pub fn new((from_us, until_us): (Micros, Micros), budget: Budget) -> Self {
        assert!(from_us <= until_us && budget.futures > 0);
        let span = until_us - from_us;
        let mut first: Vec<Micros> = (0..FIRST)
            .map(|place| from_us + span * place / (FIRST - 1))
            .collect();
        first.dedup();
        Search {
            budget,
            points: Vec::new(),
            spent: 0,
            first,
        }
    }

    /// What to play next; nothing once it is done.
    pub fn wanted(&self) -> Option<Wanted> {
        let affordable = (self.budget.runs - self.spent) / u64::from(self.budget.futures);
        let mut at_us = if self.points.is_empty() {
            self.first.clone()
        } else {
            self.between()
        };
        at_us.truncate(affordable as usize);
        at_us.sort_unstable();
        (!at_us.is_empty()).then_some(Wanted {
            at_us,
            futures: self.budget.futures,
        })
    }

    /// The middles of the neighbours that differ most for certain.
    fn between(&self) -> Vec<Micros> {
        let mut open: Vec<Jump> = self.jumps().collect();
        open.retain(|jump| jump.after.at_us - jump.before.at_us > self.budget.step_us);
        // The greatest first; of equals the earlier one, since sorting keeps their order.
        open.sort_by(|a, b| b.grows().abs().total_cmp(&a.grows().abs()));
        let middle = |jump: &Jump| Micros::midpoint(jump.before.at_us, jump.after.at_us);
        open.iter().take(AT_ONCE).map(middle).collect()
    }

    /// Neighbours whose intervals do not meet.
    fn jumps(&self) -> impl Iterator<Item = Jump> {
        let pairs = self.points.windows(2).map(|pair| Jump {
            before: pair[0],
            after: pair[1],
        });
        pairs.filter(|jump| {
            let (before, after) = (jump.before.share, jump.after.share);
            !before.interval().meets(after.interval())
        })
    }

    /// What came of the futures that were wanted, by instant.
    pub fn take(&mut self, found: impl IntoIterator<Item = Point>) {
        for point in found {
            self.spent += point.share.runs;
            self.points.push(point);
        }
        self.points.sort_by_key(|point| point.at_us);
    }

    /// What is known.
    pub fn found(&self) -> NoReturn {
        let escapes = |point: &Point| point.share.came < point.share.runs;
        let last = self.points.iter().rposition(escapes);
        let after = last.map_or(0, |place| place + 1);
        let growing = self.jumps().filter(|jump| jump.grows() > 0.0);
        NoReturn {
            points: self.points.clone(),
            certain: self.points.get(after).copied(),
            escaped: last.map(|place| self.points[place]),
            jump: growing.max_by(|a, b| a.grows().total_cmp(&b.grows())),
        }
    }
}

impl Jump {
    fn grows(&self) -> f64 {
        self.after.share.value() - self.before.share.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Micros = 1_000;

    /// Looks for the point of no return of a run whose outcome has this share, in percent.
    fn searched(percent: impl Fn(Micros) -> u64, runs: u64) -> (NoReturn, u64) {
        let budget = Budget {
            futures: 100,
            runs,
            step_us: 10 * MS,
        };
        let mut search = Search::new((0, 10_000 * MS), budget);
        while let Some(wanted) = search.wanted() {
            let point = |at_us: &Micros| Point {
                at_us: *at_us,
                share: Share {
                    came: percent(*at_us),
                    runs: u64::from(wanted.futures),
                },
            };
            search.take(wanted.at_us.iter().map(point).collect::<Vec<_>>());
        }
        let spent = search.spent;
        (search.found(), spent)
    }

    #[test]
    fn one_step_is_found_to_the_resolution() {
        let at_us = 4_321 * MS;
        let (found, spent) = searched(|us| if us < at_us { 25 } else { 100 }, 10_000);
        let (certain, escaped) = (found.certain.expect("it is"), found.escaped.expect("some"));
        assert!(escaped.at_us < at_us && at_us <= certain.at_us);
        assert!(certain.at_us - escaped.at_us <= 10 * MS);
        let jump = found.jump.expect("it grows");
        assert_eq!((jump.before, jump.after), (escaped, certain));
        assert!(spent <= 2_000, "{spent}");
    }

    #[test]
    fn of_two_steps_the_greater_is_named() {
        let (small, great) = (2_000 * MS, 7_003 * MS);
        let share = |us| match us {
            _ if us < small => 5,
            _ if us < great => 40,
            _ => 100,
        };
        let (found, _) = searched(share, 10_000);
        let jump = found.jump.expect("it grows");
        assert_eq!((jump.before.share.came, jump.after.share.came), (40, 100));
    }

    #[test]
    fn what_was_never_open_has_no_jump_and_was_certain_from_the_start() {
        let (found, spent) = searched(|_| 100, 10_000);
        assert_eq!(found.certain.map(|point| point.at_us), Some(0));
        assert_eq!((found.escaped, found.jump), (None, None));
        assert_eq!(spent, 900);
    }

    #[test]
    fn a_search_keeps_to_its_budget() {
        let (found, spent) = searched(|us| us / (100 * MS), 1_050);
        assert!(spent <= 1_050, "{spent}");
        assert_eq!(found.points.len(), 10);
        let (found, spent) = searched(|us| us / (100 * MS), 99);
        assert_eq!((found.points.len(), spent), (0, 0));
    }
}
