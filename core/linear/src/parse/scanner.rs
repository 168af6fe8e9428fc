//! Reads one line from left to right and knows where it is. It knows words and numbers, not what
//! they mean.

use super::BadHistory;

/// Characters of a found word that an error shows.
const FOUND_MAX: usize = 40;

/// A line and a place in it.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, line: u32) -> Self {
        Scanner { text, at: 0, line }
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// An error at this place: what was expected, and what stands here instead.
    pub(super) fn expected(&self, what: &str) -> BadHistory {
        let rest = self.rest();
        let word = rest.split([' ', '\t', ',']).next().unwrap_or("");
        let found = match word.char_indices().nth(FOUND_MAX) {
            Some((end, _)) => format!("{:?}…", &word[..end]),
            None if rest.is_empty() => "the end of the line".to_string(),
            None => format!("{word:?}"),
        };
        self.wrong(format!("found {found}, expected {what}"))
    }

    /// An error at this place.
    pub(super) fn wrong(&self, text: String) -> BadHistory {
        BadHistory {
            line: self.line,
            column: self.text[..self.at].chars().count() as u32 + 1,
            text,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past this text if it stands here.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_here = self.rest().starts_with(text);
        if is_here {
            self.at += text.len();
        }
        is_here
    }

    /// Goes past the first place where this text stands, if it does.
    pub(super) fn eat_past(&mut self, text: &str) -> bool {
        let found = self.rest().find(text);
        self.at += found.map_or(0, |at| at + text.len());
        found.is_some()
    }

    /// Goes past this text, which must stand here.
    pub(super) fn need(&mut self, text: &str) -> Result<(), BadHistory> {
        if self.eat(text) {
            return Ok(());
        }
        Err(self.expected(&format!("{text:?}")))
    }

    /// One of these words, which no letter may follow.
    pub(super) fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Result<T, BadHistory> {
        for (word, meaning) in words {
            let Some(after) = self.rest().strip_prefix(word) else {
                continue;
            };
            let goes_on = |letter: char| letter.is_alphanumeric() || letter == '-';
            if !after.chars().next().is_some_and(goes_on) {
                self.at += word.len();
                return Ok(*meaning);
            }
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Err(self.expected(&format!("one of {}", known.join(", "))))
    }

    /// A whole number in decimal, as it is written without needless zeros.
    pub(super) fn integer(&mut self) -> Result<i64, BadHistory> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = rest[..sign + digits].parse() else {
            return Err(self.expected("a whole number"));
        };
        self.at += sign + digits;
        Ok(number)
    }
}
