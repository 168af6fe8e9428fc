//! What each module of a crate defines and imports, so that a path can be followed to the file that
//! defines what it names.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, UseTree};

use crate::source::{Crate, Place, is_test};

#[derive(Default)]
struct Module {
    /// The place of the file that it stands in.
    file: Place,
    items: BTreeSet<String>,
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
}

/// The names of a crate.
#[derive(Default)]
pub(crate) struct Names {
    modules: BTreeMap<Place, Module>,
}

impl Names {
    /// Collects the names of a crate.
    pub(crate) fn of(read: &Crate) -> Self {
        let mut names = Self::default();
        for source in &read.files {
            names.declare(&source.place, &source.place, &source.items);
        }
        names
    }

    fn declare(&mut self, file: &Place, place: &Place, items: &[Item]) {
        let mut module = Module {
            file: file.clone(),
            ..Module::default()
        };
        for item in items {
            match item {
                Item::Use(item) if !is_test(&item.attrs) => {
                    imports(&mut module, Vec::new(), &item.tree);
                }
                Item::Mod(inner) if !is_test(&inner.attrs) => {
                    if let Some((_, items)) = &inner.content {
                        let inside = [place.clone(), vec![inner.ident.to_string()]].concat();
                        self.declare(file, &inside, items);
                    }
                }
                item => module.items.extend(name_of(item)),
            }
        }
        self.modules.insert(place.clone(), module);
    }

    /// The file that defines what a path names, where that is one of this crate.
    pub(crate) fn file(&self, place: &Place, path: &[String]) -> Option<&Place> {
        let module = self.follow(place, path, 0)?;
        Some(&self.modules[&module].file)
    }

    /// The module that defines what a path names.
    fn follow(&self, place: &Place, path: &[String], depth: usize) -> Option<Place> {
        const DEPTH_MAX: usize = 8;
        let (first, mut rest) = path.split_first()?;
        let mut at = place.clone();
        match first.as_str() {
            "crate" => at = Place::new(),
            "self" => {}
            "super" => {
                at.pop();
                while rest.first().is_some_and(|part| part == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            _ => rest = path,
        }
        while let Some((name, further)) = rest.split_first() {
            let inner = [at.clone(), vec![name.clone()]].concat();
            if self.modules.contains_key(&inner) {
                at = inner;
                rest = further;
                continue;
            }
            let module = self.modules.get(&at)?;
            if module.items.contains(name) {
                return Some(at);
            }
            if depth == DEPTH_MAX {
                return None;
            }
            if let Some(import) = module.imports.get(name) {
                let whole = [import.clone(), further.to_vec()].concat();
                return self.follow(&at, &whole, depth + 1);
            }
            let mut globs = module.globs.iter();
            return globs.find_map(|glob| {
                let whole = [glob.clone(), rest.to_vec()].concat();
                self.follow(&at, &whole, depth + 1)
            });
        }
        Some(at)
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(name.to_string())
}

fn imports(module: &mut Module, before: Vec<String>, tree: &UseTree) {
    let with = |name: &syn::Ident| [before.clone(), vec![name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => imports(module, with(&path.ident), &path.tree),
        UseTree::Name(name) if name.ident == "self" => {
            let last = before.last().expect("self stands in a group").clone();
            module.imports.insert(last, before);
        }
        UseTree::Name(name) => {
            let path = with(&name.ident);
            module.imports.insert(name.ident.to_string(), path);
        }
        UseTree::Rename(name) => {
            let path = with(&name.ident);
            module.imports.insert(name.rename.to_string(), path);
        }
        UseTree::Glob(_) => module.globs.push(before),
        UseTree::Group(group) => {
            for tree in &group.items {
                imports(module, before.clone(), tree);
            }
        }
    }
}

/// Every path that a `use` line names.
pub(crate) fn imported(tree: &UseTree) -> Vec<Vec<String>> {
    let mut module = Module::default();
    imports(&mut module, Vec::new(), tree);
    module.imports.into_values().chain(module.globs).collect()
}
