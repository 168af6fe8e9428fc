//! The types that switches are of: how files write their values, and by what control the page turns
//! them. It knows no switch.

use model::choice::{Choice, Named};
use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps, Zones,
};
use model::switches::Rules;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use sim::Micros;
use text::quantity::duration_text;
use text::{phrase, say};
use ts_rs::TS;

use crate::error::{Problems, one_of, quoted};
use crate::limits;
use crate::tree::{Fault, Read, text_of};
use crate::units::DurationUs;
use crate::word::{Word, flowing};

/// By what a switch is turned.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// On or off.
    Toggle,
    /// A time, entered as text.
    Duration,
    /// A whole number.
    Number,
    /// One of its values.
    Choice,
    /// Any of the zones.
    Zones,
}

/// What a switch may stand at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ValueInfo {
    /// As files write it.
    pub id: &'static str,
    /// Short name.
    pub label: &'static str,
    /// What it means, a sentence or two.
    pub text: String,
}

/// A type that switches are of. `zones` are the zones' ids by number.
pub trait Switch: Sized + 'static {
    /// How files write it.
    type Text: PartialEq + Serialize;
    /// How the page gets it.
    type Shown;
    /// By what the page turns it.
    const CONTROL: Control;

    /// As files write it.
    fn text(&self, zones: &[&str]) -> Self::Text;

    /// What files wrote so.
    fn of(text: &Self::Text, zones: &[&str]) -> Self;

    /// As the page gets it.
    fn shown(&self, zones: &[&str]) -> Self::Shown;

    /// What it may be, where these are few.
    fn values() -> Vec<ValueInfo> {
        Vec::new()
    }

    /// Values that no cluster takes.
    fn check(_: &Self::Text, _: &str, _: &Rules, _: &[&str], _: &mut Problems) {}
}

impl Switch for bool {
    type Text = bool;
    type Shown = bool;
    const CONTROL: Control = Control::Toggle;

    fn text(&self, _: &[&str]) -> bool {
        *self
    }

    fn of(text: &bool, _: &[&str]) -> Self {
        *text
    }

    fn shown(&self, _: &[&str]) -> bool {
        *self
    }
}

impl Switch for u32 {
    type Text = u32;
    type Shown = u32;
    const CONTROL: Control = Control::Number;

    fn text(&self, _: &[&str]) -> u32 {
        *self
    }

    fn of(text: &u32, _: &[&str]) -> Self {
        *text
    }

    fn shown(&self, _: &[&str]) -> u32 {
        *self
    }
}

impl Switch for Micros {
    type Text = DurationUs;
    type Shown = String;
    const CONTROL: Control = Control::Duration;

    fn text(&self, _: &[&str]) -> DurationUs {
        DurationUs(*self)
    }

    fn of(text: &DurationUs, _: &[&str]) -> Self {
        text.0
    }

    fn shown(&self, _: &[&str]) -> String {
        duration_text(*self)
    }

    fn check(text: &DurationUs, at: &str, rules: &Rules, _: &[&str], problems: &mut Problems) {
        let (least, most) = (rules.least_us, limits::DELAY_US_MAX);
        if text.0 < least || text.0 > most {
            let (least, most) = (duration_text(least), duration_text(most));
            let expected = say!("{least} to {most}", least, most);
            problems.expected(at, duration_text(text.0), expected);
        }
    }
}

fn value_info<T: Choice>(known: &Named<T>) -> ValueInfo {
    ValueInfo {
        id: known.id,
        label: known.label,
        text: flowing(known.what),
    }
}

/// Choices that switches offer.
macro_rules! choices {
    ($($choice:ident)+) => { $(
        impl Switch for $choice {
            type Text = Word<$choice>;
            type Shown = $choice;
            const CONTROL: Control = Control::Choice;

            fn text(&self, _: &[&str]) -> Word<$choice> {
                Word(*self)
            }

            fn of(text: &Word<$choice>, _: &[&str]) -> Self {
                text.0
            }

            fn shown(&self, _: &[&str]) -> $choice {
                *self
            }

            fn values() -> Vec<ValueInfo> {
                $choice::VALUES.iter().map(value_info).collect()
            }
        }
    )+ };
}

choices! { ReadMode DelegatePolicy Compression Timestamps SafeTime AdaptiveBy FollowerChoice }

impl Switch for Zones {
    type Text = ZoneChoice;
    type Shown = Vec<String>;
    const CONTROL: Control = Control::Zones;

    fn text(&self, zones: &[&str]) -> ZoneChoice {
        if *self == Zones::ALL || self.is_empty() {
            return ZoneChoice::All(!self.is_empty());
        }
        ZoneChoice::Some(self.shown(zones))
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

    fn shown(&self, zones: &[&str]) -> Vec<String> {
        self.among(zones).map(str::to_string).collect()
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
                    let id = text_of(id, phrase!("a zone's id"));
                    id.map(str::to_string)
                        .map_err(|fault| fault.under(&format!("[{i}]")))
                };
                let ids: Result<Vec<String>, Fault> = ids.iter().enumerate().map(id).collect();
                ids.map(Self::Some)
            }
            other => Err(Fault::value(
                other,
                phrase!("true, false or a list of zones' ids"),
            )),
        }
    }
}
