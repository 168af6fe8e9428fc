//! Reads texts for a run that is played elsewhere: the scenario, and actions by hand; and puts the
//! run's figures into a report. It knows words and never runs anything.

use model::config::{Action, Settings};
use serde_json::Value;

use crate::expect::{self, Verdict};
use crate::format::{
    self, Names, Problem, Resolved, Scenario, ScenarioError, limits, parse_action, parse_json,
};
use crate::goal::{self, Judged, Reports, Scope};
use crate::handover::{Figures, Given, Prepared, Run, VariantInfo, whole_seed};
use crate::lesson::Lesson;
use crate::report::RefusedSummary;
use crate::runner;
use crate::watch::narrate::ActionWords;

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct EndOfRun {
    /// How many expectations the scenario has.
    pub expects: usize,
    /// Other variants that these speak of and that were not given.
    pub missing: Vec<String>,
    /// One per bound of an expectation; none while a variant is missing.
    pub verdicts: Vec<Verdict>,
    /// What could not be done, a line for each reason.
    pub refused: Vec<String>,
}

/// A scenario that was read, and the variant of it that runs.
#[derive(Clone, Debug)]
pub struct Reader {
    scenario: Scenario,
    resolved: Resolved,
    /// Names as actions by hand may use them.
    names: Names,
}

impl Reader {
    /// Reads and checks a scenario file. An empty variant is the first, or the scenario itself
    /// when it has none; without a seed the file's is taken.
    pub fn open(text: &str, variant: &str, seed: Option<f64>) -> Result<Self, ScenarioError> {
        let scenario = Scenario::parse(text)?;
        let seed = seed.map(named_seed).transpose()?;
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = scenario.resolve(variant, seed)?;
        let names = names_by_hand(&resolved.names);
        Ok(Reader {
            scenario,
            resolved,
            names,
        })
    }

    /// The scenario with all its variants, as the engine takes it.
    pub fn prepared(&self) -> Prepared {
        let scenario = &self.scenario;
        let info = |variant: &format::Variant| VariantInfo {
            id: variant.id.clone(),
            title: variant.title.clone(),
            text: variant.text.clone(),
        };
        let runs = runner::runs(scenario, None).expect("its own variants are there");
        Prepared {
            title: scenario.title().to_string(),
            text: scenario.text().to_string(),
            seed: scenario.seed(),
            variants: scenario.variants().iter().map(info).collect(),
            runs: runs.into_iter().map(ready).collect(),
        }
    }

    /// The variant that runs, as the engine takes it.
    pub fn run(&self) -> Run {
        ready(self.resolved.clone())
    }

    /// Reads an action by hand for an instant at which these switches will stand.
    pub fn action(&self, json: &str, settings: &Settings) -> Result<Given, ScenarioError> {
        given(json, &self.names, settings)
    }

    /// The run's report, JSON in the format of the command line. Expectations are left out: they
    /// speak of whole runs that nobody interfered with.
    /// With the run's own part of an earlier report, JSON, what is counted up counts from there on;
    /// "" = from the start.
    pub fn report(&self, figures: Figures, since: &str) -> Result<String, ScenarioError> {
        let whole = report(&self.resolved, figures);
        if since.is_empty() {
            return Ok(whole);
        }
        let since = parse_json(since)?;
        let mut whole = parse_json(&whole)?;
        let runs = whole["variants"].as_object_mut();
        for run in runs.into_iter().flat_map(|runs| runs.values_mut()) {
            *run = goal::counted_since(run, &since);
        }
        Ok(whole.to_string())
    }

    /// Judges goals, a JSON list, on the run with these figures; `others` are what reports say of
    /// other variants, by name. A variant without figures meets nothing. `began` are reports of an
    /// earlier instant from which on things count, the run's own under ""; `{}` = a whole run.
    pub fn judge(
        &self,
        goals: &str,
        figures: Figures,
        others: &str,
        began: &str,
    ) -> Result<Vec<Judged>, ScenarioError> {
        let goals = goal::read_list(goals)?;
        let places = self.resolved.names.place_ids().collect();
        let scope = Scope {
            places: Some(places),
            ..Scope::OPEN
        };
        for (i, goal) in goals.iter().enumerate() {
            goal::check(goal, &format!("[{i}]"), &scope)?;
        }
        let reports = |name: &str, text: &str| match parse_json(text)? {
            Value::Object(reports) => Ok(reports),
            _ => Err(ScenarioError::at(name, "expected an object of reports")),
        };
        let mut by_name = reports("others", others)?;
        let mut began = reports("began", began)?;
        let summary = runner::with_settings(figures.summary, &figures.settings, self.names());
        let own = summary.name.clone();
        by_name.insert(own.clone(), summary.to_json());
        if let Some(own_began) = began.remove("") {
            began.insert(own.clone(), own_began);
        }
        let reports = Reports {
            own: &own,
            by_name: &by_name,
            began: Some(&began).filter(|began| !began.is_empty()),
        };
        Ok(goals
            .iter()
            .map(|goal| goal::judge(goal, &reports))
            .collect())
    }

    /// What came of a run with these figures: whether it is as the scenario expects, in the words
    /// of the command line, and which actions could not be done. `others` are what reports say of
    /// other variants, by name; those that expectations speak of and that are not there are listed,
    /// and nothing is judged without them.
    pub fn outcome(&self, figures: Figures, others: &str) -> Result<EndOfRun, ScenarioError> {
        let Value::Object(mut by_name) = parse_json(others)? else {
            let text = "expected an object of reports";
            return Err(ScenarioError::at("others", text));
        };
        let summary = runner::with_settings(figures.summary, &figures.settings, self.names());
        by_name.insert(summary.name.clone(), summary.to_json());
        let expects = self.scenario.expect();
        let named = expect::runs_named(expects).into_iter();
        let missing: Vec<String> = named
            .filter(|run| !by_name.contains_key(*run))
            .map(str::to_string)
            .collect();
        let verdicts = if missing.is_empty() {
            expect::judge(expects, &by_name)
        } else {
            Vec::new()
        };
        Ok(EndOfRun {
            expects: expects.len(),
            missing,
            verdicts,
            refused: summary
                .refused
                .iter()
                .map(RefusedSummary::to_line)
                .collect(),
        })
    }

    fn names(&self) -> &Names {
        &self.resolved.names
    }
}

/// What is wrong with a scenario file, or with a lesson file if it says that it is one: a JSON list
/// of `path` and `text`, empty when there is nothing. For whoever writes one and wants to see each
/// problem at its place.
pub fn problems(text: &str) -> String {
    let read = if is_lesson(text) {
        Lesson::parse(text).map(drop)
    } else {
        Scenario::parse(text).map(drop)
    };
    read.map_or_else(|error| listed(&error), |()| "[]".to_string())
}

fn is_lesson(text: &str) -> bool {
    const NAME: &str = "raft-atlas-lesson/";
    let named = |tree: Value| {
        tree["format"]
            .as_str()
            .is_some_and(|name| name.starts_with(NAME))
    };
    text.contains(NAME) && parse_json(text).is_ok_and(named)
}

/// The problems of an error as a JSON list.
fn listed(error: &ScenarioError) -> String {
    let problems = error.problems().iter();
    let list: Value = problems
        .map(|Problem { path, text }| serde_json::json!({ "path": path, "text": text }))
        .collect();
    list.to_string()
}

/// Reads an action for a run in which things are called so and these switches will stand.
pub(crate) fn given(
    json: &str,
    names: &Names,
    settings: &Settings,
) -> Result<Given, ScenarioError> {
    let (action, count_framing) = read_logged(json, names, settings)?;
    let words = action
        .as_ref()
        .map(|action| ActionWords::new(action, settings, names));
    Ok(Given {
        action,
        words,
        count_framing,
    })
}

/// The report of a run by its figures.
pub(crate) fn report(resolved: &Resolved, figures: Figures) -> String {
    let summary = runner::with_words(figures.summary, &figures.settings, resolved);
    crate::report::report(&resolved.title, figures.seed, &[summary], &[]).to_string()
}

/// Names as actions by hand may use them: ranges come while a run goes on, and a log is replayed
/// before they do.
pub(crate) fn names_by_hand(names: &Names) -> Names {
    let mut names = names.clone();
    names.ranges = names.ranges.max(limits::RANGES_NAMED_MAX);
    names
}

impl Given {
    /// What was done, in one or two sentences.
    pub fn text(&self) -> String {
        let mut sentences = Vec::new();
        if let Some(words) = &self.words {
            sentences.push(words.text().to_string());
        }
        if let Some(count_framing) = self.count_framing {
            let words = if count_framing { "count" } else { "leave out" };
            sentences.push(format!("The meters {words} framing."));
        }
        sentences.join(" ")
    }
}

/// A run with its actions in words.
fn ready(resolved: Resolved) -> Run {
    let words = ActionWords::script(&resolved.config, &resolved.actions, &resolved.names);
    Run { resolved, words }
}

/// A seed as JavaScript gives it; what is none is named.
fn named_seed(seed: f64) -> Result<u64, ScenarioError> {
    whole_seed(seed).map_err(|_| {
        let most = limits::SEED_MAX;
        let text = format!("found {seed}, expected a whole number from 0 to {most}");
        ScenarioError::at("seed", text)
    })
}

/// Takes the one switch that is the meters' and not the cluster's out of a `set`.
fn take_count_framing(action: &mut Value) -> Option<bool> {
    if action["do"] != "set" {
        return None;
    }
    let settings = action.get_mut("settings")?.as_object_mut()?;
    let count_framing = settings.get("count_framing")?.as_bool()?;
    settings.remove("count_framing");
    Some(count_framing)
}

/// Reads an action as a page gives it, for a run whose switches stand like this: what the cluster
/// does, if anything, and the switch that is the meters' alone.
pub(crate) fn read_logged(
    json: &str,
    names: &Names,
    settings: &Settings,
) -> Result<(Option<Action>, Option<bool>), ScenarioError> {
    if json.len() > limits::FILE_BYTES_MAX {
        return Err(ScenarioError::whole("an action is a few words"));
    }
    let mut value = parse_json(json)
        .map_err(|error| ScenarioError::whole(format!("not an action: {error}")))?;
    let count_framing = take_count_framing(&mut value);
    if count_framing.is_some() && value["settings"] == serde_json::json!({}) {
        return Ok((None, count_framing));
    }
    Ok((Some(parse_action(&value, names, settings)?), count_framing))
}
