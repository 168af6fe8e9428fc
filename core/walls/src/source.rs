//! The files of a crate as its `mod` lines name them, without unit tests.

use std::fs;
use std::path::Path;

use syn::{Attribute, Item};

/// A module's place in its crate: `["store", "pump"]`; the crate's own file has none.
pub type Place = Vec<String>;

/// One file that was read.
pub(crate) struct Source {
    pub(crate) place: Place,
    pub(crate) items: Vec<Item>,
}

/// A crate: its name and its files.
pub struct Crate {
    /// As its folder is called.
    pub name: String,
    pub(crate) files: Vec<Source>,
}

impl Crate {
    /// Reads the crate in this folder.
    pub fn read(folder: &Path) -> Self {
        let name = folder.file_name().expect("it has a name").to_string_lossy();
        let source = folder.join("src");
        let first = ["lib.rs", "main.rs"].map(|file| source.join(file));
        let first = first.iter().find(|file| file.exists());
        let mut read = Self {
            name: name.into_owned(),
            files: Vec::new(),
        };
        read.add(first.expect("a crate has one"), &source, Vec::new());
        read
    }

    /// A crate that consists of texts, for the tests of what is found.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let source = |(place, text): &(&str, &str)| Source {
            place: place
                .split('/')
                .filter(|part| !part.is_empty())
                .map(String::from)
                .collect(),
            items: parse(text, place),
        };
        Self {
            name: "texts".to_string(),
            files: files.iter().map(source).collect(),
        }
    }

    fn add(&mut self, file: &Path, folder: &Path, place: Place) {
        let text = fs::read_to_string(file).expect("the module has a file");
        let items = parse(&text, &file.display().to_string());
        let modules = items.iter().filter_map(|item| match item {
            Item::Mod(module) if module.content.is_none() && !is_test(&module.attrs) => {
                Some(module.ident.to_string())
            }
            _ => None,
        });
        let modules: Vec<String> = modules.collect();
        let at = place.clone();
        self.files.push(Source { place, items });
        for module in modules {
            let inside = folder.join(&module);
            let candidates = [folder.join(format!("{module}.rs")), inside.join("mod.rs")];
            let file = candidates.iter().find(|file| file.exists());
            let place = [at.clone(), vec![module]].concat();
            self.add(file.expect("the module has a file"), &inside, place);
        }
    }
}

fn parse(text: &str, name: &str) -> Vec<Item> {
    match syn::parse_file(text) {
        Ok(file) => file.items,
        Err(error) => panic!("{name}: {error}"),
    }
}

/// Whether what has these attributes is there for unit tests alone.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    let is = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is)
}
