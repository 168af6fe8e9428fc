//! A form as what is to be run: its settings, the scenario of this extent, the sweep of the whole.
//! What the scenario finds wrong is told at the form's place. Must not know who runs it.

use documents::scenario::{Override, Scenario};
use format::error::{Problems, ScenarioError};
use serde::Serialize;
use ts_rs::TS;

use crate::form::AdviceForm;
use crate::scenario::{AdviceShare, Extent, asked_per_s, duration_us, scenario};
use crate::settings::{AdviceSetting, settings};
use crate::sweep::sweep;

/// What is to be run for a form.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdvicePlan {
    /// The form, with what it left out filled in.
    pub form: AdviceForm,
    /// What is tried.
    pub settings: Vec<AdviceSetting>,
    /// The seeds of each.
    #[ts(type = "number[]")]
    pub seeds: Vec<u64>,
    /// How much of it is run.
    pub share: AdviceShare,
    /// The scenario file that is run.
    pub scenario: String,
    /// The sweep file of the whole form.
    pub sweep: String,
    /// Requests of a run.
    pub requests: f64,
    /// Length of a run, in simulated time.
    #[ts(type = "number")]
    pub simulated_us: u64,
}

/// A plan, or what is wrong with the form.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Advised {
    /// What is to be run; none while something is wrong.
    pub plan: Option<AdvicePlan>,
    /// What is wrong, all at once.
    pub problems: Vec<AdviceProblem>,
}

/// Something that is wrong with a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AdviceProblem {
    /// Where; empty: the whole.
    pub path: String,
    /// What was found and what was expected.
    pub text: String,
}

/// A plan, or what is wrong with the form.
pub fn advised(text: &str, extent: Extent) -> Advised {
    match plan(text, extent) {
        Ok(plan) => Advised {
            plan: Some(plan),
            problems: Vec::new(),
        },
        Err(error) => Advised {
            plan: None,
            problems: error
                .problems()
                .iter()
                .map(|problem| AdviceProblem {
                    path: problem.path.clone(),
                    text: problem.text.clone(),
                })
                .collect(),
        },
    }
}

/// What is to be run for a form.
pub fn plan(text: &str, extent: Extent) -> Result<AdvicePlan, ScenarioError> {
    let form = AdviceForm::parse(text)?;
    let share = AdviceShare::of(&form, extent);
    let whole = scenario(&form, &AdviceShare::of(&form, Extent::Whole));
    let settings = settings(&form);
    // Where only a part is run, the whole must fit a file too.
    check(&whole.to_string(), &settings)?;
    let part = scenario(&form, &share);
    let text = format!("{part:#}\n");
    if share.is_part() {
        check(&text, &settings)?;
    }
    let simulated_us = duration_us(&form);
    Ok(AdvicePlan {
        seeds: (1..=u64::from(form.runs.seeds)).collect(),
        requests: asked_per_s(&form, &share) * simulated_us as f64 / 1e6,
        scenario: text,
        sweep: format!("{:#}\n", sweep(&form, &whole)),
        settings,
        share,
        simulated_us,
        form,
    })
}

/// Whether the scenario is one, with each setting.
fn check(text: &str, settings: &[AdviceSetting]) -> Result<(), ScenarioError> {
    let at_form = |error: ScenarioError| error.renamed(place);
    let scenario = Scenario::parse(text).map_err(at_form)?;
    let mut problems = Problems::default();
    for setting in settings {
        let values: Result<Vec<Override>, String> =
            setting.set.iter().map(|one| Override::parse(one)).collect();
        let values = values.expect("settings are written as they are read");
        if let Err(error) = scenario.resolve_with("", &values) {
            // What is wrong with many settings is said once.
            problems.absorb(at_form(error));
        }
    }
    problems.into_result()
}

/// Scenario's places and the form's, the longer first.
const PLACES: [(&str, &str); 10] = [
    ("topology.links.same_zone.rtt", "links.inside_rtt"),
    ("topology.links.cross_zone.rtt", "links.across_rtt"),
    ("topology.links.cross_zone.jitter", "links.across_jitter"),
    (
        "topology.links.cross_zone.usd_per_gb",
        "links.across_usd_per_gb",
    ),
    ("topology.links", "links"),
    ("topology.zones", "zones"),
    ("topology.stores", "zones"),
    ("data.row_bytes", "data.value_bytes"),
    ("data.replicas", "consider.replicas"),
    ("workload", "load"),
];

/// A place of the scenario in the form.
fn place(path: &str) -> String {
    let known = PLACES.iter().find(|(of, _)| path.starts_with(of));
    let Some((of, to)) = known else {
        return path.to_string();
    };
    let rest = &path[of.len()..];
    // Of lists that the form has not, the number says nothing there.
    match *of {
        "topology.stores" | "workload" => (*to).to_string(),
        _ => format!("{to}{rest}"),
    }
}
