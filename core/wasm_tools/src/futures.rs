//! Other futures of a run across the boundary: what is asked of each, what its report answers, and
//! the search for the point of no return. It translates and decides nothing.

use documents::scenario::Scenario;
use futures::{Asked, Budget, Evidence, FutureSearched, FutureShare, Lead, Point, Search, Share};
use serde_json::{Map, Value};
use text::say;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{into_error, plain, whole_seed};

/// What is asked of the futures of one run.
#[wasm_bindgen]
pub struct Futures {
    asked: Asked,
    end_us: u64,
    began: Option<Map<String, Value>>,
    since_us: u64,
}

#[wasm_bindgen]
impl Futures {
    /// Of a scenario's run that ends at an instant; of its report these figures are wanted, each as
    /// `path.in.report`. Throws an `Error` when the scenario is none.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        variant: &str,
        seed: f64,
        end_us: f64,
        figures: Vec<String>,
    ) -> Result<Futures, js_sys::Error> {
        let scenario = Scenario::parse(scenario_json).map_err(into_error)?;
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = scenario.resolve(variant, whole_seed(Some(seed))?);
        let resolved = resolved.map_err(into_error)?;
        let end_us = end_us as u64;
        let mut asked = Asked::of(&scenario, &resolved, end_us);
        asked.figures = figures;
        Ok(Futures {
            asked,
            end_us,
            began: None,
            since_us: 0,
        })
    }

    /// What outcomes are called, and what they say, turn and turn about.
    pub fn outcomes(&self) -> Vec<String> {
        let outcomes = self.asked.outcomes.iter();
        let words = outcomes.flat_map(|one| [one.id.clone(), one.text.clone()]);
        words.collect()
    }

    /// From now on things count from this instant on, at which the run has this report.
    pub fn count_since(&mut self, at_us: f64, report: &str) -> Result<(), js_sys::Error> {
        self.since_us = at_us as u64;
        self.began = if self.since_us == 0 {
            None
        } else {
            Some(runs_of(report)?)
        };
        Ok(())
    }

    /// What a run answers, by its report at its end and by who began or ceased to lead when.
    #[wasm_bindgen(unchecked_return_type = "FutureAnswer")]
    pub fn answer(
        &self,
        report: &str,
        leads_at_us: &[f64],
        leads_range: &[u32],
        leads_began: &[u8],
    ) -> Result<JsValue, js_sys::Error> {
        let by_name = runs_of(report)?;
        let own = by_name.keys().next().map_or("", String::as_str);
        let leads = leads_at_us.iter().zip(leads_range).zip(leads_began);
        let leads: Vec<Lead> = leads
            .map(|((at_us, range), began)| Lead {
                at_us: *at_us as u64,
                range: futures::RangeId(*range),
                began: *began == 1,
            })
            .collect();
        plain(&self.asked.answer(&Evidence {
            own,
            by_name: &by_name,
            began: self.began.as_ref(),
            leads: &leads,
            span: (self.since_us, self.end_us),
        }))
    }
}

/// Shares with their intervals.
#[wasm_bindgen(unchecked_return_type = "FutureShare[]")]
pub fn future_shares(came: &[u32], runs: &[u32]) -> Result<JsValue, js_sys::Error> {
    let shares = came
        .iter()
        .zip(runs)
        .map(|(came, runs)| share(*came, *runs));
    plain(&shares.map(FutureShare::from).collect::<Vec<_>>())
}

/// By how much the shares with something exceed those without it, with 95 %: the lower and the
/// upper end of each, turn and turn about.
#[wasm_bindgen]
pub fn future_differences(with: &[u32], without: &[u32], runs: u32) -> Vec<f64> {
    let pairs = with.iter().zip(without);
    let ends = pairs.flat_map(|(with, without)| {
        let interval = share(*with, runs).less(share(*without, runs));
        [interval.low, interval.high]
    });
    ends.collect()
}

/// The runs that differ from this one in one act or switch before an instant. `log_json` is a list
/// of `{"at_us", "action"}`: what was done by hand. Throws an `Error` when the scenario is none.
#[wasm_bindgen(unchecked_return_type = "FutureChange[]")]
pub fn future_changes(
    scenario_json: &str,
    variant: &str,
    seed: f64,
    log_json: &str,
    before_us: f64,
) -> Result<JsValue, js_sys::Error> {
    let seed = whole_seed(Some(seed))?;
    let variant = (!variant.is_empty()).then_some(variant);
    let before_us = before_us as u64;
    let found = futures::changes(scenario_json, variant, seed, (log_json, before_us));
    plain(&found.map_err(into_error)?)
}

/// A search for the point of no return.
#[wasm_bindgen]
pub struct FutureSearch {
    inner: Search,
}

#[wasm_bindgen]
impl FutureSearch {
    /// Between two instants, with so many futures at each, and so many in all; instants that are
    /// closer than `step_us` are not told apart.
    #[wasm_bindgen(constructor)]
    pub fn new(from_us: f64, until_us: f64, futures: u32, runs: u32, step_us: f64) -> FutureSearch {
        let budget = Budget {
            futures,
            runs: u64::from(runs),
            step_us: step_us as u64,
        };
        let inner = Search::new((from_us as u64, until_us as u64), budget);
        FutureSearch { inner }
    }

    /// Takes in how many of the futures of these instants it came; says what is known by now.
    #[wasm_bindgen(unchecked_return_type = "FutureSearched")]
    pub fn take(
        &mut self,
        at_us: &[f64],
        came: &[u32],
        runs: &[u32],
    ) -> Result<JsValue, js_sys::Error> {
        let points = at_us.iter().zip(came).zip(runs);
        self.inner.take(points.map(|((at_us, came), runs)| Point {
            at_us: *at_us as u64,
            share: share(*came, *runs),
        }));
        plain(&FutureSearched::of(&self.inner))
    }
}

fn share(came: u32, runs: u32) -> Share {
    Share {
        came: u64::from(came),
        runs: u64::from(runs),
    }
}

/// The runs of a report, by name.
fn runs_of(report: &str) -> Result<Map<String, Value>, js_sys::Error> {
    let mut report: Value = serde_json::from_str(report).map_err(into_error)?;
    match report.get_mut("variants").map(Value::take) {
        Some(Value::Object(runs)) => Ok(runs),
        _ => Err(into_error(say!("The report is of no run."))),
    }
}
