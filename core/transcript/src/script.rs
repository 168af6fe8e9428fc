//! The form of a transcript: blocks of commands, a line of four dashes, and what is expected. It
//! knows no command.

use crate::complaint::Complaint;

/// A word of a command's line, with the values that stand after its `=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arg {
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
}

/// A command's line in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) at: usize,
    pub(crate) name: String,
    pub(crate) args: Vec<Arg>,
}

/// One block: its lines above the dashes as they stand, and those below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) at: usize,
    pub(crate) given: Vec<(usize, String)>,
    /// The line of the last dashes above what is expected.
    pub(crate) dashes: usize,
    pub(crate) expected: Vec<(usize, String)>,
}

const DASHES: &str = "----";

/// Reads the blocks of a file. Lines count from 1.
pub(crate) fn blocks(text: &str) -> Result<Vec<Block>, Complaint> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .peekable();
    let mut blocks = Vec::new();
    while let Some((at, line)) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.trim_end() == DASHES {
            return Err(Complaint::new(at, DASHES, "a command above the dashes"));
        }
        let mut given = vec![(at, line.to_owned())];
        let mut dashes = loop {
            match lines.next() {
                Some((at, line)) if line.trim_end() == DASHES => break at,
                Some((at, line)) => match given.last_mut() {
                    Some((_, before)) if before.ends_with('\\') => {
                        before.pop();
                        before.push_str(line);
                    }
                    _ => given.push((at, line.to_owned())),
                },
                None => {
                    let found = format!("the end of the file after `{line}`");
                    return Err(Complaint::new(at, &found, "a line of four dashes after it"));
                }
            }
        };
        // Two lines of dashes: blank lines belong to what is expected, until two more.
        let long = lines.next_if(|(_, line)| line.trim_end() == DASHES);
        dashes += usize::from(long.is_some());
        let mut expected = Vec::new();
        let mut closed = long.is_none();
        while let Some((at, line)) = lines.next() {
            if long.is_none() && line.trim().is_empty() {
                break;
            }
            let next_is_dashes = || lines.peek().is_some_and(|(_, l)| l.trim_end() == DASHES);
            if long.is_some() && line.trim_end() == DASHES && { next_is_dashes }() {
                lines.next();
                closed = true;
                break;
            }
            expected.push((at, line.to_owned()));
        }
        if !closed {
            let expected = "two lines of four dashes at the end of what is expected";
            return Err(Complaint::new(at, "the end of the file", expected));
        }
        blocks.push(Block {
            at,
            given,
            dashes,
            expected,
        });
    }
    Ok(blocks)
}

/// Takes a command's line apart: `name word key=value key=(one,two)`.
pub(crate) fn words(at: usize, line: &str) -> Result<Line, Complaint> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut depth = 0_u32;
    for letter in line.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return Err(Complaint::new(at, "`)`", "a `(` before it")),
            ')' => depth -= 1,
            _ => {}
        }
        if letter.is_whitespace() && depth == 0 {
            words.push(std::mem::take(&mut word));
        } else {
            word.push(letter);
        }
    }
    if depth > 0 {
        return Err(Complaint::new(at, &format!("`{line}`"), "a `)` at the end"));
    }
    words.push(word);
    let mut words = words.into_iter().filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default();
    Ok(Line {
        at,
        name,
        args: words.map(|word| arg(&word)).collect(),
    })
}

fn arg(word: &str) -> Arg {
    let Some((key, value)) = word.split_once('=') else {
        return Arg {
            key: word.to_owned(),
            values: Vec::new(),
        };
    };
    let inner = value
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let values = match inner {
        None => vec![value.to_owned()],
        Some(list) => list
            .split([',', ' '])
            .filter(|value| !value.is_empty())
            .map(str::to_owned)
            .collect(),
    };
    Arg {
        key: key.to_owned(),
        values,
    }
}
