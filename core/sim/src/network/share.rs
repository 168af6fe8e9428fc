//! A link that several connections want at once: each that has something to send gets an equal part
//! of it (max-min fairness), and keeps the order of its own messages.
//!
//! Processor sharing in the virtual time of A. Demers, S. Keshav and S. Shenker, "Analysis and
//! Simulation of a Fair Queueing Algorithm" (1989): `virtual_ns` is what every connection that is
//! never idle has been served since the link became busy, so a message's end in virtual time never
//! changes, whoever comes. It is counted in whole nanoseconds of the link; what does not divide
//! evenly is carried over, so that the link is never faster than its bandwidth nor idle while
//! something waits. It must not know of nodes, delays or faults.

use std::collections::VecDeque;

use super::Ticket;
use crate::sorted::Sorted;
use crate::time::{MILLIS, Micros, NANOS_PER_MICRO};

/// How often it is told how much of each message has left, in ns.
const TOLD_EVERY_NS: u64 = 10 * MILLIS * NANOS_PER_MICRO;

/// A message that is put on a shared link.
#[derive(Copy, Clone, Debug)]
pub(super) struct Load {
    pub(super) number: u64,
    pub(super) ticket: Ticket,
    /// How long the link takes for it alone.
    pub(super) service_ns: u64,
    /// What else it has to wait for is over then.
    pub(super) ready_ns: u64,
    /// Delay and jitter.
    pub(super) lag_us: Micros,
    /// Somebody waits for it; else it only takes its room.
    pub(super) is_awaited: bool,
}

/// A message that has left, or part of it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Left {
    pub(super) connection: u64,
    pub(super) load: Load,
    /// How much of `service_ns` has left before and by now.
    pub(super) before_ns: u64,
    pub(super) after_ns: u64,
    pub(super) at_ns: u64,
}

impl Left {
    /// All of it has left.
    pub(super) fn is_whole(&self) -> bool {
        self.after_ns == self.load.service_ns
    }
}

struct Queued {
    load: Load,
    /// When its last bit leaves, in virtual time.
    end_ns: u64,
    /// How much of it was told to have left.
    told_ns: u64,
}

/// A link while it is shared: it is empty again when all has left.
#[derive(Default)]
pub(super) struct Share {
    /// Up to when it is worked out.
    clock_ns: u64,
    virtual_ns: u64,
    /// What the link did and no connection got yet: less than there are connections.
    spare_ns: u64,
    /// What each connection has to send, in order. None is empty.
    queues: Sorted<u64, VecDeque<Queued>>,
    /// The first message of each, by its end in virtual time and its number.
    firsts: Sorted<(u64, u64, u64), ()>,
    /// When it is next told how much has left.
    tells_ns: u64,
}

impl Share {
    /// Whether a connection has something to send.
    pub(super) fn holds(&self, connection: u64) -> bool {
        self.queues.get(&connection).is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queues.is_empty()
    }

    /// When the first bit of a message that is put on a connection now would leave, and its
    /// last, in ns, if nobody else comes and no connection ends.
    pub(super) fn waits_until_ns(&self, connection: u64, service_ns: u64) -> (u64, u64) {
        let queue = self.queues.get(&connection).and_then(VecDeque::back);
        let own_ns = queue.map_or(0, |last| last.end_ns - self.virtual_ns);
        let sharing = self.queues.len() as u64 + u64::from(queue.is_none());
        let until = |ns: u64| self.clock_ns + (ns * sharing).saturating_sub(self.spare_ns);
        (until(own_ns), until(own_ns + service_ns))
    }

    /// A message is put on a connection, at an instant up to which all is worked out. `apart_ns`
    /// is by how much instants differ at the other end.
    pub(super) fn add(&mut self, now_ns: u64, connection: u64, load: Load, apart_ns: u64) {
        if self.is_empty() {
            (self.clock_ns, self.virtual_ns, self.spare_ns) = (now_ns, 0, 0);
            self.tells_ns = next_told_ns(now_ns, apart_ns);
        }
        debug_assert!(now_ns <= self.clock_ns, "all before is worked out");
        let queue = self.queues.or_default(connection);
        let begins_ns = queue.back().map_or(self.virtual_ns, |last| last.end_ns);
        let end_ns = begins_ns + load.service_ns;
        if queue.is_empty() {
            self.firsts.insert((end_ns, load.number, connection), ());
        }
        queue.push_back(Queued {
            load,
            end_ns,
            told_ns: 0,
        });
    }

    /// When something is next to be told.
    pub(super) fn next_ns(&self) -> Option<u64> {
        Some(self.leaves_ns()?.min(self.tells_ns))
    }

    /// When the next message has left, if nobody else comes.
    fn leaves_ns(&self) -> Option<u64> {
        let (end_ns, ..) = self.firsts.first()?;
        let each_ns = end_ns - self.virtual_ns;
        let all_ns = each_ns * self.queues.len() as u64;
        Some(self.clock_ns + all_ns.saturating_sub(self.spare_ns))
    }

    /// Works out what happens up to an instant that is not after the next one of `next_ns`.
    pub(super) fn work_out(&mut self, now_ns: u64) {
        let sharing = self.queues.len() as u64;
        if sharing == 0 || now_ns <= self.clock_ns {
            return;
        }
        let done_ns = now_ns - self.clock_ns + self.spare_ns;
        self.clock_ns = now_ns;
        self.virtual_ns += done_ns / sharing;
        self.spare_ns = done_ns % sharing;
    }

    /// What is next to be told, at its instant: one message that has left, or how much of each has.
    pub(super) fn step(&mut self, apart_ns: u64, mut tell: impl FnMut(Left)) {
        let Some(at_ns) = self.next_ns() else {
            return;
        };
        self.work_out(at_ns);
        let virtual_ns = self.virtual_ns;
        let left = self.firsts.first().copied();
        if let Some((end_ns, _, connection)) = left.filter(|(end_ns, ..)| *end_ns <= virtual_ns) {
            debug_assert!(end_ns == virtual_ns);
            return tell(self.take(connection));
        }
        self.tells_ns = next_told_ns(at_ns, apart_ns);
        for (connection, queue) in self.queues.iter_mut() {
            let first = queue.front_mut().expect("none is empty");
            let load = first.load;
            let after_ns = load.service_ns - (first.end_ns - virtual_ns);
            let before_ns = std::mem::replace(&mut first.told_ns, after_ns);
            tell(Left {
                connection: *connection,
                load,
                before_ns,
                after_ns,
                at_ns,
            });
        }
    }

    /// The first message of a connection has left.
    fn take(&mut self, connection: u64) -> Left {
        if let Some(first) = self.firsts.first().copied() {
            self.firsts.remove(&first);
        }
        let queue = self.queues.get_mut(&connection).expect("it has one");
        let gone = queue.pop_front().expect("none is empty");
        match queue.front() {
            Some(next) => {
                let first = (next.end_ns, next.load.number, connection);
                self.firsts.insert(first, ());
            }
            None => {
                self.queues.remove(&connection);
            }
        }
        Left {
            connection,
            load: gone.load,
            before_ns: gone.told_ns,
            after_ns: gone.load.service_ns,
            at_ns: self.clock_ns,
        }
    }
}

/// The next instant at which it is told how much has left: at the other end it is a whole one, so
/// that nothing is counted in a tenth of a second in which it does not come.
fn next_told_ns(now_ns: u64, apart_ns: u64) -> u64 {
    ((now_ns + apart_ns) / TOLD_EVERY_NS + 1) * TOLD_EVERY_NS - apart_ns
}

/// All links that are shared now, and when something is due on them.
#[derive(Default)]
pub(super) struct Shares {
    links: Sorted<u32, Link>,
    due: Sorted<(u64, u32), ()>,
    /// Messages and parts that left since it was asked, oldest first.
    left: Vec<Left>,
}

#[derive(Default)]
struct Link {
    share: Share,
    /// See [`Share::add`].
    apart_ns: u64,
    due_ns: Option<u64>,
}

impl Shares {
    /// What is due first, in ns.
    #[inline]
    pub(super) fn next_ns(&self) -> Option<u64> {
        self.due.first().map(|(at_ns, _)| *at_ns)
    }

    /// The share of a link, if it has anything to send.
    pub(super) fn of(&self, link: u32) -> Option<&Share> {
        if self.due.is_empty() {
            return None;
        }
        let share = &self.links.get(&link)?.share;
        (!share.is_empty()).then_some(share)
    }

    /// Works out all that happens on a link up to an instant.
    pub(super) fn work_out(&mut self, link: u32, now_ns: u64) {
        let Some(of) = self.links.get_mut(&link) else {
            return;
        };
        while of.share.next_ns().is_some_and(|at_ns| at_ns <= now_ns) {
            of.share.step(of.apart_ns, |left| self.left.push(left));
        }
        of.share.work_out(now_ns);
        self.schedule(link);
    }

    /// A message is put on a link, which begins with it then if it is idle.
    pub(super) fn add(&mut self, link: u32, now_ns: u64, connection: u64, load: Load) {
        let of = self.links.or_default(link);
        of.apart_ns = load.lag_us * NANOS_PER_MICRO;
        of.share.add(now_ns, connection, load, of.apart_ns);
        self.schedule(link);
    }

    /// What is due first happens.
    pub(super) fn step(&mut self) {
        let Some((_, link)) = self.due.first().copied() else {
            return;
        };
        let of = self.links.get_mut(&link).expect("something is due on it");
        of.share.step(of.apart_ns, |left| self.left.push(left));
        self.schedule(link);
    }

    /// What left since this was asked last.
    pub(super) fn take_left(&mut self) -> Vec<Left> {
        std::mem::take(&mut self.left)
    }

    fn schedule(&mut self, link: u32) {
        let of = self.links.get_mut(&link).expect("it is used");
        let due_ns = of.share.next_ns();
        if due_ns == of.due_ns {
            return;
        }
        if let Some(before_ns) = std::mem::replace(&mut of.due_ns, due_ns) {
            self.due.remove(&(before_ns, link));
        }
        if let Some(due_ns) = due_ns {
            self.due.insert((due_ns, link), ());
        }
    }
}
