//! What was judged of a run: goals and expectations.

use report::expect::Verdict;
use report::goal;
use run::playground as engine;
use serde::Serialize;
use tsify::Tsify;

/// What came of a goal.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Judged {
    /// How it stands: not to be said yet, not so yet, so all the while (and it may end), come to be
    /// so, or never to be so any more.
    #[tsify(type = "\"undecided\" | \"not_yet\" | \"so_far\" | \"met\" | \"broken\"")]
    pub standing: &'static str,
    /// What it asks for.
    pub text: String,
    /// What is so, in sentences.
    pub found: String,
    /// Instant at which it came true, or could no longer, where the engine knows it.
    pub at_us: Option<u64>,
    /// The goals of which it is made, where it asks for several.
    pub parts: Vec<Judged>,
}

/// What came of a run.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct EndOfRun {
    /// How many expectations the scenario has.
    pub expects: u32,
    /// Other variants that these speak of and that were not given; nothing is judged without them.
    pub missing: Vec<String>,
    /// One per bound of an expectation.
    pub verdicts: Vec<Expected>,
    /// What could not be done, a line for each reason.
    pub refused: Vec<String>,
}

/// Whether one thing is as expected.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Expected {
    /// Whether it is met.
    pub met: bool,
    /// The line of the command line: what, its figure, what was expected.
    pub line: String,
}

impl From<goal::Judged> for Judged {
    fn from(judged: goal::Judged) -> Self {
        Judged {
            standing: judged.standing.id(),
            text: judged.text,
            found: judged.found,
            at_us: judged.at_us,
            parts: judged.parts.into_iter().map(Judged::from).collect(),
        }
    }
}

impl From<engine::EndOfRun> for EndOfRun {
    fn from(end: engine::EndOfRun) -> Self {
        let expected = |verdict: &Verdict| Expected {
            met: verdict.met(),
            line: verdict.to_line(),
        };
        EndOfRun {
            expects: end.expects as u32,
            missing: end.missing,
            verdicts: end.verdicts.iter().map(expected).collect(),
            refused: end.refused,
        }
    }
}
