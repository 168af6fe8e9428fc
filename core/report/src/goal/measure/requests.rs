//! What the figures of requests, reads and commits are called, and what they speak of.

use crate::goal::measure::{Measure, Nature};
use crate::goal::values::Unit;
use format::word::named;
use model::config::{MixOp, ReadMode};
use text::names::BY_HAND;
use text::said::as_id;
use text::say;

/// A workload of which figures are told, or what was sent by hand.
struct Load<'a> {
    id: &'a str,
    is_own: bool,
    /// " of “scans”", " that you sent".
    of: String,
}

impl Load<'_> {
    fn at(&self, key: &str) -> String {
        format!("workload.{}.{key}", self.id)
    }

    fn none_ended(&self) -> String {
        if self.is_own {
            say!("You have sent no request yet.")
        } else {
            say!("No request{of} has ended yet.", of = self.of)
        }
    }

    fn none_answered(&self) -> String {
        if self.is_own {
            say!("You have had no answer yet.")
        } else {
            say!("No request{of} is answered yet.", of = self.of)
        }
    }

    fn none_read(&self) -> String {
        if self.is_own {
            say!("You have sent no read yet.")
        } else {
            self.none_answered()
        }
    }
}

pub(super) fn workload(id: &str, rest: &[&str]) -> Option<Measure> {
    let is_own = id == BY_HAND;
    let of = if is_own {
        say!(" that you sent")
    } else {
        say!(" of “{load}”", load = as_id(id))
    };
    let load = Load { id, is_own, of };
    let of = &load.of;
    let (ok, failed, unknown) = (load.at("ok"), load.at("failed"), load.at("unknown"));
    let all: [&str; 3] = [&ok, &failed, &unknown];
    let measured = load.at("measured");
    Some(match rest {
        ["ok"] => Measure::count(say!("answered requests{of}", of)),
        ["failed"] => Measure::count(say!("failed requests{of}", of)).of(&all, load.none_ended()),
        ["unknown"] => {
            let label = if is_own {
                say!("writes that you sent and that may have happened")
            } else {
                say!("writes{of} that may have happened", of)
            };
            Measure::count(label).of(&all, load.none_ended())
        }
        ["retries"] => Measure::count(say!("requests{of} that asked again", of)),
        ["operations", operation] if MixOp::parse(operation).is_some() => Measure::count(say!(
            "answered operations \"{operation}\"{of}",
            operation,
            of
        )),
        ["measured"] => Measure::count(say!("answered requests{of} since the warm-up", of)),
        ["qps"] => {
            let label = say!("answers a second{of}", of);
            let rate = Measure::new(label, Unit::Count, Nature::Sampled);
            rate.of(&[&measured], load.none_answered())
        }
        ["stale"] => Measure::count(say!("stale reads{of}", of)).of(&all, load.none_read()),
        ["max_staleness_us"] => {
            let label = say!("greatest staleness of the reads{of}", of);
            Measure::new(label, Unit::Us, Nature::Greatest).of(&[&ok], load.none_read())
        }
        ["seen_age", "count"] => Measure::count(say!("written values that gets{of} saw", of)),
        ["seen_age", "min_us"] => {
            let label = say!("youngest value that a get{of} saw", of);
            Measure::new(label, Unit::Us, Nature::Sampled).of(&[&ok], load.none_read())
        }
        ["seen_age", "max_us"] => {
            let label = say!("oldest value that a get{of} saw", of);
            Measure::new(label, Unit::Us, Nature::Greatest).of(&[&ok], load.none_read())
        }
        [key] => {
            let (time, nature) = latency(key)?;
            let label = say!("{time} to the answer{of}", time, of);
            Measure::new(label, Unit::Us, nature).of(&[&measured], load.none_answered())
        }
        _ => return None,
    })
}

/// Which of all durations a figure tells.
pub(super) fn latency(key: &str) -> Option<(String, Nature)> {
    Some(match key {
        "mean_us" => (say!("mean time"), Nature::Sampled),
        "p50_us" => (say!("median time"), Nature::Sampled),
        "p90_us" => (say!("90th percentile of the time"), Nature::Sampled),
        "p95_us" => (say!("95th percentile of the time"), Nature::Sampled),
        "p99_us" => (say!("99th percentile of the time"), Nature::Sampled),
        "p999_us" => (say!("99.9th percentile of the time"), Nature::Sampled),
        "p9999_us" => (say!("99.99th percentile of the time"), Nature::Sampled),
        "max_us" => (say!("longest time"), Nature::Greatest),
        _ => return None,
    })
}

/// Requests that entered in one zone.
pub(super) fn zone(id: &str, key: &str) -> Option<Measure> {
    if key == "measured" {
        let label = say!("answered requests in {zone} since the warm-up", zone = id);
        return Some(Measure::count(label));
    }
    let (time, nature) = latency(key)?;
    let label = say!("{time} to the answer in {zone}", time, zone = id);
    let none = say!("No request in {zone} is answered yet.", zone = id);
    let measured = format!("zones.{id}.measured");
    Some(Measure::new(label, Unit::Us, nature).of(&[&measured], none))
}

pub(super) fn mode(id: &str, key: &str) -> Option<Measure> {
    let mode = named::<ReadMode>(id)?.label;
    let of = say!(" in the mode “{mode}”", mode);
    let reads = format!("modes.{id}.reads");
    let greatest = |label: String, unit: Unit| Measure::new(label, unit, Nature::Greatest);
    let measure = match key {
        "reads" => return Some(Measure::count(say!("answered reads{of}", of))),
        "verdict" => {
            let label = say!("promise{of}", of);
            return Some(Measure::new(label, Unit::Word, Nature::Check));
        }
        "cross_zone_bytes" => {
            let label = say!("bytes of reads between zones{of}", of);
            return Some(Measure::new(label, Unit::Bytes, Nature::Count));
        }
        "failed" => Measure::count(say!("reads without an answer{of}", of)),
        "stale" => Measure::count(say!("stale reads{of}", of)),
        "max_staleness_us" => greatest(say!("greatest staleness of the reads{of}", of), Unit::Us),
        "max_stale_commits" => {
            greatest(say!("most writes that a read missed{of}", of), Unit::Count)
        }
        "monotonic_reads" => Measure::count(say!("reads older than one before them{of}", of)),
        "read_your_writes" => Measure::count(say!(
            "reads that missed a write of their own client{of}",
            of
        )),
        "round_trips" => {
            let label = say!("round trips between zones of a read{of}", of);
            Measure::new(label, Unit::Count, Nature::Sampled)
        }
        key => {
            let (time, nature) = latency(key)?;
            let label = say!("{time} of a read{of}", time, of);
            Measure::new(label, Unit::Us, nature)
        }
    };
    Some(measure.of(&[&reads], say!("No read is answered{of} yet.", of)))
}

pub(super) fn commit(key: &str) -> Option<Measure> {
    match key {
        "entries" => Some(Measure::count(say!("committed writes"))),
        "mean_us" | "p50_us" | "p99_us" | "max_us" => {
            let (time, nature) = latency(key)?;
            let label = say!("{time} to commit a write", time);
            let none = say!("No write is committed yet.");
            Some(Measure::new(label, Unit::Us, nature).of(&["commit.entries"], none))
        }
        _ => None,
    }
}
