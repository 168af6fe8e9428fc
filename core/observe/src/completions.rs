//! Every request that ended, one after the other: when, after how long, and what came of it. For
//! pictures over time; figures are made by the meters. Kept within a bound, the newest.
//!
//! It must not know how requests are served.

use model::choice;
use model::config::ReadMode;
use model::fact::Outcome;
use model::ids::RequestId;
use sim::Micros;

use crate::judged::Judged;
use crate::newest::Newest;
use crate::pending::PendingRequest;
use crate::series::Series;
use crate::staleness::Freshness;

/// Completions that are kept; the oldest are forgotten first.
pub(crate) const COMPLETIONS_MAX: usize = 1 << 15;

choice! {
    /// What came of a request.
    pub enum Came {
        /// It was answered, and missed nothing that was judged.
        Answered = "answered";
        /// A read that missed acknowledged writes, as its mode allows.
        Past = "past";
        /// A read that missed acknowledged writes, which whoever reads in its mode does not expect.
        Stale = "stale";
        /// A read that broke what its mode promises.
        Broken = "broken";
        /// Certainly not done.
        Failed = "failed";
        /// A write that may or may not have happened.
        Unknown = "unknown";
    }
}

/// A request that ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Its number.
    pub request: RequestId,
    /// When it ended.
    pub at_us: Micros,
    /// Since it was sent, saturating.
    pub latency_us: u32,
    /// Its workload; `None` = by hand.
    pub workload: Option<u16>,
    /// Whether it wrote.
    pub is_write: bool,
    /// What came of it.
    pub came: Came,
    /// A read: how long before it the first write that it missed had been acknowledged, 0 = it
    /// missed none. Saturating.
    pub stale_us: u32,
    /// A read of the past: how far back it may look, 0 = nobody bounds it. Saturating.
    pub bound_us: u32,
}

choice! {
    /// How requests end, as their rates over time tell them apart.
    pub enum Ended {
        /// A read was answered.
        Read = "read";
        /// A write was answered.
        Write = "write";
        /// Nobody got an answer.
        Unanswered = "unanswered";
    }
}

/// Requests that ended, over time.
pub type EndedSeries = Series<{ Ended::ALL.len() }>;

impl EndedSeries {
    /// A request that no other one is made of ended.
    #[inline]
    pub fn ended(&mut self, at_us: Micros, is_write: bool, outcome: Outcome) {
        let how = match (outcome, is_write) {
            (Outcome::Ok, false) => Ended::Read,
            (Outcome::Ok, true) => Ended::Write,
            (Outcome::Failed | Outcome::Unknown, _) => Ended::Unanswered,
        };
        self.add(at_us, how as usize, 1);
    }
}

/// The newest completions, in the order in which they came.
pub type Completions = Newest<Completion, COMPLETIONS_MAX>;

impl Completions {
    /// A request that no other one is made of ended.
    #[inline]
    pub fn ended(
        &mut self,
        at_us: Micros,
        ended: &PendingRequest,
        outcome: Outcome,
        judged: &Judged,
    ) {
        let short = |us: Micros| u32::try_from(us).unwrap_or(u32::MAX);
        self.push(Completion {
            request: ended.fact.request,
            at_us,
            latency_us: short(at_us - ended.invoked_us),
            workload: ended.fact.workload,
            is_write: ended.fact.op.is_write(),
            came: came_of(ended, outcome, judged),
            stale_us: match judged.freshness {
                Freshness::Stale { stale_us, .. } => short(stale_us),
                Freshness::Fresh | Freshness::NotJudged => 0,
            },
            bound_us: match ended.fact.mode {
                ReadMode::Stale => short(ended.fact.bound_us),
                _ => 0,
            },
        });
    }

    /// A read that had ended broke its promise after all.
    #[cold]
    pub fn broke(&mut self, request: RequestId) {
        let read = self.newest_first_mut().find(|one| one.request == request);
        if let Some(read) = read {
            read.came = Came::Broken;
        }
    }
}

fn came_of(ended: &PendingRequest, outcome: Outcome, judged: &Judged) -> Came {
    let reads = !ended.fact.op.is_write();
    match outcome {
        Outcome::Failed => Came::Failed,
        Outcome::Unknown => Came::Unknown,
        Outcome::Ok if reads && (judged.broken.is_some() || judged.torn.is_some()) => Came::Broken,
        Outcome::Ok => match judged.freshness {
            Freshness::Stale { .. } if ended.fact.mode.claims_newest() => Came::Stale,
            Freshness::Stale { .. } => Came::Past,
            Freshness::Fresh | Freshness::NotJudged => Came::Answered,
        },
    }
}

#[cfg(test)]
mod tests {
    use model::config::OpKind;
    use model::fact::RequestFact;

    use super::*;
    use crate::series::SERIES_BUCKET_US;
    use crate::testing::request;

    fn ended(number: u64, op: OpKind, mode: ReadMode) -> PendingRequest {
        let fact = RequestFact {
            mode,
            ..request(number, op, 1)
        };
        PendingRequest::sent(10, fact)
    }

    const STALE: Judged = Judged {
        freshness: Freshness::Stale {
            stale_us: 5,
            commits: 1,
        },
        ..Judged::NOTHING
    };

    #[test]
    fn an_old_answer_is_stale_only_where_its_reader_takes_it_for_the_newest() {
        let mut all = Completions::default();
        for (number, mode) in [(1, ReadMode::LeaderUnchecked), (2, ReadMode::Stale)] {
            all.ended(30, &ended(number, OpKind::Get, mode), Outcome::Ok, &STALE);
        }
        let came: Vec<Came> = all.from(0).1.map(|one| one.came).collect();
        assert_eq!(came, [Came::Stale, Came::Past]);
        assert!(all.from(0).1.all(|one| one.stale_us == 5));
        all.broke(RequestId(1));
        let came: Vec<Came> = all.from(0).1.map(|one| one.came).collect();
        assert_eq!(came, [Came::Broken, Came::Past]);
    }

    #[test]
    fn rates_tell_reads_writes_and_what_had_no_answer_apart() {
        let mut series = EndedSeries::default();
        series.ended(1, false, Outcome::Ok);
        series.ended(2, false, Outcome::Ok);
        series.ended(3, true, Outcome::Ok);
        series.ended(SERIES_BUCKET_US, false, Outcome::Failed);
        series.ended(SERIES_BUCKET_US, true, Outcome::Unknown);
        let (first, buckets) = series.after(-1, SERIES_BUCKET_US);
        assert_eq!((first, buckets), (0, vec![[2, 1, 0], [0, 0, 2]]));
    }

    #[test]
    fn a_write_without_an_answer_is_unknown() {
        let mut all = Completions::default();
        let put = ended(7, OpKind::Put, ReadMode::Leader);
        all.ended(25, &put, Outcome::Unknown, &Judged::NOTHING);
        let last = all.from(0).1.next().expect("it is kept");
        assert_eq!(
            (last.latency_us, last.is_write, last.came),
            (15, true, Came::Unknown)
        );
    }
}
