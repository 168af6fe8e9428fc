//! What came of a goal: how it stands, since when, and that in words.

use serde::Serialize;
use ts_rs::TS;

use crate::goal::Standing;

/// What came of a goal.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Judged {
    /// How it stands.
    pub standing: Standing,
    /// What it asks for.
    pub text: String,
    /// What is so, in sentences.
    pub found: String,
    /// Some of it has come to be so.
    pub begun: bool,
    /// Instant at which it came true, or could no longer, in µs, where the report knows it.
    pub at_us: Option<u64>,
    /// The goals of which it is made, where it asks for several.
    pub parts: Vec<Judged>,
}

/// How far it has come with something that shall happen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Come {
    /// Some of it has happened.
    pub begun: bool,
    /// Instant at which it all had, in µs.
    pub at_us: Option<u64>,
}

impl Judged {
    /// How far it has come.
    pub fn come(&self) -> Come {
        Come {
            begun: self.begun,
            at_us: self.at_us.filter(|_| self.is_met()),
        }
    }

    /// Whether it is so, and came to be so since it began.
    pub fn is_met(&self) -> bool {
        self.standing == Standing::Met
    }

    /// Whether it is so.
    pub fn holds(&self) -> bool {
        self.standing.holds()
    }

    /// With the goal met, what was so all the while is so for good.
    pub(super) fn end_so_far(&mut self) {
        if self.standing == Standing::SoFar {
            self.standing = Standing::Met;
        }
        if self.standing == Standing::Met {
            self.parts.iter_mut().for_each(Judged::end_so_far);
        }
    }
}
