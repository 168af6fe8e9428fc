//! What happened, by kind: the kinds. It knows numbers only; ids and words are the reader's
//! (`crate::goal::kinds`).

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
