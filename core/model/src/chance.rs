//! What a run draws by chance, in kinds that can be drawn anew one by one.

use crate::choice;

choice! {
    /// A kind of thing that a run draws by chance.
    pub enum Chance {
        /// Jitter and loss of each message that is sent from now on.
        Network = "network", "jitter and loss";
        /// Election timeouts of all replicas.
        Elections = "elections", "election timeouts";
        /// When clients ask, for what, and which replica a gateway draws.
        Arrivals = "arrivals", "clients’ requests";
        /// How long a piece of work takes a core, where that is spread.
        Service = "service", "service times";
    }
}

/// Some kinds of chance; in the order of [`Chance::ALL`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Chances(u8);

impl Chances {
    /// Every kind.
    pub const ALL: Chances = Chances((1 << Chance::ALL.len()) - 1);

    /// These with one more.
    pub fn with(self, chance: Chance) -> Chances {
        Chances(self.0 | 1 << chance as u8)
    }

    /// Whether it is one of them.
    pub fn has(self, chance: Chance) -> bool {
        self.0 & (1 << chance as u8) != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Chance> {
        let all = Chance::ALL.into_iter();
        all.filter(move |chance| self.has(*chance))
    }
}

impl FromIterator<Chance> for Chances {
    fn from_iter<I: IntoIterator<Item = Chance>>(all: I) -> Self {
        all.into_iter().fold(Chances::default(), Chances::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_it_was_made_of_each_once() {
        let some = Chances::from_iter([Chance::Arrivals, Chance::Network, Chance::Network]);
        let listed: Vec<Chance> = some.iter().collect();
        assert_eq!(listed, [Chance::Network, Chance::Arrivals]);
        assert!(!some.has(Chance::Elections));
        assert!(Chances::default().is_empty());
        assert_eq!(Chances::from_iter(Chance::ALL), Chances::ALL);
    }
}
