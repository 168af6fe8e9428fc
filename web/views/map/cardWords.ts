/**
 * What came of a request, as the card at its reader says it. Pure.
 */

import type { RequestView, World } from "@/engine/types";
import { keysText } from "@/model/ops";
import { sentence } from "@/model/text";
import { formatDuration, plural } from "@/model/units";
import { type VerdictKind, verdictOf } from "@/model/verdicts";

export interface VerdictWords {
  title: string;
  /** The title where there is little room. */
  short: string;
  /** Without numbers, where they would be cut off. */
  brief: string;
  text: string;
  /** bad: stale or refused; good: a read that kept its promise; plain: writes and waiting. */
  tone: "bad" | "good" | "plain";
  /** Of a read that has ended. */
  verdict?: VerdictKind | undefined;
}

const WHAT: Partial<Record<RequestView["op"], string>> = {
  get: "read",
  scan: "read",
  put: "write",
};

/** What came of a request, as the card at its reader says it. */
export function verdictWords(world: World, request: RequestView, nowUs: number): VerdictWords {
  const { op, rows, key, keys } = request;
  const what = WHAT[op] ?? op;
  const isMany = keys.length === 0 && (op === "scan" || op === "statement");
  const which = keys.length > 0 ? keysText(keys) : `k${key}`;
  const asked = isMany ? `${op} ${plural(rows, "row")} from k${key}` : `${what} ${which}`;
  if (request.outcome === "pending")
    return {
      title: `${asked} …`,
      short: `${asked} …`,
      brief: `${what} …`,
      text: `waiting for ${formatDuration(nowUs - request.invoked_us)}`,
      tone: "plain",
    };
  const took = formatDuration((request.completed_us ?? nowUs) - request.invoked_us);
  const verdict = verdictOf(request, world);
  if (request.outcome !== "ok")
    return {
      title: `${asked}: ${request.outcome === "unknown" ? "outcome unknown" : "no answer"}`,
      short: request.outcome === "unknown" ? `${what}: unknown` : `${what}: no answer`,
      brief: request.outcome === "unknown" ? "unknown" : "no answer",
      text: request.reason,
      tone: "bad",
      verdict: verdict?.kind,
    };
  const got = request.value === "" ? asked : `${what} ${request.value}`;
  const server = world.nodes[request.server ?? -1]?.id;
  const by = server === undefined ? "" : ` · from ${server}`;
  const brief = `${what} ok`;
  if (verdict === undefined) {
    return { title: got, short: got, brief, text: `${took}${by}`, tone: "plain" };
  }
  const { kind } = verdict;
  if (kind !== "linearizable")
    return {
      title: sentence(verdict.text),
      short: sentence(verdict.short),
      brief: kind === "past" ? `${what} ok` : "stale",
      text: `${got}${by}`,
      tone: kind === "past" ? "plain" : "bad",
      verdict: kind,
    };
  const text = `${verdict.text} · ${took}${by}`;
  return { title: got, short: got, brief, text, tone: "good", verdict: kind };
}
