//! One value of a table. Must not know what it is of.

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A whole number: of keys alone.
    Whole(i64),
    /// True or false.
    Flag(bool),
    /// A figure. Floats hold every count of a run exactly.
    Number(f64),
    /// A word or a sentence.
    Text(String),
}

impl Cell {
    /// The number that it is.
    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Whole(whole) => Some(*whole as f64),
            Cell::Number(number) => Some(*number),
            Cell::Flag(_) | Cell::Text(_) => None,
        }
    }

    /// As a text, where a column holds other texts besides.
    pub fn words(&self) -> String {
        match self {
            Cell::Whole(whole) => whole.to_string(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Number(number) => number.to_string(),
            Cell::Text(text) => text.clone(),
        }
    }
}
