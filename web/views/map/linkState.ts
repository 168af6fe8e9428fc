/** What state each direction of a link is in, from the active faults, and in which words. Pure. */

import type { FaultView, World } from "@/engine/types";
import { t } from "@/language/words";
import { blocks, isOfNetwork, isOfPlace } from "@/model/faults";
import { formatBandwidth, formatBytesPerSecond, formatDuration, formatPpm } from "@/model/units";
import { LEAST_PPM } from "./hottest";

export interface LaneState {
  cut: boolean;
  /** Some pair of nodes of the two zones is cut, but not the zones. */
  partly: boolean;
  /** A fault adds delay or jitter, or narrows the lane. */
  slow: boolean;
  lossy: boolean;
  delayUs: number;
  addedDelayUs: number;
  jitterUs: number;
  lossPpm: number;
  vanishPpm: number;
  bandwidthBps: number;
  faults: string[];
}

/** A place named by a fault: a zone with all that stands in it, or one node. */
interface Place {
  zone: number;
  node: number | null;
}

export function placeOf(world: World, id: string): Place | null {
  const zone = world.zones.findIndex((z) => z.id === id);
  if (zone >= 0) return { zone, node: null };
  const node = world.nodes.find((n) => n.id === id);
  return node ? { zone: node.zone, node: node.index } : null;
}

export function laneState(
  world: World,
  faults: readonly FaultView[],
  from: number,
  to: number,
): LaneState {
  const link = world.links.find((l) => l.from === from && l.to === to);
  const state: LaneState = {
    cut: false,
    partly: false,
    slow: false,
    lossy: (link?.loss_ppm ?? 0) + (link?.vanish_ppm ?? 0) > 0,
    delayUs: link?.delay_us ?? 0,
    addedDelayUs: 0,
    jitterUs: link?.jitter_us ?? 0,
    lossPpm: link?.loss_ppm ?? 0,
    vanishPpm: link?.vanish_ppm ?? 0,
    bandwidthBps: link?.bandwidth_bps ?? 0,
    faults: [],
  };
  for (const fault of faults) apply(state, world, fault, from, to);
  return state;
}

function apply(state: LaneState, world: World, fault: FaultView, from: number, to: number): void {
  if (!isOfNetwork(fault)) return;
  const a = placeOf(world, fault.from);
  if (!a) return;
  if (isOfPlace(fault)) {
    // A node that is cut off says so itself; its zone's links go on.
    if (a.node !== null || (a.zone !== from && a.zone !== to)) return;
    state.faults.push(fault.id);
    state.cut = true;
    return;
  }
  const b = placeOf(world, fault.to);
  if (!b) return;
  const there = a.zone === from && b.zone === to;
  const back = !fault.one_way && a.zone === to && b.zone === from;
  if (!there && !back) return;
  state.faults.push(fault.id);
  const whole = a.node === null && b.node === null;
  if (blocks(fault)) {
    if (whole) state.cut = true;
    else state.partly = true;
    return;
  }
  if (!whole) state.partly = true;
  else degrade(state, fault);
}

function degrade(state: LaneState, fault: FaultView): void {
  state.addedDelayUs += fault.delay_us;
  state.delayUs += fault.delay_us;
  state.jitterUs += fault.jitter_us;
  state.lossPpm = Math.min(1e6, state.lossPpm + fault.loss_ppm);
  state.vanishPpm = Math.min(1e6, state.vanishPpm + fault.vanish_ppm);
  if (fault.bandwidth_bps > 0)
    state.bandwidthBps =
      state.bandwidthBps > 0
        ? Math.min(state.bandwidthBps, fault.bandwidth_bps)
        : fault.bandwidth_bps;
  state.slow ||= fault.delay_us > 0 || fault.jitter_us > 0 || fault.bandwidth_bps > 0;
  state.lossy ||= fault.loss_ppm + fault.vanish_ppm > 0;
}

export interface LinkWords {
  /** Delay and rate; what is wrong with it, or nothing. */
  main: string;
  trouble: string;
  /** What is wrong, or else the delay, in a few letters, where there is little room. */
  short: string;
  /** The rate alone; nothing when nothing can pass. */
  rate: string;
  bad: boolean;
  /** What the delay is: of one way, or there and back. */
  way: string;
  /** The whole state in a sentence, for people who do not see the map. */
  name: string;
}

/** How much of its bandwidth the busier direction uses. */
export interface LinkUse {
  ppm: number;
  isFull: boolean;
}

const NOT_LIMITED: LinkUse = { ppm: 0, isFull: false };

export function linkWords(
  world: World,
  from: number,
  to: number,
  there: LaneState,
  back: LaneState,
  bytesPerSecond: number | null,
  used: LinkUse = NOT_LIMITED,
): LinkWords {
  const a = world.zones[from]?.id ?? "";
  const b = world.zones[to]?.id ?? "";
  const delay =
    there.delayUs === back.delayUs
      ? formatDuration(there.delayUs)
      : `${formatDuration(there.delayUs)} / ${formatDuration(back.delayUs)}`;
  const rate = bytesPerSecond === null ? "" : formatBytesPerSecond(bytesPerSecond);
  const busy =
    used.ppm < LEAST_PPM ? "" : ` · ${t("{share} busy", { share: formatPpm(used.ppm) })}`;
  const main = (rate === "" ? delay : `${delay} · ${rate}`) + busy;
  const bad = there.cut || back.cut;
  const wrong = bad ? cutWords(a, b, there, back) : degradedWords(a, b, there, back);
  const trouble = wrong === "" && used.isFull ? t("bandwidth full") : wrong;
  const state = trouble === "" ? t("healthy") : trouble;
  const name =
    rate === ""
      ? t("Link between {a} and {b}: {state}. One-way delay {delay}.", { a, b, state, delay })
      : t("Link between {a} and {b}: {state}. One-way delay {delay}, {rate} in both directions.", {
          a,
          b,
          state,
          delay,
          rate,
        });
  const both = there.cut && back.cut;
  const short = shortWords(there, back);
  const roundTrip = formatDuration(there.delayUs + back.delayUs);
  const way = t("{delay} one way, {back} there and back", { delay, back: roundTrip });
  return { main: both ? "" : main, trouble, short, rate: both ? "" : rate, bad, way, name };
}

function shortWords(there: LaneState, back: LaneState): string {
  if (there.cut && back.cut) return t("cut");
  if (there.cut || back.cut) return t("one-way cut");
  const words = [];
  if (there.slow || back.slow) words.push(t("slow"));
  if (there.lossy || back.lossy) words.push(t("lossy"));
  if (words.length > 0) return words.join(t(", "));
  return formatDuration(Math.max(there.delayUs, back.delayUs));
}

function cutWords(a: string, b: string, there: LaneState, back: LaneState): string {
  if (there.cut && back.cut) return t("cut both ways");
  return there.cut ? t("{a} → {b} cut", { a, b }) : t("{a} → {b} cut", { a: b, b: a });
}

function degradedWords(a: string, b: string, there: LaneState, back: LaneState): string {
  const lanes: [string, LaneState][] = [
    [`${a} → ${b} `, there],
    [`${b} → ${a} `, back],
  ];
  const said = lanes.map(([way, lane]) => [way, troublesOf(lane)] as const);
  const [first, second] = said;
  if (first && second && first[1] === second[1]) return first[1];
  return said
    .filter(([, words]) => words !== "")
    .map(([way, words]) => way + words)
    .join(t(", "));
}

function troublesOf(lane: LaneState): string {
  const words: string[] = [];
  if (lane.addedDelayUs > 0)
    words.push(t("slow, +{delay}", { delay: formatDuration(lane.addedDelayUs) }));
  else if (lane.slow && lane.bandwidthBps > 0)
    words.push(t("at most {rate}", { rate: formatBandwidth(lane.bandwidthBps) }));
  else if (lane.slow) words.push(t("jitter {time}", { time: formatDuration(lane.jitterUs) }));
  if (lane.lossPpm > 0) words.push(t("{share} packet loss", { share: formatPpm(lane.lossPpm) }));
  if (lane.vanishPpm > 0)
    words.push(t("{share} message loss", { share: formatPpm(lane.vanishPpm) }));
  if (lane.partly) words.push(t("some nodes cut"));
  return words.join(t(", "));
}

/** What the network does to one store or gateway, in a word or two; "" when it is well. */
export function nodeTrouble(world: World, faults: readonly FaultView[], node: number): string {
  const id = world.nodes[node]?.id;
  let words = "";
  for (const fault of faults) {
    if (fault.from !== id && fault.to !== id) continue;
    if (isOfPlace(fault)) return t("cut off");
    if (!isOfNetwork(fault)) {
      // A store says so itself.
      if (world.nodes[node]?.kind === "gateway") return t("crashed");
    } else if (blocks(fault)) words = t("partly cut");
    else if (words === "") words = t("slowed");
  }
  return words;
}
