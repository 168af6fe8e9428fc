/**
 * What a gateway knows of ranges, beside what is so. Layout: `run::playground::inspect`.
 * Must not know how rows are shown.
 */

import { formatDuration, plural } from "@/lib/units";
import type { World } from "@/protocol/engine";
import { type Row, row } from "./types";

/** Ranges that are told; what is out of date comes first. */
const MOST = 12;

interface Side {
  keys: string;
  range: number;
  leader: string;
  members: string;
}

interface Entry {
  known: Side;
  epoch: string;
  truth: Side;
  /** 1 if keys, 2 if members, 4 if the leader differ, added up. */
  wrong: number;
}

export function knowledgeRows(numbers: Float64Array, world: World): Row[] {
  const [ahead = 0, drift = 0] = numbers;
  const rows: Row[] = [];
  if (ahead !== 0) rows.push(row("clock offset", formatDuration(ahead)));
  if (drift !== 0) rows.push(row("clock drift", `${drift} ppm`));
  const entries = read(numbers, world);
  const told = entries.toSorted((a, b) => Number(b.wrong > 0) - Number(a.wrong > 0));
  for (const { known, epoch, truth, wrong } of told.slice(0, MOST)) {
    const value = `${known.range}, keys ${known.keys}, leader ${known.leader}, on ${known.members}, epoch ${epoch}`;
    rows.push(row("knows range", value, wrong > 0 ? outdated(truth, wrong) : ""));
  }
  const left = entries.length - MOST;
  if (left > 0) rows.push(row("knows also", plural(left, "range")));
  return rows;
}

/** What is so where it differs. */
function outdated(truth: Side, wrong: number): string {
  const parts: string[] = [];
  if (wrong & 1) parts.push(`range ${truth.range} has keys ${truth.keys}`);
  if (wrong & 4) parts.push(`${truth.leader} leads`);
  if (wrong & 2) parts.push(`replicas on ${truth.members}`);
  return `Out of date: ${parts.join(", ")}`;
}

function read(numbers: Float64Array, world: World): Entry[] {
  let at = 2;
  const next = (): number => numbers[at++] ?? 0;
  const nameOf = (node: number): string => world.nodes[node]?.id ?? "nobody";
  const readKeys = (): { keys: string; range: number } => {
    const [first, end] = [next(), next()];
    return { keys: `${first}–${end - 1}`, range: next() };
  };
  const readGroup = (): { leader: string; members: string } => {
    const leader = nameOf(next());
    const members = Array.from({ length: next() }, () => {
      const node = nameOf(next());
      return next() === 1 ? `${node} (learner)` : node;
    });
    return { leader, members: members.join(" ") };
  };
  return Array.from({ length: next() }, () => {
    const keys = readKeys();
    const [keyChanges, memberChanges] = [next(), next()];
    const known = { ...keys, ...readGroup() };
    const wrong = next();
    const truth = { ...readKeys(), ...readGroup() };
    // TiKV counts both from 1.
    const epoch = `${keyChanges + 1}.${memberChanges + 1}`;
    return { known, epoch, truth, wrong };
  });
}
