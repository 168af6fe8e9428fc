//! Queues against theory: over long runs what is waited for is what textbooks say, and a link
//! carries what its bandwidth and its window allow.

use sim::{Cores, Fate, LinkParams, Network, NodeId, Ratio, SECONDS, Stream, ZoneId};

/// Jobs of a long run: the means stand still to well below two per cent.
const JOBS: u64 = 4_000_000;
/// Mean core time of a job.
const SERVICE_NS: u64 = 1_000_000;

/// More than fits on the way of any link here, so that it is always full.
const AHEAD_BYTES: u64 = 2_000_000;

/// Mean wait for a core, in services, where jobs arrive as a Poisson process and load `n` cores to
/// this share, in per cent.
fn mean_wait(n: u32, percent: u64, service: impl Fn(&mut Stream) -> u64) -> f64 {
    let mut cores = Cores::new(n);
    let mut arrivals = Stream::fork(1, "arrivals", n.into());
    let mut services = Stream::fork(1, "services", n.into());
    let pause_ns = SERVICE_NS * 100 / (u64::from(n) * percent);
    let (mut arrived_ns, mut waited_us) = (0, 0);
    for _ in 0..JOBS {
        arrived_ns += arrivals.exponential(pause_ns);
        let now_us = arrived_ns / 1_000;
        waited_us += cores.queued_us(now_us);
        cores.submit(now_us, service(&mut services));
    }
    waited_us as f64 * 1e3 / JOBS as f64 / SERVICE_NS as f64
}

fn within(found: f64, theory: f64, share: f64) {
    let off = (found / theory - 1.0).abs();
    assert!(off <= share, "{found}, theory says {theory}");
}

/// Mean wait of M/M/c, in services, by Erlang's C formula.
fn erlang_wait(n: u32, percent: u64) -> f64 {
    let load = percent as f64 / 100.0;
    let offered = load * f64::from(n);
    let (mut term, mut sum) = (1.0, 0.0);
    for k in 1..=n {
        sum += term;
        term *= offered / f64::from(k);
    }
    let all_busy = term / (1.0 - load);
    all_busy / (sum + all_busy) / (f64::from(n) * (1.0 - load))
}

#[test]
fn one_core_and_random_services_wait_as_in_m_m_1() {
    for percent in [30, 50, 70, 80] {
        let load = percent as f64 / 100.0;
        let found = mean_wait(1, percent, |stream| stream.exponential(SERVICE_NS));
        within(found, load / (1.0 - load), 0.02);
        within(erlang_wait(1, percent), load / (1.0 - load), 1e-9);
    }
}

#[test]
fn several_cores_and_random_services_wait_as_in_m_m_c() {
    for (n, percent) in [(2, 50), (4, 70), (8, 80), (16, 85)] {
        let found = mean_wait(n, percent, |stream| stream.exponential(SERVICE_NS));
        within(found, erlang_wait(n, percent), 0.02);
    }
}

#[test]
fn one_core_and_equal_services_wait_as_in_m_d_1() {
    for percent in [30, 50, 70, 80] {
        let load = percent as f64 / 100.0;
        let found = mean_wait(1, percent, |_| SERVICE_NS);
        within(found, load / (2.0 * (1.0 - load)), 0.02);
    }
}

/// Bytes per second that one connection carries when there is always more to send.
fn carried(bandwidth_bps: u64, window_bytes: u64, round_trip_us: u64, message_bytes: u64) -> f64 {
    let link = LinkParams {
        delay_us: round_trip_us / 2,
        jitter_us: 0,
        bandwidth_bps,
        loss: Ratio::ZERO,
        vanish: Ratio::ZERO,
        window_bytes,
        connections: 0,
        buffer_bytes: 0,
    };
    let mut network = Network::new(1, &[ZoneId(0), ZoneId(1)], 2, |_, _| link);
    let (from, to) = (NodeId(0), NodeId(1));
    let mut ends = std::collections::VecDeque::new();
    let (mut now_us, mut bytes) = (0, 0);
    while now_us < 60 * SECONDS {
        while (ends.len() as u64) * message_bytes < AHEAD_BYTES {
            let sent = network.send(now_us, from, to, message_bytes);
            assert_eq!(sent.fate, Fate::Arrives);
            ends.push_back(sent.end_us);
        }
        now_us = ends.pop_front().expect("some are under way");
        bytes += message_bytes;
    }
    bytes as f64 * SECONDS as f64 / now_us as f64
}

#[test]
fn a_link_carries_the_least_of_its_bandwidth_and_a_window_per_round_trip() {
    for (bandwidth_bps, window_bytes, round_trip_us) in [
        (297_000_000, 65_536, 27_900),
        (297_000_000, 4_000_000, 27_900),
        (10_000_000, 65_536, 200),
        (1_000_000_000, 65_536, 1_000),
        (1_000_000_000, 0, 1_000),
        (0, 65_536, 30_000),
    ] {
        for message_bytes in [1_460, 11_800] {
            let by_bandwidth = match bandwidth_bps {
                0 => f64::INFINITY,
                _ => bandwidth_bps as f64 / 8.0,
            };
            let by_window = match window_bytes {
                0 => f64::INFINITY,
                _ => window_bytes as f64 * SECONDS as f64 / round_trip_us as f64,
            };
            let found = carried(bandwidth_bps, window_bytes, round_trip_us, message_bytes);
            within(found, by_bandwidth.min(by_window), 0.01);
        }
    }
}
