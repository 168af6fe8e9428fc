//! A directed link between two zones.

use cluster::fact::ByteKind;
use sim::{LinkParams, ZoneId};

use super::{Inspection, Playground};
use crate::format::fault_text;
use crate::report::KIND_IDS;
use crate::watch::meters::KINDS;
use crate::watch::words::{bytes_words, duration_words};

impl Playground {
    pub(super) fn inspect_link(&self, from: u32, to: u32) -> Option<Inspection> {
        let zones = u32::from(self.resolved.config.zones);
        if from >= zones || to >= zones {
            return None;
        }
        let pair = (from * zones + to) as usize;
        let names = &self.resolved.names;
        let (from_id, to_id) = (
            names.zone_id(ZoneId(from as u16)),
            names.zone_id(ZoneId(to as u16)),
        );
        let title = if from == to {
            format!("Network inside {from_id}")
        } else {
            format!("Link from {from_id} to {to_id}")
        };
        let mut shown = Inspection::new(title);
        let zone =
            |node: sim::NodeId| u32::from(self.resolved.config.nodes[usize::from(node.0)].zone.0);
        let flights = self.cluster.flights();
        let here = flights.filter(|(sent, _)| zone(sent.from) == from && zone(sent.to) == to);
        let (count, bytes) = here.fold((0, 0), |(count, bytes), (sent, _)| {
            (count + 1, bytes + u64::from(sent.bytes))
        });
        shown
            .row("messages on it", count.to_string())
            .row("bytes on it", bytes_words(bytes));
        shape_rows(&mut shown, &self.resolved.config.links[pair]);
        let nano_usd = self.resolved.prices[pair];
        let dollars = format!(
            "{}.{:04} USD per GB",
            nano_usd / 1_000_000_000,
            cents(nano_usd)
        );
        shown.row("price", dollars);
        self.byte_rows(&mut shown, pair);
        for (fault, _) in self.cluster.faults() {
            shown.row("standing fault", fault_text(fault, names));
        }
        Some(shown)
    }

    fn byte_rows(&self, shown: &mut Inspection, pair: usize) {
        let meters = self.watch().meters();
        let cells = pair * KINDS..(pair + 1) * KINDS;
        let payload = &meters.payload()[cells.clone()];
        let framing: u64 = meters.framing()[cells].iter().sum();
        shown.row("bytes so far", bytes_words(payload.iter().sum()));
        for kind in ByteKind::ALL {
            let bytes = payload[kind as usize];
            if bytes > 0 {
                shown.row(
                    &format!("of these {}", KIND_IDS[kind as usize]),
                    bytes_words(bytes),
                );
            }
        }
        shown.row("framing so far", bytes_words(framing));
    }
}

fn shape_rows(shown: &mut Inspection, link: &LinkParams) {
    shown.row("delay", duration_words(link.delay_us));
    if link.jitter_us > 0 {
        let value = format!("0 to {}", duration_words(link.jitter_us));
        shown.row("jitter", value);
    }
    if link.bandwidth_bps > 0 {
        let value = format!("{} Mbit/s", link.bandwidth_bps / 1_000_000);
        shown.row("bandwidth", value);
    }
    if link.window_bytes > 0 {
        shown.row("window", bytes_words(link.window_bytes));
    }
    if link.loss.ppm > 0 {
        shown.row("loss", format!("{} in a million", link.loss.ppm));
    }
}

/// Ten-thousandths of a dollar after the point.
fn cents(nano_usd: u64) -> u64 {
    nano_usd % 1_000_000_000 / 100_000
}
