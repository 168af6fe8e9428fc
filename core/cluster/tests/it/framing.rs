//! Framing is that of what leaves: of the whole message, with everything piggybacked on it.

use crate::common::{clients, three_zones};
use cluster::{Cluster, client_framing_bytes, raft_framing_bytes};
use model::config::{OpKind, SafeTime, WorkloadConfig};
use model::fact::{ByteKind, Fact, Observer};
use model::ids::RequestId;
use sim::{Micros, NodeId, SECONDS};

/// Messages whose framing is not that of their length.
#[derive(Default)]
struct Framings {
    sent: u64,
    /// Messages at whose length another segment begins.
    at_a_border: u64,
    wrong: Vec<String>,
}

impl Observer for Framings {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        let Fact::Sent(sent) = fact else { return };
        let framing = match sent.kind {
            ByteKind::Read | ByteKind::Write | ByteKind::Tso | ByteKind::Schedule => {
                client_framing_bytes
            }
            _ => raft_framing_bytes,
        };
        self.sent += 1;
        // A note has some 10 to 40 bytes.
        self.at_a_border +=
            u64::from(framing(sent.bytes) != framing(sent.bytes.saturating_sub(10)));
        if sent.framing != framing(sent.bytes) {
            self.wrong.push(format!("{sent:?}"));
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

#[test]
fn notes_of_safe_times_are_framed_with_the_message_that_they_are_piggybacked_on() {
    let mut at_a_border = 0;
    // Rows that fill a segment nearly, so that a note makes another one.
    for value_bytes in (1_300..1_440).step_by(4) {
        let mut config = three_zones();
        config.settings.reads.safe_time = SafeTime::Hybrid;
        config.workloads = vec![WorkloadConfig {
            value_bytes,
            ..clients(NodeId(3), OpKind::Put, 2, 0)
        }];
        let mut cluster = Cluster::new(config, Vec::new(), Framings::default());
        cluster.run_until(SECONDS, u64::MAX);
        let framings = cluster.observer();
        assert!(framings.sent > 100);
        let wrong = &framings.wrong;
        assert!(
            wrong.is_empty(),
            "{} of {}: {}",
            wrong.len(),
            framings.sent,
            wrong[0]
        );
        at_a_border += framings.at_a_border;
    }
    assert!(at_a_border > 0, "the rows came near a border");
}
