//! What the figures of a report are called, what they count, and how they come about: whether a
//! figure grows, speaks of what was seen, or tells how things stand. It knows the paths of a
//! report; it must not know bounds, nor who asks.

mod requests;

use crate::check::Check;
use crate::goal::values::Unit;
use format::moments::Moment;
use format::switches::switch_label;
use format::word::named;
use model::fact::{ByteKind, Deed, Saver};
use requests::{commit, latency, mode, workload, zone};
use text::said::as_id;
use text::say;

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
    State,
    Check,
}

/// A figure of a report in words.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// What it is, as a sentence goes on with it.
    pub(super) label: String,
    pub(super) unit: Unit,
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
            let label = say!("“{label}”", label = switch_label(key)?);
            Some(Measure::new(label, Unit::Switch, Nature::State))
        }
        ["decisions", key] => named::<Deed>(key).map(|deed| Measure::count(deed.label)),
        ["checks", key] => {
            let label = say!("check of {what}", what = named::<Check>(key)?.label);
            Some(Measure::new(label, Unit::Word, Nature::Check))
        }
        ["workload", id, rest @ ..] => workload(id, rest),
        ["modes", id, key] => mode(id, key),
        ["latency", key] => {
            let (time, nature) = latency(key)?;
            let label = say!("{time} to the answer of all requests", time);
            Some(Measure::new(label, Unit::Us, nature))
        }
        ["zones", id, key] => zone(id, key),
        ["commit", key] => commit(key),
        ["moments", kind, key] => moment(kind, None, key),
        ["moments", kind, "at", place, key] => moment(kind, Some(place), key),
        ["state", rest @ ..] => state(rest),
        ["window", "from_us"] => Some(clock(say!("beginning of what rates speak of"))),
        ["window", "to_us"] => Some(clock(say!("time of the run"))),
        ["money", key] => money(key),
        ["bytes" | "wire" | "crossings", ..] => bytes(&parts),
        ["resources", id, key] => resource(id, key),
        ["bottleneck", key] => bottleneck(key),
        ["refused", rest @ ..] => refused(rest),
        ["sampled", rest @ ..] => sampled(rest),
        _ => None,
    }
}

/// How one resource was used.
fn resource(id: &str, key: &str) -> Option<Measure> {
    let id = as_id(id);
    Some(match key {
        "used" => {
            let label = say!("share of its time that “{id}” was busy", id);
            Measure::new(label, Unit::Share, Nature::Sampled)
        }
        "queued_us" => {
            let label = say!("wait for “{id}” at the end", id);
            Measure::new(label, Unit::Us, Nature::State)
        }
        "servers" => {
            let label = say!("what “{id}” serves at once", id);
            Measure::new(label, Unit::Count, Nature::State)
        }
        "kind" => word(say!("what “{id}” is", id)),
        _ => return None,
    })
}

/// What limits a load, or would first.
fn bottleneck(key: &str) -> Option<Measure> {
    let rate = |label: String| Measure::new(label, Unit::Count, Nature::Sampled);
    Some(match key {
        "resource" => word(say!("the busiest resource")),
        "kind" => word(say!("kind of the busiest resource")),
        "limits" => word(say!("whether the busiest resource is full")),
        "used" => {
            let label = say!("share of its time that the busiest resource was busy");
            Measure::new(label, Unit::Share, Nature::Sampled)
        }
        "ceiling_qps" => rate(say!(
            "answers a second at which the busiest resource is full"
        )),
        "next" => word(say!("the resource that would limit next")),
        "next_kind" => word(say!("kind of the resource that would limit next")),
        "next_ceiling_qps" => rate(say!("answers a second at which the next resource is full")),
        _ => return None,
    })
}

/// Actions that could not be done.
fn refused(rest: &[&str]) -> Option<Measure> {
    Some(match rest {
        ["count"] => Measure::count(say!("actions that could not be done")),
        ["reasons", _, "count"] => {
            Measure::count(say!("actions that could not be done for one reason"))
        }
        ["reasons", _, "why"] => word(say!("why actions could not be done")),
        ["reasons", _, "first_us"] => clock(say!("first action that could not be done")),
        ["reasons", _, "first"] => word(say!("first action that could not be done")),
        _ => return None,
    })
}

/// Reads of which some alone were recorded.
fn sampled(rest: &[&str]) -> Option<Measure> {
    Some(match rest {
        ["one_in"] => {
            let label = say!("reads for each that is recorded");
            Measure::new(label, Unit::Count, Nature::State)
        }
        ["counted"] => Measure::count(say!("reads that were only counted")),
        ["judged", _] => word(say!("figure that goes by recorded reads alone")),
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
        ["workload", _, "failed"] => {
            vec![Moment::TimedOut, Moment::ConnectionLost, Moment::Refused]
        }
        ["workload", _, "unknown"] => vec![Moment::TimedOut, Moment::ConnectionLost],
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
    let usd = |label: String| Measure::new(label, Unit::Usd, Nature::Count);
    Some(match key {
        "simulated_us" => clock(say!("time of the run")),
        "events" => Measure::count(say!("events")),
        "messages" => Measure::count(say!("messages")),
        "elections" => Measure::count(say!("elections of a leader")),
        "settings_changes" => Measure::count(say!("changes of the switches")),
        "usd" => usd(say!("cost of the bytes on the wire")),
        "usd_payload" => usd(say!("cost of the payload")),
        "leader_cpu_share" => {
            let label = say!("share of the core time of reading that leaders spent");
            Measure::new(label, Unit::Share, Nature::Sampled)
        }
        "digest" => word(say!("digest of the run")),
        "proves" => word(say!("figure that the scenario is about")),
        _ => return None,
    })
}

fn word(label: String) -> Measure {
    Measure::new(label, Unit::Word, Nature::State)
}

fn clock(label: String) -> Measure {
    Measure::new(label, Unit::Instant, Nature::Clock)
}

fn moment(kind: &str, place: Option<&str>, key: &str) -> Option<Measure> {
    let words = Moment::ALL.map(Moment::words);
    let words = words.into_iter().find(|known| known.id == kind)?;
    let at = |what: &str| match place {
        None => what.to_string(),
        Some(place) => say!("{what} at {place}", what, place),
    };
    let one = at(words.one);
    Some(match key {
        "count" => Measure::count(at(words.many)),
        "first_us" => clock(say!("first {what}", what = one)),
        "last_us" => clock(say!("last {what}", what = one)),
        "longest_us" => {
            let label = say!("longest {what}", what = one);
            Measure::new(label, Unit::Us, Nature::Greatest)
        }
        _ => return None,
    })
}

fn state(rest: &[&str]) -> Option<Measure> {
    let stands = |label: String, unit: Unit| Some(Measure::new(label, unit, Nature::State));
    match rest {
        ["down_count"] => stands(say!("stores and gateways that are down"), Unit::Count),
        ["down"] | ["down", _] => stands(say!("what is down"), Unit::Word),
        ["cut"] => stands(say!("pairs of zones that are cut"), Unit::Count),
        ["faults"] => stands(say!("faults that stand"), Unit::Count),
        ["ranges", place, key] => {
            let (what, unit) = match *key {
                "leader" => (say!("leader"), Unit::Word),
                "leader_zone" => (say!("zone of the leader"), Unit::Word),
                "term" => (say!("term"), Unit::Count),
                "leaders" => (say!("leaders"), Unit::Count),
                "commit" => (say!("last committed entry"), Unit::Count),
                "applied_least" => (say!("least that a replica has applied"), Unit::Count),
                "applied_most" => (say!("most that a replica has applied"), Unit::Count),
                _ => return None,
            };
            let label = match *place {
                "0" => say!("{what} of the first range", what),
                range => say!("{what} of range {range}", what, range),
            };
            stands(label, unit)
        }
        _ => None,
    }
}

fn money(key: &str) -> Option<Measure> {
    let usd = |label: String, nature: Nature| Some(Measure::new(label, Unit::Usd, nature));
    match key {
        "per_million_writes" => usd(say!("cost of a million writes"), Nature::Sampled),
        "per_month" => usd(say!("this load for 30 days, on the wire"), Nature::Sampled),
        "per_month_payload" => usd(say!("30 days of this load, payload alone"), Nature::Sampled),
        "writes" => Some(Measure::count(say!("acknowledged writes"))),
        kind => {
            let of = of_kind(kind)?;
            usd(say!("cost of the bytes{of}", of), Nature::Count)
        }
    }
}

/// What bytes and messages are of, as the end of what they are called.
fn of_kind(kind: &str) -> Option<String> {
    match kind {
        "total" => Some(String::new()),
        "framing" => Some(say!(" of framing")),
        kind => Some(say!(" of {kind}", kind = named::<ByteKind>(kind)?.label)),
    }
}

/// Bytes and messages by kind.
fn bytes(parts: &[&str]) -> Option<Measure> {
    let counted = |label: String| Some(Measure::new(label, Unit::Bytes, Nature::Count));
    match parts {
        ["bytes", "saved", saver] => {
            let saver = named::<Saver>(saver)?.label;
            counted(say!("bytes that {saver} saved between zones", saver))
        }
        ["bytes", "reads_crossed"] => counted(say!("bytes of reads that crossed zones")),
        ["wire", "reads_crossed"] => {
            counted(say!("bytes of reads that crossed zones, on the wire"))
        }
        ["bytes" | "wire", "between", _, "from"] => {
            Some(word(say!("zone that the bytes come from")))
        }
        ["bytes" | "wire", "between", _, "to"] => Some(word(say!("zone that the bytes go to"))),
        ["crossings", kind] => {
            let label = say!("messages{of} between zones", of = of_kind(kind)?);
            Some(Measure::count(label))
        }
        [what, between @ .., kind] => {
            let of = of_kind(kind)?;
            match (*what, between) {
                ("bytes", []) => counted(say!("bytes{of}", of)),
                ("wire", []) => counted(say!("bytes{of} on the wire", of)),
                ("bytes", ["cross_zone"]) => counted(say!("bytes{of} between zones", of)),
                ("wire", ["cross_zone"]) => {
                    counted(say!("bytes{of} between zones, on the wire", of))
                }
                ("bytes", ["between", _]) => {
                    counted(say!("bytes{of} from one zone to another", of))
                }
                ("wire", ["between", _]) => {
                    counted(say!("bytes{of} from one zone to another, on the wire", of))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
