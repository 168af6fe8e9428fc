//! Runs variants second by second of their time, so that somebody can look on: how far they are,
//! and what happened in each second. Stopping changes nothing in a run.

use cluster::Cluster;
use model::fact::ByteKind;
use sim::{Micros, SECONDS};

use crate::resources::ResourceMeter;
use documents::scenario::Resolved;
use observe::Watch;
use observe::load::WorkloadMeter;
use observe::meters::KINDS;
use observe::series::SERIES_BUCKET_US;
use report::summary::{VariantSummary, WorkloadSummary};

/// A second of a run that has passed; the last one may be shorter.
#[derive(Clone, Debug)]
pub struct Second<'a> {
    /// The variant's name; `run` for a scenario without variants.
    pub variant: &'a str,
    /// Its beginning.
    pub from_us: Micros,
    /// Its end.
    pub to_us: Micros,
    /// Simulated time of all variants that has passed.
    pub done_us: Micros,
    /// Simulated time of all variants.
    pub all_us: Micros,
    /// What crossed between zones in it, by tenths; in the last also what crosses after the run.
    pub traffic: Vec<TrafficBucket>,
    /// What came of the requests that ended in it, by load.
    pub loads: Vec<WorkloadSummary>,
}

/// Bytes on the wire between zones in a tenth of a second.
#[derive(Clone, Debug)]
pub struct TrafficBucket {
    /// Its beginning.
    pub from_us: Micros,
    /// Its end.
    pub to_us: Micros,
    bytes: [u64; KINDS],
}

impl TrafficBucket {
    /// Bytes by kind.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> {
        ByteKind::IDS.into_iter().zip(self.bytes)
    }
}

/// Where one of several variants stands among all.
#[derive(Copy, Clone, Debug)]
pub(super) struct Among {
    pub(super) before_us: Micros,
    pub(super) all_us: Micros,
}

/// Runs one variant to an instant; `look` sees each second and says whether to go on.
pub(super) fn run_seen(
    resolved: &Resolved,
    until_us: Micros,
    among: Among,
    look: &mut impl FnMut(&Second<'_>) -> bool,
) -> VariantSummary {
    let mut cluster = crate::runner::start(resolved);
    let mut resources = ResourceMeter::new(&cluster, resolved.measure_from_us);
    let mut before = meters(resolved, &cluster);
    let mut from_us = 0;
    while from_us < until_us {
        let to_us = (from_us + SECONDS).min(until_us);
        resources.run_until(&mut cluster, to_us, u64::MAX);
        if to_us == until_us {
            cluster.drain_links();
        }
        let now = meters(resolved, &cluster);
        let names = resolved.names.workloads.iter();
        let loads = names.zip(now.iter().zip(&before));
        let second = Second {
            variant: crate::runner::name_of(resolved),
            from_us,
            to_us,
            done_us: among.before_us + to_us,
            all_us: among.all_us,
            traffic: traffic(&cluster, from_us, to_us, to_us == until_us),
            loads: loads
                .map(|(name, (now, before))| now.since(before).summary(&name.id, to_us))
                .collect(),
        };
        let goes_on = look(&second);
        if !goes_on {
            break;
        }
        before = now;
        from_us = to_us;
    }
    crate::runner::summary(resolved, &cluster, &resources)
}

fn meters(resolved: &Resolved, cluster: &Cluster<Watch>) -> Vec<WorkloadMeter> {
    let loads = 0..resolved.names.workloads.len() as u16;
    loads
        .map(|load| cluster.observer().load(load).clone())
        .collect()
}

/// Whole buckets, and the one that the run ends in; at its end also those that come after it, for
/// what is still on its way then.
fn traffic(
    cluster: &Cluster<Watch>,
    from_us: Micros,
    to_us: Micros,
    is_last: bool,
) -> Vec<TrafficBucket> {
    let first = from_us / SERIES_BUCKET_US;
    let series = cluster.observer().meters().between();
    let until_us = if is_last {
        series.until_us().max(to_us)
    } else {
        to_us
    };
    let (start, buckets) = series.after(first as i64 - 1, until_us);
    let numbered = (start..).zip(buckets);
    numbered
        .map(|(number, bytes)| {
            let (begin_us, end_us) = (number * SERIES_BUCKET_US, (number + 1) * SERIES_BUCKET_US);
            TrafficBucket {
                from_us: begin_us,
                to_us: if begin_us < to_us {
                    end_us.min(to_us)
                } else {
                    end_us
                },
                bytes,
            }
        })
        .filter(|bucket| {
            let is_after = is_last && bucket.bytes.iter().any(|bytes| *bytes > 0);
            bucket.from_us < to_us || is_after
        })
        .collect()
}
