/** A store, a gateway, and a link between two zones. Must not know how rows are shown. */

import type { Inspection, Target } from "@/engine/types";
import { msg, small, t, translate } from "@/language/words";
import { clockRateText } from "@/model/readTimes";
import {
  formatBandwidth,
  formatBytes,
  formatDuration,
  formatMoney,
  formatPpm,
} from "@/model/units";
import { knowledgeRows } from "./knowledge";
import { type Description, type Known, row } from "./types";

function tellNode(node: number, known: Known): Description | null {
  const { world, inspection } = known;
  const info = world.nodes[node];
  if (info === undefined || inspection === null) return null;
  const zone = row(msg("zone"), world.zones[info.zone]?.id ?? "");
  if (inspection.kind === "store") {
    return { title: t("Store {id}", { id: info.id }), rows: storeRows(node, inspection, known) };
  }
  if (inspection.kind === "placement-driver") {
    return { title: t("Placement driver"), rows: [zone, row(msg("duties"), dutiesText(known))] };
  }
  if (inspection.kind !== "gateway") return null;
  const { frame } = known;
  const loads = world.workloads.flatMap((load, place) => {
    const state = frame.workloads[place];
    if (!load.nodes.includes(node) || state === undefined) return [];
    const n = state.in_flight;
    const value = state.running
      ? t("running, {n, plural, one {# request} other {# requests}} waiting", { n })
      : t("stopped, {n, plural, one {# request} other {# requests}} waiting", { n });
    return [row(msg("load {load}"), value, translate(load.text), { load: load.id })];
  });
  const knowledge = knowledgeRows(inspection, world);
  return { title: t("Gateway {id}", { id: info.id }), rows: [zone, ...loads, ...knowledge] };
}

/** The switches that give it something to do. */
function dutiesText({ world, frame }: Known): string {
  const duties = world.switches.filter(
    ({ needs_driver, control, key }) =>
      needs_driver && control === "toggle" && frame.settings[key] === true,
  );
  return duties.length === 0
    ? t("none")
    : duties.map(({ label }) => small(translate(label))).join(t(", "));
}

const STATUSES: Readonly<Record<string, string>> = {
  up: msg("running"),
  crashed: msg("crashed"),
  paused: msg("paused"),
};

type StoreInspection = Extract<Inspection, { kind: "store" }>;

function storeRows(node: number, store: StoreInspection, { world, frame }: Known) {
  const { fsync_us, disk_bytes_per_s, clock_offset_us, drift_ppm } = store;
  const info = world.nodes[node];
  const state = frame.stores.find((known) => known.node === node);
  const status = STATUSES[state?.status ?? ""];
  const rows = [
    row(msg("busy"), formatPpm(state?.busy_ppm ?? 0)),
    row(msg("queue"), formatDuration(state?.queued_us ?? 0)),
    row(msg("leads"), t("{n, plural, one {# range} other {# ranges}}", { n: state?.leaders ?? 0 })),
    row(msg("zone"), world.zones[info?.zone ?? -1]?.id ?? ""),
    row(msg("status"), status === undefined ? "" : t(status)),
    row(msg("replicas"), state?.replicas ?? 0),
    row(msg("cores"), t("{n, plural, one {# core} other {# cores}}", { n: info?.cores ?? 0 })),
    row(msg("fsync"), formatDuration(fsync_us)),
  ];
  if (disk_bytes_per_s > 0) rows.push(row(msg("disk"), `${formatBytes(disk_bytes_per_s)}/s`));
  if (clock_offset_us !== 0) rows.push(row(msg("clock offset"), formatDuration(clock_offset_us)));
  if (drift_ppm !== 0) rows.push(row(msg("clock drift"), clockRateText(drift_ppm)));
  return rows;
}

function tellLink(
  from: number,
  to: number,
  { world, frame, inspection }: Known,
): Description | null {
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
    row(msg("messages on it"), count),
    row(msg("bytes on it"), formatBytes(onIt)),
    row(msg("delay"), formatDuration(link.delay_us)),
  ];
  if (link.jitter_us > 0)
    rows.push(
      row(msg("jitter"), t("{from} to {to}", { from: "0", to: formatDuration(link.jitter_us) })),
    );
  if (link.bandwidth_bps > 0) rows.push(row(msg("bandwidth"), formatBandwidth(link.bandwidth_bps)));
  const { window_bytes } = inspection;
  if (window_bytes > 0) rows.push(row(msg("window"), formatBytes(window_bytes)));
  if (link.loss_ppm > 0) rows.push(row(msg("packet loss"), `${link.loss_ppm} ppm`));
  if (link.vanish_ppm > 0) rows.push(row(msg("message loss"), `${link.vanish_ppm} ppm`));
  rows.push(row(msg("price"), t("{price} per GB", { price: formatMoney(link.usd_per_gb) })));
  const kinds = world.kinds.length;
  const cells = (all: Float64Array): Float64Array => all.subarray(pair * kinds, (pair + 1) * kinds);
  const sum = (all: Float64Array): number => all.reduce((x, y) => x + y, 0);
  rows.push(row(msg("bytes so far"), formatBytes(sum(cells(frame.bytes)))));
  for (const [kind, bytes] of cells(frame.bytes).entries()) {
    if (bytes === 0) continue;
    const label = translate(world.kinds[kind]?.label ?? "");
    rows.push(row(msg("of which {kind}"), formatBytes(bytes), "", { kind: label }));
  }
  rows.push(row(msg("framing so far"), formatBytes(sum(cells(frame.framing)))));
  for (const fault of frame.faults) rows.push(row(msg("active fault"), fault.text));
  return {
    title: from === to ? t("Network inside {a}", { a }) : t("Link from {a} to {b}", { a, b }),
    rows,
  };
}

export function tellPlace(target: Target, known: Known): Description | null {
  if ("node" in target) return tellNode(target.node, known);
  if ("link" in target) return tellLink(target.link.from, target.link.to, known);
  return null;
}
