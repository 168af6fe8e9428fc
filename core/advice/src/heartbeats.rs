//! What heartbeats have to do with an answer: how often groups speak and whose default that is,
//! how much of the dollars it is, and what it does to stale reads. Must not know which setting is
//! recommended.

use format::word::Word;
use model::config::ReadMode;
use text::words::duration_words;
use text::{phrase, say};

use crate::form::{AdviceForm, AdviceProduct};
use crate::plan::AdvicePlan;
use crate::product::{Rhythm, name, source};
use crate::row::AdviceRow;
use crate::scenario::staleness_us;
use crate::words::usd_words;

/// From this share of the dollars on it belongs to the answer itself.
const MUCH: f64 = 0.1;

/// Whether much of a setting's dollars is heartbeats.
pub(crate) fn are_much(row: &AdviceRow) -> bool {
    share(row) >= MUCH
}

fn share(row: &AdviceRow) -> f64 {
    let all = row.usd.median;
    if all > 0.0 {
        row.heartbeats_usd.median / all
    } else {
        0.0
    }
}

/// How much of a setting's dollars is heartbeats, and what they share.
pub(crate) fn cost(plan: &AdvicePlan, place: usize, row: &AdviceRow) -> String {
    let Word(product) = plan.form.raft.product;
    say!(
        "Heartbeats are {percent} % of the dollars of {setting}: {usd} a month, {payload} of it \
         payload. Those that leave a store together share a frame here; {together}.",
        percent = format!("{:.0}", share(row) * 100.0),
        setting = plan.settings[place].inside,
        usd = usd_words(row.heartbeats_usd.median),
        payload = usd_words(row.heartbeats_usd_payload.median),
        together = together(product)
    )
}

/// How a product sends those of many ranges.
fn together(product: AdviceProduct) -> &'static str {
    match product {
        // raft_client.rs (PingCAP, 2024): BatchRaftMessage, up to 256 messages.
        AdviceProduct::Tikv => {
            phrase!("TiKV does the same")
        }
        // "Scaling Raft" (Cockroach Labs, 2015).
        AdviceProduct::Cockroachdb => phrase!(
            "CockroachDB makes one message of those of many ranges, so that they cost less there"
        ),
        // multi_raft_batcher.cc (Yugabyte, 2023): enable_multi_raft_heartbeat_batcher, which is on
        // in some releases and off in others.
        AdviceProduct::Yugabytedb => phrase!(
            "YugabyteDB can make one message of those of many tablets, and they cost less then"
        ),
        AdviceProduct::Etcd => {
            phrase!(
                "etcd keeps one group, so that each range is a cluster of its own there and shares nothing"
            )
        }
    }
}

/// How often leaders speak to followers, and whose default that is.
pub(crate) fn rhythm(form: &AdviceForm) -> String {
    let Word(product) = form.raft.product;
    let [has, own] = [Rhythm::of(&form.raft), Rhythm::of_product(product)];
    let [interval, default] = [has, own].map(|rhythm| duration_words(rhythm.heartbeat_us()));
    let idle = if has.hibernate {
        phrase!("idle ranges sleep")
    } else {
        phrase!("idle ranges send them too")
    };
    let (product, source) = (name(product), source(product));
    if has == own {
        return say!(
            "Leaders send heartbeats each {interval}, and {idle}, as with {product} by default \
             ({source}).",
            interval,
            idle,
            product,
            source
        );
    }
    say!(
        "Leaders send heartbeats each {interval}, and {idle}, as the form says; with {product} it is \
         each {default} by default ({source}).",
        interval,
        idle,
        product,
        default,
        source
    )
}

/// That stale reads of idle ranges find no replica that is safe enough, where that is so.
pub(crate) fn stale(form: &AdviceForm) -> Option<String> {
    let is_stale = form.consider.read_modes.contains(&Word(ReadMode::Stale));
    let behind_us = 2 * Rhythm::of(&form.raft).heartbeat_us();
    let bound_us = staleness_us(form);
    (is_stale && bound_us < behind_us).then(|| {
        say!(
            "Safe times travel with heartbeats here: those of ranges that are not written to may be \
             {behind} behind, so that stale reads that look back {bound} go to their leaders.",
            behind = duration_words(behind_us),
            bound = duration_words(bound_us)
        )
    })
}
