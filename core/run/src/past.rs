//! A run and the instant from which its futures are played: each future is the run with one more
//! action, which draws its chance anew.

use documents::scenario::{Resolved, Scenario, action_to_json};
use format::error::ScenarioError;
use futures::{Asked, Evidence, FutureAnswer, Lead};
use model::action::Action;
use model::chance::Chances;
use observe::narrate::notable_line;
use serde_json::{Map, Value};
use sim::Micros;

use crate::playground::Playground;

/// What futures have in common: the run, and what is asked of each.
pub struct Past<'a> {
    scenario: &'a Scenario,
    resolved: Resolved,
    /// What is drawn anew.
    of: Chances,
    /// When a future ends.
    end_us: Micros,
    asked: Asked,
}

/// What came of one future.
#[derive(Clone, Debug, PartialEq)]
pub struct Future {
    /// Its number; 0 is the run as it is.
    pub stream: u32,
    /// The digest of the run at its end.
    pub digest: String,
    /// What was asked of it.
    pub answer: FutureAnswer,
}

/// What the run itself tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrated {
    /// What came of it.
    pub future: Future,
    /// What happened in it: instants and lines.
    pub lines: Vec<(Micros, String)>,
}

impl<'a> Past<'a> {
    /// Futures of this run.
    pub fn new(
        scenario: &'a Scenario,
        resolved: Resolved,
        (of, end_us): (Chances, Micros),
        asked: Asked,
    ) -> Self {
        Past {
            scenario,
            resolved,
            of,
            end_us,
            asked,
        }
    }

    /// What is asked of each.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// When they end.
    pub fn end_us(&self) -> Micros {
        self.end_us
    }

    /// Plays the future of this number from an instant on. What happens counts from `since_us` on,
    /// which is no later.
    pub fn future(&self, since_us: Micros, at_us: Micros, stream: u32) -> Future {
        assert!(since_us <= at_us && at_us <= self.end_us);
        self.play(since_us, Some((at_us, stream))).0
    }

    /// Plays the run as it is.
    pub fn as_it_is(&self, since_us: Micros) -> Narrated {
        let (future, run) = self.play(since_us, None);
        let notables = run.cluster().observer().narration().after(0);
        Narrated {
            future,
            lines: notables.map(|one| (one.at_us, notable_line(one))).collect(),
        }
    }

    fn play(&self, since_us: Micros, draw: Option<(Micros, u32)>) -> (Future, Playground) {
        let mut run = Playground::of(self.scenario, self.resolved.clone());
        let mut began = None;
        if since_us > 0 {
            run.advance(since_us, u64::MAX);
            began = Some(Map::from_iter([run.figures()]));
        }
        if let Some((at_us, stream)) = draw {
            run.advance(at_us, u64::MAX);
            let action = self.action(stream).to_string();
            let done = run.replay(at_us + 1, &action);
            done.expect("the action was written by its own writer");
        }
        run.advance(self.end_us, u64::MAX);
        let (own, figures) = run.figures();
        let leaders = run.cluster().observer().leaders().changes();
        let leads = leaders.from(0).1.map(|lead| Lead {
            at_us: lead.at_us,
            range: lead.range,
            began: lead.began,
        });
        let future = Future {
            stream: draw.map_or(0, |(_, stream)| stream),
            digest: run.digest(),
            answer: self.asked.answer(&Evidence {
                own: &own,
                by_name: &Map::from_iter([(own.clone(), figures)]),
                began: began.as_ref(),
                leads: &leads.collect::<Vec<_>>(),
                span: (since_us, self.end_us),
            }),
        };
        (future, run)
    }

    fn action(&self, stream: u32) -> Value {
        let action = Action::Redraw {
            stream,
            of: self.of,
        };
        action_to_json(&action, &self.resolved.names)
    }

    /// Writes a future as a scenario file, which replays to its digest.
    pub fn file(&self, text: &str, at_us: Micros, stream: u32) -> Result<String, ScenarioError> {
        let log = serde_json::json!([{ "at_us": at_us + 1, "action": self.action(stream) }]);
        let variant = Some(self.resolved.variant.as_str()).filter(|id| !id.is_empty());
        let seed = Some(self.resolved.config.seed);
        documents::scenario::with_log(text, variant, seed, &log.to_string())
    }
}
