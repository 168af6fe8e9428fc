//! The shape of `settings`: switches that may change while the cluster runs, in a file and in a
//! `set` action alike, and what the page is told of them. What is left out keeps its value. All of
//! it comes from the rows of `model::switches`; it knows no switch.

use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, ReadSwitches, SafeTime,
    Settings, Timestamps, Zones,
};
use model::switches::{Rules, SwitchGroup};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};
use sim::Micros;
use text::say;
use ts_rs::TS;

use crate::error::{Problems, join};
use crate::switch_types::{Control, Switch, ValueInfo};
use crate::tree::Read;
use crate::word::flowing;

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
        /// Switches; what is left out keeps its value.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, Read)]
        #[serde(deny_unknown_fields, default)]
        #[schemars(transform = describe_defaults)]
        pub struct SettingsText {
            $(
                $(#[doc = $doc])+
                #[serde($(rename = $key,)? skip_serializing_if = "Option::is_none")]
                pub $field: Option<<$type as Switch>::Text>,
            )+
            $(
                $(#[doc = $read_doc])+
                #[serde($(rename = $read_key,)? skip_serializing_if = "Option::is_none")]
                pub $read: Option<<$read_type as Switch>::Text>,
            )+
        }

        /// The switches, as the page gets them.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
        #[ts(rename = "Settings")]
        pub struct SettingsView {
            $(
                $(#[doc = $doc])+
                $(#[serde(rename = $key)])?
                pub $field: <$type as Switch>::Shown,
            )+
            $(
                $(#[doc = $read_doc])+
                $(#[serde(rename = $read_key)])?
                pub $read: <$read_type as Switch>::Shown,
            )+
        }

        impl SettingsView {
            /// How they stand; `zones` are the zones' ids by number.
            pub fn of(settings: &Settings, zones: &[&str]) -> SettingsView {
                SettingsView {
                    $($field: settings.$field.shown(zones),)+
                    $($read: settings.reads.$read.shown(zones),)+
                }
            }
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

        /// Every switch and what is said of it, in the order of the rows.
        pub fn switches() -> Vec<SwitchInfo> {
            vec![
                $(SwitchInfo::of::<$type>(
                    key!($field $($key)?), [$phrase, $label], SwitchGroup::$group,
                    concat!($($doc, "\n"),+), Rules { $($rule: $holds,)* ..Rules::NONE },
                ),)+
                $(SwitchInfo::of::<$read_type>(
                    key!($read $($read_key)?), [$read_phrase, $read_label],
                    SwitchGroup::$read_group, concat!($($read_doc, "\n"),+),
                    Rules { $($read_rule: $read_holds,)* ..Rules::NONE },
                ),)+
            ]
        }
    };
}

model::switches!(texts);

/// What is said of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SwitchInfo {
    /// What files call it.
    #[ts(type = "keyof Settings")]
    pub key: &'static str,
    /// Short name.
    pub label: &'static str,
    /// What runs are told apart by, `{}` where its value goes.
    pub titled: String,
    /// What stands together.
    pub group: SwitchGroup,
    /// By what it is turned.
    pub control: Control,
    /// What it does, or what happens while it is on.
    pub text: String,
    /// What happens while it is off; "" where nothing is said.
    pub off: &'static str,
    /// What a number counts.
    pub unit: &'static str,
    /// Without a placement driver it stays as it is by default.
    pub needs_driver: bool,
    /// The switch without which it does nothing.
    #[ts(type = "keyof Settings | null")]
    pub needs: Option<&'static str>,
    /// What it may be, where these are few.
    pub values: Vec<ValueInfo>,
}

impl SwitchInfo {
    fn of<T: Switch>(
        key: &'static str,
        [phrase, label]: [&'static str; 2],
        group: SwitchGroup,
        what: &str,
        rules: Rules,
    ) -> SwitchInfo {
        let titled = match (rules.titled, T::CONTROL) {
            ("", Control::Toggle) => format!("{{}} {phrase}"),
            ("", _) => format!("{phrase} {{}}"),
            (titled, _) => titled.to_string(),
        };
        SwitchInfo {
            key,
            label,
            titled,
            group,
            control: T::CONTROL,
            text: flowing(what),
            off: rules.off,
            unit: rules.unit,
            needs_driver: rules.needs_driver,
            needs: (!rules.needs.is_empty()).then_some(rules.needs),
            values: T::values(),
        }
    }
}

/// What the page calls the switch of this key.
pub fn switch_label(key: &str) -> Option<&'static str> {
    let known = switches().into_iter().find(|known| known.key == key);
    known.map(|known| known.label)
}

/// What the page calls what a switch stands at, by its word in files.
pub fn value_label(word: &str) -> Option<&'static str> {
    let mut values = switches().into_iter().flat_map(|known| known.values);
    let known = values.find(|known| known.id == word);
    known.map(|known| known.label)
}

fn over<T: Switch + Clone>(text: Option<&T::Text>, base: &T, zones: &[&str]) -> T {
    text.map_or_else(|| base.clone(), |text| T::of(text, zones))
}

/// Adds to each description in the schema what stands in for the switch.
fn describe_defaults(schema: &mut Schema) {
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
            let value = json!(default);
            let expected = say!("{value}, since topology has no \"pd\"", value);
            self.problems.expected(path, json!(text), expected);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_switch_needs_is_a_switch_and_one_that_is_on_or_off_says_what_happens_when_off() {
        let all = switches();
        for known in &all {
            let needs = known.needs.iter();
            for key in needs {
                assert!(all.iter().any(|other| other.key == *key), "{key}");
            }
            let tells_both = known.control != Control::Toggle || !known.off.is_empty();
            assert!(tells_both, "{} says nothing of itself off", known.key);
        }
    }
}
