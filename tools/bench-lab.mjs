/** The figures of the two labs, from `raft-atlas bench lab` and `bench reads`. */

/** @param lab what the program measured */
export function labRows(lab) {
  const ratio = (figure) => figure.toFixed(3);
  const [on, off] = lab.commit_p50_us;
  return [
    {
      what: "append bytes between zones, 1+2+2, 16 KiB, relay on / off",
      value: ratio(lab.append_bytes_1_2_2_16_kib),
      goal: "0.52 or less",
    },
    {
      what: "all bytes between zones, 1+2+2, 1 KiB, relay on / off",
      value: ratio(lab.all_bytes_1_2_2_1_kib),
      goal: "0.58 or less",
    },
    {
      what: "append bytes between zones, 3×3, 16 KiB, relay on / off",
      value: ratio(lab.append_bytes_3_3_3_16_kib),
      goal: "0.36 or less",
    },
    {
      what: "commit latency p50, relay on less off, in local hops",
      value: `${lab.commit_p50_more_hops.toFixed(2)} (${on} µs against ${off} µs)`,
      goal: "1 or less",
    },
    {
      what: "both delegates die, worst write",
      value: `${(lab.dead_delegate.worst_us / 1000).toFixed(0)} ms, ${lab.dead_delegate.ticks.toFixed(1)} ticks`,
      goal: "a named number of ticks and a round trip",
    },
    {
      what: "delta encoding, batch insert, append bytes on / off",
      value: ratio(lab.delta_batch_insert),
      goal: "0.80 to 0.90",
    },
    {
      what: "engine throughput, relay on / off",
      value: lab.throughput.on_over_off.toFixed(2),
      goal: "at least 0.9",
    },
  ];
}

/** @param reads what the program measured */
export function readRows(reads) {
  return [
    {
      what: "engine throughput, history and verdicts on / off",
      value: reads.throughput_judged.toFixed(2),
      goal: "at least 0.85",
    },
    {
      what: "share of the engine's time that live verdicts take",
      value: reads.judging_share.toFixed(3),
      goal: "under 0.10",
    },
    {
      what: `search over ${reads.search.operations} operations of a healthy run`,
      value: `${reads.search.s.toFixed(2)} s`,
      goal: "under 2 s",
    },
  ];
}
