//! The shape of `topology`: zones, stores, gateways, links, clocks.

use model::config::ReadMode;
use schemars::JsonSchema;

use crate::scenario::prices::PriceList;
use format::bound::BYTES;
use format::limits;
use format::numbers::{Price, Ratio};
use format::schema::id_pattern;
use format::tree::Read;
use format::units::{Bandwidth, DurationUs, OffsetUs, Throughput};
use format::word::Word;
use text::phrase;

const CORES: &str = phrase!("{least} to {most} cores");

/// Zones, machines and links.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Topology {
    /// Failure and price domains: availability zones or data centres.
    #[schemars(length(min = 1, max = limits::ZONES_MAX))]
    #[bound(words = phrase!("{least} to {most} zones"))]
    pub zones: Vec<Zone>,
    /// Machines that hold replicas.
    #[schemars(length(min = 1, max = limits::STORES_MAX))]
    #[bound(words = phrase!("{least} to {most} stores"))]
    pub stores: Vec<Store>,
    /// Stateless servers where client requests enter.
    #[serde(default)]
    #[schemars(length(max = limits::GATEWAYS_MAX))]
    #[bound(words = phrase!("{least} to {most} gateways"))]
    pub gateways: Vec<Gateway>,
    /// Load balancers between clients and gateways.
    #[serde(default)]
    #[schemars(length(max = limits::GATEWAYS_MAX))]
    #[bound(words = phrase!("{least} to {most} balancers"))]
    pub balancers: Vec<Balancer>,
    /// Machines that several nodes share; what is on none sends and receives for nothing.
    #[serde(default)]
    #[schemars(length(max = limits::STORES_MAX))]
    #[bound(words = phrase!("{least} to {most} hosts"))]
    pub hosts: Vec<Host>,
    /// The placement driver; a place on the map.
    #[serde(default)]
    pub pd: Option<PlacementDriver>,
    /// What the network is like.
    #[serde(default)]
    pub links: Links,
    /// How far clocks are trusted.
    #[serde(default)]
    pub clocks: Clocks,
}

/// A failure and price domain.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Zone {
    /// Letters, digits, `-` and `_`; unique among zones, stores and gateways.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Shown instead of the id.
    #[serde(default)]
    pub name: Option<String>,
    /// The cloud region that it belongs to.
    #[serde(default)]
    pub region: String,
}

/// A machine that holds replicas.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Store {
    /// Letters, digits, `-` and `_`; unique among zones, stores and gateways.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Its zone.
    pub zone: String,
    /// Cores that serve requests and messages.
    #[serde(default = "default_cores")]
    #[schemars(range(min = 1, max = limits::CORES_MAX))]
    #[bound(words = CORES)]
    pub cores: u32,
    /// Duration of one fsync.
    #[serde(default = "default_fsync")]
    #[bound(max = limits::DELAY_US_MAX)]
    pub fsync: DurationUs,
    /// Write throughput of its disk; not limited by default.
    #[serde(default)]
    pub disk: Option<Throughput>,
    /// How far its clock is ahead at the start.
    #[serde(default)]
    #[bound(max = limits::DELAY_US_MAX)]
    pub clock_offset: OffsetUs,
    /// Rate error of its clock: +1 is one µs fast per second.
    #[serde(default)]
    #[schemars(range(min = -limits::DRIFT_PPM_MAX, max = limits::DRIFT_PPM_MAX))]
    #[bound]
    pub clock_drift_ppm: i32,
    /// Time between commit and apply on this store, beside the setting `apply_delay`: a replica
    /// whose state machine is behind the others'.
    #[serde(default)]
    #[bound(max = limits::DELAY_US_MAX)]
    pub apply_delay: DurationUs,
    /// Least ticks of silence after which its replicas stand for election, `raft.election_ticks` or
    /// more: a far store that waits longer leads only where no other can (TiKV's
    /// `raft-min-election-timeout-ticks`).
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::TICKS_MAX))]
    pub election_ticks: Option<u32>,
}

/// A stateless server where client requests enter.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Gateway {
    /// Letters, digits, `-` and `_`; unique among zones, stores and gateways.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Its zone.
    pub zone: String,
    /// Cores that parse, plan and carry out statements; what it does takes no time by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::CORES_MAX))]
    #[bound(words = CORES)]
    pub cores: Option<u32>,
    /// How its reads are served, unless a workload or a request says otherwise; the setting by
    /// default.
    #[serde(default)]
    pub read_mode: Option<Word<ReadMode>>,
    /// How far its clock is ahead at the start.
    #[serde(default)]
    #[bound(max = limits::DELAY_US_MAX)]
    pub clock_offset: OffsetUs,
    /// Rate error of its clock: +1 is one µs fast per second.
    #[serde(default)]
    #[schemars(range(min = -limits::DRIFT_PPM_MAX, max = limits::DRIFT_PPM_MAX))]
    #[bound]
    pub clock_drift_ppm: i32,
}

/// A load balancer between clients and gateways. A workload names it in `through`.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Balancer {
    /// Letters, digits, `-` and `_`; unique among zones, nodes, balancers and hosts.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Its zone.
    pub zone: String,
    /// Cores that pass requests and answers on, each for `costs.balance`.
    #[schemars(range(min = 1, max = limits::CORES_MAX))]
    #[bound(words = CORES)]
    pub cores: u32,
}

/// A machine that several nodes share: each packet that one of them sends or receives takes one of
/// its packet cores for `costs.packet`.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Host {
    /// Letters, digits, `-` and `_`; unique among zones, nodes, balancers and hosts.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Stores and gateways of one zone; each node is on at most one host.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub nodes: Vec<String>,
    /// Cores that handle packets and nothing else.
    #[schemars(range(min = 1, max = limits::CORES_MAX))]
    #[bound(words = CORES)]
    pub packet_cores: u32,
}

/// The placement driver.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacementDriver {
    /// Its zone.
    pub zone: String,
}

/// What the network is like.
#[derive(Clone, Debug, Default, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Links {
    /// Inside a zone: rtt 0.3 ms, free of charge by default.
    pub same_zone: Link,
    /// Between two zones: rtt 1 ms, 0.02 dollars per GB by default.
    pub cross_zone: Link,
    /// Pairs of zones that differ from `cross_zone`, or a zone twice where it differs inside from
    /// `same_zone`.
    pub between: Vec<Between>,
    /// A cloud's list prices for links that say no price themselves: between zones of one region,
    /// and between regions.
    pub prices: Option<PriceList>,
}

/// One kind of link; what is left out keeps its default.
#[derive(Clone, Debug, Default, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Link {
    /// Round trip of an empty message, without jitter.
    #[bound(min = limits::RTT_US_MIN, max = limits::DELAY_US_MAX)]
    pub rtt: Option<DurationUs>,
    /// Most that is added to a message's one-way delay, drawn evenly.
    #[bound(max = limits::JITTER_US_MAX)]
    pub jitter: Option<DurationUs>,
    /// Bandwidth of each direction, shared by all connections; not limited by default.
    #[bound(min = limits::BANDWIDTH_BPS_MIN, max = limits::BANDWIDTH_BPS_MAX)]
    pub bandwidth: Option<Bandwidth>,
    /// Chance that a packet is lost. TCP sends it again, and what follows on its connection waits.
    pub loss: Option<Ratio>,
    /// Chance that a whole message vanishes: no TCP, nothing below Raft sends it again.
    pub vanish: Option<Ratio>,
    /// Bytes that one connection may have in flight (its TCP window); 0 = not limited.
    #[schemars(range(min = 0, max = limits::WINDOW_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub window: Option<u64>,
    /// Connections between a gateway and a store, each with a window of its own; a request takes
    /// any of them. They share the link segment by segment, as TCP does. 0 (the default): one,
    /// which sends message by message.
    #[schemars(range(min = 0, max = limits::CONNECTIONS_MAX))]
    #[bound(words = phrase!("{least} to {most} connections"))]
    pub connections: Option<u32>,
    /// Bytes that wait at the link at most, where there are `connections`: what comes beyond is
    /// lost and sent again; 0 = not limited.
    #[schemars(range(min = 0, max = limits::WINDOW_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub buffer: Option<u64>,
    /// Price of a GB.
    pub usd_per_gb: Option<Price>,
}

/// The links between two zones, or inside one; what is left out is as in `cross_zone`, or in
/// `same_zone`.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct Between {
    /// Two zones, or one twice.
    pub zones: (String, String),
    /// Round trip of an empty message, without jitter.
    #[serde(default)]
    #[bound(min = limits::RTT_US_MIN, max = limits::DELAY_US_MAX)]
    pub rtt: Option<DurationUs>,
    /// How much of the round trip the way from the first to the second zone takes; half of it by
    /// default.
    #[serde(default)]
    pub there: Option<DurationUs>,
    /// Most that is added to a message's one-way delay, drawn evenly.
    #[serde(default)]
    #[bound(max = limits::JITTER_US_MAX)]
    pub jitter: Option<DurationUs>,
    /// Bandwidth of each direction, shared by all connections.
    #[serde(default)]
    #[bound(min = limits::BANDWIDTH_BPS_MIN, max = limits::BANDWIDTH_BPS_MAX)]
    pub bandwidth: Option<Bandwidth>,
    /// Chance that a packet is lost. TCP sends it again, and what follows on its connection waits.
    #[serde(default)]
    pub loss: Option<Ratio>,
    /// Chance that a whole message vanishes: no TCP, nothing below Raft sends it again.
    #[serde(default)]
    pub vanish: Option<Ratio>,
    /// Bytes that one connection may have in flight (its TCP window); 0 = not limited.
    #[serde(default)]
    #[schemars(range(min = 0, max = limits::WINDOW_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub window: Option<u64>,
    /// Connections between a gateway and a store that share the link segment by segment; 0 = one,
    /// which sends message by message.
    #[serde(default)]
    #[schemars(range(min = 0, max = limits::CONNECTIONS_MAX))]
    #[bound(words = phrase!("{least} to {most} connections"))]
    pub connections: Option<u32>,
    /// Bytes that wait at the link at most, where there are `connections`; 0 = not limited.
    #[serde(default)]
    #[schemars(range(min = 0, max = limits::WINDOW_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub buffer: Option<u64>,
    /// Price of a GB.
    #[serde(default)]
    pub usd_per_gb: Option<Price>,
}

impl Between {
    pub(super) fn link(&self) -> Link {
        Link {
            rtt: self.rtt,
            jitter: self.jitter,
            bandwidth: self.bandwidth,
            loss: self.loss,
            vanish: self.vanish,
            window: self.window,
            connections: self.connections,
            buffer: self.buffer,
            usd_per_gb: self.usd_per_gb,
        }
    }
}

impl Link {
    /// These values, and where one is left out, the other's.
    pub(super) fn or(&self, other: &Link) -> Link {
        Link {
            rtt: self.rtt.or(other.rtt),
            jitter: self.jitter.or(other.jitter),
            bandwidth: self.bandwidth.or(other.bandwidth),
            loss: self.loss.or(other.loss),
            vanish: self.vanish.or(other.vanish),
            window: self.window.or(other.window),
            connections: self.connections.or(other.connections),
            buffer: self.buffer.or(other.buffer),
            usd_per_gb: self.usd_per_gb.or(other.usd_per_gb),
        }
    }

    pub(crate) fn same_zone_default() -> Link {
        Link {
            rtt: Some(DurationUs(300)),
            usd_per_gb: Some(Price(0)),
            ..Link::default()
        }
    }

    /// Defaults between zones. The price is what the large clouds list for traffic between
    /// availability zones: 0.01 dollars per GB for each side.
    pub(crate) fn cross_zone_default() -> Link {
        Link {
            rtt: Some(DurationUs(1000)),
            usd_per_gb: Some(Price(20_000_000)),
            ..Link::default()
        }
    }
}

/// How far clocks are trusted.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Clocks {
    /// Greatest difference between two clocks that the cluster is told to expect.
    #[bound(max = limits::DELAY_US_MAX)]
    pub max_skew: DurationUs,
}

impl Default for Clocks {
    fn default() -> Self {
        Self {
            max_skew: DurationUs(500_000),
        }
    }
}

fn default_cores() -> u32 {
    8
}

fn default_fsync() -> DurationUs {
    DurationUs(200)
}
