//! Simulated time as a run goes through it: what is due when, which event is being processed, and
//! which one caused it. It must not know what an event does.

use crate::message::{Place, Slot};
use std::collections::VecDeque;

use sim::{EventQueue, Micros, NodeId};

use model::fact::EventRef;
use model::ids::RequestId;

/// Position of a replica in its store's list.
pub(crate) type ReplicaIndex = u32;

/// Something that is due at an instant. Small and `Copy`: the queue moves it often.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Event {
    /// A message arrives, or dies halfway.
    Arrive { slot: u32, number: u64 },
    /// The next step of a read that is only counted.
    Counted { slot: Slot, request: RequestId },
    /// A tick of a store's replicas, and of the first of them.
    Tick { store: NodeId, life: u32 },
    /// The tick of another of the store's replicas at the same instant.
    TickReplica {
        store: NodeId,
        replica: ReplicaIndex,
        life: u32,
    },
    /// A poller of a store is free for what waits for it.
    Poll {
        store: NodeId,
        poller: u8,
        life: u32,
        /// The message with which it begins.
        first: u64,
    },
    /// The poller's next message of the same poll.
    PollNext {
        store: NodeId,
        poller: u8,
        life: u32,
        message: u64,
    },
    /// A read's service is over.
    Serve { store: NodeId, slot: u32, life: u32 },
    /// A store's fsync is over.
    Synced { store: NodeId, generation: u32 },
    /// Committed entries are due at the state machine.
    Apply {
        store: NodeId,
        replica: ReplicaIndex,
        life: u32,
    },
    /// The transport knows whether a snapshot arrived.
    SnapshotReport {
        store: NodeId,
        replica: ReplicaIndex,
        life: u32,
        peer: u32,
        ok: bool,
    },
    /// The transport knows that a peer's process is gone.
    Unreachable {
        store: NodeId,
        replica: ReplicaIndex,
        life: u32,
        peer: u32,
    },
    /// A closed client thinks no longer.
    Client {
        workload: u16,
        epoch: u32,
        client: u32,
    },
    /// A closed client that was not wanted may be, unless it was called meanwhile.
    ClientWakes {
        workload: u16,
        epoch: u32,
        client: u32,
    },
    /// An open workload's next request.
    Arrival { workload: u16, pace: u32 },
    /// The oldest client request reaches its deadline: of those that go by the setting (0), or of
    /// the workload before this number.
    Deadline { of: u16 },
    /// A client asks again what it got no answer to.
    ClientRetry { workload: u16, place: u32 },
    /// A request came through its balancer.
    Admit { slot: Slot, request: RequestId },
    /// A gateway's core has done its part for a request.
    Begin { slot: Slot, request: RequestId },
    /// A gateway tries a refused request again.
    Retry { slot: Slot, request: RequestId },
    /// A gateway waits no longer for the answer to a read's attempt.
    AttemptTimeout {
        slot: Slot,
        request: RequestId,
        attempt: u64,
    },
    /// A gateway may ask the oracle once more.
    AskAgain {
        slot: Slot,
        request: RequestId,
        question: u32,
    },
    /// The oracle's read index service gives up waiting for leaders' answers to an errand.
    Patience { errand: u32 },
    /// A gateway learns that its connection to a store is gone.
    Broken {
        slot: Slot,
        request: RequestId,
        store: NodeId,
        /// The connection was refused: nothing was sent on it.
        is_refused: bool,
    },
    /// A transaction's call may have to be sent again.
    Call {
        place: Place,
        number: u32,
        attempt: u32,
    },
    /// An action of the run's list.
    Action { ordinal: u32 },
    /// A store's reports to the placement driver are due.
    Report { store: NodeId, epoch: u32 },
    /// The placement driver's next round.
    Round { epoch: u32 },
    /// A store's next round of safe times.
    SafeTick { store: NodeId, epoch: u32 },
}

/// A due event and the number of the event that scheduled it.
#[derive(Copy, Clone, Debug)]
struct Due {
    event: Event,
    cause: u64,
}

/// The queue of events, and where in it the run is.
pub(crate) struct Timeline {
    queue: EventQueue<Due>,
    /// What is due at this instant before all else: more of what the last event began.
    more: VecDeque<Due>,
    events: u64,
    cause: u64,
}

impl Timeline {
    /// Instant 0, and nothing is due.
    pub(crate) fn new() -> Self {
        Timeline {
            queue: EventQueue::new(),
            more: VecDeque::new(),
            events: 0,
            cause: 0,
        }
    }

    /// Simulation time.
    pub(crate) fn now(&self) -> Micros {
        self.queue.now()
    }

    /// Instant of the next event.
    pub(crate) fn next_us(&self) -> Option<Micros> {
        if self.has_more() {
            return Some(self.now());
        }
        self.queue.peek_time()
    }

    /// What the last event began is not over.
    #[inline]
    pub(crate) fn has_more(&self) -> bool {
        !self.more.is_empty()
    }

    /// The number of the event being processed, which is how many there were.
    pub(crate) fn events(&self) -> u64 {
        self.events
    }

    /// The event being processed, as observers name it.
    pub(crate) fn event_ref(&self) -> EventRef {
        EventRef {
            at_us: self.now(),
            number: self.events(),
            cause: self.cause,
        }
    }

    /// The event that caused the one being processed.
    pub(crate) fn cause(&self) -> u64 {
        self.cause
    }

    /// Takes the next event if it is due by then; it is the one being processed from now on.
    #[inline]
    pub(crate) fn next(&mut self, until: Micros) -> Option<Event> {
        let due = match self.more.pop_front() {
            Some(due) => due,
            None => self.queue.pop_until(until)?.1,
        };
        self.events += 1;
        self.cause = due.cause;
        Some(due.event)
    }

    /// Goes on to an instant before which nothing is due.
    pub(crate) fn advance_to(&mut self, until: Micros) {
        self.queue.advance_to(until);
    }

    /// An event follows the one being processed and those that follow it already, before all else.
    pub(crate) fn follow(&mut self, event: Event, cause: u64) {
        self.more.push_back(Due { event, cause });
    }

    /// Schedules an event, caused by the one being processed.
    pub(crate) fn at(&mut self, at: Micros, event: Event) {
        self.at_with_cause(at, event, self.events);
    }

    /// Schedules an event again that was held back; it keeps its cause.
    pub(crate) fn at_with_cause(&mut self, at: Micros, event: Event, cause: u64) {
        self.queue.push(at, Due { event, cause });
    }

    /// Schedules what comes from outside: before every ordinary event of its instant.
    pub(crate) fn at_first(&mut self, at: Micros, event: Event) {
        self.queue.push_first(at, Due { event, cause: 0 });
    }
}
