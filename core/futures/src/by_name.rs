//! Outcomes as they are named on the command line.

use format::error::ScenarioError;
use report::goal::{self, Scope};

use crate::outcome::{Outcome, What};

impl Outcome {
    /// The outcome of this name among all, its opposite for `not:NAME`, or a goal as JSON.
    pub fn parse(text: &str, all: &[Outcome]) -> Result<Outcome, String> {
        if text.starts_with('{') {
            return Self::of_goal(text).map_err(|error| error.to_string());
        }
        let (opposite, id) = match text.strip_prefix("not:") {
            Some(id) => (true, id),
            None => (false, text),
        };
        let found = all.iter().find(|one| one.id == id).cloned();
        let mut found = found.ok_or_else(|| {
            let ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
            format!(
                "found \"{text}\", expected a goal as JSON or one of {}; not:NAME is its opposite",
                ids.join(", ")
            )
        })?;
        if opposite {
            found.opposite = true;
            found.id = text.to_string();
            found.text = format!("not: {}", found.text);
        }
        Ok(found)
    }

    fn of_goal(text: &str) -> Result<Outcome, ScenarioError> {
        let goal = goal::read(&format::json::parse_json(text)?)?;
        goal::check(&goal, "", &Scope::OPEN)?;
        let asked = goal::asked(&goal);
        Ok(Outcome {
            id: "goal".to_string(),
            text: asked,
            what: What::Goal(goal),
            opposite: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_known_by_its_name_its_opposite_or_a_goal() {
        let all: Vec<Outcome> = Outcome::happenings();
        let read = |text: &str| Outcome::parse(text, &all);
        assert_eq!(
            read("stale-read").expect("it is one").text,
            "a read was stale"
        );
        let opposite = read("not:stale-read").expect("it is one");
        assert_eq!(opposite.text, "not: a read was stale");
        let goal = read("{\"happened\": \"elected\", \"at_least\": 2}").expect("it is a goal");
        assert!(goal.text.contains("election"), "{}", goal.text);
        let error = read("stale").expect_err("it is none");
        assert!(error.starts_with("found \"stale\", expected a goal as JSON or one of stale-read"));
    }
}
