//! The declarations of what crosses between the page and this crate, `src/types.d.ts`, are those of
//! the types. After a change that is meant: `UPDATE_GOLDEN=1 cargo test -p wasm_tools`.

use std::path::Path;

use advice::{AdviceAnswer, Advised};
use documents::challenge::{Challenge, ChallengeRun};
use explain::why::{Answer, Question};
use futures::{FutureAnswer, FutureChange, FutureSearched, FutureShare};
use import::{ImportAnswer, RoleLog};
use linear::HistoryAnswer;
use record::Declarations;
use record::columns::Columns;
use report::compare::Comparison;
use report::curve::LoadCurve;

#[test]
fn declarations_are_those_of_the_types() {
    let declarations = Declarations::default()
        .with::<AdviceAnswer>()
        .with::<Advised>()
        .with::<Answer>()
        .with::<Challenge>()
        .with::<ChallengeRun>()
        .with::<Columns>()
        .with::<Comparison>()
        .with::<FutureAnswer>()
        .with::<FutureChange>()
        .with::<FutureSearched>()
        .with::<FutureShare>()
        .with::<HistoryAnswer>()
        .with::<ImportAnswer>()
        .with::<LoadCurve>()
        .with::<Question>()
        .with::<RoleLog>();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    let text = declarations.text();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, &text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == text,
        "{} is not up to date: UPDATE_GOLDEN=1 cargo test -p wasm_tools",
        file.display()
    );
}
