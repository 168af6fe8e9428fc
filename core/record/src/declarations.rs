//! TypeScript of types that cross. Whole numbers are `number`: all that cross are below 2^53, and
//! the serializer refuses others. What is missing is `null`.

use std::any::TypeId;
use std::collections::BTreeSet;

use ts_rs::{Config, TS, TypeVisitor};

/// Declarations of types and of all that they are made of, each once, by name.
pub struct Declarations {
    config: Config,
    known: BTreeSet<TypeId>,
    texts: Vec<(String, String)>,
}

impl Default for Declarations {
    fn default() -> Self {
        Declarations {
            config: Config::new().with_large_int("number"),
            known: BTreeSet::new(),
            texts: Vec::new(),
        }
    }
}

impl Declarations {
    /// Declares one type more.
    pub fn with<T: TS + 'static>(mut self) -> Self {
        self.visit::<T>();
        self
    }

    /// The text of a file of declarations.
    ///
    /// # Panics
    /// When two types have one name: the page would see only one of them.
    pub fn text(mut self) -> String {
        self.texts.sort();
        for pair in self.texts.windows(2) {
            assert_ne!(pair[0].0, pair[1].0, "two types of one name");
        }
        let head = "/** What crosses between the engine and the page; written by a test. */\n\n";
        let texts = self.texts.into_iter().map(|(_, text)| text);
        format!("{head}{}", texts.collect::<Vec<_>>().join("\n"))
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no declaration.
        if T::output_path().is_none() || !self.known.insert(TypeId::of::<T>()) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        // A comment of one line takes one line, and no line ends with a space.
        let text = text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n");
        let text = text.replace(" \n", "\n");
        self.texts.push((T::ident(&self.config), text));
        T::visit_dependencies(self);
    }
}
