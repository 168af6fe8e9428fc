//! Why two runs differ whose reads go elsewhere, ask somebody else, or get timestamps another way.
//! As in `reason`: a rule speaks only where the figures bear it out.

use model::config::{FollowerChoice, ReadMode, Timestamps};
use model::fact::ByteKind;

use crate::compare::switch::{Switch, is_of_crossing, sentence_if};
use crate::compare::{Group, Row, Side};
use format::shown::Unit;
use text::words::bytes_words;
use text::{phrase, say};

/// What a rule knows of a difference that a switch of reads makes.
pub(super) fn explain(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    match switch.key.as_str() {
        "timestamps" => timestamps(switch, a, b, row),
        "index_by_lease" => index_by_lease(switch, a, b, row),
        "batch_read_index" => batch_read_index(switch, a, b, row),
        "busy_fallback" => busy_fallback(switch, a, b, row),
        "follower_choice" => follower_choice(switch, a, b, row),
        _ => None,
    }
}

/// What the choice of a read mode explains beside what `reason` knows.
pub(super) fn read_mode(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    if let Some((lease, other)) = switch.sides(ReadMode::Lease.id(), a, b) {
        let asked =
            |side: &Side| side.crossed(ByteKind::Heartbeat) + side.crossed(ByteKind::ReadIndex);
        let fewer = asked(lease) < asked(other);
        let is_told_by = is_of_crossing(row) || is_lower(row, std::ptr::eq(lease, a));
        return sentence_if(
            is_told_by && fewer,
            (asked(lease), asked(other)),
            phrase!(
                "A leader with a lease answers at once and asks nobody: {one} of heartbeats \
                     and read indexes between zones, {other} beside it."
            ),
        );
    }
    if let Some((adaptive, other)) = switch.sides(ReadMode::Adaptive.id(), a, b) {
        let (with, without) = (adaptive.reads_crossed(), other.reads_crossed());
        return sentence_if(
            is_of_crossing(row) && with < without,
            (with, without),
            phrase!(
                "Large results come from the reader's own zone, small ones from the leader: \
                     {one} of reads between zones, {other} beside it."
            ),
        );
    }
    if let Some((stale, other)) = switch.sides(ReadMode::Stale.id(), a, b) {
        let (with, without) = (stale.reads_crossed(), other.reads_crossed());
        return sentence_if(
            is_of_crossing(row) && with < without,
            (with, without),
            phrase!(
                "A read of the past asks nobody whose past is complete up to its moment: \
                     {one} of reads between zones, {other} beside it."
            ),
        );
    }
    if let Some((version, other)) = switch.sides(ReadMode::Version.id(), a, b) {
        let (with, without) = (
            version.crossed(ByteKind::ReadIndex),
            other.crossed(ByteKind::ReadIndex),
        );
        let is_told_by = is_of_crossing(row) || is_lower(row, std::ptr::eq(version, a));
        return sentence_if(
            is_told_by && with < without,
            (with, without),
            phrase!(
                "A replica with a commit above the reader's timestamp asks for no read index: \
                     {one} of read indexes between zones, {other} beside it."
            ),
        );
    }
    None
}

/// Whether a row says that clients waited less in the first run, or else in the second.
fn is_lower(row: &Row, in_first: bool) -> bool {
    let is_latency = matches!(row.group, Group::Workload) && row.unit == Unit::Us;
    let lower = match (row.a, row.b) {
        (Some(a), Some(b)) if in_first => a < b,
        (Some(a), Some(b)) => b < a,
        _ => false,
    };
    is_latency && lower
}

fn on_and_off<'a>(switch: &Switch, a: &'a Side, b: &'a Side) -> Option<(&'a Side, &'a Side)> {
    switch.sides(true, a, b)
}

fn timestamps(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    if let Some((raw, other)) = switch.sides(Timestamps::None.id(), a, b) {
        let asked = other.crossed(ByteKind::Tso);
        let is_told_by = is_of_crossing(row) || is_lower(row, std::ptr::eq(raw, a));
        return (is_told_by && raw.crossed(ByteKind::Tso) == 0 && asked > 0).then(|| {
            say!(
                "With timestamps requests ask the oracle first: {bytes} of timestamps between \
                 zones.",
                bytes = bytes_words(asked)
            )
        });
    }
    let (one, two) = switch.sides(Timestamps::TsoIndex.id(), a, b)?;
    let (with, without) = (
        one.crossed(ByteKind::ReadIndex),
        two.crossed(ByteKind::ReadIndex),
    );
    let is_told_by = is_of_crossing(row) || is_lower(row, std::ptr::eq(one, a));
    sentence_if(
        is_told_by && with < without,
        (with, without),
        phrase!(
            "The service beside the oracle brings timestamp and read index in one answer: \
                 {one} of read indexes between zones, {other} where followers ask for their own."
        ),
    )
}

fn index_by_lease(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (with, without) = on_and_off(switch, a, b)?;
    let rounds = (
        with.crossed(ByteKind::Heartbeat),
        without.crossed(ByteKind::Heartbeat),
    );
    let is_told_by = is_of_crossing(row) || is_lower(row, std::ptr::eq(with, a));
    sentence_if(
        is_told_by && rounds.0 < rounds.1,
        (rounds.0, rounds.1),
        phrase!(
            "A leader with a lease tells a read index without a round: {one} of heartbeats \
                 between zones, {other} with a round for each."
        ),
    )
}

fn batch_read_index(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (with, without) = on_and_off(switch, a, b)?;
    let of = |side: &Side| side.crossed(ByteKind::Heartbeat) + side.crossed(ByteKind::ReadIndex);
    sentence_if(
        is_of_crossing(row) && of(with) < of(without),
        (of(with), of(without)),
        phrase!(
            "Reads that wait together share one round: {one} of heartbeats and read indexes \
                 between zones, {other} with a round for each."
        ),
    )
}

fn busy_fallback(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (with, without) = on_and_off(switch, a, b)?;
    let crossed = (with.reads_crossed(), without.reads_crossed());
    sentence_if(
        is_of_crossing(row) && crossed.0 > crossed.1,
        (crossed.0, crossed.1),
        phrase!(
            "Reads that find a queue next door go to leaders in other zones: {one} of reads \
                 between zones, {other} where they wait at home."
        ),
    )
}

fn follower_choice(switch: &Switch, a: &Side, b: &Side, row: &Row) -> Option<String> {
    let (random, closest) = switch.sides(FollowerChoice::Random.id(), a, b)?;
    let crossed = (random.reads_crossed(), closest.reads_crossed());
    sentence_if(
        is_of_crossing(row) && crossed.0 > crossed.1,
        (crossed.0, crossed.1),
        phrase!(
            "Followers chosen without regard to places are mostly elsewhere: {one} of reads \
                 between zones, {other} from the closest."
        ),
    )
}
