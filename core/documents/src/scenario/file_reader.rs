//! Reads the top level of a scenario file, its data, workload and expectations.

use serde_json::Value;

use crate::scenario::file::{
    CostsText, Data, File, FormatName, Op, Placement, Raft, ValuesText, Workload, default_duration,
    default_seed, default_speed, default_true,
};
use vocabulary::tree::{Fault, Fields, Read, read_word};

impl Read for File {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            schema: fields.or("$schema", None),
            format: fields.needed_or("format", FormatName::RaftAtlas1),
            title: fields.needed("title"),
            text: fields.or_default("text"),
            seed: fields.or("seed", default_seed()),
            duration: fields.or("duration", default_duration()),
            measure_from: fields.or_default("measure_from"),
            speed: fields.or("speed", default_speed()),
            topology: fields.needed("topology"),
            data: fields.or_default("data"),
            raft: fields.or_default("raft"),
            costs: fields.or_default("costs"),
            schedule: fields.or_default("schedule"),
            reads: fields.or_default("reads"),
            settings: fields.or_default("settings"),
            workload: fields.or_default("workload"),
            actions: fields.or_default("actions"),
            proves: fields.or("proves", None),
            variants: fields.or_default("variants"),
            attempt: fields.or("try", None),
            conclusion: fields.or("conclusion", None),
            expect: fields.or_default("expect"),
        };
        fields.finish(read)
    }
}

impl Read for FormatName {
    fn read(value: &Value) -> Result<Self, Fault> {
        read_word(value, &[("raft-atlas/1", Self::RaftAtlas1)])
    }
}

impl Read for Data {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let default = Self::default();
        let read = Self {
            ranges: fields.or("ranges", default.ranges),
            replicas: fields.or("replicas", default.replicas),
            rows: fields.or("rows", default.rows),
            row_bytes: fields.or("row_bytes", default.row_bytes),
            leaders: fields.or("leaders", default.leaders),
            place: fields.or("place", default.place),
            stores: fields.or("stores", default.stores),
        };
        fields.finish(read)
    }
}

impl Read for Placement {
    fn read(value: &Value) -> Result<Self, Fault> {
        read_word(value, &[("spread", Self::Spread)])
    }
}

impl Read for Raft {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let default = Self::default();
        let read = Self {
            tick: fields.or("tick", default.tick),
            heartbeat_ticks: fields.or("heartbeat_ticks", default.heartbeat_ticks),
            election_ticks: fields.or("election_ticks", default.election_ticks),
            log_keep: fields.or("log_keep", default.log_keep),
            max_size_per_msg: fields.or("max_size_per_msg", default.max_size_per_msg),
            max_inflight: fields.or("max_inflight", default.max_inflight),
            delta_timestamps: fields.or("delta_timestamps", default.delta_timestamps),
        };
        fields.finish(read)
    }
}

impl Read for CostsText {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let default = Self::default();
        let read = Self {
            request: fields.or("request", default.request),
            row: fields.or("row", default.row),
            message: fields.or("message", default.message),
            apply: fields.or("apply", default.apply),
            delta: fields.or("delta", default.delta),
            compress: fields.or("compress", default.compress),
            decompress: fields.or("decompress", default.decompress),
        };
        fields.finish(read)
    }
}

impl Read for Workload {
    fn read(value: &Value) -> Result<Self, Fault> {
        let mut fields = Fields::of(value);
        let read = Self {
            id: fields.needed("id"),
            from: fields.needed("from"),
            op: fields.needed_or("op", Op::Get),
            rows: fields.or("rows", None),
            fetches: fields.or("fetches", None),
            statements: fields.or("statements", None),
            prepared: fields.or("prepared", false),
            clients: fields.or("clients", None),
            think: fields.or("think", None),
            rate: fields.or("rate", None),
            keys: fields.or("keys", None),
            value_bytes: fields.or("value_bytes", None),
            values: fields.or("values", None),
            read_mode: fields.or("read_mode", None),
            staleness: fields.or("staleness", None),
            read_only: fields.or("read_only", false),
            running: fields.or("running", default_true()),
            start: fields.or_default("start"),
        };
        fields.finish(read)
    }
}

impl Read for Op {
    fn read(value: &Value) -> Result<Self, Fault> {
        let words = [
            ("get", Self::Get),
            ("scan", Self::Scan),
            ("put", Self::Put),
            ("statement", Self::Statement),
            ("transaction", Self::Transaction),
            ("transfer", Self::Transfer),
        ];
        read_word(value, &words)
    }
}

impl Read for ValuesText {
    fn read(value: &Value) -> Result<Self, Fault> {
        let words = [
            ("line", Self::Line),
            ("digits", Self::Digits),
            ("words", Self::Words),
            ("random", Self::Random),
        ];
        read_word(value, &words)
    }
}
