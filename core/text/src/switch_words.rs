//! What switches stand at, in sentences. All of it comes from the rows of `model::switches`; it
//! knows no switch.

use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Settings,
    Timestamps, Zones,
};
use sim::Micros;

use crate::quantity::duration_text;
use crate::said::one_after_another;
use crate::say;

/// A type that switches are of, as the end of a phrase. `zones` are the zones' ids by number.
trait Told {
    fn words(&self, zones: &[&str]) -> String;
}

impl Told for bool {
    fn words(&self, _: &[&str]) -> String {
        if *self { say!("on") } else { say!("off") }
    }
}

impl Told for u32 {
    fn words(&self, _: &[&str]) -> String {
        self.to_string()
    }
}

impl Told for Micros {
    fn words(&self, _: &[&str]) -> String {
        duration_text(*self)
    }
}

impl Told for Zones {
    fn words(&self, zones: &[&str]) -> String {
        if *self == Zones::ALL || self.is_empty() {
            return (!self.is_empty()).words(zones);
        }
        let chosen: Vec<&str> = self.among(zones).collect();
        say!("in {zones}", zones = one_after_another(&chosen))
    }
}

/// Choices that switches offer.
macro_rules! choices {
    ($($choice:ident)+) => { $(
        impl Told for $choice {
            /// As the control is labelled that turns it.
            fn words(&self, _: &[&str]) -> String {
                say!("“{value}”", value = self.label())
            }
        }
    )+ };
}

choices! { ReadMode DelegatePolicy Compression Timestamps SafeTime AdaptiveBy FollowerChoice }

/// Declares what is made of the rows.
macro_rules! told {
    (
        settings { $(
            $(#[doc = $doc:literal])+ $field:ident $(as $key:literal)?: $type:ty = $default:expr,
                $group:ident, $phrase:literal, $label:literal $(, $rule:ident: $holds:literal)*;
        )+ }
        reads { $(
            $(#[doc = $read_doc:literal])+
            $read:ident $(as $read_key:literal)?: $read_type:ty = $is:expr,
                $read_group:ident, $read_phrase:literal, $read_label:literal
                $(, $read_rule:ident: $read_holds:literal)*;
        )+ }
    ) => {
        /// One phrase per switch, always in the same order. `zones` are the zones' ids by number.
        pub(crate) fn phrases(settings: &Settings, zones: &[&str]) -> Vec<String> {
            vec![
                $(say!("{switch} {value}", switch = $phrase, value = settings.$field.words(zones)),)+
                $(say!(
                    "{switch} {value}",
                    switch = $read_phrase,
                    value = settings.reads.$read.words(zones)
                ),)+
            ]
        }
    };
}

model::switches!(told);
