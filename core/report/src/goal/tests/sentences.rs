//! What is asked and what is so, in words.

use crate::goal::tests::*;

/// Without the signs that keep a number and its unit together.
fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{2009}'], " ")
}

#[test]
fn what_is_asked_and_what_is_so_is_told_in_words() {
    let stale = judged(&json!({"happened": "stale_read", "where": "az2", "at_least": 2}));
    assert_eq!(stale.text, "2 stale reads at least, at az2");
    assert_eq!(
        plain(&stale.found),
        "1 stale read at az2, at 6.000 s; the goal is 2."
    );
    let usd = judged(&json!({"metric": "usd", "at_most": 0.4, "times": "off/usd"}));
    assert_eq!(
        plain(&usd.text),
        "Cost of the bytes on the wire: at most 40 % of cost of the bytes on the wire in the run \
         “off”"
    );
    assert_eq!(
        plain(&usd.found),
        "Cost of the bytes on the wire: 50 % of cost of the bytes on the wire in the run “off”; \
         the goal is at most 40 %."
    );
    let own = judged(&json!({"not": {"happened": "elected"}, "text": "Nobody is elected."}));
    assert_eq!(own.text, "Nobody is elected.");
    let found = "1 election of a leader, at 4.000 s; the goal is none.";
    assert_eq!(plain(&own.found), found);
}

#[test]
fn a_figure_that_no_report_has_is_named() {
    let missing = judged_unchecked(&json!({"metric": "no.such", "equals": "ok"}));
    assert_eq!(missing.found, "Reports have no figure “no.such”.");
    let missing = judged_unchecked(&json!({"metric": "usd", "at_most": 1, "times": "off/no.such"}));
    assert_eq!(missing.found, "Reports have no figure “off/no.such”.");
}
