//! Measured round trips: tables (CSV, Markdown), JSON, and what `ping` and `mtr` print.

mod json;
mod probe;
mod table;

use crate::note::{Complaint, Notes, Spot, quoted};
use crate::tree;

/// A file with measurements.
#[derive(Copy, Clone, Debug)]
pub struct LatencyFile<'a> {
    /// As messages name it.
    pub name: &'a str,
    /// What it holds.
    pub text: &'a str,
    /// Between which two places it was measured, where the file itself does not say it.
    pub between: Option<(&'a str, &'a str)>,
}

/// The pair and the file of `FROM:TO=FILE`, as a person gives a file that says no pair itself; a
/// file alone is one without a pair.
pub fn pair_of(given: &str) -> (Option<(&str, &str)>, &str) {
    let parts = given.split_once('=').and_then(|(pair, path)| {
        let (from, to) = pair.split_once(':')?;
        let is_name = |name: &str| !name.is_empty() && !name.contains(['/', '\\']);
        (is_name(from) && is_name(to)).then_some(((from, to), path))
    });
    parts.map_or((None, given), |(pair, path)| (Some(pair), path))
}

/// One measured pair of places. A place is a zone, a region or a machine.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) spot: Spot,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) rtt_us: u64,
    /// Most that a message's way takes longer than half of the round trip.
    pub(crate) jitter_us: Option<u64>,
    /// Share of packets that are lost on one way.
    pub(crate) loss: Option<f64>,
}

/// Longest round trip that is one: a link's bound.
const RTT_US_MAX: u64 = format::limits::DELAY_US_MAX;

/// A reader of one file of measurements.
struct Reading<'a> {
    file: LatencyFile<'a>,
    notes: &'a mut Notes,
    list: Vec<Measured>,
    /// Whether a number without a unit was taken as milliseconds.
    bare: bool,
}

/// All measurements of a file.
pub(crate) fn read(file: LatencyFile<'_>, notes: &mut Notes) -> Result<Vec<Measured>, Complaint> {
    let mut reading = Reading {
        file,
        notes,
        list: Vec::new(),
        bare: false,
    };
    let start = file.text.trim_start();
    if start.is_empty() {
        let expected = "round trips as CSV, JSON, a Markdown table, or the output of ping or mtr";
        return Err(reading.wrong(0, format!("found an empty file, expected {expected}")));
    }
    if start.starts_with(['{', '[']) {
        let trees = tree::parse(file.name, file.text)?;
        for one in &trees {
            if !probe::mtr_json(one, &mut reading)? {
                json::read(one, &mut reading)?;
            }
        }
    } else if probe::is_ping(file.text) {
        probe::ping(&mut reading)?;
    } else if probe::is_mtr(file.text) {
        probe::mtr(&mut reading)?;
    } else {
        table::read(&mut reading)?;
    }
    if reading.bare {
        let spot = reading.at(0);
        reading
            .notes
            .assumed(Some(spot), "numbers without a unit are milliseconds");
    }
    Ok(reading.list)
}

impl Reading<'_> {
    fn at(&self, line: usize) -> Spot {
        Spot {
            file: self.file.name.to_string(),
            line,
        }
    }

    fn wrong(&self, line: usize, text: impl Into<String>) -> Complaint {
        Complaint {
            spot: Some(self.at(line)),
            text: text.into(),
        }
    }

    /// A time in words: a number with or without a unit; `None` = there is none. A number without
    /// a unit is in `unit`, or else in milliseconds.
    fn time(
        &mut self,
        line: usize,
        text: &str,
        unit: Option<&str>,
    ) -> Result<Option<u64>, Complaint> {
        let text = text.trim().trim_matches(['*', '`']).trim();
        let none = ["", "-", "–", "—", "n/a", "na", "null"];
        if none.contains(&text.to_ascii_lowercase().as_str()) {
            return Ok(None);
        }
        let digits = text.trim_end_matches(|sign: char| sign.is_alphabetic() || sign == ' ');
        let own = text[digits.len()..].trim();
        let scale = match (own, unit) {
            ("", None) => {
                self.bare = true;
                1000.0
            }
            ("ms", _) | ("", Some("ms")) => 1000.0,
            ("us" | "µs" | "μs", _) | ("", Some("us")) => 1.0,
            ("s", _) | ("", Some("s")) => 1_000_000.0,
            _ => return Err(self.no_time(line, text)),
        };
        let value: f64 = digits.parse().map_err(|_| self.no_time(line, text))?;
        let us = (value * scale).round();
        if !(0.0..=RTT_US_MAX as f64).contains(&us) {
            return Err(self.no_time(line, text));
        }
        Ok(Some(us as u64))
    }

    fn no_time(&self, line: usize, text: &str) -> Complaint {
        let expected = "a round trip of at most a minute such as 28.3, 28.3 ms or 250 us";
        self.wrong(line, format!("found {}, expected {expected}", quoted(text)))
    }

    /// A measurement. One between two places must take time.
    fn add(&mut self, line: usize, from: &str, to: &str, rtt_us: u64) -> Result<(), Complaint> {
        if rtt_us < format::limits::RTT_US_MIN {
            if from == to {
                return Ok(());
            }
            let text = format!("{from} to {to}: found no time at all, expected a round trip");
            return Err(self.wrong(line, text));
        }
        let spot = self.at(line);
        self.list.push(Measured {
            spot,
            from: from.to_string(),
            to: to.to_string(),
            rtt_us,
            jitter_us: None,
            loss: None,
        });
        Ok(())
    }

    /// The pair that the caller gave.
    fn pair(&self, line: usize, what: &str) -> Result<(String, String), Complaint> {
        if let Some((from, to)) = self.file.between {
            return Ok((from.to_string(), to.to_string()));
        }
        let text = format!(
            "found the output of {what}, which does not say between which zones; expected \
             --latency FROM:TO={}",
            self.file.name
        );
        Err(self.wrong(line, text))
    }
}
