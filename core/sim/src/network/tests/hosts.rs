//! Packets on hosts that several nodes share.

use super::*;

/// A and A2 on one host, B on another, each with so many packet cores; B2 and C on none.
fn hosted(packet_cores: u32, packet_ns: u64) -> Network {
    let mut network = network(1, PLAIN);
    let host = |nodes: &[NodeId]| HostParams {
        packet_cores,
        nodes: nodes.to_vec(),
    };
    network.put_on_hosts(&[host(&[A, A2]), host(&[B])], packet_ns);
    network
}

#[test]
fn a_packet_takes_a_core_at_both_ends_and_none_where_there_is_no_host() {
    let mut network = hosted(1, 10_000);
    assert_eq!(network.send(0, A, B, 100), arrives(0, 1_020));
    assert_eq!(network.send(0, B2, C, 100), arrives(0, 1_000));
    assert_eq!(network.send(100, A, C, 100), arrives(100, 1_110));
    assert_eq!(network.send(200, C, B, 100), arrives(200, 1_210));
    // A node speaks to itself without the network.
    assert_eq!(network.send(300, A, A, 100), arrives(300, 301));
}

#[test]
fn nodes_of_one_host_wait_for_each_other_and_others_do_not() {
    let mut network = hosted(1, 1_000_000);
    network.send(0, A, C, 100);
    // Its neighbour's packet has the core for a millisecond.
    assert_eq!(network.send(0, A2, C, 100), arrives(1_000, 3_000));
    // What reaches the host waits too.
    assert_eq!(network.send(0, B2, A, 100), arrives(2_000, 4_000));
    assert_eq!(network.send(0, B2, C, 100), arrives(0, 1_000));
}

#[test]
fn a_long_message_is_many_packets_and_their_acknowledgements() {
    let mut network = hosted(1, 1_000);
    let ten = 10 * SEGMENT_BYTES;
    assert_eq!(network.send(0, A, C, ten), arrives(0, 1_015));
    assert_eq!(network.packet_cores(0).busy_ns(), 15_000);
    assert_eq!(network.packet_cores(1).busy_ns(), 0);
}

#[test]
fn a_host_handles_as_many_packets_a_second_as_its_cores_allow() {
    // Four cores of 5 us a packet: 800,000 packets a second, whoever sends them.
    let mut network = hosted(4, 5_000);
    let mut last_us = 0;
    for message in 0..80_000 {
        let from = if message % 2 == 0 { A } else { A2 };
        last_us = last_us.max(network.send(0, from, C, 100).end_us);
    }
    assert_eq!(last_us, 100_000 + 1_000);
    assert_eq!(network.packet_cores(0).used_ns(50_000), 4 * 50_000_000);
    assert_eq!(network.packet_cores(0).queued_us(50_000), 50_000);
}

#[test]
fn hosts_change_no_draw() {
    let params = LinkParams {
        jitter_us: 500,
        vanish: Ratio { ppm: 200_000 },
        ..PLAIN
    };
    let mut plain = network(7, params);
    let mut hosted = network(7, params);
    hosted.put_on_hosts(
        &[HostParams {
            packet_cores: 1,
            nodes: vec![A, B],
        }],
        0,
    );
    for now in 0..2_000 {
        for (from, to) in [(A, B), (B, A), (A2, C)] {
            assert_eq!(
                plain.send(now, from, to, 90),
                hosted.send(now, from, to, 90)
            );
        }
    }
}

#[test]
fn a_link_says_how_long_it_was_sending_and_what_waits() {
    let params = LinkParams {
        bandwidth_bps: SLOW_BPS,
        ..PLAIN
    };
    let mut network = network(1, params);
    assert_eq!(network.link_use(0, ZoneId(0), ZoneId(1)), (SLOW_BPS, 0, 0));
    network.send(0, A, B, 1_000);
    network.send(0, A2, B, 1_000);
    let (_, used_ns, queued_us) = network.link_use(500, ZoneId(0), ZoneId(1));
    assert_eq!((used_ns, queued_us), (500_000, 1_500));
    let (_, used_ns, queued_us) = network.link_use(9_000, ZoneId(0), ZoneId(1));
    assert_eq!((used_ns, queued_us), (2_000_000, 0));
}
