//! What the `#[serde(…)]` attributes of a type, variant or field say.

use syn::meta::ParseNestedMeta;
use syn::token::Paren;
use syn::{Attribute, Error, Expr, Ident, LitStr, Path, Result, Token, Variant};

/// What stands in for a key that is not there.
pub(crate) enum StandIn {
    /// The default of its type.
    OfType,
    Function(Path),
}

/// What was said. All that is not known is an error: the reader and the schema would differ.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) rename: Option<String>,
    rename_all: Option<String>,
    pub(crate) tag: Option<String>,
    pub(crate) default: Option<StandIn>,
    /// No file has it: it stands for what follows from the rest.
    pub(crate) skips_reading: bool,
    denies_unknown: bool,
}

impl Said {
    pub(crate) fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut said = Said::default();
        for attribute in attributes {
            if attribute.path().is_ident("serde") {
                attribute.parse_nested_meta(|meta| said.hear(&meta))?;
            }
        }
        Ok(said)
    }

    fn hear(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let text = || Ok::<_, Error>(Some(meta.value()?.parse::<LitStr>()?.value()));
        let word = meta.path.get_ident().map(Ident::to_string);
        match word.as_deref() {
            // One name for writing alone; the key keeps its own.
            Some("rename") if meta.input.peek(Paren) => meta.parse_nested_meta(|inner| {
                if !inner.path.is_ident("serialize") {
                    return Err(inner.error("derive(Read) knows rename(serialize = …)"));
                }
                inner.value()?.parse::<LitStr>().map(drop)
            })?,
            Some("rename") => self.rename = text()?,
            Some("rename_all") => self.rename_all = text()?,
            Some("tag") => self.tag = text()?,
            Some("deny_unknown_fields") => self.denies_unknown = true,
            Some("default") if meta.input.peek(Token![=]) => {
                let path: LitStr = meta.value()?.parse()?;
                self.default = Some(StandIn::Function(path.parse()?));
            }
            Some("default") => self.default = Some(StandIn::OfType),
            Some("skip_deserializing") => self.skips_reading = true,
            // It is about writing.
            Some("skip_serializing_if" | "serialize_with") => {
                meta.value()?.parse::<Expr>()?;
            }
            _ => return Err(meta.error("derive(Read) does not know this")),
        }
        Ok(())
    }

    /// The reader refuses unknown keys, so the schema must too.
    pub(crate) fn must_deny_unknown(&self, name: &Ident) -> Result<()> {
        if self.denies_unknown {
            return Ok(());
        }
        let text = "derive(Read) refuses unknown keys: say #[serde(deny_unknown_fields)]";
        Err(Error::new_spanned(name, text))
    }

    /// The word of a variant of this enum.
    pub(crate) fn word_of(&self, variant: &Variant) -> Result<String> {
        let own = Said::of(&variant.attrs)?.rename;
        let name = variant.ident.to_string();
        match (own, self.rename_all.as_deref()) {
            (Some(word), _) => Ok(word),
            (None, None) => Ok(name),
            (None, Some("snake_case")) => Ok(split(&name, '_')),
            (None, Some("kebab-case")) => Ok(split(&name, '-')),
            (None, Some(_)) => {
                let text = "derive(Read) knows snake_case and kebab-case";
                Err(Error::new_spanned(variant, text))
            }
        }
    }
}

/// `TwoWords` with a sign between its words, in small letters.
fn split(name: &str, sign: char) -> String {
    let mut word = String::new();
    for (place, letter) in name.char_indices() {
        if place > 0 && letter.is_uppercase() {
            word.push(sign);
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}
