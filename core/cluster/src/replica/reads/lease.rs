//! A leader's lease, as TiKV keeps it (its `Lease` in `raftstore/src/store/util.rs`): a pure state
//! machine on readings of the store's own clock. It knows no raft-rs, no network and no reads.
//!
//! A follower that hears from a leader grants nobody else its vote for one election timeout by its
//! own clock. So a leader whose round (a proposal, or a read index) was acknowledged by a quorum
//! knows that it alone leads until that long after the round *left*: the moment of sending is
//! before every moment of hearing. The lease is shorter than the election timeout by a margin for
//! clocks that run at different rates.

use std::collections::VecDeque;

use model::view::LeaseState;

/// Most rounds that are remembered; older ones are lost ones.
const ROUNDS_MAX: usize = 1_024;

/// An order to stand for election at once. It may be late, by whatever way, and who obeys it waits
/// for nobody's promise. It names the last entry of the leader's log, and a log that has gone
/// beyond that lets it lie: so it is spent once its receiver has acknowledged a later entry.
#[derive(Copy, Clone, Debug)]
struct Order {
    to: u64,
    last_index: u64,
}

/// The lease of one leader in one term. Instants are readings of its store's clock in µs.
#[derive(Debug, Default)]
pub(crate) struct Lease {
    /// When the last round left that a quorum acknowledged.
    confirmed_us: Option<i64>,
    /// Since when it rests.
    suspended_us: Option<i64>,
    /// Orders that may be obeyed yet.
    orders: Vec<Order>,
    /// Entries proposed in this term and not committed yet, with when they left.
    proposals: VecDeque<(u64, i64)>,
    /// Read indexes asked for and not known yet, with when they left.
    rounds: VecDeque<(u128, i64)>,
    /// Index of the last command in its log that changes which keys the range has. Until it is
    /// applied nothing renews the lease: others may have applied it, and keys may have gone to a
    /// range that somebody else leads.
    reshapes_at: u64,
    /// What the observer was last told.
    pub(crate) told: LeaseState,
}

impl Lease {
    /// An entry leaves.
    pub(crate) fn proposed(&mut self, index: u64, now_us: i64) {
        self.proposals.push_back((index, now_us));
    }

    /// A read index leaves.
    pub(crate) fn asked(&mut self, context: u128, now_us: i64) {
        if self.rounds.len() == ROUNDS_MAX {
            self.rounds.pop_front();
        }
        self.rounds.push_back((context, now_us));
    }

    /// Whether some read index is on its way.
    pub(crate) fn is_asking(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// A command that changes the range's keys leaves.
    pub(crate) fn reshapes(&mut self, index: u64) {
        self.reshapes_at = index;
    }

    /// Entries up to an index are committed; `matched` says what a peer has acknowledged.
    pub(crate) fn committed(&mut self, index: u64, applied: u64, matched: impl Fn(u64) -> u64) {
        let mut newest = None;
        while let Some(&(proposed, sent_us)) = self.proposals.front() {
            if proposed > index {
                break;
            }
            newest = Some(sent_us);
            self.proposals.pop_front();
        }
        if let Some(sent_us) = newest {
            self.renew(sent_us, applied, matched);
        }
    }

    /// A quorum has acknowledged the round of a read index, and so every round before it.
    pub(crate) fn confirmed(&mut self, context: u128, applied: u64, matched: impl Fn(u64) -> u64) {
        let Some(place) = self.rounds.iter().position(|(asked, _)| *asked == context) else {
            return;
        };
        let (_, sent_us) = self.rounds[place];
        self.rounds.drain(..=place);
        self.renew(sent_us, applied, matched);
    }

    fn renew(&mut self, sent_us: i64, applied: u64, matched: impl Fn(u64) -> u64) {
        if applied < self.reshapes_at {
            return;
        }
        if let Some(since_us) = self.suspended_us {
            self.orders
                .retain(|order| matched(order.to) <= order.last_index);
            if sent_us < since_us || !self.orders.is_empty() {
                return;
            }
            self.suspended_us = None;
        }
        self.confirmed_us = self.confirmed_us.max(Some(sent_us));
    }

    /// From now on only a round that leaves later counts.
    pub(crate) fn suspend(&mut self, now_us: i64) {
        self.suspended_us = Some(now_us);
    }

    /// A peer is told to stand for election at once; the leader's log ends at this index. Nothing
    /// counts before every such order is spent.
    pub(crate) fn ordered(&mut self, now_us: i64, to: u64, last_index: u64) {
        self.suspend(now_us);
        self.orders.retain(|order| order.to != to);
        self.orders.push(Order { to, last_index });
    }

    /// Forgets every promise: followers give none any more.
    pub(crate) fn forget(&mut self) {
        self.confirmed_us = None;
        self.proposals.clear();
        self.rounds.clear();
    }

    /// Whether any round has begun it.
    pub(crate) fn was_valid(&self) -> bool {
        self.confirmed_us.is_some()
    }

    /// What it is worth now, if it lasts `lease_us`.
    pub(crate) fn state(&self, now_us: i64, lease_us: u64) -> LeaseState {
        if self.suspended_us.is_some() {
            LeaseState::Suspended
        } else if self.left_us(now_us, lease_us) > 0 {
            LeaseState::Valid
        } else {
            LeaseState::Expired
        }
    }

    /// How long it lasts yet, in µs of the store's clock, suspended or not.
    pub(crate) fn left_us(&self, now_us: i64, lease_us: u64) -> u64 {
        let Some(confirmed_us) = self.confirmed_us else {
            return 0;
        };
        let ends_us = confirmed_us.saturating_add_unsigned(lease_us);
        ends_us.saturating_sub(now_us).max(0).cast_unsigned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE_US: u64 = 900;

    fn nobody(_: u64) -> u64 {
        0
    }

    #[test]
    fn a_lease_counts_from_when_the_round_left_and_not_from_its_acknowledgement() {
        let mut lease = Lease::default();
        assert_eq!(lease.state(0, LEASE_US), LeaseState::Expired);
        lease.proposed(5, 1_000);
        assert_eq!(lease.state(1_001, LEASE_US), LeaseState::Expired);
        lease.committed(5, 4, nobody);
        assert_eq!(lease.state(1_899, LEASE_US), LeaseState::Valid);
        assert_eq!(lease.state(1_900, LEASE_US), LeaseState::Expired);
        assert_eq!(lease.left_us(1_200, LEASE_US), 700);
    }

    #[test]
    fn a_round_that_is_acknowledged_late_does_not_shorten_a_lease() {
        let mut lease = Lease::default();
        lease.asked(1, 100);
        lease.proposed(5, 500);
        lease.committed(5, 5, nobody);
        lease.confirmed(1, 5, nobody);
        assert_eq!(lease.left_us(500, LEASE_US), LEASE_US);
    }

    #[test]
    fn an_acknowledged_round_ends_those_before_it_and_none_after_it() {
        let mut lease = Lease::default();
        lease.asked(1, 100);
        lease.asked(2, 200);
        lease.asked(3, 300);
        lease.confirmed(2, 0, nobody);
        assert_eq!(lease.left_us(200, LEASE_US), LEASE_US);
        lease.confirmed(1, 0, nobody);
        assert_eq!(lease.left_us(200, LEASE_US), LEASE_US);
        assert!(lease.is_asking());
        lease.confirmed(3, 0, nobody);
        assert_eq!(lease.left_us(300, LEASE_US), LEASE_US);
        assert!(!lease.is_asking());
    }

    #[test]
    fn a_suspended_lease_wants_a_round_that_left_afterwards() {
        let mut lease = Lease::default();
        lease.asked(1, 100);
        lease.confirmed(1, 0, nobody);
        lease.asked(2, 200);
        lease.suspend(250);
        assert_eq!(lease.state(260, LEASE_US), LeaseState::Suspended);
        lease.confirmed(2, 0, nobody);
        assert_eq!(lease.state(260, LEASE_US), LeaseState::Suspended);
        lease.asked(3, 250);
        lease.confirmed(3, 0, nobody);
        assert_eq!(lease.state(260, LEASE_US), LeaseState::Valid);
    }

    #[test]
    fn an_order_to_take_over_is_spent_once_its_receiver_has_acknowledged_a_later_entry() {
        let mut lease = Lease::default();
        lease.ordered(100, 3, 6);
        lease.asked(1, 200);
        lease.confirmed(1, 0, |_| 6);
        assert_eq!(lease.state(210, LEASE_US), LeaseState::Suspended);
        lease.proposed(7, 300);
        lease.committed(7, 6, |peer| if peer == 3 { 6 } else { 7 });
        assert_eq!(lease.state(310, LEASE_US), LeaseState::Suspended);
        lease.proposed(8, 400);
        lease.suspend(350);
        lease.committed(8, 7, |_| 8);
        assert_eq!(lease.state(410, LEASE_US), LeaseState::Valid);
    }

    #[test]
    fn every_order_must_be_spent_and_not_the_last_alone() {
        let mut lease = Lease::default();
        lease.ordered(100, 3, 6);
        lease.ordered(200, 2, 6);
        lease.proposed(7, 300);
        lease.committed(7, 6, |peer| if peer == 3 { 6 } else { 7 });
        assert_eq!(lease.state(310, LEASE_US), LeaseState::Suspended);
        lease.asked(1, 400);
        lease.confirmed(1, 7, |_| 7);
        assert_eq!(lease.state(410, LEASE_US), LeaseState::Valid);
    }

    #[test]
    fn an_order_that_is_given_again_is_spent_by_what_is_later_than_the_last_one() {
        let mut lease = Lease::default();
        lease.ordered(100, 3, 6);
        lease.ordered(200, 3, 8);
        lease.asked(1, 300);
        lease.confirmed(1, 8, |_| 8);
        assert_eq!(lease.state(310, LEASE_US), LeaseState::Suspended);
    }

    #[test]
    fn nothing_renews_a_lease_while_its_keys_are_about_to_change() {
        let mut lease = Lease::default();
        lease.asked(1, 100);
        lease.confirmed(1, 9, nobody);
        lease.reshapes(10);
        lease.asked(2, 500);
        lease.confirmed(2, 9, nobody);
        assert_eq!(lease.left_us(500, LEASE_US), 500);
        lease.asked(3, 600);
        lease.confirmed(3, 10, nobody);
        assert_eq!(lease.left_us(600, LEASE_US), LEASE_US);
    }

    #[test]
    fn promises_that_were_taken_back_count_no_more_although_they_are_acknowledged() {
        let mut lease = Lease::default();
        lease.asked(1, 100);
        lease.confirmed(1, 0, nobody);
        lease.asked(2, 150);
        lease.proposed(4, 160);
        lease.forget();
        lease.confirmed(2, 0, nobody);
        lease.committed(4, 4, nobody);
        assert_eq!(lease.state(170, LEASE_US), LeaseState::Expired);
    }
}
