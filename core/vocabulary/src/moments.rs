//! Kinds of things that happen and are counted, what files and reports call them, and how sentences
//! count them.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::tree::{Fault, Read, text_of, unknown_word};

/// A kind of thing that happens and is counted. Reports and goals name them by ids.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Moment {
    /// A replica became leader.
    Elected,
    /// A leader stepped down without a crash.
    SteppedDown,
    /// Two running replicas of a range lead in different terms at once.
    TwoLeaders,
    /// A replica began a campaign.
    Candidate,
    /// A read missed a write that was acknowledged before it began.
    StaleRead,
    /// A read broke what its mode promises.
    BrokenPromise,
    /// A request ended with a refusal for a reason that trying again does not mend.
    Refused,
    /// A request ended without an answer within its time.
    TimedOut,
    /// An entry was committed while no voter of a zone had it on disk.
    CommittedWithout,
    /// Writes waited and nothing was committed in their range for a second or more.
    NoCommit,
    /// A read knew its index and waited for the apply.
    WaitedForApply,
    /// A replica had entries that it knew to be committed and had not applied for 10 ms or more.
    Behind,
    /// A store or gateway crashed.
    Crashed,
    /// A store or gateway restarted.
    Restarted,
    /// All stores of a zone were down at once.
    ZoneDown,
    /// A link or a place was cut off.
    Cut,
    /// A link or a place that was cut off works again.
    Healed,
    /// Switches were set by an action.
    Set,
    /// A read was answered on a lease without a round.
    LeaseRead,
    /// A read was sent on to another replica.
    Redirected,
    /// A request met the lock of another transaction.
    MetLock,
    /// A range was split.
    Split,
    /// Two ranges were merged.
    Merged,
    /// A leader was moved on purpose.
    MovedLeader,
}

impl Moment {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Moment; 24] = [
        Moment::Elected,
        Moment::SteppedDown,
        Moment::TwoLeaders,
        Moment::Candidate,
        Moment::StaleRead,
        Moment::BrokenPromise,
        Moment::Refused,
        Moment::TimedOut,
        Moment::CommittedWithout,
        Moment::NoCommit,
        Moment::WaitedForApply,
        Moment::Behind,
        Moment::Crashed,
        Moment::Restarted,
        Moment::ZoneDown,
        Moment::Cut,
        Moment::Healed,
        Moment::Set,
        Moment::LeaseRead,
        Moment::Redirected,
        Moment::MetLock,
        Moment::Split,
        Moment::Merged,
        Moment::MovedLeader,
    ];
}

/// A kind of moment, by its id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MomentText(pub Moment);

/// Words of a kind of moment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KindWords {
    /// What files and reports call it.
    pub id: &'static str,
    /// One of them.
    pub one: &'static str,
    /// Several, or none.
    pub many: &'static str,
    /// What it is, for the schema.
    pub what: &'static str,
}

const fn kind(
    id: &'static str,
    one: &'static str,
    many: &'static str,
    what: &'static str,
) -> KindWords {
    KindWords {
        id,
        one,
        many,
        what,
    }
}

/// Words of every kind, in the order of `Moment`.
pub const KINDS: [KindWords; Moment::ALL.len()] = [
    kind(
        "elected",
        "election of a leader",
        "elections of a leader",
        "a replica became leader (by store and zone)",
    ),
    kind(
        "stepped_down",
        "leader that stepped down",
        "leaders that stepped down",
        "a leader stepped down without a crash (by store and zone)",
    ),
    kind(
        "two_leaders",
        "time with two leaders of a range at once",
        "times with two leaders of a range at once",
        "two running replicas of a range lead in different terms at once (lasts)",
    ),
    kind(
        "candidate",
        "campaign for office",
        "campaigns for office",
        "a replica began to ask for votes (by store)",
    ),
    kind(
        "stale_read",
        "stale read",
        "stale reads",
        "a read missed a write that was acknowledged before it began (by the gateway's zone)",
    ),
    kind(
        "broken_promise",
        "read that broke what its mode promises",
        "reads that broke what their mode promises",
        "a read broke what its mode promises (by the gateway's zone)",
    ),
    kind(
        "refused",
        "refused request",
        "refused requests",
        "a request ended with a refusal that trying again does not mend (by the gateway's zone)",
    ),
    kind(
        "timed_out",
        "request without an answer in time",
        "requests without an answer in time",
        "a request ended without an answer within its time (by the gateway's zone)",
    ),
    kind(
        "committed_without",
        "entry committed without the zone",
        "entries committed without the zone",
        "an entry was committed at a leader while no voter of a zone had it on disk (by the zone \
         that was left out)",
    ),
    kind(
        "no_commit",
        "time without a commit for a second or more",
        "times without a commit for a second or more",
        "writes waited and nothing was committed in their range for a second or more (lasts)",
    ),
    kind(
        "waited_for_apply",
        "read that waited for the apply",
        "reads that waited for the apply",
        "a read at a replica knew its index and waited until it was applied (lasts; by store)",
    ),
    kind(
        "behind",
        "time that a replica was behind in applying",
        "times that a replica was behind in applying",
        "a replica had entries that it knew to be committed and had not applied for 10 ms or more \
         (lasts; by store)",
    ),
    kind(
        "crashed",
        "crash",
        "crashes",
        "a store or gateway crashed (by itself and its zone)",
    ),
    kind(
        "restarted",
        "restart",
        "restarts",
        "a store or gateway restarted (by itself and its zone)",
    ),
    kind(
        "zone_down",
        "time that all stores of a zone were down",
        "times that all stores of a zone were down",
        "all stores of a zone were down at once (by zone)",
    ),
    kind(
        "cut",
        "cut",
        "cuts",
        "a link or a place was cut off (by the zones at both ends)",
    ),
    kind(
        "healed",
        "healed cut",
        "healed cuts",
        "what was cut off works again (by the zones at both ends)",
    ),
    kind(
        "set",
        "change of the switches",
        "changes of the switches",
        "switches were set by an action",
    ),
    kind(
        "lease_read",
        "read answered on a lease",
        "reads answered on a lease",
        "a read was answered on a lease, without asking the other replicas (by store)",
    ),
    kind(
        "redirected",
        "read sent on to another replica",
        "reads sent on to another replica",
        "a read was sent on to another replica than the one that it came to (by the gateway's zone)",
    ),
    kind(
        "met_lock",
        "request that met a lock",
        "requests that met a lock",
        "a request met the lock of another transaction",
    ),
    kind(
        "split",
        "split of a range",
        "splits of ranges",
        "a range was split",
    ),
    kind(
        "merged",
        "merge of two ranges",
        "merges of two ranges",
        "two ranges were merged",
    ),
    kind(
        "moved_leader",
        "leader that was moved",
        "leaders that were moved",
        "a leader was moved on purpose, by hand or by the placement driver",
    ),
];

impl MomentText {
    /// The words of its kind.
    pub fn words(self) -> &'static KindWords {
        &KINDS[self.0 as usize]
    }
}

impl Read for MomentText {
    fn read(value: &Value) -> Result<Self, Fault> {
        let id = text_of(value, "a text")?;
        let known = KINDS.iter().position(|kind| kind.id == id);
        match known {
            Some(place) => Ok(MomentText(Moment::ALL[place])),
            None => Err(unknown_word(id, &KINDS.map(|kind| kind.id))),
        }
    }
}

impl Serialize for MomentText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words().id)
    }
}

impl JsonSchema for MomentText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known = KINDS.map(|kind| json_schema!({ "const": kind.id, "description": kind.what }));
        json_schema!({ "description": "A kind of thing that happens.", "oneOf": known })
    }
}
