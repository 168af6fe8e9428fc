//! What made a fact happen: where the chain goes on.
//!
//! Events have parents as they were scheduled. Where that is not what people mean by a cause, the
//! cause is looked up instead: an fsync is shared by writes of several replicas, an append may
//! leave long after its entries were proposed, a heartbeat tells of a commit that it did not make,
//! and what a poll comes to is told in the event of its last message.

use model::fact::{Began, Fact, MessageType, ReplicaRef, SentFact};
use model::ids::{RangeId, RequestId};
use sim::NodeId;

use crate::why::answering::{asked_by, carries_entries};
use crate::why::chain::Chain;
use crate::why::clause::node_of;
use crate::why::{Step, StepKind};
use text::say;
use text::words::duration_words;

/// Where a chain goes on.
pub(super) enum Next {
    /// At this row, after a wait for this.
    Row(usize, Option<String>),
    /// At the second row, by way of the message that left at the first.
    Over(usize, Option<String>, usize),
    /// With another step that ends it.
    Last(Step),
    End(StepKind),
    /// Nobody knows.
    Lost,
}

impl Chain<'_, '_> {
    /// Where the chain goes on from a row.
    pub(super) fn next(&self, row: usize, fact: &Fact) -> Next {
        if let Some(next) = self.meant(row, fact) {
            return next;
        }
        let event = self.index.rows[row].event;
        let cause = self.index.rows[row].cause;
        match self.index.began(event) {
            None if event == 0 => Next::End(StepKind::Start),
            None => Next::Lost,
            Some(Began::Arrive { flight } | Began::Handle { flight }) => {
                self.over_link(row, flight)
            }
            Some(Began::Tick { .. } | Began::Schedule { .. }) => Next::End(StepKind::Timer),
            Some(Began::Client { .. } | Began::Arrival { .. }) => Next::End(StepKind::Client),
            Some(Began::Action { ordinal }) => match self.action(ordinal) {
                Some(_) if is_action_itself(fact) => Next::End(StepKind::Action),
                Some(step) => Next::Last(step),
                None => Next::End(StepKind::Action),
            },
            Some(Began::Admitted { request }) => match self.index.invoked(request) {
                Some((_, at)) => Next::Row(at, Some(say!("for a core of its gateway"))),
                None => Next::Lost,
            },
            Some(Began::Retry { request }) => self.last_refusal(row, request),
            Some(Began::Deadline) => self.since_invoked(fact),
            Some(began @ (Began::Serve | Began::Synced { .. } | Began::Apply { .. })) => {
                let what = match began {
                    Began::Serve => say!("for a core and for its rows"),
                    Began::Synced { .. } => say!("for its disk"),
                    _ => say!("for the apply delay"),
                };
                self.cause_row(cause, node_of(self.index, fact), what)
            }
            Some(
                Began::SnapshotReport { .. } | Began::Unreachable { .. } | Began::Broken { .. },
            ) => self.cause_row(cause, None, say!("until it was known")),
        }
    }

    /// The cause that people mean, where it is not the event's parent.
    fn meant(&self, row: usize, fact: &Fact) -> Option<Next> {
        let index = self.index;
        let before = |row: Option<usize>, what: String| row.map(|row| Next::Row(row, Some(what)));
        match fact {
            Fact::Sent(sent) => self.meant_by_sending(row, sent),
            Fact::Persisted { at, index: entry } => {
                let written =
                    |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if index == entry);
                before(
                    index.last_of(at.range, at.node, row, written),
                    say!("for its disk"),
                )
            }
            Fact::Appended {
                at, index: entry, ..
            } => self.meant_by_writing(row, at, *entry),
            Fact::Committed {
                at, index: entry, ..
            } => self.meant_by_committing(row, at, *entry),
            Fact::Applied {
                at, index: entry, ..
            } => {
                let known =
                    |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if index >= entry);
                let first = index.first_of(at.range, at.node, known)?;
                (first < row).then(|| Next::Row(first, Some(say!("before it was applied"))))
            }
            Fact::Compacted { at, .. } => {
                let applied = |fact: &Fact| matches!(fact, Fact::Applied { .. });
                before(
                    index.last_of(at.range, at.node, row, applied),
                    String::new(),
                )
            }
            Fact::Served { at, request } => {
                let known = |fact: &Fact| match fact {
                    Fact::ReadIndexKnown { request: known, .. } => known == request,
                    _ => false,
                };
                let known = index.last_of(at.range, at.node, row, known);
                let arrived = || self.request_arrived(row, *request);
                before(
                    known.or_else(arrived),
                    say!("until it was applied and read"),
                )
            }
            Fact::Role { at, .. } if self.synced(row) => {
                let role = |fact: &Fact| matches!(fact, Fact::Role { .. });
                let last = index.last_of(at.range, at.node, row.checked_sub(1)?, role);
                before(last, say!("for its disk"))
            }
            Fact::Completed { request, .. } => {
                let waited = matches!(index.began(index.rows[row].event), Some(Began::Deadline));
                let (_, invoked) = index.invoked(*request).filter(|_| waited)?;
                Some(Next::Row(invoked, Some(say!("for an answer"))))
            }
            _ => None,
        }
    }

    /// An entry is written because it was proposed here, or came in an append.
    fn meant_by_writing(&self, row: usize, at: &ReplicaRef, entry: u64) -> Option<Next> {
        self.proposed(row, at, entry).or_else(|| {
            self.by_message(row, |sent| {
                let entries = sent.index + 1..=sent.index + u64::from(sent.entries);
                (sent.to, sent.range) == (at.node, at.range)
                    && carries_entries(sent.what)
                    && entries.contains(&entry)
            })
        })
    }

    /// A commit index rises with the last acknowledgement that it needed, or by word of it.
    fn meant_by_committing(&self, row: usize, at: &ReplicaRef, entry: u64) -> Option<Next> {
        if self.synced(row) {
            return self.written(at.range, at.node, row, entry);
        }
        let acknowledges = |sent: &SentFact| match sent.what {
            MessageType::AppendResponse => !sent.reject && sent.index >= entry,
            MessageType::AckBundle => true,
            _ => false,
        };
        self.told_of_commit(row, at.range, entry).or_else(|| {
            self.by_message(row, |sent| {
                (sent.to, sent.range) == (at.node, at.range) && acknowledges(sent)
            })
        })
    }

    /// A leader writes what was proposed to it: the cause is the proposal, if it was another event.
    fn proposed(&self, row: usize, at: &ReplicaRef, entry: u64) -> Option<Next> {
        let index = self.index;
        let of_entry = |fact: &Fact| match fact {
            Fact::Proposed { index, .. } | Fact::Appended { index, .. } => *index == entry,
            _ => false,
        };
        let last = index.last_of(at.range, at.node, row.checked_sub(1)?, of_entry)?;
        let is_it = matches!(index.fact(last), Some(Fact::Proposed { .. }));
        let is_elsewhere = index.rows[last].event != index.rows[row].event;
        (is_it && is_elsewhere).then_some(Next::Row(last, None))
    }

    /// What a poll came to, told in the event of its last message: the last one of the poll that it
    /// may come from, if that is another.
    fn by_message(&self, row: usize, fits: impl Fn(&SentFact) -> bool) -> Option<Next> {
        let index = self.index;
        let began = index.began(index.rows[row].event)?;
        let (Began::Arrive { flight } | Began::Handle { flight }) = began else {
            return None;
        };
        let (sent, _) = index.sent(flight)?;
        if fits(sent) {
            return None;
        }
        self.last_arrival(row, fits)
    }

    /// A follower hears of a commit in a message: the cause is the commit, not what made its leader
    /// send just then.
    fn told_of_commit(&self, row: usize, range: RangeId, entry: u64) -> Option<Next> {
        let index = self.index;
        let began = index.began(index.rows[row].event)?;
        let (Began::Arrive { flight } | Began::Handle { flight }) = began else {
            return None;
        };
        let (sent, left) = index.sent(flight)?;
        let is_leaders = matches!(
            sent.what,
            MessageType::Append | MessageType::RelayAppend | MessageType::Heartbeat
        );
        if !is_leaders {
            return None;
        }
        let known = |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= entry);
        let commit = index.first_of(range, sent.from, known)?;
        if commit >= left {
            return None;
        }
        match self.over_link(row, flight) {
            Next::Row(left, what) => Some(Next::Over(left, what, commit)),
            _ => None,
        }
    }

    /// What a message waited for that did not leave when its sender decided on it.
    fn meant_by_sending(&self, row: usize, sent: &SentFact) -> Option<Next> {
        let index = self.index;
        let (range, node) = (sent.range, sent.from);
        let is_leaders = matches!(sent.what, MessageType::Append | MessageType::RelayAppend);
        if is_leaders && sent.entries > 0 {
            let last = sent.index + u64::from(sent.entries);
            let proposed =
                |fact: &Fact| matches!(fact, Fact::Proposed { index, .. } if *index == last);
            if let Some(proposed) = index.last_of(range, node, row, proposed)
                && index.rows[proposed].at_us == index.rows[row].at_us
            {
                let is_elsewhere = index.rows[proposed].event != index.rows[row].event;
                return is_elsewhere.then_some(Next::Row(proposed, None));
            }
            let written =
                |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if *index == last);
            let written = index.last_of(range, node, row, written)?;
            let same = index.rows[written].event == index.rows[row].event;
            let waited = Some(say!("before it was sent"));
            return (!same).then_some(Next::Row(written, waited));
        }
        if sent.what == MessageType::AckBundle {
            return self.last_answer(row, sent);
        }
        if !self.synced(row) {
            return self.answered_in_poll(row, sent);
        }
        match sent.what {
            MessageType::AppendResponse => {
                let written = self.written(range, node, row, sent.index);
                written.or_else(|| self.answered(row, sent))
            }
            MessageType::VoteResponse | MessageType::Vote => {
                let voted =
                    |fact: &Fact| matches!(fact, Fact::Role { term, .. } if *term == sent.term);
                let voted = index.last_of(range, node, row, voted);
                match voted {
                    Some(voted) => Some(Next::Row(voted, Some(say!("for its disk")))),
                    None => self.answered(row, sent),
                }
            }
            _ => self.answered(row, sent),
        }
    }

    /// Whether a row's event is the end of an fsync.
    fn synced(&self, row: usize) -> bool {
        let began = self.index.began(self.index.rows[row].event);
        matches!(began, Some(Began::Synced { .. }))
    }

    /// Where a replica wrote an entry that it then had on disk.
    fn written(&self, range: RangeId, node: NodeId, row: usize, entry: u64) -> Option<Next> {
        let fits = |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if *index == entry);
        let written = self.index.last_of(range, node, row, fits)?;
        Some(Next::Row(written, Some(say!("for its disk"))))
    }

    /// An answer that left in the event of another message of its poll.
    fn answered_in_poll(&self, row: usize, sent: &SentFact) -> Option<Next> {
        let asked = asked_by(sent)?;
        self.by_message(row, asked)
    }

    /// The message that an answer answers: the last of its kind that came from the other side.
    fn answered(&self, row: usize, sent: &SentFact) -> Option<Next> {
        self.last_arrival(row, asked_by(sent)?)
    }

    /// The way of the last message that arrived before a row and fits.
    fn last_arrival(&self, row: usize, fits: impl Fn(&SentFact) -> bool) -> Option<Next> {
        let arrived = |at: usize| match self.index.fact(at) {
            Some(Fact::Delivered { flight }) => Some(*flight),
            _ => None,
        };
        let is_it = |flight: &u64| self.index.sent(*flight).is_some_and(|(sent, _)| fits(sent));
        let flight = (0..row).rev().filter_map(arrived).find(is_it)?;
        Some(self.over_link(row, flight))
    }

    /// The last answer of another replica that a delegate put into a bundle.
    fn last_answer(&self, row: usize, bundle: &SentFact) -> Option<Next> {
        let fits = |answer: &SentFact| {
            answer.what == MessageType::AppendResponse
                && (answer.to, answer.range) == (bundle.from, bundle.range)
        };
        self.last_arrival(row, fits)
    }

    /// Where the request reached the store that works on it.
    fn request_arrived(&self, row: usize, request: RequestId) -> Option<usize> {
        let rows = self.index.request(request);
        let sends = |at: &&usize| {
            **at < row
                && match self.index.fact(**at) {
                    Some(Fact::Sent(sent)) => sent.what == MessageType::ReadRequest,
                    _ => false,
                }
        };
        let sent = rows.iter().rev().find(sends)?;
        Some(*sent)
    }

    /// The way of a message back to its sender.
    fn over_link(&self, row: usize, flight: u64) -> Next {
        let Some((sent, at)) = self.index.sent(flight) else {
            return Next::Lost;
        };
        let names = self.index.names;
        let mut what = say!(
            "on the way from {from} to {to}",
            from = names.node_id(sent.from),
            to = names.node_id(sent.to)
        );
        if let Some((end, None)) = self.index.end_of(flight) {
            let queued_us = self.index.rows[row]
                .at_us
                .saturating_sub(self.index.rows[end].at_us);
            let handled = matches!(
                self.index.began(self.index.rows[row].event),
                Some(Began::Handle { .. })
            );
            if handled && queued_us > 0 {
                let queued = duration_words(queued_us);
                what = say!(
                    "{what}, {queued} of it for a free core and its poller",
                    what,
                    queued
                );
            }
        }
        Next::Row(at, Some(what))
    }

    /// The refusal before a new attempt. Those before it are alike, so the chain goes to the first.
    fn last_refusal(&self, row: usize, request: RequestId) -> Next {
        let refused =
            |at: &&usize| **at < row && matches!(self.index.fact(**at), Some(Fact::Refused { .. }));
        match self.index.request(request).iter().rev().find(refused) {
            Some(at) => Next::Row(*at, Some(say!("before it tried again"))),
            None => Next::Lost,
        }
    }

    fn since_invoked(&self, fact: &Fact) -> Next {
        let request = fact.request();
        match request.and_then(|request| self.index.invoked(request)) {
            Some((_, at)) => Next::Row(at, Some(say!("for an answer"))),
            None => Next::Lost,
        }
    }

    /// The last fact of the event that scheduled this one, on the same node if there is one.
    fn cause_row(&self, cause: u64, node: Option<NodeId>, what: String) -> Next {
        if cause == 0 && !self.index.is_before(0) {
            let start = self.index.event(0);
            return start.last().map_or(Next::Lost, |row| Next::Row(row, None));
        }
        let facts = self
            .index
            .event(cause)
            .filter(|row| self.index.fact(*row).is_some());
        let mut last = None;
        for row in facts {
            let on = self
                .index
                .fact(row)
                .and_then(|fact| node_of(self.index, fact));
            if node.is_none() || on == node || last.is_none() {
                last = Some(row);
            }
        }
        last.map_or(Next::Lost, |row| Next::Row(row, Some(what)))
    }
}

/// Whether a fact is nothing but its action.
fn is_action_itself(fact: &Fact) -> bool {
    matches!(fact, Fact::Acted { .. } | Fact::SettingsChanged)
}
