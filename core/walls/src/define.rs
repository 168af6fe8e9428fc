//! What each module of a crate defines and imports, so that a path or a method can be followed to
//! the file that defines it.

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, ImplItem, Item, ReturnType, Signature, TraitItem, Type, UseTree};

use crate::source::{Crate, Place, is_test};

/// A type: the module that defines it, and its name.
pub(crate) type TypeName = (Place, String);

/// What is known of the type of a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// A type of this crate.
    Own(TypeName),
    /// A type that this crate does not define.
    Foreign,
    /// Not stated where it can be seen.
    Unknown,
}

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
pub struct Names {
    modules: BTreeMap<Place, Module>,
    /// The files that define a type's functions of a name.
    functions: BTreeMap<(TypeName, String), BTreeSet<Place>>,
    /// The files that define methods of a name, of whatever type.
    methods: BTreeMap<String, BTreeSet<Place>>,
    fields: BTreeMap<(TypeName, String), Kind>,
    returns: BTreeMap<(TypeName, String), Kind>,
}

impl Names {
    /// Collects the names of a crate.
    pub fn of(read: &Crate) -> Self {
        let mut names = Self::default();
        for source in &read.files {
            names.declare(&source.place, &source.place, &source.items);
        }
        for source in &read.files {
            names.define(&source.place, &source.place, &source.items);
        }
        names
    }

    /// The names of all methods.
    pub fn methods(&self) -> impl Iterator<Item = &str> {
        self.methods.keys().map(String::as_str)
    }

    fn declare(&mut self, file: &Place, place: &Place, items: &[Item]) {
        let mut module = Module {
            file: file.clone(),
            ..Module::default()
        };
        for item in items {
            if let Item::Use(item) = item
                && !is_test(&item.attrs)
            {
                imports(&mut module, Vec::new(), &item.tree);
            }
            module.items.extend(name_of(item));
        }
        self.modules.insert(place.clone(), module);
        for (name, items) in items.iter().filter_map(inline) {
            self.declare(file, &[place.clone(), vec![name]].concat(), items);
        }
    }

    fn define(&mut self, file: &Place, place: &Place, items: &[Item]) {
        for item in items {
            match item {
                Item::Impl(block) => {
                    if let Kind::Own(subject) = self.kind(place, &block.self_ty) {
                        let is_own = block.trait_.is_none();
                        let functions = block.items.iter().filter_map(|item| match item {
                            ImplItem::Fn(function) => Some(&function.sig),
                            _ => None,
                        });
                        for signature in functions {
                            self.function(file, place, &subject, signature, is_own);
                        }
                    }
                }
                Item::Trait(item) => {
                    let subject = (place.clone(), item.ident.to_string());
                    let functions = item.items.iter().filter_map(|item| match item {
                        TraitItem::Fn(function) => Some(&function.sig),
                        _ => None,
                    });
                    for signature in functions {
                        self.function(file, place, &subject, signature, true);
                    }
                }
                Item::Struct(item) => {
                    let subject = (place.clone(), item.ident.to_string());
                    for (number, field) in item.fields.iter().enumerate() {
                        let name = field.ident.as_ref().map(ToString::to_string);
                        let name = name.unwrap_or_else(|| number.to_string());
                        let kind = self.kind_unless(place, &field.ty, &generics(&item.generics));
                        self.fields.insert((subject.clone(), name), kind);
                    }
                }
                _ => {}
            }
        }
        for (name, items) in items.iter().filter_map(inline) {
            self.define(file, &[place.clone(), vec![name]].concat(), items);
        }
    }

    fn function(
        &mut self,
        file: &Place,
        place: &Place,
        subject: &TypeName,
        signature: &Signature,
        counts_by_name: bool,
    ) {
        let name = signature.ident.to_string();
        let is_method = matches!(signature.inputs.first(), Some(FnArg::Receiver(_)));
        if is_method && counts_by_name {
            let places = self.methods.entry(name.clone()).or_default();
            places.insert(file.clone());
        }
        let returned = match &signature.output {
            ReturnType::Default => Kind::Foreign,
            ReturnType::Type(_, kind) if is_self(kind) => Kind::Own(subject.clone()),
            ReturnType::Type(_, kind) => {
                self.kind_unless(place, kind, &generics(&signature.generics))
            }
        };
        let key = (subject.clone(), name);
        self.returns.insert(key.clone(), returned);
        self.functions.entry(key).or_default().insert(file.clone());
    }

    /// What a type that is written in this module is, unless it is one of these parameters.
    pub(crate) fn kind_unless(&self, place: &Place, kind: &Type, unless: &[String]) -> Kind {
        match head(kind) {
            Some(path) if unless.contains(&path[0]) => Kind::Unknown,
            _ => self.kind(place, kind),
        }
    }

    /// What a type that is written in this module is.
    pub(crate) fn kind(&self, place: &Place, kind: &Type) -> Kind {
        let Some(path) = head(kind) else {
            return Kind::Unknown;
        };
        match self.follow(place, &path, 0) {
            Some((module, Some(name))) => Kind::Own((module, name)),
            _ => Kind::Foreign,
        }
    }

    /// The kind of a type's field.
    pub(crate) fn field(&self, of: &TypeName, name: &str) -> Kind {
        let found = self.fields.get(&(of.clone(), name.to_string()));
        found.cloned().unwrap_or(Kind::Unknown)
    }

    /// What a type's function returns.
    pub(crate) fn returned(&self, of: &TypeName, name: &str) -> Kind {
        let found = self.returns.get(&(of.clone(), name.to_string()));
        found.cloned().unwrap_or(Kind::Unknown)
    }

    /// The files that define this function of a type.
    pub(crate) fn functions(&self, of: &TypeName, name: &str) -> Option<&BTreeSet<Place>> {
        self.functions.get(&(of.clone(), name.to_string()))
    }

    /// The files that define methods of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&BTreeSet<Place>> {
        self.methods.get(name)
    }

    /// The file of a module.
    pub(crate) fn file(&self, module: &Place) -> &Place {
        &self.modules[module].file
    }

    /// The module that a path leads to, and what it names there.
    pub(crate) fn follow(
        &self,
        place: &Place,
        path: &[String],
        depth: usize,
    ) -> Option<(Place, Option<String>)> {
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
                return Some((at, Some(name.clone())));
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
        Some((at, None))
    }
}

/// The names of type parameters.
pub(crate) fn generics(of: &syn::Generics) -> Vec<String> {
    let names = of
        .type_params()
        .map(|parameter| parameter.ident.to_string());
    names.collect()
}

fn is_self(kind: &Type) -> bool {
    head(kind).is_some_and(|path| path == ["Self"])
}

/// The path of a type, seen through references and boxes.
fn head(kind: &Type) -> Option<Vec<String>> {
    match kind {
        Type::Reference(inner) => head(&inner.elem),
        Type::Paren(inner) => head(&inner.elem),
        Type::Group(inner) => head(&inner.elem),
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            if ["Box", "Rc"].iter().any(|name| last.ident == name)
                && let syn::PathArguments::AngleBracketed(inner) = &last.arguments
                && let Some(syn::GenericArgument::Type(inner)) = inner.args.first()
            {
                return head(inner);
            }
            Some(parts(&path.path))
        }
        _ => None,
    }
}

/// A path's words.
pub(crate) fn parts(path: &syn::Path) -> Vec<String> {
    let words = path.segments.iter().map(|part| part.ident.to_string());
    words.collect()
}

/// A module that stands within a file, unless it is there for tests.
pub(crate) fn inline(item: &Item) -> Option<(String, &[Item])> {
    match item {
        Item::Mod(module) if !is_test(&module.attrs) => {
            let (_, items) = module.content.as_ref()?;
            Some((module.ident.to_string(), items))
        }
        _ => None,
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
            module
                .imports
                .insert(name.ident.to_string(), with(&name.ident));
        }
        UseTree::Rename(name) => {
            module
                .imports
                .insert(name.rename.to_string(), with(&name.ident));
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
