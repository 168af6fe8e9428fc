//! Objects of a report, put together key by key. It knows JSON and no figure.

use serde_json::{Map, Value};

/// An object that is put together key by key. One function for each kind of value, kept out of
/// line: written with `json!`, reports were 10 KB of the page's module.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn new() -> Self {
        Self(Map::new())
    }

    #[inline(never)]
    pub(super) fn put(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_string(), value);
    }

    #[inline(never)]
    pub(super) fn count(&mut self, key: &str, count: u64) {
        self.put(key, Value::Number(count.into()));
    }

    #[inline(never)]
    pub(super) fn text(&mut self, key: &str, text: String) {
        self.put(key, Value::String(text));
    }

    /// One count for each id.
    #[inline(never)]
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
