//! What a leader remembers of its relays while it leads: each zone's delegate, what went to each
//! member through one and is not acknowledged, and who is sent to directly for a while. Memory
//! only, of one term; time is the replica's ticks. It knows no messages and decides nothing.

use sim::ZoneId;

use super::choose::Current;

/// Ticks without any acknowledgement after which an append that went through a delegate is given up
/// and sent directly: the longest that a silent delegate can hold up its zone.
pub(crate) const RELAY_WAIT_TICKS: u64 = 3;
/// Ticks for which a member is then sent to directly, and a delegate that failed is not chosen.
pub(crate) const DIRECT_TICKS: u64 = 10;

/// A leader's relays in one term.
pub(crate) struct Book {
    pub(crate) term: u64,
    delegates: Vec<(ZoneId, Current)>,
    members: Vec<Member>,
}

/// A member of a zone with a delegate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) peer: u64,
    /// Last index that went through a delegate and is not acknowledged; 0 = none.
    pub(crate) waits_for: u64,
    /// An index that was among the first of those: whether its delegate has that one tells
    /// whether it lies with the delegate.
    pub(crate) oldest: u64,
    /// The delegate that it went through.
    pub(crate) via: u64,
    /// Tick since which nothing more was acknowledged.
    pub(crate) since_tick: u64,
    /// Last index that it acknowledged.
    matched: u64,
    /// Until this tick it is sent to directly; 0 = it is on the relay.
    direct_until: u64,
    /// Until this tick it is not chosen as delegate.
    barred_until: u64,
}

impl Book {
    pub(crate) fn new(term: u64) -> Self {
        Book {
            term,
            delegates: Vec::new(),
            members: Vec::new(),
        }
    }

    /// The zone's delegate.
    pub(crate) fn delegate(&self, zone: ZoneId) -> Option<Current> {
        let found = self.delegates.iter().find(|(z, _)| *z == zone);
        found.map(|(_, current)| *current)
    }

    /// Every zone with its delegate, in the order of their first choice.
    pub(crate) fn delegates(&self) -> &[(ZoneId, Current)] {
        &self.delegates
    }

    /// Whether this peer is the delegate of its zone.
    pub(crate) fn is_delegate(&self, peer: u64) -> bool {
        self.delegates.iter().any(|(_, c)| c.peer == peer)
    }

    pub(crate) fn appoint(&mut self, zone: ZoneId, peer: u64, tick: u64) {
        self.dismiss(zone);
        let since_tick = tick;
        self.delegates.push((zone, Current { peer, since_tick }));
    }

    /// The zone has no delegate from now on; true if it had one.
    pub(crate) fn dismiss(&mut self, zone: ZoneId) -> bool {
        let before = self.delegates.len();
        self.delegates.retain(|(z, _)| *z != zone);
        self.delegates.len() < before
    }

    /// What is remembered of a member.
    pub(crate) fn member(&self, peer: u64) -> Option<&Member> {
        self.members.iter().find(|m| m.peer == peer)
    }

    fn entry(&mut self, peer: u64) -> &mut Member {
        let found = self.members.iter().position(|m| m.peer == peer);
        let position = found.unwrap_or_else(|| {
            self.members.push(Member {
                peer,
                waits_for: 0,
                oldest: 0,
                via: 0,
                since_tick: 0,
                matched: 0,
                direct_until: 0,
                barred_until: 0,
            });
            self.members.len() - 1
        });
        &mut self.members[position]
    }

    /// Whether the member is sent to directly at this tick.
    pub(crate) fn is_direct(&self, peer: u64, tick: u64) -> bool {
        self.member(peer).is_some_and(|m| m.direct_until > tick)
    }

    /// Whether the member failed as a delegate not long ago.
    pub(crate) fn is_barred(&self, peer: u64, tick: u64) -> bool {
        self.member(peer).is_some_and(|m| m.barred_until > tick)
    }

    /// Entries up to `last` go to the member through `via`. True if it is the first time after it
    /// was sent to directly.
    pub(crate) fn relayed(&mut self, peer: u64, via: u64, last: u64, tick: u64) -> bool {
        let member = self.entry(peer);
        let resumed = std::mem::take(&mut member.direct_until) > 0;
        if last > member.matched {
            if member.waits_for == 0 {
                member.since_tick = tick;
                member.oldest = last;
            }
            member.waits_for = last;
            member.via = via;
        }
        resumed
    }

    /// The member holds the log up to `matched`.
    pub(crate) fn acknowledged(&mut self, peer: u64, matched: u64, tick: u64) {
        let Some(member) = self.members.iter_mut().find(|m| m.peer == peer) else {
            return;
        };
        if matched > member.matched {
            member.matched = matched;
            member.since_tick = tick;
            member.oldest = matched + 1;
        }
        if matched >= member.waits_for {
            member.waits_for = 0;
        }
    }

    /// A member for which something went through a delegate too long ago, if there is one.
    pub(crate) fn late(&self, tick: u64) -> Option<Member> {
        let late = |m: &&Member| m.waits_for > 0 && tick >= m.since_tick + RELAY_WAIT_TICKS;
        self.members.iter().find(late).copied()
    }

    /// A member that waits for something that went through this delegate, if there is one.
    pub(crate) fn waiting_via(&self, via: u64) -> Option<Member> {
        let waits = |m: &&Member| m.waits_for > 0 && m.via == via;
        self.members.iter().find(waits).copied()
    }

    /// The member no longer waits for what went through a delegate.
    pub(crate) fn forget(&mut self, peer: u64) {
        self.entry(peer).waits_for = 0;
    }

    /// The member is sent to directly for a while.
    pub(crate) fn go_direct(&mut self, peer: u64, tick: u64) {
        let member = self.entry(peer);
        member.waits_for = 0;
        member.direct_until = tick + DIRECT_TICKS;
    }

    /// The member is not chosen as delegate for a while.
    pub(crate) fn bar(&mut self, peer: u64, tick: u64) {
        self.entry(peer).barred_until = tick + DIRECT_TICKS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_late_after_its_ticks_without_any_acknowledgement() {
        let mut book = Book::new(1);
        book.relayed(3, 2, 10, 5);
        book.relayed(3, 2, 11, 6);
        assert_eq!(book.late(5 + RELAY_WAIT_TICKS - 1), None);
        assert_eq!(book.late(5 + RELAY_WAIT_TICKS).map(|m| m.peer), Some(3));
        book.acknowledged(3, 10, 7);
        assert_eq!(book.late(7 + RELAY_WAIT_TICKS - 1), None, "it gets on");
        assert_eq!(book.late(7 + RELAY_WAIT_TICKS).map(|m| m.peer), Some(3));
        book.acknowledged(3, 11, 8);
        assert_eq!(book.late(1_000), None);
    }

    #[test]
    fn what_is_acknowledged_already_is_not_waited_for() {
        let mut book = Book::new(1);
        book.relayed(3, 2, 10, 5);
        book.acknowledged(3, 10, 5);
        book.relayed(3, 2, 9, 6);
        assert_eq!(book.late(1_000), None);
    }

    #[test]
    fn direct_sending_ends_after_its_ticks_and_the_first_relay_then_is_a_resumption() {
        let mut book = Book::new(1);
        assert!(!book.relayed(3, 2, 10, 5));
        book.go_direct(3, 8);
        assert!(book.is_direct(3, 8 + DIRECT_TICKS - 1));
        assert!(!book.is_direct(3, 8 + DIRECT_TICKS));
        assert_eq!(book.late(1_000), None);
        assert!(book.relayed(3, 2, 12, 18));
        assert!(!book.relayed(3, 2, 13, 18));
    }

    #[test]
    fn a_zone_has_one_delegate_at_most() {
        let mut book = Book::new(1);
        book.appoint(ZoneId(1), 2, 0);
        book.appoint(ZoneId(1), 3, 4);
        assert_eq!(book.delegate(ZoneId(1)).map(|c| c.peer), Some(3));
        assert!(book.dismiss(ZoneId(1)) && !book.dismiss(ZoneId(1)));
        book.bar(3, 4);
        assert!(book.is_barred(3, 4) && !book.is_barred(3, 4 + DIRECT_TICKS));
    }
}
