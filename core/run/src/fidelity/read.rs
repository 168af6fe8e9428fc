//! Reads the list of published figures from a JSON tree.

use serde_json::Value;

use crate::fidelity::{Band, Fitted, List, ListFormat, Ours, Published, Row, Standing, Unit};
use vocabulary::tree::{Fault, Fields, Read, read_word};

impl Read for List {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            schema: fields.or("$schema", None),
            format: fields.needed_or("format", ListFormat::RaftAtlasFidelity1),
            text: fields.needed("text"),
            sources: fields.needed("sources"),
            rows: fields.needed("rows"),
        };
        fields.finish(read)
    }
}

impl Read for ListFormat {
    fn read(value: &Value) -> Result<Self, Fault> {
        read_word(
            value,
            &[("raft-atlas-fidelity/1", Self::RaftAtlasFidelity1)],
        )
    }
}

impl Read for Row {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            id: fields.needed("id"),
            source: fields.needed("source"),
            title: fields.needed("title"),
            text: fields.needed("text"),
            unit: fields.needed("unit"),
            published: fields.or("published", None),
            ours: fields.or("ours", None),
            band: fields.or("band", None),
            standing: fields.needed("standing"),
            fitted: fields.or_default("fitted"),
            why: fields.or("why", None),
        };
        fields.finish(read)
    }
}

impl Read for Unit {
    fn read(value: &Value) -> Result<Self, Fault> {
        read_word(value, &Unit::WORDS)
    }
}

impl Read for Standing {
    fn read(value: &Value) -> Result<Self, Fault> {
        read_word(value, &Standing::WORDS)
    }
}

impl Read for Published {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            text: fields.needed("text"),
            from: fields.needed("from"),
            to: fields.or("to", None),
        };
        fields.finish(read)
    }
}

impl Read for Ours {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            scenario: fields.needed("scenario"),
            variant: fields.needed("variant"),
            metric: fields.needed("metric"),
            over: fields.or("over", None),
        };
        fields.finish(read)
    }
}

impl Read for Band {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            at_least: fields.needed("at_least"),
            at_most: fields.needed("at_most"),
        };
        fields.finish(read)
    }
}

impl Read for Fitted {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            parameter: fields.needed("parameter"),
            to: fields.needed("to"),
        };
        fields.finish(read)
    }
}
