//! `#[derive(Read)]`: a type of the file formats is read by the very `#[serde(…)]` attributes that
//! its JSON Schema comes from, so that each key, word and default is stated once, and each bound
//! (`#[bound(…)]`). It knows the shape of a type alone; how values are read and what faults say is
//! `format::tree`'s and `format::bound`'s.

mod bound;
mod said;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, FieldsNamed, Ident, Result, Variant};

use crate::bound::Bound;
use crate::said::{Said, StandIn};

/// Reads a struct by its keys, an enum without fields by its words, and an enum with a `tag` by the
/// tag's word and the keys of that variant. What it does not know does not compile.
#[proc_macro_derive(Read, attributes(serde, schemars, bound))]
pub fn derive_read(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    let read = implementation(&input).unwrap_or_else(Error::into_compile_error);
    read.into()
}

fn implementation(input: &DeriveInput) -> Result<Tokens> {
    let said = Said::of(&input.attrs)?;
    match &input.data {
        Data::Struct(data) => object(&input.ident, &said, named(&data.fields, &input.ident)?),
        Data::Enum(data) => {
            let variants: Vec<&Variant> = data.variants.iter().collect();
            match &said.tag {
                Some(tag) => tagged(&input.ident, &said, tag, &variants),
                None => words(&input.ident, &said, &variants),
            }
        }
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "no file holds a union")),
    }
}

/// A struct: one key for each field.
fn object(name: &Ident, said: &Said, fields: &FieldsNamed) -> Result<Tokens> {
    said.must_deny_unknown(name)?;
    let default = said.default.as_ref().map(|_| {
        quote! { let default = <Self as ::core::default::Default>::default(); }
    });
    let Keys { reads, builds } = keys(fields, default.is_some())?;
    let checks = checks(fields, |name| quote! { &self.#name })?;
    Ok(quote! {
        #[automatically_derived]
        impl ::format::tree::Read for #name {
            fn read(
                value: &::serde_json::Value,
            ) -> ::core::result::Result<Self, ::format::tree::Fault> {
                let mut fields = ::format::tree::Fields::of(value);
                #default
                #(#reads)*
                fields.finish()?;
                ::core::result::Result::Ok(Self { #(#builds)* })
            }

            fn check_bounds(
                &self,
                at: &::format::error::At<'_>,
                problems: &mut ::format::error::Problems,
            ) {
                problems.reach(at);
                #(#checks)*
            }
        }
    })
}

/// An enum without fields: one word for each variant.
fn words(name: &Ident, said: &Said, variants: &[&Variant]) -> Result<Tokens> {
    let mut words = Vec::new();
    let mut values = Vec::new();
    for variant in variants {
        if !matches!(variant.fields, Fields::Unit) {
            let text = "a choice among words has no fields; say #[serde(tag = …)] for those";
            return Err(Error::new_spanned(variant, text));
        }
        words.push(said.word_of(variant)?);
        values.push(&variant.ident);
    }
    let count = words.len();
    Ok(quote! {
        #[automatically_derived]
        impl #name {
            /// Every value with its word in files, in the order in which errors list them.
            pub const WORDS: [(&'static str, Self); #count] = [#((#words, Self::#values)),*];

            /// The word that files write for it.
            pub fn id(self) -> &'static str {
                match self { #(Self::#values => #words),* }
            }
        }

        #[automatically_derived]
        impl ::format::tree::Read for #name {
            fn read(
                value: &::serde_json::Value,
            ) -> ::core::result::Result<Self, ::format::tree::Fault> {
                ::format::tree::read_word(value, &Self::WORDS)
            }
        }
    })
}

/// An enum whose tag says which variant the other keys are of.
fn tagged(name: &Ident, said: &Said, tag: &str, variants: &[&Variant]) -> Result<Tokens> {
    said.must_deny_unknown(name)?;
    let mut words = Vec::new();
    let mut arms = Vec::new();
    let mut checked = Vec::new();
    for variant in variants {
        let fields = named(&variant.fields, &variant.ident)?;
        let Keys { reads, builds } = keys(fields, false)?;
        let (word, value) = (said.word_of(variant)?, &variant.ident);
        let names = fields.named.iter().filter_map(|field| field.ident.as_ref());
        let binds = names.map(|name| {
            let own = own_name(name);
            quote! { #name: #own }
        });
        let checks = checks(fields, |name| {
            let own = own_name(name);
            quote! { #own }
        })?;
        checked.push(quote! { Self::#value { #(#binds),* } => { #(#checks)* } });
        arms.push(quote! {
            #word => {
                #(#reads)*
                fields.finish()?;
                ::core::result::Result::Ok(Self::#value { #(#builds)* })
            }
        });
        words.push(word);
    }
    Ok(quote! {
        #[automatically_derived]
        impl ::format::tree::ReadVariant for #name {
            const WORDS: &'static [&'static str] = &[#(#words),*];

            fn read_variant(
                word: &str,
                mut fields: ::format::tree::Fields<'_>,
            ) -> ::core::result::Result<Self, ::format::tree::Fault> {
                match word {
                    #(#arms)*
                    other => ::core::result::Result::Err(
                        ::format::tree::unknown_word(other, Self::WORDS).under(#tag),
                    ),
                }
            }

            fn check_bounds(
                &self,
                at: &::format::error::At<'_>,
                problems: &mut ::format::error::Problems,
            ) {
                match self { #(#checked)* }
            }
        }
    })
}

/// How the fields of a struct or variant are read, and how it is built of them.
struct Keys {
    reads: Vec<Tokens>,
    builds: Vec<Tokens>,
}

fn keys(fields: &FieldsNamed, has_default: bool) -> Result<Keys> {
    let mut keys = Keys {
        reads: Vec::new(),
        builds: Vec::new(),
    };
    for field in &fields.named {
        let said = Said::of(&field.attrs)?;
        let name = field.ident.as_ref().expect("named fields have names");
        if said.skips_reading {
            let build = quote! { #name: ::core::default::Default::default(), };
            keys.builds.push(build);
            continue;
        }
        let key = said.rename.unwrap_or_else(|| name.to_string());
        let read = format_ident!("read_{name}");
        let stand_in = match said.default {
            Some(StandIn::Function(path)) => Some(quote! { #path() }),
            Some(StandIn::OfType) => Some(quote! { ::core::default::Default::default() }),
            None if has_default => Some(quote! { default.#name }),
            None => None,
        };
        let (how, build) = match stand_in {
            Some(stand_in) => (quote! { or(#key, #stand_in) }, quote! { #read }),
            None => (
                quote! { needed(#key) },
                quote! { #read.expect("a key that is not there is a fault") },
            ),
        };
        keys.reads.push(quote! { let #read = fields.#how; });
        keys.builds.push(quote! { #name: #build, });
    }
    Ok(keys)
}

/// A variable of a field, by a name that no other has.
fn own_name(field: &Ident) -> Ident {
    format_ident!("own_{field}")
}

/// The checks of the bounds of each field, and of what stands in it. `value` gives a reference.
fn checks(fields: &FieldsNamed, value: impl Fn(&Ident) -> Tokens) -> Result<Vec<Tokens>> {
    let mut checks = Vec::new();
    for field in &fields.named {
        let said = Said::of(&field.attrs)?;
        let name = field.ident.as_ref().expect("named fields have names");
        if said.skips_reading {
            continue;
        }
        let key = said.rename.unwrap_or_else(|| name.to_string());
        let (value, at) = (value(name), quote! { &at.key(#key) });
        if let Some(bound) = Bound::of(&field.attrs)? {
            checks.push(bound.check(&value, &at));
        }
        checks.push(quote! { ::format::tree::Read::check_bounds(#value, #at, problems); });
    }
    Ok(checks)
}

fn named<'a>(fields: &'a Fields, name: &Ident) -> Result<&'a FieldsNamed> {
    match fields {
        Fields::Named(fields) => Ok(fields),
        _ => Err(Error::new_spanned(
            name,
            "each key needs a field with a name",
        )),
    }
}
