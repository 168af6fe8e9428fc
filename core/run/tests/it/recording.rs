//! Recording changes nothing, and columns lose nothing.

use model::config::{FaultKey, OpKind, ReadMode};
use model::fact::{
    ByteKind, Death, LeaseChange, MessageType, Outcome, Refusal, ReplicaRef, RequestFact, Role,
    Route, SentFact, TxnStep,
};
use model::ids::{RangeId, RequestId};
use model::named::NamedKeys;
use sim::{Fate, NodeId, Place, ZoneId};

use model::fact::{Began, Fact};
use record::columns::Columns;
use record::{CODES, Row, Trace, What};
use run::playground::Playground;

const FIRST_LOOK: &str = include_str!("../../../../public/scenarios/first-look.json");

fn opened() -> Playground {
    Playground::open(FIRST_LOOK, "", None).expect("a published scenario is valid")
}

fn row(event: u64) -> Row {
    Row {
        event,
        cause: 0,
        at_us: event,
        what: What::Fact(Fact::SettingsChanged),
    }
}

#[test]
fn the_older_half_goes_when_there_is_no_more_room() {
    let mut trace = Trace::new(4);
    for event in 1..=5 {
        trace.push(row(event));
    }
    let events: Vec<u64> = trace.rows().iter().map(|row| row.event).collect();
    assert_eq!(events, [3, 4, 5]);
    assert_eq!(trace.dropped(), 2);
    assert_eq!(trace.take().len(), 3);
    assert_eq!((trace.rows().len(), trace.dropped()), (0, 0));
}

#[test]
fn nothing_is_recorded_unless_it_is_asked_for() {
    let mut run = opened();
    run.advance(1_000_000, 100_000);
    assert!(run.trace().is_none());
}

#[test]
fn every_event_with_facts_opens_with_what_it_is_and_no_other_leaves_a_row() {
    let mut run = opened();
    run.record(true);
    run.advance(3_000_000, 100_000);
    let rows = run.trace().expect("it was asked for").rows();
    assert!(rows.len() > 100);
    let mut event = 0;
    for pair in rows.windows(2) {
        let is_opening = matches!(pair[0].what, What::Began(_));
        assert_eq!(is_opening, pair[0].event != event, "{pair:?}");
        if is_opening {
            assert_eq!(pair[0].event, pair[1].event, "an event without facts");
        }
        assert!(pair[0].cause < pair[0].event.max(1), "causes come first");
        assert!(pair[0].event <= pair[1].event && pair[0].at_us <= pair[1].at_us);
        event = pair[0].event;
    }
    let busy = rows.iter().filter(|r| matches!(r.what, What::Began(_)));
    assert!(
        (busy.count() as u64) < run.events(),
        "ticks that did nothing"
    );
}

#[test]
fn recording_changes_nothing_in_the_run() {
    let (mut plain, mut recorded) = (opened(), opened());
    recorded.record(true);
    plain.advance(5_000_000, 1_000_000);
    recorded.advance(5_000_000, 1_000_000);
    assert_eq!(plain.digest(), recorded.digest());
    assert_eq!(plain.events(), recorded.events());
}

#[test]
fn a_record_from_the_start_has_what_happened_before_the_first_event() {
    let mut run = opened();
    run.record(true);
    let rows = run.trace().expect("it was asked for").rows();
    assert!(rows.iter().all(|row| row.event == 0));
    let is_sent = |row: &&Row| matches!(row.what, What::Fact(Fact::Sent(_)));
    let sent = rows.iter().filter(is_sent).count() as u64;
    assert!(sent > 0 && sent == run.cluster().messages());
}

#[test]
fn columns_lead_back_to_the_rows_that_they_came_from() {
    let scenarios = [
        FIRST_LOOK,
        include_str!("../../../../public/scenarios/stale-leader.json"),
        include_str!("../../../../public/scenarios/follower-read.json"),
        include_str!("../../../../public/scenarios/hundred-ranges.json"),
    ];
    for text in scenarios {
        for seed in 1..=3 {
            let mut run = Playground::open(text, "", Some(f64::from(seed))).expect("valid");
            run.record(true);
            run.advance(12_000_000, 60_000);
            let rows = run.trace().expect("it was asked for").rows();
            let columns = Columns::of(rows);
            assert_eq!(columns.count as usize, rows.len());
            assert_eq!(
                columns.rows().as_deref(),
                Some(rows),
                "seed {seed} of {text}"
            );
        }
    }
}

#[test]
fn every_kind_of_row_survives_as_columns_with_any_numbers() {
    for seed in 0..200 {
        let mut draw = Draw(sim::Stream::fork(seed, "rows", 0));
        let mut whats: Vec<What> = draw.facts().into_iter().map(What::Fact).collect();
        whats.extend(draw.began().into_iter().map(What::Began));
        let rows: Vec<Row> = whats
            .into_iter()
            .map(|what| Row {
                event: draw.whole(),
                cause: draw.whole(),
                at_us: draw.whole(),
                what,
            })
            .collect();
        let columns = Columns::of(&rows);
        assert_eq!(columns.rows(), Some(rows), "seed {seed}");
    }
}

#[test]
fn columns_that_hold_what_no_row_has_give_no_rows() {
    let whole = Columns::of(&[row(1), row(2)]);
    let mut short = whole.clone();
    short.d.pop();
    assert_eq!(short.rows(), None);
    let mut strange = whole;
    strange.what[1] = 60;
    assert_eq!(strange.rows(), None);
}

#[test]
fn the_page_counts_the_kinds_of_rows_as_the_engine_does() {
    let theirs = include_str!("../../../../web/model/trace.ts");
    for (name, number) in CODES {
        let line = format!("  {name}: {number},");
        assert!(
            theirs.lines().any(|found| found == line),
            "web/model/trace.ts lacks {line}"
        );
    }
    let begin = theirs.find("export const ROW = {").expect("the table");
    let table = &theirs[begin..];
    let lines = table
        .lines()
        .skip(1)
        .take_while(|line| *line != "} as const;");
    assert_eq!(
        lines.count(),
        CODES.len(),
        "no kind that the engine does not have"
    );
}

/// Draws rows of every kind, with numbers of every size that a run can reach.
struct Draw(sim::Stream);

impl Draw {
    fn whole(&mut self) -> u64 {
        let bits = self.0.below(54);
        self.0.below(1 << bits)
    }

    fn at(&mut self) -> ReplicaRef {
        ReplicaRef {
            range: RangeId(self.0.below(u64::from(u32::MAX)) as u32),
            node: self.node(),
            peer: self.0.below(1 << 16),
        }
    }

    fn node(&mut self) -> NodeId {
        NodeId(self.0.below(u64::from(u16::MAX)) as u16)
    }

    fn small(&mut self) -> u32 {
        self.0.next() as u32
    }

    fn yes(&mut self) -> bool {
        self.0.below(2) == 1
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.below(all.len() as u64) as usize]
    }

    fn place(&mut self) -> Place {
        let node = self.node();
        if self.yes() {
            Place::Node(node)
        } else {
            Place::Zone(ZoneId(node.0))
        }
    }

    fn fault(&mut self) -> FaultKey {
        let (from, to, both) = (self.place(), self.place(), self.yes());
        let node = self.node();
        self.one_of(&[
            FaultKey::Cut { from, to, both },
            FaultKey::Isolate(from),
            FaultKey::Degrade { from, to, both },
            FaultKey::Crash(node),
            FaultKey::Pause(node),
        ])
    }

    fn sent(&mut self) -> SentFact {
        SentFact {
            flight: self.whole(),
            from: self.node(),
            to: self.node(),
            what: self.one_of(&MessageType::ALL),
            kind: self.one_of(&ByteKind::ALL),
            range: RangeId(self.small()),
            bytes: self.whole(),
            framing: self.whole(),
            end_us: self.whole(),
            fate: self.one_of(&[
                Fate::Arrives,
                Fate::Lost,
                Fate::Blocked,
                Fate::Full,
                Fate::Closed,
            ]),
            reject: self.yes(),
            request: RequestId(self.whole()),
            term: self.whole(),
            index: self.whole(),
            entries: self.small(),
        }
    }

    fn invoked(&mut self) -> RequestFact {
        let workload = self.small() as u16;
        // What is part of another has no client that would ask again.
        let (parent, retry) = if self.yes() {
            (RequestId(self.whole()), 0)
        } else {
            (RequestId::NONE, 99)
        };
        RequestFact {
            request: RequestId(self.whole()),
            gateway: self.node(),
            workload: self.yes().then_some(workload),
            op: self.one_of(&OpKind::ALL),
            key: self.whole(),
            rows: self.small(),
            mode: self.one_of(&ReadMode::ALL),
            range: RangeId(self.small()),
            value: self.whole(),
            parent,
            client: self.yes().then_some(9_999),
            bound_us: self.whole(),
            retry,
            retry_of: RequestId(if retry > 0 { self.small().into() } else { 0 }),
            // Neither is kept.
            asked_us: 0,
            operation: None,
            named: NamedKeys::default(),
        }
    }

    fn log_facts(&mut self) -> Vec<Fact> {
        let at = self.at();
        let roles = [
            Role::Follower,
            Role::PreCandidate,
            Role::Candidate,
            Role::Leader,
            Role::Learner,
        ];
        let (index, term) = (self.whole(), self.whole());
        let (hash, chain) = (self.0.next(), self.0.next());
        vec![
            Fact::Role {
                at,
                role: self.one_of(&roles),
                term,
                leader_peer: self.whole(),
                vote: self.whole(),
                last_index: index,
                last_term: self.whole(),
            },
            Fact::Appended {
                at,
                index,
                term,
                prev_term: self.whole(),
                hash,
            },
            Fact::Persisted { at, index },
            Fact::Committed { at, index, term },
            Fact::Applied {
                at,
                index,
                term,
                hash,
                chain,
                state: 0,
            },
            Fact::SnapshotInstalled {
                at,
                index,
                term,
                chain,
                state: 0,
            },
            Fact::Compacted { at, first: index },
        ]
    }

    fn facts(&mut self) -> Vec<Fact> {
        let (at, request, flight) = (self.at(), RequestId(self.whole()), self.whole());
        let deaths = [
            Death::Lost,
            Death::Cut,
            Death::Dropped,
            Death::ReceiverDown,
            Death::Broken,
            Death::BufferFull,
            Death::Closed,
        ];
        let outcomes = [Outcome::Ok, Outcome::Failed, Outcome::Unknown];
        let server = self.node();
        let mut facts = self.log_facts();
        facts.extend([
            Fact::Sent(self.sent()),
            Fact::HeldBack {
                flight,
                held_us: self.whole(),
                resent: 3,
            },
            Fact::Delivered { flight },
            Fact::Died {
                flight,
                how: self.one_of(&deaths),
            },
            Fact::FaultBegan {
                fault: self.fault(),
            },
            Fact::FaultEnded {
                fault: self.fault(),
            },
            Fact::SettingsChanged,
            Fact::WorkloadSwitched {
                workload: self.small() as u16,
                running: self.yes(),
            },
            Fact::Acted {
                ordinal: self.small(),
            },
            Fact::Invoked(self.invoked()),
            Fact::Attempted {
                request,
                to: self.node(),
            },
            Fact::Refused {
                request,
                by: self.node(),
                why: self.one_of(&Refusal::ALL),
            },
            Fact::ReadIndexAsked { at, request },
            Fact::ReadIndexKnown {
                at,
                request,
                index: self.whole(),
                applied: self.whole(),
            },
            Fact::Served { at, request },
            Fact::Completed {
                request,
                outcome: self.one_of(&outcomes),
                server: self.yes().then_some(server),
                value: self.whole(),
                invoked_us: self.whole(),
            },
        ]);
        facts.extend(self.read_facts());
        facts
    }

    fn read_facts(&mut self) -> Vec<Fact> {
        let (at, request) = (self.at(), RequestId(self.whole()));
        let keys = [u64::from(self.small()), 0, 7];
        vec![
            Fact::Named {
                request,
                keys: NamedKeys::of(&keys[..=self.0.below(3) as usize]).unwrap_or_default(),
            },
            Fact::Timestamped {
                request,
                ts: self.whole(),
                index: self.whole(),
            },
            Fact::Routed {
                request,
                to: self.node(),
                why: self.one_of(&Route::ALL),
                figure: self.whole(),
                limit: self.whole(),
            },
            Fact::Lease {
                at,
                what: self.one_of(&LeaseChange::ALL),
                until_us: self.whole(),
            },
            Fact::Txn {
                request,
                what: self.one_of(&TxnStep::ALL),
                key: self.whole(),
                ts: self.whole(),
            },
            Fact::Withheld {
                at,
                to_peer: self.whole(),
            },
        ]
    }

    fn began(&mut self) -> Vec<Began> {
        let (at, request, flight) = (self.at(), RequestId(self.whole()), self.whole());
        let store = self.node();
        let (workload, ordinal) = (self.small() as u16, self.small());
        vec![
            Began::Arrive { flight },
            Began::Tick { at },
            Began::Handle { flight },
            Began::Serve,
            Began::Synced { store },
            Began::Apply { at },
            Began::SnapshotReport { at },
            Began::Unreachable { at },
            Began::Client { workload },
            Began::Arrival { workload },
            Began::Deadline,
            Began::Retry { request },
            Began::Broken { request, store },
            Began::Action { ordinal },
            Began::Schedule { node: store },
        ]
    }
}
