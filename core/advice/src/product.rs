//! How often the Raft groups of a product speak when they have nothing to say, by its own defaults.
//! At many ranges that is most of what crosses between zones. Must not know what comes of it.

use format::units::DurationUs;
use format::word::Word;

use crate::form::{AdviceProduct, AdviceRaft};

/// The clock of a Raft group, and whether idle groups sleep.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rhythm {
    pub(crate) tick: DurationUs,
    /// Ticks between a leader's heartbeats.
    pub(crate) heartbeat_ticks: u32,
    /// Least ticks of an election timeout.
    pub(crate) election_ticks: u32,
    /// Whether a group with nothing to do sends no heartbeats.
    pub(crate) hibernate: bool,
}

impl Rhythm {
    /// The form's: its product's, but for what it says itself.
    pub(crate) fn of(raft: &AdviceRaft) -> Self {
        let Word(product) = raft.product;
        let own = Rhythm::of_product(product);
        Rhythm {
            tick: raft.tick.unwrap_or(own.tick),
            hibernate: raft.hibernate.unwrap_or(own.hibernate),
            ..own
        }
    }

    /// Time between a leader's heartbeats.
    pub(crate) fn heartbeat_us(self) -> u64 {
        self.tick.0 * u64::from(self.heartbeat_ticks)
    }

    /// The defaults of a product.
    pub(crate) fn of_product(product: AdviceProduct) -> Self {
        let (tick_ms, heartbeat_ticks, election_ticks, hibernate) = match product {
            // raftstore.raft-base-tick-interval 1s, raft-heartbeat-ticks 2,
            // raft-election-timeout-ticks 10, hibernate-regions true.
            AdviceProduct::Tikv => (1000, 2, 10, true),
            // 200 ms, 5 and 15 ticks; other releases have other ticks. Idle ranges quiesce.
            AdviceProduct::Cockroachdb => (200, 5, 15, true),
            // raft_heartbeat_interval_ms 500, and a leader is held for failed after 6 missed ones;
            // idle tablets do not sleep.
            AdviceProduct::Yugabytedb => (500, 1, 6, false),
            // Heartbeats each 100 ms, elections after 1000 ms; one group, which never sleeps.
            AdviceProduct::Etcd => (100, 1, 10, false),
        };
        Rhythm {
            tick: DurationUs(tick_ms * 1000),
            heartbeat_ticks,
            election_ticks,
            hibernate,
        }
    }
}

pub(crate) fn name(product: AdviceProduct) -> &'static str {
    match product {
        AdviceProduct::Tikv => "TiKV",
        AdviceProduct::Cockroachdb => "CockroachDB",
        AdviceProduct::Yugabytedb => "YugabyteDB",
        AdviceProduct::Etcd => "etcd",
    }
}

/// Where its defaults are published: title, publisher and year.
pub(crate) fn source(product: AdviceProduct) -> &'static str {
    match product {
        AdviceProduct::Tikv => "TiKV Configuration File, PingCAP, 2024",
        AdviceProduct::Cockroachdb => "pkg/base/config.go, Cockroach Labs, 2022",
        AdviceProduct::Yugabytedb => "raft_consensus.cc, Yugabyte, 2023",
        AdviceProduct::Etcd => "Tuning, etcd 3.5, 2021",
    }
}
