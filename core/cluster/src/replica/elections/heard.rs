//! Whom a candidate or leader heard from in its term, and when: for "leads n of m", for relays and
//! for orders.

use crate::replica::Replica;

/// Peers that answered a candidate or leader in a term.
#[derive(Default)]
pub(crate) struct Heard {
    term: u64,
    /// Each with the tick of its last answer.
    peers: Vec<(u64, u64)>,
}

impl Heard {
    /// Nobody is heard any more.
    pub(crate) fn clear(&mut self) {
        self.peers.clear();
    }
}

impl Replica {
    /// A peer answered this candidate or leader.
    pub(crate) fn record_heard(&mut self, peer: u64, term: u64) {
        let (heard, tick) = (&mut self.heard, self.ticks);
        if heard.term != term {
            heard.clear();
            heard.term = term;
        }
        match heard.peers.iter_mut().find(|(known, _)| *known == peer) {
            Some(found) => found.1 = tick,
            None => heard.peers.push((peer, tick)),
        }
    }

    /// Peers that answered it in its present term, each with how many ticks ago.
    fn heard_ago(&self) -> impl Iterator<Item = (u64, u64)> {
        let is_term = self.heard.term == self.soft().term;
        let peers = self.heard.peers.iter().filter(move |_| is_term);
        peers.map(|(peer, tick)| (*peer, self.ticks - tick))
    }

    /// Ticks since a peer last answered this leader in its term; very many if it never did.
    pub(crate) fn silent_ticks(&self, peer: u64) -> u64 {
        let found = self.heard_ago().find(|(known, _)| *known == peer);
        found.map_or(u64::MAX, |(_, ago)| ago)
    }

    /// Peers that answered this leader in its term within so many ticks.
    pub(crate) fn heard_since(&self, ticks: u64) -> impl Iterator<Item = u64> {
        let heard = self.heard_ago().filter(move |(_, ago)| *ago <= ticks);
        heard.map(|(peer, _)| peer)
    }

    /// Whether a peer answered this leader in its term within so many ticks.
    pub(crate) fn heard_within(&self, peer: u64, ticks: u64) -> bool {
        self.silent_ticks(peer) <= ticks
    }
}
