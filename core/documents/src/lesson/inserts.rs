//! The metrics that an explanation speaks of. It must not know reports, nor how figures are shown.

use crate::lesson::Explain;
use format::shown::inserts;

impl Explain {
    /// Every metric that its figures and its text speak of, in their order, as
    /// `path.in.report` or `variant/path.in.report`.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        let figures = self.figures.iter();
        let of_figures = figures.flat_map(|shown| [Some(&shown.metric), shown.over.as_ref()]);
        let of_text = inserts(&self.text).filter_map(Result::ok);
        let of_figures = of_figures.flatten().map(String::as_str);
        of_figures.chain(of_text.map(|(metric, _)| metric))
    }
}
