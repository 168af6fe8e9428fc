//! The commands of the language, read from words. What is not spoken here is one of them, with its
//! reason.

use raft::eraftpb::{ConfChangeTransition, ConfChangeType, MessageType};

use crate::complaint::Complaint;
use crate::message::kind_named;
use crate::script::{Arg, Block, Line, words};

/// Ticks of an election timeout, and between heartbeats, as etcd-raft's tests have them.
pub(crate) const ELECTION_TICKS: usize = 3;
pub(crate) const HEARTBEAT_TICKS: usize = 1;

#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    pub(crate) voters: Vec<u64>,
    pub(crate) learners: Vec<u64>,
    pub(crate) index: u64,
    pub(crate) content: String,
    pub(crate) inflight: Option<usize>,
    pub(crate) pre_vote: bool,
    pub(crate) check_quorum: bool,
    pub(crate) lease_based: bool,
    pub(crate) max_committed_size: Option<u64>,
}

/// How loud the handlers and the nodes are: lines below it are not said.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
    None,
}

#[derive(Clone, Debug)]
pub(crate) enum Order {
    AddNodes(usize, Setup),
    Campaign(u64),
    Compact(u64, u64),
    /// Receivers, each with whether its messages are dropped, and of which kind alone.
    Deliver(Vec<(u64, bool)>, Option<MessageType>),
    ProcessReady(Vec<u64>),
    LogLevel(Level),
    RaftLog(u64),
    RaftState,
    ElectionTimeout(u64, usize),
    Stabilize(Vec<u64>, Option<Level>),
    Status(u64),
    TickElection(u64),
    TickHeartbeat(u64),
    Transfer(u64, u64),
    SendSnapshot(u64, u64),
    Propose(u64, String),
    ProposeChange(u64, bool, ConfChangeTransition, Vec<(ConfChangeType, u64)>),
    ReportUnreachable(u64, u64),
    Nothing,
    /// Why it is not spoken here, by the name of the known difference.
    Unspoken(&'static str),
}

/// An order and the line that it stands on.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) at: usize,
    pub(crate) order: Order,
}

/// All names, as complaints list them.
const NAMES: &str = "add-nodes, campaign, compact, deliver-msgs, forget-leader, log-level, \
    process-append-thread, process-apply-thread, process-ready, propose, propose-conf-change, \
    raft-log, raft-state, report-unreachable, send-snapshot, set-randomized-election-timeout, \
    stabilize, status, tick-election, tick-heartbeat, transfer-leadership";

/// Reads what stands above a block's dashes: lines after the first are commands too, except those
/// of `propose-conf-change`, which are its changes.
pub(crate) fn commands(block: &Block) -> Result<Vec<Command>, Complaint> {
    let first = words(block.at, &block.given[0].1)?;
    if first.name == "propose-conf-change" {
        let order = change(&first, &block.given[1..])?;
        return Ok(vec![Command {
            at: block.at,
            order,
        }]);
    }
    let lines = block
        .given
        .iter()
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            let order = order(&words(*at, line)?)?;
            Ok(Command { at: *at, order })
        })
        .collect()
}

fn order(line: &Line) -> Result<Order, Complaint> {
    Ok(match line.name.as_str() {
        "add-nodes" => return setup(line),
        "campaign" => Order::Campaign(line.node(0)?),
        "compact" => Order::Compact(line.node(0)?, line.number(1)?),
        "deliver-msgs" => return deliver(line),
        "process-ready" => Order::ProcessReady(line.nodes(1)?),
        "log-level" => Order::LogLevel(level(line.at, &line.word(0)?.key)?),
        "raft-log" => Order::RaftLog(line.node(0)?),
        "raft-state" => Order::RaftState,
        "set-randomized-election-timeout" => {
            let ticks: usize = number(line.at, line.value("timeout")?)?;
            if !(ELECTION_TICKS..2 * ELECTION_TICKS).contains(&ticks) {
                let found = format!("a timeout of {ticks} ticks");
                return Err(Complaint::new(
                    line.at,
                    &found,
                    "3 to 5, as raft-rs draws them",
                ));
            }
            Order::ElectionTimeout(line.node(0)?, ticks)
        }
        "stabilize" => {
            let louder = line.args.iter().find(|arg| arg.key == "log-level");
            let louder = louder.map(|arg| level(line.at, arg.values.first().map_or("", |v| v)));
            Order::Stabilize(line.nodes(0)?, louder.transpose()?)
        }
        "status" => Order::Status(line.node(0)?),
        "tick-election" => Order::TickElection(line.node(0)?),
        "tick-heartbeat" => Order::TickHeartbeat(line.node(0)?),
        "transfer-leadership" => {
            let from = number(line.at, line.value("from")?)?;
            Order::Transfer(from, number(line.at, line.value("to")?)?)
        }
        "send-snapshot" => Order::SendSnapshot(line.node(0)?, line.node(1)?),
        "propose" => Order::Propose(line.node(0)?, line.word(1)?.key.clone()),
        "report-unreachable" => Order::ReportUnreachable(line.node(0)?, line.node(1)?),
        "_breakpoint" => Order::Nothing,
        "process-append-thread" | "process-apply-thread" => Order::Unspoken("async-storage"),
        "forget-leader" => Order::Unspoken("forget-leader"),
        name => {
            let expected = format!("one of {NAMES}");
            return Err(Complaint::new(line.at, &format!("`{name}`"), &expected));
        }
    })
}

fn setup(line: &Line) -> Result<Order, Complaint> {
    let at = line.at;
    let mut setup = Setup::default();
    let mut unspoken = None;
    for arg in line.args.iter().skip(1) {
        let first = arg.values.first().map_or("", String::as_str);
        let mut refused = |name| {
            if truth(at, first)? {
                unspoken = Some(name);
            }
            Ok(())
        };
        match arg.key.as_str() {
            "voters" => setup.voters = numbers(at, arg)?,
            "learners" => setup.learners = numbers(at, arg)?,
            "index" => setup.index = number(at, first)?,
            "content" => first.clone_into(&mut setup.content),
            "inflight" => setup.inflight = Some(number(at, first)?),
            "prevote" => setup.pre_vote = truth(at, first)?,
            "checkquorum" => setup.check_quorum = truth(at, first)?,
            "max-committed-size-per-ready" => setup.max_committed_size = Some(number(at, first)?),
            "read-only" => setup.lease_based = first == "lease-based",
            "async-storage-writes" => refused("async-storage")?,
            "disable-conf-change-validation" => refused("change-validation")?,
            "step-down-on-removal" => refused("step-down")?,
            other => {
                let expected = "voters, learners, index, content, inflight, prevote, checkquorum, \
                    max-committed-size-per-ready, read-only, async-storage-writes, \
                    disable-conf-change-validation or step-down-on-removal";
                return Err(Complaint::new(at, &format!("`{other}`"), expected));
            }
        }
    }
    let count = line.number(0)?;
    let bootstrapped = !setup.voters.is_empty() || !setup.learners.is_empty();
    if bootstrapped && setup.index < 2 {
        let found = format!("index {}", setup.index);
        return Err(Complaint::new(
            at,
            &found,
            "an index above 1 for nodes with a configuration",
        ));
    }
    Ok(match unspoken {
        Some(name) => Order::Unspoken(name),
        None => Order::AddNodes(count, setup),
    })
}

fn deliver(line: &Line) -> Result<Order, Complaint> {
    let mut receivers: Vec<(u64, bool)> = Vec::new();
    let mut kind = None;
    for arg in &line.args {
        match arg.key.as_str() {
            "drop" => {
                for id in numbers(line.at, arg)? {
                    if receivers.iter().any(|(to, _)| *to == id) {
                        let found = format!("node {id} twice");
                        return Err(Complaint::new(line.at, &found, "to deliver or to drop"));
                    }
                    receivers.push((id, true));
                }
            }
            "type" => {
                let name = arg.values.first().map_or("", String::as_str);
                let known = kind_named(name);
                let complaint = || {
                    let found = format!("`{name}`");
                    Complaint::new(line.at, &found, "a kind of message, such as MsgApp")
                };
                kind = Some(known.ok_or_else(complaint)?);
            }
            id => receivers.push((number(line.at, id)?, false)),
        }
    }
    Ok(Order::Deliver(receivers, kind))
}

fn change(line: &Line, input: &[(usize, String)]) -> Result<Order, Complaint> {
    let mut v1 = false;
    let mut transition = ConfChangeTransition::Auto;
    for arg in line.args.iter().skip(1) {
        let value = arg.values.first().map_or("", String::as_str);
        match (arg.key.as_str(), value) {
            ("v1", value) => v1 = truth(line.at, value)?,
            ("transition", "auto") => transition = ConfChangeTransition::Auto,
            ("transition", "implicit") => transition = ConfChangeTransition::Implicit,
            ("transition", "explicit") => transition = ConfChangeTransition::Explicit,
            (key, value) => {
                let found = format!("`{key}={value}`");
                let expected = "v1=true, or transition=auto, implicit or explicit";
                return Err(Complaint::new(line.at, &found, expected));
            }
        }
    }
    let mut changes = Vec::new();
    for (at, text) in input {
        for word in text.split_whitespace() {
            let (kind, id) = word.split_at(1);
            let kind = match kind {
                "v" => ConfChangeType::AddNode,
                "l" => ConfChangeType::AddLearnerNode,
                "r" => ConfChangeType::RemoveNode,
                "u" => return Ok(Order::Unspoken("update-node")),
                _ => {
                    let expected = "a change: v, l, r or u and the id of a node";
                    return Err(Complaint::new(*at, &format!("`{word}`"), expected));
                }
            };
            changes.push((kind, number(*at, id)?));
        }
    }
    if v1 && changes.len() != 1 {
        let found = format!("{} changes", changes.len());
        return Err(Complaint::new(line.at, &found, "one change, with v1=true"));
    }
    Ok(Order::ProposeChange(line.node(0)?, v1, transition, changes))
}

impl Line {
    fn word(&self, place: usize) -> Result<&Arg, Complaint> {
        let complaint = || {
            let found = format!("`{}` with {} words", self.name, self.args.len());
            Complaint::new(self.at, &found, &format!("at least {}", place + 1))
        };
        self.args.get(place).ok_or_else(complaint)
    }

    fn number<N: std::str::FromStr>(&self, place: usize) -> Result<N, Complaint> {
        number(self.at, &self.word(place)?.key)
    }

    fn node(&self, place: usize) -> Result<u64, Complaint> {
        self.number(place)
    }

    /// Words without a value, at least so many.
    fn nodes(&self, least: usize) -> Result<Vec<u64>, Complaint> {
        if least > 0 {
            self.word(least - 1)?;
        }
        let bare = self.args.iter().filter(|arg| arg.values.is_empty());
        bare.map(|arg| number(self.at, &arg.key)).collect()
    }

    fn value(&self, key: &str) -> Result<&str, Complaint> {
        let arg = self.args.iter().find(|arg| arg.key == key);
        let value = arg.and_then(|arg| arg.values.first());
        let complaint = || {
            let found = format!("`{}` without `{key}=`", self.name);
            Complaint::new(self.at, &found, &format!("`{key}=` and a number"))
        };
        value.map(String::as_str).ok_or_else(complaint)
    }
}

fn numbers(at: usize, arg: &Arg) -> Result<Vec<u64>, Complaint> {
    arg.values.iter().map(|value| number(at, value)).collect()
}

fn number<N: std::str::FromStr>(at: usize, text: &str) -> Result<N, Complaint> {
    text.parse()
        .map_err(|_| Complaint::new(at, &format!("`{text}`"), "a number"))
}

fn truth(at: usize, text: &str) -> Result<bool, Complaint> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(Complaint::new(at, &format!("`{text}`"), "true or false")),
    }
}

fn level(at: usize, name: &str) -> Result<Level, Complaint> {
    Ok(match name.to_ascii_lowercase().as_str() {
        "debug" => Level::Debug,
        "info" => Level::Info,
        "warn" => Level::Warn,
        "error" => Level::Error,
        "fatal" => Level::Fatal,
        "none" => Level::None,
        _ => {
            let expected = "debug, info, warn, error, fatal or none";
            return Err(Complaint::new(at, &format!("`{name}`"), expected));
        }
    })
}
