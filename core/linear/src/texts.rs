//! Several texts as one, whose lines are numbered on: a history may be in a file for each client.

/// Texts with their names, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// All of them.
    pub text: String,
    /// Names, each with the number of its first line.
    starts: Vec<(u32, String)>,
    lines: u32,
}

impl Texts {
    /// Puts a text behind those before it.
    pub fn push(&mut self, name: &str, text: &str) {
        self.starts.push((self.lines + 1, name.to_string()));
        self.text.push_str(text);
        if !text.is_empty() && !text.ends_with('\n') {
            self.text.push('\n');
        }
        self.lines += text.lines().count() as u32;
    }

    /// The text of a line, by its place among all texts, and its number there.
    pub fn place(&self, line: u32) -> (usize, u32) {
        let after = self.starts.partition_point(|(first, _)| *first <= line);
        let of = after.saturating_sub(1);
        match self.starts.get(of) {
            Some((first, _)) => (of, line + 1 - first.min(&line)),
            None => (0, line),
        }
    }

    /// A line in words: "line 3", with the name of its text where there are several.
    pub fn shown(&self, line: u32) -> String {
        let (of, line) = self.place(line);
        match self.starts.as_slice() {
            [] | [_] => format!("line {line}"),
            starts => format!("{} line {line}", starts[of].1),
        }
    }

    /// Names, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.starts.iter().map(|(_, name)| name.as_str())
    }
}
