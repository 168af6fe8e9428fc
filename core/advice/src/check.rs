//! What makes a form one that can be tried: all that is wrong is said at once, with its place in
//! the form. Must not know what a scenario makes of it; what only that knows is told by `plan`.

use format::error::{Problems, ScenarioError, one_word_of, quoted};
use format::json::parse_json;
use format::limits::REPLICAS_MAX;
use format::tree;
use format::tree::out_of_bounds;
use format::units::DurationUs;
use format::word::Word;
use model::config::ReadMode;
use text::{phrase, say};

use crate::form::{AdviceConsider, AdviceForm, AdviceZone, CONSIDERED};

pub(crate) const SETTINGS_MAX: usize = 64;

impl AdviceForm {
    /// Reads a form. What is wrong comes back as an error that names the place, what was found and
    /// what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let form: AdviceForm = tree::read(&parse_json(text)?)?;
        let mut problems = out_of_bounds(&form);
        form.check(&mut problems);
        problems.into_result()?;
        Ok(form)
    }

    fn check(&self, problems: &mut Problems) {
        zones(&self.zones, problems);
        self.check_links(problems);
        self.check_limits(problems);
        consider(&self.consider, problems);
    }

    fn check_links(&self, problems: &mut Problems) {
        for (place, pair) in self.links.between.iter().enumerate() {
            if pair.zones.0 == pair.zones.1 {
                let found = say!("{text} twice", text = quoted(&pair.zones.0));
                let path = format!("links.between[{place}].zones");
                problems.expected(path, found, phrase!("two zones"));
            }
        }
    }

    fn check_limits(&self, problems: &mut Problems) {
        let limits = &self.limits;
        for (path, limit) in [
            ("limits.p99_of_reads", limits.p99_of_reads),
            ("limits.p99_of_writes", limits.p99_of_writes),
        ] {
            if limit == Some(DurationUs(0)) {
                let expected = phrase!("a time, or nothing for no limit");
                problems.expected(path, "0us", expected);
            }
        }
        if limits.usd_per_month.is_some_and(|usd| usd < 0.0) {
            let found = limits.usd_per_month.unwrap_or_default();
            problems.expected("limits.usd_per_month", found, phrase!("0 or more"));
        }
    }
}

fn zones(zones: &[AdviceZone], problems: &mut Problems) {
    if zones.is_empty() {
        return;
    }
    if zones.iter().all(|zone| zone.clients == 0) {
        problems.expected(
            "zones",
            phrase!("no clients in any of them"),
            phrase!("clients in one at least"),
        );
    }
    if zones.iter().all(|zone| zone.stores == 0) {
        problems.expected(
            "zones",
            phrase!("no stores in any of them"),
            phrase!("stores in one at least"),
        );
    }
}

fn consider(consider: &AdviceConsider, problems: &mut Problems) {
    let lists = [
        ("read_modes", consider.read_modes.len()),
        ("leaders", consider.leaders.len()),
        ("replicas", consider.replicas.len()),
        ("encoding", consider.encoding.len()),
    ];
    for (key, _) in lists.iter().filter(|(_, len)| *len == 0) {
        let (found, expected) = (phrase!("an empty list"), phrase!("one at least"));
        problems.expected(format!("consider.{key}"), found, expected);
    }
    let settings: usize = lists.iter().map(|(_, len)| *len).product();
    if settings > SETTINGS_MAX {
        let expected = say!("at most {most}", most = SETTINGS_MAX);
        problems.expected("consider", say!("{settings} settings", settings), expected);
    }
    once("read_modes", &consider.read_modes, problems);
    once("leaders", &consider.leaders, problems);
    once("replicas", &consider.replicas, problems);
    once("encoding", &consider.encoding, problems);
    for (place, Word(mode)) in consider.read_modes.iter().enumerate() {
        if !CONSIDERED.contains(mode) {
            let path = format!("consider.read_modes[{place}]");
            let expected = one_word_of(&CONSIDERED.map(ReadMode::id));
            problems.expected(path, quoted(mode.id()), expected);
        }
    }
    for (place, replicas) in consider.replicas.iter().enumerate() {
        let path = format!("consider.replicas[{place}]");
        count(&path, *replicas, (1, REPLICAS_MAX), problems);
    }
}

fn once<T: PartialEq>(key: &str, list: &[T], problems: &mut Problems) {
    for (place, one) in list.iter().enumerate() {
        if list[..place].contains(one) {
            let path = format!("consider.{key}[{place}]");
            let (found, expected) = (phrase!("the same a second time"), phrase!("each once"));
            problems.expected(path, found, expected);
        }
    }
}

fn count(path: &str, found: u32, (least, most): (u32, u32), problems: &mut Problems) {
    if !(least..=most).contains(&found) {
        problems.expected(path, found, say!("{least} to {most}", least, most));
    }
}
