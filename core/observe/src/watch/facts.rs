//! Which part of the watch looks at which fact. Facts that come by the million each have a function
//! of their own, so that they are sorted once; the digest takes the others by their kind. It knows
//! which part wants what, and nothing of what a part makes of it.

use model::config::FaultKey;
use model::fact::{Change, Fact, MessageType, ReplicaRef, Role, Route, SentFact, TxnStep};
use model::ids::RequestId;
use sim::Micros;

use crate::Watch;
use crate::checks::{Applied, Content};
use crate::meters::crosses;
use crate::moments::Moments;

impl Watch {
    /// Shows a fact to the search or the record under way.
    #[cold]
    pub(super) fn keep(&mut self, at_us: Micros, (event, cause): (u64, u64), fact: &Fact) {
        if let Some(spot) = &mut self.spot {
            spot.fact(event, fact);
        }
        if let Some(trace) = &mut self.trace {
            trace.fact(at_us, event, cause, fact);
        }
    }

    /// Hands a fact to the parts that look at it. Every arm hands on all that it got, so that this
    /// is a jump and no more.
    #[inline]
    pub(super) fn sort(&mut self, at_us: Micros, numbers: (u64, u64), fact: &Fact) {
        match fact {
            Fact::Sent(sent) => self.sent(at_us, numbers, sent),
            Fact::Delivered { flight } => self.delivered(at_us, numbers, *flight),
            Fact::Appended { .. } => self.appended(at_us, numbers, fact),
            Fact::Persisted { .. } => self.persisted(at_us, numbers, fact),
            Fact::Committed { .. } => self.committed(at_us, numbers, fact),
            Fact::Applied { .. } => self.applied(at_us, numbers, fact),
            _ => self.other(at_us, numbers, fact),
        }
    }

    /// A message left its sender.
    fn sent(&mut self, at_us: Micros, (event, _): (u64, u64), sent: &SentFact) {
        self.digest.sent(at_us, event, sent);
        self.meters.sent(at_us, sent);
        if sent.what == MessageType::TimeoutNow {
            self.moments.handed_over(at_us);
        }
        if sent.request != RequestId::NONE {
            self.sent_for_request(sent);
        }
        self.traces.sent(at_us, sent);
    }

    fn delivered(&mut self, at_us: Micros, (event, _): (u64, u64), flight: u64) {
        self.digest.delivered(at_us, event, flight);
    }

    /// A replica wrote an entry into its log.
    fn appended(&mut self, at_us: Micros, (event, _): (u64, u64), fact: &Fact) {
        let &Fact::Appended {
            at,
            index,
            term,
            prev_term,
            hash,
        } = fact
        else {
            return;
        };
        let entry = Content {
            term,
            prev_term,
            hash,
        };
        self.digest
            .appended(at_us, event, at, [index, term, prev_term, hash]);
        self.commit.appended(at_us, &at, index, term);
        let found = self.checks.appended(at_us, &at, index, entry);
        self.judge(found);
    }

    /// A replica's log is durable up to an index.
    fn persisted(&mut self, at_us: Micros, (event, _): (u64, u64), fact: &Fact) {
        if let Fact::Persisted { at, index } = fact {
            self.digest.persisted(at_us, event, *at, *index);
            self.moments.persisted(at, *index);
        }
    }

    /// A replica knows that entries up to one of this index and term are committed.
    fn committed(&mut self, at_us: Micros, (event, _): (u64, u64), fact: &Fact) {
        let &Fact::Committed { at, index, term } = fact else {
            return;
        };
        let last = (index, term);
        self.digest.committed(at_us, event, at, [index, term]);
        self.commit.committed(at_us, &at, index);
        self.commits.committed(at_us, &at, index, &self.leaders);
        self.moments.committed(at_us, &at, last, &self.checks);
        let found = self.checks.committed(at_us, &at, index, term);
        self.judge(found);
    }

    /// A replica applied an entry.
    fn applied(&mut self, at_us: Micros, (event, _): (u64, u64), fact: &Fact) {
        let &Fact::Applied {
            at,
            index,
            term,
            hash,
            chain,
            state,
        } = fact
        else {
            return;
        };
        let applied = Applied {
            term,
            hash,
            chain,
            state,
        };
        self.digest
            .applied(at_us, event, at, [index, term, hash, chain]);
        self.moments.applied(at_us, &at, index);
        let found = self.checks.applied(at_us, &at, index, applied);
        self.judge(found);
    }

    /// Any fact but those that nearly all are.
    #[expect(clippy::too_many_lines, reason = "one arm for each fact, and no more")]
    fn other(&mut self, at_us: Micros, (event, _): (u64, u64), fact: &Fact) {
        self.digest.fact(at_us, event, fact);
        match fact {
            Fact::Saved { flight, by, bytes } => self.meters.saved(*flight, *by, *bytes),
            Fact::Changed { at, what, a, b } => {
                self.changed(at_us, at, *what, [*a, *b]);
                self.moments.changed(at_us, at, *what, *a);
                self.revision.change(*at, *what, *a, *b);
                self.narration.fact(at_us, fact);
            }
            Fact::Decided(decision) => {
                self.decisions[decision.what as usize] += 1;
                self.narration.fact(at_us, fact);
            }
            Fact::Died { flight, .. } => self.traces.died(at_us, *flight),
            Fact::Role { at, role, term, .. } => {
                self.commit.role(at, *role, *term);
                self.modes.role(at, *role);
                self.moments.role(at_us, at, *role, *term);
                self.leaders.role(at_us, at, *role, *term);
                self.narration.fact(at_us, fact);
                let found = self.checks.role(at_us, fact);
                self.judge(found);
            }
            Fact::SnapshotInstalled {
                at,
                index,
                term,
                chain,
                state,
            } => {
                self.moments.installed(at_us, at, *index);
                self.narration.fact(at_us, fact);
                let snapshot = Applied {
                    term: *term,
                    hash: 0,
                    chain: *chain,
                    state: *state,
                };
                let found = self.checks.installed(at_us, at, *index, snapshot);
                self.judge(found);
            }
            Fact::SettingsChanged => {
                self.settings_changes += u64::from(at_us > 0);
                self.moments.set(at_us);
                self.narration.fact(at_us, fact);
            }
            Fact::FaultBegan { fault } => {
                self.moments.fault(at_us, *fault, true);
                if let FaultKey::Crash(store) = fault {
                    self.leaders.down(at_us, *store);
                }
                self.narration.fact(at_us, fact);
            }
            Fact::FaultEnded { fault } => {
                self.moments.fault(at_us, *fault, false);
                self.narration.fact(at_us, fact);
            }
            Fact::WorkloadSwitched { .. } => self.narration.fact(at_us, fact),
            Fact::Acted { ordinal } => {
                if let Some((work, cost_ns)) = self.narration.cost_from(*ordinal) {
                    self.modes.cost(work, cost_ns);
                }
                self.narration.fact(at_us, fact);
            }
            Fact::Timestamped { request, ts, .. } => {
                self.read_time_known(at_us, *request, model::timestamp::instant(*ts));
            }
            Fact::Routed {
                request,
                why: Route::ForwardedToLeader,
                ..
            } => self.moments.passed_on(at_us, &self.pending, *request),
            Fact::Txn {
                what: TxnStep::LockMet,
                ..
            } => self.moments.met_lock(at_us),
            Fact::Attempted { request, to } => {
                let pending = &mut self.pending;
                self.moments.attempted(at_us, pending, *request, *to);
            }
            Fact::Invoked(request) => self.invoked(at_us, request),
            Fact::Completed {
                request,
                outcome,
                server,
                value,
                ..
            } => self.completed((at_us, event), *request, *outcome, *server, *value),
            Fact::Refused { .. }
            | Fact::Proposed { .. }
            | Fact::ReadIndexAsked { .. }
            | Fact::ReadIndexKnown { .. }
            | Fact::Served { .. } => self.progress(at_us, event, fact),
            // The first six are sorted before; nobody here looks at the others.
            Fact::Sent(_)
            | Fact::Delivered { .. }
            | Fact::Appended { .. }
            | Fact::Persisted { .. }
            | Fact::Committed { .. }
            | Fact::Applied { .. }
            | Fact::HeldBack { .. }
            | Fact::Named { .. }
            | Fact::Compacted { .. }
            | Fact::Routed { .. }
            | Fact::Lease { .. }
            | Fact::Txn { .. }
            | Fact::Withheld { .. } => {}
        }
    }

    /// A step of a request inside a store.
    fn progress(&mut self, at_us: Micros, event: u64, fact: &Fact) {
        match fact {
            Fact::Served { at, request } => {
                if let Some(read) = self.pending.get_mut(*request) {
                    self.modes.served(at, read.fact.mode, read.fact.rows);
                    self.moments.served(at_us, at, read);
                }
            }
            Fact::ReadIndexAsked { request, .. } => {
                Moments::index_asked(&mut self.pending, *request);
            }
            Fact::ReadIndexKnown {
                request,
                index,
                applied,
                ..
            } => Moments::index_known(at_us, &mut self.pending, *request, index > applied),
            Fact::Refused { request, by, why } => {
                let of = (*request, *by);
                self.moments.refused(event, &mut self.pending, of, *why);
            }
            _ => {}
        }
        self.traces.progress(at_us, fact);
    }

    /// Bytes between zones that a read needed.
    fn sent_for_request(&mut self, sent: &SentFact) {
        let is_crossing = crosses(sent.fate) && self.meters.crosses(sent.from, sent.to);
        if is_crossing
            && let Some(asked) = self.pending.get(sent.request)
            && !asked.fact.op.is_write()
        {
            self.modes.of(asked.fact.mode).cross_zone_bytes += sent.bytes;
        }
    }

    /// `of`: what the change says of itself (see `Change`).
    fn changed(&mut self, at_us: Micros, at: &ReplicaRef, what: Change, of: [u64; 2]) {
        match what {
            Change::ReplicaCreated => self.checks.created(at, of[0], of[1]),
            Change::ReplicaDestroyed => {
                self.checks.destroyed(at);
                self.commit.role(at, Role::Follower, 0);
                self.modes.role(at, Role::Follower);
                self.leaders.role(at_us, at, Role::Follower, 0);
            }
            _ => {}
        }
    }
}
