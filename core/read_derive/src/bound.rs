//! What `#[bound(…)]` says of a field: which values it may have. The ends stand where the schema
//! has them, in `#[schemars(range(…))]` or `length(…)`; where it cannot have them, in the bound.

use proc_macro2::{TokenStream as Tokens, TokenTree};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, Expr, Ident, Meta, Result, Token};

#[derive(Default)]
pub(crate) struct Bound {
    /// A text of space alone counts as empty.
    filled: bool,
    min: Option<Expr>,
    max: Option<Expr>,
    /// How the bounds are told; as its type tells them by default.
    words: Option<Expr>,
    /// What each element of a list is bound to.
    inner: Option<Box<Bound>>,
}

impl Bound {
    pub(crate) fn of(attributes: &[Attribute]) -> Result<Option<Self>> {
        let named = |name: &'static str| attributes.iter().filter(move |a| a.path().is_ident(name));
        let Some(own) = named("bound").next() else {
            return Ok(None);
        };
        let mut bound = Bound::default();
        for schema in named("schemars") {
            schema.parse_nested_meta(|meta| bound.hear_schema(&meta))?;
        }
        if let Meta::List(_) = &own.meta {
            own.parse_nested_meta(|meta| bound.hear(&meta))?;
        }
        if bound.max.is_none() {
            let text =
                "a bound needs `max`, here or in the field's schemars(range(…)) or length(…)";
            return Err(Error::new_spanned(own, text));
        }
        Ok(Some(bound))
    }

    fn hear_schema(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        if meta.path.is_ident("range") || meta.path.is_ident("length") {
            return meta.parse_nested_meta(|end| self.hear(&end));
        }
        if meta.path.is_ident("inner") {
            let mut inner = Bound::default();
            meta.parse_nested_meta(|meta| inner.hear_schema(&meta))?;
            self.inner = Some(Box::new(inner));
            return Ok(());
        }
        // The rest is about the schema alone.
        while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
            meta.input.parse::<TokenTree>()?;
        }
        Ok(())
    }

    fn hear(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let value = || meta.value()?.parse::<Expr>().map(Some);
        let word = meta.path.get_ident().map(Ident::to_string);
        match word.as_deref() {
            Some("filled") => self.filled = true,
            Some("min") => self.min = value()?,
            Some("max") => self.max = value()?,
            Some("words") => self.words = value()?,
            _ => return Err(meta.error("a bound has filled, min, max and words")),
        }
        Ok(())
    }

    /// The check of a value, given by reference, at a place.
    pub(crate) fn check(&self, value: &Tokens, at: &Tokens) -> Tokens {
        let value = if self.filled {
            quote! { &::format::bound::Filled(#value) }
        } else {
            value.clone()
        };
        let least = self
            .min
            .as_ref()
            .map_or(quote! { 0 }, |min| quote! { #min });
        let most = &self.max;
        let own = self.words.as_ref();
        let words = own.map(|words| quote! { ::core::option::Option::Some(#words) });
        let words = words.unwrap_or(quote! { ::core::option::Option::None });
        let inner = self.inner.as_ref().map(|inner| {
            let each = inner.check(&quote! { item }, &quote! { &(#at).item(number) });
            quote! { for (number, item) in (#value).iter().enumerate() { #each } }
        });
        quote! {
            ::format::bound::check(#value, #at, (#least, #most), #words, problems);
            #inner
        }
    }
}
