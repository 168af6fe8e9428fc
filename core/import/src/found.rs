//! What the files of a real cluster say, in words that all the databases share.

use crate::note::{Complaint, Notes, Spot};

/// Whose files they are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Product {
    /// TiDB with TiKV.
    Tidb,
    /// CockroachDB.
    Cockroach,
    /// YugabyteDB.
    Yugabyte,
    /// etcd.
    Etcd,
}

impl Product {
    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            Product::Tidb => "TiDB",
            Product::Cockroach => "CockroachDB",
            Product::Yugabyte => "YugabyteDB",
            Product::Etcd => "etcd",
        }
    }
}

/// Where a machine stands, as the file names it; an empty region is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) region: String,
    pub(crate) zone: String,
}

/// A region or a zone that a rule names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) spot: Spot,
    /// Name of a region or of a zone.
    pub(crate) name: String,
    /// The region that the zone is in, where the rule says it.
    pub(crate) region: String,
}

/// A machine that holds replicas.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) spot: Spot,
    pub(crate) name: String,
    pub(crate) host: String,
    pub(crate) place: Place,
    pub(crate) election_ticks: Option<u32>,
}

/// A machine where requests enter, or a placement driver.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) spot: Spot,
    pub(crate) host: String,
    /// Where it stands, if a file says it.
    pub(crate) place: Option<Place>,
}

/// A number that a file says, and where.
pub(crate) type Said<T> = Option<(T, Spot)>;

/// All that the files say.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Whose cluster it is, and the first place that says so.
    pub(crate) product: Said<Product>,
    pub(crate) stores: Vec<Store>,
    pub(crate) gateways: Vec<Server>,
    pub(crate) drivers: Vec<Server>,
    pub(crate) voters: Said<u32>,
    /// How many voters shall be where.
    pub(crate) voters_at: Vec<(Rule, u32)>,
    /// How many replicas without a vote shall be where.
    pub(crate) learners_at: Vec<(Rule, u32)>,
    /// Where leaders shall be; of several the first that has stores counts.
    pub(crate) leaders: Vec<Rule>,
    /// Where no leader shall be.
    pub(crate) no_leaders: Vec<Rule>,
    pub(crate) tick_us: Said<u64>,
    pub(crate) heartbeat_ticks: Said<u32>,
    pub(crate) election_ticks: Said<u32>,
}

impl Found {
    /// This file is of this product; files of two products are no cluster.
    pub(crate) fn is_of(&mut self, product: Product, spot: &Spot) -> Result<(), Complaint> {
        match &self.product {
            None => {
                self.product = Some((product, spot.clone()));
                Ok(())
            }
            Some((known, _)) if *known == product => Ok(()),
            Some((known, first)) => Err(Complaint {
                spot: Some(spot.clone()),
                text: format!(
                    "found {}, expected {} as at {first}: one import is one cluster",
                    product.name(),
                    known.name()
                ),
            }),
        }
    }
}

/// What a reader of a file works with.
pub(crate) struct Reading<'a> {
    pub(crate) file: &'a str,
    pub(crate) found: &'a mut Found,
    pub(crate) notes: &'a mut Notes,
}

impl Reading<'_> {
    /// A line of the file.
    pub(crate) fn at(&self, line: usize) -> Spot {
        Spot {
            file: self.file.to_string(),
            line,
        }
    }

    /// What is wrong at a line of the file.
    pub(crate) fn wrong(&self, line: usize, text: impl Into<String>) -> Complaint {
        Complaint {
            spot: Some(self.at(line)),
            text: text.into(),
        }
    }

    pub(crate) fn is_of(&mut self, product: Product, line: usize) -> Result<(), Complaint> {
        let spot = self.at(line);
        self.found.is_of(product, &spot)
    }

    pub(crate) fn understood(&mut self, line: usize, text: impl Into<String>) {
        let spot = self.at(line);
        self.notes.understood(spot, text);
    }

    pub(crate) fn assumed(&mut self, line: usize, text: impl Into<String>) {
        let spot = self.at(line);
        self.notes.assumed(Some(spot), text);
    }

    pub(crate) fn unused(&mut self, line: usize, text: impl Into<String>) {
        let spot = self.at(line);
        self.notes.unused(spot, text);
    }

    /// A count in words of the file, 1 to `most`.
    pub(crate) fn count(
        &self,
        line: usize,
        what: &str,
        text: &str,
        most: u32,
    ) -> Result<u32, Complaint> {
        let count = text.trim().parse().ok();
        count
            .filter(|count| (1..=most).contains(count))
            .ok_or_else(|| {
                let found = crate::note::quoted(text);
                let expected = format!("a whole number from 1 to {most}");
                self.wrong(line, format!("{what}: found {found}, expected {expected}"))
            })
    }
}

/// The names of labels that mean our zone, best first: what fails together and what traffic
/// between is billed.
const ZONE_LABELS: [&str; 7] = [
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "zone",
    "az",
    "availability-zone",
    "datacenter",
    "dc",
];
/// The names of labels that mean a region.
const REGION_LABELS: [&str; 3] = [
    "topology.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/region",
    "region",
];

/// The place that labels say, and the names of the labels that were taken. A zone that no label
/// says is the region, or else the first label of `order`, or else the last one.
pub(crate) fn place_of(
    labels: &[(String, String)],
    order: &[String],
) -> Option<(Place, Vec<String>)> {
    let labelled = |name: &str| labels.iter().find(|(key, _)| key == name);
    let first = |names: &[&str]| names.iter().find_map(|name| labelled(name));
    let region = first(&REGION_LABELS);
    let zone = first(&ZONE_LABELS)
        .or(region)
        .or_else(|| order.iter().find_map(|name| labelled(name)))
        .or(labels.last())?;
    let mut taken = vec![zone.0.clone()];
    if let Some((key, _)) = region.filter(|(key, _)| *key != zone.0) {
        taken.push(key.clone());
    }
    let place = Place {
        region: region.map_or_else(String::new, |(_, value)| value.clone()),
        zone: zone.1.clone(),
    };
    Some((place, taken))
}
