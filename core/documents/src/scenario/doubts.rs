//! What a right file may not mean: it runs, but not as its reader expects.

use model::config::{ClusterConfig, ReadMode, SafeTime};
use sim::Micros;

use crate::scenario::{Resolved, Scenario};
use text::quantity::duration_text;
use text::say;

impl Scenario {
    /// What is doubtful in each variant, or in the scenario itself where it has none: the variant,
    /// and a sentence that names the key.
    pub fn doubts(&self) -> Vec<(&str, String)> {
        let own = self.variants.is_empty().then_some(("", &self.base));
        let variants = self.variants.iter();
        let all = own
            .into_iter()
            .chain(variants.map(|variant| (variant.id.as_str(), &variant.resolved)));
        all.flat_map(|(id, resolved)| bounds(resolved).into_iter().map(move |text| (id, text)))
            .collect()
    }
}

/// Bounds of staleness that safe times do not reach: whoever reads so goes to the leader.
fn bounds(resolved: &Resolved) -> Vec<String> {
    let config = &resolved.config;
    let Some((behind_us, key)) = safe_time_behind(config) else {
        return Vec::new();
    };
    let reads = &config.settings;
    let by_default = (reads.read_mode == ReadMode::Stale)
        .then(|| ("settings.staleness".to_string(), reads.reads.staleness_us));
    let loads = config.workloads.iter().enumerate();
    let of_loads = loads.filter_map(|(place, load)| {
        let is_stale = load.read_mode.unwrap_or(reads.read_mode) == ReadMode::Stale;
        let own_us = load.staleness_us.filter(|_| is_stale)?;
        Some((format!("workload[{place}].staleness"), own_us))
    });
    let stale_by_load = config
        .workloads
        .iter()
        .any(|load| load.read_mode == Some(ReadMode::Stale) && load.staleness_us.is_none());
    let shared = (by_default.is_none() && stale_by_load)
        .then(|| ("settings.staleness".to_string(), reads.reads.staleness_us));
    let all = by_default.into_iter().chain(shared).chain(of_loads);
    all.filter(|(_, bound_us)| *bound_us < behind_us)
        .map(|(path, bound_us)| {
            say!(
                "{path}: {bound} is less than {behind}, which safe times may be behind ({key}): most \
                 of these reads go to the leader",
                path,
                bound = duration_text(bound_us),
                behind = duration_text(behind_us),
                key
            )
        })
        .collect()
}

/// How far behind safe times are before the next ones come, and by which keys.
fn safe_time_behind(config: &ClusterConfig) -> Option<(Micros, &'static str)> {
    let reads = &config.reads;
    match config.settings.reads.safe_time {
        SafeTime::Off => None,
        // Of a range that is not written to: one heartbeat announces, the next one says that a
        // quorum knows.
        SafeTime::Hybrid => {
            let heartbeat_us = config.raft.tick_us * config.raft.heartbeat_ticks as u64;
            Some((2 * heartbeat_us, "raft.tick and raft.heartbeat_ticks"))
        }
        SafeTime::Resolved => Some((reads.resolved_interval_us, "reads.resolved_interval")),
        SafeTime::Closed => Some((
            reads.closed_target_us + reads.closed_interval_us,
            "reads.closed_target and reads.closed_interval",
        )),
    }
}
