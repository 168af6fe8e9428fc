//! What the figures of a report are called, what they count, and how they come about: whether a
//! figure grows, speaks of what was seen, or tells how things stand. It knows the paths of a
//! report; it must not know bounds, nor who asks.

use crate::check::Check;
use crate::goal::values::Unit;
use model::config::{MixOp, ReadMode};
use model::fact::{ByteKind, Deed, Saver};
use vocabulary::moments::Moment;
use vocabulary::switches::switch_label;
use vocabulary::word::named;

/// How a figure comes about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// The clock of the run.
    Clock,
    /// It is counted up: what was counted before somebody looks can be taken away.
    Count,
    /// It speaks of all that was seen: a mean, a share, a percentile.
    Sampled,
    /// The greatest that was seen.
    Greatest,
    /// How things stand.
    State,
    /// What a check found.
    Check,
}

/// A figure of a report in words.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// What it is, as a sentence goes on with it.
    pub(super) label: String,
    /// What it counts.
    pub(super) unit: Unit,
    /// How it comes about.
    pub(super) nature: Nature,
    /// What there must be some of before it says anything.
    pub(super) sample: Option<Sample>,
}

/// What a figure speaks of.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Where the report counts it; the sum counts.
    pub(super) paths: Vec<String>,
    /// What is said while there is none.
    pub(super) none: String,
}

impl Measure {
    fn new(label: impl Into<String>, unit: Unit, nature: Nature) -> Self {
        let label = label.into();
        Measure {
            label,
            unit,
            nature,
            sample: None,
        }
    }

    fn count(label: impl Into<String>) -> Self {
        Self::new(label, Unit::Count, Nature::Count)
    }

    fn of(mut self, paths: &[&str], none: impl Into<String>) -> Self {
        let paths = paths.iter().map(|path| (*path).to_string()).collect();
        let none = none.into();
        self.sample = Some(Sample { paths, none });
        self
    }
}

/// The words of a figure at `path.in.report`; `None` when reports have no such figure.
pub(super) fn measure(path: &str) -> Option<Measure> {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        [one] => whole(one),
        ["settings", key] => {
            let label = format!("“{}”", switch_label(key)?);
            Some(Measure::new(label, Unit::Switch, Nature::State))
        }
        ["decisions", key] => named::<Deed>(key).map(|deed| Measure::count(deed.label)),
        ["checks", key] => {
            let label = format!("check of {}", named::<Check>(key)?.label);
            Some(Measure::new(label, Unit::Word, Nature::Check))
        }
        ["workload", id, rest @ ..] => workload(id, rest),
        ["modes", id, key] => mode(id, key),
        ["latency", key] => {
            let (what, nature) = latency_words(key)?;
            let label = format!("{what} time to the answer of all requests");
            Some(Measure::new(label, Unit::Us, nature))
        }
        ["zones", id, key] => zone(id, key),
        ["commit", key] => commit(key),
        ["moments", kind, key] => moment(kind, "", key),
        ["moments", kind, "at", place, key] => moment(kind, &format!(" at {place}"), key),
        ["state", rest @ ..] => state(rest),
        ["window", "from_us"] => Some(clock("beginning of what rates speak of")),
        ["window", "to_us"] => Some(clock("time of the run")),
        ["money", key] => money(key),
        ["bytes" | "wire" | "crossings", ..] => bytes(&parts),
        ["resources", id, key] => resource(id, key),
        ["bottleneck", key] => bottleneck(key),
        _ => None,
    }
}

/// How one resource was used.
fn resource(id: &str, key: &str) -> Option<Measure> {
    Some(match key {
        "used" => {
            let label = format!("share of its time that “{id}” was busy");
            Measure::new(label, Unit::Share, Nature::Sampled)
        }
        "queued_us" => {
            let label = format!("wait for “{id}” at the end");
            Measure::new(label, Unit::Us, Nature::State)
        }
        "servers" => {
            let label = format!("what “{id}” serves at once");
            Measure::new(label, Unit::Count, Nature::State)
        }
        "kind" => Measure::new(format!("what “{id}” is"), Unit::Word, Nature::State),
        _ => return None,
    })
}

/// What limits a load, or would first.
fn bottleneck(key: &str) -> Option<Measure> {
    let rate = |label: &str| Measure::new(label, Unit::Count, Nature::Sampled);
    let word = |label: &str| Measure::new(label, Unit::Word, Nature::State);
    Some(match key {
        "resource" => word("the busiest resource"),
        "kind" => word("kind of the busiest resource"),
        "limits" => word("whether the busiest resource is full"),
        "used" => {
            let label = "share of its time that the busiest resource was busy";
            Measure::new(label, Unit::Share, Nature::Sampled)
        }
        "ceiling_qps" => rate("answers a second at which the busiest resource is full"),
        "next" => word("the resource that would limit next"),
        "next_kind" => word("kind of the resource that would limit next"),
        "next_ceiling_qps" => rate("answers a second at which the next resource is full"),
        _ => return None,
    })
}

/// What happens when a figure at `path.in.report` grows; none where that is nothing that reports
/// count by instants.
pub(super) fn moments(path: &str) -> Vec<Moment> {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        ["elections"] => vec![Moment::Elected],
        ["settings_changes"] => vec![Moment::Set],
        ["workload", _, "stale" | "max_staleness_us"] => vec![Moment::StaleRead],
        ["workload", _, "failed"] => vec![Moment::TimedOut, Moment::Refused],
        ["modes", ..] => vec![Moment::BrokenPromise],
        ["moments", kind, ..] => {
            let known = Moment::ALL.into_iter();
            known.filter(|known| known.words().id == *kind).collect()
        }
        _ => Vec::new(),
    }
}

/// Figures of the whole run.
fn whole(key: &str) -> Option<Measure> {
    Some(match key {
        "simulated_us" => clock("time of the run"),
        "events" => Measure::count("events"),
        "messages" => Measure::count("messages"),
        "elections" => Measure::count("elections of a leader"),
        "settings_changes" => Measure::count("changes of the switches"),
        "usd" => Measure::new("cost of the bytes on the wire", Unit::Usd, Nature::Count),
        "usd_payload" => Measure::new("cost of the payload", Unit::Usd, Nature::Count),
        "leader_cpu_share" => {
            let label = "share of the core time of reading that leaders spent";
            Measure::new(label, Unit::Share, Nature::Sampled)
        }
        "digest" => Measure::new("digest of the run", Unit::Word, Nature::State),
        _ => return None,
    })
}

fn clock(label: &str) -> Measure {
    Measure::new(label, Unit::Instant, Nature::Clock)
}

/// " of “scans”", or of what was sent by hand.
fn of_workload(id: &str) -> String {
    if id == "by_hand" {
        " that you sent".to_string()
    } else {
        format!(" of “{id}”")
    }
}

fn workload(id: &str, rest: &[&str]) -> Option<Measure> {
    let of = of_workload(id);
    let at = |key: &str| format!("workload.{id}.{key}");
    let (ok, failed, unknown) = (at("ok"), at("failed"), at("unknown"));
    let all: [&str; 3] = [&ok, &failed, &unknown];
    let is_own = id == "by_hand";
    let none_ended = if is_own {
        "You have sent no request yet.".to_string()
    } else {
        format!("No request{of} has ended yet.")
    };
    let none_answered = if is_own {
        "You have had no answer yet.".to_string()
    } else {
        format!("No request{of} is answered yet.")
    };
    let none_read = if is_own {
        "You have sent no read yet.".to_string()
    } else {
        none_answered.clone()
    };
    let measured = at("measured");
    let latency = |what: &str, nature: Nature| {
        let measure = Measure::new(format!("{what}{of}"), Unit::Us, nature);
        measure.of(&[&measured], none_answered.clone())
    };
    Some(match rest {
        ["ok"] => Measure::count(format!("answered requests{of}")),
        ["failed"] => Measure::count(format!("failed requests{of}")).of(&all, none_ended),
        ["unknown"] => {
            let label = format!("writes without an answer{of}").replace(" that", ", of those that");
            Measure::count(label).of(&all, none_ended)
        }
        ["retries"] => Measure::count(format!("requests{of} that asked again")),
        ["operations", operation] if MixOp::parse(operation).is_some() => {
            Measure::count(format!("answered operations \"{operation}\"{of}"))
        }
        ["measured"] => Measure::count(format!("answered requests{of} since the warm-up")),
        ["qps"] => {
            let rate = Measure::new(
                format!("answers a second{of}"),
                Unit::Count,
                Nature::Sampled,
            );
            rate.of(&[&measured], none_answered)
        }
        [key] if latency_words(key).is_some() => {
            let (what, nature) = latency_words(key)?;
            latency(&format!("{what} time to the answer"), nature)
        }
        ["stale"] => Measure::count(format!("stale reads{of}")).of(&all, none_read),
        ["max_staleness_us"] => {
            let label = format!("greatest staleness of the reads{of}");
            Measure::new(label, Unit::Us, Nature::Greatest).of(&[&ok], none_read)
        }
        ["seen_age", "count"] => Measure::count(format!("written values that gets{of} saw")),
        ["seen_age", "min_us"] => {
            let label = format!("youngest value that a get{of} saw");
            Measure::new(label, Unit::Us, Nature::Sampled).of(&[&ok], none_read)
        }
        ["seen_age", "max_us"] => {
            let label = format!("oldest value that a get{of} saw");
            Measure::new(label, Unit::Us, Nature::Greatest).of(&[&ok], none_read)
        }
        _ => return None,
    })
}

/// Which of all durations a figure tells.
fn latency_words(key: &str) -> Option<(&'static str, Nature)> {
    Some(match key {
        "mean_us" => ("mean", Nature::Sampled),
        "p50_us" => ("median", Nature::Sampled),
        "p90_us" => ("90th percentile of the", Nature::Sampled),
        "p95_us" => ("95th percentile of the", Nature::Sampled),
        "p99_us" => ("99th percentile of the", Nature::Sampled),
        "p999_us" => ("99.9th percentile of the", Nature::Sampled),
        "p9999_us" => ("99.99th percentile of the", Nature::Sampled),
        "max_us" => ("longest", Nature::Greatest),
        _ => return None,
    })
}

/// Requests that entered in one zone.
fn zone(id: &str, key: &str) -> Option<Measure> {
    let of = format!(" in {id}");
    if key == "measured" {
        return Some(Measure::count(format!(
            "answered requests{of} since the warm-up"
        )));
    }
    let (what, nature) = latency_words(key)?;
    let measure = Measure::new(format!("{what} time to the answer{of}"), Unit::Us, nature);
    let none = format!("No request{of} is answered yet.");
    Some(measure.of(&[&format!("zones.{id}.measured")], none))
}

fn mode(id: &str, key: &str) -> Option<Measure> {
    let name = named::<ReadMode>(id)?.label;
    let of = format!(" in the mode “{name}”");
    let reads = format!("modes.{id}.reads");
    let none = format!("No read is answered{of} yet.");
    let sampled = |what: &str, unit: Unit| {
        Measure::new(format!("{what}{of}"), unit, Nature::Sampled).of(&[&reads], none.clone())
    };
    let counted = |what: &str| Measure::count(format!("{what}{of}")).of(&[&reads], none.clone());
    Some(match key {
        "reads" => Measure::count(format!("answered reads{of}")),
        "failed" => counted("reads without an answer"),
        key if latency_words(key).is_some() => {
            let (what, nature) = latency_words(key)?;
            let label = format!("{what} time of a read{of}");
            Measure::new(label, Unit::Us, nature).of(&[&reads], none)
        }
        "cross_zone_bytes" => {
            let label = format!("bytes of reads between zones{of}");
            Measure::new(label, Unit::Bytes, Nature::Count)
        }
        "stale" => counted("stale reads"),
        "max_staleness_us" => {
            let label = format!("greatest staleness of the reads{of}");
            Measure::new(label, Unit::Us, Nature::Greatest).of(&[&reads], none)
        }
        "max_stale_commits" => {
            let label = format!("most writes that a read missed{of}");
            Measure::new(label, Unit::Count, Nature::Greatest).of(&[&reads], none)
        }
        "monotonic_reads" => counted("reads older than one before them"),
        "read_your_writes" => counted("reads that missed a write of their own client"),
        "round_trips" => sampled("round trips between zones of a read", Unit::Count),
        "verdict" => Measure::new(format!("promise{of}"), Unit::Word, Nature::Check),
        _ => return None,
    })
}

fn commit(key: &str) -> Option<Measure> {
    let none = "No write is committed yet.";
    let time = |what: &str, nature: Nature| {
        let label = format!("{what} to commit a write");
        Measure::new(label, Unit::Us, nature).of(&["commit.entries"], none)
    };
    Some(match key {
        "entries" => Measure::count("committed writes"),
        "mean_us" => time("mean time", Nature::Sampled),
        "p50_us" => time("median time", Nature::Sampled),
        "p99_us" => time("99th percentile of the time", Nature::Sampled),
        "max_us" => time("longest time", Nature::Greatest),
        _ => return None,
    })
}

fn moment(kind: &str, place: &str, key: &str) -> Option<Measure> {
    let words = Moment::ALL.map(Moment::words);
    let words = words.into_iter().find(|known| known.id == kind)?;
    let one = format!("{}{place}", words.one);
    Some(match key {
        "count" => Measure::count(format!("{}{place}", words.many)),
        "first_us" => clock(&format!("first {one}")),
        "last_us" => clock(&format!("last {one}")),
        "longest_us" => Measure::new(format!("longest {one}"), Unit::Us, Nature::Greatest),
        _ => return None,
    })
}

fn state(rest: &[&str]) -> Option<Measure> {
    let stands = |label: String, unit: Unit| Some(Measure::new(label, unit, Nature::State));
    match rest {
        ["down_count"] => stands("stores and gateways that are down".to_string(), Unit::Count),
        ["down"] => stands("what is down".to_string(), Unit::Word),
        ["down", _] => stands("what is down".to_string(), Unit::Word),
        ["cut"] => stands("pairs of zones that are cut".to_string(), Unit::Count),
        ["faults"] => stands("faults that stand".to_string(), Unit::Count),
        ["ranges", place, key] => {
            let of = match *place {
                "0" => "of the first range".to_string(),
                place => format!("of range {place}"),
            };
            let (what, unit) = match *key {
                "leader" => ("leader", Unit::Word),
                "leader_zone" => ("zone of the leader", Unit::Word),
                "term" => ("term", Unit::Count),
                "leaders" => ("leaders", Unit::Count),
                "commit" => ("last committed entry", Unit::Count),
                "applied_least" => ("least that a replica has applied", Unit::Count),
                "applied_most" => ("most that a replica has applied", Unit::Count),
                _ => return None,
            };
            stands(format!("{what} {of}"), unit)
        }
        _ => None,
    }
}

fn money(key: &str) -> Option<Measure> {
    let usd = |label: &str, nature: Nature| Some(Measure::new(label, Unit::Usd, nature));
    match key {
        "per_million_writes" => usd("cost of a million writes", Nature::Sampled),
        "per_month" => usd("30 days of this load, on the wire", Nature::Sampled),
        "per_month_payload" => usd("30 days of this load, payload alone", Nature::Sampled),
        "writes" => Some(Measure::count("acknowledged writes")),
        kind => {
            let kind = of_kind(kind)?;
            usd(&format!("cost of the bytes{kind}"), Nature::Count)
        }
    }
}

/// What bytes and messages are of, as the end of what they are called.
fn of_kind(kind: &str) -> Option<String> {
    match kind {
        "total" => Some(String::new()),
        "framing" => Some(" of framing".to_string()),
        kind => Some(format!(" of {}", named::<ByteKind>(kind)?.label)),
    }
}

/// Bytes and messages by kind.
fn bytes(parts: &[&str]) -> Option<Measure> {
    let counted = |label: String| Measure::new(label, Unit::Bytes, Nature::Count);
    let of = of_kind;
    Some(match parts {
        ["bytes", "saved", saver] => {
            let saver = named::<Saver>(saver)?.label;
            counted(format!("bytes that {saver} spared between zones"))
        }
        ["bytes", "reads_crossed"] => counted("bytes of reads that crossed zones".to_string()),
        ["wire", "reads_crossed"] => {
            counted("bytes of reads that crossed zones, on the wire".to_string())
        }
        ["bytes", "cross_zone", kind] => counted(format!("bytes{} between zones", of(kind)?)),
        ["wire", "cross_zone", kind] => {
            counted(format!("bytes{} between zones, on the wire", of(kind)?))
        }
        ["bytes", "between", _, kind] => {
            counted(format!("bytes{} from one zone to another", of(kind)?))
        }
        ["wire", "between", _, kind] => counted(format!(
            "bytes{} from one zone to another, on the wire",
            of(kind)?
        )),
        ["bytes", kind] => counted(format!("bytes{}", of(kind)?)),
        ["wire", kind] => counted(format!("bytes{} on the wire", of(kind)?)),
        ["crossings", kind] => Measure::count(format!("messages{} between zones", of(kind)?)),
        _ => return None,
    })
}
