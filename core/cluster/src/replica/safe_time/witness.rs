//! What voters heard of promises, so that none is lost with the leader that made it.
//!
//! A leader tells its voters up to where it is about to call times safe, and does so once a quorum
//! of them has answered that it knows. Whoever leads next has the vote of one of that quorum, and
//! its vote says what it heard. It knows no Raft and no clock.

use model::timestamp::Timestamp;

/// What a replica heard as a voter, and what voters told it as their leader.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness {
    /// As a voter: the furthest that anybody was about to call safe.
    floor: Timestamp,
    /// As a voter: what the leader of this term asked it to remember at most.
    heard: (u64, Timestamp),
    /// As the leader of `term`: what each peer has heard of it.
    by_peer: Vec<(u64, Timestamp)>,
    term: u64,
}

impl Witness {
    /// A voter hears that the leader of this term is about to call times safe up to `ts`.
    pub(crate) fn receive(&mut self, term: u64, ts: Timestamp) {
        self.raise(ts);
        if term > self.heard.0 {
            self.heard = (term, ts);
        } else if term == self.heard.0 {
            self.heard.1 = self.heard.1.max(ts);
        }
    }

    /// Something up to here may have been called safe.
    pub(crate) fn raise(&mut self, ts: Timestamp) {
        self.floor = self.floor.max(ts);
    }

    /// What a vote says: nothing above this was called safe with this voter's knowledge.
    pub(crate) fn floor(&self) -> Timestamp {
        self.floor
    }

    /// What an answer to the leader of this term says.
    pub(crate) fn echo(&self, term: u64) -> Timestamp {
        if self.heard.0 == term {
            self.heard.1
        } else {
            0
        }
    }

    /// A peer's answer: it has heard up to here from the leader of this term.
    pub(crate) fn record(&mut self, term: u64, peer: u64, ts: Timestamp) {
        if term != self.term {
            self.by_peer.clear();
            self.term = term;
        }
        match self.by_peer.iter_mut().find(|(p, _)| *p == peer) {
            Some(known) => known.1 = known.1.max(ts),
            None => self.by_peer.push((peer, ts)),
        }
    }

    /// The furthest of which a quorum of these voters has heard in a term.
    pub(crate) fn quorum(&self, term: u64, voters: &[u64]) -> Timestamp {
        if term != self.term || voters.is_empty() {
            return 0;
        }
        let of = |voter: &u64| {
            let known = self.by_peer.iter().find(|(peer, _)| peer == voter);
            (known.map_or(0, |known| known.1), 0)
        };
        let mut heard: Vec<(u64, u32)> = voters.iter().map(of).collect();
        heard.sort_unstable();
        // Rising: as many as a quorum are at or above this place.
        heard[(voters.len() - 1) / 2].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_is_known_when_a_quorum_has_heard_of_it() {
        let mut leader = Witness::default();
        assert_eq!(leader.quorum(3, &[1, 2, 3]), 0);
        leader.record(3, 1, 900);
        assert_eq!(leader.quorum(3, &[1, 2, 3]), 0, "one of three is none");
        leader.record(3, 2, 500);
        assert_eq!(leader.quorum(3, &[1, 2, 3]), 500);
        leader.record(3, 2, 400);
        assert_eq!(leader.quorum(3, &[1, 2, 3]), 500, "what is heard stays");
        leader.record(3, 3, 700);
        assert_eq!(leader.quorum(3, &[1, 2, 3]), 700);
        assert_eq!(leader.quorum(3, &[1, 2, 3, 4]), 500, "three of four");
        leader.record(4, 1, 10);
        let next = leader.quorum(4, &[1, 2, 3]);
        assert_eq!(next, 0, "another term, another leader");
        assert_eq!(leader.quorum(3, &[1, 2, 3]), 0);
    }

    #[test]
    fn a_voter_answers_each_leader_with_its_own_word_and_votes_with_all() {
        let mut voter = Witness::default();
        voter.receive(3, 900);
        voter.receive(3, 800);
        assert_eq!((voter.echo(3), voter.echo(4)), (900, 0));
        voter.receive(4, 500);
        assert_eq!((voter.echo(3), voter.echo(4)), (0, 500));
        voter.receive(3, 950);
        assert_eq!(voter.echo(4), 500, "a leader of before gets no answer");
        assert_eq!(voter.floor(), 950);
        voter.raise(2_000);
        assert_eq!((voter.floor(), voter.echo(4)), (2_000, 500));
    }

    /// Any quorum that elects a leader has a voter that heard what the last one called safe.
    #[test]
    fn every_later_leader_hears_of_a_promise() {
        let voters = [1, 2, 3, 4, 5];
        for hearers in 0u32..32 {
            let heard = |place: usize| hearers >> place & 1 == 1;
            let mut leader = Witness::default();
            let mut floors = [0; 5];
            for (place, &voter) in voters.iter().enumerate().filter(|(p, _)| heard(*p)) {
                let mut witness = Witness::default();
                witness.receive(1, 100 + voter);
                leader.record(1, voter, witness.echo(1));
                floors[place] = witness.floor();
            }
            let safe = leader.quorum(1, &voters);
            for electors in (0u32..32).filter(|electors| electors.count_ones() >= 3) {
                let votes = (0..5).filter(|place| electors >> place & 1 == 1);
                let known = votes.map(|place| floors[place]).max().unwrap_or(0);
                assert!(known >= safe);
            }
        }
    }
}
