//! An entry's command in both forms, full and delta-encoded, as one array of numbers.
//!
//! Layout: head [`HEAD`]: length of the full form, length of the encoded one, length of each when
//! LZ4 compresses it alone, number of spans of each. Then the spans of the full form, [`SPAN`]
//! numbers each: field (`cluster::anatomy::Field`), place of the first byte, number of bytes; then
//! those of the encoded form. Then the bytes of the full form and those of the encoded one, of each
//! [`SHOWN_MAX`] at most.

use cluster::anatomy::Form;

use crate::playground::Playground;

/// Numbers before the first span.
pub const HEAD: usize = 6;
/// Numbers of one span.
pub const SPAN: usize = 3;
/// Most bytes of a form that are handed over.
pub const SHOWN_MAX: usize = 4096;

impl Playground {
    /// Both forms of the command of an entry. Empty where no replica holds a put.
    pub(super) fn encodings(&self, range: u32, index: u64) -> Vec<f64> {
        if !self.cluster.range_exists(range) {
            return Vec::new();
        }
        let Some(both) = self.cluster.encodings(range, index) else {
            return Vec::new();
        };
        let forms = [&both.full, &both.encoded];
        let mut numbers: Vec<f64> = Vec::new();
        numbers.extend(forms.map(|form| form.bytes.len() as f64));
        numbers.extend(forms.map(|form| f64::from(form.compressed_bytes)));
        numbers.extend(forms.map(|form| form.spans.len() as f64));
        for form in forms {
            push_spans(&mut numbers, form);
        }
        for form in forms {
            let shown = form.bytes.iter().take(SHOWN_MAX);
            numbers.extend(shown.map(|byte| f64::from(*byte)));
        }
        numbers
    }
}

fn push_spans(numbers: &mut Vec<f64>, form: &Form) {
    for span in &form.spans {
        numbers.extend([span.field as u32, span.start, span.length].map(f64::from));
    }
}
