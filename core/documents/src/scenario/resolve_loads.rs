//! From a checked workload to what the cluster takes, and to what people call it.

use model::config::{
    KeyDistribution, KeyKind, Load, OpKind, RampStep, RetryConfig, ValueKind, WorkloadConfig,
};
use sim::Ratio;

use crate::scenario::file::File;
use crate::scenario::resolve_machines;
use crate::scenario::workload::{DistributionText, RampText, Workload};
use format::word::Word;
use text::names::Names;
use text::quantity::duration_text;
use text::said::said;
use text::{counted, phrase, say};

/// "8 clients scan 100 rows", "1 client puts", "50 gets per second".
pub(super) fn workload_text(workload: &Workload) -> String {
    let load = requests_text(workload);
    let changes = workload.ramp.iter().take(CHANGES_TOLD);
    let mut load = changes.fold(load, ramp_text);
    if workload.ramp.len() > CHANGES_TOLD {
        load = say!("{load}, and so on", load);
    }
    if let Some(drawn) = workload.distribution {
        load = keys_text(load, drawn);
    }
    match workload.retry {
        Some(retry) => say!(
            "{load}, each up to {times} times",
            load,
            times = retry.attempts
        ),
        None => load,
    }
}

fn requests_text(workload: &Workload) -> String {
    let rows = workload.rows.unwrap_or(1);
    let scans = counted!(rows, "1 row", "{n} rows");
    if let Some(mix) = workload.mix() {
        let mix = mix.id();
        return match (workload.rate, workload.clients) {
            (Some(rate), _) => say!("{rate} requests of {mix} per second", rate, mix),
            (None, Some(1) | None) => say!("1 client of {mix}", mix),
            (None, Some(clients)) => say!("{clients} clients of {mix}", clients, mix),
        };
    }
    if let Some(rate) = workload.rate {
        let template = rate_template(workload.op(), rows);
        return said(template, &[("rate", &rate), ("rows", &scans)]);
    }
    let clients = workload.clients.unwrap_or(1);
    let statements = workload.statements.unwrap_or(1);
    let template = if clients == 1 {
        client_template(workload.op(), rows)
    } else {
        clients_template(workload.op(), rows)
    };
    said(
        template,
        &[
            ("clients", &clients),
            ("rows", &scans),
            ("statements", &statements),
        ],
    )
}

/// Requests at a `rate`, of `rows` each.
fn rate_template(op: OpKind, rows: u32) -> &'static str {
    match op {
        OpKind::Get => phrase!("{rate} gets per second"),
        OpKind::Put if rows == 1 => phrase!("{rate} puts per second"),
        OpKind::Put => phrase!("{rate} puts of {rows} per second"),
        OpKind::Scan => phrase!("{rate} scans of {rows} per second"),
        OpKind::Statement => phrase!("{rate} statements of {rows} per second"),
        OpKind::Transaction => phrase!("{rate} transactions per second"),
        OpKind::Transfer => phrase!("{rate} transfers per second"),
        OpKind::Insert => phrase!("{rate} insert transactions per second"),
        OpKind::Update => phrase!("{rate} update transactions of {rows} per second"),
    }
}

fn client_template(op: OpKind, rows: u32) -> &'static str {
    match op {
        OpKind::Get => phrase!("1 client gets"),
        OpKind::Put if rows == 1 => phrase!("1 client puts"),
        OpKind::Put => phrase!("1 client puts {rows}"),
        OpKind::Scan => phrase!("1 client scans {rows}"),
        OpKind::Statement => phrase!("1 client reads {rows} a statement"),
        OpKind::Transaction => phrase!("1 client reads {rows} in each of {statements} statements"),
        OpKind::Transfer => phrase!("1 client transfers"),
        OpKind::Insert => phrase!("1 client inserts rows in five tables"),
        OpKind::Update => phrase!("1 client updates {rows} in a transaction"),
    }
}

/// So many `clients`.
fn clients_template(op: OpKind, rows: u32) -> &'static str {
    match op {
        OpKind::Get => phrase!("{clients} clients get"),
        OpKind::Put if rows == 1 => phrase!("{clients} clients put"),
        OpKind::Put => phrase!("{clients} clients put {rows}"),
        OpKind::Scan => phrase!("{clients} clients scan {rows}"),
        OpKind::Statement => phrase!("{clients} clients read {rows} a statement"),
        OpKind::Transaction => {
            phrase!("{clients} clients read {rows} in each of {statements} statements")
        }
        OpKind::Transfer => phrase!("{clients} clients transfer"),
        OpKind::Insert => phrase!("{clients} clients insert rows in five tables"),
        OpKind::Update => phrase!("{clients} clients update {rows} in a transaction"),
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

/// "8 clients get, 200 from 10s on", "8 clients get, 0.5 by 15s".
fn ramp_text(load: String, step: &RampText) -> String {
    let level = match step.rate {
        Some(rate) => rate.to_string(),
        None => step.clients.unwrap_or_default().to_string(),
    };
    if step.over.0 == 0 {
        let at = duration_text(step.at.0);
        say!("{load}, {level} from {at} on", load, level, at)
    } else {
        let at = duration_text(step.at.0 + step.over.0);
        say!("{load}, {level} by {at}", load, level, at)
    }
}

/// With ", zipfian keys", ", 80 % of them to 20 % of the keys", ", always key 7".
fn keys_text(load: String, text: DistributionText) -> String {
    match text.kind.0 {
        KeyKind::Uniform => load,
        KeyKind::Zipfian => say!("{load}, zipfian keys", load),
        KeyKind::Latest => say!("{load}, the latest keys", load),
        KeyKind::Hotspot => {
            let percent = |share: f64| (share * 1e4).round() / 1e2;
            let requests = percent(text.requests.unwrap_or(HOT_REQUESTS));
            let keys = percent(text.keys.unwrap_or(HOT_KEYS));
            say!(
                "{load}, {requests} % of them at {keys} % of the keys",
                load,
                requests,
                keys
            )
        }
        KeyKind::One => {
            let key = text.key.map(|key| say!("key {key}", key));
            let key = key.unwrap_or_else(|| say!("one key"));
            say!("{load}, always {key}", load, key)
        }
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
