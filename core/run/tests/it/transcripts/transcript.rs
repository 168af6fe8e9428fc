//! A run as lines that people read: what tests keep beside them, so that a change of behaviour
//! shows as a difference of text.
//!
//! Heartbeats that serve no read, syncs and applications are left out: they are many and say
//! little.

use model::config::OpKind;
use model::fact::{Death, Fact, MessageType, Observer, Outcome, RequestFact, Role, SentFact};
use model::ids::RequestId;
use sim::{Fate, Micros};

use text::decisions::{change_text, decision_text};
use text::names::Names;
use text::reads::{lease_words, route_words, txn_words};
use text::sentence::fault_text;
use text::words::instant_words;

/// Writes down what happens, up to a number of lines.
#[derive(Clone, Debug)]
pub(super) struct Transcript {
    names: Names,
    lines: Vec<String>,
    lines_max: usize,
}

impl Transcript {
    /// An empty transcript of at most this many lines.
    pub(super) fn new(names: &Names, lines_max: usize) -> Self {
        Transcript {
            names: names.clone(),
            lines: Vec::new(),
            lines_max,
        }
    }

    /// The lines, each with its end.
    pub(super) fn text(&self) -> String {
        let mut text = self.lines.join("\n");
        text.push('\n');
        text
    }

    fn words(&self, fact: &Fact) -> Option<String> {
        let node = |node: sim::NodeId| self.names.node_id(node);
        Some(match fact {
            Fact::Sent(sent) => return self.sent_words(sent),
            Fact::Died { flight, how } => return died_words(*flight, *how),
            Fact::Role {
                at,
                role,
                term,
                leader_peer,
                ..
            } => {
                let leader = match leader_peer {
                    0 => "no leader".to_string(),
                    peer => format!("leader {peer}"),
                };
                format!(
                    "{} is {} in term {term}, {leader}",
                    node(at.node),
                    role_word(*role)
                )
            }
            Fact::Appended {
                at, index, term, ..
            } => {
                format!("{} writes entry {index} of term {term}", node(at.node))
            }
            Fact::Committed { at, index, .. } => {
                format!("{} knows of commits up to {index}", node(at.node))
            }
            Fact::SnapshotInstalled { at, index, .. } => {
                format!("{} takes a snapshot up to {index}", node(at.node))
            }
            Fact::Compacted { at, first } => {
                format!("{} compacts its log: it begins at {first}", node(at.node))
            }
            Fact::FaultBegan { fault } => format!("fault: {}", fault_text(fault, &self.names)),
            Fact::FaultEnded { fault } => format!("healed: {}", fault_text(fault, &self.names)),
            Fact::SettingsChanged => "settings change".to_string(),
            Fact::WorkloadSwitched { workload, running } => {
                let id = &self.names.workloads[usize::from(*workload)].id;
                format!("load {id} {}", if *running { "starts" } else { "stops" })
            }
            Fact::Invoked(_)
            | Fact::Refused { .. }
            | Fact::ReadIndexKnown { .. }
            | Fact::Served { .. }
            | Fact::Txn { .. }
            | Fact::Routed { .. }
            | Fact::Completed { .. } => return self.request_words(fact),
            Fact::Decided(decision) => decision_text(decision, &self.names),
            Fact::Changed { at, what, a, b } => {
                let change = change_text(*what, *a, *b, &self.names);
                format!("{} (range {}) {change}", node(at.node), at.range)
            }
            Fact::Lease { at, what, .. } => format!("{}: {}", node(at.node), lease_words(*what)),
            Fact::Withheld { at, to_peer } => {
                format!("{} {}", node(at.node), withheld_words(at.peer, *to_peer))
            }
            Fact::Delivered { .. }
            | Fact::HeldBack { .. }
            | Fact::Named { .. }
            | Fact::Timestamped { .. }
            | Fact::Saved { .. }
            | Fact::Persisted { .. }
            | Fact::Applied { .. }
            | Fact::Acted { .. }
            | Fact::Attempted { .. }
            | Fact::Proposed { .. }
            | Fact::ReadIndexAsked { .. } => return None,
        })
    }

    fn request_words(&self, fact: &Fact) -> Option<String> {
        let node = |node: sim::NodeId| self.names.node_id(node);
        Some(match fact {
            Fact::Invoked(request) => self.invoked_words(request),
            Fact::Refused { request, by, why } => {
                format!("r{request} refused by {}: {why:?}", node(*by))
            }
            Fact::ReadIndexKnown {
                at,
                request,
                index,
                applied,
            } => format!(
                "r{request} on {} waits for {index}, applied is {applied}",
                node(at.node)
            ),
            Fact::Served { at, request } => format!("r{request} served by {}", node(at.node)),
            Fact::Completed {
                request,
                outcome,
                value,
                ..
            } => match outcome {
                Outcome::Ok => format!("r{request} is answered: {value}"),
                Outcome::Failed => format!("r{request} fails"),
                Outcome::Unknown => format!("r{request} is given up: it may have happened"),
            },
            Fact::Txn {
                request, what, key, ..
            } => format!("r{request}: {}", txn_words(*what, *key)),
            Fact::Routed {
                request, to, why, ..
            } => format!("r{request} to {}: {}", node(*to), route_words(*why)),
            _ => return None,
        })
    }

    fn sent_words(&self, sent: &SentFact) -> Option<String> {
        let is_heartbeat = matches!(
            sent.what,
            MessageType::Heartbeat | MessageType::HeartbeatResponse
        );
        if is_heartbeat && sent.request == RequestId::NONE {
            return None;
        }
        let mut words = vec![format!(
            "{} -> {} {:?} #{}",
            self.names.node_id(sent.from),
            self.names.node_id(sent.to),
            sent.what,
            sent.flight
        )];
        if sent.term > 0 {
            words.push(format!("term {} index {}", sent.term, sent.index));
        }
        if sent.entries > 0 {
            words.push(format!("+{}", sent.entries));
        }
        if sent.request != RequestId::NONE {
            words.push(format!("r{}", sent.request));
        }
        words.push(format!("{} B", sent.bytes));
        if sent.reject {
            words.push("no".to_string());
        }
        match sent.fate {
            Fate::Arrives => {}
            Fate::Lost => words.push("(lost)".to_string()),
            Fate::Blocked => words.push("(cut)".to_string()),
            Fate::Full => words.push("(no room)".to_string()),
            Fate::Closed => words.push("(no answer)".to_string()),
        }
        Some(words.join(" "))
    }

    fn invoked_words(&self, request: &RequestFact) -> String {
        let what = match request.op {
            OpKind::Get => format!("get k{}", request.key),
            OpKind::Put if request.rows == 1 => format!("put k{}", request.key),
            OpKind::Put => format!("put k{} +{}", request.key, request.rows),
            OpKind::Scan => format!("scan k{} +{}", request.key, request.rows),
            OpKind::Statement => format!("statement k{} +{}", request.key, request.rows),
            OpKind::Transaction => format!("transaction k{}", request.key),
            OpKind::Transfer => format!("transfer k{}", request.key),
            OpKind::Insert => format!("insert transaction k{}", request.key),
            OpKind::Update => format!("update transaction k{}", request.key),
        };
        let gateway = self.names.node_id(request.gateway);
        let mode = match request.op {
            op if op.is_blind_write() => String::new(),
            _ => format!(", {:?}", request.mode),
        };
        format!("r{} {gateway}: {what}{mode}", request.request)
    }
}

impl Observer for Transcript {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        if self.lines.len() == self.lines_max {
            return;
        }
        if let Some(words) = self.words(fact) {
            self.lines.push(format!("{} {words}", instant_words(at_us)));
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

/// Doomed messages say so when they leave; only what nobody foresaw is told.
fn died_words(flight: u64, how: Death) -> Option<String> {
    match how {
        Death::Lost | Death::Closed => None,
        Death::Cut => Some(format!("#{flight} dies in a cut")),
        Death::Dropped => Some(format!("#{flight} is dropped")),
        Death::ReceiverDown => Some(format!("#{flight} finds its receiver down")),
        Death::Broken => Some(format!("#{flight} dies with its connection")),
        Death::BufferFull => Some(format!("#{flight} finds the buffers full")),
    }
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Follower => "follower",
        Role::PreCandidate => "pre-candidate",
        Role::Candidate => "candidate",
        Role::Leader => "leader",
        Role::Learner => "learner",
    }
}

/// A vote that was not granted, or not to itself.
fn withheld_words(own: u64, to_peer: u64) -> String {
    if own == to_peer {
        return "does not campaign yet".into();
    }
    format!("grants {to_peer} no vote yet")
}
