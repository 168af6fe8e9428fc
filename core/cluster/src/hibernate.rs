//! Quiet ranges that sleep (TiKV's hibernate region): their replicas stop to tick, so thousands of
//! idle groups cost nothing, not even heartbeats.
//!
//! A leader with nothing to do marks its heartbeats. A follower that also has nothing to do answers
//! in kind and stops to tick; when all have answered so, the leader stops too. Any other message, a
//! proposal, a read that needs the leader, an order by hand, or the news that a member's store is
//! gone wakes a replica. Raft itself notices none of this: a tick that does not happen is time that
//! does not pass.

use raft::StateRole;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::NodeId;

use crate::cluster::{Cluster, ReplicaIndex};
use crate::timeline::Event;
use model::fact::{Change, Observer};
use model::view::StoreStatus;

/// Context of a heartbeat that offers sleep, and of the answer that takes it. Read contexts have
/// 16 bytes, so this is none.
const SLEEP: &[u8] = b"z";

/// Whether a message is about sleep and nothing else.
pub(crate) fn is_about_sleep(message: &Message) -> bool {
    message.context == SLEEP
}

/// Whether a replica ticks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sleep {
    /// It does.
    Awake,
    /// It does not, as soon as the tick that is due has come.
    Asleep,
    /// It does not, and no tick is due.
    Stopped,
}

/// What a leader knows of its group's wish to sleep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drowsy {
    /// Ticks in a row with nothing to do.
    quiet_ticks: u64,
    /// Peers that sleep, by their own word.
    asleep: Vec<u64>,
}

impl<O: Observer> Cluster<O> {
    pub(crate) fn is_asleep(&self, index: ReplicaIndex) -> bool {
        self.replicas[index as usize].asleep != Sleep::Awake
    }

    /// A tick is due. False when the replica sleeps: then no other will be due.
    pub(crate) fn ticks_on(&mut self, index: ReplicaIndex) -> bool {
        let replica = &mut self.replicas[index as usize];
        if replica.asleep == Sleep::Awake {
            return true;
        }
        replica.asleep = Sleep::Stopped;
        false
    }

    /// Counts a leader's quiet ticks.
    pub(crate) fn tick_drowsy(&mut self, index: ReplicaIndex) {
        let quiet = self.settings.hibernate && self.is_quiet(index);
        let replica = &mut self.replicas[index as usize];
        if quiet {
            replica.drowsy.quiet_ticks += 1;
        } else if replica.drowsy.quiet_ticks > 0 {
            replica.drowsy = Drowsy::default();
        }
    }

    /// Whether a leader's group has nothing to do: everything is applied and known as committed
    /// everywhere, and nobody waits.
    fn is_quiet(&mut self, index: ReplicaIndex) -> bool {
        let replica = &mut self.replicas[index as usize];
        if !replica.proposals.is_empty() || replica.storage().is_joint() || !replica.is_idle() {
            return false;
        }
        let own = replica.at.peer;
        let raft = &replica.node().raft;
        let last = raft.raft_log.last_index();
        let settled = raft.state == StateRole::Leader
            && raft.lead_transferee.is_none()
            && raft.prs().iter().all(|(peer, progress)| {
                *peer == own || progress.matched == last && progress.committed_index == last
            });
        settled && !self.is_busy(index)
    }

    /// Marks the heartbeats of a leader that wants to sleep.
    pub(crate) fn offer_sleep(&self, index: ReplicaIndex, message: &mut Message) {
        let drowsy = &self.replicas[index as usize].drowsy;
        let patience = self.config.raft.election_ticks as u64;
        if drowsy.quiet_ticks >= patience
            && message.get_msg_type() == RaftType::MsgHeartbeat
            && message.context.is_empty()
        {
            message.context = SLEEP.to_vec();
        }
    }

    /// A message reaches a replica: most wake it.
    pub(crate) fn wake_by(&mut self, index: ReplicaIndex, message: &mut Message) {
        let is_about_sleep = is_about_sleep(message);
        match message.get_msg_type() {
            RaftType::MsgHeartbeat if is_about_sleep => {
                let replica = &mut self.replicas[index as usize];
                if !self.settings.hibernate || !replica.is_idle() {
                    // Its answer shall not say that it sleeps.
                    message.context = Vec::new();
                    self.wake(index);
                }
            }
            // An answer that does not take the offer is one to an earlier heartbeat, or comes from
            // a follower that is busy: no reason to count the quiet ticks from the start.
            RaftType::MsgHeartbeatResponse
                if is_about_sleep || message.context.is_empty() && !self.is_asleep(index) => {}
            _ => self.wake(index),
        }
    }

    /// A replica has taken a message about sleep.
    pub(crate) fn sleep_by(&mut self, index: ReplicaIndex, kind: RaftType, from: u64) {
        let replica = &mut self.replicas[index as usize];
        match kind {
            RaftType::MsgHeartbeat => {
                let follows = replica.node().raft.leader_id == from;
                if follows && replica.is_idle() {
                    self.fall_asleep(index);
                }
            }
            RaftType::MsgHeartbeatResponse if replica.drowsy.quiet_ticks > 0 => {
                let own = replica.at.peer;
                if !replica.drowsy.asleep.contains(&from) {
                    replica.drowsy.asleep.push(from);
                }
                let asleep = std::mem::take(&mut replica.drowsy.asleep);
                let prs = replica.node().raft.prs();
                let all = prs
                    .iter()
                    .all(|(peer, _)| *peer == own || asleep.contains(peer));
                self.replicas[index as usize].drowsy.asleep = asleep;
                if all && self.is_quiet(index) {
                    self.fall_asleep(index);
                }
            }
            _ => {}
        }
    }

    fn fall_asleep(&mut self, index: ReplicaIndex) {
        let replica = &mut self.replicas[index as usize];
        if replica.asleep == Sleep::Awake {
            replica.asleep = Sleep::Asleep;
            let at = replica.at;
            self.tell_change(at, Change::Hibernated, 0, 0);
        }
    }

    /// Makes a replica tick again.
    pub(crate) fn wake(&mut self, index: ReplicaIndex) {
        let replica = &mut self.replicas[index as usize];
        if replica.drowsy.quiet_ticks > 0 {
            replica.drowsy = Drowsy::default();
        }
        if replica.asleep == Sleep::Awake {
            return;
        }
        let (at, life, stopped) = (replica.at, replica.life, replica.asleep == Sleep::Stopped);
        replica.asleep = Sleep::Awake;
        if stopped {
            let tick_us = self.config.raft.tick_us;
            let clock = &self.stores[usize::from(at.node.0)].clock;
            let due = self.now() + clock.sim_duration(tick_us);
            self.at(
                due,
                Event::Tick {
                    replica: index,
                    life,
                },
            );
        }
        self.tell_change(at, Change::Woken, 0, 0);
    }

    /// A replica that was woken by something else than its leader asks it to wake too, so that
    /// nobody stands for election without need.
    pub(crate) fn call_leader_awake(&mut self, index: ReplicaIndex) {
        let replica = &self.replicas[index as usize];
        let (at, leader) = (replica.at, replica.soft().leader_peer);
        if leader == at.peer {
            return;
        }
        if let Some(node) = self.node_of_peer(at.range, leader) {
            self.send_wake(at, node, leader);
        }
    }

    /// A member asks a replica to wake.
    pub(crate) fn called_awake(&mut self, range: u32, peer: u64) {
        let Some(index) = self.replica_of_peer(range, peer) else {
            return;
        };
        if self.replicas[index as usize].is_up() {
            self.wake(index);
        }
    }

    /// A store is gone: the other members of its groups that sleep hear of it as a broken
    /// connection, one delay later.
    pub(crate) fn wake_neighbours(&mut self, gone: NodeId) {
        for index in self.stores[usize::from(gone.0)].replicas.clone() {
            let at = self.replicas[index as usize].at;
            for other in self.ranges[at.range as usize].replicas.clone() {
                let node = self.replicas[other as usize].at.node;
                let up = self.stores[usize::from(node.0)].status != StoreStatus::Crashed;
                if !self.is_asleep(other) || !up || self.transport.network.is_cut(gone, node) {
                    continue;
                }
                let (life, peer) = (self.replicas[other as usize].life, at.peer as u32);
                let due = self.now() + self.transport.network.delay_us(gone, node);
                let replica = other;
                self.at(
                    due,
                    Event::Unreachable {
                        replica,
                        life,
                        peer,
                    },
                );
            }
        }
    }

    /// Nobody sleeps any more: the switch was turned off.
    pub(crate) fn wake_all(&mut self) {
        for index in 0..self.replicas.len() as ReplicaIndex {
            if self.replicas[index as usize].is_up() {
                self.wake(index);
            }
        }
    }
}
