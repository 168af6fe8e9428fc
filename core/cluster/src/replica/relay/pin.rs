//! The delegate's side of exactness: an append is rebuilt from the own log only if that log holds
//! exactly the entry before it and its last entry. By Log Matching (Raft paper 5.3) all that lies
//! between is then the leader's too, whatever term or role the delegate is in. Pure: it reads a log
//! and makes a message.

use raft::eraftpb::{Entry, Message};
use raft::{GetEntriesContext, Raft};

use crate::message::Forward;
use crate::replica::ReplicaStorage;
use model::fact::Reason;

/// Why an append cannot be rebuilt, with the two figures that were compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unfit {
    pub(crate) why: Reason,
    /// What the delegate has.
    pub(crate) figure: u64,
    /// What it would need.
    pub(crate) limit: u64,
}

/// The append whose header this is, with entries from this log. `pinned` is false only in the test
/// that shows what happens without the pin.
pub(crate) fn rebuild(
    raft: &Raft<ReplicaStorage>,
    leader: u64,
    term: u64,
    forward: &Forward,
    pinned: bool,
) -> Result<Message, Unfit> {
    let mut message = forward.message(leader, term);
    // A header that carried no entries says nothing that this log would have to bear out.
    if forward.last_index > 0 {
        let entries = if pinned {
            pinned_entries(raft, term, forward)?
        } else {
            any_entries(raft, forward)?
        };
        message.set_entries(entries);
    }
    Ok(message)
}

fn pinned_entries(
    raft: &Raft<ReplicaStorage>,
    term: u64,
    forward: &Forward,
) -> Result<Vec<Entry>, Unfit> {
    let log = &raft.raft_log;
    let unfit = |why, figure, limit| Unfit { why, figure, limit };
    if !log.match_term(forward.last_index, forward.last_term) {
        return Err(if raft.term > term {
            unfit(Reason::StaleTerm, raft.term, term)
        } else {
            unfit(Reason::MissingTail, log.last_index(), forward.last_index)
        });
    }
    if log.first_index() > forward.index + 1 {
        let first = log.first_index();
        return Err(unfit(Reason::Compacted, first, forward.index + 1));
    }
    if !log.match_term(forward.index, forward.log_term) {
        let held = log.term(forward.index).unwrap_or(0);
        return Err(unfit(Reason::MissingHead, held, forward.log_term));
    }
    Ok(slice(raft, forward.index + 1, forward.last_index + 1))
}

/// Whatever this log holds at the entries' indexes.
fn any_entries(raft: &Raft<ReplicaStorage>, forward: &Forward) -> Result<Vec<Entry>, Unfit> {
    let log = &raft.raft_log;
    let (from, end) = (
        forward.index + 1,
        forward.last_index.min(log.last_index()) + 1,
    );
    if from < log.first_index() || from >= end {
        return Err(Unfit {
            why: Reason::MissingTail,
            figure: log.last_index(),
            limit: forward.last_index,
        });
    }
    Ok(slice(raft, from, end))
}

fn slice(raft: &Raft<ReplicaStorage>, from: u64, end: u64) -> Vec<Entry> {
    let context = GetEntriesContext::empty(false);
    let entries = raft.raft_log.slice(from, end, raft::NO_LIMIT, context);
    entries.expect("the log holds both ends")
}

#[cfg(test)]
mod tests {
    use raft::eraftpb::HardState;
    use raft::{Config, RawNode};

    use super::*;
    use kv::machine::Machine;

    /// A node in this term whose log holds entries of these terms from index 1 on. So many are
    /// applied, and of those one is kept.
    fn node(term: u64, terms: &[u64], applied: u64) -> RawNode<ReplicaStorage> {
        let mut storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
        let entry = |(before, &term): (usize, &u64)| Entry {
            index: before as u64 + 1,
            term,
            ..Entry::default()
        };
        storage.begin_write(1);
        storage.append(terms.iter().enumerate().map(entry).collect());
        storage.set_hard_state(HardState {
            term,
            vote: 0,
            commit: applied,
        });
        for index in 1..=applied {
            storage
                .machine
                .apply(index, terms[index as usize - 1], &[], 0);
        }
        storage.compact(1);
        storage.synced(1);
        let config = Config {
            id: 2,
            applied,
            ..Config::default()
        };
        let log = slog::Logger::root(slog::Discard, slog::o!());
        RawNode::new(&config, storage, &log).expect("a valid config")
    }

    /// The header of an append of entries (index, last], as a leader of term 3 sends it.
    fn header(index: u64, log_term: u64, last_index: u64, last_term: u64) -> Forward {
        Forward {
            to: 3,
            index,
            log_term,
            commit: 1,
            last_index,
            last_term,
        }
    }

    fn refusal(node: &RawNode<ReplicaStorage>, forward: &Forward) -> Unfit {
        rebuild(&node.raft, 1, 3, forward, true).expect_err("it must not be passed on")
    }

    #[test]
    fn an_append_is_rebuilt_as_its_leader_made_it() {
        let leader = node(3, &[1, 1, 2, 3, 3], 0);
        let entries = slice(&leader.raft, 3, 6);
        let mut original = header(2, 1, 5, 3).message(1, 3);
        original.set_entries(entries);
        assert_eq!(Forward::of(&original), header(2, 1, 5, 3));
        let delegate = node(3, &[1, 1, 2, 3, 3, 3], 0);
        let rebuilt = rebuild(&delegate.raft, 1, 3, &Forward::of(&original), true);
        assert_eq!(rebuilt.expect("it holds both ends"), original);
    }

    #[test]
    fn a_newer_term_does_not_matter_while_both_ends_are_held() {
        let delegate = node(9, &[1, 1, 2, 3], 0);
        let rebuilt = rebuild(&delegate.raft, 1, 3, &header(1, 1, 4, 3), true);
        let message = rebuilt.expect("Log Matching holds in every term");
        assert_eq!((message.from, message.term), (1, 3), "in the leader's name");
        assert_eq!(message.entries.len(), 3);
    }

    #[test]
    fn a_stale_suffix_in_a_newer_term_is_refused() {
        let delegate = node(9, &[1, 2], 0);
        let unfit = refusal(&delegate, &header(1, 1, 2, 3));
        assert_eq!(
            (unfit.why, unfit.figure, unfit.limit),
            (Reason::StaleTerm, 9, 3)
        );
        let passed = rebuild(&delegate.raft, 1, 3, &header(1, 1, 2, 3), false);
        assert_eq!(
            passed.expect("no pin").entries[0].term,
            2,
            "what the pin is for"
        );
    }

    #[test]
    fn a_missing_tail_is_refused() {
        let unfit = refusal(&node(3, &[1, 3], 0), &header(1, 1, 4, 3));
        assert_eq!(
            (unfit.why, unfit.figure, unfit.limit),
            (Reason::MissingTail, 2, 4)
        );
    }

    #[test]
    fn a_head_of_another_term_is_refused() {
        let unfit = refusal(&node(3, &[1, 2, 3], 0), &header(2, 1, 3, 3));
        assert_eq!(
            (unfit.why, unfit.figure, unfit.limit),
            (Reason::MissingHead, 2, 1)
        );
    }

    #[test]
    fn compacted_entries_are_refused_and_those_right_behind_are_not() {
        let delegate = node(3, &[1; 10], 9);
        assert_eq!(delegate.raft.raft_log.first_index(), 9);
        let unfit = refusal(&delegate, &header(7, 1, 10, 1));
        assert_eq!(
            (unfit.why, unfit.figure, unfit.limit),
            (Reason::Compacted, 9, 8)
        );
        assert!(rebuild(&delegate.raft, 1, 3, &header(8, 1, 10, 1), true).is_ok());
    }

    #[test]
    fn a_header_without_entries_asks_nothing_of_the_log() {
        let delegate = node(9, &[1], 0);
        let message = rebuild(&delegate.raft, 1, 3, &header(40, 3, 0, 0), true);
        assert_eq!(
            message.expect("as it came"),
            header(40, 3, 0, 0).message(1, 3)
        );
    }
}
