//! Where a `match` goes over the kinds of an enum and leaves some to `_`.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{ExprMatch, Pat, Path};

use crate::source::Crate;

/// Every `match` of a crate that has an arm for whatever is left, with the kinds of each enum that
/// it names: its file, the enum, how many.
pub fn left_open(read: &Crate) -> Vec<(String, String, usize)> {
    let mut found = Vec::new();
    for source in &read.files {
        let mut reader = Reader {
            file: format!("{}/{}", read.name, source.place.join("/")),
            found: &mut found,
        };
        for item in &source.items {
            reader.visit_item(item);
        }
    }
    found
}

struct Reader<'a> {
    file: String,
    found: &'a mut Vec<(String, String, usize)>,
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_expr_match(&mut self, matched: &'ast ExprMatch) {
        // `None` is a kind, and a name in small letters is none.
        let is_open = |pattern: &Pat| match pattern {
            Pat::Wild(_) => true,
            Pat::Ident(name) => name.ident.to_string().starts_with(char::is_lowercase),
            _ => false,
        };
        if matched.arms.iter().any(|arm| is_open(&arm.pat)) {
            let mut named = Named::default();
            for arm in &matched.arms {
                named.visit_pat(&arm.pat);
            }
            for (of, kinds) in named.0 {
                self.found.push((self.file.clone(), of, kinds.len()));
            }
        }
        visit::visit_expr_match(self, matched);
    }
}

/// Kinds that patterns name, by enum.
#[derive(Default)]
struct Named(BTreeMap<String, BTreeSet<String>>);

impl<'ast> Visit<'ast> for Named {
    fn visit_path(&mut self, path: &'ast Path) {
        let mut words = path
            .segments
            .iter()
            .rev()
            .map(|part| part.ident.to_string());
        if let (Some(kind), Some(of)) = (words.next(), words.next()) {
            self.0.entry(of).or_default().insert(kind);
        }
    }
}
