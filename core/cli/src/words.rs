//! Words of a command and lines of cells, as a terminal shows them. Must not know what they say.

use std::fmt::Write;

/// A word that a shell takes as one.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "._-/=:@%+,".contains(sign);
    if word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Lines of cells, each column as wide as its widest cell; figures to the right.
pub(crate) fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let wide = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(wide).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths);
        let padded: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        let _ = writeln!(text, "  {}", padded.join("  ").trim_end());
    }
    text
}
