//! The sentences, checked word by word.

use model::config::{Action, OpKind, ReadMode};
use model::fact::{Change, Decision, Deed, Outcome, Reason, RequestFact};
use model::ids::RangeId;
use sim::{Place, ZoneId};

use crate::narrate::*;
use crate::pending::PendingRequest;
use crate::staleness::Freshness;
use crate::testing::{config, names, replica, request};
use text::said::{BEGIN, english_of, keep_templates};

fn narration() -> Narration {
    Narration::new(&config(3), &names(3), Vec::new())
}

fn role(node: u16, role: Role, term: u64, vote: u64) -> Fact {
    Fact::Role {
        at: replica(node),
        role,
        term,
        leader_peer: 0,
        vote,
        last_index: 0,
        last_term: 0,
    }
}

/// The sentences, and that those with their templates are the same ones.
fn check(facts: &[Fact], expected: &[&str]) {
    let told = || -> Vec<String> {
        let mut narration = narration();
        for fact in facts {
            narration.fact(1_000, fact);
        }
        let kept = narration.after(0);
        kept.map(|notable| notable.text.clone()).collect()
    };
    assert_eq!(told(), expected);
    keep_templates(true);
    let marked = told();
    keep_templates(false);
    let english: Vec<String> = marked.iter().map(|text| english_of(text)).collect();
    assert_eq!(english, expected);
    assert!(marked.iter().all(|text| text.starts_with(BEGIN)));
}

#[test]
fn an_election_names_the_voters_that_are_known() {
    check(
        &[
            role(1, Role::Candidate, 2, 2),
            role(0, Role::Follower, 2, 2),
            role(1, Role::Leader, 2, 2),
        ],
        &[
            "s1 campaigns in term 2.",
            "s1 was elected leader in term 2 with 2 of 3 votes: s0 and s1.",
        ],
    );
}

#[test]
fn a_leader_that_goes_says_why() {
    check(
        &[role(0, Role::Leader, 2, 1), role(0, Role::Follower, 3, 0)],
        &[
            "s0 was elected leader in term 2 with 1 of 3 votes: s0.",
            "s0 no longer leads: it learned of term 3.",
        ],
    );
    check(
        &[role(0, Role::Leader, 2, 1), role(0, Role::Follower, 2, 1)],
        &[
            "s0 was elected leader in term 2 with 1 of 3 votes: s0.",
            "s0 stepped down in term 2: it lost contact with a quorum.",
        ],
    );
}

#[test]
fn a_candidate_that_finds_no_voters_stands_again() {
    check(
        &[
            role(1, Role::Candidate, 2, 2),
            role(1, Role::Candidate, 2, 2),
            role(1, Role::Candidate, 3, 2),
        ],
        &["s1 campaigns in term 2.", "s1 campaigns again, in term 3."],
    );
}

#[test]
fn faults_are_told_with_their_directions() {
    let (one, two) = (Place::Zone(ZoneId(0)), Place::Zone(ZoneId(1)));
    let one_way = FaultKey::Cut {
        from: one,
        to: two,
        both: false,
    };
    check(
        &[
            Fact::FaultBegan { fault: one_way },
            Fact::FaultEnded { fault: one_way },
            Fact::FaultBegan {
                fault: FaultKey::Isolate(Place::Node(NodeId(2))),
            },
            Fact::FaultBegan {
                fault: FaultKey::Crash(NodeId(2)),
            },
        ],
        &[
            "The link from az0 to az1 is cut; the other way still works.",
            "az0 reaches az1 again.",
            "s2 is isolated from everything else.",
            "s2 crashed; what it had not synced to its disk is gone.",
        ],
    );
}

#[test]
fn a_change_of_settings_says_what_changed() {
    let config = config(3);
    let mut after = config.settings.clone();
    after.read_mode = ReadMode::Follower;
    let actions = [(5, Action::Set(after))];
    let words = ActionWords::script(&config, &actions, &names(3));
    let mut narration = Narration::new(&config, &names(3), words);
    narration.fact(5, &Fact::Acted { ordinal: 0 });
    narration.fact(5, &Fact::SettingsChanged);
    let told: Vec<&Notable> = narration.after(0).collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, NotableKind::Setting);
    assert!(
        told[0].text.contains("read mode “Follower”"),
        "{}",
        told[0].text
    );
    assert!(!told[0].text.contains("pre-vote"), "{}", told[0].text);
}

#[test]
fn requests_by_hand_are_told_and_those_of_a_load_only_in_trouble() {
    let mut narration = narration();
    let by_hand = RequestFact {
        workload: None,
        ..request(7, OpKind::Get, 3)
    };
    let ended = PendingRequest {
        fact: by_hand,
        invoked_us: 1_000,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    narration.completed(2_200, &ended, Outcome::Ok, 5, Freshness::Fresh);
    let stale = Freshness::Stale {
        stale_us: 350_000,
        commits: 2,
    };
    narration.completed(2_200, &ended, Outcome::Ok, 5, stale);
    let loaded = PendingRequest {
        fact: request(8, OpKind::Get, 3),
        invoked_us: 1_000,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    narration.completed(2_200, &loaded, Outcome::Ok, 5, Freshness::Fresh);
    narration.completed(2_200, &loaded, Outcome::Ok, 5, stale);
    narration.completed(2_300, &loaded, Outcome::Ok, 5, stale);
    narration.completed(2_300, &loaded, Outcome::Failed, 0, Freshness::NotJudged);
    let told: Vec<&str> = narration
        .after(0)
        .map(|notable| notable.text.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "g3: the get of k3 returned 5 after 1.2 ms.",
            "g3: the get of k3 was answered after 1.2 ms, but stale: it missed a write \
             acknowledged 350 ms before it was sent.",
            "A read of \"load\" was stale: it missed a write acknowledged 350 ms before it was \
             sent.",
            "A request of \"load\" failed.",
        ]
    );
}

#[test]
fn elections_of_many_ranges_are_summed_up() {
    let mut config = config(3);
    config.data.placement = vec![config.data.placement[0].clone(); 100];
    let mut narration = Narration::new(&config, &names(3), Vec::new());
    for range in 0..100_u16 {
        let at = ReplicaRef {
            range: RangeId(range.into()),
            ..replica(range % 2)
        };
        let fact = Fact::Role {
            at,
            role: Role::Leader,
            term: 1,
            leader_peer: at.peer,
            vote: at.peer,
            last_index: 1,
            last_term: 1,
        };
        narration.fact(u64::from(range), &fact);
    }
    narration.pass(SUM_US);
    assert_eq!(narration.after(0).count(), 0);
    narration.pass(SUM_US + 1);
    let told: Vec<&str> = narration
        .after(0)
        .map(|notable| notable.text.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "s0 was elected leader of 50 ranges.",
            "s1 was elected leader of 50 ranges."
        ]
    );
}

#[test]
fn the_story_is_bounded_and_its_ids_rise() {
    let mut narration = narration();
    for _ in 0..NOTABLES_MAX + 9 {
        narration.fact(1, &Fact::SettingsChanged);
    }
    let ids: Vec<u64> = narration.after(0).map(|notable| notable.id).collect();
    assert_eq!((ids.len(), ids[0]), (NOTABLES_MAX, 10));
    assert!(ids.is_sorted());
    assert_eq!(narration.after(NOTABLES_MAX as u64 + 8).count(), 1);
}

fn chose(at_us: Micros, subject: u16, why: Reason) -> (Micros, Fact) {
    let decision = Decision {
        by: NodeId(0),
        range: RangeId(0),
        what: Deed::ChoseDelegate,
        why,
        subject: Some(NodeId(subject)),
        other: None,
        figure: 12,
        limit: 14,
    };
    (at_us, Fact::Decided(decision))
}

fn told_at(facts: &[(Micros, Fact)]) -> Vec<NotableFact> {
    let mut narration = narration();
    for (at_us, fact) in facts {
        narration.fact(*at_us, fact);
    }
    let told = narration.after(0);
    told.filter_map(|notable| notable.fact).collect()
}

#[test]
fn a_decision_is_told_with_its_reason_and_not_again_while_it_stays_the_same() {
    let nearest = Reason::NearestToHead;
    let told = told_at(&[
        chose(1_000, 1, nearest),
        chose(2_000, 1, nearest),
        chose(3_000, 2, nearest),
        chose(9_000_000, 1, nearest),
    ]);
    let of = |subject: u16| match chose(0, subject, nearest).1 {
        Fact::Decided(decision) => NotableFact::Decision(decision),
        other => panic!("{other:?}"),
    };
    assert_eq!(told, [of(1), of(2), of(1)]);
}

#[test]
fn a_delegate_by_turns_is_no_news() {
    assert!(told_at(&[chose(1_000, 1, Reason::NextInTurn)]).is_empty());
}

#[test]
fn a_change_that_every_replica_applies_is_told_once() {
    let split = |node: u16| Fact::Changed {
        at: replica(node),
        what: Change::Split,
        a: 1,
        b: 50,
    };
    let told = told_at(&[(1_000, split(0)), (1_400, split(1)), (2_000, split(2))]);
    let change = AppliedChange {
        range: RangeId(0),
        what: Change::Split,
        a: 1,
        b: 50,
    };
    assert_eq!(told, [NotableFact::Change(change)]);
}
