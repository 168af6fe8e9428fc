/** What a gateway knows of ranges, beside what is so. Must not know how rows are shown. */

import type { Inspection, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { clockRateText } from "@/model/readTimes";
import { formatDuration } from "@/model/units";
import { type Row, row } from "./types";

/** Ranges that are told; what is out of date comes first. */
const MOST = 12;

export type GatewayInspection = Extract<Inspection, { kind: "gateway" }>;
type Known = GatewayInspection["known"][number];

export function knowledgeRows(gateway: GatewayInspection, world: World): Row[] {
  const { clock_offset_us, drift_ppm, known } = gateway;
  const rows: Row[] = [];
  if (clock_offset_us !== 0) rows.push(row(msg("clock offset"), formatDuration(clock_offset_us)));
  if (drift_ppm !== 0) rows.push(row(msg("clock drift"), clockRateText(drift_ppm)));
  const outdatedFirst = known.toSorted((a, b) => Number(isOutdated(b)) - Number(isOutdated(a)));
  for (const entry of outdatedFirst.slice(0, MOST)) {
    const note = isOutdated(entry) ? outdated(entry, world) : "";
    rows.push(row(msg("knows range"), knownText(entry, world), note));
  }
  const left = known.length - MOST;
  if (left > 0)
    rows.push(
      row(msg("knows also"), t("{n, plural, one {# range} other {# ranges}}", { n: left })),
    );
  return rows;
}

function isOutdated({ wrong }: Known): boolean {
  return wrong.keys || wrong.members || wrong.leader;
}

function knownText(known: Known, world: World): string {
  const { range, epoch, leader, members } = known;
  // TiKV counts both from 1.
  const epochText = `${epoch.keys + 1}.${epoch.members + 1}`;
  return t("{range}, keys {keys}, leader {leader}, on {members}, epoch {epoch}", {
    range,
    keys: keysText(known),
    leader: nameOf(world, leader),
    members: membersText(members, world),
    epoch: epochText,
  });
}

/** What is so where it differs. */
function outdated({ truth, wrong }: Known, world: World): string {
  const parts: string[] = [];
  if (wrong.keys) {
    parts.push(t("range {range} has keys {keys}", { range: truth.range, keys: keysText(truth) }));
  }
  if (wrong.leader) parts.push(t("{node} leads", { node: nameOf(world, truth.leader) }));
  if (wrong.members) {
    parts.push(t("replicas on {members}", { members: membersText(truth.members, world) }));
  }
  return t("Out of date: {parts}", { parts: parts.join(t(", ")) });
}

function keysText({ first_key, end_key }: { first_key: number; end_key: number }): string {
  return `${first_key}–${end_key - 1}`;
}

function membersText(members: Known["members"], world: World): string {
  const text = ({ node, learner }: Known["members"][number]): string =>
    learner ? t("{node} (learner)", { node: nameOf(world, node) }) : nameOf(world, node);
  return members.map(text).join(" ");
}

function nameOf(world: World, node: number | null): string {
  return world.nodes[node ?? -1]?.id ?? t("nobody");
}
