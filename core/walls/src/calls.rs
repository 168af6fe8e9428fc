//! What each file leans on: the modules that it names and the functions that it calls.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, FnArg, ItemFn, ItemImpl, ItemMod, Pat, Signature};

use crate::define::{Kind, Names, TypeName, generics, imported, parts};
use crate::source::{Crate, Place, is_test};

/// How one file leans on another.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// It names a module, a type or a constant.
    Names,
    /// It calls a function.
    Calls,
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

impl Lean {
    /// The bare name of what is called.
    pub fn name(&self) -> &str {
        let (_, last) = self
            .what
            .rsplit_once([':', '.'])
            .unwrap_or(("", &self.what));
        last
    }
}

impl fmt::Display for Lean {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let way = match self.way {
            Way::Names => "names",
            Way::Calls => "calls",
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

/// Methods that types of the standard library or of raft have too: where nobody states a type, they
/// are taken for theirs.
const STANDARD: &[&str] = &[
    "all",
    "any",
    "campaign",
    "clear",
    "clone",
    "contains",
    "count",
    "drain",
    "end",
    "entry",
    "extend",
    "find",
    "first",
    "get",
    "get_mut",
    "insert",
    "into_iter",
    "is_empty",
    "iter",
    "iter_mut",
    "join",
    "keys",
    "last",
    "len",
    "map",
    "max",
    "min",
    "next",
    "parse",
    "path",
    "pop",
    "position",
    "propose",
    "push",
    "remove",
    "report_snapshot",
    "report_unreachable",
    "retain",
    "split",
    "step",
    "sum",
    "take",
    "then",
    "tick",
    "transfer_leader",
    "values",
    "write",
];

/// All that the files of a crate lean on in that crate. A method of a name that `others` have too
/// counts only where its type is stated.
pub fn leans(read: &Crate, names: &Names, others: &BTreeSet<&str>) -> BTreeSet<Lean> {
    let mut found = BTreeSet::new();
    for source in &read.files {
        let mut reader = Reader {
            names,
            others,
            file: &source.place,
            place: source.place.clone(),
            subject: None,
            parameters: Vec::new(),
            values: BTreeMap::new(),
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
    others: &'a BTreeSet<&'a str>,
    file: &'a Place,
    place: Place,
    /// The type whose functions are read.
    subject: Option<TypeName>,
    /// Type parameters, which say nothing.
    parameters: Vec<String>,
    /// Arguments and variables whose type is stated.
    values: BTreeMap<String, Kind>,
    found: &'a mut BTreeSet<Lean>,
}

impl Reader<'_> {
    fn lean(&mut self, to: &Place, what: String, way: Way) {
        if to != self.file {
            self.found.insert(Lean {
                from: self.file.clone(),
                to: to.clone(),
                what,
                way,
            });
        }
    }

    /// What a path names; and the function of a type, if it names one.
    fn path(&mut self, path: &[String]) {
        if let ([first, function], Some(subject)) = (path, self.subject.clone())
            && first == "Self"
        {
            self.function(&subject, function);
            return;
        }
        let Some((module, name)) = self.names.follow(&self.place, path, 0) else {
            return;
        };
        let file = self.names.file(&module).clone();
        let is_function = name
            .as_ref()
            .is_some_and(|name| name.starts_with(char::is_lowercase));
        let way = if is_function { Way::Calls } else { Way::Names };
        self.lean(&file, path.join("::"), way);
        if let Some(name) = name
            && let Some(at) = path.iter().position(|part| *part == name)
            && let Some(function) = path.get(at + 1)
        {
            self.function(&(module, name), function);
        }
    }

    fn function(&mut self, of: &TypeName, name: &str) {
        let files = self.names.functions(of, name).cloned();
        for file in files.into_iter().flatten() {
            self.lean(&file, format!("{}::{name}", of.1), Way::Calls);
        }
    }

    /// A method is called on a value of unknown type: it counts if one room alone has such.
    fn method(&mut self, name: &str) {
        if self.others.contains(name) || STANDARD.contains(&name) {
            return;
        }
        let Some(files) = self.names.named(name) else {
            return;
        };
        let rooms: BTreeSet<_> = files.iter().map(|file| file.first()).collect();
        let is_inside = self.file.first() == files.first().and_then(|file| file.first());
        if rooms.len() == 1 && (files.len() == 1 || !is_inside) {
            let file = files.first().expect("it is defined somewhere").clone();
            self.lean(&file, format!(".{name}"), Way::Calls);
        }
    }

    fn kind_of(&self, value: &Expr) -> Kind {
        match value {
            Expr::Path(path) => {
                let path = parts(&path.path);
                match (path.as_slice(), &self.subject) {
                    ([name], Some(subject)) if name == "self" => Kind::Own(subject.clone()),
                    ([name], _) => self.values.get(name).cloned().unwrap_or(Kind::Unknown),
                    _ => Kind::Unknown,
                }
            }
            Expr::Field(field) => {
                let name = match &field.member {
                    syn::Member::Named(name) => name.to_string(),
                    syn::Member::Unnamed(number) => number.index.to_string(),
                };
                match self.kind_of(&field.base) {
                    Kind::Own(subject) => self.names.field(&subject, &name),
                    other => other,
                }
            }
            Expr::MethodCall(call) => match self.kind_of(&call.receiver) {
                Kind::Own(subject) => self.names.returned(&subject, &call.method.to_string()),
                _ => Kind::Unknown,
            },
            Expr::Reference(inner) => self.kind_of(&inner.expr),
            Expr::Paren(inner) => self.kind_of(&inner.expr),
            Expr::Unary(inner) => self.kind_of(&inner.expr),
            Expr::Lit(_) | Expr::Array(_) | Expr::Tuple(_) => Kind::Foreign,
            Expr::Call(call) => self.made_by(&call.func),
            Expr::Struct(made) => match self.names.follow(&self.place, &parts(&made.path), 0) {
                Some((module, Some(name))) => Kind::Own((module, name)),
                _ => Kind::Unknown,
            },
            _ => Kind::Unknown,
        }
    }

    /// What a call of a type's own function gives, such as `Store::new(…)`.
    fn made_by(&self, function: &Expr) -> Kind {
        let Expr::Path(path) = function else {
            return Kind::Unknown;
        };
        let path = parts(&path.path);
        let [kind @ .., name] = path.as_slice() else {
            return Kind::Unknown;
        };
        if let ([own], Some(subject)) = (kind, &self.subject)
            && own == "Self"
        {
            return self.names.returned(subject, name);
        }
        let is_type = kind
            .last()
            .is_some_and(|word| word.starts_with(char::is_uppercase));
        match self.names.follow(&self.place, kind, 0) {
            Some((module, Some(made))) => self.names.returned(&(module, made), name),
            _ if is_type => Kind::Foreign,
            _ => Kind::Unknown,
        }
    }

    /// Takes the arguments of a function for the values that its body knows.
    fn enter(&mut self, signature: &Signature) {
        self.parameters.extend(generics(&signature.generics));
        for argument in &signature.inputs {
            if let FnArg::Typed(argument) = argument {
                self.bind(&argument.pat, Some(&argument.ty), Kind::Unknown);
            }
        }
    }

    /// From here on a name stands for a value of the stated type, or else of this kind.
    fn bind(&mut self, pattern: &Pat, stated: Option<&syn::Type>, otherwise: Kind) {
        if let Pat::Ident(name) = pattern {
            let unless = &self.parameters;
            let stated = stated.map(|kind| self.names.kind_unless(&self.place, kind, unless));
            self.values
                .insert(name.ident.to_string(), stated.unwrap_or(otherwise));
        }
    }

    /// Calls and paths within a macro's words, which are not parsed.
    fn words(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, sign: char| match tokens.get(at) {
            Some(TokenTree::Punct(found)) => found.as_char() == sign,
            _ => false,
        };
        let mut at = 0;
        while at < tokens.len() {
            if let TokenTree::Group(group) = &tokens[at] {
                self.words(group.stream());
            }
            if let TokenTree::Ident(word) = &tokens[at] {
                let mut path = vec![word.to_string()];
                let begins = at;
                while is(at + 1, ':') && is(at + 2, ':') {
                    let Some(TokenTree::Ident(word)) = tokens.get(at + 3) else {
                        break;
                    };
                    path.push(word.to_string());
                    at += 3;
                }
                let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
                if begins > 0 && is(begins - 1, '.') {
                    if is_called {
                        let on_self = begins > 1
                            && matches!(&tokens[begins - 2], TokenTree::Ident(w) if *w == "self");
                        match (&self.subject, on_self) {
                            (Some(subject), true) => self.function(&subject.clone(), &path[0]),
                            _ => self.method(&path[0]),
                        }
                    }
                } else if path.len() > 1 || is_called {
                    self.path(&path);
                }
            }
            at += 1;
        }
    }
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
                if let Some((module, _)) = self.names.follow(&self.place, &path, 0) {
                    let file = self.names.file(&module).clone();
                    self.lean(&file, path.join("::"), Way::Names);
                }
            }
        }
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        if is_test(&block.attrs) {
            return;
        }
        let before = self.parameters.clone();
        self.parameters.extend(generics(&block.generics));
        self.subject = match self.names.kind(&self.place, &block.self_ty) {
            Kind::Own(subject) => Some(subject),
            _ => None,
        };
        if let Some((module, name)) = &self.subject
            && block.trait_.is_none()
        {
            let file = self.names.file(module).clone();
            self.lean(&file, name.clone(), Way::Extends);
        }
        visit::visit_item_impl(self, block);
        self.subject = None;
        self.parameters = before;
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            self.values.clear();
            self.enter(&function.sig);
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if !is_test(&function.attrs) {
            self.enter(&function.sig);
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let value = local.init.as_ref().map(|init| &*init.expr);
        match &local.pat {
            Pat::Type(typed) => self.bind(&typed.pat, Some(&typed.ty), Kind::Unknown),
            pattern => {
                let kind = value.map_or(Kind::Unknown, |value| self.kind_of(value));
                self.bind(pattern, None, kind);
            }
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        for argument in &closure.inputs {
            match argument {
                Pat::Type(typed) => self.bind(&typed.pat, Some(&typed.ty), Kind::Unknown),
                pattern => self.bind(pattern, None, Kind::Unknown),
            }
        }
        visit::visit_expr_closure(self, closure);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // Who may see a thing is nothing that it leans on.
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(&parts(path));
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = call.method.to_string();
        match self.kind_of(&call.receiver) {
            Kind::Own(subject) if self.names.functions(&subject, &name).is_some() => {
                self.function(&subject, &name);
            }
            Kind::Own(_) | Kind::Unknown => self.method(&name),
            Kind::Foreign => {}
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.words(called.tokens.clone());
    }
}
