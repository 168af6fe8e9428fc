//! What a message waits for on its way: the serialisation of a shared link, and the window of its
//! connection.
//!
//! Both keep one instant, in nanoseconds: at 10 Gbit/s a small message takes 80 ns, and rounding
//! each up to a microsecond would slow such a link twelve times over. They know bytes, not nodes.

use crate::rng::Ratio;
use crate::time::{Micros, NANOS_PER_MICRO, SECONDS, mul_div_ceil};

/// Bits in a byte times nanoseconds in a second.
const BIT_NANOS: u64 = 8 * SECONDS * NANOS_PER_MICRO;

/// The properties of the link from one zone to another, or within one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LinkParams {
    /// One-way propagation delay, in µs.
    pub delay_us: Micros,
    /// Uniform 0 to this, inclusive, is added to the delay of each message, in µs.
    pub jitter_us: Micros,
    /// Bits per second, shared evenly by those connections of this directed zone pair that have
    /// something to send; 0: not limited.
    pub bandwidth_bps: u64,
    /// Chance that a packet is lost; TCP sends it again, and what follows on its connection waits.
    pub loss: Ratio,
    /// Chance that a whole message vanishes, as on a transport that sends nothing again.
    pub vanish: Ratio,
    /// Bytes that one connection may have in flight (its TCP window): it carries at most this
    /// much per round trip; 0: not limited.
    pub window_bytes: u64,
    /// Connections of a pair of nodes beside the one between replicas: each has a window of its
    /// own, and they share the link segment by segment; 0: one, which sends message by message.
    pub connections: u32,
    /// Bytes that wait at the link at most, where there are such connections; 0: not limited.
    pub buffer_bytes: u64,
}

/// How long it takes to send so many bytes, in ns.
pub(crate) fn transmission_ns(bytes: u64, bandwidth_bps: u64) -> u64 {
    if bandwidth_bps == 0 {
        return 0;
    }
    mul_div_ceil(bytes, BIT_NANOS, bandwidth_bps)
}

/// A queue in which messages are serialised one after the other.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Pipe {
    /// Bits per second; 0: not limited.
    pub(crate) bandwidth_bps: u64,
    /// When the last bit of everything accepted has left, in ns.
    free_ns: u64,
    /// How long it takes to send all that was accepted, in ns.
    accepted_ns: u64,
}

impl Pipe {
    pub(crate) fn new(bandwidth_bps: u64) -> Self {
        Pipe {
            bandwidth_bps,
            free_ns: 0,
            accepted_ns: 0,
        }
    }

    /// How long it was sending up to now, in ns.
    pub(crate) fn used_ns(&self, now_ns: u64) -> u64 {
        self.accepted_ns - self.queued_ns(now_ns)
    }

    /// How long a message that is sent now would wait, in ns.
    pub(crate) fn queued_ns(&self, now_ns: u64) -> u64 {
        self.free_ns.saturating_sub(now_ns)
    }

    /// How long it takes to send so many bytes, in ns.
    pub(crate) fn takes_ns(&self, bytes: u64) -> u64 {
        transmission_ns(bytes, self.bandwidth_bps)
    }

    /// How many bytes wait to leave.
    #[inline]
    pub(crate) fn queued_bytes(&self, now_ns: u64) -> u64 {
        mul_div_ceil(self.queued_ns(now_ns), self.bandwidth_bps, BIT_NANOS)
    }

    /// When the first bit of a message that is sent now leaves.
    #[inline]
    pub(crate) fn start_ns(&self, now_ns: u64) -> u64 {
        if self.bandwidth_bps == 0 {
            now_ns
        } else {
            now_ns.max(self.free_ns)
        }
    }

    /// Accepts a message and returns when its last bit leaves.
    #[inline]
    pub(crate) fn accept(&mut self, now_ns: u64, bytes: u64) -> u64 {
        if self.bandwidth_bps == 0 {
            return now_ns;
        }
        let duration_ns = self.takes_ns(bytes);
        self.free_ns = self.start_ns(now_ns) + duration_ns;
        self.accepted_ns += duration_ns;
        self.free_ns
    }
}

/// The window of one connection: a token bucket of `bytes` that refills once per round trip.
///
/// It is kept as the instant at which the bucket would be full again; the bucket is empty when
/// that lies one round trip ahead, and in debt beyond.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Window {
    /// Depth of the bucket; 0: not limited.
    pub(crate) bytes: u64,
    /// Time in which the empty bucket fills, in ns.
    pub(crate) round_trip_ns: u64,
    full_ns: u64,
}

impl Window {
    pub(crate) fn new() -> Self {
        Window {
            bytes: 0,
            round_trip_ns: 0,
            full_ns: 0,
        }
    }

    /// When the first byte of a message that is sent now leaves: at once unless in debt.
    #[inline]
    pub(crate) fn start_ns(&self, now_ns: u64) -> u64 {
        if self.bytes == 0 {
            return now_ns;
        }
        now_ns.max(self.full_ns.saturating_sub(self.round_trip_ns))
    }

    /// Takes the tokens of a message and returns when its last byte may leave: at once if there
    /// were enough, else when the refill has paid for it.
    #[inline]
    pub(crate) fn accept(&mut self, now_ns: u64, bytes: u64) -> u64 {
        if self.bytes == 0 {
            return now_ns;
        }
        let refill_ns = mul_div_ceil(bytes, self.round_trip_ns, self.bytes);
        self.full_ns = now_ns.max(self.full_ns) + refill_ns;
        self.start_ns(now_ns)
    }

    /// Forgets what is in flight.
    pub(crate) fn reset(&mut self) {
        self.full_ns = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_serialised_one_after_the_other() {
        // 8 Mbit/s: one byte per microsecond.
        let mut pipe = Pipe::new(8_000_000);
        assert_eq!(pipe.accept(0, 100), 100_000);
        assert_eq!(pipe.accept(50_000, 100), 200_000);
        assert_eq!(pipe.start_ns(50_000), 200_000);
        assert_eq!(pipe.accept(500_000, 1), 501_000);
    }

    #[test]
    fn small_messages_on_a_fast_link_keep_their_nanoseconds() {
        let mut pipe = Pipe::new(10_000_000_000);
        for _ in 0..1_000 {
            pipe.accept(0, 100);
        }
        assert_eq!(pipe.start_ns(0), 80_000);
    }

    #[test]
    fn serialisation_is_exact_beyond_64_bits() {
        let mut pipe = Pipe::new(3);
        assert_eq!(pipe.accept(0, 3_000_000_000), 8_000_000_000 * 1_000_000_000);
    }

    #[test]
    fn an_unlimited_pipe_delays_nothing() {
        let mut pipe = Pipe::new(0);
        assert_eq!(pipe.accept(5, u64::MAX), 5);
        assert_eq!(pipe.start_ns(6), 6);
    }

    #[test]
    fn a_window_passes_what_fits_and_paces_the_rest_at_one_window_per_round_trip() {
        let mut window = Window {
            bytes: 1_000,
            round_trip_ns: 10_000,
            full_ns: 0,
        };
        assert_eq!(window.accept(0, 600), 0);
        assert_eq!(window.accept(0, 400), 0);
        assert_eq!(window.start_ns(0), 0);
        assert_eq!(window.accept(0, 500), 5_000);
        assert_eq!(window.start_ns(0), 5_000);
        // After two idle round trips the bucket is full again, and no fuller.
        assert_eq!(window.accept(50_000, 1_000), 50_000);
        assert_eq!(window.accept(50_000, 1), 50_010);
    }

    #[test]
    fn a_message_larger_than_the_window_takes_the_round_trips_that_it_needs() {
        let mut window = Window {
            bytes: 1_000,
            round_trip_ns: 10_000,
            full_ns: 0,
        };
        assert_eq!(window.accept(0, 5_000), 40_000);
        assert_eq!(window.accept(0, 1_000), 50_000);
        window.reset();
        assert_eq!(window.accept(0, 1_000), 0);
    }
}
