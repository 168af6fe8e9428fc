//! The declarations of what crosses to the page, `src/types.d.ts`, are those of the engine's types.
//! After a change that is meant: `UPDATE_GOLDEN=1 cargo test -p wasm_engine`.

use documents::lesson::Lesson;
use record::Declarations;
use record::columns::Columns;
use report::goal::Judged;
use run::checkpoints::Checkpoint;
use run::playground::{
    BrokenPromise, BuildInfo, EndOfRun, Frame, FrameRequest, Inspection, LogView, ScenarioSummary,
    StaleRead, Target, World,
};
use wasm_engine::dto::LoggedAction;

use kept::assert_kept;

mod kept;

#[test]
fn declarations_are_those_of_the_types() {
    let declarations = Declarations::default()
        .with::<BrokenPromise>()
        .with::<BuildInfo>()
        .with::<Checkpoint>()
        .with::<Columns>()
        .with::<EndOfRun>()
        .with::<Frame>()
        .with::<FrameRequest>()
        .with::<Inspection>()
        .with::<Judged>()
        .with::<LogView>()
        .with::<ScenarioSummary>()
        .with::<StaleRead>()
        .with::<Target>()
        .with::<World>()
        .with::<LoggedAction>()
        .with::<Lesson>();
    assert_kept("src/types.d.ts", &declarations.text());
}
