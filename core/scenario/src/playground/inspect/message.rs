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
        shown
            .row("type", id)
            .row("from", names.node_id(sent.from))
            .row("to", names.node_id(sent.to))
            .row("range", sent.range.to_string())
            .noted(
                "size",
                bytes_words(sent.bytes.into()),
                "length of its protobuf encoding",
            )
            .noted(
                "framing",
                bytes_words(sent.framing.into()),
                "wrapper, gRPC, HTTP/2, TCP and IP around it; counted apart",
            )
            .row("sent", instant_words(sent_us))
            .noted(
                end_name(sent),
                instant_words(sent.end_us),
                &self.remaining(sent),
            );
        raft_rows(&mut shown, sent);
        if sent.request > 0 {
            shown.row("serves request", format!("r{}", sent.request));
        }
        Some(shown)
    }

    fn remaining(&self, sent: &SentFact) -> String {
        let left_us: Micros = sent.end_us.saturating_sub(self.cluster.now());
        format!("in {}", duration_words(left_us))
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
    match sent.what {
        MessageType::Append => {
            let note = "the receiver must hold this entry to take those after it";
            shown.noted("follows entry", sent.index.to_string(), note);
            shown.row("entries", sent.entries.to_string());
        }
        MessageType::AppendResponse if sent.reject => {
            shown.noted(
                "refuses after",
                sent.index.to_string(),
                "its log differs there",
            );
        }
        MessageType::AppendResponse => {
            shown.noted("holds up to", sent.index.to_string(), "and has it on disk");
        }
        MessageType::Vote | MessageType::PreVote => {
            let note = "voters refuse a candidate whose log is behind theirs";
            shown.noted("last entry", sent.index.to_string(), note);
        }
        MessageType::VoteResponse | MessageType::PreVoteResponse => {
            shown.row("vote", if sent.reject { "refused" } else { "granted" });
        }
        MessageType::ReadIndexResponse => {
            let note = "the reader must have applied this far";
            shown.noted("read index", sent.index.to_string(), note);
        }
        _ => {}
    }
}
