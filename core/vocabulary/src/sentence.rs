//! Actions and faults in one plain sentence each, for lists, narration and screen readers.

use model::config::{Action, FaultKey, OpKind, Operation, Settings};
use model::machines::Resource;
use model::tuning::Tuned;
use sim::Place;

use crate::amount::Amount;
use crate::names::Names;
use crate::switches::phrases;
use crate::units::duration_text;

/// What the action does, as one sentence.
pub fn sentence(action: &Action, names: &Names) -> String {
    match action {
        Action::Cut { from, to, both } => {
            format!("Cut the {}.", link_text(*from, *to, *both, names))
        }
        Action::Isolate(at) => format!("Isolate {}.", names.place_name(*at)),
        Action::Degrade {
            from,
            to,
            both,
            how,
        } => {
            let link = link_text(*from, *to, *both, names);
            format!("Worsen the {link}: {}.", degrade_text(how))
        }
        Action::Heal(fault) => format!("Heal: {}.", fault_text(fault, names)),
        Action::HealAll => "Heal every fault of the network.".to_string(),
        Action::Crash(store) => format!("Crash {}.", names.node_id(*store)),
        Action::Restart(store) => format!("Restart {}.", names.node_id(*store)),
        Action::Pause(store) => format!("Pause {}.", names.node_id(*store)),
        Action::Resume(store) => format!("Resume {}.", names.node_id(*store)),
        Action::Campaign { store, range } => {
            format!("{} campaigns in range {range}.", names.node_id(*store))
        }
        Action::Operate { range, step } => operation_sentence(*range, *step, names),
        Action::Transfer { to, range } => {
            let to = names.node_id(*to);
            format!("Transfer the lead of range {range} to {to}.")
        }
        Action::Request { .. } | Action::RequestNamed { .. } => request_sentence(action, names),
        Action::SetWorkload { workload, running } => {
            let word = if *running { "Start" } else { "Stop" };
            let load = &names.workloads[usize::from(*workload)].id;
            format!("{word} the load \"{load}\".")
        }
        Action::SetClock { store, drift_ppm } => {
            let store = names.node_id(*store);
            format!("The clock of {store} runs {drift_ppm} ppm fast.")
        }
        Action::Set(settings) => format!("Settings: {}.", settings_text(settings, names)),
        Action::Resize { of, to } => {
            format!("{}: {}.", tuned_text(*of, names), Amount::words(*of, *to))
        }
        Action::Drop { flight } => format!("Drop message {flight}."),
        Action::Corrupt { flight } => format!("Corrupt message {flight}."),
        Action::CorruptNext { from, to, messages } => {
            let (from, to) = (names.place_name(*from), names.place_name(*to));
            match messages {
                1 => format!("Corrupt the next append from {from} to {to}."),
                _ => format!("Corrupt the next {messages} appends from {from} to {to}."),
            }
        }
    }
}

/// "Cores of g1", "Bandwidth from az1 to az2", "Cost of execute".
pub fn tuned_text(of: Tuned, names: &Names) -> String {
    let what = of.what().label();
    match of {
        Tuned::Size(Resource::HostPackets(_)) => format!("Packet cores of {}", names.tuned_id(of)),
        Tuned::Size(Resource::LinkBandwidth(from, to)) | Tuned::Window(from, to) => {
            let (from, to) = (Place::Zone(from), Place::Zone(to));
            let (from, to) = (names.place_name(from), names.place_name(to));
            format!("{what} from {from} to {to}")
        }
        Tuned::Size(_) | Tuned::Clients(_) | Tuned::Rate(_) | Tuned::Cost(_) => {
            format!("{what} of {}", names.tuned_id(of))
        }
    }
}

/// What a request by hand does, as one sentence.
fn request_sentence(action: &Action, names: &Names) -> String {
    match *action {
        Action::Request {
            gateway,
            op,
            key,
            rows,
            ..
        } => {
            let from = names.node_id(gateway);
            match op {
                OpKind::Get => format!("{from} gets key {key}."),
                OpKind::Put => format!("{from} puts key {key}."),
                OpKind::Scan => format!("{from} scans {rows} rows from key {key}."),
                OpKind::Statement
                | OpKind::Transaction
                | OpKind::Transfer
                | OpKind::Insert
                | OpKind::Update => unreachable!("its keys are named, or no action by hand"),
            }
        }
        Action::RequestNamed {
            gateway, op, keys, ..
        } => {
            let (from, keys) = (names.node_id(gateway), keys.long_words());
            match op {
                OpKind::Insert => format!("{from} inserts {keys} in one transaction."),
                OpKind::Update => format!("{from} reads and writes {keys} in one transaction."),
                _ => format!("{from} reads {keys} in one statement."),
            }
        }
        _ => unreachable!("called for requests alone"),
    }
}

/// What an operation on a range does, as one sentence.
fn operation_sentence(range: u32, step: Operation, names: &Names) -> String {
    let store = |node| names.node_id(node);
    match step {
        Operation::MoveLeader { to } => {
            format!("Transfer the lead of range {range} to {}.", store(to))
        }
        Operation::AddLearner { store: on } => {
            format!("Add a learner of range {range} on {}.", store(on))
        }
        Operation::Add { store: on } => format!("Add a replica of range {range} on {}.", store(on)),
        Operation::Promote { store: on } => {
            format!("Let the learner of range {range} on {} vote.", store(on))
        }
        Operation::Remove { store: on } => {
            format!("Remove the replica of range {range} on {}.", store(on))
        }
        Operation::Replace { add, remove } => {
            let (from, to) = (store(remove), store(add));
            format!("Move a replica of range {range} from {from} to {to}.")
        }
        Operation::Split { at_key } => format!("Split range {range} at key {at_key}."),
        Operation::Merge { into } => format!("Merge range {range} into range {into}."),
    }
}

/// A standing fault, as a phrase: "link between az1 and az2 cut".
pub fn fault_text(fault: &FaultKey, names: &Names) -> String {
    let (from, to, both) = fault.places();
    let place = match to {
        Some(to) => link_text(from, to, both, names),
        None => names.place_name(from).to_string(),
    };
    format!("{place} {}", fault.kind().label())
}

/// "link between az1 and az2", "link from az1 to az2 (one way)".
fn link_text(from: Place, to: Place, both: bool, names: &Names) -> String {
    let (from, to) = (names.place_name(from), names.place_name(to));
    if both {
        format!("link between {from} and {to}")
    } else {
        format!("link from {from} to {to} (one way)")
    }
}

/// What a worsened link adds: "5ms more delay, 10 % of packets lost".
pub fn degrade_text(how: &sim::Degrade) -> String {
    let mut parts = Vec::new();
    if how.delay_us > 0 {
        parts.push(format!("{} more delay", duration_text(how.delay_us)));
    }
    if how.jitter_us > 0 {
        parts.push(format!("{} more jitter", duration_text(how.jitter_us)));
    }
    if how.loss.ppm > 0 {
        parts.push(format!(
            "{} % of packets lost",
            millionths(u64::from(how.loss.ppm) * 100)
        ));
    }
    if how.vanish.ppm > 0 {
        parts.push(format!(
            "{} % of messages vanish",
            millionths(u64::from(how.vanish.ppm) * 100)
        ));
    }
    if how.bandwidth_bps > 0 {
        parts.push(format!("at most {} Mbit/s", millionths(how.bandwidth_bps)));
    }
    if parts.is_empty() {
        "by nothing".to_string()
    } else {
        parts.join(", ")
    }
}

/// A number of millionths in units, without zeros at the end. By hand: the library's words for
/// floats cost 15 kB of the page's module.
fn millionths(millionths: u64) -> String {
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    let text = text.trim_end_matches('0');
    text.trim_end_matches('.').to_string()
}

/// What a change of switches changes, as one sentence.
pub fn settings_sentence(before: &Settings, after: &Settings, names: &Names) -> String {
    let zones = names.zone_ids();
    let changed: Vec<String> = phrases(before, &zones)
        .into_iter()
        .zip(phrases(after, &zones))
        .filter(|(old, new)| old != new)
        .map(|(_, new)| new)
        .collect();
    match changed.as_slice() {
        [] => "Settings stay as they are.".to_string(),
        _ => format!("Settings: {}.", changed.join(", ")),
    }
}

fn settings_text(settings: &Settings, names: &Names) -> String {
    phrases(settings, &names.zone_ids()).join(", ")
}
