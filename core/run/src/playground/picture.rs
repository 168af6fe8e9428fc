//! Takes the picture of an instant: from the cluster what is, from the watch what was.

use model::config::{FaultKey, FaultPlaces};
use model::ids::RangeId;
use model::view::{LeaseState, RangeView, ReplicaView};
use record::{Float64Array, Uint16Array};
use serde_json::{Map, json};
use sim::{Micros, Place};

use crate::playground::Playground;
use crate::playground::frame::{FLIGHTS_MAX, NOTABLES_PER_FRAME_MAX, RANGE_LEADERS_MAX};
use crate::playground::{
    Commits, Completions, FaultSpan, FaultView, Flights, Frame, FrameRequest, Leads, LogTerms,
    RangeInfo, Replicas, Series, StoreState, WorkloadState,
};
use crate::resources;
use documents::scenario::Attempt;
use format::switches::SettingsView;
use observe::completions::Ended;
use observe::meters::{ByteSeries, KINDS};
use observe::narrate::{self, Notable};
use observe::requests::StaleRead;
use report::check::Check;
use report::goal;
use report::goal::{Come, Reports};
use report::summary::moments_json;
use text::names::{PLAIN_RUN, fault_id};
use text::sentence::fault_text;
use text::words::instant_words;
use text::{phrase, say};

const NANO_USD: f64 = 1e9;

impl Playground {
    /// The picture of this instant.
    pub fn frame(&self, request: FrameRequest) -> Frame {
        let now_us = self.cluster.now();
        let meters = self.watch().meters();
        let as_numbers =
            |bytes: &[u64]| -> Float64Array { bytes.iter().map(|bytes| *bytes as f64).collect() };
        let (resources, limit) = self.resource_columns();
        let recent = meters.recent(now_us);
        Frame {
            now_us,
            next_event_us: self.cluster.next_event_us(),
            finished: now_us >= self.resolved.duration_us,
            events: self.cluster.events(),
            messages: meters.messages(),
            elections: self.watch().elections(),
            stores: self.stores(),
            replicas: self.replicas(request.range),
            log_terms: self.log_terms(request.range),
            shape: self.shape(),
            ranges: self.ranges_after(request.shape),
            range_leaders: self.range_leaders(),
            flights: self.flights(),
            bytes: as_numbers(meters.payload()),
            framing: as_numbers(meters.framing()),
            recent_bytes: as_numbers(&recent.payload),
            recent_framing: as_numbers(&recent.framing),
            recent_us: recent.span_us,
            peak_pair_bytes: meters.peak_pair(now_us),
            warm_bytes: as_numbers(meters.warm_up().0),
            warm_framing: as_numbers(meters.warm_up().1),
            saved: as_numbers(meters.saved_between()),
            usd: self.usd(),
            writes: self.watch().writes(),
            series: self.series(request.series_after),
            completions: self.completions(request.completions_from),
            leads: self.leads(request.leads_from),
            commits: self.commits(request.commits_from),
            resources,
            limit,
            sizes: self.sizes(),
            workloads: self.workload_states(),
            requests: self.watch().traces().views(&self.resolved.names, meters),
            attempts: self.attempts(),
            faults_mark: self.watch().narration().faults_mark(),
            faults: self.faults_after(request.faults),
            fault_spans: self.fault_spans_after(request.faults),
            refused: self.cluster.undone().count(),
            settings: SettingsView::of(self.cluster.settings(), &self.resolved.names.zone_ids()),
            count_framing: self.count_framing,
            notables: self.notables(request.notable_after),
            violations: self.violations(),
            unjudged: self.unjudged(),
            digest: self.digest(),
        }
    }

    /// Another number after every change of members and borders; 0 as long as there was none.
    fn shape(&self) -> u64 {
        self.watch().revision().number()
    }

    /// None when the page has this shape.
    fn ranges_after(&self, shape: u64) -> Vec<RangeInfo> {
        if shape == self.shape() {
            return Vec::new();
        }
        self.ranges()
    }

    fn range_leaders(&self) -> Uint16Array {
        if self.cluster.ranges_taken() > RANGE_LEADERS_MAX {
            return Uint16Array::default();
        }
        let ranges = self.cluster.ranges();
        let leader = |range: &RangeView| range.leader.map_or(u16::MAX, |node| node.0);
        ranges.iter().map(leader).collect()
    }

    /// What is so of what the scenario asks to try.
    fn attempts(&self) -> Vec<Come> {
        let attempts = &self.resolved.attempts;
        if attempts.is_empty() {
            return Vec::new();
        }
        let now_us = self.cluster.now();
        let happened = self.watch().moments(now_us).summaries();
        let report = json!({
            "simulated_us": now_us,
            "moments": moments_json(&happened, &self.resolved.names),
        });
        let by_name = Map::from_iter([(PLAIN_RUN.to_string(), report)]);
        let reports = Reports {
            own: PLAIN_RUN,
            by_name: &by_name,
            began: None,
        };
        let come = |attempt: &Attempt| goal::judge(&attempt.goal, &reports).come();
        attempts.iter().map(come).collect()
    }

    fn stores(&self) -> Vec<StoreState> {
        let state = |(node, used_ppm): (sim::NodeId, u32)| {
            let store = self.cluster.store(node);
            StoreState {
                node: node.0.into(),
                status: store.status,
                leaders: store.leaders,
                replicas: store.replicas,
                busy_ppm: used_ppm,
                queued_us: store.queued_us,
                drift_ppm: store.drift_ppm,
            }
        };
        let stores = resources::stores(self.cluster.config());
        // Stores are the first resources.
        let used = self.resources.recent(&self.cluster, 0);
        stores.zip(used.map(|(_, ppm)| ppm)).map(state).collect()
    }

    /// None for a range that does not exist.
    fn replicas(&self, range: RangeId) -> Replicas {
        let mut columns = Replicas::default();
        let now = self.cluster.now();
        for view in self.cluster.replicas(range) {
            columns.push(&view, now);
        }
        columns
    }

    fn log_terms(&self, range: RangeId) -> LogTerms {
        let mut columns = LogTerms::default();
        for (stretches, row) in self.cluster.log_terms(range).into_iter().zip(0..) {
            for (last, term) in stretches {
                columns.replica.push(row);
                columns.term.push(term as f64);
                columns.last.push(last as f64);
            }
        }
        columns
    }

    fn flights(&self) -> Flights {
        let found: Vec<(&model::fact::SentFact, Micros)> = self.cluster.flights().collect();
        let numbers = found.iter().map(|(sent, _)| sent.flight);
        let mut order: Vec<(u64, u32)> = numbers.zip(0..).collect();
        order.sort_unstable();
        let mut columns = Flights {
            total: found.len() as u32,
            ..Flights::default()
        };
        for (_, place) in order.into_iter().take(FLIGHTS_MAX) {
            let (sent, sent_us) = found[place as usize];
            columns.push(sent, sent_us);
        }
        columns
    }

    fn usd(&self) -> f64 {
        let meters = self.watch().meters();
        let nanos = if self.count_framing {
            meters.nano_usd()
        } else {
            meters.nano_usd_payload()
        };
        nanos as f64 / NANO_USD
    }

    fn series(&self, after: i64) -> Series {
        let meters = self.watch().meters();
        let stretch = |series: &ByteSeries| {
            let (first, buckets) = series.after(after, self.cluster.now());
            let bytes = buckets.iter().flatten().map(|bytes| *bytes as f64);
            (first, bytes.collect())
        };
        // All begin with the same bucket: that depends on what is asked and on the instant alone.
        let (first, values) = stretch(meters.between());
        let (_, inside) = stretch(meters.inside());
        let (_, ended) = self.watch().ended().after(after, self.cluster.now());
        let ended = |how: Ended| ended.iter().map(|of| of[how as usize] as f64).collect();
        Series {
            first,
            kinds: KINDS as u32,
            values,
            inside,
            reads: ended(Ended::Read),
            writes: ended(Ended::Write),
            unanswered: ended(Ended::Unanswered),
        }
    }

    fn completions(&self, from: u64) -> Completions {
        let all = self.watch().completions();
        let (first, kept) = all.from(from);
        let mut columns = Completions {
            first,
            total: all.total(),
            ..Completions::default()
        };
        kept.for_each(|one| columns.push(one));
        columns
    }

    fn leads(&self, from: u64) -> Leads {
        let all = self.watch().leaders().changes();
        let (first, kept) = all.from(from);
        let mut columns = Leads {
            first,
            total: all.total(),
            ..Leads::default()
        };
        kept.for_each(|one| columns.push(one));
        columns
    }

    fn commits(&self, from: u64) -> Commits {
        let all = self.watch().commits();
        let (first, kept) = all.from(from);
        let mut columns = Commits {
            first,
            total: all.total(),
            ..Commits::default()
        };
        kept.for_each(|one| columns.push(one));
        columns
    }

    fn workload_states(&self) -> Vec<WorkloadState> {
        let now_us = self.cluster.now();
        let state = |workload: u16| {
            let (running, in_flight) = self.cluster.workload(workload);
            let load = self.watch().load(workload);
            let latency = load.latency();
            WorkloadState {
                running,
                in_flight,
                ok: load.ok,
                failed: load.failed,
                unknown: load.unknown,
                retries: load.retries,
                stale: load.stale,
                max_staleness_us: load.max_staleness_us,
                qps: load.recent_qps(now_us),
                mean_us: load.mean_us(),
                recent_mean_us: load.recent_mean_us(now_us),
                p50_us: latency.p50_us,
                p90_us: latency.p90_us,
                p95_us: latency.p95_us,
                p99_us: latency.p99_us,
                p999_us: latency.p999_us,
                p9999_us: latency.p9999_us,
                max_us: latency.max_us,
                histogram: load.buckets().iter().map(|count| *count as f64).collect(),
            }
        };
        (0..self.resolved.config.workloads.len() as u16)
            .map(state)
            .collect()
    }

    /// Nothing when the page has this mark: faults may be many, and change rarely.
    fn faults_after(&self, mark: u64) -> Vec<FaultView> {
        if mark == self.watch().narration().faults_mark() {
            return Vec::new();
        }
        let standing = self.cluster.faults().iter();
        standing.map(|fault| self.fault(fault)).collect()
    }

    fn fault_spans_after(&self, mark: u64) -> Vec<FaultSpan> {
        let narration = self.watch().narration();
        if mark == narration.faults_mark() {
            return Vec::new();
        }
        let span = |span: &narrate::FaultSpan| FaultSpan {
            from_us: span.from_us,
            until_us: span.until_us,
            text: span.text.clone(),
        };
        narration.fault_spans().map(span).collect()
    }

    fn fault(&self, (key, since_us): &(FaultKey, Micros)) -> FaultView {
        let names = &self.resolved.names;
        let id_of = |place: Place| names.place_id(place).to_string();
        let FaultPlaces { from, to, both } = key.places();
        let how = self.watch().narration().degraded(key).unwrap_or_default();
        FaultView {
            id: fault_id(key, names),
            kind: key.kind(),
            text: fault_text(key, names),
            since_us: *since_us,
            from: id_of(from),
            to: to.map_or_else(String::new, id_of),
            one_way: !both,
            delay_us: how.delay_us,
            jitter_us: how.jitter_us,
            loss_ppm: how.loss.ppm,
            vanish_ppm: how.vanish.ppm,
            bandwidth_bps: how.bandwidth_bps,
        }
    }

    /// The newest of those after an id, oldest first.
    fn notables(&self, after: u64) -> Vec<Notable> {
        let newest = self
            .watch()
            .narration()
            .after(after)
            .rev()
            .take(NOTABLES_PER_FRAME_MAX);
        let mut notables: Vec<Notable> = newest.cloned().collect();
        notables.reverse();
        notables
    }

    /// The last stale reads, oldest first.
    pub fn stale_reads(&self) -> Vec<StaleRead> {
        self.watch().traces().stale().copied().collect()
    }

    fn violations(&self) -> Vec<String> {
        let broken = self.watch().verdicts();
        let found = broken.iter().filter_map(|verdict| verdict.violation);
        let sentence = |violation: &observe::checks::Violation| {
            let check = check_words(violation.check);
            say!(
                "{check} is broken at {at}: {what}.",
                check,
                at = instant_words(violation.at_us),
                what = violation.text
            )
        };
        found.map(sentence).collect()
    }

    fn unjudged(&self) -> Vec<String> {
        let verdicts = self.watch().verdicts();
        let open = verdicts.iter().filter(|one| one.violation.is_none());
        let sentence = |verdict: &observe::Verdict<'_>| {
            Some(say!(
                "{check} is not judged for {reads}.",
                check = check_words(verdict.check),
                reads = verdict.unjudged?.words()
            ))
        };
        open.filter_map(sentence).collect()
    }
}

fn check_words(check: Check) -> &'static str {
    match check {
        Check::ElectionSafety => phrase!("Election safety"),
        Check::LogMatching => phrase!("Log matching"),
        Check::LeaderCompleteness => phrase!("Leader completeness"),
        Check::StateMachineSafety => phrase!("State-machine safety"),
        Check::Linearizable => phrase!("Linearizability"),
        Check::Snapshot => phrase!("Snapshot"),
        Check::Staleness => phrase!("The bound of stale reads"),
        Check::DirtyRead => phrase!("A failed write is not there"),
        Check::Bank => phrase!("The sum of all accounts"),
    }
}

impl Replicas {
    fn push(&mut self, view: &ReplicaView, now: Micros) {
        self.count += 1;
        self.node.push(view.node.0.into());
        self.peer.push(view.peer as u32);
        self.role.push(view.role as u8);
        self.term.push(view.term as f64);
        self.leader_peer.push(view.leader_peer as u32);
        self.voted_for.push(view.vote as u32);
        self.votes.push(view.votes);
        self.voters.push(view.voters);
        self.leads.push(view.leads);
        self.first.push(view.first as f64);
        self.last.push(view.last as f64);
        self.persisted.push(view.persisted as f64);
        self.commit.push(view.commit as f64);
        self.applied.push(view.applied as f64);
        self.election_elapsed.push(view.election_elapsed);
        self.election_timeout.push(view.election_timeout);
        self.pending_reads.push(view.pending_reads);
        self.marks.push(marks(view));
        let lag = view.safe_lag_us(now).map_or(-1.0, |lag_us| lag_us as f64);
        self.safe_lag_us.push(lag);
        let lease = view.lease.map(|lease| (lease.state, lease.left_us));
        self.lease_state.push(match lease {
            None => 0,
            Some((LeaseState::Valid, _)) => 1,
            Some((LeaseState::Suspended, _)) => 2,
            Some((LeaseState::Expired, _)) => 3,
        });
        let left_us = lease.map_or(0, |(_, left_us)| left_us);
        self.lease_left_us.push(left_us as f64);
    }
}

impl Flights {
    fn push(&mut self, sent: &model::fact::SentFact, sent_us: Micros) {
        self.count += 1;
        self.id.push(sent.flight as f64);
        self.what.push(sent.what as u8);
        self.kind.push(sent.kind as u8);
        self.from.push(sent.from.0);
        self.to.push(sent.to.0);
        self.sent_us.push(sent_us as f64);
        self.arrive_us.push(sent.end_us as f64);
        self.bytes.push(sent.bytes as f64);
        self.range.push(sent.range.0);
        self.fate.push(sent.fate as u8);
        self.reject.push(u8::from(sent.reject));
        self.request.push(sent.request.0 as f64);
        self.term.push(sent.term as f64);
        self.index.push(sent.index as f64);
        self.entries.push(sent.entries);
    }
}

/// What is special about a replica, as bits.
fn marks(view: &ReplicaView) -> u8 {
    u8::from(view.delegate_for.is_some()) | u8::from(view.asleep) << 1 | u8::from(view.joint) << 2
}
