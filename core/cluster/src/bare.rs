//! The yardstick of the benchmark: the same `RawNode`s on the same storage, stepped in a loop with
//! no network, no time, no clients, no checks. What the engine costs is measured against it.

use std::collections::VecDeque;

use raft::eraftpb::Message;
use raft::{Config, RawNode, StateRole};

use crate::replica::ReplicaStorage;
use kv::command::{self, PutOf};
use kv::machine::Machine;
use model::config::ValueKind;

/// Nodes of one group whose messages are handed over at once, in order.
pub struct BareLoop {
    nodes: Vec<RawNode<ReplicaStorage>>,
    inbox: VecDeque<Message>,
    rows: u64,
    messages: u64,
    proposed: u64,
    writes: u64,
}

impl BareLoop {
    /// A group of this many voters, whose state machines have so many rows; the first one leads.
    pub fn new(voters: u64, rows: u64) -> Self {
        let log = slog::Logger::root(slog::Discard, slog::o!());
        let ids: Vec<u64> = (1..=voters).collect();
        let node = |id: u64| {
            let storage = ReplicaStorage::new(ids.clone(), Machine::new(0, rows, 100));
            let config = Config {
                id,
                election_tick: 10,
                heartbeat_tick: 1,
                max_size_per_msg: 1 << 20,
                max_inflight_msgs: 256,
                check_quorum: true,
                pre_vote: true,
                skip_bcast_commit: true,
                ..Config::default()
            };
            RawNode::new(&config, storage, &log).expect("a valid config")
        };
        let nodes = ids.iter().map(|&id| node(id)).collect();
        let mut group = BareLoop {
            nodes,
            inbox: VecDeque::new(),
            rows,
            messages: 0,
            proposed: 0,
            writes: 0,
        };
        group.nodes[0].campaign().expect("nothing is pending");
        group.settle();
        assert_eq!(group.nodes[0].raft.state, StateRole::Leader);
        group
    }

    /// Raft messages handed over so far.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Proposes `count` puts of `value_bytes` one by one and steps until all is quiet.
    pub fn write(&mut self, count: u32, value_bytes: u32) {
        for _ in 0..count {
            self.propose(value_bytes);
        }
        self.settle();
    }

    /// Proposes a put; its messages wait to be stepped.
    pub fn propose(&mut self, value_bytes: u32) {
        self.proposed += 1;
        let row = sim::mix(self.proposed, 0) % self.rows;
        let data = command::encode(&PutOf {
            row,
            rows: 1,
            write_id: self.proposed,
            value_bytes,
            values: ValueKind::Line,
            at_ms: 0,
        });
        self.nodes[0].propose(Vec::new(), data).expect("it leads");
        self.drain(0);
    }

    /// One tick of every node; what follows from it waits to be stepped.
    pub fn tick(&mut self) {
        for position in 0..self.nodes.len() {
            self.nodes[position].tick();
            self.drain(position);
        }
    }

    /// Hands over the message that waits longest, if one does.
    pub fn step(&mut self) -> bool {
        let Some(message) = self.inbox.pop_front() else {
            return false;
        };
        self.messages += 1;
        let position = (message.to - 1) as usize;
        self.nodes[position].step(message).expect("a known peer");
        self.drain(position);
        true
    }

    /// Hands over all messages that wait, and those that follow.
    pub fn settle(&mut self) {
        self.drain(0);
        while self.step() {}
    }

    fn drain(&mut self, position: usize) {
        let node = &mut self.nodes[position];
        while node.has_ready() {
            let mut ready = node.ready();
            self.inbox.extend(ready.take_messages());
            let entries = ready.take_entries();
            let committed = ready.take_committed_entries();
            let after_sync = ready.take_persisted_messages();
            self.writes += 1;
            node.mut_store().begin_write(self.writes);
            if let Some(hard_state) = ready.hs().cloned() {
                node.mut_store().set_hard_state(hard_state);
            }
            if !entries.is_empty() {
                node.mut_store().append(entries);
            }
            let number = ready.number();
            node.advance_append_async(ready);
            node.mut_store().synced(self.writes);
            node.on_persist_ready(number);
            self.inbox.extend(after_sync);
            if let Some(last) = committed.last().map(|e| e.index) {
                let machine = &mut node.mut_store().machine;
                for entry in &committed {
                    machine.apply(entry.index, entry.term, &entry.data, 0);
                }
                node.advance_apply_to(last);
                node.mut_store().compact(1_024);
            }
        }
    }
}

/// Groups of three whose messages are handed over in turn, so that each finds its group as cold as
/// a run of many ranges does.
pub struct BareGroups {
    groups: Vec<BareLoop>,
    drawn: u64,
}

impl BareGroups {
    /// So many groups, of so many rows each.
    pub fn new(count: u32, rows: u64) -> Self {
        let groups = (0..count).map(|_| BareLoop::new(3, rows)).collect();
        BareGroups { groups, drawn: 0 }
    }

    /// Raft messages handed over so far.
    pub fn messages(&self) -> u64 {
        self.groups.iter().map(BareLoop::messages).sum()
    }

    /// A tick of every node; then, so many times, `at_once` puts of `value_bytes`, each to a group
    /// that is drawn.
    pub fn round(&mut self, at_once: u32, times: u32, value_bytes: u32) {
        self.groups.iter_mut().for_each(BareLoop::tick);
        let all: Vec<usize> = (0..self.groups.len()).collect();
        self.step_in_turn(&all);
        for _ in 0..times {
            let drawn: Vec<usize> = (0..at_once).map(|_| self.draw()).collect();
            for &group in &drawn {
                self.groups[group].propose(value_bytes);
            }
            self.step_in_turn(&drawn);
        }
    }

    fn draw(&mut self) -> usize {
        self.drawn += 1;
        (sim::mix(self.drawn, 1) % self.groups.len() as u64) as usize
    }

    /// A message of each, and again, until none waits.
    fn step_in_turn(&mut self, of: &[usize]) {
        let mut any = true;
        while any {
            any = false;
            for &group in of {
                any |= self.groups[group].step();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_applies_every_write() {
        let mut group = BareLoop::new(5, 10_000);
        for _ in 0..10 {
            group.write(20, 64);
            group.tick();
            group.settle();
        }
        let chains: Vec<u64> = group
            .nodes
            .iter()
            .map(|n| n.store().machine.chain)
            .collect();
        assert!(chains.iter().all(|c| *c == chains[0]));
        assert_eq!(group.nodes[4].store().machine.applied, 201);
        assert!(group.messages() > 200 * 8);
    }

    #[test]
    fn many_groups_come_to_rest_with_every_write_applied_by_all() {
        let mut groups = BareGroups::new(7, 10);
        for _ in 0..3 {
            groups.round(64, 5, 64);
        }
        // Followers learn of the last commits by a heartbeat.
        groups.round(0, 0, 0);
        let proposed: u64 = groups.groups.iter().map(|group| group.proposed).sum();
        assert_eq!(proposed, 3 * 64 * 5);
        for BareLoop {
            nodes,
            inbox,
            proposed,
            ..
        } in &groups.groups
        {
            let applied = nodes.iter().map(|node| node.store().machine.applied);
            assert!(inbox.is_empty() && applied.eq([proposed + 1; 3]));
        }
    }
}
