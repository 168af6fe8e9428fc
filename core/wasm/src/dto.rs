//! What crosses to the page: the shapes from which the TypeScript declarations are generated, and
//! plain conversions from the engine's pictures. No decisions.

mod action;
mod frame;
mod judged;
mod lesson;
mod names;
mod request;
mod standing;
mod world;

pub use action::{Action, LoggedAction};
pub use frame::{Frame, FrameRequest};
pub use judged::{EndOfRun, Judged};
pub use lesson::Lesson;
pub use request::{RequestView, Target};
pub use world::{BuildInfo, ScenarioSummary, World};
