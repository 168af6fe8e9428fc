//! What makes a form one that can be tried: all that is wrong is said at once, with its place in
//! the form. Must not know what a scenario makes of it; what only that knows is told by `plan`.

use model::config::ReadMode;
use vocabulary::error::{Problems, ScenarioError, one_word_of, quoted};
use vocabulary::json::parse_json;
use vocabulary::limits::{
    RANGES_MAX, RATE_MAX, REPLICAS_MAX, ROWS_MAX, SCAN_ROWS_MAX, STORES_MAX, TITLE_BYTES_MAX,
    USD_PER_GB_MAX, VALUE_BYTES_MAX, VALUE_BYTES_MIN, ZONES_MAX,
};
use vocabulary::tree;
use vocabulary::units::{DurationUs, duration_text};
use vocabulary::word::Word;
use vocabulary::{phrase, say};

use crate::form::{
    AdviceConsider, AdviceForm, AdviceZone, CLIENTS_MAX, CONSIDERED, SEEDS_MAX, ZONE_BYTES_MAX,
};

/// Shortest and longest measured time.
const MEASURED_US: (u64, u64) = (1_000_000, 120_000_000);
/// Shortest and longest tick.
const TICK_US: (u64, u64) = (10_000, 10_000_000);
/// With a longer round trip elections do not end within their timeouts.
const RTT_US: (u64, u64) = (10, 500_000);
/// Least and greatest age that stale reads may have: the least is twice the greatest difference
/// between two clocks that a scenario expects.
const STALENESS_US: (u64, u64) = (1_000_000, 60_000_000);
/// Most settings.
pub(crate) const SETTINGS_MAX: usize = 64;

impl AdviceForm {
    /// Reads a form. What is wrong comes back as an error that names the place, what was found and
    /// what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let form: AdviceForm = tree::read(&parse_json(text)?)?;
        let mut problems = Problems::default();
        form.check(&mut problems);
        problems.into_result()?;
        Ok(form)
    }

    fn check(&self, problems: &mut Problems) {
        if self.title.len() > TITLE_BYTES_MAX {
            let most = say!("at most {most} bytes of text", most = TITLE_BYTES_MAX);
            problems.expected("title", self.title.len(), most);
        }
        zones(&self.zones, problems);
        self.check_links(problems);
        self.check_sizes(problems);
        self.check_limits(problems);
        consider(&self.consider, problems);
    }

    fn check_links(&self, problems: &mut Problems) {
        let links = &self.links;
        time("links.inside_rtt", links.inside_rtt, RTT_US, problems);
        time("links.across_rtt", links.across_rtt, RTT_US, problems);
        price("links.across_usd_per_gb", links.across_usd_per_gb, problems);
        for (place, pair) in links.between.iter().enumerate() {
            let at = format!("links.between[{place}]");
            if let Some(rtt) = pair.rtt {
                time(&format!("{at}.rtt"), rtt, RTT_US, problems);
            }
            if let Some(usd) = pair.usd_per_gb {
                price(&format!("{at}.usd_per_gb"), usd, problems);
            }
            if pair.zones.0 == pair.zones.1 {
                let found = say!("{text} twice", text = quoted(&pair.zones.0));
                problems.expected(format!("{at}.zones"), found, phrase!("two zones"));
            }
        }
    }

    fn check_sizes(&self, problems: &mut Problems) {
        let AdviceForm { data, load, .. } = self;
        count("data.ranges", data.ranges, (1, RANGES_MAX), problems);
        count("data.rows", data.rows, (1, ROWS_MAX as u32), problems);
        let bytes = (VALUE_BYTES_MIN, VALUE_BYTES_MAX);
        count("data.value_bytes", data.value_bytes, bytes, problems);
        count(
            "load.rows_per_read",
            load.rows_per_read,
            (1, SCAN_ROWS_MAX),
            problems,
        );
        for (path, rate) in [
            ("load.reads_per_s", load.reads_per_s),
            ("load.writes_per_s", load.writes_per_s),
        ] {
            if !(1.0..=RATE_MAX).contains(&rate) {
                let expected = say!("1 to {most} a second", most = RATE_MAX);
                problems.expected(path, rate, expected);
            }
        }
        if let Some(tick) = self.raft.tick {
            time("raft.tick", tick, TICK_US, problems);
        }
        count("runs.seeds", self.runs.seeds, (1, SEEDS_MAX), problems);
        time("runs.measured", self.runs.measured, MEASURED_US, problems);
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
        if let Some(age) = limits.staleness {
            time("limits.staleness", age, STALENESS_US, problems);
        }
        if limits.usd_per_month.is_some_and(|usd| usd < 0.0) {
            let found = limits.usd_per_month.unwrap_or_default();
            problems.expected("limits.usd_per_month", found, phrase!("0 or more"));
        }
    }
}

fn zones(zones: &[AdviceZone], problems: &mut Problems) {
    if zones.is_empty() || zones.len() > ZONES_MAX {
        let expected = say!("1 to {most} zones", most = ZONES_MAX);
        problems.expected("zones", zones.len(), expected);
        return;
    }
    for (place, zone) in zones.iter().enumerate() {
        let at = format!("zones[{place}]");
        if zone.id.len() > ZONE_BYTES_MAX {
            let expected = say!("at most {most} letters", most = ZONE_BYTES_MAX);
            problems.expected(format!("{at}.id"), zone.id.len(), expected);
        }
        let most = (0, STORES_MAX as u32);
        count(&format!("{at}.stores"), zone.stores, most, problems);
        let most = (0, CLIENTS_MAX);
        count(&format!("{at}.clients"), zone.clients, most, problems);
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

fn time(path: &str, found: DurationUs, (least, most): (u64, u64), problems: &mut Problems) {
    if !(least..=most).contains(&found.0) {
        let (least, most) = (duration_text(least), duration_text(most));
        let expected = say!("{least} to {most}", least, most);
        problems.expected(path, duration_text(found.0), expected);
    }
}

fn price(path: &str, found: f64, problems: &mut Problems) {
    if !(0.0..=USD_PER_GB_MAX).contains(&found) {
        let expected = say!("0 to {most} US dollars", most = USD_PER_GB_MAX);
        problems.expected(path, found, expected);
    }
}
