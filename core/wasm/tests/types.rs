//! The declarations of what crosses to the page, `src/types.d.ts`, are those of the engine's types.
//! After a change that is meant: `UPDATE_GOLDEN=1 cargo test -p wasm`.

use std::path::Path;

use boundary::Declarations;
use documents::lesson::Lesson;
use model::config::OpKind;
use model::fact::{Change, Deed, Outcome, Reason, Refusal};
use record::columns::Columns;
use report::goal::Judged;
use run::checkpoints::Checkpoint;
use run::playground::{
    BrokenPromise, BuildInfo, Came, EndOfRun, Frame, FrameRequest, Inspection, LogView,
    ScenarioSummary, StaleRead, Target, World,
};
use wasm::dto::LoggedAction;

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
        .with::<Lesson>()
        .with_words(
            "CameWords",
            "What may come of a request, by its number.",
            &Came::IDS,
        )
        .with_words(
            "OpWords",
            "What a request does, by its number.",
            &OpKind::IDS,
        )
        .with_words(
            "OutcomeWords",
            "How a request ended, by its number.",
            &Outcome::IDS,
        )
        .with_words(
            "RefusalWords",
            "Why a store refused a request, by its number.",
            &Refusal::IDS,
        )
        .with_words("DeedWords", "What was decided, by its number.", &Deed::IDS)
        .with_words("ReasonWords", "Why, by its number.", &Reason::IDS)
        .with_words(
            "ChangeWords",
            "How a group or range changed, by its number.",
            &Change::IDS,
        );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    let text = declarations.text();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, &text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == text,
        "{} is not up to date: UPDATE_GOLDEN=1 cargo test -p wasm",
        file.display()
    );
}
