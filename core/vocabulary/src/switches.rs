//! The shape of `settings`: switches that may change while the cluster runs, in a file and in a
//! `set` action alike. What is left out keeps its value. All of it comes from the rows of
//! `model::switches`; it knows the types that switches are of, and no switch.

use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, ReadSwitches, SafeTime,
    Settings, Timestamps, Zones,
};
use model::switches::Rules;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};
use sim::{Micros, ZoneId};

use crate::error::{Problems, join, one_of, quoted};
use crate::limits;
use crate::tree::{Fault, Read, text_of};
use crate::units::{DurationUs, duration_text};
use crate::word::{Word, named};

/// A type that switches are of. `zones` are the zones' ids by number.
pub trait Switch: Sized + 'static {
    /// How files write it.
    type Text: PartialEq + Serialize;

    /// As files write it.
    fn text(&self, zones: &[&str]) -> Self::Text;

    /// What files wrote so.
    fn of(text: &Self::Text, zones: &[&str]) -> Self;

    /// As the end of a phrase.
    fn words(&self, zones: &[&str]) -> String;

    /// What the page calls the value of this word, if it is one.
    fn label(_: &str) -> Option<&'static str> {
        None
    }

    /// Values that no cluster takes.
    fn check(_: &Self::Text, _: &str, _: &Rules, _: &[&str], _: &mut Problems) {}
}

/// The key of a row.
macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Declares what is made of the rows.
macro_rules! texts {
    (
        settings { $(
            $(#[$doc:meta])+ $field:ident $(as $key:literal)?: $type:ty = $default:expr,
                $phrase:literal, $label:literal $(, $rule:ident: $holds:literal)*;
        )+ }
        reads { $(
            $(#[$read_doc:meta])+ $read:ident $(as $read_key:literal)?: $read_type:ty = $is:expr,
                $read_phrase:literal, $read_label:literal
                $(, $read_rule:ident: $read_holds:literal)*;
        )+ }
    ) => {
        /// Switches; what is left out keeps its value.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, Read)]
        #[serde(deny_unknown_fields, default)]
        #[schemars(transform = tell_defaults)]
        pub struct SettingsText {
            $(
                $(#[$doc])+
                #[serde($(rename = $key,)? skip_serializing_if = "Option::is_none")]
                pub $field: Option<<$type as Switch>::Text>,
            )+
            $(
                $(#[$read_doc])+
                #[serde($(rename = $read_key,)? skip_serializing_if = "Option::is_none")]
                pub $read: Option<<$read_type as Switch>::Text>,
            )+
        }

        impl SettingsText {
            /// `base` with these changes; `zones` are the zones' ids by number.
            pub fn over(&self, base: &Settings, zones: &[&str]) -> Settings {
                Settings {
                    $($field: over(self.$field.as_ref(), &base.$field, zones),)+
                    reads: ReadSwitches {
                        $($read: over(self.$read.as_ref(), &base.reads.$read, zones),)+
                    },
                }
            }

            /// Every switch, written out; `zones` are the zones' ids by number.
            pub fn all(settings: &Settings, zones: &[&str]) -> SettingsText {
                SettingsText {
                    $($field: Some(settings.$field.text(zones)),)+
                    $($read: Some(settings.reads.$read.text(zones)),)+
                }
            }

            /// Values out of bounds, zones that there are not, and what needs the placement driver
            /// where there is none.
            pub fn check(&self, at: &str, zones: &[&str], driver: bool, problems: &mut Problems) {
                let mut check = Checks { at, zones, driver, problems };
                $({
                    let rules = Rules { $($rule: $holds,)* ..Rules::NONE };
                    let key = key!($field $($key)?);
                    check.switch::<$type>(self.$field.as_ref(), key, &rules, $default);
                })+
                $({
                    let rules = Rules { $($read_rule: $read_holds,)* ..Rules::NONE };
                    let key = key!($read $($read_key)?);
                    check.switch::<$read_type>(self.$read.as_ref(), key, &rules, $is);
                })+
            }
        }

        /// One phrase per switch, always in the same order.
        pub(crate) fn phrases(settings: &Settings, zones: &[&str]) -> Vec<String> {
            vec![
                $([$phrase, " ", &settings.$field.words(zones)].concat(),)+
                $([$read_phrase, " ", &settings.reads.$read.words(zones)].concat(),)+
            ]
        }

        /// What the page calls the switch of this key.
        pub fn switch_label(key: &str) -> Option<&'static str> {
            let labels = [
                $((key!($field $($key)?), $label),)+
                $((key!($read $($read_key)?), $read_label),)+
            ];
            let known = labels.into_iter().find(|(known, _)| *known == key);
            known.map(|(_, label)| label)
        }

        /// What the page calls what a switch stands at, by its word in files.
        pub fn value_label(word: &str) -> Option<&'static str> {
            let labels = [$(<$type as Switch>::label,)+ $(<$read_type as Switch>::label,)+];
            labels.into_iter().find_map(|label| label(word))
        }
    };
}

model::switches!(texts);

fn over<T: Switch + Clone>(text: Option<&T::Text>, base: &T, zones: &[&str]) -> T {
    text.map_or_else(|| base.clone(), |text| T::of(text, zones))
}

/// Adds to each description in the schema what stands in for the switch.
fn tell_defaults(schema: &mut Schema) {
    let defaults = json!(SettingsText::all(&Settings::default(), &[]));
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (key, property) in properties.into_iter().flatten() {
        let default = match &defaults[key] {
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        if let Some(Value::String(text)) = property.get_mut("description") {
            *text = [text.as_str(), " Default: ", &default, "."].concat();
        }
    }
}

/// Looks for values that no cluster takes.
struct Checks<'a> {
    at: &'a str,
    zones: &'a [&'a str],
    driver: bool,
    problems: &'a mut Problems,
}

impl Checks<'_> {
    fn switch<T: Switch>(&mut self, text: Option<&T::Text>, key: &str, rules: &Rules, default: T) {
        let Some(text) = text else { return };
        let path = join(self.at, key);
        T::check(text, &path, rules, self.zones, self.problems);
        let default = default.text(self.zones);
        if rules.needs_driver && !self.driver && *text != default {
            let expected = format!("{}, since topology has no \"pd\"", json!(default));
            self.problems.expected(path, json!(text), expected);
        }
    }
}

impl Switch for bool {
    type Text = bool;

    fn text(&self, _: &[&str]) -> bool {
        *self
    }

    fn of(text: &bool, _: &[&str]) -> Self {
        *text
    }

    fn words(&self, _: &[&str]) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

impl Switch for u32 {
    type Text = u32;

    fn text(&self, _: &[&str]) -> u32 {
        *self
    }

    fn of(text: &u32, _: &[&str]) -> Self {
        *text
    }

    fn words(&self, _: &[&str]) -> String {
        self.to_string()
    }
}

impl Switch for Micros {
    type Text = DurationUs;

    fn text(&self, _: &[&str]) -> DurationUs {
        DurationUs(*self)
    }

    fn of(text: &DurationUs, _: &[&str]) -> Self {
        text.0
    }

    fn words(&self, _: &[&str]) -> String {
        duration_text(*self)
    }

    fn check(text: &DurationUs, at: &str, rules: &Rules, _: &[&str], problems: &mut Problems) {
        let (least, most) = (rules.least_us, limits::DELAY_US_MAX);
        if text.0 < least || text.0 > most {
            let expected = format!("{} to {}", duration_text(least), duration_text(most));
            problems.expected(at, duration_text(text.0), expected);
        }
    }
}

/// Choices that switches offer.
macro_rules! choices {
    ($($choice:ident)+) => { $(
        impl Switch for $choice {
            type Text = Word<$choice>;

            fn text(&self, _: &[&str]) -> Word<$choice> {
                Word(*self)
            }

            fn of(text: &Word<$choice>, _: &[&str]) -> Self {
                text.0
            }

            fn words(&self, _: &[&str]) -> String {
                self.id().to_string()
            }

            fn label(word: &str) -> Option<&'static str> {
                named::<$choice>(word).map(|known| known.label)
            }
        }
    )+ };
}

choices! { ReadMode DelegatePolicy Compression Timestamps SafeTime AdaptiveBy FollowerChoice }

impl Switch for Zones {
    type Text = ZoneChoice;

    fn text(&self, zones: &[&str]) -> ZoneChoice {
        if *self == Zones::ALL || self.is_empty() {
            return ZoneChoice::All(!self.is_empty());
        }
        let is_chosen = |place: &usize| self.contains(ZoneId(*place as u16));
        let places = (0..zones.len()).filter(is_chosen);
        ZoneChoice::Some(places.map(|place| zones[place].to_string()).collect())
    }

    /// Ids that no zone has are left out.
    fn of(text: &ZoneChoice, zones: &[&str]) -> Self {
        let ids = match text {
            ZoneChoice::All(true) => return Zones::ALL,
            ZoneChoice::All(false) => return Zones::NONE,
            ZoneChoice::Some(ids) => ids,
        };
        let is_chosen = |zone: &str| ids.iter().any(|id| id == zone);
        if zones.iter().all(|zone| is_chosen(zone)) {
            return Zones::ALL;
        }
        let places = zones.iter().enumerate();
        let bits = places.filter(|(_, zone)| is_chosen(zone));
        Zones::from_bits(bits.map(|(place, _)| 1 << place).sum())
    }

    fn words(&self, zones: &[&str]) -> String {
        match self.text(zones) {
            ZoneChoice::All(all) => all.words(zones),
            ZoneChoice::Some(ids) => format!("in {}", ids.join(", ")),
        }
    }

    fn check(text: &ZoneChoice, at: &str, _: &Rules, zones: &[&str], problems: &mut Problems) {
        let ZoneChoice::Some(ids) = text else { return };
        for (i, id) in ids.iter().enumerate() {
            if !zones.contains(&id.as_str()) {
                let known = one_of(zones.iter().copied());
                problems.expected(format!("{at}[{i}]"), quoted(id), known);
            }
        }
    }
}

/// All zones, none, or some by their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ZoneChoice {
    /// True: every zone. False: none.
    All(bool),
    /// These zones.
    Some(Vec<String>),
}

impl Read for ZoneChoice {
    fn read(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::Bool(all) => Ok(Self::All(*all)),
            Value::Array(ids) => {
                let id = |(i, id): (usize, &Value)| {
                    let id = text_of(id, "a zone's id");
                    id.map(str::to_string)
                        .map_err(|fault| fault.under(&format!("[{i}]")))
                };
                let ids: Result<Vec<String>, Fault> = ids.iter().enumerate().map(id).collect();
                ids.map(Self::Some)
            }
            other => Err(Fault::value(other, "true, false or a list of zones' ids")),
        }
    }
}
