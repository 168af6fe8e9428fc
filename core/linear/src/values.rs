//! Values by number: a state of a key is one number, so that states are compared and remembered
//! cheaply. It knows texts, not operations.

use std::hash::{BuildHasherDefault, Hasher};

use hashbrown::HashMap;

/// A value's number. Equal numbers, equal values.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

/// All values of a history. The first is nil.
#[derive(Clone, Debug)]
pub struct Values {
    texts: Vec<Option<Box<str>>>,
    /// Whether values are shown in quotation marks: texts are, numbers are not.
    quoted: bool,
    numbers: HashMap<Box<str>, u32, Fixed>,
    /// What became of a state to which something was added: by (state, more).
    joined: HashMap<(u32, u32), u32, Fixed>,
}

/// The same hash in every run: membership is asked for, order never is.
pub(crate) type Fixed = BuildHasherDefault<Mixer>;

/// Multiplies and rotates, word by word (after Fx, the hash of Firefox).
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        // The table takes high bits and low bits: both must depend on everything.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

impl Values {
    pub(crate) const NIL: Value = Value(0);

    /// Only nil. Texts are shown in quotation marks, numbers as they are.
    pub fn new(quoted: bool) -> Self {
        Values {
            texts: vec![None],
            quoted,
            numbers: HashMap::default(),
            joined: HashMap::default(),
        }
    }

    /// The number of a text.
    pub fn of(&mut self, text: &str) -> Value {
        if let Some(number) = self.numbers.get(text) {
            return Value(*number);
        }
        let number = self.texts.len() as u32;
        self.texts.push(Some(text.into()));
        self.numbers.insert(text.into(), number);
        Value(number)
    }

    /// A text with another at its end.
    pub(crate) fn join(&mut self, state: Value, more: Value) -> Value {
        if let Some(number) = self.joined.get(&(state.0, more.0)) {
            return Value(*number);
        }
        let text = [self.text(state), self.text(more)].concat();
        let joined = self.of(&text);
        self.joined.insert((state.0, more.0), joined.0);
        joined
    }

    /// The text of a value; nil has none.
    pub(crate) fn text(&self, value: Value) -> &str {
        self.texts[value.0 as usize].as_deref().unwrap_or("")
    }

    /// Whether values are texts, parts of which may be seen in others.
    pub(crate) fn are_texts(&self) -> bool {
        self.quoted
    }

    /// A value for a person.
    pub fn shown(&self, value: Value) -> String {
        match self.texts[value.0 as usize].as_deref() {
            None => "nil".to_string(),
            Some(text) if self.quoted => format!("{text:?}"),
            Some(text) => text.to_string(),
        }
    }
}
