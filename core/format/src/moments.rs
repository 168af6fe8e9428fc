//! Kinds of things that happen and are counted, what files and reports call them, and how sentences
//! count them: a row for each.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;
use text::phrase;

use crate::tree::{Fault, Read, text_of, unknown_word};

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

/// Declares the kinds: what files call it, one of them, several of them, what it is.
macro_rules! moments {
    ($($kind:ident = $id:literal, $one:expr, $many:expr, $what:literal;)+) => {
        /// A kind of thing that happens and is counted. Reports and goals name them by ids.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Moment {
            $(#[doc = $what] $kind,)+
        }

        impl Moment {
            /// Every kind, in the order of their numbers.
            pub const ALL: [Moment; [$($id),+].len()] = [$(Moment::$kind),+];

            /// Its words.
            pub const fn words(self) -> KindWords {
                match self {
                    $(Moment::$kind => KindWords {
                        id: $id,
                        one: $one,
                        many: $many,
                        what: $what,
                    },)+
                }
            }
        }
    };
}

moments! {
    Elected = "elected",
        phrase!("election of a leader"), phrase!("elections of a leader"),
        "a replica became leader (by store and zone)";
    SteppedDown = "stepped_down",
        phrase!("leader that stepped down"), phrase!("leaders that stepped down"),
        "a leader stepped down without a crash (by store and zone)";
    TwoLeaders = "two_leaders",
        phrase!("time with two leaders of a range at once"),
        phrase!("times with two leaders of a range at once"),
        "two running replicas of a range lead in different terms at once (lasts)";
    Candidate = "candidate",
        phrase!("campaign"), phrase!("campaigns"),
        "a replica began to ask for votes (by store)";
    StaleRead = "stale_read",
        phrase!("stale read"), phrase!("stale reads"),
        "a read missed a write that was acknowledged before it began (by the gateway's zone)";
    BrokenPromise = "broken_promise",
        phrase!("read that broke what its mode promises"),
        phrase!("reads that broke what their mode promises"),
        "a read broke what its mode promises (by the gateway's zone)";
    Refused = "refused",
        phrase!("refused request"), phrase!("refused requests"),
        "a request ended with a refusal that trying again does not mend (by the gateway's zone)";
    TimedOut = "timed_out",
        phrase!("request without an answer in time"), phrase!("requests without an answer in time"),
        "a request ended without an answer within its time (by the gateway's zone)";
    ConnectionLost = "connection_lost",
        phrase!("request whose connection broke"), phrase!("requests whose connection broke"),
        "a request ended because its connection was refused or broke: its store or gateway was down \
         (by the gateway's zone)";
    CommittedWithout = "committed_without",
        phrase!("entry committed without the zone"), phrase!("entries committed without the zone"),
        "an entry was committed at a leader while no voter of a zone had it on disk (by the zone \
         that was left out)";
    NoCommit = "no_commit",
        phrase!("time without a commit for a second or more"),
        phrase!("times without a commit for a second or more"),
        "writes waited and nothing was committed in their range for a second or more (lasts)";
    WaitedForApply = "waited_for_apply",
        phrase!("read that waited for the apply"), phrase!("reads that waited for the apply"),
        "a read at a replica knew its index and waited until it was applied (lasts; by store)";
    Behind = "behind",
        phrase!("time that a replica was behind in applying"),
        phrase!("times that a replica was behind in applying"),
        "a replica had entries that it knew to be committed and had not applied for 10 ms or more \
         (lasts; by store)";
    Crashed = "crashed",
        phrase!("crash"), phrase!("crashes"),
        "a store or gateway crashed (by itself and its zone)";
    Restarted = "restarted",
        phrase!("restart"), phrase!("restarts"),
        "a store or gateway restarted (by itself and its zone)";
    ZoneDown = "zone_down",
        phrase!("time that all stores of a zone were down"),
        phrase!("times that all stores of a zone were down"),
        "all stores of a zone were down at once (by zone)";
    Cut = "cut",
        phrase!("cut"), phrase!("cuts"),
        "a link or a place was cut off (by the zones at both ends)";
    Healed = "healed",
        phrase!("healed cut"), phrase!("healed cuts"),
        "what was cut off works again (by the zones at both ends)";
    Set = "set",
        phrase!("change of the switches"), phrase!("changes of the switches"),
        "switches were set by an action";
    LeaseRead = "lease_read",
        phrase!("read answered on a lease"), phrase!("reads answered on a lease"),
        "a read was answered on a lease, without asking the other replicas (by store)";
    Redirected = "redirected",
        phrase!("read sent on to another replica"), phrase!("reads sent on to another replica"),
        "a read was sent on to another replica than the one that it came to (by the gateway's \
         zone)";
    MetLock = "met_lock",
        phrase!("request that met a lock"), phrase!("requests that met a lock"),
        "a request met the lock of another transaction";
    Split = "split",
        phrase!("split of a range"), phrase!("splits of ranges"),
        "a range was split";
    Merged = "merged",
        phrase!("merge of two ranges"), phrase!("merges of two ranges"),
        "two ranges were merged";
    MovedLeader = "moved_leader",
        phrase!("leader that was moved"), phrase!("leaders that were moved"),
        "a leader was moved on purpose, by hand or by the placement driver";
}

impl Read for Moment {
    fn read(value: &Value) -> Result<Self, Fault> {
        let id = text_of(value, phrase!("a text"))?;
        let known = Moment::ALL.into_iter().find(|kind| kind.words().id == id);
        known.ok_or_else(|| unknown_word(id, &Moment::ALL.map(|kind| kind.words().id)))
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words().id)
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known = Moment::ALL.map(|kind| {
            let words = kind.words();
            json_schema!({ "const": words.id, "description": words.what })
        });
        json_schema!({ "description": "A kind of thing that happens.", "oneOf": known })
    }
}
