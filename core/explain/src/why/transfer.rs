//! Why the lead of a range did not move.

use model::config::Action;
use model::fact::{Deed, Fact, MessageType, Role};
use model::ids::RangeId;
use sim::NodeId;

use crate::tell;
use crate::why::Answer;
use crate::why::absent::no_leader;
use crate::why::chain::Chain;
use crate::why::index::Index;
use crate::why::{Text, rule};
use text::words::{duration_words, instant_words};

/// Why the lead of a range did not move.
pub(super) fn not_moved(index: &Index, range: RangeId) -> Answer {
    let question = tell!(
        "Why did the leadership{of_range} not move?",
        of_range = Text::of_range(range, index.names)
    );
    let mut chain = Chain::new(index);
    let now = index.rows.len().saturating_sub(1);
    let leads = index.stores(range).iter().filter_map(|node| {
        let (row, then) = index.role_at(range, *node, now)?;
        let leads = then.role == Role::Leader && index.crash_of(*node, index.last_us()).is_none();
        leads.then_some((then.term, row, *node))
    });
    let Some((term, row, leader)) = leads.max() else {
        return Answer {
            question,
            ..no_leader(index, range)
        };
    };
    let since = tell!(
        "{leader} has led since {since}, in term {term}.",
        leader = Text::node(leader, index.names),
        since = instant_words(index.rows[row].at_us),
        term
    );
    chain.condition(row, since, Some(rule::MAJORITY));
    let asked = index.actions().rev().find(|(_, at_us, action)| {
        *at_us <= index.last_us()
            && matches!(action, Action::Transfer { range: found, .. } if *found == range)
    });
    let short = match asked {
        Some((ordinal, at_us, Action::Transfer { to, .. })) => {
            chain.conditions.extend(chain.action(ordinal));
            transfer_words(
                &mut chain,
                range,
                (leader, *to),
                at_us,
                index.rows[row].at_us,
            )
        }
        _ => nobody_asked(&mut chain, range, row),
    };
    heartbeats(&mut chain, range, leader);
    Answer {
        question,
        short,
        steps: chain.take_steps(),
        wanted_us: chain.wanted_us,
    }
}

/// No action asked for it since it leads: the driver may have wanted it, or somebody stood for
/// election and was not elected.
fn nobody_asked(chain: &mut Chain, range: RangeId, since: usize) -> Text {
    let index = chain.index;
    let after = since..index.rows.len();
    let held_back = after.clone().rev().find(|&at| {
        matches!(index.fact(at), Some(Fact::Decided(decision))
            if decision.range == range && decision.what == Deed::HeldBack)
    });
    if let Some(at) = held_back {
        chain.back(at);
        return tell!("The placement driver wanted a change, and another rule held it back.");
    }
    let stood = after.rev().find(|&at| {
        matches!(index.fact(at), Some(Fact::Role { at, role, .. })
            if at.range == range && matches!(role, Role::PreCandidate | Role::Candidate))
    });
    match stood {
        Some(at) => {
            chain.back(at);
            tell!("Nobody asked it to. A follower campaigned and was not elected.")
        }
        None => tell!("Nobody asked it to, and no follower's election timer ran out."),
    }
}

/// What became of the last transfer that was asked for.
fn transfer_words(
    chain: &mut Chain,
    range: RangeId,
    (leader, to): (NodeId, NodeId),
    at_us: u64,
    since_us: u64,
) -> Text {
    let index = chain.index;
    let node = Text::node(to, index.names);
    if to == leader {
        return if since_us >= at_us {
            tell!("It did: the transfer to {node} went through.", node)
        } else {
            tell!("It was asked to move to {node}, which led already.", node)
        };
    }
    let ordered = index
        .sent_between(at_us, index.last_us())
        .find(|(_, sent)| {
            sent.what == MessageType::TimeoutNow && sent.range == range && sent.to == to
        });
    let hindered = chain.in_the_way(leader, to, at_us);
    match ordered {
        None if hindered => tell!(
            "The transfer to {node} stopped before its order was sent: the leader could not bring \
             it up to date.",
            node
        ),
        None => tell!(
            "The leader did not order {node} to campaign: it must first hold the whole log, and the \
             leader waits for that no longer than an election timeout.",
            node
        ),
        Some((row, sent)) => {
            chain.back(row);
            match index.end_of(sent.flight) {
                Some((_, Some(_))) => tell!("The order to campaign never reached {node}.", node),
                Some(_) => tell!(
                    "{node} was ordered to campaign and did not stay leader.",
                    node
                ),
                None => tell!("The order to campaign is on its way to {node}.", node),
            }
        }
    }
}

/// How long ago each follower heard from the leader.
fn heartbeats(chain: &mut Chain, range: RangeId, leader: NodeId) {
    let index = chain.index;
    let names = index.names;
    let now = index.rows.len().saturating_sub(1);
    for &node in index.stores(range).iter().filter(|node| **node != leader) {
        let follows = index
            .role_at(range, node, now)
            .is_some_and(|(_, then)| then.role == Role::Follower);
        let Some(row) = index
            .last_heard(range, leader, node, now)
            .filter(|_| follows)
        else {
            chain.in_the_way(leader, node, index.last_us());
            continue;
        };
        let ago = duration_words(index.last_us() - index.rows[row].at_us);
        let text = tell!(
            "{node} last heard from {leader} {ago} ago, and began to count its election timeout \
             anew.",
            node = Text::node(node, names),
            leader = Text::node(leader, names),
            ago
        );
        chain.condition(row, text, Some(rule::HEARTBEAT));
    }
}
