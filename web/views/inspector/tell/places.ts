/** A store, a gateway, and a link between two zones. Must not know how rows are shown. */

import type { Inspection, Target } from "@/engine/types";
import {
  formatBandwidth,
  formatBytes,
  formatDuration,
  formatMoney,
  formatPpm,
  plural,
} from "@/model/units";
import { knowledgeRows } from "./knowledge";
import { type Known, row, type Told } from "./types";

function tellNode(node: number, known: Known): Told | null {
  const { world, inspection } = known;
  const info = world.nodes[node];
  if (info === undefined || inspection === null) return null;
  const zone = row("zone", world.zones[info.zone]?.id ?? "");
  if (inspection.kind === "store") {
    return { title: `Store ${info.id}`, rows: storeRows(node, inspection, known) };
  }
  if (inspection.kind === "placement-driver") {
    return { title: "Placement driver", rows: [zone, row("duties", dutiesText(known))] };
  }
  if (inspection.kind !== "gateway") return null;
  const { frame } = known;
  const loads = world.workloads.flatMap((load, place) => {
    const state = frame.workloads[place];
    if (!load.nodes.includes(node) || state === undefined) return [];
    const value = `${state.running ? "running" : "stopped"}, ${plural(state.in_flight, "request")} waiting`;
    return [row(`load ${load.id}`, value, load.text)];
  });
  const knowledge = knowledgeRows(inspection, world);
  return { title: `Gateway ${info.id}`, rows: [zone, ...loads, ...knowledge] };
}

/** The switches that give it something to do. */
function dutiesText({ world, frame }: Known): string {
  const duties = world.switches.filter(
    ({ needs_driver, control, key }) =>
      needs_driver && control === "toggle" && frame.settings[key] === true,
  );
  return duties.length === 0 ? "none" : duties.map(({ label }) => label.toLowerCase()).join(", ");
}

const STATUSES: Readonly<Record<string, string>> = {
  up: "running",
  crashed: "crashed",
  paused: "paused",
};

type StoreInspection = Extract<Inspection, { kind: "store" }>;

function storeRows(node: number, store: StoreInspection, { world, frame }: Known) {
  const { fsync_us, disk_bytes_per_s, clock_offset_us, drift_ppm } = store;
  const info = world.nodes[node];
  const state = frame.stores.find((known) => known.node === node);
  const rows = [
    row("busy", formatPpm(state?.busy_ppm ?? 0)),
    row("queue", formatDuration(state?.queued_us ?? 0)),
    row("leads", plural(state?.leaders ?? 0, "range")),
    row("zone", world.zones[info?.zone ?? -1]?.id ?? ""),
    row("status", STATUSES[state?.status ?? ""] ?? ""),
    row("replicas", state?.replicas ?? 0),
    row("cores", plural(info?.cores ?? 0, "core")),
    row("fsync", formatDuration(fsync_us)),
  ];
  if (disk_bytes_per_s > 0) rows.push(row("disk", `${formatBytes(disk_bytes_per_s)}/s`));
  if (clock_offset_us !== 0) rows.push(row("clock offset", formatDuration(clock_offset_us)));
  if (drift_ppm !== 0) rows.push(row("clock drift", `${drift_ppm} ppm`));
  return rows;
}

function tellLink(from: number, to: number, { world, frame, inspection }: Known): Told | null {
  const width = world.zones.length;
  const pair = from * width + to;
  const link = world.links[pair];
  if (link === undefined || inspection?.kind !== "link") return null;
  const [a, b] = [world.zones[from]?.id ?? "", world.zones[to]?.id ?? ""];
  const { flights } = frame;
  const zoneOf = (node: number | undefined): number => world.nodes[node ?? -1]?.zone ?? -1;
  let [count, onIt] = [0, 0];
  for (let at = 0; at < flights.count; at += 1) {
    if (zoneOf(flights.from[at]) !== from || zoneOf(flights.to[at]) !== to) continue;
    count += 1;
    onIt += flights.bytes[at] ?? 0;
  }
  const rows = [
    row("messages on it", count),
    row("bytes on it", formatBytes(onIt)),
    row("delay", formatDuration(link.delay_us)),
  ];
  if (link.jitter_us > 0) rows.push(row("jitter", `0 to ${formatDuration(link.jitter_us)}`));
  if (link.bandwidth_bps > 0) rows.push(row("bandwidth", formatBandwidth(link.bandwidth_bps)));
  const { window_bytes } = inspection;
  if (window_bytes > 0) rows.push(row("window", formatBytes(window_bytes)));
  if (link.loss_ppm > 0) rows.push(row("packet loss", `${link.loss_ppm} ppm`));
  if (link.vanish_ppm > 0) rows.push(row("message loss", `${link.vanish_ppm} ppm`));
  rows.push(row("price", `${formatMoney(link.usd_per_gb)} per GB`));
  const kinds = world.kinds.length;
  const cells = (all: Float64Array): Float64Array => all.subarray(pair * kinds, (pair + 1) * kinds);
  const sum = (all: Float64Array): number => all.reduce((x, y) => x + y, 0);
  rows.push(row("bytes so far", formatBytes(sum(cells(frame.bytes)))));
  for (const [kind, bytes] of cells(frame.bytes).entries()) {
    if (bytes > 0) rows.push(row(`of which ${world.kinds[kind]?.label}`, formatBytes(bytes)));
  }
  rows.push(row("framing so far", formatBytes(sum(cells(frame.framing)))));
  for (const fault of frame.faults) rows.push(row("active fault", fault.text));
  return { title: from === to ? `Network inside ${a}` : `Link from ${a} to ${b}`, rows };
}

export function tellPlace(target: Target, known: Known): Told | null {
  if ("node" in target) return tellNode(target.node, known);
  if ("link" in target) return tellLink(target.link.from, target.link.to, known);
  return null;
}
