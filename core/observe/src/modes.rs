//! Reads by the mode in which they were served: how fast, how far, how fresh, and whether they kept
//! what the mode promises. Of reads that are part of another request only the bytes count.
//!
//! It must not know how a mode works; whether a read was fresh or broke a promise others say.

use model::config::{Costs, Promise, ReadMode};
use model::fact::{Outcome, ReplicaRef, Role};
use model::tuning::Work;
use report::check::CheckVerdict;
use sim::Micros;
use text::words::instant_words;

use crate::judged::Judged;
use crate::latencies::Latencies;
use crate::staleness::Freshness;

/// What came of the reads of one mode.
#[derive(Clone, Debug, Default)]
pub struct ModeMeter {
    /// Answered reads.
    pub reads: u64,
    /// Reads without an answer.
    pub failed: u64,
    /// Reads that missed an acknowledged write.
    pub stale: u64,
    /// The worst staleness.
    pub max_staleness_us: Micros,
    /// Most acknowledged writes that a read missed.
    pub max_stale_commits: u32,
    /// Bytes between zones of messages that served reads, read indexes and timestamps included.
    pub cross_zone_bytes: u64,
    /// Reads whose path is known: the half of their crossings is a round trip.
    pub traced: u64,
    /// Times that their critical paths crossed from zone to zone.
    pub crossings: u64,
    /// Core time of the reading itself.
    pub service_ns: u64,
    /// The part of it that replicas spent that led.
    pub leader_ns: u64,
    /// Reads that returned an older value than their session had seen before.
    pub monotonic_broken: u64,
    /// Reads that missed a write of their own session.
    pub own_write_missed: u64,
    /// When a read first broke what the mode promises.
    pub broken_us: Option<Micros>,
    /// Latencies of the answered.
    pub latencies: Latencies,
}

/// All modes, and who leads.
#[derive(Clone, Debug)]
pub struct Modes {
    /// By `ReadMode`; none while nobody read in that mode.
    meters: [Option<Box<ModeMeter>>; ReadMode::ALL.len()],
    /// By range, the peers that lead, as bits by peer (64 and more share the last).
    leads: Vec<u64>,
    request_ns: u64,
    row_ns: u64,
    /// End of the warm-up.
    measure_from_us: Micros,
}

impl Modes {
    /// Nothing was read. What is answered before this instant is in no latency.
    pub fn new(costs: &Costs, measure_from_us: Micros) -> Self {
        Modes {
            meters: [const { None }; ReadMode::ALL.len()],
            leads: Vec::new(),
            request_ns: costs.request_ns,
            row_ns: costs.row_ns,
            measure_from_us,
        }
    }

    /// A piece of work costs something else from now on.
    pub fn cost(&mut self, work: Work, cost_ns: u64) {
        match work {
            Work::Request => self.request_ns = cost_ns,
            Work::Row => self.row_ns = cost_ns,
            Work::Message
            | Work::Apply
            | Work::Parse
            | Work::Plan
            | Work::Execute
            | Work::Balance
            | Work::Packet => {}
        }
    }

    /// A mode's figures, if anybody read in it.
    pub fn get(&self, mode: ReadMode) -> Option<&ModeMeter> {
        self.meters[mode as usize].as_deref()
    }

    /// A mode's figures, to be counted on.
    #[inline]
    pub fn of(&mut self, mode: ReadMode) -> &mut ModeMeter {
        let from_us = self.measure_from_us;
        let meter = || {
            Box::new(ModeMeter {
                latencies: Latencies::since(from_us),
                ..ModeMeter::default()
            })
        };
        self.meters[mode as usize].get_or_insert_with(meter)
    }

    /// Share of the core time of reading that leaders spent, in millionths; `None` before any.
    pub fn leader_ppm(&self) -> Option<u64> {
        let meters = || self.meters.iter().flatten();
        let leader_ns: u64 = meters().map(|meter| meter.leader_ns).sum();
        let all_ns: u64 = meters().map(|meter| meter.service_ns).sum();
        let share = (u128::from(leader_ns) * 1_000_000).checked_div(u128::from(all_ns))?;
        Some(share as u64)
    }

    /// A replica took a role.
    pub fn role(&mut self, at: &ReplicaRef, role: Role) {
        let range = at.range.0 as usize;
        if range >= self.leads.len() {
            self.leads.resize(range + 1, 0);
        }
        if role == Role::Leader {
            self.leads[range] |= peer_bit(at);
        } else {
            self.leads[range] &= !peer_bit(at);
        }
    }

    /// A replica read its rows for a request.
    #[inline]
    pub fn served(&mut self, at: &ReplicaRef, mode: ReadMode, rows: u32) {
        let cost_ns = self.request_ns + u64::from(rows) * self.row_ns;
        let leads = self.leads.get(at.range.0 as usize);
        let is_leader = leads.is_some_and(|bits| bits & peer_bit(at) != 0);
        let meter = self.of(mode);
        meter.service_ns += cost_ns;
        if is_leader {
            meter.leader_ns += cost_ns;
        }
    }
}

impl ModeMeter {
    /// A read ended.
    pub fn completed(
        &mut self,
        at_us: Micros,
        invoked_us: Micros,
        outcome: Outcome,
        judged: &Judged,
    ) {
        if outcome != Outcome::Ok {
            self.failed += 1;
            return;
        }
        self.reads += 1;
        self.latencies.record(at_us, at_us - invoked_us);
        self.monotonic_broken += u64::from(!judged.kept.monotonic);
        self.own_write_missed += u64::from(!judged.kept.own_writes);
        if let Freshness::Stale { stale_us, commits } = judged.freshness {
            self.stale += 1;
            self.max_staleness_us = self.max_staleness_us.max(stale_us);
            self.max_stale_commits = self.max_stale_commits.max(commits);
        }
    }

    /// Whether the meter's mode kept its promise.
    pub fn verdict(&self, mode: ReadMode) -> CheckVerdict {
        match self.broken_us.map(instant_words) {
            Some(at) => CheckVerdict::Violated(format!("at {at}")),
            None if promises(mode) => CheckVerdict::Kept,
            None => CheckVerdict::NotPromised,
        }
    }

    /// Round trips between zones on the critical path, in thousandths, mean over the traced reads.
    pub fn round_trips_milli(&self) -> u64 {
        (self.crossings * 500)
            .checked_div(self.traced)
            .unwrap_or_default()
    }
}

/// Whether the mode promises anything.
pub fn promises(mode: ReadMode) -> bool {
    match mode.spec().promise {
        Promise::Newest | Promise::Snapshot | Promise::Past => true,
        Promise::TakenForNewest | Promise::Nothing => false,
    }
}

/// Whether reads in this mode have one order with all writes. A snapshot is of a timestamp of the
/// oracle's, which lies between its call and its answer: so has each of its rows.
pub fn is_ordered(mode: ReadMode) -> bool {
    match mode.spec().promise {
        Promise::Newest | Promise::Snapshot => true,
        Promise::Past | Promise::TakenForNewest | Promise::Nothing => false,
    }
}

fn peer_bit(at: &ReplicaRef) -> u64 {
    1 << at.peer.min(63)
}

#[cfg(test)]
mod tests {
    use model::config::OpKind;

    use super::*;
    use crate::testing::{replica, request};
    use model::fact::RequestFact;

    fn costs() -> Costs {
        Costs {
            request_ns: 1_000,
            row_ns: 10,
            ..crate::testing::config(3).costs
        }
    }

    fn judged(freshness: Freshness) -> Judged {
        Judged {
            freshness,
            ..Judged::NOTHING
        }
    }

    #[test]
    fn each_mode_counts_its_own_reads() {
        let mut modes = Modes::new(&costs(), 0);
        let fresh = judged(Freshness::Fresh);
        let leader = modes.of(ReadMode::Leader);
        leader.completed(350, 100, Outcome::Ok, &fresh);
        leader.completed(350, 100, Outcome::Failed, &Judged::NOTHING);
        let stale = judged(Freshness::Stale {
            stale_us: 40,
            commits: 2,
        });
        let local = modes.of(ReadMode::Local);
        local.completed(350, 100, Outcome::Ok, &stale);
        let meter = modes.get(ReadMode::Leader).expect("it was read");
        assert_eq!((meter.reads, meter.failed, meter.stale), (1, 1, 0));
        assert_eq!(meter.latencies.max_us(), 250);
        let meter = modes.get(ReadMode::Local).expect("it was read");
        assert_eq!((meter.reads, meter.stale), (1, 1));
        assert_eq!((meter.max_staleness_us, meter.max_stale_commits), (40, 2));
        assert!(modes.get(ReadMode::Follower).is_none());
    }

    #[test]
    fn a_leader_s_share_is_of_the_reading_alone() {
        let mut modes = Modes::new(&costs(), 0);
        assert_eq!(modes.leader_ppm(), None);
        modes.role(&replica(0), Role::Leader);
        let read = RequestFact {
            rows: 100,
            ..request(1, OpKind::Scan, 0)
        };
        modes.served(&replica(0), read.mode, read.rows);
        modes.served(&replica(1), read.mode, read.rows);
        assert_eq!(modes.leader_ppm(), Some(500_000));
        modes.role(&replica(0), Role::Follower);
        modes.served(&replica(0), read.mode, read.rows);
        modes.served(&replica(0), read.mode, read.rows);
        assert_eq!(modes.leader_ppm(), Some(250_000));
    }

    #[test]
    fn a_broken_promise_is_dated_and_none_is_seen_where_nothing_was_promised() {
        let mut meter = ModeMeter::default();
        assert_eq!(meter.verdict(ReadMode::Leader), CheckVerdict::Kept);
        assert_eq!(meter.verdict(ReadMode::Stale), CheckVerdict::Kept);
        assert_eq!(meter.verdict(ReadMode::Local), CheckVerdict::NotPromised);
        meter.broken_us = Some(400);
        assert_eq!(
            meter.verdict(ReadMode::Leader),
            CheckVerdict::Violated("at 0.000400s".to_string())
        );
    }

    #[test]
    fn two_crossings_are_a_round_trip() {
        let meter = ModeMeter {
            traced: 4,
            crossings: 6,
            ..ModeMeter::default()
        };
        assert_eq!(meter.round_trips_milli(), 750);
    }
}
