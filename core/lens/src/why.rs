//! Questions about a run and their answers, as the page draws them.

use documents::scenario::Scenario;
use explain::why as inner;
use model::target;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::columns::{Recorded, rows};
use crate::{into_error, whole_seed};

/// What somebody wants to know.
#[derive(Copy, Clone, Debug, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Why did this event happen?
    Event(#[tsify(type = "number")] u64),
    /// Why was this message sent, and what became of it?
    Message(#[tsify(type = "number")] u64),
    /// Why did this request end as it did?
    Request(#[tsify(type = "number")] u64),
    /// What did this request wait for?
    Slow(#[tsify(type = "number")] u64),
    /// Why has this replica its role and term?
    Role {
        /// Its range.
        range: u32,
        /// The store's node.
        node: u32,
    },
    /// How did this entry come to be where it is?
    Entry {
        /// Its range.
        range: u32,
        /// Its index.
        #[tsify(type = "number")]
        index: u64,
    },
    /// Why is this entry not committed?
    NotCommitted {
        /// Its range.
        range: u32,
        /// Its index.
        #[tsify(type = "number")]
        index: u64,
    },
    /// Who leads this range, or why does nobody?
    NoLeader(u32),
    /// Why did the lead of this range not move?
    NotMoved(u32),
}

/// An answer.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Answer {
    /// The question in words.
    pub question: Vec<Part>,
    /// The answer in a sentence or two.
    pub short: Vec<Part>,
    /// The chain, oldest first.
    pub steps: Vec<Step>,
    /// The record begins too late: ask again with one that begins before this instant.
    #[tsify(type = "number | null")]
    pub wanted_us: Option<u64>,
}

/// Part of a sentence.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Part {
    /// Its words.
    pub text: String,
    /// The thing that they name, if any.
    pub target: Option<Target>,
}

/// The engine's `Target`.
#[derive(Copy, Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A message, by flight number.
    Message(#[tsify(type = "number")] u64),
    /// A node, by index.
    Node(u32),
    /// A range's replica on a store.
    Replica {
        /// The range.
        range: u32,
        /// The store's node.
        node: u32,
    },
    /// A directed link between zones.
    Link {
        /// Sender's zone.
        from: u32,
        /// Receiver's zone.
        to: u32,
    },
    /// A request.
    Request(#[tsify(type = "number")] u64),
    /// A range.
    Range(u32),
    /// A log entry of a range, by index.
    Entry {
        /// The range.
        range: u32,
        /// The index.
        #[tsify(type = "number")]
        index: u64,
    },
    /// An event of the run, by number.
    Event(#[tsify(type = "number")] u64),
}

/// One link of the chain.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Step {
    /// When.
    #[tsify(type = "number")]
    pub at_us: u64,
    /// The event; 0 = not known, or the start.
    #[tsify(type = "number")]
    pub event: u64,
    /// What it is; a chain ends at the first four.
    #[tsify(type = "\"action\" | \"timer\" | \"client\" | \"start\" | \"link\" | \"condition\"")]
    pub kind: &'static str,
    /// A sentence.
    pub text: Vec<Part>,
    /// The rule that it followed; null = none worth telling.
    pub rule: Option<Rule>,
    /// How long it took since the step before it; null = no time.
    pub wait: Option<Wait>,
    /// Hops of the same kind that this one stands for.
    pub folded: u32,
}

/// A rule, and where it is written down.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Rule {
    /// What it says.
    pub text: &'static str,
    /// Where it is written down.
    pub source: &'static str,
}

/// A wait.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Wait {
    /// How long.
    #[tsify(type = "number")]
    pub us: u64,
    /// What for: "on the way from s1 to s2".
    pub what: String,
}

/// A record of a run that can be asked.
#[wasm_bindgen]
pub struct Lens {
    record: inner::Record,
}

#[wasm_bindgen]
impl Lens {
    /// Of a run of which nothing is recorded yet. Throws an `Error` on a bad scenario.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        variant: &str,
        seed: Option<f64>,
    ) -> Result<Lens, js_sys::Error> {
        let scenario = Scenario::parse(scenario_json).map_err(into_error)?;
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = scenario.resolve(variant, whole_seed(seed)?);
        let record = inner::Record::new(&resolved.map_err(into_error)?);
        Ok(Lens { record })
    }

    /// The run's next action by hand, as it was logged, as JSON text.
    pub fn act(&mut self, at_us: f64, action_json: &str) -> Result<(), js_sys::Error> {
        self.record
            .act(at_us as u64, action_json)
            .map_err(into_error)
    }

    /// Takes what was recorded after what was taken before.
    pub fn push(&mut self, recorded: &Recorded) -> Result<(), js_sys::Error> {
        self.record.push(&rows(recorded)?);
        Ok(())
    }

    /// Answers a question about the last instant of the record, or something before.
    pub fn why(&self, question: Ts<Question>) -> Result<Ts<Answer>, js_sys::Error> {
        let question = question.to_rust().map_err(into_error)?;
        let answer = inner::why(&self.record, question.into());
        Answer::from(answer).into_ts().map_err(into_error)
    }
}

impl From<Question> for inner::Question {
    fn from(question: Question) -> Self {
        match question {
            Question::Event(event) => inner::Question::Event { event },
            Question::Message(flight) => inner::Question::Message { flight },
            Question::Request(request) => inner::Question::Request { request },
            Question::Slow(request) => inner::Question::Slow { request },
            Question::Role { range, node } => inner::Question::Role { range, node },
            Question::Entry { range, index } => inner::Question::Entry { range, index },
            Question::NotCommitted { range, index } => {
                inner::Question::NotCommitted { range, index }
            }
            Question::NoLeader(range) => inner::Question::NoLeader { range },
            Question::NotMoved(range) => inner::Question::NotMoved { range },
        }
    }
}

impl From<inner::Answer> for Answer {
    fn from(answer: inner::Answer) -> Self {
        Answer {
            question: parts(answer.question),
            short: parts(answer.short),
            steps: answer.steps.into_iter().map(Step::from).collect(),
            wanted_us: answer.wanted_us,
        }
    }
}

impl From<inner::Step> for Step {
    fn from(step: inner::Step) -> Self {
        Step {
            at_us: step.at_us,
            event: step.event,
            kind: match step.kind {
                inner::StepKind::Action => "action",
                inner::StepKind::Timer => "timer",
                inner::StepKind::Client => "client",
                inner::StepKind::Start => "start",
                inner::StepKind::Link => "link",
                inner::StepKind::Condition => "condition",
            },
            text: parts(step.text),
            rule: step.rule.map(|rule| Rule {
                text: rule.text,
                source: rule.source,
            }),
            wait: step.wait.map(|wait| Wait {
                us: wait.us,
                what: wait.what,
            }),
            folded: step.folded,
        }
    }
}

fn parts(text: inner::Text) -> Vec<Part> {
    let part = |part: inner::Part| Part {
        text: part.text,
        target: part.target.map(Target::from),
    };
    text.parts.into_iter().map(part).collect()
}

impl From<target::Target> for Target {
    fn from(target: target::Target) -> Self {
        match target {
            target::Target::Message(flight) => Target::Message(flight),
            target::Target::Node(node) => Target::Node(node),
            target::Target::Replica { range, node } => Target::Replica { range, node },
            target::Target::Link { from, to } => Target::Link { from, to },
            target::Target::Request(request) => Target::Request(request),
            target::Target::Range(range) => Target::Range(range),
            target::Target::Entry { range, index } => Target::Entry { range, index },
            target::Target::Event(event) => Target::Event(event),
        }
    }
}
