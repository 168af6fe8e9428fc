//! Objects of a report, put together key by key. It knows JSON and no figure.

use serde_json::{Map, Value};

/// An object that is put together key by key, by one function for each kind of value.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn new() -> Self {
        Self(Map::new())
    }

    pub(super) fn put(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_string(), value);
    }

    pub(super) fn count(&mut self, key: &str, count: u64) {
        self.put(key, Value::Number(count.into()));
    }

    pub(super) fn text(&mut self, key: &str, text: String) {
        self.put(key, Value::String(text));
    }

    /// One count for each id.
    pub(super) fn counts(ids: &[&str], counts: &[u64]) -> Value {
        let mut all = Self::new();
        for (id, count) in ids.iter().zip(counts) {
            all.count(id, *count);
        }
        all.object()
    }

    pub(super) fn object(self) -> Value {
        Value::Object(self.0)
    }
}
