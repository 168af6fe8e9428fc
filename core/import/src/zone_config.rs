//! Zone configurations of CockroachDB: how many voters, where, and where the leases are.

use format::limits;

use crate::found::{Reading, Rule};
use crate::note::{Complaint, quoted};
use crate::tree::{self, Kind, Node};

/// One configuration: for what it is, and its values with their lines.
pub(crate) struct Config {
    target: String,
    line: usize,
    values: Vec<(String, String, usize)>,
}

/// The keys of a zone configuration that say where replicas are.
const KEYS: [&str; 6] = [
    "num_replicas",
    "num_voters",
    "constraints",
    "voter_constraints",
    "lease_preferences",
    "global_reads",
];
/// What stands before the keys in SQL.
const USING: &str = "CONFIGURE ZONE USING";
/// Kept beside a database's own ranges; they shape nothing that a client sees.
const SYSTEM: [&str; 5] = ["meta", "liveness", "system", "timeseries", "tenants"];

/// Whether a line belongs to a zone configuration.
pub(crate) fn is_line(line: &str) -> bool {
    line.contains(USING) || assignments(last_cell(line)).next().is_some()
}

/// What stands in the last column of a table's row.
fn last_cell(line: &str) -> &str {
    line.trim_end_matches('|')
        .rsplit('|')
        .next()
        .unwrap_or(line)
        .trim()
}

/// Keys and values of `a = 1, b = '{…}'`.
fn assignments(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut open = 0i32;
    let mut quote = None;
    let parts = text.split(move |sign: char| {
        match (quote, sign) {
            (None, '\'' | '"') => quote = Some(sign),
            (Some(by), _) if by == sign => quote = None,
            (None, '[' | '{') => open += 1,
            (None, ']' | '}') => open -= 1,
            _ => {}
        }
        quote.is_none() && open <= 0 && (sign == ',' || sign == ';')
    });
    parts.filter_map(|part| {
        let (key, value) = part.split_once('=')?;
        let key = key.trim();
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "_.".contains(sign);
        let is_word = key.contains(['_', '.']) && key.chars().all(is_sign);
        (is_word || KEYS.contains(&key)).then(|| (key, value.trim()))
    })
}

/// Takes a line into the configuration that it begins or goes on with.
pub(crate) fn take(
    number: usize,
    line: &str,
    configs: &mut Vec<Config>,
    reading: &mut Reading<'_>,
) -> Result<(), Complaint> {
    let mut rest = last_cell(line);
    if let Some((before, after)) = rest.split_once(USING) {
        let target = before.trim().trim_start_matches("ALTER ").trim();
        configs.push(Config {
            target: target.to_string(),
            line: number,
            values: Vec::new(),
        });
        rest = after;
    }
    if configs.is_empty() {
        configs.push(Config {
            target: String::new(),
            line: number,
            values: Vec::new(),
        });
    }
    let Some(config) = configs.last_mut() else {
        return Ok(());
    };
    if rest.matches('\'').count() % 2 == 1 {
        let text = format!("found {}, expected the end of the quotation", quoted(rest));
        return Err(reading.wrong(number, text));
    }
    for (key, value) in assignments(rest) {
        let value = value.trim_matches('\'').to_string();
        config.values.push((key.to_string(), value, number));
    }
    Ok(())
}

pub(crate) fn of_tree(node: &Node) -> Option<Config> {
    let known = |key: &String| KEYS.contains(&key.as_str());
    let entries: Vec<_> = node
        .entries()
        .iter()
        .filter(|(key, _)| known(key))
        .collect();
    if entries.is_empty() {
        return None;
    }
    let values = entries.into_iter().map(|(key, value)| {
        node.get(key);
        value.use_all();
        (key.clone(), flow(value), value.line)
    });
    Some(Config {
        target: String::new(),
        line: node.line,
        values: values.collect(),
    })
}

/// A value as one line of YAML.
fn flow(node: &Node) -> String {
    match &node.kind {
        Kind::Scalar(text) => format!("{text:?}"),
        Kind::List(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Kind::Map(entries) => {
            let one = |(key, value): &(String, Node)| format!("{key:?}: {}", flow(value));
            let entries: Vec<String> = entries.iter().map(one).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// Takes the configuration that shapes the scenario: the first of a table or database, else the
/// default; the others are told as not used.
pub(crate) fn choose(configs: Vec<Config>, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let rank = |config: &Config| {
        let words: Vec<&str> = config.target.split_whitespace().collect();
        match words.as_slice() {
            ["RANGE", name] if SYSTEM.contains(name) => 3,
            ["RANGE", ..] => 2,
            [] => 1,
            _ => 0,
        }
    };
    let best = (0..configs.len()).min_by_key(|at| (rank(&configs[*at]), *at));
    for (at, config) in configs.into_iter().enumerate() {
        if Some(at) == best {
            apply(&config, reading)?;
        } else {
            let text = format!(
                "the zone configuration of {}: one shapes the scenario",
                config.target
            );
            reading.unused(config.line, text);
        }
    }
    Ok(())
}

fn apply(config: &Config, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let of = |key: &str| config.values.iter().find(|(name, ..)| name == key);
    let plain = |value: &str| value.trim_matches('"').to_string();
    let most = limits::REPLICAS_MAX;
    let mut replicas = None;
    if let Some((key, value, line)) = of("num_replicas") {
        replicas = Some(reading.count(*line, key, &plain(value), most)?);
    }
    let voters = match of("num_voters") {
        Some((key, value, line)) => Some((reading.count(*line, key, &plain(value), most)?, *line)),
        None => replicas.zip(of("num_replicas").map(|(.., line)| *line)),
    };
    if let Some((voters, line)) = voters {
        reading.found.voters = Some((voters, reading.at(line)));
    }
    let voters = voters.map(|(voters, _)| voters);
    let learners = replicas
        .zip(voters)
        .map_or(0, |(all, voters)| all.saturating_sub(voters));
    let own = of("voter_constraints");
    if let Some((key, value, line)) = own.or_else(|| of("constraints")) {
        let rules = constraints(key, value, *line, voters.unwrap_or(3), reading)?;
        reading.found.voters_at.extend(rules);
    }
    if let Some((key, value, line)) = of("constraints").filter(|_| own.is_some()) {
        let rules = constraints(key, value, *line, replicas.unwrap_or(3), reading)?;
        if learners > 0 {
            spread_learners(learners, rules, reading);
        }
    }
    if let Some((key, value, line)) = of("lease_preferences") {
        preferences(key, value, *line, reading)?;
    }
    for (key, value, line) in &config.values {
        if !KEYS[..5].contains(&key.as_str()) {
            reading.unused(*line, format!("{key} = {}", quoted(value)));
        }
    }
    Ok(())
}

/// Replicas without a vote are where the constraints on all replicas ask for more than those on
/// voters do.
fn spread_learners(mut left: u32, rules: Vec<(Rule, u32)>, reading: &mut Reading<'_>) {
    for (rule, count) in rules {
        let voters = &reading.found.voters_at;
        let voters = voters.iter().find(|(known, _)| known.name == rule.name);
        let more = count
            .saturating_sub(voters.map_or(0, |(_, voters)| *voters))
            .min(left);
        if more > 0 {
            left -= more;
            reading.found.learners_at.push((rule, more));
        }
    }
}

/// Where how many replicas shall be.
fn constraints(
    key: &str,
    value: &str,
    line: usize,
    all: u32,
    reading: &mut Reading<'_>,
) -> Result<Vec<(Rule, u32)>, Complaint> {
    let tree = flow_tree(key, value, line, reading)?;
    let mut rules = Vec::new();
    for (name, count) in tree.entries() {
        let text = count.text().unwrap_or_default();
        let count = reading.count(line, &format!("{key} {name}"), text, limits::REPLICAS_MAX)?;
        rules.extend(rule(key, name, line, reading)?.map(|rule| (rule, count)));
    }
    for item in tree.items() {
        let name = item.text().unwrap_or_default();
        rules.extend(rule(key, name, line, reading)?.map(|rule| (rule, all)));
    }
    Ok(rules)
}

/// Where leases shall be: a list of lists, the first that can be met counts.
fn preferences(
    key: &str,
    value: &str,
    line: usize,
    reading: &mut Reading<'_>,
) -> Result<(), Complaint> {
    let tree = flow_tree(key, value, line, reading)?;
    for choice in tree.items() {
        if choice.items().is_empty() {
            let expected = "a list of lists such as [[+region=us-east1]]";
            let text = format!("{key}: found {}, expected {expected}", choice.found());
            return Err(reading.wrong(line, text));
        }
        let names: Vec<&str> = choice.items().iter().filter_map(Node::text).collect();
        if let Some(rule) = rule(key, &names.join(","), line, reading)? {
            reading.found.leaders.push(rule);
        }
    }
    Ok(())
}

fn flow_tree(
    key: &str,
    value: &str,
    line: usize,
    reading: &Reading<'_>,
) -> Result<Node, Complaint> {
    let expected = "YAML such as {+region=us-east1: 2} or [+region=us-east1]";
    let wrong = || {
        reading.wrong(
            line,
            format!("{key}: found {}, expected {expected}", quoted(value)),
        )
    };
    let mut trees = tree::parse(reading.file, value).map_err(|_| wrong())?;
    match trees.pop() {
        Some(tree) if trees.is_empty() && tree.text().is_none() => Ok(tree),
        _ => Err(wrong()),
    }
}

/// `+region=us-east1`, or several with commas. One that forbids, or that is about anything but
/// places, is told as not used.
fn rule(
    key: &str,
    text: &str,
    line: usize,
    reading: &mut Reading<'_>,
) -> Result<Option<Rule>, Complaint> {
    let mut rule = None;
    for part in text.split(',').map(str::trim) {
        let wanted = part.strip_prefix('+');
        if wanted.is_none() && !part.starts_with('-') {
            let expected = "a constraint such as +region=us-east1";
            let text = format!("{key}: found {}, expected {expected}", quoted(part));
            return Err(reading.wrong(line, text));
        }
        let place = wanted
            .and_then(|part| part.split_once('='))
            .filter(|(tier, _)| ["region", "zone", "az", "datacenter", "dc"].contains(tier));
        match place {
            Some((tier, name)) => {
                let region = match &rule {
                    Some(Rule { name, .. }) if tier != "region" => name.clone(),
                    _ => String::new(),
                };
                rule = Some(Rule {
                    spot: reading.at(line),
                    name: name.to_string(),
                    region,
                });
            }
            None => reading.unused(line, format!("{key}: the constraint {part}")),
        }
    }
    Ok(rule)
}

/// `PRIMARY REGION` and `SURVIVE … FAILURE` of a multi-region database.
pub(crate) fn multi_region(line: usize, text: &str, reading: &mut Reading<'_>) {
    if let Some((_, after)) = text.split_once("PRIMARY REGION") {
        let name = after.trim().trim_matches([';', '"', ' ']);
        reading.understood(line, format!("primary region {name}: leaders are there"));
        let spot = reading.at(line);
        reading.found.leaders.push(Rule {
            spot,
            name: name.to_string(),
            region: String::new(),
        });
    } else if text.contains("SURVIVE REGION") {
        reading.understood(line, "survives a region: 5 voters");
        reading.found.voters = Some((5, reading.at(line)));
    } else {
        reading.understood(line, "survives a zone: 3 voters");
        reading.found.voters = Some((3, reading.at(line)));
    }
}
