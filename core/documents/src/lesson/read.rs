//! Reads lesson files from a JSON tree.

use serde_json::Value;

use crate::lesson::{
    Answer, Explain, Lesson, LessonFormat, Others, Predict, Published, Recorded, ShownFigure,
    Source, Step, Task,
};
use vocabulary::tree::{Fault, Fields, Read, read_word};

impl Read for Lesson {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            schema: fields.or("$schema", None),
            format: fields.needed_or("format", LessonFormat::RaftAtlasLesson1),
            title: fields.needed("title"),
            minutes: fields.needed("minutes"),
            text: fields.needed("text"),
            sources: fields.or_default("sources"),
            takeaway: fields.or("takeaway", None),
            steps: fields.needed("steps"),
        };
        fields.finish(read)
    }
}

impl Read for LessonFormat {
    fn read(value: &Value) -> Result<Self, Fault> {
        read_word(value, &[("raft-atlas-lesson/1", Self::RaftAtlasLesson1)])
    }
}

impl Read for Source {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            id: fields.needed("id"),
            title: fields.needed("title"),
            by: fields.needed("by"),
            year: fields.or("year", None),
        };
        fields.finish(read)
    }
}

impl Read for Step {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            id: fields.needed("id"),
            title: fields.needed("title"),
            text: fields.or("text", None),
            scenario: fields.or("scenario", None),
            variant: fields.or("variant", None),
            seed: fields.or("seed", None),
            start: fields.or("start", None),
            speed: fields.or("speed", None),
            show: fields.or("show", None),
            open: fields.or("open", None),
            predict: fields.or("predict", None),
            task: fields.or("do", None),
            explain: fields.or("explain", None),
            solution: fields.or("solution", None),
            wrong: fields.or("wrong", None),
            others: fields.or("others", Others::Prescribed),
        };
        fields.finish(read)
    }
}

impl Read for Others {
    fn read(value: &Value) -> Result<Self, Fault> {
        let words = [
            ("prescribed", Self::Prescribed),
            ("same_actions", Self::SameActions),
        ];
        read_word(value, &words)
    }
}

impl Read for Predict {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            question: fields.needed("question"),
            answers: fields.needed("answers"),
        };
        fields.finish(read)
    }
}

impl Read for Answer {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            text: fields.needed("text"),
            right: fields.or("right", false),
            reply: fields.needed("reply"),
        };
        fields.finish(read)
    }
}

impl Read for Task {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            text: fields.needed("text"),
            goal: fields.needed("goal"),
            lost: fields.or("lost", None),
            by: fields.or("by", None),
            hints: fields.or_default("hints"),
        };
        fields.finish(read)
    }
}

impl Read for Explain {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            text: fields.needed("text"),
            figures: fields.or_default("figures"),
            since: fields.or("since", None),
        };
        fields.finish(read)
    }
}

impl Read for ShownFigure {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            label: fields.needed("label"),
            metric: fields.needed("metric"),
            over: fields.or("over", None),
            unit: fields.needed("unit"),
            published: fields.or("published", None),
        };
        fields.finish(read)
    }
}

impl Read for Published {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            text: fields.needed("text"),
            value: fields.or("value", None),
            source: fields.needed("source"),
        };
        fields.finish(read)
    }
}

impl Read for Recorded {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            variant: fields.or("variant", None),
            actions: fields.needed("actions"),
            until: fields.needed("until"),
        };
        fields.finish(read)
    }
}
