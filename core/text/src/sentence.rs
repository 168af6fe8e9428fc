//! Actions and faults in one plain sentence each, for lists, narration and screen readers.

use std::cmp::Ordering;

use model::chance::{Chance, Chances};
use model::config::{Action, FaultKey, FaultPlaces, OpKind, Operation, Settings};
use model::ids::RangeId;
use model::machines::Resource;
use model::tuning::Tuned;
use sim::Place;

use crate::keys::long_key_words;
use crate::names::Names;
use crate::quantity::size_words;
use crate::said::{as_id, one_after_another};
use crate::say;
use crate::switch_words::phrases;
use crate::words::duration_words;

/// What the action does, as one sentence.
pub fn sentence(action: &Action, names: &Names) -> String {
    match action {
        Action::Cut { from, to, both } => {
            say!(
                "Cut the {link}.",
                link = link_text(*from, *to, *both, names)
            )
        }
        Action::Isolate(at) => say!("Isolate {place}.", place = names.place_name(*at)),
        Action::Degrade {
            from,
            to,
            both,
            how,
        } => {
            let link = link_text(*from, *to, *both, names);
            say!("Degrade the {link}: {how}.", link, how = degrade_text(how))
        }
        Action::Heal(fault) => say!("Heal: {fault}.", fault = fault_text(fault, names)),
        Action::HealAll => say!("Heal every fault of the network."),
        Action::Crash(store) => say!("Crash {store}.", store = names.node_id(*store)),
        Action::Restart(store) => say!("Restart {store}.", store = names.node_id(*store)),
        Action::Pause(store) => say!("Pause {store}.", store = names.node_id(*store)),
        Action::Resume(store) => say!("Resume {store}.", store = names.node_id(*store)),
        Action::Campaign { store, range } => {
            say!(
                "{store} campaigns in range {range}.",
                store = names.node_id(*store),
                range
            )
        }
        Action::Operate { range, step } => operation_sentence(*range, *step, names),
        Action::Transfer { to, range } => {
            let to = names.node_id(*to);
            say!("Transfer the lead of range {range} to {to}.", range, to)
        }
        Action::Request { .. } | Action::RequestNamed { .. } => request_sentence(action, names),
        Action::SetWorkload { workload, running } => {
            load_sentence(&names.workloads[usize::from(*workload)].id, *running)
        }
        Action::SetClock { store, drift_ppm } => clock_sentence(names.node_id(*store), *drift_ppm),
        Action::Set(settings) => say!(
            "Settings: {settings}.",
            settings = settings_text(settings, names)
        ),
        Action::Resize { of, to } => {
            say!(
                "{size}: {amount}.",
                size = tuned_text(*of, names),
                amount = size_words(*of, *to)
            )
        }
        Action::Drop { flight } => say!("Drop message {flight}.", flight),
        Action::Corrupt { flight } => say!("Corrupt message {flight}.", flight),
        Action::CorruptNext { from, to, messages } => {
            corrupt_sentence(names.place_name(*from), names.place_name(*to), *messages)
        }
        Action::Redraw { stream, of } => redraw_sentence(*stream, *of),
    }
}

fn redraw_sentence(stream: u32, of: Chances) -> String {
    if of == Chances::ALL {
        return say!(
            "Another future, number {stream}: all chance is drawn anew.",
            stream
        );
    }
    let kinds: Vec<&str> = of.iter().map(Chance::label).collect();
    let kinds = one_after_another(&kinds);
    say!(
        "Another future, number {stream}. Drawn anew: {kinds}.",
        stream,
        kinds
    )
}

fn load_sentence(load: &str, running: bool) -> String {
    let load = as_id(load);
    if running {
        say!("Start the load \"{load}\".", load)
    } else {
        say!("Stop the load \"{load}\".", load)
    }
}

fn corrupt_sentence(from: &str, to: &str, messages: u32) -> String {
    if messages == 1 {
        return say!("Corrupt the next append from {from} to {to}.", from, to);
    }
    say!(
        "Corrupt the next {messages} appends from {from} to {to}.",
        messages,
        from,
        to
    )
}

/// "Cores of g1", "Bandwidth from az1 to az2", "Cost of execute".
pub fn tuned_text(of: Tuned, names: &Names) -> String {
    let what = of.what().label();
    match of {
        Tuned::Size(Resource::HostPackets(_)) => {
            say!("Packet cores of {host}", host = names.tuned_id(of))
        }
        Tuned::Size(Resource::LinkBandwidth(from, to)) | Tuned::Window(from, to) => {
            let (from, to) = (Place::Zone(from), Place::Zone(to));
            let (from, to) = (names.place_name(from), names.place_name(to));
            say!("{what} from {from} to {to}", what, from, to)
        }
        Tuned::Size(_) | Tuned::Clients(_) | Tuned::Rate(_) | Tuned::Cost(_) => {
            say!("{what} of {thing}", what, thing = as_id(names.tuned_id(of)))
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
                OpKind::Get => say!("{from} gets key {key}.", from, key),
                OpKind::Put => say!("{from} puts key {key}.", from, key),
                OpKind::Scan => say!("{from} scans {rows} rows from key {key}.", from, rows, key),
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
            let (from, keys) = (names.node_id(gateway), long_key_words(&keys));
            match op {
                OpKind::Insert => say!("{from} inserts {keys} in one transaction.", from, keys),
                OpKind::Update => say!(
                    "{from} reads and writes {keys} in one transaction.",
                    from,
                    keys
                ),
                _ => say!("{from} reads {keys} in one statement.", from, keys),
            }
        }
        _ => unreachable!("called for requests alone"),
    }
}

/// What an operation on a range does, as one sentence.
fn operation_sentence(range: RangeId, step: Operation, names: &Names) -> String {
    let store = |node| names.node_id(node);
    match step {
        Operation::MoveLeader { to } => {
            say!(
                "Transfer the lead of range {range} to {to}.",
                range,
                to = store(to)
            )
        }
        Operation::AddLearner { store: on } => {
            say!(
                "Add a learner of range {range} on {store}.",
                range,
                store = store(on)
            )
        }
        Operation::Add { store: on } => say!(
            "Add a replica of range {range} on {store}.",
            range,
            store = store(on)
        ),
        Operation::Promote { store: on } => {
            say!(
                "Let the learner of range {range} on {store} vote.",
                range,
                store = store(on)
            )
        }
        Operation::Remove { store: on } => {
            say!(
                "Remove the replica of range {range} on {store}.",
                range,
                store = store(on)
            )
        }
        Operation::Replace { add, remove } => {
            let (from, to) = (store(remove), store(add));
            say!(
                "Move a replica of range {range} from {from} to {to}.",
                range,
                from,
                to
            )
        }
        Operation::Split { at_key } => say!("Split range {range} at key {at_key}.", range, at_key),
        Operation::Merge { into } => say!("Merge range {range} into range {into}.", range, into),
    }
}

/// A standing fault, as a phrase: "link between az1 and az2 cut".
pub fn fault_text(fault: &FaultKey, names: &Names) -> String {
    let FaultPlaces { from, to, both } = fault.places();
    let place = match to {
        Some(to) => link_text(from, to, both, names),
        None => names.place_name(from).to_string(),
    };
    say!("{place} {state}", place, state = fault.kind().label())
}

/// "link between az1 and az2", "link from az1 to az2 (one way)".
fn link_text(from: Place, to: Place, both: bool, names: &Names) -> String {
    let (from, to) = (names.place_name(from), names.place_name(to));
    if both {
        say!("link between {from} and {to}", from, to)
    } else {
        say!("link from {from} to {to} (one way)", from, to)
    }
}

/// What a degraded link adds: "5 ms more delay, 10 % of packets lost".
pub fn degrade_text(how: &sim::Degrade) -> String {
    let mut parts = Vec::new();
    if how.delay_us > 0 {
        parts.push(say!(
            "{time} more delay",
            time = duration_words(how.delay_us)
        ));
    }
    if how.jitter_us > 0 {
        parts.push(say!(
            "{time} more jitter",
            time = duration_words(how.jitter_us)
        ));
    }
    if how.loss.ppm > 0 {
        parts.push(say!(
            "{percent} % of packets lost",
            percent = millionths(u64::from(how.loss.ppm) * 100)
        ));
    }
    if how.vanish.ppm > 0 {
        parts.push(say!(
            "{percent} % of messages vanish",
            percent = millionths(u64::from(how.vanish.ppm) * 100)
        ));
    }
    if how.bandwidth_bps > 0 {
        parts.push(say!(
            "at most {bandwidth} Mbit/s",
            bandwidth = millionths(how.bandwidth_bps)
        ));
    }
    if parts.is_empty() {
        say!("by nothing")
    } else {
        one_after_another(&parts)
    }
}

/// How fast a store's clock runs: "The clock of s2 runs 90 % slow."
fn clock_sentence(store: &str, drift_ppm: i32) -> String {
    let percent = clock_percent(drift_ppm);
    match drift_ppm.cmp(&0) {
        Ordering::Less => say!(
            "The clock of {store} runs {percent} % slow.",
            store,
            percent
        ),
        Ordering::Equal => say!("The clock of {store} runs right.", store),
        Ordering::Greater => say!(
            "The clock of {store} runs {percent} % fast.",
            store,
            percent
        ),
    }
}

/// How far from right a clock's rate is, in percent and without a sign.
pub fn clock_percent(drift_ppm: i32) -> String {
    millionths(u64::from(drift_ppm.unsigned_abs()) * 100)
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
    if changed.is_empty() {
        return say!("Settings stay as they are.");
    }
    say!(
        "Settings: {settings}.",
        settings = one_after_another(&changed)
    )
}

fn settings_text(settings: &Settings, names: &Names) -> String {
    one_after_another(&phrases(settings, &names.zone_ids()))
}
