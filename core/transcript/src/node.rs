//! One unmodified `RawNode` of raft-rs with its disk, handled in the order of etcd-raft's Ready.

use std::fmt::Write as _;

use raft::eraftpb::{ConfState, EntryType, Message, MessageType, Snapshot};
use raft::{Config, ProgressState, RawNode, ReadOnlyOption, StateRole};

use crate::command::{ELECTION_TICKS, HEARTBEAT_TICKS, Setup};
use crate::disk::Disk;
use crate::message::{change_of, configuration_text};
use crate::text::{OUTSIDE_WINS, REMOVED_LEADER, WINS_UNSTORED, ready_text, role_text};

/// The draw of a timeout that nobody has set: the longest, so that no election comes by chance.
const TIMEOUT_TICKS: usize = 2 * ELECTION_TICKS - 1;
/// Messages on their way to a follower where a transcript sets no limit. raft-rs sets so many
/// places aside, so it is not as large as a number can be.
const INFLIGHT_MAX: usize = 4096;

/// A node, and what was last told of it.
pub(crate) struct Node {
    raw: RawNode<Disk>,
    told: (StateRole, u64),
    timeout_ticks: usize,
}

impl Node {
    /// A new node, and what is told of its beginning.
    pub(crate) fn new(id: u64, setup: &Setup) -> (Node, String) {
        let mut disk = Disk::default();
        if setup.index > 0 {
            let mut snapshot = Snapshot {
                data: setup.content.clone().into_bytes(),
                ..Snapshot::default()
            };
            let about = snapshot.mut_metadata();
            about.index = setup.index;
            about.term = 1;
            let state = about.mut_conf_state();
            state.voters.clone_from(&setup.voters);
            state.learners.clone_from(&setup.learners);
            disk.install(snapshot);
        }
        let unlimited = raft::NO_LIMIT;
        let config = Config {
            id,
            election_tick: ELECTION_TICKS,
            heartbeat_tick: HEARTBEAT_TICKS,
            applied: setup.index,
            max_size_per_msg: unlimited,
            max_inflight_msgs: setup.inflight.unwrap_or(INFLIGHT_MAX),
            check_quorum: setup.check_quorum,
            pre_vote: setup.pre_vote,
            read_only_option: if setup.lease_based {
                ReadOnlyOption::LeaseBased
            } else {
                ReadOnlyOption::Safe
            },
            max_committed_size_per_ready: setup.max_committed_size.unwrap_or(unlimited),
            ..Config::default()
        };
        let log = slog::Logger::root(slog::Discard, slog::o!());
        let raw = RawNode::new(&config, disk, &log).expect("the configuration is valid");
        let mut node = Node {
            raw,
            told: (StateRole::Follower, 0),
            timeout_ticks: TIMEOUT_TICKS,
        };
        node.pin();
        let mut voters = setup.voters.clone();
        voters.sort_unstable();
        let peers: Vec<String> = voters.iter().map(|id| format!("{id:x}")).collect();
        let raft = &node.raw.raft;
        let text = format!(
            "INFO {id:x} switched to configuration {}\nINFO {id:x} became follower at term {}\n\
             INFO newRaft {id:x} [peers: [{}], term: {}, commit: {}, applied: {}, lastindex: {}, \
             lastterm: {}]\n",
            configuration_text(&raft.prs().conf().to_conf_state()),
            raft.term,
            peers.join(","),
            raft.term,
            raft.raft_log.committed,
            raft.raft_log.applied(),
            raft.raft_log.last_index(),
            raft.raft_log.last_term(),
        );
        (node, text)
    }

    pub(crate) fn id(&self) -> u64 {
        self.raw.raft.id
    }

    pub(crate) fn disk(&self) -> &Disk {
        self.raw.store()
    }

    pub(crate) fn compact(&mut self, index: u64) {
        self.raw.mut_store().compact(index);
    }

    pub(crate) fn term(&self) -> u64 {
        self.raw.raft.term
    }

    pub(crate) fn has_ready(&self) -> bool {
        self.raw.has_ready()
    }

    /// Calls into raft-rs; returns what is told: the role, if role or term became others, and after
    /// it the error.
    pub(crate) fn call(
        &mut self,
        act: impl FnOnce(&mut RawNode<Disk>) -> raft::Result<()>,
    ) -> String {
        let result = act(&mut self.raw);
        let mut text = self.became();
        if let Err(error) = result {
            text.push_str(match error {
                raft::Error::ProposalDropped => "raft proposal dropped\n",
                raft::Error::StepPeerNotFound => "raft: cannot step as peer not found\n",
                raft::Error::StepLocalMsg => "raft: cannot step raft local message\n",
                _ => "raft: another error\n",
            });
        }
        text
    }

    pub(crate) fn set_timeout(&mut self, ticks: usize) {
        self.timeout_ticks = ticks;
        self.pin();
    }

    /// raft-rs draws a timeout with each change of role or term: here it is the longest.
    fn pin(&mut self) {
        let ticks = self.timeout_ticks;
        self.raw.raft.set_randomized_election_timeout(ticks);
    }

    fn became(&mut self) -> String {
        let now = (self.raw.raft.state, self.raw.raft.term);
        if now == self.told {
            self.pin();
            return String::new();
        }
        self.told = now;
        self.timeout_ticks = TIMEOUT_TICKS;
        self.pin();
        let (role, term) = now;
        let role = match role {
            StateRole::Follower => "follower",
            StateRole::PreCandidate => "pre-candidate",
            StateRole::Candidate => "candidate",
            StateRole::Leader => "leader",
        };
        format!("INFO {:x} became {role} at term {term}\n", self.id())
    }

    /// Handles one Ready as etcd-raft's tests do: write, apply, send, advance. Returns what is told
    /// and what is sent. raft-rs's second half of a Ready (LightReady) comes with the next one.
    pub(crate) fn process_ready(&mut self) -> (String, Vec<Message>) {
        if !self.raw.has_ready() {
            return ("<empty Ready>\n".to_owned(), Vec::new());
        }
        let mut ready = self.raw.ready();
        let mut messages = ready.take_messages();
        messages.extend(ready.take_persisted_messages());
        // raft-rs walks a hash table of followers.
        messages.sort_by_key(|message| message.to);
        let mut text = ready_text(&ready, &messages);
        let snapshot = ready.snapshot().clone();
        let disk = self.raw.mut_store();
        if let Some(hard) = ready.hs() {
            disk.set_hard_state(hard.clone());
        }
        if !snapshot.is_empty() {
            disk.install(snapshot);
        }
        disk.append(ready.entries());
        let committed = ready.take_committed_entries();
        for entry in &committed {
            let (update, state) = match entry.get_entry_type() {
                EntryType::EntryNormal => (entry.data.clone(), None),
                EntryType::EntryConfChange | EntryType::EntryConfChangeV2 => {
                    let (change, _) = change_of(entry);
                    let state = match self.raw.apply_conf_change(&change) {
                        Ok(state) => state,
                        Err(error) => {
                            let _ = writeln!(text, "raft: change refused: {error}");
                            continue;
                        }
                    };
                    text.push_str(&self.switched(&state));
                    (change.context.clone(), Some(state))
                }
            };
            self.raw.mut_store().apply(entry, &update, state);
        }
        if self.is_removed_leader() && !ready.entries().is_empty() {
            text.push_str(REMOVED_LEADER);
            return (text, messages);
        }
        let number = ready.number();
        self.raw.advance_append_async(ready);
        self.raw.on_persist_ready(number);
        self.raw.advance_apply();
        text.push_str(&self.became());
        (text, messages)
    }

    fn is_removed_leader(&self) -> bool {
        let raft = &self.raw.raft;
        raft.state == StateRole::Leader && raft.prs().get(raft.id).is_none()
    }

    /// Whether an answer lets a removed leader commit: raft-rs looks its own progress up then.
    fn breaks(&self, message: &Message) -> bool {
        let raft = &self.raw.raft;
        let is_ack = message.get_msg_type() == MessageType::MsgAppendResponse && !message.reject;
        if !self.is_removed_leader() || !is_ack || message.term != raft.term {
            return false;
        }
        let mut followers = raft.prs().clone();
        if let Some(follower) = followers.get_mut(message.from) {
            follower.maybe_update(message.index);
        }
        let index = followers.maximal_committed_index().0;
        index > raft.raft_log.committed
            && raft
                .raft_log
                .term(index)
                .is_ok_and(|term| term == raft.term)
    }

    /// Whether a vote makes a leader of a node that is not in its own configuration.
    fn wins_outside(&self, message: &Message) -> bool {
        let raft = &self.raw.raft;
        let is_vote = message.get_msg_type() == MessageType::MsgRequestVoteResponse;
        let is_candidate = raft.state == StateRole::Candidate && message.term == raft.term;
        if !is_vote || message.reject || !is_candidate || raft.prs().get(raft.id).is_some() {
            return false;
        }
        let mut votes = raft.prs().clone();
        votes.record_vote(message.from, true);
        // raft-rs keeps the type of the result to itself.
        votes.tally_votes().2.to_string() == "VoteWon"
    }

    /// Begins an election. A node without voters has won it by that, and is not in its
    /// configuration.
    pub(crate) fn campaign(&mut self) -> String {
        let raft = &self.raw.raft;
        if raft.prs().conf().to_conf_state().voters.is_empty() {
            return OUTSIDE_WINS.to_owned();
        }
        if self.wins_unstored() {
            return WINS_UNSTORED.to_owned();
        }
        self.call(RawNode::campaign)
    }

    /// Whether it would win by its own vote with an entry that it has not stored.
    fn wins_unstored(&self) -> bool {
        let raft = &self.raw.raft;
        let state = raft.prs().conf().to_conf_state();
        let mut voters = state.voters.iter().chain(&state.voters_outgoing);
        let is_alone = voters.all(|id| *id == raft.id);
        is_alone && raft.state != StateRole::Leader && !raft.raft_log.unstable_entries().is_empty()
    }

    pub(crate) fn tick(&mut self) -> String {
        let raft = &self.raw.raft;
        let is_due = raft.election_elapsed + 1 >= raft.randomized_election_timeout();
        if is_due && raft.promotable() && self.wins_unstored() {
            return WINS_UNSTORED.to_owned();
        }
        self.call(|raw| {
            raw.tick();
            Ok(())
        })
    }

    /// Takes a message; what is told of the configuration that a snapshot brings.
    pub(crate) fn step(&mut self, message: Message) -> String {
        if self.breaks(&message) {
            return REMOVED_LEADER.to_owned();
        }
        if self.wins_outside(&message) {
            return OUTSIDE_WINS.to_owned();
        }
        let before = self
            .raw
            .raft
            .snap()
            .map(|snapshot| snapshot.get_metadata().index);
        let mut text = self.call(|raw| raw.step(message));
        let after = self
            .raw
            .raft
            .snap()
            .map(|snapshot| snapshot.get_metadata().clone());
        if let Some(about) = after.filter(|about| Some(about.index) != before) {
            text.push_str(&self.switched(about.get_conf_state()));
        }
        text
    }

    fn switched(&self, state: &ConfState) -> String {
        let id = self.id();
        format!(
            "INFO {id:x} switched to configuration {}\n",
            configuration_text(state)
        )
    }

    /// The leader's view of each follower, or its own view of itself.
    pub(crate) fn status(&self) -> String {
        let raft = &self.raw.raft;
        if raft.state != StateRole::Leader {
            return String::new();
        }
        let learners = raft.prs().conf().learners();
        let mut followers: Vec<_> = raft.prs().iter().collect();
        followers.sort_by_key(|(id, _)| **id);
        let mut text = String::new();
        for (id, progress) in followers {
            let state = match progress.state {
                ProgressState::Probe => "StateProbe",
                ProgressState::Replicate => "StateReplicate",
                ProgressState::Snapshot => "StateSnapshot",
            };
            let (matched, next) = (progress.matched, progress.next_idx);
            let _ = write!(text, "{id}: {state} match={matched} next={next}");
            if learners.contains(id) {
                text.push_str(" learner");
            }
            if progress.is_paused() {
                text.push_str(" paused");
            }
            if progress.pending_snapshot > 0 {
                let _ = write!(text, " pendingSnap={}", progress.pending_snapshot);
            }
            if !progress.recent_active {
                text.push_str(" inactive");
            }
            if progress.ins.count() > 0 {
                let _ = write!(text, " inflight={}", progress.ins.count());
                text.push_str(if progress.ins.full() { "[full]" } else { "" });
            }
            text.push('\n');
        }
        text
    }

    /// One line of `raft-state`.
    pub(crate) fn state(&self) -> String {
        let raft = &self.raw.raft;
        let state = raft.prs().conf().to_conf_state();
        let voters = [&state.voters, &state.voters_outgoing];
        let is_voter = voters.iter().any(|voters| voters.contains(&raft.id));
        format!(
            "{}: {} ({}) Term:{} Lead:{}\n",
            raft.id,
            role_text(raft.state),
            if is_voter { "Voter" } else { "Non-Voter" },
            raft.term,
            raft.leader_id
        )
    }
}
