//! Plays commands on nodes of raft-rs and tells what they did in etcd-raft's words.

use std::fmt::Write as _;

use raft::eraftpb::{
    ConfChange, ConfChangeSingle, ConfChangeTransition, ConfChangeType, ConfChangeV2, Message,
    MessageType,
};

use crate::command::{Command, ELECTION_TICKS, HEARTBEAT_TICKS, Level, Order};
use crate::complaint::Complaint;
use crate::message::{entry_text, message_text};
use crate::node::Node;
use crate::text::panic_in;

/// Rounds after which a `stabilize` is not believed to end.
const ROUNDS_MAX: usize = 1000;

/// All nodes, and the messages between them.
pub(crate) struct Stage {
    nodes: Vec<Node>,
    flying: Vec<Message>,
    level: Level,
}

impl Stage {
    pub(crate) fn new() -> Stage {
        Stage {
            nodes: Vec::new(),
            flying: Vec::new(),
            level: Level::Debug,
        }
    }

    /// Does what a command orders and tells what came of it.
    pub(crate) fn run_command(&mut self, command: &Command) -> Result<String, Complaint> {
        let at = command.at;
        let text = match &command.order {
            Order::AddNodes(count, setup) => {
                let mut text = String::new();
                for _ in 0..*count {
                    let (node, told) = Node::new(self.nodes.len() as u64 + 1, setup);
                    self.nodes.push(node);
                    text.push_str(&told);
                }
                text
            }
            Order::Campaign(id) => self.node(at, *id)?.campaign(),
            Order::Compact(id, index) => self.compact(at, *id, *index)?,
            Order::Deliver(receivers, kind) => self.deliver(at, receivers, *kind)?,
            Order::ProcessReady(ids) => self.process_ready(at, ids)?,
            Order::LogLevel(level) => {
                self.level = *level;
                String::new()
            }
            Order::RaftLog(id) => log_text(self.node(at, *id)?),
            Order::RaftState => self.nodes.iter().map(Node::state).collect(),
            Order::ElectionTimeout(id, ticks) => {
                self.node(at, *id)?.set_timeout(*ticks);
                String::new()
            }
            Order::Stabilize(ids, louder) => {
                let level = self.level;
                self.level = louder.unwrap_or(level);
                let text = self.stabilize(at, ids).map(|text| self.audible(&text));
                self.level = level;
                return text;
            }
            Order::Status(id) => self.node(at, *id)?.status(),
            Order::TickElection(id) => self.tick(at, *id, ELECTION_TICKS)?,
            Order::TickHeartbeat(id) => self.tick(at, *id, HEARTBEAT_TICKS)?,
            Order::Transfer(from, to) => {
                self.node(at, *to)?;
                let from = self.node(at, *from)?;
                from.call(|raw| {
                    raw.transfer_leader(*to);
                    Ok(())
                })
            }
            Order::SendSnapshot(from, to) => self.send_snapshot(at, *from, *to)?,
            Order::Propose(id, data) => {
                let data = data.clone().into_bytes();
                self.node(at, *id)?
                    .call(|raw| raw.propose(Vec::new(), data))
            }
            Order::ProposeChange(id, v1, transition, changes) => {
                let changes: Vec<ConfChangeSingle> = changes.iter().map(single).collect();
                let node = self.node(at, *id)?;
                propose_change(node, *v1, *transition, changes)
            }
            Order::ReportUnreachable(at_node, of) => {
                self.node(at, *of)?;
                self.node(at, *at_node)?.call(|raw| {
                    raw.report_unreachable(*of);
                    Ok(())
                })
            }
            Order::Nothing | Order::Unspoken(_) => String::new(),
        };
        Ok(self.audible(&text))
    }

    /// What the level lets through: handlers always speak, except at none.
    fn audible(&self, text: &str) -> String {
        if self.level == Level::None {
            // A command's own error is told at every level.
            return lines_that(text, |line| {
                line == "raft proposal dropped" || panic_in(line).is_some()
            });
        }
        let quiet = self.level > Level::Info;
        lines_that(text, |line| {
            !(quiet && line.trim_start().starts_with("INFO "))
        })
    }

    fn node(&mut self, at: usize, id: u64) -> Result<&mut Node, Complaint> {
        let count = self.nodes.len();
        let node = (id as usize)
            .checked_sub(1)
            .and_then(|place| self.nodes.get_mut(place));
        let complaint = || {
            let expected = format!("a node from 1 to {count}");
            let expected = if count == 0 {
                "add-nodes before it"
            } else {
                &expected
            };
            Complaint::new(at, &format!("node {id}"), expected)
        };
        node.ok_or_else(complaint)
    }

    fn tick(&mut self, at: usize, id: u64, ticks: usize) -> Result<String, Complaint> {
        let mut text = String::new();
        for _ in 0..ticks {
            let told = self.node(at, id)?.tick();
            text.push_str(&told);
            if panic_in(&told).is_some() {
                break;
            }
        }
        Ok(text)
    }

    fn compact(&mut self, at: usize, id: u64, index: u64) -> Result<String, Complaint> {
        let node = self.node(at, id)?;
        if !node.disk().holds(index) {
            let (first, last) = (node.disk().first(), node.disk().last());
            let expected = format!("an index from {first} to {last}");
            return Err(Complaint::new(at, &format!("index {index}"), &expected));
        }
        node.compact(index);
        Ok(log_text(node))
    }

    fn send_snapshot(&mut self, at: usize, from: u64, to: u64) -> Result<String, Complaint> {
        self.node(at, to)?;
        let node = self.node(at, from)?;
        if from == to {
            let found = format!("node {from} twice");
            return Err(Complaint::new(at, &found, "a sender and another node"));
        }
        // A message without a term is a node's own in both implementations.
        if node.term() == 0 {
            let found = format!("a snapshot of node {from}, which is at term 0");
            return Err(Complaint::new(
                at,
                &found,
                "a node that has seen an election",
            ));
        }
        let mut message = Message::default();
        message.set_msg_type(MessageType::MsgSnapshot);
        message.term = node.term();
        message.from = from;
        message.to = to;
        message.set_snapshot(node.disk().latest().clone());
        let text = message_text(&message);
        self.flying.push(message);
        Ok(text + "\n")
    }

    fn process_ready(&mut self, at: usize, ids: &[u64]) -> Result<String, Complaint> {
        let mut text = String::new();
        for id in ids {
            let (told, messages) = self.node(at, *id)?.process_ready();
            self.flying.extend(messages);
            if ids.len() > 1 {
                let _ = write!(text, "> {id} handling Ready\n{}", indented(&told));
            } else {
                text.push_str(&told);
            }
        }
        Ok(text)
    }

    fn deliver(
        &mut self,
        at: usize,
        receivers: &[(u64, bool)],
        kind: Option<MessageType>,
    ) -> Result<String, Complaint> {
        let mut text = String::new();
        for (id, dropped) in receivers {
            let (theirs, others) =
                std::mem::take(&mut self.flying)
                    .into_iter()
                    .partition(|message| {
                        message.to == *id && kind.is_none_or(|kind| message.get_msg_type() == kind)
                    });
            self.flying = others;
            let theirs: Vec<Message> = theirs;
            for message in theirs {
                let told = message_text(&message);
                if *dropped {
                    let _ = writeln!(text, "dropped: {told}");
                    continue;
                }
                let after = self.node(at, *id)?.step(message);
                let _ = write!(text, "{told}\n{after}");
                if panic_in(&after).is_some() {
                    return Ok(text);
                }
            }
        }
        if text.is_empty() {
            text.push_str("no messages\n");
        }
        Ok(text)
    }

    /// Handles Readies and delivers messages, in etcd-raft's order, until nothing is left.
    fn stabilize(&mut self, at: usize, ids: &[u64]) -> Result<String, Complaint> {
        let all: Vec<u64> = self.nodes.iter().map(Node::id).collect();
        let ids = if ids.is_empty() { &all } else { ids };
        let mut text = String::new();
        for _ in 0..ROUNDS_MAX {
            let mut done = true;
            for id in ids {
                if panic_in(&text).is_none() && self.node(at, *id)?.has_ready() {
                    let told = self.process_ready(at, &[*id])?;
                    let _ = write!(text, "> {id} handling Ready\n{}", indented(&told));
                    done = false;
                }
            }
            for id in ids {
                if panic_in(&text).is_none() && self.flying.iter().any(|message| message.to == *id)
                {
                    let told = self.deliver(at, &[(*id, false)], None)?;
                    let _ = write!(text, "> {id} receiving messages\n{}", indented(&told));
                    done = false;
                }
            }
            if done || panic_in(&text).is_some() {
                return Ok(text);
            }
        }
        let found = format!("{ROUNDS_MAX} rounds without an end");
        Err(Complaint::new(at, &found, "nodes that come to rest"))
    }
}

fn single((kind, id): &(ConfChangeType, u64)) -> ConfChangeSingle {
    let mut one = ConfChangeSingle::default();
    one.set_change_type(*kind);
    one.node_id = *id;
    one
}

fn propose_change(
    node: &mut Node,
    v1: bool,
    transition: ConfChangeTransition,
    changes: Vec<ConfChangeSingle>,
) -> String {
    node.call(|raw| {
        if v1 {
            let mut change = ConfChange::default();
            change.set_change_type(changes[0].get_change_type());
            change.node_id = changes[0].node_id;
            return raw.propose_conf_change(Vec::new(), change);
        }
        let mut change = ConfChangeV2::default();
        change.set_transition(transition);
        change.changes = changes;
        raw.propose_conf_change(Vec::new(), change)
    })
}

fn log_text(node: &Node) -> String {
    let disk = node.disk();
    if disk.entries().is_empty() {
        let (first, last) = (disk.first(), disk.last());
        return format!("log is empty: first index={first}, last index={last}\n");
    }
    let lines = disk.entries().iter().map(|entry| entry_text(entry) + "\n");
    lines.collect()
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}\n")).collect();
    lines.concat()
}

fn lines_that(text: &str, heard: impl Fn(&str) -> bool) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let heard = lines.into_iter().filter(|line| heard(line.trim_end()));
    heard.collect()
}
