//! Which part of the watch looks at which fact: the sorting of what is neither sent nor delivered.
//! It knows which part wants what, and nothing of what a part makes of it.

use model::config::FaultKey;
use model::fact::{Change, Fact, ReplicaRef, Role, Route, SentFact, TxnStep};
use sim::{Fate, Micros};

use crate::Watch;
use crate::checks::{Applied, Content, Violation};
use crate::moments::Moments;

impl Watch {
    /// Any fact but the two that half of all are.
    #[expect(clippy::too_many_lines, reason = "one arm for each fact, and no more")]
    pub(super) fn other(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        self.digest.fact(at_us, event, fact);
        match fact {
            Fact::Saved { flight, by, bytes } => self.meters.saved(*flight, *by, *bytes),
            Fact::Changed { at, what, a, b } => {
                self.changed(at_us, at, (*what, *a, *b));
                self.moments.changed(at_us, at, *what, *a);
                self.shape.change(*at, *what, *a, *b);
                self.narration.fact(at_us, fact);
            }
            Fact::Decided(decision) => {
                self.decisions[decision.what as usize] += 1;
                self.narration.fact(at_us, fact);
            }
            Fact::Died { flight, .. } => self.traces.died(at_us, *flight),
            Fact::Persisted { at, index } => self.moments.persisted(at, *index),
            Fact::Appended { .. }
            | Fact::Committed { .. }
            | Fact::Applied { .. }
            | Fact::Role { .. }
            | Fact::SnapshotInstalled { .. } => self.of_replica(at_us, (event, cause), fact),
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
            Fact::WorkloadSwitched { .. } | Fact::Acted { .. } => {
                self.narration.fact(at_us, fact);
            }
            Fact::Timestamped { request, ts, .. } => {
                self.read_time_known(*request, model::timestamp::instant(*ts));
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
            | Fact::ReadIndexAsked { .. }
            | Fact::ReadIndexKnown { .. }
            | Fact::Served { .. } => self.progress(at_us, event, fact),
            // Nobody here looks at these.
            Fact::Sent(_)
            | Fact::Delivered { .. }
            | Fact::HeldBack { .. }
            | Fact::Compacted { .. }
            | Fact::Routed { .. }
            | Fact::Lease { .. }
            | Fact::Txn { .. }
            | Fact::Withheld { .. } => {}
        }
    }

    /// What becomes of a replica's log, role and state.
    fn of_replica(&mut self, at_us: Micros, (event, cause): (u64, u64), fact: &Fact) {
        match fact {
            Fact::Appended {
                at, index, term, ..
            } => {
                self.traces.appended(event, cause, at, *index);
                self.commit.appended(at_us, at, *index, *term);
            }
            Fact::Committed { at, index, term } => {
                self.commit.committed(at_us, at, *index);
                let known = (*index, *term);
                self.moments.committed(at_us, at, known, &self.checks);
            }
            Fact::Applied { at, index, .. } => self.moments.applied(at_us, at, *index),
            Fact::Role { at, role, term, .. } => {
                self.commit.role(at, *role, *term);
                self.modes.role(at, *role);
                self.moments.role(at_us, at, *role, *term);
                self.leaders.role(at_us, at, *role);
                self.narration.fact(at_us, fact);
            }
            Fact::SnapshotInstalled { at, index, .. } => {
                self.moments.installed(at_us, at, *index);
                self.narration.fact(at_us, fact);
            }
            _ => {}
        }
        let found = self.checked(at_us, fact);
        self.judge(found);
    }

    /// A step of a request inside a store.
    fn progress(&mut self, at_us: Micros, event: u64, fact: &Fact) {
        match fact {
            Fact::Served { at, request } => {
                if let Some(read) = self.pending.get_mut(*request) {
                    self.modes.served(at, &read.fact);
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
    pub(super) fn sent_for_request(&mut self, sent: &SentFact) {
        let is_crossing = sent.fate != Fate::Blocked && self.meters.crosses(sent.from, sent.to);
        if is_crossing
            && let Some(asked) = self.pending.get(sent.request)
            && !asked.fact.op.is_write()
        {
            self.modes.of(asked.fact.mode).cross_zone_bytes += sent.bytes;
        }
    }

    /// Replicas come and go.
    fn changed(&mut self, at_us: Micros, at: &ReplicaRef, (what, a, b): (Change, u64, u64)) {
        match what {
            Change::ReplicaCreated => self.checks.created(at, a, b),
            Change::ReplicaDestroyed => {
                self.checks.destroyed(at);
                self.commit.role(at, Role::Follower, 0);
                self.modes.role(at, Role::Follower);
                self.leaders.role(at_us, at, Role::Follower);
            }
            _ => {}
        }
    }

    /// What happens to logs is checked.
    #[inline]
    fn checked(&mut self, at_us: Micros, fact: &Fact) -> Option<Violation> {
        match *fact {
            Fact::Role { .. } => self.checks.role(at_us, fact),
            Fact::Appended {
                at,
                index,
                term,
                prev_term,
                hash,
            } => {
                let entry = Content {
                    term,
                    prev_term,
                    hash,
                };
                self.checks.appended(at_us, &at, index, entry)
            }
            Fact::Committed { at, index, term } => self.checks.committed(at_us, &at, index, term),
            Fact::Applied {
                at,
                index,
                term,
                hash,
                chain,
                state,
            } => {
                let applied = Applied {
                    term,
                    hash,
                    chain,
                    state,
                };
                self.checks.applied(at_us, &at, index, applied)
            }
            Fact::SnapshotInstalled {
                at,
                index,
                term,
                chain,
                state,
            } => {
                let snapshot = Applied {
                    term,
                    hash: 0,
                    chain,
                    state,
                };
                self.checks.installed(at_us, &at, index, snapshot)
            }
            _ => None,
        }
    }
}
