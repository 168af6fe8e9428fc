/** The figures of a report, by the names under which the page shows them. Pure. */

import type { Frame, WorkloadState, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import {
  type Cube,
  crossZoneByKind,
  measuredSpan,
  monthlyUsd,
  type Prices,
  priceOf,
  repriced,
  total,
  withFraming,
} from "@/model/traffic";
import { formatBytes, formatCount, formatMilliseconds, formatMoney } from "@/model/units";

export interface FigureTable {
  title: string;
  head: readonly string[];
  /** The first of each is the row's name. */
  rows: readonly (readonly string[])[];
}

export interface Figured {
  world: World;
  frame: Frame;
  prices: Prices | null;
  /** What reads are worth is not told yet. */
  hideVerdicts: boolean;
}

export function figureTables(of: Figured): FigureTable[] {
  const tables = [
    bytesTable(of),
    kindsTable(of),
    latencyTable(of),
    outcomesTable(of),
    runTable(of),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function cubeOf(world: World, bytes: Float64Array): Cube {
  return { zones: world.zones.length, kinds: world.kinds.length, bytes };
}

function bytesTable({ world, frame, prices }: Figured): FigureTable {
  const links = repriced(world.links, world.zones, prices);
  const span = measuredSpan(world.measure_from_us, frame.now_us);
  const row = (name: string, bytes: Float64Array, warm: Float64Array): string[] => {
    const cube = cubeOf(world, bytes);
    const month = monthlyUsd(cube, warm, links, span);
    return [
      name,
      formatBytes(total(crossZoneByKind(cube))),
      formatMoney(priceOf(cube, links)),
      month === undefined ? "–" : formatMoney(month),
    ];
  };
  const wire = withFraming(frame.bytes, frame.framing);
  return {
    title: t("Bytes between zones"),
    head: ["", t("this run"), t("so far"), t("a month at this load")],
    rows: [
      row(t("payload"), frame.bytes, frame.warm_bytes),
      row(t("on the wire"), wire, withFraming(frame.warm_bytes, frame.warm_framing)),
    ],
  };
}

function kindsTable({ world, frame }: Figured): FigureTable {
  const payload = crossZoneByKind(cubeOf(world, frame.bytes));
  const around = crossZoneByKind(cubeOf(world, frame.framing));
  const rows = world.kinds.flatMap(({ label }, k) => {
    const bytes = payload[k] ?? 0;
    return bytes > 0
      ? [[translate(label), formatBytes(bytes), formatBytes(bytes + (around[k] ?? 0))]]
      : [];
  });
  return {
    title: t("Bytes between zones by kind"),
    head: [t("Kind"), t("payload"), t("on the wire")],
    rows,
  };
}

function latencyTable(of: Figured): FigureTable {
  const ms = (us: number, { ok }: WorkloadState) => (ok === 0 ? "–" : formatMilliseconds(us));
  const rows = loads(of).map(({ id, state }) => [
    id,
    ms(state.p50_us, state),
    ms(state.p95_us, state),
    ms(state.p99_us, state),
    perSecond(of, state),
  ]);
  return {
    title: t("Latency by workload, ms"),
    head: [t("Workload"), "p50", "p95", "p99", t("per s")],
    rows,
  };
}

/** Of the time that latencies are measured in, as all of the table is: not of its last second. */
function perSecond({ world, frame }: Figured, { histogram }: WorkloadState): string {
  const { from_us, to_us } = measuredSpan(world.measure_from_us, frame.now_us);
  if (to_us <= from_us) return "–";
  const answered = histogram.reduce((sum, requests) => sum + requests, 0);
  const rate = (answered * 1_000_000) / (to_us - from_us);
  // So few that a whole number would say none.
  return rate > 0 && rate < 10 ? String(Number(rate.toPrecision(2))) : formatCount(rate);
}

function outcomesTable(of: Figured): FigureTable {
  const stale = of.hideVerdicts ? [] : [t("stale")];
  const rows = loads(of).map(({ id, state: { ok, failed, unknown, stale } }) => [
    id,
    ...[ok, failed, unknown, ...(of.hideVerdicts ? [] : [stale])].map(formatCount),
  ]);
  return {
    title: t("Outcomes"),
    head: [t("Requests"), t("ok"), t("failed"), t("unknown"), ...stale],
    rows,
  };
}

function loads({ world, frame }: Figured): { id: string; state: WorkloadState }[] {
  return world.workloads.flatMap(({ id, index }) => {
    const state = frame.workloads[index];
    return state === undefined ? [] : [{ id, state }];
  });
}

function runTable({ frame }: Figured): FigureTable {
  const { events, messages, elections, violations, unjudged } = frame;
  return {
    title: t("Run"),
    head: ["", t("this run")],
    rows: [
      [t("Events"), formatCount(events)],
      [t("Messages"), formatCount(messages)],
      [t("Elections"), formatCount(elections)],
      [t("Raft’s safety"), violations.length === 0 ? t("holds") : violations.join(t("; "))],
      ...(unjudged.length === 0 ? [] : [[t("Not judged"), unjudged.map(translate).join(t("; "))]]),
    ],
  };
}
