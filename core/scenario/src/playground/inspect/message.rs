//! A message in flight.

use cluster::fact::{MessageType, SentFact};
use sim::{Fate, Micros};

use super::super::catalog::message_words;
use super::{Inspection, Playground};
use crate::watch::words::{bytes_words, duration_words, instant_words};

impl Playground {
    pub(super) fn inspect_message(&self, flight: u64) -> Option<Inspection> {
        let (sent, sent_us) = self.cluster.flight(flight)?;
        let names = &self.resolved.names;
        let (id, label) = message_words(sent.what);
        let mut shown = Inspection::new(format!("{label}, message {flight}"));
        let left_us: Micros = sent.end_us.saturating_sub(self.cluster.now());
        shown
            .row("time left", duration_words(left_us))
            .row(
                "on its way for",
                duration_words(self.cluster.now() - sent_us),
            )
            .row("type", id)
            .row("from", names.node_id(sent.from))
            .row("to", names.node_id(sent.to))
            .row("range", sent.range.to_string())
            .row("size", bytes_words(sent.bytes.into()))
            .row("framing", bytes_words(sent.framing.into()))
            .row("sent", instant_words(sent_us))
            .row(end_name(sent), instant_words(sent.end_us));
        raft_rows(&mut shown, sent);
        if sent.request > 0 {
            shown.row("serves request", format!("r{}", sent.request));
        }
        Some(shown)
    }
}

fn end_name(sent: &SentFact) -> &'static str {
    match sent.fate {
        Fate::Arrives => "arrives",
        Fate::Lost => "will be lost",
        Fate::Blocked => "runs into a cut",
    }
}

fn raft_rows(shown: &mut Inspection, sent: &SentFact) {
    if sent.term > 0 {
        shown.row("term", sent.term.to_string());
    }
    let index = sent.index.to_string();
    match sent.what {
        MessageType::Append => {
            shown.row("follows entry", index);
            shown.row("entries", sent.entries.to_string());
        }
        MessageType::AppendResponse if sent.reject => {
            shown.row("refuses after", index);
        }
        MessageType::AppendResponse => {
            shown.row("holds up to", index);
        }
        MessageType::Vote | MessageType::PreVote => {
            shown.row("last entry", index);
        }
        MessageType::VoteResponse | MessageType::PreVoteResponse => {
            shown.row("vote", if sent.reject { "refused" } else { "granted" });
        }
        MessageType::ReadIndexResponse => {
            shown.row("read index", index);
        }
        _ => {}
    }
}
