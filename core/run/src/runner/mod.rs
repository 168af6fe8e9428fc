//! Runs scenarios from start to end, without a page: for the command line and for tests.
//!
//! It drives clusters and collects summaries; it must not print, and not know files or arguments.

mod record;
mod seconds;
mod standing;
mod whereabouts;

use cluster::Cluster;
use serde_json::{Map, Value};

use crate::resources::ResourceMeter;
use documents::scenario::{Concluded, Resolved, Scenario};
use format::error::ScenarioError;
use format::switches::SettingsText;
use model::fact::Nobody;
use observe::{Watch, Watched};
use report::check::Check;
use report::expect::{Verdict, judge};
use report::goal::Reports;
use report::summary::{CheckSummary, VariantSummary};
use report::whole::report;
use text::names::PLAIN_RUN;
use text::said::{english_of, keeps_templates};

pub use record::{record, record_with_rows};
pub use seconds::{Second, TrafficBucket};
pub use whereabouts::{Whereabouts, whereabouts};

use seconds::{Among, run_seen};
pub(crate) use standing::pairs_cut;

/// What came of all variants of a scenario.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The scenario's title.
    pub title: String,
    /// The seed of all its runs.
    pub seed: u64,
    /// One per variant, in the order of the file.
    pub variants: Vec<VariantSummary>,
    /// What each variant shows, of those whose scenario says it.
    pub conclusions: Vec<Concluded>,
    /// One per bound of an expectation; empty if the runs ended elsewhere than the scenario.
    pub verdicts: Vec<Verdict>,
    /// Whether the runs ended before the scenario's end or after it, so that expectations were not
    /// judged.
    pub ends_elsewhere: bool,
}

impl Outcome {
    /// Whether every expectation is met and every check held that was to hold.
    pub fn holds(&self) -> bool {
        self.verdicts.iter().all(Verdict::met)
            && self
                .variants
                .iter()
                .all(|variant| self.unexpected_violation(variant).is_none())
    }

    /// Whether every check could judge all that it looks at.
    pub fn is_judged(&self) -> bool {
        let mut checks = self.variants.iter().flat_map(|variant| &variant.checks);
        checks.all(|check| check.verdict.is_known())
    }

    /// The first violation of a variant that its scenario does not ask for. One that expects stale
    /// reads of a mode that promises none expects the promise to break, and so does one that names
    /// the verdict on a mode or asks for a broken promise.
    pub fn unexpected_violation(&self, variant: &VariantSummary) -> Option<String> {
        let wants = |verdict: &Verdict| verdict.wants_broken(&variant.name);
        let wanted = self.verdicts.iter().any(wants);
        let is_wanted = |check: &&CheckSummary| {
            wanted && Check::parse(&check.id).is_some_and(Check::is_promised_by_modes)
        };
        let mut checks = variant.checks.iter().filter(|check| !is_wanted(check));
        checks.find_map(CheckSummary::violated)
    }

    /// The report.
    pub fn to_json(&self) -> Value {
        let mut report = report(&self.title, self.seed, &self.variants, &self.verdicts);
        let told = |told: &Concluded| (told.variant.clone(), told.to_json());
        if !self.conclusions.is_empty() {
            report["conclusions"] = Value::Object(self.conclusions.iter().map(told).collect());
        }
        report
    }
}

/// Every variant, ready to start; the scenario itself if it has none.
pub fn runs(scenario: &Scenario, seed: Option<u64>) -> Result<Vec<Resolved>, ScenarioError> {
    if scenario.variants().is_empty() {
        return Ok(vec![scenario.resolve(None, seed)?]);
    }
    let ids = scenario
        .variants()
        .iter()
        .map(|variant| variant.id.as_str());
    ids.map(|id| scenario.resolve(Some(id), seed)).collect()
}

/// Runs every variant to its end, or to `until_us`, and judges the expectations.
pub fn run_all(
    scenario: &Scenario,
    seed: Option<u64>,
    until_us: Option<u64>,
) -> Result<Outcome, ScenarioError> {
    run_all_seen(scenario, seed, until_us, |_| true)
}

/// Runs every variant and judges the expectations; `look` sees each second of each run, and says
/// whether to go on.
pub fn run_all_seen(
    scenario: &Scenario,
    seed: Option<u64>,
    until_us: Option<u64>,
    mut look: impl FnMut(&Second<'_>) -> bool,
) -> Result<Outcome, ScenarioError> {
    let runs = runs(scenario, seed)?;
    let end_us = |run: &Resolved| until_us.unwrap_or(run.duration_us);
    let ends_elsewhere = runs
        .iter()
        .any(|resolved| end_us(resolved) != resolved.duration_us);
    let all_us = runs.iter().map(end_us).sum();
    let mut before_us = 0;
    let mut variants: Vec<VariantSummary> = Vec::new();
    for resolved in &runs {
        let among = Among { before_us, all_us };
        variants.push(run_seen(resolved, end_us(resolved), among, &mut look));
        before_us += end_us(resolved);
    }
    let reports: Map<String, Value> = variants
        .iter()
        .map(|variant| (variant.name.clone(), variant.to_json()))
        .collect();
    let verdicts = if ends_elsewhere {
        Vec::new()
    } else {
        judge(scenario.expect(), &reports)
    };
    let conclusions = runs
        .iter()
        .zip(&variants)
        .filter_map(|(resolved, variant)| concluded(resolved, &variant.name, &reports))
        .collect();
    let seed = runs
        .first()
        .map_or_else(|| scenario.seed(), |run| run.config.seed);
    let title = scenario.title().to_string();
    Ok(Outcome {
        title,
        seed,
        variants,
        conclusions,
        verdicts,
        ends_elsewhere,
    })
}

/// What a variant's scenario says that it shows, with the figures of its report.
fn concluded(resolved: &Resolved, name: &str, reports: &Map<String, Value>) -> Option<Concluded> {
    let own = Reports {
        own: name,
        by_name: reports,
        began: None,
    };
    let conclusion = resolved.conclusion.as_ref()?;
    Some(conclusion.concluded(name, &|metric| own.figure(metric)))
}

/// Runs one variant to this instant.
pub fn run(resolved: &Resolved, until_us: u64) -> VariantSummary {
    let mut cluster = start(resolved);
    let mut resources = ResourceMeter::new(&cluster, resolved.measure_from_us);
    resources.run_until(&mut cluster, until_us, u64::MAX);
    summary(resolved, &cluster, &resources)
}

/// What a watch knows of a run before it starts.
pub fn watched(resolved: &Resolved) -> Watched<'_> {
    Watched {
        config: &resolved.config,
        actions: &resolved.actions,
        names: &resolved.names,
        nano_usd_per_gb: &resolved.prices,
        from_us: resolved.measure_from_us,
    }
}

/// A cluster at instant 0, watched.
pub fn start(resolved: &Resolved) -> Cluster<Watch> {
    start_watched(resolved, Watch::new(watched(resolved)))
}

/// A cluster at instant 0 that nobody watches: what the engine itself costs.
pub fn start_unwatched(resolved: &Resolved) -> Cluster<Nobody> {
    Cluster::new(resolved.config.clone(), resolved.actions.clone(), Nobody)
}

/// One with a watch of the caller's, which sees also what happens at the very start.
pub(crate) fn start_watched(resolved: &Resolved, watch: Watch) -> Cluster<Watch> {
    Cluster::new(resolved.config.clone(), resolved.actions.clone(), watch)
}

/// What the run came to so far.
pub fn summary(
    resolved: &Resolved,
    cluster: &Cluster<Watch>,
    resources: &ResourceMeter,
) -> VariantSummary {
    let names = &resolved.names;
    let narration = cluster.observer().narration();
    let told = |ordinal| said_before(narration.action_text(ordinal));
    VariantSummary {
        name: name_of(resolved).to_string(),
        title: resolved.variant_title.clone(),
        proves: resolved.proves.clone(),
        events: cluster.events(),
        settings: Some(SettingsText::all(cluster.settings(), &names.zone_ids())),
        resources: resources.summary(cluster, names),
        state: standing::state(cluster, names),
        refused_count: cluster.undone().count(),
        refused: standing::refused(cluster, told),
        names: names.clone(),
        ..cluster.observer().summary(cluster.now())
    }
}

/// What was said earlier in the run, as sentences are said now.
fn said_before(text: &str) -> String {
    if keeps_templates() {
        text.to_string()
    } else {
        english_of(text)
    }
}

/// What reports call a run.
fn name_of(resolved: &Resolved) -> &str {
    match resolved.variant.as_str() {
        "" => PLAIN_RUN,
        variant => variant,
    }
}
