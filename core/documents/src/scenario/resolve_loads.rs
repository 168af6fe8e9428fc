//! From a checked workload to what the cluster takes, and to what people call it.

use model::config::{
    KeyDistribution, KeyKind, Load, OpKind, RampStep, RetryConfig, ValueKind, WorkloadConfig,
};
use sim::Ratio;

use crate::scenario::file::File;
use crate::scenario::resolve_machines;
use crate::scenario::workload::{DistributionText, RampText, Workload};
use vocabulary::names::Names;
use vocabulary::units::duration_text;
use vocabulary::word::Word;

/// "8 clients scan 100 rows", "1 client puts", "50 gets per second".
pub(super) fn workload_text(workload: &Workload) -> String {
    let mut text = requests_text(workload);
    for step in workload.ramp.iter().take(CHANGES_TOLD) {
        text.push_str(&ramp_text(step));
    }
    if workload.ramp.len() > CHANGES_TOLD {
        text.push_str(", and so on");
    }
    if let Some(drawn) = workload.distribution {
        text.push_str(&keys_text(drawn));
    }
    if let Some(retry) = workload.retry {
        let often = format!(", each up to {} times", retry.attempts);
        text.push_str(&often);
    }
    text
}

fn requests_text(workload: &Workload) -> String {
    let rows = workload.rows.unwrap_or(1);
    let scans = if rows == 1 {
        "1 row".to_string()
    } else {
        format!("{rows} rows")
    };
    if let Some(mix) = workload.mix() {
        let mix = mix.id();
        return match (workload.rate, workload.clients) {
            (Some(rate), _) => format!("{rate} requests of {mix} per second"),
            (None, Some(1) | None) => format!("1 client of {mix}"),
            (None, Some(clients)) => format!("{clients} clients of {mix}"),
        };
    }
    if let Some(rate) = workload.rate {
        return match workload.op() {
            OpKind::Get => format!("{rate} gets per second"),
            OpKind::Put if rows == 1 => format!("{rate} puts per second"),
            OpKind::Put => format!("{rate} puts of {scans} per second"),
            OpKind::Scan => format!("{rate} scans of {scans} per second"),
            OpKind::Statement => format!("{rate} statements of {scans} per second"),
            OpKind::Transaction => format!("{rate} transactions per second"),
            OpKind::Transfer => format!("{rate} transfers per second"),
            OpKind::Insert => format!("{rate} insert transactions per second"),
            OpKind::Update => format!("{rate} update transactions of {scans} per second"),
        };
    }
    let clients = workload.clients.unwrap_or(1);
    let (who, s) = if clients == 1 {
        ("client", "s")
    } else {
        ("clients", "")
    };
    match workload.op() {
        OpKind::Get => format!("{clients} {who} get{s}"),
        OpKind::Put if rows == 1 => format!("{clients} {who} put{s}"),
        OpKind::Put => format!("{clients} {who} put{s} {scans}"),
        OpKind::Scan => format!("{clients} {who} scan{s} {scans}"),
        OpKind::Statement => format!("{clients} {who} read{s} {scans} a statement"),
        OpKind::Transaction => {
            let count = workload.statements.unwrap_or(1);
            format!("{clients} {who} read{s} {scans} in each of {count} statements")
        }
        OpKind::Transfer => format!("{clients} {who} transfer{s}"),
        OpKind::Insert => format!("{clients} {who} insert{s} rows in five tables"),
        OpKind::Update => format!("{clients} {who} update{s} {scans} in a transaction"),
    }
}

/// As the cluster takes it; it was checked.
pub(super) fn workload(workload: &Workload, file: &File, names: &Names) -> WorkloadConfig {
    let through = workload.through.iter().map(|id| {
        let balancers = &file.topology.balancers;
        let place = balancers.iter().position(|balancer| balancer.id == *id);
        place.expect("checked: the balancer exists") as u16
    });
    let load = match workload.rate {
        Some(rate) => Load::Open {
            interval_ns: ((1e9 / rate).round() as u64).max(1),
        },
        None => Load::Closed {
            clients: workload.clients.unwrap_or(1),
            think_us: workload.think.unwrap_or_default().0,
        },
    };
    let keys = workload.keys.unwrap_or((0, file.data.rows));
    WorkloadConfig {
        gateways: resolve_machines::gateways(&workload.from, workload.spread, names),
        through: through.collect(),
        op: workload.op(),
        mix: workload.mix(),
        rows: workload.rows.unwrap_or(1),
        value_bytes: workload.value_bytes.unwrap_or(file.data.row_bytes),
        values: workload.values.map_or(ValueKind::Line, |Word(kind)| kind),
        load,
        ramp: workload.ramp.iter().map(ramp_step).collect(),
        keys,
        distribution: distribution(workload.distribution, keys),
        read_mode: workload.read_mode.map(|Word(mode)| mode),
        fetches: workload.fetches.unwrap_or(1),
        statements: workload.statements.unwrap_or(1),
        prepared: workload.prepared,
        staleness_us: workload.staleness.map(|bound| bound.0),
        read_only: workload.read_only,
        timeout_us: workload.timeout.map(|timeout| timeout.0),
        retry: workload.retry.map(|retry| RetryConfig {
            attempts: retry.attempts,
            backoff_us: retry.backoff.0,
            backoff_max_us: retry.backoff_max.0,
            jitter: ratio(retry.jitter),
        }),
        running: workload.running,
        start_us: workload.start.0,
    }
}

/// Clients as they are, a rate in millionths.
fn ramp_step(step: &RampText) -> RampStep {
    let level = match step.rate {
        Some(rate) => (rate * 1e6).round() as u64,
        None => step.clients.unwrap_or_default().into(),
    };
    RampStep {
        at_us: step.at.0,
        over_us: step.over.0,
        level,
    }
}

/// A share in parts per million.
fn ratio(share: f64) -> Ratio {
    Ratio {
        ppm: (share * 1e6).round() as u32,
    }
}

/// Shares and exponents as whole numbers.
fn distribution(text: Option<DistributionText>, (first, end): (u64, u64)) -> KeyDistribution {
    let Some(text) = text else {
        return KeyDistribution::Uniform;
    };
    let theta_milli = (text.theta.unwrap_or(THETA) * 1e3).round() as u32;
    match text.kind.0 {
        KeyKind::Uniform => KeyDistribution::Uniform,
        KeyKind::Zipfian => KeyDistribution::Zipfian { theta_milli },
        KeyKind::Latest => KeyDistribution::Latest { theta_milli },
        KeyKind::Hotspot => {
            let hot = (end - first) as f64 * text.keys.unwrap_or(HOT_KEYS);
            let requests = text.requests.unwrap_or(HOT_REQUESTS);
            KeyDistribution::Hotspot {
                hot_keys: (hot.round() as u64).max(1),
                requests: ratio(requests),
            }
        }
        KeyKind::One => KeyDistribution::One {
            key: text.key.unwrap_or(first),
        },
    }
}

/// ", 200 from 10s on", ", 0.5 by 15s".
fn ramp_text(step: &RampText) -> String {
    let level = match step.rate {
        Some(rate) => rate.to_string(),
        None => step.clients.unwrap_or_default().to_string(),
    };
    if step.over.0 == 0 {
        format!(", {level} from {} on", duration_text(step.at.0))
    } else {
        format!(", {level} by {}", duration_text(step.at.0 + step.over.0))
    }
}

/// ", zipfian keys", ", 80 % of them to 20 % of the keys", ", always key 7".
fn keys_text(text: DistributionText) -> String {
    match text.kind.0 {
        KeyKind::Uniform => String::new(),
        KeyKind::Zipfian => ", zipfian keys".to_string(),
        KeyKind::Latest => ", the latest keys".to_string(),
        KeyKind::Hotspot => {
            let percent = |share: f64| (share * 1e4).round() / 1e2;
            let requests = percent(text.requests.unwrap_or(HOT_REQUESTS));
            let keys = percent(text.keys.unwrap_or(HOT_KEYS));
            format!(", {requests} % of them at {keys} % of the keys")
        }
        KeyKind::One => match text.key {
            Some(key) => format!(", always key {key}"),
            None => ", always one key".to_string(),
        },
    }
}

/// Changes of a load that its text says.
const CHANGES_TOLD: usize = 3;
/// The exponent that YCSB calls the zipfian constant.
const THETA: f64 = 0.99;
/// Share of the keys that is hot, as in YCSB.
const HOT_KEYS: f64 = 0.2;
/// Share of the requests that goes to them, as in YCSB.
const HOT_REQUESTS: f64 = 0.8;
