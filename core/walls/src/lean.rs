//! What each file leans on: what its imports and paths name in other files of its crate.

use std::collections::BTreeSet;
use std::fmt;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ItemImpl, ItemMod, Type};

use crate::names::{Names, imported};
use crate::source::{Crate, Place, is_test};

/// How one file leans on another.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// It names something there.
    Names,
    /// It adds functions to a type.
    Extends,
}

/// One file leans on another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lean {
    /// The file that leans.
    pub from: Place,
    /// The file that defines what it leans on.
    pub to: Place,
    /// What that is.
    pub what: String,
    /// How.
    pub way: Way,
}

impl fmt::Display for Lean {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let way = match self.way {
            Way::Names => "names",
            Way::Extends => "adds to",
        };
        let file = |place: &Place| match place.as_slice() {
            [] => "lib".to_string(),
            parts => parts.join("/"),
        };
        let (from, at) = (file(&self.from), file(&self.to));
        write!(to, "{from} {way} {} ({at})", self.what)
    }
}

/// All that the files of a crate lean on in that crate.
pub fn leans(read: &Crate) -> BTreeSet<Lean> {
    let names = Names::of(read);
    let mut found = BTreeSet::new();
    for source in &read.files {
        let mut reader = Reader {
            names: &names,
            file: &source.place,
            place: source.place.clone(),
            found: &mut found,
        };
        for item in &source.items {
            reader.visit_item(item);
        }
    }
    found
}

struct Reader<'a> {
    names: &'a Names,
    file: &'a Place,
    place: Place,
    found: &'a mut BTreeSet<Lean>,
}

impl Reader<'_> {
    fn path(&mut self, path: &[String], way: Way) {
        if let Some(to) = self.names.file(&self.place, path)
            && to != self.file
        {
            self.found.insert(Lean {
                from: self.file.clone(),
                to: to.clone(),
                what: path.join("::"),
                way,
            });
        }
    }

    /// Paths within a macro's words, which are not parsed.
    fn words(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.words_end(&mut path);
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                other => {
                    self.words_end(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.words(group.stream());
                    }
                }
            }
        }
        self.words_end(&mut path);
    }

    /// A word alone is a variable, or was imported.
    fn words_end(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.path(path, Way::Names);
        }
        path.clear();
    }
}

fn parts(path: &syn::Path) -> Vec<String> {
    let words = path.segments.iter().map(|part| part.ident.to_string());
    words.collect()
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_test(&module.attrs) {
            self.place.push(module.ident.to_string());
            visit::visit_item_mod(self, module);
            self.place.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // What a module hands on is no use that it makes of it.
        if !is_test(&item.attrs) && matches!(item.vis, syn::Visibility::Inherited) {
            for path in imported(&item.tree) {
                self.path(&path, Way::Names);
            }
        }
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        if is_test(&block.attrs) {
            return;
        }
        if let (Type::Path(subject), None) = (&*block.self_ty, &block.trait_) {
            self.path(&parts(&subject.path), Way::Extends);
        }
        visit::visit_item_impl(self, block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // Who may see a thing is nothing that it leans on.
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(&parts(path), Way::Names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.words(called.tokens.clone());
    }
}
