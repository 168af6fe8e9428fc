//! YugabyteDB: placement in JSON, in commands of yb-admin, and in the flags of servers.

use format::limits;

use crate::cockroach::flag;
use crate::found::{Place, Product, Reading, Rule, Store};
use crate::note::{Complaint, counted, quoted};
use crate::tree::Node;

/// Commands that say where replicas are: words before `cloud.region.zone:count,…`.
const PLACEMENT: &str = "modify_placement_info";
const READ_REPLICAS: &str = "add_read_replica_placement_info";
const PREFERRED: &str = "set_preferred_zones";

/// Whether a line of text is of YugabyteDB.
pub(crate) fn is_line(line: &str) -> bool {
    [
        PLACEMENT,
        READ_REPLICAS,
        PREFERRED,
        "--placement_",
        "--cloud_location",
    ]
    .iter()
    .any(|word| line.contains(word))
}

/// The map that says the placement, wherever in a document it is.
fn placement(tree: &Node) -> Option<&Node> {
    for key in ["replication_info", "placement_info"] {
        if let Some(found) = tree.get_words(key) {
            return placement(found).or(Some(found));
        }
    }
    let has = |key: &str| tree.get_words(key).is_some();
    (has("live_replicas") || has("placement_blocks")).then_some(tree)
}

/// Whether a document is of YugabyteDB.
pub(crate) fn is_tree(tree: &Node) -> bool {
    placement(tree).is_some()
}

/// Reads a placement in JSON.
pub(crate) fn tree(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    reading.is_of(Product::Yugabyte, tree.line)?;
    let Some(info) = placement(tree) else {
        return Ok(());
    };
    let live = info.get_words("live_replicas").unwrap_or(info);
    if let Some(node) = live.get_words("num_replicas") {
        let text = node.text().unwrap_or_default();
        let most = limits::REPLICAS_MAX;
        let voters = reading.count(node.line, "num_replicas", text, most)?;
        reading.found.voters = Some((voters, reading.at(node.line)));
    }
    let blocks = live.get_words("placement_blocks");
    let blocks = blocks.map_or(&[][..], Node::items);
    if blocks.is_empty() {
        let text = "placement: found no placement_blocks, expected one for each zone";
        return Err(reading.wrong(live.line, text));
    }
    for one in blocks {
        let (place, count) = block(one, reading)?;
        if let Some(node) = one.get_words("leader_preference") {
            let text = node.text().unwrap_or_default();
            let rank = reading.count(node.line, "leader_preference", text, 1000)?;
            reading.understood(
                node.line,
                format!("leader_preference {rank} of {}", place.zone),
            );
            if rank == 1 {
                let rule = rule_of(node.line, &place, reading);
                reading.found.leaders.push(rule);
            }
        }
        voters(one.line, place, count, reading);
    }
    for cluster in info.get_words("read_replicas").map_or(&[][..], Node::items) {
        let blocks = cluster.get_words("placement_blocks");
        for one in blocks.map_or(&[][..], Node::items) {
            let (place, count) = block(one, reading)?;
            learners(one.line, place, count, reading);
        }
    }
    preferred(info, reading)
}

/// Zones that are preferred for leaders; of several priorities the first.
fn preferred(info: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let groups = info.get_words("multi_affinitized_leaders");
    let mut zones: Vec<&Node> = Vec::new();
    for (at, group) in groups.map_or(&[][..], Node::items).iter().enumerate() {
        if at == 0 {
            let listed = group.get_words("zones");
            zones.extend(listed.map_or(&[][..], Node::items));
        } else {
            let text = format!("preferred zones of priority {}", at + 1);
            reading.unused(group.line, text);
            group.use_all();
        }
    }
    if zones.is_empty() {
        let flat = info.get_words("affinitized_leaders");
        zones.extend(flat.map_or(&[][..], Node::items));
    }
    for zone in zones {
        let place = place(zone, reading)?;
        let rule = rule_of(zone.line, &place, reading);
        reading.understood(
            zone.line,
            format!("preferred zone {}: leaders are there", place.zone),
        );
        reading.found.leaders.push(rule);
    }
    Ok(())
}

/// A block's place and its least number of replicas.
fn block(node: &Node, reading: &Reading<'_>) -> Result<(Place, u32), Complaint> {
    let place = place(node.get_words("cloud_info").unwrap_or(node), reading)?;
    let count = match node.get_words("min_num_replicas") {
        None => 1,
        Some(count) => {
            let text = count.text().unwrap_or_default();
            let most = limits::REPLICAS_MAX;
            reading.count(count.line, "min_num_replicas", text, most)?
        }
    };
    Ok((place, count))
}

/// The place of `placement_cloud`, `placement_region` and `placement_zone`, or of `cloud`, `region`
/// and `zone`.
fn place(node: &Node, reading: &Reading<'_>) -> Result<Place, Complaint> {
    let of = |name: &str| {
        let long = node.get_words(&format!("placement_{name}"));
        long.or_else(|| node.get_words(name)).and_then(Node::text)
    };
    of("cloud");
    let (region, zone) = (of("region"), of("zone"));
    if let (Some(region), Some(zone)) = (region, zone) {
        return Ok(Place {
            region: region.to_string(),
            zone: zone.to_string(),
        });
    }
    let expected = "placement_region and placement_zone";
    let text = format!("placement: found {}, expected {expected}", node.found());
    Err(reading.wrong(node.line, text))
}

/// Reads lines: commands of yb-admin, and servers with their flags.
pub(crate) fn text(text: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let mut open: Option<(Place, usize)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let plain = line.trim().trim_end_matches('\\').trim();
        if plain.is_empty() || plain.starts_with('#') {
            continue;
        }
        if is_line(plain) {
            reading.is_of(Product::Yugabyte, number)?;
        }
        let is_read = command(number, plain, reading)? || flags(number, plain, &mut open, reading)?;
        if !is_read && !plain.contains("--placement_cloud") {
            reading.unused(number, format!("the line {}", quoted(plain)));
        }
    }
    match open {
        None => Ok(()),
        Some((place, line)) => {
            let text = format!(
                "--placement_region={}: found no --placement_zone, expected it too",
                place.region
            );
            Err(reading.wrong(line, text))
        }
    }
}

/// Reads a command of yb-admin; whether it is one that says where replicas are.
fn command(number: usize, line: &str, reading: &mut Reading<'_>) -> Result<bool, Complaint> {
    let argument = |command: &str| line.split_once(command).map(|(_, after)| after.trim());
    if let Some(after) = argument(READ_REPLICAS) {
        for (place, count) in places(number, after, reading)? {
            learners(number, place, count, reading);
        }
    } else if let Some(after) = argument(PLACEMENT) {
        if let Some(total) = after.split_whitespace().nth(1) {
            let total = reading.count(number, PLACEMENT, total, limits::REPLICAS_MAX)?;
            reading.found.voters = Some((total, reading.at(number)));
        }
        for (place, count) in places(number, after, reading)? {
            voters(number, place, count, reading);
        }
    } else if let Some(after) = argument(PREFERRED) {
        let listed: Vec<&str> = after.split_whitespace().collect();
        for (place, rank) in places(number, &listed.join(","), reading)? {
            if rank == 1 {
                let told = format!("preferred zone {}: leaders are there", place.zone);
                reading.understood(number, told);
                let rule = rule_of(number, &place, reading);
                reading.found.leaders.push(rule);
            } else {
                let told = format!("preferred zone {} of priority {rank}", place.zone);
                reading.unused(number, told);
            }
        }
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Reads a server's flags, which may stand on several lines: `open` is a region whose zone is to
/// come. Whether there were any.
fn flags(
    number: usize,
    line: &str,
    open: &mut Option<(Place, usize)>,
    reading: &mut Reading<'_>,
) -> Result<bool, Complaint> {
    if let Some(value) = flag(line, "--cloud_location") {
        let place = dotted(number, value, reading)?;
        server(number, place, reading);
        return Ok(true);
    }
    let of = |name: &str| flag(line, name).map(str::to_string);
    match (of("--placement_region"), of("--placement_zone")) {
        (None, None) => return Ok(false),
        (Some(region), Some(zone)) => server(number, Place { region, zone }, reading),
        (Some(region), None) => {
            let zone = String::new();
            *open = Some((Place { region, zone }, number));
        }
        (None, Some(zone)) => {
            let Some((place, line)) = open.take() else {
                let text = "--placement_zone: found no --placement_region, expected it before";
                return Err(reading.wrong(number, text));
            };
            server(line, Place { zone, ..place }, reading);
        }
    }
    Ok(true)
}

/// `cloud.region.zone:count` with commas; a count that is not there is 1.
fn places(line: usize, text: &str, reading: &Reading<'_>) -> Result<Vec<(Place, u32)>, Complaint> {
    let list = text.split_whitespace().next().unwrap_or_default();
    let one = |part: &str| {
        let (place, count) = part.split_once(':').unwrap_or((part, "1"));
        let place = dotted(line, place, reading)?;
        let count = reading.count(line, part, count, limits::REPLICAS_MAX)?;
        Ok((place, count))
    };
    list.split(',').map(one).collect()
}

fn dotted(line: usize, text: &str, reading: &Reading<'_>) -> Result<Place, Complaint> {
    match text.split('.').collect::<Vec<&str>>().as_slice() {
        [_, region, zone] if !zone.is_empty() => Ok(Place {
            region: (*region).to_string(),
            zone: (*zone).to_string(),
        }),
        _ => {
            let text = format!("found {}, expected cloud.region.zone", quoted(text));
            Err(reading.wrong(line, text))
        }
    }
}

fn rule_of(line: usize, place: &Place, reading: &Reading<'_>) -> Rule {
    Rule {
        spot: reading.at(line),
        name: place.zone.clone(),
        region: place.region.clone(),
    }
}

fn server(line: usize, place: Place, reading: &mut Reading<'_>) {
    let name = format!("ts{}", reading.found.stores.len() + 1);
    reading.understood(
        line,
        format!("tablet server {name}: a store in zone {}", place.zone),
    );
    let spot = reading.at(line);
    reading.found.stores.push(Store {
        spot,
        name,
        host: String::new(),
        place,
        election_ticks: None,
    });
}

/// So many voters in a zone, and as many tablet servers where no file lists them.
fn voters(line: usize, place: Place, count: u32, reading: &mut Reading<'_>) {
    let text = format!(
        "{} in {} of {}",
        counted(count, "replica"),
        place.zone,
        place.region
    );
    reading.understood(line, text);
    let rule = rule_of(line, &place, reading);
    reading.found.voters_at.push((rule, count));
}

fn learners(line: usize, place: Place, count: u32, reading: &mut Reading<'_>) {
    let text = format!(
        "{} in {} of {}",
        counted(count, "read replica"),
        place.zone,
        place.region
    );
    reading.understood(line, text);
    let rule = rule_of(line, &place, reading);
    reading.found.learners_at.push((rule, count));
}

/// Where no server is listed in a place that has replicas, as many are put there as it has.
pub(crate) fn fill(reading: &mut Reading<'_>) {
    let found = &*reading.found;
    if !matches!(&found.product, Some((Product::Yugabyte, _))) {
        return;
    }
    let asked: Vec<(Rule, u32)> = found
        .voters_at
        .iter()
        .chain(&found.learners_at)
        .cloned()
        .collect();
    for (rule, count) in asked {
        let place = Place {
            region: rule.region.clone(),
            zone: rule.name.clone(),
        };
        let has = |store: &Store| store.place == place && store.spot != rule.spot;
        if reading.found.stores.iter().any(has) {
            continue;
        }
        for _ in 0..count {
            let name = format!("ts{}", reading.found.stores.len() + 1);
            reading.found.stores.push(Store {
                spot: rule.spot.clone(),
                name,
                host: String::new(),
                place: place.clone(),
                election_ticks: None,
            });
        }
        let text = format!(
            "{} in {}: a placement tells none",
            counted(count, "tablet server"),
            rule.name
        );
        reading.notes.assumed(Some(rule.spot), text);
    }
}
