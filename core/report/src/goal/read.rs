//! Reads goals from a JSON tree.

use serde_json::Value;

use crate::goal::{All, Any, Figure, Goal, Happening, Not};
use vocabulary::moments::{Moment, MomentText};
use vocabulary::tree::{Fault, Fields, Read};

impl Read for Goal {
    fn read(value: &Value) -> Result<Self, Fault> {
        let has = |key: &str| value.get(key).is_some();
        if has("metric") {
            Figure::read(value).map(Goal::Figure)
        } else if has("happened") {
            Happening::read(value).map(Goal::Happening)
        } else if has("all") {
            All::read(value).map(Goal::All)
        } else if has("any") {
            Any::read(value).map(Goal::Any)
        } else if has("not") {
            Not::read(value).map(Goal::Not)
        } else {
            let expected = "a goal: an object with one of the keys \"metric\", \"happened\", \
                            \"all\", \"any\", \"not\"";
            Err(Fault::value(value, expected))
        }
    }
}

impl Read for Figure {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            metric: fields.needed("metric"),
            at_most: fields.or("at_most", None),
            at_least: fields.or("at_least", None),
            equals: fields.or("equals", None),
            times: fields.or("times", None),
            text: fields.or("text", None),
        };
        fields.finish(read)
    }
}

impl Read for Happening {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            happened: fields.needed_or("happened", MomentText(Moment::Elected)),
            place: fields.or("where", None),
            at_least: fields.or("at_least", None),
            lasting: fields.or("lasting", None),
            after: fields.or("after", None),
            before: fields.or("before", None),
            then: fields.or::<Option<Goal>>("then", None).map(Box::new),
            variant: fields.or("variant", None),
            text: fields.or("text", None),
        };
        fields.finish(read)
    }
}

impl Read for All {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            all: fields.needed("all"),
            text: fields.or("text", None),
        };
        fields.finish(read)
    }
}

impl Read for Any {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            any: fields.needed("any"),
            text: fields.or("text", None),
        };
        fields.finish(read)
    }
}

impl Read for Not {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            not: Box::new(fields.needed("not")),
            text: fields.or("text", None),
        };
        fields.finish(read)
    }
}
