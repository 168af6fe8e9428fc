//! What could not be judged, by check. What verdicts rest on is kept within bounds; where something
//! was forgotten that one needs, its check says so instead of "ok".

use model::ids::RequestId;
use report::check::Check;
use sim::Micros;
use text::words::instant_words;
use text::{counted, phrase, say};

/// Why a check could not judge something.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// The write of a value, or what replaced it, is too long ago to be kept.
    OldValue,
    /// More writes without an answer than are kept.
    OpenWrites,
    /// A read was under way while more was written than is kept.
    LongRead,
    /// More failed writes than are kept.
    FailedWrites,
    /// More reads under way at once than are judged.
    AtOnce,
    /// A bank of more accounts than are judged.
    ManyAccounts,
    /// Transfers between several sets of accounts.
    SeveralBanks,
    /// More transfers than are kept.
    OldTransfers,
}

impl Forgotten {
    /// As the end of a sentence.
    const fn words(self) -> &'static str {
        match self {
            Forgotten::OldValue => phrase!("what was read was written too long ago to be kept"),
            Forgotten::OpenWrites => {
                phrase!("too many writes had no answer, and any of them may be what was read")
            }
            Forgotten::LongRead => phrase!("too much was written while they were under way"),
            Forgotten::FailedWrites => {
                phrase!("too many writes failed, and any of them may be what was read")
            }
            Forgotten::AtOnce => phrase!("too many such reads were under way at once"),
            Forgotten::ManyAccounts => phrase!("there are more accounts than are added up"),
            Forgotten::SeveralBanks => {
                phrase!(
                    "transfers go between several sets of accounts, and sums are not kept apart"
                )
            }
            Forgotten::OldTransfers => {
                phrase!("a balance was made by a transfer too long ago to be kept")
            }
        }
    }
}

/// What a check could not judge.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Unjudged {
    /// How many reads.
    pub reads: u64,
    /// When the first of them could not be.
    pub first_us: Micros,
    /// Why that one could not be judged.
    pub why: Forgotten,
}

impl Unjudged {
    /// As reports and the page tell it, after "not judged for".
    pub fn words(&self) -> String {
        say!(
            "{reads} from {at} on: {why}",
            reads = counted!(self.reads, "1 read", "{n} reads"),
            at = instant_words(self.first_us),
            why = self.why.words()
        )
    }
}

/// What each check could not judge so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnjudgedByCheck {
    by: [Option<Unjudged>; Check::ALL.len()],
    /// The last of each: its rows are not counted one by one.
    last: [RequestId; Check::ALL.len()],
}

impl UnjudgedByCheck {
    /// A check could not judge a request, or a row of it, at this instant.
    #[cold]
    pub(crate) fn add(
        &mut self,
        check: Check,
        (request, at_us): (RequestId, Micros),
        why: Forgotten,
    ) {
        let own = self.by[check as usize].get_or_insert(Unjudged {
            reads: 0,
            first_us: at_us,
            why,
        });
        let last = std::mem::replace(&mut self.last[check as usize], request);
        own.reads += u64::from(last != request);
    }

    /// What a check could not judge.
    pub(crate) fn of(&self, check: Check) -> Option<&Unjudged> {
        self.by[check as usize].as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_told_with_its_reason_and_all_are_counted() {
        let mut unjudged = UnjudgedByCheck::default();
        assert_eq!(unjudged.of(Check::Staleness), None);
        for request in [7, 7, 8] {
            let at_us = 13_100_000 + request;
            unjudged.add(
                Check::Staleness,
                (RequestId(request), at_us),
                Forgotten::OldValue,
            );
        }
        let own = unjudged.of(Check::Staleness).expect("two were added");
        assert_eq!(
            own.words(),
            "2 reads from 13.100007s on: what was read was written too long ago to be kept"
        );
        assert_eq!(unjudged.of(Check::Linearizable), None);
    }
}
